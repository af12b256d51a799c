"""Draws docs/gallery.md and its pictures from real examples. Usage: make_gallery.py BINARY (or build the target `gallery`)"""

import pathlib
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parent
PICTURES = DOCS / "pictures" / "plots"
EXAMPLES = DOCS.parent / "scenarios" / "examples"
LARGEST_BYTES = 100_000  # of a picture in the repository

# example, kind, what there is to see
ENTRIES = (
    ("dusty-closet", "time", "The day warms up, the second card breathes the first one's air and falls below 1,000 MHz; the p10–p90 "
     "range goes on where slower replications do."),
    ("closet-fan-outage", "waterfall", "Fan and power out for a night: outage, restart and rework, then heat; the bars add up exactly."),
    ("dusty-closet", "duration", "The same closet over its replications, and the chance to meet the deadline."),
    ("closet-fan-outage", "throttling", "What holds each card back, and the mean over all cards and replications."),
    ("dusty-closet", "power", "Load-duration curves against the supply's rating and the cards' power limit."),
    ("water-summer", "thermal", "Eight A100 under water on a summer's day: the die follows the intake, each board with its own offset."),
    ("dusty-closet", "margins", "How near each limit comes."),
)

HEAD = """# Gallery
Plots that `rackcast plot DIR KIND` makes ([how](methods/plots.md)), each from an example of this repository. The build's
target `gallery` draws this page again.

"""


def main(binary):
    PICTURES.mkdir(parents=True, exist_ok=True)
    page = HEAD
    with tempfile.TemporaryDirectory() as scratch:
        for example, kind, seen in ENTRIES:
            folder, picture = pathlib.Path(scratch) / example, PICTURES / f"{example}-{kind}.svg"
            if not folder.exists():
                subprocess.run([binary, "run", EXAMPLES / f"{example}.toml", "--out", folder, "--quiet", "--no-report"], check=True)
            subprocess.run([binary, "plot", folder, kind, "--out", picture], check=True)
            if picture.stat().st_size > LARGEST_BYTES:
                sys.exit(f"{picture} has {picture.stat().st_size} bytes (at most {LARGEST_BYTES} may be committed)")
            page += (f"## {kind}\n{seen}\n\n```sh\nbuild/rackcast run scenarios/examples/{example}.toml\n"
                     f"build/rackcast plot out/{example} {kind}\n```\n![{seen}](pictures/plots/{picture.name})\n\n")
    (DOCS / "gallery.md").write_text(page.rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
