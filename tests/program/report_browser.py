"""The report in a real browser, skipped where there is none. Usage: report_browser.py BINARY SCENARIO"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY, SCENARIO = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PROBE = """<body style="margin:0"><iframe id=f src="{page}" style="width:{width}px;height:800px;border:0"></iframe><script>
document.getElementById('f').onload = e => {{
  const d = e.target.contentDocument, out = {{}};
  out.scroll = d.documentElement.scrollWidth;
  out.sections = [...d.querySelectorAll('main > section')].map(s => [s.id, s.getBoundingClientRect().height]);
  const widths = [...d.querySelectorAll('svg.chart')].map(s => s.getBoundingClientRect().width);
  out.small = widths.filter(w => w > 0 && w < 200).length;  // a viewer hides what it replaces
  out.charts = d.querySelectorAll('svg.chart').length;
  out.data = JSON.parse(d.getElementById('rackcast-data').textContent).format;
  out.paper = e.target.contentWindow.getComputedStyle(d.body).backgroundColor;
  const pre = document.createElement('pre'); pre.textContent = JSON.stringify(out); document.body.append(pre);
}};</script>"""


@unittest.skipUnless(BROWSER, "no Chromium")
class InTheBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        title = '<img src=x onerror="document.title=1">' + "W" * 10_000
        subprocess.run([BINARY, "run", SCENARIO, "--replications", "4", "--out", "out", "--set", "title=" + json.dumps(title)],
                       cwd=cls.folder, check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def probe(self, width, *flags):
        probe = self.folder / f"probe-{width}.html"
        probe.write_text(PROBE.format(page=(self.folder / "out/report.html").as_uri(), width=width))
        done = subprocess.run([BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files",
                               f"--user-data-dir={self.folder}/profile", "--enable-logging=stderr", "--virtual-time-budget=5000",
                               *flags, "--dump-dom", probe.as_uri()], capture_output=True, text=True, timeout=120)
        self.assertNotIn("CONSOLE", done.stderr)
        found = re.search(r"<pre>(.*?)</pre>", done.stdout, re.DOTALL)
        self.assertTrue(found, done.stdout[-500:] + done.stderr[-500:])
        return json.loads(found.group(1))

    def test_no_sideways_scroll_from_phone_to_desk(self):
        for width in (360, 768, 1280):
            seen = self.probe(width)
            self.assertEqual(seen["scroll"], width)
            self.assertEqual([s for s, height in seen["sections"] if height < 100], [])
            self.assertEqual(len(seen["sections"]), 5)
            self.assertGreater(seen["charts"], 5)
            self.assertEqual(seen["small"], 0)
            self.assertEqual(seen["data"], 1)

    def test_dark_readers_get_a_dark_page(self):
        light = self.probe(1280, "--blink-settings=preferredColorScheme=1")["paper"]
        dark = self.probe(1280, "--blink-settings=preferredColorScheme=0")["paper"]
        self.assertEqual((light, dark), ("rgb(255, 255, 255)", "rgb(21, 24, 28)"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
