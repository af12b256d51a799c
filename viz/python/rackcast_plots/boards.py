"""Plots of the boards: `throttling`, `power`, `thermal` and `margins`."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .folder import FolderError, Run
from .forecast import mean_of
from .style import COLOURS, HATCHES, INK, LINES, MARKERS, board_names, figure, number, plain, title

MOST_BARS = 16
MOST_CURVES = len(COLOURS)
REACHED = 0.999  # share of a limit from which on it counts as reached: a regulator holds the value just below
MOST_POINTS = 128  # of all boards together: more would only hide each other
# mode of the trace: words, colour, hatch; in the order of the bars
MODES = {"none": ("free", "#e6e6e6", ""), "power_cap": ("power limit", COLOURS[0], "////"),
         "thermal_die": ("hot die", COLOURS[5], "\\\\\\\\"), "thermal_memory": ("hot memory", COLOURS[1], "xxxx"),
         "hw_slowdown": ("hardware slowdown", COLOURS[3], "----"), "shut_down": ("shut down", COLOURS[6], "")}


def weights_s(series: pd.Series) -> np.ndarray:
    """How long (s) each sample stands: until the next one; the last for no time, unless it is the only one."""
    at = series.index.to_numpy(dtype=float)
    return np.append(np.diff(at), 0.0) if len(at) > 1 else np.ones(len(at))


def shares(run: Run, component: str) -> dict[str, float]:
    """Share (0 to 1) of the time at work (utilisation above 0) that a board of replication 0 spends in each mode."""
    rows = run.trace[(run.trace["component"] == component) & (run.trace.get("mode", "") != "")]
    modes = rows.set_index("time_s")["mode"] if len(rows) else pd.Series(dtype=str)
    weights = weights_s(modes) * (rows["utilisation"] > 0).to_numpy() if len(rows) else np.zeros(0)
    whole = weights.sum()
    return {m: float(weights[modes == m].sum() / whole) for m in dict.fromkeys([*MODES, *modes])} if whole > 0 else {}


def throttling(run: Run) -> Figure:
    """A bar per board of replication 0, and one for the mean over all boards and replications, which the summary has."""
    boards = [b for b in _boards(run) if shares(run, b["path"])]
    if not boards:
        raise FolderError(f"'{run.path}' has no modes of boards in its trace.csv: what throttles them is not known")
    rows = list(zip(board_names(boards), (shares(run, b["path"]) for b in boards)))
    if len(rows) > MOST_BARS:
        rows = sorted(rows, key=lambda row: row[1].get("none", 0))[:MOST_BARS]
    causes = run.summary.get("throttling", {}).get("by_cause")
    if causes:
        known = {name: mean_of(share) for name, share in causes.items()}
        rows.append(("mean of all", {"none": max(0.0, 1 - sum(known.values())), **known}))
    made = figure("single", 1.1 + 0.22 * len(rows))
    panel = made.subplots()
    used = [m for m in dict.fromkeys([*MODES, *(m for _, s in rows for m in s)]) if any(s.get(m, 0) > 0 for _, s in rows)]
    edges = np.zeros(len(rows))
    for mode in used:
        words, colour, hatch = MODES.get(mode, (plain(mode, 20), COLOURS[7], "++++"))
        wide = np.array([100 * s.get(mode, 0) for _, s in rows])
        panel.barh(range(len(rows)), wide, left=edges, height=0.7, color=colour, hatch=hatch, edgecolor="white", linewidth=0, label=words)
        edges += wide
    panel.set_yticks(range(len(rows)), [name for name, _ in rows])
    panel.invert_yaxis()
    panel.grid(axis="y", visible=False)
    panel.set_xlim(0, 100)
    panel.set_xlabel("share of the time at work (%)")
    panel.legend(loc="lower left", bbox_to_anchor=(-0.1, 1.0), ncol=3, columnspacing=1.2)
    title(made, run.summary.get("title", ""))
    return made


def _boards(run: Run) -> list[dict]:
    boards = run.boards()
    if not boards:
        raise FolderError(f"'{run.path}' has no boards in its trace.csv: there is nothing to draw of them")
    return boards


def power(run: Run) -> Figure:
    """Power (W) that is reached or exceeded for a share of the time, replication 0, against what it may be."""
    boards = _boards(run)
    made = figure("double", 2.7)
    left, right = made.subplots(1, 2)
    servers = [s for s in run.parts("server") if len(run.series(s["path"], "power_w"))]
    for i, server in enumerate(servers[:MOST_CURVES]):
        _curve(left, run, server["path"], i, plain(server["path"], 24))
    for rating in sorted({_rating(run, s) for s in servers} - {None}):
        left.axhline(rating, color=INK, linestyle=(0, (6, 3)), linewidth=0.8, label=f"supply rating {rating:g} W")
    peak = run.summary.get("power", {}).get("peak_it_w")
    if isinstance(peak, dict) and peak.get("p90") is not None:
        left.axhline(peak["p90"], color=COLOURS[5], linestyle=":", label=f"peak of all, p90: {peak['p90']:.0f} W")
    left.set_title("servers", loc="left")
    for i, (board, name) in enumerate(zip(boards[:MOST_CURVES], board_names(boards))):
        _curve(right, run, board["path"], i, name)
    for limit in sorted({b["limits"]["power_w"] for b in boards if "power_w" in b["limits"]}):
        right.axhline(limit, color=INK, linestyle=(0, (6, 3)), linewidth=0.8, label=f"power limit {limit:g} W")
    right.set_title("boards" + (f" (first {MOST_CURVES} of {len(boards)})" if len(boards) > MOST_CURVES else ""), loc="left")
    for panel in (left, right):
        panel.set_xlim(0, 100)
        panel.set_ylim(0, panel.get_ylim()[1] * 1.08)
        panel.set_xlabel("share of the time at or above (%)")
        panel.set_ylabel("power (W)")
        panel.legend(loc="lower left", ncol=2 if len(boards) > MOST_CURVES // 2 and panel is right else 1)
    title(made, run.summary.get("title", ""))
    return made


def _rating(run: Run, server: dict) -> float | None:
    units = [p["limits"] for p in run.parts("psu") if p["parent"] == server["path"] and "rating_w" in p["limits"]]
    return units[0]["rating_w"] if units else None


def duration_curve(series: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """(share of the time in %, value), values falling: the value is reached or exceeded for that share."""
    order = np.argsort(-series.to_numpy(), kind="stable")
    weights = weights_s(series)[order]
    return 100 * np.cumsum(weights) / weights.sum(), series.to_numpy()[order]


def _curve(panel: Axes, run: Run, component: str, i: int, name: str) -> None:
    series = run.series(component, "power_w")
    if len(series):
        share, value = duration_curve(series)
        panel.step(np.append(0, share), np.append(value, value[-1]), where="post", color=COLOURS[i], linestyle=LINES[i], label=name)


def thermal(run: Run) -> Figure:
    """Die temperature (°C) against intake (°C) and against power (W): samples of boards at work, replication 0."""
    boards = _boards(run)
    made = figure("double", 2.7)
    panels = made.subplots(1, 2, sharey=True)
    for panel, column, label in zip(panels, ("inlet_c", "power_w"), ("intake (°C)", "power (W)")):
        for i, (board, name) in enumerate(zip(boards[:len(MARKERS)], board_names(boards))):
            points = samples(run, board["path"], column)
            panel.plot(points[column], points["die_c"], MARKERS[i], color=COLOURS[i], markersize=3, alpha=0.75,
                       markeredgecolor="white", markeredgewidth=0.2, linestyle="none", label=name)
        for target in sorted({b["limits"]["target_c"] for b in boards if "target_c" in b["limits"]}):
            panel.axhline(target, color=INK, linestyle=(0, (6, 3)), linewidth=0.8, label=f"target {target:g} °C")
        panel.set_xlabel(label)
    panels[0].set_ylabel("die (°C)")
    panels[1].legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    title(made, run.summary.get("title", ""))
    return made


def samples(run: Run, component: str, column: str) -> pd.DataFrame:
    """Samples of one board at work (its utilisation is above 0) with both `column` and die_c, evenly thinned."""
    rows = run.trace[(run.trace["component"] == component) & ~(run.trace["utilisation"] <= 0)]
    rows = rows[["time_s", column, "die_c"]].dropna()
    most = max(12, MOST_POINTS // max(1, len(run.boards())))
    if len(rows) > most:
        rows = rows.iloc[np.linspace(0, len(rows) - 1, most).astype(int)]
    return rows


# limit of the layout: column of the trace, words, unit
LIMITS = {"target_c": ("die_c", "die target", "°C"), "slowdown_c": ("die_c", "die slowdown", "°C"),
          "shutdown_c": ("die_c", "die shutdown", "°C"), "memory_c": ("memory_c", "memory", "°C"),
          "power_w": ("power_w", "power limit", "W")}


def margin_rows(run: Run) -> list[tuple[str, str, float, float, str]]:
    """(component, limit, highest value, the limit's value, unit), the nearest first; one row for each kind of limit, of the
    board that comes nearest. A supply is held against what its server draws from the wall, which is a little more than
    it gives."""
    rows = []
    boards = _boards(run)
    for key, (column, words, unit) in LIMITS.items():
        own = [(name, words, highest(run, b["path"], column), float(b["limits"][key]), unit)
               for b, name in zip(boards, board_names(boards)) if key in b["limits"]]
        rows += sorted((r for r in own if np.isfinite(r[2])), key=lambda r: -r[2] / r[3])[:1]
    for server in run.parts("server"):
        rating, peak = _rating(run, server), highest(run, server["path"], "power_w")
        if rating is not None and np.isfinite(peak):
            rows.append((plain(server["path"], 20), "supply rating", peak, float(rating), "W"))
    return sorted(rows, key=lambda r: -r[2] / r[3])


def highest(run: Run, component: str, column: str) -> float:
    """Highest value between samples as well; NaN if there is none."""
    stem, _, unit = column.rpartition("_")
    values = [run.series(component, c).max() for c in (column, f"{stem}_max_{unit}")]
    return float(np.nanmax(values)) if np.isfinite(values).any() else float("nan")


def margins(run: Run) -> Figure:
    """How much of each limit the board that comes nearest uses at most, replication 0; temperatures count from 0 °C."""
    rows = margin_rows(run)
    if not rows:
        raise FolderError(f"'{run.path}' names no limits in its layout.json that its trace.csv has values for")
    made = figure("single", 0.75 + 0.24 * len(rows))
    panel = made.subplots()
    for row, (_, _, peak, limit, unit) in enumerate(rows):
        reached = peak >= limit * REACHED
        panel.barh(row, 100 * peak / limit, height=0.66, color=COLOURS[5 if reached else 0], hatch=HATCHES[1 if reached else 0],
                   edgecolor="white", linewidth=0)
        left = "reached" if reached else f"{number(round(limit - peak, 1))} {'K' if unit == '°C' else unit} left"
        panel.annotate(f"{number(peak)} of {number(limit)} {unit}, {left}", (2, row), va="center", fontsize=6, color=INK,
                       bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8})
    panel.axvline(100, color=INK, linewidth=0.8, linestyle=(0, (6, 3)))
    panel.set_yticks(range(len(rows)), [f"{words}, {name}" for name, words, *_ in rows])
    panel.invert_yaxis()
    panel.grid(axis="y", visible=False)
    panel.set_xlim(0, max(108, 104 * max(r[2] / r[3] for r in rows)))
    panel.set_xlabel("highest value as a share of the limit (%)")
    title(made, run.summary.get("title", ""))
    return made
