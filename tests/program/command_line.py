"""The command line from outside: exit codes, messages, folder rules and equal bytes. Usage: command_line.py BINARY SCENARIO"""

import json
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BINARY, SCENARIO = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
STEM = SCENARIO.stem
SAME = ("summary.json", "trace.csv", "bands.csv", "events.csv", "scenario.resolved.toml", "layout.json", "timeline.svg")


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def call(self, *words, code=0):
        done = subprocess.run([BINARY, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done

    def run_few(self, *words, code=0):
        return self.call("run", *words, "--replications", 4, code=code)

    def test_help_and_version(self):
        self.assertIn("Examples", self.call("--help").stdout)
        self.assertRegex(self.call("--version").stdout, r"^rackcast \d+\.\d+\.\d+\n$")
        for command in ("run", "check", "catalog", "validate", "report", "compare", "export"):
            self.assertIn("Example", self.call(command, "--help").stdout)

    def test_bad_usage_is_2_with_a_suggestion(self):
        self.call(code=2)
        self.assertIn('did you mean "run"?', self.call("rnu", code=2).stderr)
        self.assertIn('did you mean "--quiet"?', self.call("run", SCENARIO, "--quite", code=2).stderr)
        for words in (("run",), ("run", SCENARIO, "--jobs", 0), ("run", SCENARIO, "--seed", -1),
                      ("run", SCENARIO, "--set", "nothing"), ("check", "missing.toml"), ("catalog", "gpu"),
                      ("catalog", "gpus", "no such"), ("run", self.folder)):
            self.assertNotEqual(self.call(*words, code=2).stderr, "")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_validate_scores_tables_and_given_rows(self):
        table = json.loads(self.call("validate", "allreduce_single_node", "--json").stdout)["tables"][0]
        self.assertEqual(table["rows"], len(table["scored_rows"]))
        self.assertLess(table["median_ape"], table["baseline_mape"])
        rows = self.folder / "rows.csv"
        rows.write_text("gpu,gpus,message_bytes,time_us\na100,8,1073741824,8200\n")
        self.assertIn("a100/8/1073741824", self.call("validate", "allreduce_single_node", "--rows", rows).stdout)
        rows.write_text("gpu,gpus,message_bytes,time_us\na100,8,much,8200\n")
        self.assertIn(':2:8: "much" is no number',
                      self.call("validate", "allreduce_single_node", "--rows", rows, code=2).stderr)
        self.assertIn('did you mean "scaling"?', self.call("validate", "scalign", code=2).stderr)
        for words in (("--rows", rows), ("scaling", "--rows", "missing.csv"), ("scaling", "--rows", self.folder)):
            self.assertNotEqual(self.call("validate", *words, code=2).stderr, "")

    def test_invalid_input_is_2_places_the_problem_and_writes_nothing(self):
        bad = self.folder / "bad.toml"
        bad.write_text(SCENARIO.read_text() + "\nhorizon = 3\n")
        self.assertRegex(self.call("run", bad, code=2).stderr, r"bad\.toml:\d+:\d+: ")
        self.assertFalse((self.folder / "out").exists())

    def test_a_job_that_does_not_fit_is_3_and_writes_nothing(self):
        said = self.call("run", SCENARIO, "--set", 'server.box.gpu.memory="1 GiB"', code=3).stderr
        self.assertIn("activations", said)
        self.call("check", SCENARIO, "--set", 'server.box.gpu.memory="1 GiB"', code=3)
        self.assertFalse((self.folder / "out").exists())

    def test_a_run_writes_its_folder_and_again(self):
        for _ in range(2):
            self.assertIn("duration", self.run_few(SCENARIO).stdout)
            names = {p.name for p in (self.folder / "out" / STEM).iterdir()}
            self.assertEqual(names, {*SAME, "manifest.json", "report.html"})
        manifest = json.loads((self.folder / "out" / STEM / "manifest.json").read_text())
        self.assertEqual((manifest["tool"], manifest["complete"], manifest["replications"]), ("rackcast", True, 4))

    def test_bytes_are_equal_for_any_threads_and_from_the_resolved_scenario(self):
        self.run_few(SCENARIO, "--jobs", 1, "--out", "one")
        self.run_few(SCENARIO, "--jobs", 3, "--out", "three")
        self.call("run", "one/scenario.resolved.toml", "--out", "again")
        for name in SAME:
            first = (self.folder / "one" / name).read_bytes()
            self.assertEqual(first, (self.folder / "three" / name).read_bytes(), name)
            self.assertEqual(first, (self.folder / "again" / name).read_bytes(), name)

    def test_a_folder_that_is_not_ours_is_left_alone(self):
        (self.folder / "mine").mkdir()
        (self.folder / "mine" / "thesis").write_text("years")
        self.assertIn("untouched", self.run_few(SCENARIO, "--out", "mine", code=2).stderr)
        self.assertEqual([p.name for p in (self.folder / "mine").iterdir()], ["thesis"])

    def test_what_the_machine_refuses_is_1_and_says_why(self):
        (self.folder / "file").write_text("")
        said = self.run_few(SCENARIO, "--out", "file/below", code=1).stderr
        self.assertIn("Not a directory", said)
        self.assertNotIn("bug", said)
        limits = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
        done = subprocess.run([BINARY, "run", SCENARIO, "--replications", "4", "--out", "limited"], cwd=self.folder,
                              preexec_fn=limits, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("File too large", done.stderr)
        self.assertFalse([p for p in (self.folder / "limited").iterdir() if p.name.endswith(".part")])
        with open("/dev/full", "w") as full:
            done = subprocess.run([BINARY, "check", SCENARIO], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("No space left", done.stderr)

    def test_a_batch_goes_on_after_a_failure_and_ends_with_the_worst_code(self):
        batch = self.folder / "batch"
        batch.mkdir()
        for name in ("a", "z"):
            (batch / f"{name}.toml").write_text(SCENARIO.read_text())
        (batch / "bad.toml").write_text("title = 3\n")
        said = self.run_few(batch, code=2).stdout
        self.assertIn("2 of 3 done", said)
        self.assertEqual({p.name for p in (self.folder / "out").iterdir()}, {"a", "z"})

    def test_two_inputs_of_one_stem_are_an_error(self):
        self.assertIn("both write", self.run_few(SCENARIO, SCENARIO, code=2).stderr)

    def test_json_is_the_summary_and_nothing_else(self):
        printed = self.run_few(SCENARIO, "--json").stdout
        self.assertEqual(printed, (self.folder / "out" / STEM / "summary.json").read_text())
        for job in json.loads(printed)["jobs"]:
            lost = sum(v["mean"] if isinstance(v, dict) else v for v in job["lost_time_s"].values())
            whole = job["ideal_duration_s"]["mean"] + lost
            self.assertAlmostEqual(job["duration_s"]["mean"] / whole, 1, places=12)

    def test_keys_come_from_the_facts(self):
        everything = self.call("catalog", "keys").stdout
        job = self.call("catalog", "keys", "job").stdout
        self.assertIn(job, everything)
        self.assertIn("checkpoint.every", job)
        self.assertNotIn("ventilation", job)
        self.assertIn("job", self.call("catalog", "keys", "jobb", code=2).stderr)

    def test_quiet_prints_nothing(self):
        done = self.run_few(SCENARIO, "--quiet")
        self.assertEqual(done.stdout + done.stderr, "")

    def test_an_interruption_is_130_and_keeps_what_is_finished(self):
        words = [BINARY, "run", SCENARIO, "--replications", "1000000", "--quiet"]
        running = subprocess.Popen(words, cwd=self.folder, stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130, said)
        manifest = json.loads((self.folder / "out" / STEM / "manifest.json").read_text())
        summary = json.loads((self.folder / "out" / STEM / "summary.json").read_text())
        self.assertEqual(manifest["ended_by"], "interrupted")
        self.assertEqual(manifest["replications"], summary["replications"])
        self.assertGreater(summary["replications"], 0)

    def test_an_interruption_does_not_wait_for_the_end_of_a_long_replication(self):
        words = [BINARY, "run", SCENARIO, "--set", "run.horizon=\"100 yr\"", "--set",
                 "job.imagenet.dataset.epochs=1000000", "--replications", "4", "--quiet"]
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            running = subprocess.Popen(words, cwd=self.folder, stderr=subprocess.PIPE, text=True)
            time.sleep(0.5)
            running.send_signal(number)
            _, said = running.communicate(timeout=5)
            self.assertEqual(running.returncode, 130, said)
            self.assertIn("nothing is written", said)

    def test_json_of_several_inputs_is_one_list(self):
        for name in ("a", "b"):
            (self.folder / f"{name}.toml").write_text(SCENARIO.read_text())
        for call in (self.run_few, lambda *words: self.call("check", *words)):
            self.assertEqual(len(json.loads(call("a.toml", "b.toml", "--json").stdout)), 2)
            self.assertIsInstance(json.loads(call("a.toml", "--json").stdout), dict)

    def test_names_of_files_neither_steer_the_terminal_nor_leave_the_output_folder(self):
        (self.folder / "\x1b[31m.toml").write_text("x = 1")
        said = self.call("check", "\x1b[31m.toml", code=2).stderr
        self.assertNotIn("\x1b", said)
        self.assertIn("\\x1b[31m.toml:1:1", said)
        shown = self.call("check", SCENARIO, "--set", 'title="\\u001b[31mred"').stdout
        self.assertTrue(shown.startswith("\\x1b[31mred\n"), shown[:40])
        (self.folder / "...toml").write_text(SCENARIO.read_text())
        self.assertIn("--out", self.run_few("...toml", code=2).stderr)

    def test_absurd_amounts_are_refused_with_a_reason(self):
        for change, code in (('run.sample="1 ms"', 2), ("run.replications=1000000000", 2),
                             ('server.box.case.airflow="0.1 CFM"', 3), ('room.storeroom.other_heat="10 MW"', 3)):
            said = self.call("run", SCENARIO, "--set", change, code=code).stderr
            self.assertIn("(", said)
            self.assertNotIn("bug", said)

    def test_the_catalogue_lists_and_shows(self):
        self.assertIn("gpus", self.call("catalog").stdout)
        listed = self.call("catalog", "gpus").stdout
        self.assertRegex(listed, r"(?m)^name +category .* confidence$")
        self.assertRegex(listed, r"(?m)^RTX 3090 +consumer ")
        shown = self.call("catalog", "gpus", "RTX 3090").stdout
        self.assertIn("source = ", shown)
        self.assertIn("UNVERIFIED", shown)
        self.assertEqual(shown, self.call("catalog", "gpus", "rtx3090").stdout)

    def test_a_word_that_is_no_name_lists_what_holds_it(self):
        listed = self.call("catalog", "gpus", "3090").stdout
        self.assertIn("RTX 3090 Ti", listed)
        self.assertNotIn("A100", listed)
        self.assertIn('did you mean "RTX 3090"?', self.call("catalog", "gpus", "RTX 3O90", code=2).stderr)

    def test_the_catalogue_filters_and_sorts(self):
        where = ("--where", "memory >= 24 GiB", "--where", "power.default < 300 W", "--where", "category = datacenter")
        rows = json.loads(self.call("catalog", "gpus", *where, "--sort", "-memory_bandwidth", "--json").stdout)
        self.assertGreater(len(rows), 1)
        bandwidths = [float(row["memory_bandwidth"]["value"].strip('"').split()[0]) for row in rows]
        self.assertEqual(bandwidths, sorted(bandwidths, reverse=True))
        for row in rows:
            self.assertGreaterEqual(float(row["memory"]["value"].strip('"').split()[0]), 24)
            self.assertEqual(row["category"]["value"], '"datacenter"')
        self.assertIn("no entry of gpus fits", self.call("catalog", "gpus", "--where", "memory > 1 TiB").stdout)
        for words, said in ((("--where", "memori > 1 GiB"), '"memory"'), (("--where", "memory > 1"), "unit"),
                            (("--where", "memory"), "OP"), (("--sort", "yaer"), '"year"')):
            self.assertIn(said, self.call("catalog", "gpus", *words, code=2).stderr)

    def test_the_budget_says_the_same_in_words_and_numbers(self):
        text = self.call("check", SCENARIO).stdout
        job = json.loads(self.call("check", SCENARIO, "--json").stdout)["jobs"][0]
        power = job["power"]
        parts = ("gpus_w", "cpus_w", "storage_w", "other_w", "losses_w")
        self.assertAlmostEqual(sum(power[part] for part in parts), power["wall_w"], places=6)
        for watts in [power[part] for part in parts] + [power["wall_w"]]:
            self.assertRegex(text, rf"\b{watts:.0f}\b")
        for degrees in (job["die_c"], job["room_c"], job["intake_c"], job["heat"]["memory_c"]):
            self.assertIn(f"{degrees:.1f} °C", text)
        used = [margin["used"] for margin in job["margins"]]
        self.assertEqual(used, sorted(used, reverse=True))
        for margin in job["margins"]:
            self.assertIn(margin["limit"], text)

    def test_what_the_budget_proposes_relieves(self):
        tight = ("--set", 'server.box.psu.rating="700 W"')
        job = json.loads(self.call("check", SCENARIO, *tight, "--json").stdout)["jobs"][0]
        margins = {margin["key"]: margin for margin in job["margins"]}
        reliefs = margins["supply_steady"]["reliefs"]
        self.assertGreater(margins["supply_steady"]["used"], 1)
        self.assertGreater(len(reliefs), 1)
        for relief in reliefs:
            again = json.loads(self.call("check", SCENARIO, *tight, "--set", relief["set"], "--json").stdout)["jobs"][0]
            now = {margin["key"]: margin["used"] for margin in again["margins"]}
            self.assertLess(now["supply_steady"], 1)
            self.assertAlmostEqual(now["supply_steady"], relief["used"], places=6)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
