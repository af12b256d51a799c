#include "sim/json.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "sim/utf8.hpp"
#include "tests/catch.hpp"

using rackcast::sim::Json;
using rackcast::sim::json_string;
using rackcast::sim::shortest;
using rackcast::sim::valid_utf8;

TEST_CASE("numbers print as the shortest text that reads back to the same double") {
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(2592000) == "2592000");
  CHECK(shortest(1.0 / 3) == "0.3333333333333333");
  CHECK(shortest(1e23) == "1e+23");
  for (const double value : {0.1 + 0.2, 5e-324, 1.7976931348623157e308, -123456.789, 9007199254740993.0}) {
    CHECK(std::strtod(shortest(value).c_str(), nullptr) == value);
  }
}

TEST_CASE("members keep their order and what is not finite prints as null") {
  const Json json(Json::Object{{"z", 1}, {"a", std::numeric_limits<double>::infinity()}, {"n", std::nan("")}});
  CHECK(json.text() == "{\n \"z\": 1,\n \"a\": null,\n \"n\": null\n}\n");
}

TEST_CASE("nested and empty containers are indented by one space a level") {
  const Json json(Json::Object{{"list", Json::Array{1, "two", Json()}},
                               {"none", Json::Array{}},
                               {"deep", Json::Object{{"yes", Json::truth(true)}, {"no", Json::truth(false)}}}});
  CHECK(json.text() ==
        "{\n \"list\": [\n  1,\n  \"two\",\n  null\n ],\n \"none\": [],\n \"deep\": {\n  \"yes\": true,\n  \"no\": "
        "false\n }\n}\n");
}

TEST_CASE("64-bit integers keep all their digits") {
  CHECK(Json(std::numeric_limits<std::uint64_t>::max()).text() == "18446744073709551615\n");
  CHECK(Json(std::numeric_limits<std::int64_t>::min()).text() == "-9223372036854775808\n");
}

TEST_CASE("strings are escaped") {
  CHECK(json_string("a\"b\\c\n\t\r") == R"("a\"b\\c\n\t\r")");
  CHECK(json_string(std::string_view("\0\x1f", 2)) == "\"\\u0000\\u001f\"");
  CHECK(json_string("café 86 °C") == "\"café 86 °C\"");
}

TEST_CASE("bytes that are not UTF-8 become the replacement character") {
  CHECK(valid_utf8("ok \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80") == "ok \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80");
  const std::string replaced = "\xEF\xBF\xBD";
  CHECK(valid_utf8("a\xFFz") == "a" + replaced + "z");
  CHECK(valid_utf8("\xC3") == replaced);
  CHECK(valid_utf8("\xC0\xAF") == replaced + replaced);                     // over-long
  CHECK(valid_utf8("\xED\xA0\x80") == replaced + replaced + replaced);      // surrogate
  CHECK(valid_utf8("\xF4\x90\x80\x80").find('\xF4') == std::string::npos);  // beyond U+10FFFF
}
