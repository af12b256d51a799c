#include "scenarios/quantity.hpp"

#include <clocale>
#include <random>

#include "tests/catch.hpp"

using namespace rackcast::scenarios;

namespace {

double si(std::string_view text) {
  const Parsed<Quantity> q = parse_quantity(text);
  INFO(text << ": " << q.error.problem);
  REQUIRE(q.value.has_value());
  return convert(q.value->number, q.value->unit, base_unit(q.value->unit));
}

std::string dimension(std::string_view text) { return dimension_name(parse_quantity(text).value->unit); }

std::string error(std::string_view text) {
  const Parsed<Quantity> q = parse_quantity(text);
  REQUIRE_FALSE(q.value.has_value());
  return to_string(q.error);
}

}  // namespace

TEST_CASE("quantities are read in SI units to the last bit") {
  CHECK(si("350 W") == 350.0);
  CHECK(si("60 d") == 5184000.0);
  CHECK(si("400 Gbit/s") == 5e10);
  CHECK(si("30 ms") == 0.03);
  CHECK(si("20 us") == 2e-5);
  CHECK(si("15 MHz") == 1.5e7);
  CHECK(si("24 GiB") == 24.0 * 1073741824.0);
  CHECK(si("128 GB") == 1.28e11);
  CHECK(si("936 GB/s") == 9.36e11);
  CHECK(si("0.15 K/W") == 0.15);
  CHECK(si("1.5 W/m^2/K") == 1.5);
  CHECK(si("1.5 W*m^-2*K^-1") == 1.5);
  CHECK(si("60 m^3/h") == 60.0 / 3600.0);
  CHECK(si("0.12 USD/kWh") == 0.12 / 3600000.0);
  CHECK(si("35.6 TFLOP/s") == 35.6e12);
  CHECK(si("35.6 TFLOPS") == 35.6e12);
  CHECK(si("12 months") == 31557600.0);
  CHECK(si("1 yr") == 31557600.0);
  CHECK(si("3 kWh") == 10800000.0);
  CHECK(si("18 degC") == 18.0);
  CHECK(si("-5 \u00b0C") == -5.0);
  CHECK(si("  7 kW ") == 7000.0);
  CHECK(si("+2.5e3 J") == 2500.0);
  CHECK(si("1105 CFM") == Catch::Approx(1105 * 0.3048 * 0.3048 * 0.3048 / 60).epsilon(1e-15));
}

TEST_CASE("dimensions have names people know") {
  CHECK(dimension("1 W") == "power");
  CHECK(dimension("1 CFM") == dimension("1 m^3/h"));
  CHECK(dimension("1 W*h") == "energy");
  CHECK(dimension("1 degC") == "temperature");
  CHECK(dimension("1 K") == "temperature difference");
  CHECK(dimension("1 J/s") == "power");
  CHECK(dimension("1 kg*m^2/s^3") == "power");
  CHECK(dimension("1 A*s") == "quantity in s*A");
}

TEST_CASE("what is no quantity is told apart") {
  CHECK(error("350") == "\"350\" has no unit");
  CHECK(error("350W") == "a space is missing between 350 and \"W\"; write \"350 W\"");
  CHECK(error("W 350").find("does not start with a number") != std::string::npos);
  CHECK(error("").find("does not start with a number") != std::string::npos);
  CHECK(error("350 kWw") == "unknown unit \"kWw\"; did you mean \"kW\"?");
  CHECK(error("350 watts") == "unknown unit \"watts\"; write W");
  CHECK(error("5 C") == "unknown unit \"C\"; write degC");
  CHECK(error("1,105 CFM").find("separator") != std::string::npos);
  CHECK(error("inf W").find("not a finite number") != std::string::npos);
  CHECK(error("nan W").find("not a finite number") != std::string::npos);
  CHECK(error("1e999 W").find("beyond what a number can hold") != std::string::npos);
  CHECK(error("1 W/degC").find("compound unit") != std::string::npos);
  CHECK(error("1 W//s").find("a unit is missing") != std::string::npos);
  CHECK(error("1 m^9").find("no valid power") != std::string::npos);
  CHECK(error("1 kmin").find("unknown unit") != std::string::npos);
}

TEST_CASE("numbers are read without the locale") {
  const char* before = std::setlocale(LC_NUMERIC, nullptr);
  const std::string saved = before == nullptr ? "C" : before;
  std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  CHECK(si("0.5 W") == 0.5);
  CHECK(format_number(0.5) == "0.5");
  std::setlocale(LC_NUMERIC, saved.c_str());
}

TEST_CASE("a written quantity reads back to the same bits") {
  std::mt19937_64 random{7};
  const char* units[] = {"W",   "ms",    "h",   "d",       "MHz", "GiB",  "GB/s",
                         "CFM", "m^3/h", "K/W", "TFLOP/s", "us",  "kJ/K", "min"};
  for (int i = 0; i < 20000; ++i) {
    const Unit unit = *parse_unit(units[random() % std::size(units)]).value;
    const double mantissa = static_cast<double>(random() >> 11U) * 0x1p-53;
    const int scale = static_cast<int>(random() % 60) - 30;
    const double value = std::ldexp(mantissa, scale);
    const std::string text = format_quantity(value, base_unit(unit), unit);
    INFO(text);
    REQUIRE(si(text) == value);
  }
}

TEST_CASE("a written quantity is as short as what was read") {
  for (const char* text : {"30 ms", "0.1 ms", "1695 MHz", "80 CFM", "35.6 TFLOP/s", "60 m^3/h", "1.2 GiB", "0.7 h"}) {
    const Quantity q = *parse_quantity(text).value;
    CHECK(format_quantity(convert(q.number, q.unit, base_unit(q.unit)), base_unit(q.unit), q.unit) == text);
  }
}
