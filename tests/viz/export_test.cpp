#include "tests/catch.hpp"
#include "tests/viz/report_folder.hpp"
#include "viz/export/column_names.hpp"
#include "viz/export/series_blocks.hpp"
#include "viz/export/start_time.hpp"
#include "viz/export/throttle_bits.hpp"
#include "viz/report/unreadable.hpp"

using namespace rackcast::viz;

TEST_CASE("a start is a date of RFC 3339, whatever its zone and fraction") {
  constexpr std::int64_t start_ns = 1'767'225'600'000'000'000;
  CHECK(parse_instant(usual_start)->ns == start_ns);
  CHECK(parse_instant("2026-01-01T01:30:00+01:30")->ns == start_ns);
  CHECK(parse_instant("2025-12-31t19:00:00.000000001-05:00")->ns == start_ns + 1);
  CHECK(parse_instant("1970-01-01 00:00:00Z")->ns == 0);
  CHECK(rfc3339(*parse_instant("2028-02-29T23:59:59.25Z")) == "2028-02-29T23:59:59.25Z");
  CHECK(log_date(*parse_instant("2028-02-29T23:59:59.25Z")) == "2028/02/29 23:59:59.250");
  CHECK(unix_seconds(instant_at({start_ns}, 0.5)) == "1767225600.5");
  for (const char* text :
       {"", "Z", "2026-01-01", "2026-01-01T00:00:00", "2027-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.0000000001Z",
        "2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00Z ", "1969-12-31T00:00:00Z", "9999-01-01T00:00:00Z",
        "-026-01-01T00:00:00Z", "1970-01-01T00:00:00+01:00"}) {
    INFO(text);
    CHECK_FALSE(parse_instant(text).has_value());
  }
  CHECK_THROWS_AS(instant_at({0}, 1e300), FolderUnreadable);
  CHECK_THROWS_AS(instant_at({0}, -1), FolderUnreadable);
}

TEST_CASE("a column's name tells its unit, also one that nobody has heard of") {
  CHECK(column_name("power_w").base_unit_name == "power_watts");
  CHECK(column_name("power_max_w").long_name == "highest power since the sample before");
  CHECK(column_name("clock_mhz").to_base_unit == 1e6);
  CHECK(column_name("die_c").units == "degC");
  CHECK(column_name("fan_fraction").base_unit_name == "fan_ratio");
  CHECK(column_name("progress").base_unit_name == "progress_ratio");
  CHECK(column_name("coolant_flow_c").long_name == "coolant flow c");
}

TEST_CASE("every cause that holds a clock back has bits of a driver, none has none") {
  for (const char* mode : {"power_cap", "thermal_die", "thermal_memory", "hw_slowdown", "shut_down"}) {
    CHECK(throttle_bits(mode) != 0);
  }
  CHECK(throttle_bits("none") == 0);
  CHECK(throttle_bits("thermal_die") != throttle_bits("power_cap"));
}

TEST_CASE("series are the same however few samples are kept at a time") {
  const Scratch scratch;
  ReportFolder().write(scratch / "out");
  const ExportJob job{scratch / "out", read_conclusions(scratch / "out"), {}, "", scratch / "file"};
  std::vector<SeriesKey> keys;
  for (std::size_t part = 0; part < job.run.parts.size(); ++part) {
    for (std::size_t column = 0; column < 10; ++column) keys.push_back({part, column});
  }
  const auto read_with = [&](std::size_t kept) {
    std::vector<std::vector<std::pair<double, double>>> all(keys.size());
    std::size_t last = 0;
    for_each_series(job, keys, kept, [&](std::size_t i, std::span<const Sample> piece) {
      CHECK(i >= last);
      CHECK(piece.size() <= kept);
      last = i;
      for (const Sample& sample : piece) all[i].emplace_back(sample.time_s, sample.value);
    });
    return all;
  };
  const auto whole = read_with(1000);
  CHECK(whole[10] == std::vector<std::pair<double, double>>{{0, 166}, {2000, 800}, {4000, 780}});
  for (const std::size_t kept : {1U, 2U, 3U, 7U}) CHECK(read_with(kept) == whole);
}

TEST_CASE("what a folder was made from is not written over") {
  const Scratch scratch;
  ReportFolder().write(scratch / "out");
  const std::string before = read(scratch / "out/trace.csv");
  const Exporter& exporter = *exporter_of("perfetto");
  CHECK_THROWS_AS(export_run(exporter, {scratch / "out", {}, "", scratch / "out/trace.csv"}), ExportImpossible);
  CHECK(read(scratch / "out/trace.csv") == before);
  CHECK(exporter_of("nothing") == nullptr);
}
