"""rackcast_plots.load: the numbers are those of the files, and a folder that does not do is told so. Usage: loader_test.py BINARY"""

import json
import subprocess
import sys
import unittest

from folders import REPOSITORY, WithFolder

try:
    import pandas as pd
except ImportError as missing:
    print(f"SKIPPED: {missing} (Debian: python3-pandas)")
    sys.exit(77)
try:
    import xarray
except ImportError:
    xarray = None

from rackcast_plots.folder import FolderError, load, unit_of  # noqa: E402


class Loader(WithFolder):
    def test_every_number_of_the_trace_is_that_of_the_file(self):
        trace, rows = load(self.run_folder).trace, self.rows("trace.csv")
        self.assertEqual(len(trace), len(rows))
        self.assertGreater(len(rows), 500)
        for column in rows[0]:
            for read, written in zip(trace[column], (row[column] for row in rows)):
                if column in ("component", "mode"):
                    self.assertEqual(read, written)
                elif written == "":
                    self.assertTrue(pd.isna(read))
                else:
                    self.assertEqual(read, float(written))

    def test_bands_and_events_are_those_of_the_files(self):
        run = load(self.run_folder)
        bands = self.rows("bands.csv")
        self.assertEqual([f"{c}.{q}" for c, q in zip(run.bands["component"], run.bands["quantity"])], [b["series"] for b in bands])
        self.assertEqual(run.bands["p90"].dropna().tolist(), [float(b["p90"]) for b in bands if b["p90"]])
        events = self.rows("events.csv")
        self.assertEqual(run.events["id"].tolist(), [int(e["id"]) for e in events])
        self.assertEqual(run.events["cause_id"].isna().tolist(), [e["cause_id"] == "" for e in events])
        self.assertEqual(run.events["detail"].tolist(), [e["detail"] for e in events])
        self.assertEqual(run.summary, self.document("summary.json"))
        self.assertEqual(run.layout, self.document("layout.json"))

    def test_wide_form_and_series_hold_the_same_numbers(self):
        run = load(self.run_folder)
        wide = run.wide("power_w")
        self.assertEqual(set(wide.columns), {"server.rig", "server.rig.gpu[0]", "server.rig.gpu[1]"})
        for component in wide.columns:
            series = run.series(component, "power_w")
            self.assertEqual(wide[component].dropna().tolist(), series.tolist())
        self.assertEqual(len(run.series("server.rig", "no_such_column")), 0)
        self.assertRaises(KeyError, run.wide, "no_such_column")
        self.assertIn("thermal_die", set(run.wide("mode")["server.rig.gpu[0]"]))

    @unittest.skipUnless(xarray, "no xarray (Debian: python3-xarray)")
    def test_xarray_has_dimensions_units_and_the_same_numbers(self):
        run = load(self.run_folder)
        data = run.to_xarray()
        self.assertEqual(data["die_c"].dims, ("time", "component"))
        self.assertEqual({n: data[n].attrs.get("units") for n in ("power_w", "die_c", "clock_mhz", "utilisation", "mode", "time")},
                         {"power_w": "W", "die_c": "degC", "clock_mhz": "MHz", "utilisation": "1", "mode": None, "time": "s"})
        series = data["die_c"].sel(component="server.rig.gpu[1]").to_series().dropna()
        self.assertEqual(series.tolist(), run.series("server.rig.gpu[1]", "die_c").tolist())
        self.assertEqual(data.sizes["time"], run.trace["time_s"].nunique())

    def test_loading_needs_no_matplotlib(self):
        program = ("import sys; sys.path.insert(0, sys.argv[1]); sys.modules['matplotlib'] = None\n"
                   "import rackcast_plots; rackcast_plots.load(sys.argv[2])")
        subprocess.run([sys.executable, "-c", program, REPOSITORY / "viz/python", self.run_folder], check=True)

    def test_units_come_from_names(self):
        self.assertEqual([unit_of(c) for c in ("power_max_w", "die_c", "clock_min_mhz", "time_s", "progress")],
                         ["W", "degC", "MHz", "s", "1"])

    def test_names_that_look_like_nothing_stay_names(self):
        events = self.text("events.csv") + '999999,,0,1,info,job.NA,nan,"a ""quoted"", line\nand another"\n'
        run = load(self.copy(events_csv=events))
        self.assertEqual(run.events.iloc[-1][["component", "event", "detail"]].tolist(),
                         ["job.NA", "nan", 'a "quoted", line\nand another'])

    def refused(self, folder, *words):
        with self.assertRaises(FolderError) as caught:
            load(folder)
        for word in (str(folder), *words):
            self.assertIn(word, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_folders_that_are_none_of_ours(self):
        self.refused(self.folder / "none", "does not exist")
        self.refused(self.run_folder / "trace.csv", "is a file")
        empty = self.folder / "empty"
        empty.mkdir()
        self.refused(empty, "is empty")
        (empty / "thesis.txt").write_text("years")
        self.refused(empty, "not written by rackcast")
        self.refused(self.copy(manifest_json='{"tool": "other", "complete": true}\n'), "not written by rackcast")

    def test_half_written_folders(self):
        self.refused(self.copy(manifest_json='{"tool": "rackcast", "complete": false}\n'), "not complete")
        self.refused(self.copy(trace_csv=self.text("trace.csv")[:-7]), "trace.csv", "middle of a line")
        self.refused(self.copy(bands_csv=""), "bands.csv", "is empty")
        self.refused(self.copy(summary_json=self.text("summary.json")[:500]), "summary.json")
        whole = self.copy()
        (whole / "events.csv").unlink()
        self.refused(whole, "has no events.csv")

    def test_damaged_files(self):
        self.refused(self.copy(trace_csv="time_s,power_w\n1,2\n"), "no column component")
        self.refused(self.copy(trace_csv="time_s,component,power_w\n1,server.rig,much\n"), "trace.csv")
        self.refused(self.copy(trace_csv="time_s,component\n1,a,b,c\n"), "trace.csv")
        self.refused(self.copy(layout_json="[]\n"), "layout.json")
        self.refused(self.copy(layout_json=json.dumps({"components": 3})), "lists no components")
        self.refused(self.copy(summary_json="[" * 100_000), "summary.json")
        binary = self.copy()
        (binary / "trace.csv").write_bytes(b"time_s,component\n\xff\xfe,\x00\n")
        self.refused(binary, "trace.csv")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
