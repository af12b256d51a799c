#!/usr/bin/env python3
"""Fits the power curve of each GPU type to all of its published performance-against-power-limit curves.

Shared per GPU type: base, core (shares of the default limit), min_voltage, knee_clock. Per curve: the share of its time
that goes with 1/clock. Held fixed: the shares of memory (class of memory) and leakage, which power-limit curves cannot
separate. A weak prior keeps the clock of a large matrix product at the default limit near 0.85 of the highest clock
(+-8 %, weighted as 10 points): the fp32 jobs of the table never load the tensor units fully. Selection, fixed before fitting: at least 5 limits; the job draws at least 85 % of the default limit somewhere
(otherwise the host or the data bind, not the limit); performance falls below 90 % at the lowest limit.

GPU types without published curves take an assumed shape and the clock that they are known or expected to hold in large
matrix products at their default limit (ASSUMED below); their core share follows from it. They are marked as assumed.

Usage: fit_power_curve.py            prints constants and errors, writes ../power_curves.toml
"""
import collections
import math
import sys

import numpy as np
from scipy.optimize import least_squares

import laws

# default limit W, clock of the peaks MHz, highest clock MHz, memory share of the default limit, name in the table
TYPES = {
    "RTX 3090": (350, 1695, 2100, 0.17, "RTX 3090"),
    "RTX A5000": (230, 1695, 2100, 0.13, "RTX A5000"),
    "A40": (300, 1740, 1740, 0.13, "A40"),
    "Quadro RTX 6000": (260, 1770, 2100, 0.13, "Quadro RTX 6000"),
    "V100 PCIe": (250, 1380, 1380, 0.15, "V100-PCIe-32GB"),
}
LEAKAGE = 0.12  # share of the default limit at 65 degC: middle of the 10 to 25 % planning range
PRIOR_CLOCK, PRIOR_SD, PRIOR_POINTS, POINT_SD = 0.85, 0.08, 10, 0.03

# name: limit W, peak clock, highest clock, GEMM clock MHz, base, memory, leakage W, min_voltage, knee_clock, reason
GA102 = (0.692, 0.711)
ASSUMED = {
    "A100 SXM4": (400, 1410, 1410, 1380, 40, 60, 48, 0.70, 0.78,
                  "GEMM clock from the best published bf16 product, 271.2 of 312 TFLOP/s, and 252.9 at the 300 W of the PCIe board"),
    "H100 SXM5": (700, 1830, 1980, 1620, 70, 100, 84, 0.70, 0.60,
                  "GEMM clock from the best published bf16 product, 794.5 of 989.4 TFLOP/s at 1830 MHz"),
    "H100 PCIe": (350, 1620, 1755, 1250, 50, 60, 55, 0.70, 0.60, "same chip as the SXM part with 114 of 132 SM"),
    "RTX 4090": (450, 2520, 2745, 2500, 54, 68, 54, *GA102, "shape of the RTX 3090; plateau of 2610 MHz at 393 W in decode"),
    "RTX 6000 Ada": (300, 2505, 2745, 1950, 30, 39, 36, *GA102, "shape of the RTX 3090"),
    "RTX A6000": (300, 1800, 2100, 1650, 30, 39, 36, *GA102, "same chip as the RTX 3090, GDDR6"),
    "RTX 3080": (320, 1710, 2100, 1700, 42, 54, 38, *GA102, "same chip as the RTX 3090"),
    "RTX 3090 Ti": (450, 1860, 2100, 1830, 59, 77, 54, *GA102, "same chip as the RTX 3090"),
    "V100 SXM2": (300, 1530, 1530, 1440, 13, 38, 30, 0.828, 0.361, "V100 PCIe carried to 1530 MHz"),
}
HEADER = """# Power curve of each GPU type: law in docs/methods/gpu-power.md, written by fit/fit_power_curve.py.
# fitted = true: from all selected curves of ../validation/data/power_limit.csv; errors of predicted relative performance.
# fitted = false: no public curve; shape taken over, core set so that a large matrix product holds gemm_clock_mhz.
"""


def load():
    curves = collections.defaultdict(list)
    for r in laws.rows("power_limit.csv", laws.HERE.parent.parent / "validation" / "data"):
        for name, spec in TYPES.items():
            if r["gpu"].startswith(spec[4]):
                key = (name, r["source"], r["workload"], r["precision"], r["gpus"])
                number = lambda c: float(r[c]) if r[c] else math.nan
                curves[key].append((number("power_limit_w"), number("gpu_power_w"), number("sm_clock_mhz"),
                                    number("rel_perf"), r["id"]))
    kept, dropped = {}, collections.Counter()
    for key, points in curves.items():
        points.sort()
        drawn = [p[1] for p in points if p[1] == p[1]]
        if len(points) < 5:
            dropped["fewer than 5 limits"] += 1
        elif drawn and max(drawn) < 0.85 * TYPES[key[0]][0]:
            dropped["draws less than 85 % of the limit"] += 1
        elif min(p[3] for p in points) > 0.9:
            dropped["limit does not bind"] += 1
        else:
            kept[key] = points
    return kept, dropped


def constants(x, spec):
    tdp = spec[0]
    return {"base": x[0] * tdp, "core": x[1] * tdp, "memory": spec[3] * tdp, "leakage": LEAKAGE * tdp,
            "min_voltage": x[2], "knee_clock": x[3]}


def predict(points, share, curve, spec):
    """Clock and relative performance at the limits of one curve (at the power drawn, where it was recorded with clocks)."""
    limit = np.array([p[0] for p in points])
    if points[0][2] == points[0][2]:
        limit = np.minimum(limit, [p[1] for p in points])
    clock = laws.clock_at(limit, *laws.activity(share), curve, spec[1], spec[2])
    return clock, 1 / (share * clock[-1] / clock + 1 - share)


def fit(name, curves):
    spec = TYPES[name]
    mine = [p for k, p in curves.items() if k[0] == name]

    def residuals(x):
        curve, out = constants(x, spec), []
        for points, share in zip(mine, x[4:]):
            clock, perf = predict(points, share, curve, spec)
            measured = np.array([p[3] for p in points])
            out.extend(np.log(perf / (measured / measured[-1])))
            if points[0][2] == points[0][2]:
                out.extend(np.log(clock / np.array([p[2] for p in points])))
        gemm = laws.clock_at(spec[0], *laws.TENSOR, curve, spec[1], spec[2])
        pull = math.log(gemm / (PRIOR_CLOCK * spec[2])) / PRIOR_SD * POINT_SD
        return np.array(out + [pull] * PRIOR_POINTS)

    n, best = len(mine), None
    for knee in (0.4, 0.55, 0.65, 0.75):
        start = np.array([0.1, 0.6, 0.7, knee] + [0.7] * n)
        low, high = [0.05, 0.2, 0.65, 0.4] + [0.2] * n, [0.35, 1.0, 0.85, 0.9] + [1.0] * n
        r = least_squares(residuals, start, bounds=(low, high), loss="soft_l1", f_scale=0.03)
        best = r if best is None or r.cost < best.cost else best
    return best.x, mine


def assumed(limit, peak, top, gemm, base, memory, leakage, low, knee, _):
    curve = {"base": base, "core": 0.0, "memory": memory, "leakage": leakage, "min_voltage": low, "knee_clock": knee}
    idle = laws.board_power(gemm, *laws.TENSOR, curve, peak, top)
    full = laws.board_power(gemm, *laws.TENSOR, curve | {"core": 1.0}, peak, top)
    return curve | {"core": (limit - idle) / (full - idle)}


def entry(name, curve, gemm, errors=None, reason=None):
    text = f'\n[[curve]]\nname = "{name}"\nfitted = {"true" if errors else "false"}\n'
    for key in ("base", "core", "memory", "leakage"):
        text += f'{key} = "{curve[key]:.0f} W"\n'
    text += f'min_voltage = {curve["min_voltage"]:.3f}\nknee_clock = {curve["knee_clock"]:.3f}\ngemm_clock_mhz = {gemm:.0f}\n'
    if errors:
        return text + "".join(f"{k} = {v:.4f}\n" if k != "n" else f"rows = {v}\n" for k, v in errors.items())
    return text + f'reason = "{reason}"\n'


def main():
    curves, dropped = load()
    print(f"curves kept {len(curves)}, dropped {dict(dropped)}")
    everything, out = [], HEADER
    for name, spec in TYPES.items():
        x, mine = fit(name, curves)
        curve, errors, worst = constants(x, spec), [], (0, "")
        left_out = []
        for points, share in zip(mine, x[4:]):
            _, perf = predict(points, share, curve, spec)
            measured = np.array([p[3] for p in points]) / points[-1][3]
            for p, m, point in zip(perf[:-1], measured[:-1], points):
                errors.append(p / m - 1)
                worst = max(worst, (abs(p / m - 1), point[4]))
            straight = np.array([p[0] for p in points]) / points[-1][0]
            left_out.extend((straight / measured - 1)[:-1])
        everything += errors
        gemm = laws.clock_at(spec[0], *laws.TENSOR, curve, spec[1], spec[2])
        print(f"{name}: base {x[0]:.3f}, core {x[1]:.3f}, min_voltage {x[2]:.3f}, knee_clock {x[3]:.3f} (shares of {spec[0]} W); "
              f"clock in large GEMMs at the default limit {gemm:.0f} MHz")
        out += entry(name, curve, gemm, laws.summary(errors))
        print(f"    {laws.percent(laws.summary(errors))} ({worst[1]}); performance proportional to the limit: "
              f"{laws.percent(laws.summary(left_out))}")
    for name, spec in ASSUMED.items():
        out += entry(name, assumed(*spec), spec[3], reason=spec[9])
    (laws.HERE.parent / "power_curves.toml").write_text(out, encoding="utf-8")
    print(f"all: {laws.percent(laws.summary(everything))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
