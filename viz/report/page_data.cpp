#include "viz/report/page_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "sim/json.hpp"
#include "viz/report/losses.hpp"
#include "viz/report/quantities.hpp"

namespace rackcast::viz {

namespace {

constexpr int format_version = 1;

// "1,2,null"; equal neighbours are not shortened: a column stays a column.
std::string numbers(const std::vector<double>& values, int digits = 5) {
  std::string out = "[";
  for (const double v : values) {
    if (out.size() > 1) out += ',';
    if (std::isfinite(v)) {
      fmt::format_to(std::back_inserter(out), "{:.{}g}", v, digits);
    } else {
      out += "null";
    }
  }
  return out + "]";
}

template <class Items, class Text>
std::string list(const Items& items, Text text) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    out += text(item);
  }
  return out + "]";
}

std::string series_json(const DigestSeries& s, const DigestColumn& column) {
  std::string out = fmt::format("{{\"last\":{}", numbers(s.last));
  // Nothing to add where every bin holds one value.
  if (column.labels.empty() && (s.low != s.last || s.high != s.last)) {
    out += fmt::format(",\"low\":{},\"high\":{}", numbers(s.low), numbers(s.high));
  }
  if (column.labels.empty() && s.facts.count > 0) out += ",\"mean\":" + sim::shortest(s.facts.mean());
  return out + "}";
}

std::string component_json(const TraceDigest& trace, std::size_t c) {
  std::string series;
  for (std::size_t k = 0; k < trace.columns.size(); ++k) {
    if (trace.series[c][k].facts.count == 0) continue;
    if (!series.empty()) series += ',';
    series += sim::json_string(trace.columns[k].name) + ":" + series_json(trace.series[c][k], trace.columns[k]);
  }
  return fmt::format("{{\"path\":{},\"series\":{{{}}}}}", sim::json_string(trace.components[c]), series);
}

std::string trace_json(const RunFolder& run) {
  const TraceDigest& t = run.trace;
  std::string components;
  for (std::size_t c = 0; c < t.components.size(); ++c)
    components += fmt::format("{}{}", c > 0 ? "," : "", component_json(t, c));
  std::string labels;
  for (const DigestColumn& column : t.columns) {
    if (column.labels.empty()) continue;
    labels += fmt::format("{}{}:{}", labels.empty() ? "" : ",", sim::json_string(column.name),
                          list(column.labels, [](const std::string& l) { return sim::json_string(l); }));
  }
  return fmt::format(
      "{{\"replication\":{},\"instants\":{},\"samples_per_bin\":{},\"worst_at_s\":{},\"labels\":{{{}}},\"time_s\":{},"
      "\"components\":[{}]}}",
      run.events.replication, t.instants, t.samples_per_bin, sim::shortest(t.worst_at_s), labels, numbers(t.time_s, 9),
      components);
}

std::string band_json(const Band& band) {
  return fmt::format("{{\"path\":{},\"quantity\":{},\"time_s\":{},\"p10\":{},\"p50\":{},\"p90\":{}}}",
                     sim::json_string(band.path), sim::json_string(band.quantity), numbers(band.time_s, 9),
                     numbers(band.p10), numbers(band.p50), numbers(band.p90));
}

const char* severity_name(sim::Severity severity) {
  if (severity == sim::Severity::error) return "\"error\"";
  return severity == sim::Severity::warning ? "\"warning\"" : "\"info\"";
}

std::string events_json(const EventDigest& events) {
  const auto& e = events.shown;
  const auto texts = [&](std::string sim::EventRecord::*field) {
    return list(e, [&](const sim::EventRecord& r) { return sim::json_string(r.*field); });
  };
  return fmt::format(
      "{{\"replication\":{},\"total\":{},\"of_replication\":{},\"id\":{},\"cause_id\":{},\"time_s\":{},\"severity\":{},"
      "\"component\":{},\"event\":{},\"detail\":{}}}",
      events.replication, events.total, events.of_shown, list(e, [](const auto& r) { return std::to_string(r.id); }),
      list(e, [](const auto& r) { return r.cause == 0 ? std::string("null") : std::to_string(r.cause); }),
      list(e, [](const auto& r) { return sim::shortest(sim::to_seconds(r.time)); }),
      list(e, [](const auto& r) { return std::string(severity_name(r.severity)); }),
      texts(&sim::EventRecord::component), texts(&sim::EventRecord::event), texts(&sim::EventRecord::detail));
}

std::string quantities_json() {
  std::string out = "{";
  for (const Quantity& q : quantities()) {
    out += fmt::format("{}\"{}\":{{\"title\":\"{}\",\"unit\":\"{}\",\"factor\":{}}}", out.size() > 1 ? "," : "",
                       q.column, q.title, q.unit, q.factor);
  }
  return out + "}";
}

// What the states of a board are called on the page.
std::string mode_words_json(const TraceDigest& trace) {
  const std::size_t column = trace.column("mode");
  if (column == trace.columns.size()) return "{}";
  std::string out = "{";
  for (const std::string& label : trace.columns[column].labels) {
    out += fmt::format("{}{}:{}", out.size() > 1 ? "," : "", sim::json_string(label),
                       sim::json_string(words_of_mode(label)));
  }
  return out + "}";
}

std::string held_back_json(const EventDigest& events) {
  std::string out = "{";
  for (const auto& [path, held] : events.held_back) {
    out += fmt::format("{}{}:{}", out.size() > 1 ? "," : "", sim::json_string(path), sim::shortest(held.share()));
  }
  return out + "}";
}

}  // namespace

std::string script_safe(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  bool indent = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '\n' || (indent && c == ' ')) {  // between values only: in strings a line break is escaped
      indent = true;
      continue;
    }
    indent = false;
    const std::string_view rest = json.substr(i, 3);
    if (c == '<' || c == '>' || c == '&') {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (rest == "\xE2\x80\xA8" || rest == "\xE2\x80\xA9") {
      out += rest == "\xE2\x80\xA8" ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

std::string page_data(const RunFolder& run) {
  return script_safe(
      fmt::format("{{\"format\":{},\"version\":{},\"command\":{},\"summary\":{},\"layout\":{},\"quantities\":{},"
                  "\"mode_words\":{},\"held_back\":{},\"trace\":{},\"bands\":{},\"events\":{}}}",
                  format_version, sim::json_string(run.facts.version), sim::json_string(run.facts.command),
                  run.summary_json, run.layout_json, quantities_json(), mode_words_json(run.trace),
                  held_back_json(run.events), trace_json(run), list(run.bands, band_json), events_json(run.events)));
}

}  // namespace rackcast::viz
