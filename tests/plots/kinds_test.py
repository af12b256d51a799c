"""Each kind of plot: axes with units, and in the figure the numbers of the folder. Usage: kinds_test.py BINARY"""

import json
import re
import sys
import unittest

from folders import HOSTILE_TITLE, REPOSITORY, WithFolder

try:
    import matplotlib
    import numpy as np
    import pandas  # noqa: F401
except ImportError as missing:
    print(f"SKIPPED: {missing} (Debian: python3-matplotlib, python3-pandas)")
    sys.exit(77)

from rackcast_plots import KINDS, FolderError, draw, load, save  # noqa: E402
from rackcast_plots import boards, forecast, style  # noqa: E402

UNIT = r"\((s|min|h|d|W|°C|MHz|%)\)"


def lines(axes):
    return {line.get_label(): line for line in axes.get_lines()}


class Kinds(WithFolder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_read = load(cls.run_folder)

    def figure(self, kind, folder=None):
        return draw(load(folder) if folder else self.run_read, kind)

    def test_every_kind_makes_every_format_with_units_on_every_axis(self):
        for kind in KINDS:
            drawn = self.figure(kind)
            self.assertIn(round(drawn.get_figwidth(), 3), style.WIDTHS_IN.values())
            for axes in drawn.axes:
                numeric = [label for label in (axes.get_xlabel(), axes.get_ylabel()) if label]
                for label in numeric:
                    self.assertRegex(label, UNIT, kind)
            self.assertRegex(drawn.axes[-1].get_xlabel(), UNIT)
            for format, begin in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
                out = save(drawn, self.folder / f"{kind}.{format}")
                self.assertTrue(out.read_bytes().startswith(begin))
                self.assertGreater(out.stat().st_size, 3000)
        self.assertEqual([p for p in self.folder.iterdir() if p.suffix == ".part"], [])

    def test_the_same_folder_gives_the_same_bytes(self):
        for kind in KINDS:
            for format in style.FORMATS if kind == "time" else ("svg",):
                both = [save(self.figure(kind), self.folder / f"{n}.{format}").read_bytes() for n in "ab"]
                self.assertEqual(both[0], both[1], f"{kind} {format}")

    def test_a_readers_own_settings_change_nothing(self):
        before = save(self.figure("margins"), self.folder / "a.svg").read_bytes()
        with matplotlib.rc_context({"font.size": 20, "axes.grid": False, "svg.fonttype": "none"}):
            self.assertEqual(save(self.figure("margins"), self.folder / "b.svg").read_bytes(), before)

    def test_time_shows_the_trace_and_the_bands(self):
        axes = {a.get_ylabel(): a for a in self.figure("time").axes}
        run = self.run_read
        for label, column, factor in (("clock (MHz)", "clock_mhz", 1), ("utilisation (%)", "utilisation", 100)):
            drawn = lines(axes[label])["GPU 1"]
            series = run.series("server.rig.gpu[1]", column)
            np.testing.assert_allclose(drawn.get_ydata(), series * factor)
            np.testing.assert_allclose(drawn.get_xdata() * 3600, series.index)
        np.testing.assert_allclose(lines(axes["temperature (°C)"])["closet air"].get_ydata(), run.series("room.closet", "air_c"))
        band = axes["power (W)"].collections[0].get_paths()[0].vertices[:, 1]
        self.assertAlmostEqual(band.max(), run.band("server.rig", "power_w")["p90"].max())
        events = next(a for a in self.figure("time").axes if a.get_ylabel() == "")
        shown = sorted(x * 3600 for line in events.get_lines() for x in line.get_xdata())
        loud = run.events[(run.events["severity"] != "info") & (run.events["replication"] == 0)]
        np.testing.assert_allclose(shown, sorted(loud["time_s"]))

    def test_time_shows_no_events_of_other_replications(self):
        lines_of = self.text("events.csv").splitlines(keepends=True)
        quiet = "".join(line for line in lines_of if not (line.split(",")[2] == "0" and line.split(",")[4] != "info"))
        drawn = self.figure("time", self.copy(events_csv=quiet))
        self.assertEqual([a.get_ylabel() for a in drawn.axes if not a.get_ylabel()], [])

    def test_waterfall_adds_up_to_the_forecast(self):
        account = forecast._account(self.run_read.summary["jobs"][0])
        self.assertAlmostEqual(sum(value for _, value, _ in account[:-1]) / account[-1][1], 1, delta=1e-6)
        axes = self.figure("waterfall").axes[0]
        bars = axes.patches
        self.assertEqual(len(bars), len(account))
        for bar, (_, value, _) in list(zip(bars, account))[1:-1]:
            self.assertAlmostEqual(bar.get_width() * 3600, value)
        job = self.document("summary.json")["jobs"][0]
        self.assertAlmostEqual((bars[-1].get_x() + bars[-1].get_width()) * 3600, job["duration_s"]["mean"])
        self.assertAlmostEqual((bars[0].get_x() + bars[0].get_width()) * 3600, job["ideal_duration_s"]["mean"])

    def test_duration_is_the_distribution_of_the_summary(self):
        done = forecast.durations_s(self.run_read, self.run_read.summary["jobs"][0])
        known = self.document("summary.json")["jobs"][0]["duration_s"]
        self.assertEqual(len(done), 8)
        self.assertAlmostEqual(done.mean(), known["mean"], places=3)
        for name, share in (("p10", 0.1), ("p50", 0.5), ("p90", 0.9)):
            self.assertAlmostEqual(float(np.quantile(done, share)), known[name], places=3)
        line = lines(self.figure("duration").axes[0])["8 replications"]
        np.testing.assert_allclose(line.get_xdata()[1:] * 3600, done)
        self.assertEqual(line.get_ydata()[-1], 100)

    def test_duration_of_jobs_that_start_later_counts_from_their_start(self):
        run = load(self.simulate("two-students", self.folder / "students"))
        for job in run.summary["jobs"]:
            self.assertAlmostEqual(forecast.durations_s(run, job).mean(), job["duration_s"]["mean"], places=3)
        self.assertEqual(len(draw(run, "waterfall").axes), 3)

    def test_throttling_shares_are_the_summary_s(self):
        run = load(self.simulate("closet-fan-outage", self.folder / "one", replications=1))
        mine = [boards.shares(run, b["path"]) for b in run.boards()]
        for share in mine:
            self.assertAlmostEqual(sum(share.values()), 1)
        for cause, known in run.summary["throttling"]["by_cause"].items():
            self.assertAlmostEqual(np.mean([s[cause] for s in mine]), forecast.mean_of(known), delta=0.02)
        bars = draw(run, "throttling").axes[0].patches
        self.assertAlmostEqual(sum(b.get_width() for b in bars), 100 * 3)

    def test_power_curve_keeps_the_energy(self):
        series = self.run_read.series("server.rig", "power_w")
        share, value = boards.duration_curve(series)
        weights = boards.weights_s(series)
        self.assertAlmostEqual(np.sum(np.diff(np.append(0, share)) * value) / 100, np.sum(series * weights) / weights.sum())
        self.assertTrue((np.diff(value) <= 0).all())
        left, right = self.figure("power").axes
        self.assertEqual(lines(left)["supply rating 1600 W"].get_ydata()[0], 1600)
        self.assertEqual(lines(right)["GPU 0"].get_ydata()[0], self.run_read.series("server.rig.gpu[0]", "power_w").max())

    def test_thermal_points_are_samples(self):
        run, axes = self.run_read, self.figure("thermal").axes[0]
        line = lines(axes)["GPU 0"]
        rows = run.trace[run.trace["component"] == "server.rig.gpu[0]"]
        known = set(zip(rows["inlet_c"], rows["die_c"]))
        self.assertLessEqual(len(line.get_xdata()), boards.MOST_POINTS)
        self.assertTrue(set(zip(line.get_xdata(), line.get_ydata())) <= known)

    def test_margins_are_the_highest_value_over_the_limit(self):
        rows = {(words): (peak, limit) for _, words, peak, limit, _ in boards.margin_rows(self.run_read)}
        trace = self.rows("trace.csv")
        highest = lambda column, part: max(float(r[column]) for r in trace if r["component"].startswith(part) and r[column])
        self.assertEqual(rows["supply rating"], (max(float(r["power_max_w"]) for r in trace if r["component"] == "server.rig"), 1600))
        self.assertEqual(rows["memory"], (highest("memory_c", "server.rig.gpu"), 110))
        self.assertEqual(rows["die slowdown"], (highest("die_max_c", "server.rig.gpu"), 95))

    def test_hostile_titles_are_drawn_as_text(self):
        summary = self.document("summary.json")
        summary["title"] = HOSTILE_TITLE
        folder = self.copy(summary_json=json.dumps(summary))
        for kind in KINDS:
            picture = save(self.figure(kind, folder), self.folder / f"{kind}.svg").read_text(encoding="utf-8")
            self.assertNotIn("<img", picture)

    def test_many_boards_and_boards_of_cpus(self):
        for example in ("llama2-7b-8xa100", "cpu-only"):
            run = load(self.simulate(example, self.folder / example))
            for kind in KINDS:
                save(draw(run, kind), self.folder / "x.svg")
            self.assertEqual(len(run.boards()), 8 if example.startswith("llama") else 2)

    def test_a_folder_without_the_data_says_so(self):
        header = self.text("trace.csv").partition("\n")[0] + "\n"
        empty = self.copy(trace_csv=header)
        for kind in ("time", "throttling", "power", "thermal", "margins"):
            with self.assertRaises(FolderError):
                self.figure(kind, empty)
        events = self.text("events.csv").partition("\n")[0] + "\n"
        with self.assertRaises(FolderError):
            self.figure("duration", self.copy(events_csv=events))
        with self.assertRaises(FolderError):
            self.figure("waterfall", self.copy(summary_json='{"jobs": []}\n'))
        with self.assertRaises(FolderError):
            self.figure("pie")

    def test_the_gallery_shows_every_kind_in_small_files(self):
        page = (REPOSITORY / "docs/gallery.md").read_text(encoding="utf-8")
        pictures = [REPOSITORY / "docs" / name for name in re.findall(r"\]\((pictures/[^)]*)\)", page)]
        self.assertEqual(set(re.findall(r"^## (\w+)$", page, re.MULTILINE)), set(KINDS))
        self.assertGreaterEqual(len(pictures), len(KINDS))
        for picture in pictures:
            self.assertLess(picture.stat().st_size, 100_000, picture.name)

    def test_a_failed_write_leaves_the_earlier_file(self):
        out = self.folder / "x.svg"
        out.write_text("earlier")
        with self.assertRaises(ValueError):
            save(self.figure("margins"), self.folder / "x.bmp")
        with self.assertRaises(OSError):
            save(self.figure("margins"), self.folder / "none" / "x.svg")
        self.assertEqual(out.read_text(), "earlier")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
