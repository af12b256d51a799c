"""Exports from outside, read by the tools that they are for. Usage: exports.py BINARY SCENARIO

Reading netCDF needs the module netCDF4 (Debian: python3-netcdf4; python3-xarray is tried too), reading OpenMetrics
promtool (Debian: prometheus); what is not there is skipped with the reason."""

import collections
import csv
import datetime
import json
import math
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY, SCENARIO = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
HOSTILE = 'a"b\'c\\d\n\u202eltr,\t<x>{}=' + "n" * 10_000
FORMATS = {"netcdf": "trace.nc", "openmetrics": "metrics.om", "nvidia-smi": "nvidia-smi.csv", "perfetto": "trace.perfetto.json"}
START_MS = 1_767_225_600_000  # 2026-01-01T00:00:00Z
GPU = "server.box.gpu[1]"
LABEL = re.compile(r'([A-Za-z_][A-Za-z0-9_]*)="((?:[^"\\\n]|\\.)*)"')

DUMP_NETCDF = """
import json, sys, netCDF4
d = netCDF4.Dataset(sys.argv[1])
text = lambda name: [str(x) for x in d[name][:]]
out = {"conventions": d.Conventions, "title": d.title, "dimensions": {k: len(v) for k, v in d.dimensions.items()},
       "components": text("component"), "time_units": d["time"].units, "time": d["time"][:].tolist(),
       "attributes": {k: [getattr(v, "units", None), getattr(v, "long_name", None)] for k, v in d.variables.items()},
       "power_w": d["power_w"][:].filled(float("nan")).tolist(), "mode": d["mode"][:].filled(-1).tolist(),
       "meanings": d["mode"].flag_meanings.split(), "band": d["power_w_band"][:].filled(float("nan")).tolist(),
       "events": [text("event_component"), text("event_name"), d["event_time"][:].tolist(),
                  d["event_replication"][:].tolist(), d["event_severity"][:].tolist()]}
try:
    import xarray
    with xarray.open_dataset(sys.argv[1]) as x:
        out["xarray"] = [str(x.time.values[0]), float(x.power_w.sel(component=sys.argv[2]).max()), list(x.power_w.dims)]
except ImportError:
    pass
print(json.dumps(out))
"""


def python_with_netcdf():
    for python in (sys.executable, "/usr/bin/python3"):
        if shutil.which(python) and subprocess.run([python, "-c", "import netCDF4"], capture_output=True).returncode == 0:
            return python
    return None


def metrics(text):
    """{(name, labels): [(seconds, value)]} of OpenMetrics text, checking what a strict reader would."""
    out, closed, family = collections.OrderedDict(), set(), None
    lines = text.split("\n")
    assert lines[-2:] == ["# EOF", ""], lines[-2:]
    for line in lines[:-2]:
        if line.startswith("# "):
            name = line.split(" ")[2]
            if name != family:
                assert name not in closed, f"{name} comes twice"
                family = name
                closed.add(name)
            continue
        match = re.fullmatch(r"([a-zA-Z_][a-zA-Z0-9_]*)\{(.*)\} (\S+) (\S+)", line)
        assert match and match[1] == family, line[:200]
        assert LABEL.sub("", match[2]).strip(",") == "", match[2][:200]
        key = (match[1], tuple((k, re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], v)) for k, v in LABEL.findall(match[2])))
        if key in out:
            assert key == next(reversed(out)), f"{match[1]}: series interleave"
            assert out[key][-1][0] < float(match[4])
        out.setdefault(key, []).append((float(match[4]), float(match[3])))
    return out


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.source = pathlib.Path(cls.kept.name) / "run"
        done = subprocess.run([BINARY, "run", SCENARIO, "--replications", "5", "--out", cls.source, "--no-report", "--quiet"],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        done = subprocess.run([BINARY, "export", cls.source, "netcdf", "--out", cls.kept.name + "/x.nc"], capture_output=True, text=True)
        cls.no_netcdf = done.stderr if "this build has no netCDF" in done.stderr else ""
        assert done.returncode == (2 if cls.no_netcdf else 0), done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.kept.cleanup()

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.run_folder = self.folder / "run"
        shutil.copytree(self.source, self.run_folder)

    def tearDown(self):
        self.scratch.cleanup()

    def call(self, *words, code=0, **more):
        done = subprocess.run([BINARY, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=120, **more)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        self.assertNotIn("bug", done.stderr)
        return done

    def export(self, name, *words):
        self.call("export", "run", name, *words)
        return self.run_folder / FORMATS[name]

    def formats(self):
        return [f for f in FORMATS if f != "netcdf" or not self.no_netcdf]

    def trace(self):
        with open(self.run_folder / "trace.csv", newline="") as file:
            return list(csv.DictReader(file))

    def values(self, component, column):
        return [(float(r["time_s"]), float(r[column])) for r in self.trace() if r["component"] == component and r[column]]

    def rewrite(self, **names):
        """Gives components of the folder other names."""
        for name in ("trace.csv", "events.csv"):
            with open(self.run_folder / name, newline="") as file:
                rows = list(csv.reader(file))
            with open(self.run_folder / name, "w", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([[names.get(x, x) for x in row] for row in rows])
        layout = json.loads((self.run_folder / "layout.json").read_text())
        for part in layout["components"]:
            part["path"] = names.get(part["path"], part["path"])
            if "product" in part:
                part["product"] = HOSTILE
        (self.run_folder / "layout.json").write_text(json.dumps(layout))

    def dump_netcdf(self, path, component=GPU):
        python = python_with_netcdf()
        if python is None:
            self.skipTest("no Python here has the module netCDF4 (Debian: python3-netcdf4)")
        done = subprocess.run([python, "-c", DUMP_NETCDF, path, component], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_netcdf_holds_trace_bands_and_events(self):
        if self.no_netcdf:
            self.skipTest(self.no_netcdf)
        got = self.dump_netcdf(self.export("netcdf"))
        self.assertEqual((got["conventions"], got["time_units"]), ("CF-1.10", "seconds since 2026-01-01 00:00:00"))
        part = got["components"].index(GPU)
        expected = self.values(GPU, "power_w")
        self.assertEqual(list(zip(got["time"], (row[part] for row in got["power_w"]))), expected)
        modes = [r["mode"] for r in self.trace() if r["component"] == GPU]
        self.assertEqual([got["meanings"][row[part]] for row in got["mode"]], modes)
        self.assertTrue(all(math.isnan(row[got["components"].index("job.imagenet")]) for row in got["power_w"]))
        for name in ("power_w", "die_c", "clock_mhz", "power_w_band", "utilisation"):
            self.assertTrue(all(got["attributes"][name]), name)
        with open(self.run_folder / "bands.csv", newline="") as file:
            bands = [[float(r[q]) for q in ("p10", "p50", "p90")] for r in csv.DictReader(file) if r["series"] == "server.box.power_w"]
        self.assertEqual([row[got["components"].index("server.box")] for row in got["band"]][:len(bands)], bands)
        with open(self.run_folder / "events.csv", newline="") as file:
            events = list(csv.DictReader(file))
        self.assertEqual(got["events"], [[e["component"] for e in events], [e["event"] for e in events],
                                         [float(e["time_s"]) for e in events], [int(e["replication"]) for e in events],
                                         [("info", "warning", "error").index(e["severity"]) for e in events]])
        if "xarray" in got:
            self.assertEqual(got["xarray"], ["2026-01-01T00:00:00.000000000", max(v for _, v in expected), ["time", "component"]])

    def test_openmetrics_says_what_the_trace_says(self):
        got = metrics(self.export("openmetrics").read_text())
        of_gpu = {name: values for (name, labels), values in got.items() if ("component", GPU) in labels}
        for metric, column, factor in (("DCGM_FI_DEV_GPU_TEMP", "die_c", 1), ("DCGM_FI_DEV_MEMORY_TEMP", "memory_c", 1),
                                       ("DCGM_FI_DEV_POWER_USAGE", "power_w", 1), ("DCGM_FI_DEV_SM_CLOCK", "clock_mhz", 1),
                                       ("DCGM_FI_DEV_GPU_UTIL", "utilisation", 100), ("rackcast_gpu_inlet_celsius", "inlet_c", 1)):
            expected = [(START_MS / 1000 + t, v * factor) for t, v in self.values(GPU, column)]
            self.assertEqual(of_gpu[metric], expected, metric)
        power = self.values(GPU, "power_w")
        energy_mj = 1000 * sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in zip(power, power[1:]))
        self.assertAlmostEqual(of_gpu["DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION"][-1][1] / energy_mj, 1, places=12)
        labels = next(dict(l) for (name, l) in got if name == "DCGM_FI_DEV_GPU_TEMP" and ("component", GPU) in l)
        self.assertEqual({k: labels[k] for k in ("gpu", "device", "modelName", "Hostname")},
                         {"gpu": "1", "device": "nvidia1", "modelName": "NVIDIA GeForce RTX 3090", "Hostname": "box"})
        self.assertRegex(labels["UUID"], "^GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
        self.assertIn(("rackcast_job_progress_ratio", (("component", "job.imagenet"), ("name", "imagenet"))), got)

    def test_prometheus_loads_the_metrics(self):
        promtool = shutil.which("promtool")
        if promtool is None:
            self.skipTest("promtool is not here (Debian: prometheus)")
        self.rewrite(**{GPU: HOSTILE})
        path = self.export("openmetrics")
        data = self.folder / "data"
        done = subprocess.run([promtool, "tsdb", "create-blocks-from", "openmetrics", path, data], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        (data / "wal").mkdir(exist_ok=True)
        done = subprocess.run([promtool, "tsdb", "dump", data], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        loaded = collections.Counter()
        for line in done.stdout.splitlines():
            name, value, ms = re.search(r'__name__="(\w+)"', line)[1], *line.rsplit(" ", 2)[1:]
            loaded[name, float(value), int(ms)] += 1
        expected = collections.Counter()
        for (name, _), samples in metrics(path.read_text()).items():
            expected.update((name, value, round(seconds * 1000)) for seconds, value in samples)
        self.assertGreater(len(expected), 100)
        self.assertEqual(loaded, expected)

    def test_nvidia_smi_is_the_log_of_the_tool(self):
        lines = self.export("nvidia-smi", "--start", "2026-03-01T08:00:00.25+01:00").read_text().splitlines()
        names = lines[0].split(", ")
        for name in ("timestamp", "index", "pstate", "temperature.gpu", "power.draw [W]", "clocks.current.sm [MHz]",
                     "utilization.gpu [%]", "clocks_event_reasons.sw_power_cap"):
            self.assertIn(name, names)
        rows = [r for r in self.trace() if ".gpu[" in r["component"]]
        self.assertEqual(len(lines) - 1, len(rows))
        for line, row in zip(lines[1:], rows):
            got = dict(zip(names, line.split(", "), strict=True))
            when = datetime.datetime(2026, 3, 1, 7, 0, 0, 250_000) + datetime.timedelta(seconds=float(row["time_s"]))
            read = datetime.datetime.strptime(got["timestamp"], "%Y/%m/%d %H:%M:%S.%f")
            self.assertLessEqual(abs(read - when), datetime.timedelta(milliseconds=1))
            self.assertEqual(got["index"], row["component"][-2])
            self.assertAlmostEqual(float(got["power.draw [W]"].removesuffix(" W")), float(row["power_w"]), delta=0.006)
            self.assertAlmostEqual(float(got["temperature.gpu"]), float(row["die_c"]), delta=0.5001)
            self.assertEqual(got["clocks_event_reasons.sw_power_cap"], "Active" if row["mode"] == "power_cap" else "Not Active")
            self.assertEqual(bool(int(got["clocks_event_reasons.active"], 16) & 4), row["mode"] == "power_cap")

    def check_chrome_trace(self, events):
        """The Trace Event Format as far as an export uses it."""
        stacks, ends = collections.defaultdict(list), {}
        for e in events:
            self.assertLessEqual({"name", "ph", "ts", "pid", "tid"}, set(e))
            self.assertIn(e["ph"], "MCXBEi")
            self.assertGreaterEqual(e["ts"], 0)
            track = e["pid"], e["tid"]
            if e["ph"] == "C":
                self.assertTrue(e["args"] and all(isinstance(v, (int, float)) for v in e["args"].values()))
            if e["ph"] == "X":
                self.assertGreater(e["dur"], 0)
            if e["ph"] == "i":
                self.assertIn(e["s"], "tpg")
            if e["ph"] in "BE":
                self.assertGreaterEqual(e["ts"], ends.get(track, 0))
                ends[track] = e["ts"]
                if e["ph"] == "B":
                    stacks[track].append(e["name"])
                else:
                    self.assertEqual(stacks[track].pop(), e["name"])
        self.assertFalse(any(stacks.values()))
        named = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name"}
        self.assertLessEqual({(e["pid"], e["tid"]) for e in events if e["ph"] in "BEXi"}, named)

    def test_perfetto_is_a_chrome_trace(self):
        events = json.loads(self.export("perfetto").read_text())
        self.check_chrome_trace(events)
        counters = [(e["ts"] / 1e6, e["args"]["W"]) for e in events if e["ph"] == "C" and e["name"] == "gpu[1] power"]
        self.assertEqual(counters, self.values(GPU, "power_w"))
        training = [e["ts"] for e in events if e["name"] == "training"]
        with open(self.run_folder / "events.csv", newline="") as file:
            of_first = [float(e["time_s"]) * 1e6 for e in csv.DictReader(file)
                        if e["replication"] == "0" and e["event"].startswith("training")]
        self.assertEqual(training, of_first)

    def test_perfetto_tells_states_of_gpus_and_interruptions(self):
        with open(self.run_folder / "events.csv", "w") as file:
            file.write("id,cause_id,replication,time_s,severity,component,event,detail\n"
                       "1,,0,90,info,job.imagenet,training starts,\n2,,0,200,warning,server.box.gpu[0],thermal_die,83 C\n"
                       "3,,0,300,warning,server.box.gpu[0],hw_slowdown,\n4,,0,400,info,server.box.gpu[0],no longer throttled,\n"
                       "5,,0,500,error,server.box.psu,supply trips,\n6,5,0,500,error,job.imagenet,interrupted by loss of power,\n"
                       "7,,0,600,info,job.imagenet,training resumes,\n8,,1,50,error,server.box.gpu[0],GPU fault,\n")
        events = json.loads(self.export("perfetto").read_text())
        self.check_chrome_trace(events)
        told = [(e["name"], e["ph"], e["ts"] / 1e6) for e in events if e["ph"] in "BEi"]
        end_s = max(t for t, _ in self.values(GPU, "power_w"))
        self.assertEqual(told, [("training", "B", 90), ("thermal_die", "B", 200), ("thermal_die", "E", 300),
                                ("hw_slowdown", "B", 300), ("hw_slowdown", "E", 400), ("supply trips", "i", 500),
                                ("training", "E", 500), ("interrupted by loss of power", "B", 500),
                                ("interrupted by loss of power", "E", 600), ("training", "B", 600), ("training", "E", end_s)])

    def test_hostile_names_are_escaped(self):
        self.rewrite(**{GPU: HOSTILE})
        labels = [dict(l) for (name, l) in metrics(self.export("openmetrics").read_text()) if name == "DCGM_FI_DEV_GPU_TEMP"]
        self.assertEqual([l["component"] for l in labels], ["server.box.gpu[0]", HOSTILE])
        self.assertEqual({l["modelName"] for l in labels}, {HOSTILE})
        lines = self.export("nvidia-smi").read_text().split("\n")
        self.assertEqual(len({line.count(", ") for line in lines[:-1]}), 1)
        self.assertLessEqual(max(len(line.encode()) for line in lines), 400)
        events = json.loads(self.export("perfetto").read_text())
        self.check_chrome_trace(events)
        self.assertIn(HOSTILE.rsplit(".", 1)[-1], {e["args"]["name"] for e in events if e["name"] == "thread_name"})

    def test_hostile_names_are_whole_in_netcdf(self):
        if self.no_netcdf:
            self.skipTest(self.no_netcdf)
        self.rewrite(**{GPU: HOSTILE})
        self.assertIn(HOSTILE, self.dump_netcdf(self.export("netcdf"), HOSTILE)["components"])

    def test_bytes_are_equal_and_start_is_a_choice(self):
        for name in ("openmetrics", "nvidia-smi", "perfetto"):
            first = self.export(name).read_bytes()
            self.assertEqual(self.export(name, "--start", "2026-01-01T00:00:00Z").read_bytes(), first)
            self.assertEqual(self.export(name, "--start", "2027-01-01T00:00:00Z").read_bytes() == first, name == "perfetto")

    def test_bad_usage_is_2_with_a_suggestion(self):
        self.assertIn('did you mean "perfetto"?', self.call("export", "run", "perfeto", code=2).stderr)
        self.assertIn("2026-01-01T00:00:00Z", self.call("export", "run", "perfetto", "--start", "yesterday", code=2).stderr)
        for text in ("2026-02-30T00:00:00Z", "2026-01-01", "2026-01-01T25:00:00Z", "1066-01-01T00:00:00Z", "2026-01-01T00:00:00"):
            self.call("export", "run", "openmetrics", "--start", text, code=2)
        self.assertIn("box", self.call("export", "run", "nvidia-smi", "--server", "bx", code=2).stderr)
        self.call("export", "run", "nvidia-smi", "--server", "box")
        self.call("export", "run", "perfetto", "--server", "box", code=2)
        self.call("export", "run", code=2)
        self.call("export", "run", "perfetto", "--out", "run/trace.csv", code=2)
        self.assertEqual((self.run_folder / "trace.csv").read_bytes(), (self.source / "trace.csv").read_bytes())
        self.assertIn("Example", self.call("export", "--help").stdout)

    def test_what_is_no_finished_run_is_2_with_a_message(self):
        (self.folder / "empty").mkdir()
        (self.folder / "foreign").mkdir()
        (self.folder / "foreign/manifest.json").write_text('{"tool": "other"}')
        (self.folder / "half").mkdir()
        (self.folder / "half/manifest.json").write_text('{"tool": "rackcast", "complete": false}')
        for name in self.formats():
            for folder in ("missing", "empty", "foreign", "half", "run/trace.csv"):
                self.assertNotEqual(self.call("export", folder, name, code=2).stderr, "")
        damage = {"trace.csv": (b"", b"time_s,component\n", b"x,y\n", b"time_s,component,power_w\n0,server.box.gpu[0],w\n",
                                b"time_s,component,power_w\n0,nobody,1\n", b"time_s,component,power_w\n5,server.box,1\n4,server.box,1\n",
                                b"time_s,component,power_w\n1e300,server.box.gpu[0],1\n", b"time_s,component,power_w\n0,server.b"),
                  "layout.json": (b"{", b"[]", b'{"components": 3}')}
        for file, texts in damage.items():
            for text in texts:
                (self.run_folder / file).write_bytes(text)
                for name in self.formats():
                    done = subprocess.run([BINARY, "export", self.run_folder, name], capture_output=True, text=True)
                    self.assertIn(done.returncode, (0, 2) if text in (b"time_s,component\n", damage["trace.csv"][6]) else (2,), (text, name))
                    self.assertNotIn("bug", done.stderr)
            shutil.copy(self.source / file, self.run_folder / file)
        self.assertEqual([p.name for p in self.run_folder.iterdir() if p.name.startswith(".")], [])

    def test_what_the_machine_refuses_is_1_and_leaves_the_earlier_file(self):
        for name in self.formats():
            path = self.export(name)
            before = path.read_bytes()
            self.assertNotEqual(self.call("export", "run", name, "--out", "missing/file", code=1).stderr, "")
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
            self.assertIn("cannot write", self.call("export", "run", name, code=1, preexec_fn=limit).stderr)
            self.assertEqual(path.read_bytes(), before)
            self.assertEqual([p.name for p in self.run_folder.iterdir() if p.name.startswith(".")], [])

    @unittest.skipIf(b"__asan_init" in BINARY.read_bytes(), "the address sanitizer keeps what is freed")
    def test_memory_does_not_grow_with_the_trace(self):
        rows = self.trace()
        names = list(rows[0])
        long = self.folder / "long"
        shutil.copytree(self.source, long)
        with open(long / "trace.csv", "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(names)
            instant = [[r[n] for n in names[1:]] for r in rows if r["time_s"] == rows[-1]["time_s"]]
            for t in range(120_000):
                out.writerows([[t, *values] for values in instant])
        self.assertGreater((long / "trace.csv").stat().st_size, 70_000_000)
        for name in self.formats():
            kib = [self.peak_kib(name, folder) for folder in (self.run_folder, long)]
            self.assertLess(kib[1] - kib[0], 60_000, name)

    def peak_kib(self, name, folder):
        program = ("import resource, subprocess, sys\nsubprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)\n"
                   "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        return int(subprocess.run([sys.executable, "-c", program, BINARY, "export", folder, name, "--out", self.folder / "out"],
                                  capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
