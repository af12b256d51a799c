#include "viz/export/start_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "viz/report/unreadable.hpp"
#include "viz/write/csv.hpp"

namespace rackcast::viz {

namespace {

using std::chrono::floor;
using std::chrono::nanoseconds;
using std::chrono::sys_days;
using std::chrono::sys_time;

constexpr int first_year = 1970;
constexpr int last_year = 2150;
constexpr double longest_s = 100.0 * 366 * 86400;
constexpr std::size_t date_letters = std::string_view("2026-01-01T00:00:00").size();
constexpr std::size_t fraction_digits = 9;

// Digits only, as many as there are in `text`.
std::optional<int> whole(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool digits = !text.empty() && text.front() != '-' && text.front() != '+';
  if (!digits || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<nanoseconds> time_of_day(std::string_view text) {  // 00:00:00
  const auto hour = whole(text.substr(0, 2));
  const auto minute = whole(text.substr(3, 2));
  const auto second = whole(text.substr(6, 2));
  const bool well_formed = hour && minute && second && text[2] == ':' && text[5] == ':';
  if (!well_formed || *hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
  return std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second);
}

std::optional<sys_days> day(std::string_view text) {  // 2026-01-01
  const auto year = whole(text.substr(0, 4));
  const auto month = whole(text.substr(5, 2));
  const auto of_month = whole(text.substr(8, 2));
  if (!year || !month || !of_month || text[4] != '-' || text[7] != '-') return std::nullopt;
  if (*year < first_year || *year > last_year) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*of_month))};
  if (!date.ok()) return std::nullopt;
  return sys_days(date);
}

// Takes ".5" from the front of `text`.
std::optional<nanoseconds> take_fraction(std::string_view& text) {
  if (!text.starts_with('.')) return nanoseconds(0);
  const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
  std::string digits(text.substr(1, end - 1));
  if (digits.empty() || digits.size() > fraction_digits) return std::nullopt;
  digits.append(fraction_digits - digits.size(), '0');
  text.remove_prefix(end);
  return nanoseconds(*whole(digits));
}

std::optional<nanoseconds> offset(std::string_view text) {  // Z or +01:00
  if (text == "Z" || text == "z") return nanoseconds(0);
  const bool signed_hours = text.size() == 6 && (text[0] == '+' || text[0] == '-');
  if (!signed_hours) return std::nullopt;
  const auto east = time_of_day(std::string(text.substr(1)) + ":00");
  if (!east) return std::nullopt;
  return text[0] == '-' ? -*east : *east;
}

std::string printed(Instant instant, char between_dates, char before_time) {
  const sys_time<nanoseconds> time{nanoseconds(instant.ns)};
  const auto date = floor<std::chrono::days>(time);
  const std::chrono::year_month_day ymd{date};
  const std::chrono::hh_mm_ss clock{time - date};
  return fmt::format("{:04}{}{:02}{}{:02}{}{:02}:{:02}:{:02}", static_cast<int>(ymd.year()), between_dates,
                     static_cast<unsigned>(ymd.month()), between_dates, static_cast<unsigned>(ymd.day()), before_time,
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

constexpr std::int64_t ns_per_s = 1'000'000'000;
constexpr std::int64_t ns_per_ms = 1'000'000;

}  // namespace

std::optional<Instant> parse_instant(std::string_view text) {
  if (text.size() <= date_letters || (text[10] != 'T' && text[10] != 't' && text[10] != ' ')) return std::nullopt;
  const auto date = day(text.substr(0, 10));
  const auto clock = time_of_day(text.substr(11, 8));
  std::string_view rest = text.substr(date_letters);
  const auto fraction = take_fraction(rest);
  const auto east = offset(rest);
  if (!date || !clock || !fraction || !east) return std::nullopt;
  const sys_time<nanoseconds> time = sys_time<nanoseconds>(*date) + *clock + *fraction - *east;
  if (time.time_since_epoch().count() < 0) return std::nullopt;
  return Instant{time.time_since_epoch().count()};
}

Instant instant_at(Instant start, double time_s) {
  if (!(time_s >= 0 && time_s < longest_s)) {
    throw FolderUnreadable(
        fmt::format("{} s is no time of a run (the file is damaged) run the scenario again", time_s));
  }
  return {start.ns + sim::from_seconds(time_s).ns};
}

std::string unix_seconds(Instant instant) { return csv_seconds({instant.ns}); }

std::string log_date(Instant instant) {
  return fmt::format("{}.{:03}", printed(instant, '/', ' '), instant.ns % ns_per_s / ns_per_ms);
}

std::string rfc3339(Instant instant) {
  const std::string fraction = csv_seconds({instant.ns % ns_per_s}).substr(1);
  return printed(instant, '-', 'T') + fraction + "Z";
}

}  // namespace rackcast::viz
