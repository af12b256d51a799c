"""Plots of the forecast itself: `waterfall`, the account of the time, and `duration`, its distribution."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .folder import FolderError, Run
from .style import COLOURS, INK, LINES, SOFT, figure, plain, time_scale, title

MOST_JOBS = 4
WORDS = {"outage": "outage", "queueing": "queueing", "restart": "restart", "rework": "rework", "checkpoint": "checkpoints",
         "startup": "start-up", "evaluation": "evaluation", "maintenance": "maintenance", "fewer_gpus": "fewer GPUs",
         "power_limit": "power limit", "thermal": "heat", "straggler": "slowest board", "network": "network",
         "data_input": "data input"}
NEGLIGIBLE = 5e-4  # of the duration: losses below are drawn together
ADDS_UP = 1e-7     # of the duration: those below are rounding
CUT = 0.5  # the axis may start late where losses fill less than this share of it


def mean_of(number) -> float:
    """Mean of a number of summary.json, which is a distribution where replications differ; NaN if it has none."""
    value = number.get("mean") if isinstance(number, dict) else number
    return float("nan") if value is None else float(value)


def quantile_of(number, name: str) -> float:
    value = number.get(name) if isinstance(number, dict) else number
    return float("nan") if value is None else float(value)


def _jobs(run: Run, usable) -> list[dict]:
    jobs = [job for job in run.summary["jobs"] if usable(job)]
    if not jobs:
        raise FolderError(f"'{run.path}' has no finished job: how long it takes is not known")
    return jobs[:MOST_JOBS]


def waterfall(run: Run) -> Figure:
    """Mean durations over the replications: ideal, each loss, forecast; whiskers p10 to p90 of each loss by itself."""
    jobs = _jobs(run, lambda job: np.isfinite(mean_of(job["duration_s"])) and np.isfinite(mean_of(job["ideal_duration_s"])))
    accounts = [_account(job) for job in jobs]
    made = figure("single", 0.8 + sum(0.35 + 0.2 * len(a) for a in accounts))
    panels = made.subplots(len(jobs), 1, squeeze=False, gridspec_kw={"height_ratios": [len(a) + 1 for a in accounts]})[:, 0]
    for panel, job, account in zip(panels, jobs, accounts):
        _bars(panel, job, account)
        if len(jobs) > 1:
            panel.set_title(plain("job " + job["name"], 40), loc="left")
    title(made, run.summary.get("title", ""))
    return made


def _account(job: dict) -> list[tuple[str, float, object]]:
    """(name, mean in s, number as it stands): ideal, the losses that count, the forecast."""
    whole = mean_of(job["duration_s"])
    losses = [(WORDS.get(name, name.replace("_", " ")), mean_of(number), number) for name, number in job["lost_time_s"].items()]
    large = [loss for loss in losses if abs(loss[1]) >= NEGLIGIBLE * whole]
    small = [loss for loss in losses if ADDS_UP * whole < abs(loss[1]) < NEGLIGIBLE * whole]
    if len(small) == 1:
        large += small
    elif small:
        rest = sum(loss[1] for loss in small)
        large.append(("others", rest, rest))
    return [("ideal", mean_of(job["ideal_duration_s"]), 0.0), *large, ("forecast", whole, 0.0)]


def share_text(share: float) -> str:
    return f"{share:+.1%}" if abs(share) >= 5e-4 else "<0.1%"


def loss_text(value_s: float) -> str:
    """+1.4 h, -25 s: a loss in the unit that suits it."""
    scale, unit = time_scale(abs(value_s))
    return f"{value_s / scale:+.3g} {unit}"


def _bars(panel: Axes, job: dict, account: list) -> None:
    ideal, whole = account[0][1], account[-1][1]
    scale, unit = time_scale(whole)
    reach = max(abs(v) for _, v, _ in account[1:-1]) + sum(abs(v) for _, v, _ in account[1:-1]) if account[1:-1] else 0
    start = max(0.0, min(ideal, whole) - reach) / scale if reach < CUT * whole else 0.0
    edge, ends = ideal, [ideal, whole]
    for row, (name, value, number) in enumerate(account):
        total = row in (0, len(account) - 1)
        left, width = (start, value / scale - start) if total else (edge / scale, value / scale)
        colour = COLOURS[0] if total else COLOURS[5] if value >= 0 else COLOURS[2]
        hatch = "" if total else "////" if value >= 0 else "\\\\\\\\"
        panel.barh(row, width, left=left, height=0.62, color=colour, hatch=hatch, edgecolor="white", linewidth=0)
        far = max(left, left + width)
        if not total:
            edge += value
            low, high = (quantile_of(number, q) for q in ("p10", "p90"))
            if isinstance(number, dict) and np.isfinite(low + high):
                begin = edge / scale - value / scale
                panel.plot([begin + low / scale, begin + high / scale], [row, row], color=INK, linewidth=0.8, marker="|", markersize=4)
                far = max(far, begin + high / scale)
            ends.append(edge)
        ends.append(far * scale)
        text = f"{value / scale:.3g} {unit}" if total else f"{loss_text(value)} ({share_text(value / whole)})"
        panel.annotate(text, (far, row), (3, 0), textcoords="offset points", va="center", fontsize=6)
    panel.set_yticks(range(len(account)), [name for name, _, _ in account])
    panel.invert_yaxis()
    panel.grid(axis="y", visible=False)
    panel.set_xlim(start, start + 1.45 * (max(ends) / scale - start))
    panel.set_xlabel(f"mean duration ({unit}), p10–p90" + ("\n(the axis does not start at 0)" if start > 0 else ""))


def duration(run: Run) -> Figure:
    """Share of the replications that are done within a time, job by job; a job that some do not finish stays below 100 %."""
    jobs = _jobs(run, lambda job: len(durations_s(run, job)) > 0)
    made = figure("single", 0.65 + 1.75 * len(jobs))
    for panel, job in zip(made.subplots(len(jobs), 1, squeeze=False)[:, 0], jobs):
        _distribution(panel, run, job)
        if len(jobs) > 1:
            panel.set_title(plain("job " + job["name"], 40), loc="left")
    title(made, run.summary.get("title", ""))
    return made


def durations_s(run: Run, job: dict) -> np.ndarray:
    """Durations (s) of the replications that finish the job, sorted: the instants at which they finish, less the one at
    which the job is handed in, which the summary's quantiles tell."""
    done = run.events[(run.events["component"] == "job." + job["name"]) & (run.events["event"] == "training is finished")]
    finished = np.sort(done.groupby("replication")["time_s"].last().to_numpy(dtype=float))
    if not len(finished):
        return finished
    unfinished = max(0, int(run.summary.get("replications", len(finished))) - len(finished))
    all_of_them = np.concatenate([finished, np.full(unfinished, np.inf)])
    for name, share in (("p10", 0.1), ("p50", 0.5), ("p90", 0.9)):
        known, place = quantile_of(job["duration_s"], name), share * (len(all_of_them) - 1)
        below, above = all_of_them[int(np.floor(place))], all_of_them[int(np.ceil(place))]
        if np.isfinite(known) and np.isfinite(above):
            return finished - (below + (above - below) * (place - np.floor(place)) - known)
    return finished


def _distribution(panel: Axes, run: Run, job: dict) -> None:
    done = durations_s(run, job)
    replications = max(len(done), int(run.summary.get("replications", len(done))))
    scale, unit = time_scale(float(np.median(done)))
    share = 100 * np.arange(1, len(done) + 1) / replications
    panel.step(np.concatenate([done[:1], done]) / scale, np.concatenate([[0], share]), where="post", color=COLOURS[0],
               label=f"{replications} replications")
    low, mid, high = (quantile_of(job["duration_s"], q) / scale for q in ("p10", "p50", "p90"))
    panel.axvspan(low, high, color=COLOURS[4], alpha=0.25, linewidth=0, label="p10–p90") if np.isfinite(low + high) else None
    if np.isfinite(mid):
        panel.axvline(mid, color=COLOURS[0], linestyle=LINES[3], label=f"median {mid:.3g} {unit}")
    ideal = mean_of(job["ideal_duration_s"]) / scale
    if np.isfinite(ideal):
        panel.axvline(ideal, color=COLOURS[2], linestyle=LINES[1], label=f"mean ideal {ideal:.3g} {unit}")
    if job.get("deadline_s") is not None:
        chance = job.get("probability_by_deadline")
        panel.axvline(job["deadline_s"] / scale, color=COLOURS[5], linestyle=LINES[2],
                      label="deadline" + ("" if chance is None else f", met by {chance:.0%}"))
    panel.set_ylim(0, 102)
    panel.set_ylabel("replications done (%)")
    panel.set_xlabel(f"duration ({unit})")
    panel.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), borderaxespad=0.3, labelcolor=INK)
    panel.tick_params(color=SOFT)
