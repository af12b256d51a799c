"""One look for every plot: colours that colour-blind readers tell apart, a second sign beside each colour, journal widths."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
import unicodedata
from typing import Iterator

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

# Okabe and Ito, "Color Universal Design" (2008), ordered so that neighbours differ in lightness too; their yellow is
# left out, which is too pale for a line on paper.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#000000", "#7f7f7f")
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 2)), (0, (8, 2)), (0, (3, 2)))
MARKERS = ("o", "^", "s", "v", "D", "<", "P", "X")
HATCHES = ("", "////")
INK, SOFT, BAND = "#1a1a1a", "#666666", "#bfd7ea"
WIDTHS_IN = {"single": 3.5, "double": 7.2}  # columns of a journal page
FORMATS = ("svg", "png", "pdf")
PNG_DPI = 300

RC = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so that every machine draws the same
    "font.size": 7, "axes.labelsize": 7, "axes.titlesize": 8, "legend.fontsize": 6.5, "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5, "axes.linewidth": 0.6, "lines.linewidth": 1.0, "hatch.linewidth": 0.5,
    "xtick.major.width": 0.6, "ytick.major.width": 0.6, "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd", "grid.linewidth": 0.4, "legend.frameon": False,
    "legend.handlelength": 2.6, "figure.constrained_layout.use": True, "svg.fonttype": "path",
    "svg.hashsalt": "rackcast", "path.simplify_threshold": 0.35, "pdf.fonttype": 42, "text.usetex": False,
}


@contextlib.contextmanager
def look() -> Iterator[None]:
    """The style, whatever the reader's own matplotlibrc says."""
    with matplotlib.rc_context():
        matplotlib.rcParams.update({k: v for k, v in matplotlib.rcParamsDefault.items() if not k.startswith("backend")})
        matplotlib.rcParams.update(RC)
        yield


def figure(width: str, height_in: float) -> Figure:
    """An empty figure of a column's width ("single" or "double")."""
    made = Figure(figsize=(WIDTHS_IN[width], height_in))
    FigureCanvasAgg(made)
    return made


def plain(text: object, most: int = 70) -> str:
    """`text` as it is to be read: one line, at most `most` characters, nothing taken for a formula."""
    line = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in str(text)).strip()
    line = line if len(line) <= most else line[:most - 1].rstrip() + "…"
    return line.replace("$", r"\$")


def title(made: Figure, text: object) -> None:
    """The run's title, as wide as the figure."""
    most = int(18 * made.get_figwidth() / 1.15)
    made.suptitle(plain(text, most), fontsize=8, x=0.01, ha="left", color=INK)


def number(value: float) -> str:
    """A number for a label: four digits at most, no exponent."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}" if abs(value) >= 1e-4 else "0"


def save(drawn: Figure, out: str | os.PathLike[str], format: str | None = None) -> pathlib.Path:
    """Writes a figure as SVG, PNG or PDF (`format`, or the ending of `out`): the same bytes for the same folder and
    version of matplotlib, without dates. A file that was there stays whole until the new one is."""
    path = pathlib.Path(out)
    kind = format or path.suffix.lstrip(".").lower()
    if kind not in FORMATS:
        raise ValueError(f"'{path}' has no ending that says its format (svg, png and pdf there are)")
    metadata = {"svg": {"Date": None}, "png": {"Software": None}, "pdf": {"CreationDate": None, "ModDate": None}}[kind]
    data = io.BytesIO()
    with look():
        drawn.savefig(data, format=kind, dpi=PNG_DPI, metadata=metadata)
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data.getvalue())
        os.replace(part, path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    return path


_SCALES = ((2 * 86400, 86400, "d"), (2 * 3600, 3600, "h"), (2 * 60, 60, "min"), (0, 1, "s"))


def time_scale(span_s: float) -> tuple[float, str]:
    """Divisor and name of the unit in which a span of seconds reads well."""
    return next((scale, name) for least, scale, name in _SCALES if span_s >= least or least == 0)


def board_name(board: dict) -> str:
    """"GPU 0" of server.rig.gpu[0]."""
    return f"{board['kind'].upper()} {board['position']}"


def board_names(boards: list[dict]) -> list[str]:
    """Names of boards, with their server's where there are several."""
    several = len({b["parent"] for b in boards}) > 1
    server = lambda b: plain(str(b["parent"]).rpartition(".")[2], 12)
    return [f"{server(b)} {board_name(b)}" if several else board_name(b) for b in boards]
