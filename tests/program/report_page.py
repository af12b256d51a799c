"""The report from outside: run and report write it, a browser's parser takes it. Usage: report_page.py BINARY SCENARIO"""

import html.parser
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

BINARY, SCENARIO = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
WITHOUT_END = {"meta", "br", "link", "img", "input"}
HOSTILE = '</script><script>alert("1")</script>\u202e\u05e9\u05dc\u05d5\u05dd' + "x" * 10_000


class Page(html.parser.HTMLParser):
    """Collects what the tests ask of a page: tags that do not match, ids, values, tables and the embedded data."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.ids, self.values, self.tags = [], [], [], set(), []
        self.data = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append((tag, given))
        self.ids += [given["id"]] if "id" in given else []
        if tag == "data":
            self.values.add(float(given["value"]))
        if tag not in WITHOUT_END:
            self.open.append((tag, given.get("id")))

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop()[0] != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, text):
        if self.open and self.open[-1] == ("script", "rackcast-data"):
            self.data += text


def numbers(value):
    """Every mean of a summary's part."""
    if isinstance(value, dict):
        parts = [value["mean"]] if "mean" in value else value.values()
        return [n for part in parts for n in numbers(part)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


class Report(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def call(self, *words, code=0, **more):
        done = subprocess.run([BINARY, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=120, **more)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done

    def run_few(self, *words, **more):
        return self.call("run", SCENARIO, "--replications", 4, "--out", "out", *words, **more)

    def page(self):
        return (self.folder / "out/report.html").read_text()

    def test_every_example_is_a_page_that_parses_and_agrees_with_its_summary(self):
        for scenario in sorted(SCENARIO.parent.glob("*.toml")):
            with self.subTest(scenario.stem):
                done = subprocess.run([BINARY, "run", scenario, "--replications", "3", "--out", self.folder / scenario.stem],
                                      capture_output=True, text=True)
                if done.returncode == 3:
                    continue  # an example of what cannot run
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                page = Page((self.folder / scenario.stem / "report.html").read_text())
                self.assertEqual((page.wrong, page.open), ([], []))
                self.assertEqual(len(page.ids), len(set(page.ids)))
                summary = json.loads((self.folder / scenario.stem / "summary.json").read_text())
                self.assertEqual(json.loads(page.data)["summary"], summary)
                for key in ("throttling", "failures", "power", "energy"):
                    self.assertEqual([n for n in numbers(summary[key]) if n not in page.values], [], key)
                for job in summary["jobs"]:
                    missing = [n for n in numbers({k: v for k, v in job.items() if k != "evidence"})
                               if n is not None and n not in page.values and n != job["finished_fraction"]]
                    self.assertEqual(missing, [], job["name"])

    def test_every_picture_has_a_title_and_tables_have_captions(self):
        self.run_few()
        page = self.page()
        self.assertEqual(page.count('role="img"><title>'), page.count('role="img"'))
        self.assertEqual(page.count("<table>"), page.count("<caption>"))
        self.assertIn('<meta name="viewport"', page)
        self.assertIn('class="skip" href="#main"', page)

    def test_run_without_a_report_and_a_report_afterwards(self):
        self.run_few()
        first = self.page()
        self.run_few("--no-report", "--seed", 2)
        self.assertFalse((self.folder / "out/report.html").exists(), "the page of an earlier run would say something else")
        self.run_few("--no-report")
        self.assertIn("report.html", self.call("report", "out").stdout)
        self.assertEqual(self.page(), first.replace("--out out", "--out out --no-report"))
        before = self.page()
        self.call("report", "out")
        self.assertEqual(self.page(), before)

    def test_hostile_titles_do_no_harm(self):
        self.run_few("--set", "title=" + json.dumps(HOSTILE))
        page = Page(self.page())
        self.assertEqual((page.wrong, page.open), ([], []))
        scripts = [given.get("id") for tag, given in page.tags if tag == "script"]
        self.assertIn(scripts, (["rackcast-data"], ["rackcast-data", "rackcast-viewer"]))
        self.assertEqual(json.loads(page.data)["summary"]["title"], HOSTILE)

    def test_what_is_no_finished_run_is_2_with_a_message(self):
        self.run_few()
        (self.folder / "empty").mkdir()
        (self.folder / "out/summary.json").write_text("{")
        for folder in ("missing", "empty", "out", "out/summary.json"):
            said = self.call("report", folder, code=2).stderr
            self.assertNotIn("bug", said)
            self.assertNotEqual(said, "")
        self.call("report", code=2)
        self.assertIn('did you mean "report"?', self.call("reprot", "out", code=2).stderr)

    def test_compare_says_what_differs_and_writes_a_page(self):
        self.run_few()
        self.call("run", SCENARIO, "--replications", 4, "--out", "small", "--set", 'server.box.gpu.power_limit="200 W"')
        said = self.call("compare", "out", "small", "--page", "compare.html").stdout
        self.assertRegex(said, r"Lost: Power limit +0 s +[\d.]+ (min|h) \(\+")
        self.assertRegex(said, r"Peak power +[\d.]+ k?W +[\d.]+ W \(−")
        page = Page((self.folder / "compare.html").read_text())
        self.assertEqual((page.wrong, page.open), ([], []))
        for folder in ("out", "small"):
            summary = json.loads((self.folder / folder / "summary.json").read_text())
            self.assertIn(summary["jobs"][0]["duration_s"]["mean"], page.values)
        self.assertIn("do not differ", self.call("compare", "out", "out").stdout)
        self.assertIn("two folders", self.call("compare", "out", code=2).stderr)
        self.call("compare", "out", "missing", code=2)
        self.call("compare", "out", "small", "--page", "no/such/folder.html", code=1)

    def test_no_room_for_the_page_is_a_warning_of_a_run_and_1_of_report(self):
        self.run_few()
        others = {p.name: p.read_bytes() for p in (self.folder / "out").iterdir() if p.name != "report.html"}
        largest = max(len(text) for text in others.values())
        self.assertGreater(len(self.page().encode()), largest + 2000)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 1000, largest + 1000))
        done = self.run_few("--seed", 1, preexec_fn=limit)
        self.assertIn("warning: no report.html", done.stderr)
        self.assertIn("File too large", done.stderr)
        names = {p.name for p in (self.folder / "out").iterdir()}
        self.assertEqual(names, set(others))
        self.assertEqual((self.folder / "out/summary.json").read_bytes(), others["summary.json"])
        self.assertIn("File too large", self.call("report", "out", code=1, preexec_fn=limit).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
