#include "scenarios/catalog_filter.hpp"

#include <algorithm>

#include "scenarios/catalog_text.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

using Names = std::vector<std::string>;

const Catalog& small_catalog() {
  static const std::string end = "source = \"test\"\nconfidence = \"A\"\nunverified = []\n";
  static const std::vector<std::pair<std::string, std::string>> texts = {
      {"links/a.toml", "name = \"slow\"\nbandwidth = \"5 GB/s\"\nlatency = \"20 us\"\nrelation = \"PHB\"\n" + end},
      {"links/b.toml",
       "name = \"quick\"\nbandwidth = \"64 Gbit/s\"\nlatency = \"6 us\"\ngpus = [\"A100\", \"RTX 3090\"]\n" + end},
      {"links/c.toml",
       "name = \"quickest\"\nbandwidth = \"50 GB/s\"\nlatency = \"3 us\"\nrelation = \"NV4\"\n"
       "source = \"guess\"\nconfidence = \"C\"\nunverified = [\"latency\"]\n"},
      {"storage/x.toml",
       "name = \"disk\"\nread = \"0.25 GB/s\"\nrandom_read = \"0.015 GB/s\"\nwrite = \"0.2 GB/s\"\n"
       "power = \"7 W\"\n" +
           end},
      {"storage/y.toml", "name = \"drive\"\nread = \"7 GB/s\"\nwrite = \"5 GB/s\"\npower = \"8 W\"\n" + end}};
  static const std::vector<EmbeddedFile> files = [] {
    std::vector<EmbeddedFile> out;
    for (const auto& [path, text] : texts) out.push_back({path, text});
    return out;
  }();
  static const Catalog catalog = Catalog::load(files).catalog;
  return catalog;
}

Names find(const Catalog& catalog, const std::string& kind, const Names& where, const std::string& sort = "",
           const std::string& word = "") {
  CatalogQuery query{kind, word, {}, sort};
  for (const std::string& text : where) {
    const auto filter = parse_filter(text);
    INFO(to_string(filter.error));
    REQUIRE(filter.value);
    query.filters.push_back(*filter.value);
  }
  const auto found = query_catalog(catalog, query);
  INFO(to_string(found.error));
  REQUIRE(found.value);
  Names names;
  for (const CatalogEntry* entry : *found.value) names.push_back(entry->name);
  return names;
}

Names links(const Names& where, const std::string& sort = "") { return find(small_catalog(), "links", where, sort); }

std::string refusal(const std::string& kind, const std::string& where, const std::string& sort = "") {
  CatalogQuery query{kind, "", {}, sort};
  if (!where.empty()) {
    const auto filter = parse_filter(where);
    if (!filter.value) return to_string(filter.error);
    query.filters.push_back(*filter.value);
  }
  const auto found = query_catalog(small_catalog(), query);
  REQUIRE_FALSE(found.value);
  return to_string(found.error);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("quantities are compared in whatever unit they come") {
  CHECK(links({"bandwidth >= 8 GB/s"}) == Names{"quick", "quickest"});
  CHECK(links({"bandwidth > 8 GB/s"}) == Names{"quickest"});
  CHECK(links({"bandwidth = 64 Gbit/s"}) == Names{"quick"});
  CHECK(links({"bandwidth != 64 Gbit/s"}) == Names{"quickest", "slow"});
  CHECK(links({"latency<0.01 ms", "bandwidth < 10 GB/s"}) == Names{"quick"});
  CHECK(links({"latency <= 20 us"}).size() == 3);
}

TEST_CASE("texts are equal, different or contain, whatever their case") {
  CHECK(links({"relation = nv4"}) == Names{"quickest"});
  CHECK(links({"relation = \"NV4\""}) == Names{"quickest"});
  CHECK(links({"relation != NV4"}) == Names{"quick", "slow"});
  CHECK(links({"name ~ QUICK"}) == Names{"quick", "quickest"});
  CHECK(links({"gpus ~ 3090"}) == Names{"quick"});
  CHECK(links({"gpus = a100"}) == Names{"quick"});
  CHECK(links({"confidence = C"}) == Names{"quickest"});
}

TEST_CASE("what an entry does not say is neither above nor below anything") {
  CHECK(find(small_catalog(), "storage", {"random_read < 1 GB/s"}) == Names{"disk"});
  CHECK(find(small_catalog(), "storage", {"random_read > 0 GB/s"}) == Names{"disk"});
  CHECK(find(small_catalog(), "storage", {"random_read = as read"}) == Names{"drive"});
  CHECK(find(small_catalog(), "storage", {"random_read != as read"}) == Names{"disk"});
}

TEST_CASE("entries are sorted by a key, from either end, those that do not say it last") {
  CHECK(links({}, "bandwidth") == Names{"slow", "quick", "quickest"});
  CHECK(links({}, "-bandwidth") == Names{"quickest", "quick", "slow"});
  CHECK(links({}, "-name") == Names{"slow", "quickest", "quick"});
  CHECK(find(small_catalog(), "storage", {}, "-random_read") == Names{"disk", "drive"});
  CHECK(find(small_catalog(), "storage", {}, "random_read") == Names{"disk", "drive"});
}

TEST_CASE("a word is looked for in names first, then in other texts but the source") {
  CHECK(find(small_catalog(), "links", {}, "", "quick") == Names{"quick", "quickest"});
  CHECK(find(small_catalog(), "links", {}, "", "3090") == Names{"quick"});
  CHECK(find(small_catalog(), "links", {}, "", "guess").empty());
}

TEST_CASE("keys reach into nested tables and through names of entries") {
  const Names a100 = find(shipped_catalog(), "servers", {"gpu ~ A100", "gpu.count >= 8", "gpu.memory >= 80 GiB"});
  CHECK(std::find(a100.begin(), a100.end(), "DGX A100") != a100.end());
  CHECK(std::find(a100.begin(), a100.end(), "DGX A100 40GB") == a100.end());
  for (const std::string& name : a100) {
    CHECK(shipped_catalog().server(name)->gpus.gpu.name.find("A100") != std::string::npos);
    CHECK(shipped_catalog().server(name)->gpus.count >= 8);
  }
  CHECK(find(shipped_catalog(), "outlets", {"breaker.rated >= 16 A", "breaker = B16"}, "voltage").size() >= 1);
}

TEST_CASE("a query that makes no sense is refused with what would") {
  CHECK(has(refusal("links", "bandwith > 8 GB/s"), "did you mean \"bandwidth\"?"));
  CHECK(has(refusal("links", "", "-latenzy"), "did you mean \"latency\"?"));
  CHECK(has(refusal("links", "bandwidth > 8"), "a unit is missing"));
  CHECK(has(refusal("links", "bandwidth > 8 s"), "time"));
  CHECK(has(refusal("links", "bandwidth > 8 GB/z"), "unknown unit"));
  CHECK(has(refusal("links", "bandwidth ~ 8 GB/s"), "it is a number"));
  CHECK(has(refusal("links", "relation > PHB"), "it is a text"));
  for (const char* nothing : {"", "bandwidth", "= 3", "bandwidth >", "bandwidth ! 3", "~"}) {
    CHECK_FALSE(parse_filter(nothing).value);
  }
}

TEST_CASE("every key of every kind can be found, sorted by, and asked for in an entry's own words") {
  for (const std::string& kind : Catalog::kinds()) {
    for (const std::string& entry_name : shipped_catalog().names(kind)) {
      const CatalogEntry* entry = shipped_catalog().find(kind, entry_name);
      for (const CatalogValue& value : shipped_catalog().details(kind, entry_name)) {
        INFO(kind << " " << entry_name << " " << value.key);
        const CatalogKey key = find_key(*facts_of_kind(kind), entry->spec.get(), value.key);
        REQUIRE(key.fact != nullptr);
        if (value.value.front() == '[' || value.value == "\"\"") continue;
        const auto filter = parse_filter(value.key + " = " + value.value);
        REQUIRE(filter.value);
        const auto found = query_catalog(shipped_catalog(), {kind, "", {*filter.value}, value.key});
        INFO(to_string(found.error));
        REQUIRE(found.value);
        CHECK(std::find(found.value->begin(), found.value->end(), entry) != found.value->end());
      }
    }
  }
}

TEST_CASE("a list shows names, columns, what was asked for and what nobody measured") {
  const auto found = query_catalog(small_catalog(), {"links", "", {}, ""});
  const std::string text = entries_text("links", *found.value, {"source"});
  for (const char* part :
       {"name", "bandwidth", "confidence", "source", "quickest", "50 GB/s", "3 us*", "nobody measured"}) {
    INFO(text);
    CHECK(has(text, part));
  }
  CHECK(has(entry_text("links", *found.value->at(1)), "UNVERIFIED"));
  CHECK_FALSE(has(entry_text("links", *found.value->at(0)), "UNVERIFIED"));
  CHECK(has(entry_json("links", *found.value->at(1)).text(), "\"unverified\": true"));
}
