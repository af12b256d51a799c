"""The plot `time`: what the machine does over one run, panel by panel."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .folder import FolderError, Run
from .style import BAND, COLOURS, INK, LINES, SOFT, board_names, figure, plain, time_scale, title

MOST_LINES = 4  # boards that are drawn one by one; more become a range and its median
EVENT_ROWS = 5
_EVENT_SIGNS = {"warning": ("v", "#e69f00"), "error": ("X", "#d55e00")}


def time(run: Run) -> Figure:
    """Power (W), temperature (°C), clock (MHz) and utilisation (%) of replication 0 against time; grey-blue: p10 to p90 of
    all replications; on top the warnings and errors."""
    if run.trace.empty:
        raise FolderError(f"'{run.path}' has an empty trace.csv: there is nothing to draw over time")
    scale, unit = time_scale(float(run.trace["time_s"].max() - run.trace["time_s"].min()))
    events = _loud_events(run)
    rows = min(EVENT_ROWS, len(events.groupby(["component", "event"])))
    made = figure("double", 5.6 + 0.16 * rows)
    ratios = ([0.25 * rows + 0.15] if rows else []) + [1.25, 1.25, 1, 0.8]
    axes = list(made.subplots(len(ratios), 1, sharex=True, gridspec_kw={"height_ratios": ratios}))
    title(made, run.summary.get("title", ""))
    if rows:
        _events(axes.pop(0), events, scale)
    _power(axes[0], run, scale)
    _temperature(axes[1], run, scale)
    _boards(axes[2], run, "clock_mhz", scale)
    axes[2].set_ylabel("clock (MHz)")
    _boards(axes[3], run, "utilisation", scale, 100)
    axes[3].set_ylabel("utilisation (%)")
    axes[3].set_ylim(-3, 103)
    axes[3].set_xlabel(f"time ({unit})")
    axes[3].margins(x=0.01)
    for panel in axes:
        _legend(panel)
    made.align_ylabels()
    return made


def _legend(panel: Axes) -> None:
    if panel.get_legend_handles_labels()[1]:
        panel.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), borderaxespad=0.3)


def _loud_events(run: Run) -> pd.DataFrame:
    """Warnings and errors of the replication that the trace is of: the first that was finished."""
    loud = run.events["severity"].isin(list(_EVENT_SIGNS))
    return run.events[loud & (run.events["replication"] == run.events["replication"].min())]


def _events(panel: Axes, events: pd.DataFrame, scale: float) -> None:
    names = []
    counts = events.groupby(["component", "event"], sort=False).size().sort_values(ascending=False, kind="stable")
    for row, (component, event) in enumerate(counts.index[:EVENT_ROWS]):
        own = events[(events["component"] == component) & (events["event"] == event)]
        for severity, (marker, colour) in _EVENT_SIGNS.items():
            at = own.loc[own["severity"] == severity, "time_s"] / scale
            if len(at):
                panel.plot(at, [row] * len(at), marker, color=colour, markeredgecolor=INK, markeredgewidth=0.4,
                           markersize=4.5, linestyle="none")
        # An alarm's component says what it watches.
        what = component.removeprefix("alarm.") if event == "alarm" else f"{component} {event}"
        names.append(plain(what, 30))
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.4, -0.6)
    panel.yaxis.tick_right()
    panel.tick_params(axis="y", length=0, labelsize=5.5)
    panel.tick_params(axis="x", length=0)
    panel.spines[["bottom", "left"]].set_visible(False)


def _band(panel: Axes, run: Run, component: str, quantity: str, scale: float) -> None:
    band = run.band(component, quantity)
    if len(band) and run.summary.get("replications", 1) > 1:
        panel.fill_between(band.index / scale, band["p10"], band["p90"], color=BAND, linewidth=0, zorder=0.5,
                           label="p10–p90")


def _power(panel: Axes, run: Run, scale: float) -> None:
    for i, server in enumerate(run.parts("server")):
        series = run.series(server["path"], "power_w")
        if len(series):
            _band(panel, run, server["path"], "power_w", scale)
            panel.plot(series.index / scale, series, color=INK, linestyle=LINES[i % len(LINES)],
                       label=plain(server["path"].removeprefix("server."), 14))
    _boards(panel, run, "power_w", scale)
    panel.set_ylabel("power (W)")
    panel.set_ylim(bottom=0)


def _temperature(panel: Axes, run: Run, scale: float) -> None:
    for server in run.parts("server"):
        _band(panel, run, server["path"], "die_c", scale)
    _boards(panel, run, "die_c", scale, suffix=" die")
    intakes = [run.series(b["path"], "inlet_c") for b in run.boards()]
    hottest = max((s for s in intakes if len(s)), key=lambda s: s.max(), default=None)
    if hottest is not None:
        panel.plot(hottest.index / scale, hottest, color=SOFT, linestyle=(0, (4, 1)), linewidth=0.8, label="warmest intake")
    for i, room in enumerate(run.parts("room")):
        air = run.series(room["path"], "air_c")
        if len(air):
            panel.plot(air.index / scale, air, color=SOFT, linestyle=(0, (1, 1)), linewidth=0.9,
                       label=plain(room["path"].removeprefix("room."), 12) + " air")
    targets = sorted({b["limits"]["target_c"] for b in run.boards() if "target_c" in b["limits"]})
    for target in targets:
        panel.axhline(target, color=INK, linewidth=0.6, linestyle=(0, (6, 3)), label="die target")
    panel.set_ylabel("temperature (°C)")


def _boards(panel: Axes, run: Run, column: str, scale: float, factor: float = 1, suffix: str = "") -> None:
    boards = [b for b in run.boards() if len(run.series(b["path"], column))]
    if not boards:
        return
    if len(boards) > MOST_LINES:
        wide = run.wide(column)[[b["path"] for b in boards]] * factor
        at = wide.index / scale
        panel.fill_between(at, wide.min(axis=1), wide.max(axis=1), color=COLOURS[4], alpha=0.6, linewidth=0,
                           label=f"{len(boards)} {boards[0]['kind'].upper()}s{suffix}")
        panel.plot(at, wide.median(axis=1), color=COLOURS[0], label="their median")
        return
    for i, (board, name) in enumerate(zip(boards, board_names(boards))):
        series = run.series(board["path"], column)
        panel.plot(series.index / scale, series * factor, color=COLOURS[i], linestyle=LINES[i], label=name + suffix)
