"""Shows that each rule of the tree can fail: feeds it small trees that break it, and ones that do not."""

import pathlib
import tempfile
import textwrap
import unittest

import known_gaps
import layering
import literals
import mentions
import sizes
import tree


class RuleTest(unittest.TestCase):
    def problems(self, rule, files):
        """What `rule` says about a tree of `files` (path → text)."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(textwrap.dedent(text), encoding="utf-8")
            return rule.check(root)

    def assert_passes(self, rule, files):
        self.assertEqual(self.problems(rule, files), [])

    def assert_fails(self, rule, files, *parts):
        problems = self.problems(rule, files)
        self.assertEqual(len(problems), 1, problems)
        for part in parts:
            self.assertIn(part, problems[0])


class Layering(RuleTest):
    def test_passes_what_the_layers_allow(self):
        self.assert_passes(layering, {
            "sim/a.hpp": "#include <vector>\n#include <Eigen/Dense>\n",
            "models/heat/b.cpp": '#include "models/heat/b.hpp"\n#include "sim/a.hpp"\n',
            "models/heat/b.hpp": "#include <cmath>\n",
            "program/main.cpp": '#include <CLI/CLI.hpp>\n#include "viz/c.hpp"\n',
            "viz/c.hpp": '#include "sim/a.hpp"\n',
        })

    def test_fails_on_an_upward_include(self):
        self.assert_fails(layering, {"sim/a.cpp": '\n#include "models/b.hpp"\n', "models/b.hpp": ""},
                          "sim/a.cpp:2", "models/b.hpp")

    def test_fails_on_a_sideways_include(self):
        self.assert_fails(layering, {"viz/a.cpp": '#include "scenarios/b.hpp"\n', "scenarios/b.hpp": ""}, "viz/a.cpp:1")

    def test_fails_on_a_library_of_another_layer(self):
        self.assert_fails(layering, {"models/a.cpp": "#include <toml++/toml.h>\n"}, "toml++/toml.h")
        self.assert_fails(layering, {"sim/a.cpp": "#  include <omp.h>\n"}, "omp.h")

    def test_fails_on_a_cycle_between_units_of_one_folder(self):
        self.assert_fails(layering, {"sim/a.hpp": '#include "sim/b.hpp"\n', "sim/b.hpp": "",
                                     "sim/b.cpp": '#include "sim/c.hpp"\n', "sim/c.hpp": '#include "sim/a.hpp"\n'},
                          "sim/a sim/b sim/c", "cycle")


def function_of(lines):
    return "void f() {\n" + "  g();\n" * (lines - 2) + "}\n"


class Sizes(RuleTest):
    def test_passes_a_tree_within_the_limits(self):
        self.assert_passes(sizes, {"sim/a.cpp": function_of(50) + "void g() {}\n" * 9, "sim/b.hpp": "\n" * 299})

    def test_fails_on_a_file_over_the_limit(self):
        files = {f"sim/{n}.hpp": "\n" for n in range(40)}
        self.assert_fails(sizes, {**files, "viz/a.cpp": "\n" * 401}, "viz/a.cpp: 401 lines")

    def test_fails_when_too_many_files_are_long(self):
        self.assert_fails(sizes, {"sim/a.hpp": "\n" * 300, "sim/b.hpp": "\n"}, "1 of 2 files", "sim/a.hpp")

    def test_fails_on_a_long_function_in_code_and_in_tests(self):
        short = "void g() {}\n" * 9
        self.assert_fails(sizes, {"models/a.cpp": "\n" + short + function_of(51)}, "models/a.cpp:11: f has 51 lines")
        case = 'TEST_CASE("long") {\n' + "  CHECK(f({1}));\n" * 50 + "}\n"
        self.assert_fails(sizes, {"tests/sim/a.cpp": case}, "tests/sim/a.cpp:1: TEST_CASE has 52 lines")

    def test_fails_when_functions_are_long_at_the_median(self):
        self.assert_fails(sizes, {"sim/a.cpp": function_of(8) * 3 + "void g() {}\n"}, "half of 4 functions have 8 lines")


class Literals(RuleTest):
    def law(self, line):
        return {"models/a.cpp": f"double law(double x) {{\n  {line}\n}}\n"}

    def test_passes_named_and_trivial_numbers(self):
        for line in ("return -1.0 * x + 0.5 * x * x / 2;", "constexpr double boiling_c = 99.97;  // at 101 kPa",
                     "static constexpr std::array<double, 3> share = {0.1, 0.2, 0.7};", 'return read("12.5 W", x1[3]);',
                     "constexpr double g{9.81};", "return std::get<3>(fields) + x2;"):
            self.assert_passes(literals, self.law(line))
        self.assert_passes(literals, {"models/a.cpp": "constexpr double g = 9.81;\nstruct S {\n  double x = 7;\n};\n",
                                      "sim/b.cpp": "int f() { return 64; }\n"})

    def test_fails_on_a_bare_number_in_a_function(self):
        for number in ("9.81", "3", "1e-9", "5.67e-8", "0x1F", "1'000", ".25", "4.f", "2.5e3"):
            self.assert_fails(literals, self.law(f"return {number} * x;"), "models/a.cpp:2", f": {number} in law")

    def test_fails_in_constructors_operators_and_headers(self):
        self.assert_fails(literals, {"models/a.hpp": "class A {\n A() : a_{1}, b_(2) { a_ = 3; }\n};\n"}, "a.hpp:2", "3 in A")
        self.assert_fails(literals, {"models/a.cpp": "const double T = [] { return 1; }();\n"
                                     "bool operator==(S a, S b) { return a.x - b.x < 1e-6; }\n"}, "a.cpp:2", "1e-6")


class Mentions(RuleTest):
    def test_passes_what_means_the_same_everywhere(self):
        self.assert_passes(mentions, {"a.md": "See https://arxiv.org/abs/2407.21783, /usr/include, 10.5.1 and build/x.\n",
                                      "b.sh": 'cp "$folder/tmp/x" y; ls /proc/cpuinfo; cat docs/root/a src/work/b\n'})

    def test_fails_on_foreign_paths_and_hosts(self):
        for text in ("/wo" "rk/x", "see /ho" "me/ann/y", "(/tm" "p/z)", "../sha" "red/a", "C:\\Us" "ers\\b", "1" "0.1.2.3",
                     "http://loc" "alhost:80", "https://git.in" "ternal/x", "https://py" "pi.org/p", "deb.deb" "ian.org"):
            self.assert_fails(mentions, {"docs/a.md": f"first\n{text}\n"}, "docs/a.md:2")


class KnownGaps(RuleTest):
    def gaps(self, text):
        return {known_gaps.FILE: text, "scenarios/validation/data/steps.csv": "id,x\nL1,2\nL2,3\n"}

    ENTRY = '[[gap]]\ntable = "steps"\nbar = "median"\nreason = "the source does not print the recompute mode"\n'

    def test_passes_none_and_reasoned_entries(self):
        self.assert_passes(known_gaps, self.gaps(""))
        self.assert_passes(known_gaps, self.gaps(self.ENTRY + self.ENTRY.replace("median", "p90")))

    def test_fails_without_a_reason_or_with_an_empty_one(self):
        self.assert_fails(known_gaps, self.gaps('[[gap]]\ntable = "steps"\nbar = "median"\n'), "number 1: reason is missing")
        self.assert_fails(known_gaps, self.gaps(self.ENTRY.replace("the source does not print the recompute mode", "hard")),
                          "says too little")

    def test_fails_on_what_does_not_exist(self):
        self.assert_fails(known_gaps, self.gaps(self.ENTRY.replace("steps", "hops")), "no table")
        self.assert_fails(known_gaps, self.gaps(self.ENTRY + 'raeson = "x"\n'), "unknown key raeson")
        self.assert_fails(known_gaps, {"a": ""}, "cannot be read")

    def test_fails_on_a_bar_listed_twice(self):
        self.assert_fails(known_gaps, self.gaps(self.ENTRY * 2), "steps 'median' is listed 2 times")


class Functions(unittest.TestCase):
    """The reader of C++ that sizes and literals rely on."""

    def found(self, text):
        return [(f.name, f.first_line, f.last_line) for f in tree.functions(textwrap.dedent(text))]

    def test_finds_every_kind_of_function(self):
        self.assertEqual(self.found('''\
            namespace a::b {
            struct S {
              int x = 0;
              S() : x{1}, y(2) {
                if (x) { g({1, 2}); }
              }
              auto operator<=>(const S&) const = default;
              int get() const noexcept { return x; }
              std::vector<int> v = {1, 2};
            };
            template <class T = int>
            auto f(T x = {}, char c = '{') -> std::vector<T>
            {
              const auto g = [&](int y) { return y; };
              return {g(x)};  // }
            }
            bool operator==(S a, S b) { return R"(})" == "{"; }
            constexpr Table table[] = {{"x", 1}, {"y", f(2)}};
            enum class E { one, two };
            }  // namespace a::b
            extern "C" { void h() {} }
            TEST_CASE("it holds") {
            }
            '''), [("S", 4, 6), ("get", 8, 8), ("f", 11, 16), ("operator==", 17, 17), ("h", 21, 21), ("TEST_CASE", 22, 23)])

    def test_keeps_line_numbers_when_blanking(self):
        text = '#define A \\\n  {\n/* {\n */ int x = 1\'000; // "\nchar c = \'"\'; auto s = R"--(\n}")--";\n'
        self.assertEqual(tree.code_only(text).count("\n"), text.count("\n"))
        self.assertNotIn("{", tree.code_only(text))
        self.assertIn("1'000", tree.code_only(text))


if __name__ == "__main__":
    unittest.main()
