"""`rackcast plot` from outside: files, messages, hostile names, and what happens without Python's packages.
Usage: plot_command.py BINARY SCENARIO"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY, SCENARIO = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
HOSTILE = "a b';touch hurt;$(touch hurt)\n-é\"&"


def can_draw():
    found = [subprocess.run([python, "-c", "import matplotlib, pandas"], capture_output=True).returncode == 0
             for python in ("python3", "/usr/bin/python3") if shutil.which(python)]
    return any(found)


DRAWS = can_draw()


class Plot(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.run_folder = pathlib.Path(cls.home.name) / "run"
        subprocess.run([BINARY, "run", SCENARIO, "--replications", "4", "--no-report", "--out", cls.run_folder], check=True,
                       capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.home.cleanup()

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "tmp").mkdir()

    def call(self, *words, code=0, binary=BINARY, **environment):
        done = subprocess.run([binary, "plot", *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=120,
                              env={**os.environ, "TMPDIR": str(self.folder / "tmp"), **environment})
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        self.assertNotIn("Traceback", done.stderr)
        self.assertEqual(list((self.folder / "tmp").glob("rackcast-*")), [])
        if code:
            self.assertEqual(done.stdout, "")
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done

    def test_help_names_the_kinds(self):
        said = self.call("--help").stdout
        for kind in ("time", "waterfall", "duration", "throttling", "power", "thermal", "margins"):
            self.assertIn(f"\n  {kind} ", said)

    def test_unknown_kinds_and_formats_are_2_with_a_suggestion(self):
        self.assertIn('did you mean "waterfall"?', self.call(self.run_folder, "waterfal", code=2).stderr)
        self.assertIn("svg, png, pdf", self.call(self.run_folder, "time", "--out", "x.jpeg", code=2).stderr)
        self.assertIn("svg, png, pdf", self.call(self.run_folder, "time", "--format", "bmp", code=2).stderr)

    def test_without_the_packages_it_says_which_and_ends_with_1(self):
        blocked = self.folder / "blocked"
        blocked.mkdir()
        (blocked / "matplotlib.py").write_text("raise ImportError('blocked')\n")
        said = self.call(self.run_folder, "time", code=1, PYTHONPATH=str(blocked)).stderr
        for package in ("python3-matplotlib", "python3-pandas"):
            self.assertIn(package, said)

    @unittest.skipUnless(DRAWS, "no Python with matplotlib and pandas (Debian: python3-matplotlib, python3-pandas)")
    def test_it_draws_into_the_folder_or_where_it_is_told(self):
        self.assertEqual(self.call(self.run_folder, "margins").stdout.strip(), str(self.run_folder / "margins.svg"))
        self.assertTrue((self.run_folder / "margins.svg").read_bytes().startswith(b"<?xml"))
        self.call(self.run_folder, "margins", "--out", "m.pdf")
        self.assertTrue((self.folder / "m.pdf").read_bytes().startswith(b"%PDF"))
        self.call(self.run_folder, "margins", "--out", "picture", "--format", "png")
        self.assertTrue((self.folder / "picture").read_bytes().startswith(b"\x89PNG"))

    @unittest.skipUnless(DRAWS, "no Python with matplotlib and pandas")
    def test_a_copied_binary_draws_the_same(self):
        alone = self.folder / "alone"
        shutil.copy(BINARY, alone)
        self.call(self.run_folder, "margins", "--out", "a.svg")
        self.call(self.run_folder, "margins", "--out", "b.svg", binary=alone)
        self.assertEqual((self.folder / "a.svg").read_bytes(), (self.folder / "b.svg").read_bytes())

    @unittest.skipUnless(DRAWS, "no Python with matplotlib and pandas")
    def test_hostile_names_are_only_names(self):
        folder = self.folder / HOSTILE
        shutil.copytree(self.run_folder, folder)
        self.call(folder, "margins", "--out", self.folder / (HOSTILE + ".svg"))
        self.assertTrue((self.folder / (HOSTILE + ".svg")).is_file())
        self.assertFalse((self.folder / "hurt").exists())
        (self.folder / "pandas.py").write_text("raise SystemExit('the working folder was searched for modules')\n")
        self.call(self.run_folder, "margins", "--out", "c.svg")

    @unittest.skipUnless(DRAWS, "no Python with matplotlib and pandas")
    def test_folders_that_do_not_do_are_2_in_one_sentence(self):
        (self.folder / "empty").mkdir()
        for folder, words in (("none", "does not exist"), ("empty", "is empty"), (SCENARIO, "is a file")):
            self.assertIn(words, self.call(folder, "time", code=2).stderr)
        half = self.folder / "half"
        shutil.copytree(self.run_folder, half)
        (half / "trace.csv").write_text((half / "trace.csv").read_text()[:-9])
        self.assertIn("trace.csv", self.call(half, "time", code=2).stderr)

    @unittest.skipUnless(DRAWS, "no Python with matplotlib and pandas")
    def test_what_the_machine_refuses_is_1(self):
        self.assertIn("No such file", self.call(self.run_folder, "margins", "--out", "none/x.svg", code=1).stderr)
        said = self.call(self.run_folder, "margins", code=1, TMPDIR=str(self.folder / "no such folder")).stderr
        self.assertIn("temporary folder", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
