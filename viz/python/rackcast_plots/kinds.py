"""The kinds of plots: a new one is a function of a Run here and a line in kinds.json, which `rackcast plot --help` prints."""

from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass
from typing import Callable

from matplotlib.figure import Figure

from . import boards, forecast, timeline
from .folder import FolderError, Run
from .style import look

_FUNCTIONS: dict[str, Callable[[Run], Figure]] = {
    "time": timeline.time,
    "waterfall": forecast.waterfall,
    "duration": forecast.duration,
    "throttling": boards.throttling,
    "power": boards.power,
    "thermal": boards.thermal,
    "margins": boards.margins,
}


@dataclass(frozen=True)
class Kind:
    name: str
    help: str
    function: Callable[[Run], Figure]


_HELP = json.loads(pathlib.Path(__file__).with_name("kinds.json").read_text(encoding="utf-8"))
KINDS: dict[str, Kind] = {name: Kind(name, help, _FUNCTIONS[name]) for name, help in _HELP.items()}


def draw(run: Run, kind: str) -> Figure:
    """Draws one kind of plot. Raises FolderError for a kind there is not, or that this folder has no data for."""
    if kind not in KINDS:
        raise FolderError(f"there is no plot '{kind}' (there are {', '.join(KINDS)})")
    with look():
        return KINDS[kind].function(run)
