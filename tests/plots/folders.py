"""Output folders for the tests: a real one, made once, and copies of it that are hurt in one way."""

import csv
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "viz/python"))
BINARY = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
EXAMPLES = REPOSITORY / "scenarios/examples"
HOSTILE_TITLE = "50 $ of $x_1^{2}$ <img onerror='x'> \\frac{ \u202e " + "W" * 500


class WithFolder(unittest.TestCase):
    """Gives each test `self.folder` to write in and the run `self.run_folder`, which no test changes."""

    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory()
        cls.run_folder = pathlib.Path(cls.home.name) / "run"
        cls.simulate("closet-fan-outage", cls.run_folder)

    @classmethod
    def simulate(cls, example, out, replications=8):
        subprocess.run([BINARY, "run", EXAMPLES / f"{example}.toml", "--out", out, "--quiet", "--no-report", "--replications",
                        str(replications)], check=True, capture_output=True)
        return out

    @classmethod
    def tearDownClass(cls):
        cls.home.cleanup()

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def copy(self, **documents):
        """A copy of the run in which the text of files is replaced: copy(trace_csv="...")."""
        copied = self.folder / f"copy {len(list(self.folder.iterdir()))}"
        shutil.copytree(self.run_folder, copied)
        for name, text in documents.items():
            (copied / name.replace("_", ".", 1)).write_text(text, encoding="utf-8", newline="")
        return copied

    def text(self, name):
        return (self.run_folder / name).read_text(encoding="utf-8")

    def rows(self, name):
        with open(self.run_folder / name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def document(self, name):
        return json.loads(self.text(name))
