#!/usr/bin/env python3
"""Fits the ring law of models/collective/ring.hpp to whole all-reduce tables, one set of constants per link generation.

Five constants: start and latency of a step, bandwidth, the own pass over the data, the filling of the pipeline. Errors
count relative, those from 64 MB on three times: there the bandwidth shows. A100 and V100: fitted on 2 and 8 GPUs; 4, 5
and 7 are predicted. V100: constants of one ring, as many rings as the cube mesh holds (models/collective/mesh.hpp).
H200 and B200 with reduction in the switch: all published sizes and numbers of GPUs. The switch adds up, so that each GPU
moves its own data once however many take part: no ring steps, the own pass is all (own_share at its upper bound).
Usage: fit_links.py      prints constants and errors, writes ../links.toml
"""
import collections
import re
import sys

import numpy as np
from scipy.optimize import least_squares

import laws

VALIDATION = laws.ROOT / "scenarios" / "validation" / "data"
BIG = 64 * 2**20
BIG_WEIGHT = 3
RINGS = {2: 1, 4: 4, 5: 2, 7: 4, 8: 6}  # of the V100 cube mesh: tests/models/mesh.cpp
SIZE = {"K": 2**10, "M": 2**20, "G": 2**30}
REDUCED = ("NVSwitch H100", "NVSwitch B200")  # in the switch
MOST_OWN, NOTHING = np.log(1000), np.log(1e-15)
LINKS = {"a100": "NVSwitch A100", "v100": "NVLink V100 single"}
FITTED = {"NVSwitch A100": (2, 8), "NVLink V100 single": (2, 8)}  # numbers of GPUs; others: all


def law(x, ranks, size):
    """x: logarithms of start, latency, wire bandwidth, own bandwidth, filling (s per root of a byte)."""
    start, latency, wire, own, fill = np.exp(x)
    steps = 2 * (ranks - 1)
    return start + steps * (latency + size / (ranks * wire)) + size / own + fill * np.sqrt(size)


def switch_of(platform):
    """Link and number of GPUs of a row of interconnect.csv, or None."""
    for gpu, name in (("H200", "NVSwitch H100"), ("H100", "NVSwitch H100"), ("B200", "NVSwitch B200")):
        if re.fullmatch(rf"(8x )?{gpu}( SXM5| HGX)?( \(AWS P6\))?(, \d of 8 GPUs)?(, NVLS (on|off))?", platform):
            return name
    return None


def published(r):
    """(link, ranks, bytes, seconds) of a measured row of one server, and of the figure without the switch in its notes."""
    name, ranks = switch_of(r["platform"]), int(r["gpu_count"] or 0)
    if name is None or r["test"] != "all_reduce" or r["kind"] != "measured":
        return
    size = float(r["message_size"][:-1]) * SIZE[r["message_size"][-1]]
    volume = 2 * (ranks - 1) / ranks * size
    ring = "ring" in r["fabric"] or "NVLS off" in r["platform"] or (ranks <= 4)
    yield name + (" ring" if ring else ""), ranks, size, volume / (float(r["busbw_GBps"]) * 1e9)
    off = re.search(r"NVLS off: ([\d.]+)", r["conditions"])
    if off and not ring:
        yield name + " ring", ranks, size, volume / (float(off.group(1)) * 1e9)


def series():
    table = collections.defaultdict(list)
    for r in laws.rows("allreduce_single_node.csv", VALIDATION):
        ranks, rings = int(r["gpus"]), RINGS[int(r["gpus"])] if r["gpu"] == "v100" else 1
        table[(LINKS[r["gpu"]], ranks)].append((float(r["message_bytes"]) / rings, float(r["time_us"]) * 1e-6))
    for r in laws.rows("interconnect.csv", VALIDATION):
        for link, ranks, size, time in published(r):
            table[(link, ranks)].append((size, time))
    return {k: np.array(sorted(v)).T for k, v in table.items()}


def fit(parts, reduced):
    weight = [np.where(s >= BIG, BIG_WEIGHT, 1) for _, s, _ in parts]
    full = lambda x: np.array([x[0], NOTHING, x[1] + MOST_OWN, x[1], x[2]]) if reduced else x
    residual = lambda x: np.concatenate([np.log(law(full(x), n, s) / t) * w for (n, s, t), w in zip(parts, weight)])
    fastest = max(float((2 * (n - 1) / n * s / t).max()) for n, s, t in parts)
    starts = [np.log([20e-6, 3e-6, fastest * wire, fastest * own, 2e-9 * 3e11 / fastest])
              for wire in (1.05, 1.3, 4) for own in (0.6, 2, 50)]
    fits = [least_squares(residual, x[[0, 3, 4]] if reduced else x, loss="soft_l1", f_scale=0.1) for x in starts]
    return full(min(fits, key=lambda f: f.cost).x)


def constants(x):
    """Keys of a catalogue entry."""
    start, latency, wire, own, fill = np.exp(x)
    share = wire / own
    bus = wire / (1 + share / 2)
    return {"bandwidth": f"{bus / 1e9:.1f} GB/s", "latency": f"{latency * 1e6:.2f} us", "start": f"{start * 1e6:.1f} us",
            "own_share": float(f"{share:.3f}"), "fill": f"{(fill * bus)**2 / 1e6:.3f} MB"}


def main():
    table = series()
    out = ("# Ring constants of links, written by fit/fit_links.py: models/collective/ring.hpp. Errors of the predicted time "
           "over the fitted rows.\n")
    for link in ("NVSwitch A100", "NVLink V100 single", "NVSwitch H100", "NVSwitch B200"):
        ranks = FITTED.get(link) or sorted(n for name, n in table if name == link)
        x = fit([(n, *table[(link, n)]) for n in ranks], link in REDUCED)
        entry = constants(x)
        print(f"{link}: {entry}, fitted on {', '.join(map(str, ranks))} GPUs")
        errors = {n: np.array([2 * laws.ring_part(entry, n, s) - laws.quantity(entry["start"]) for s in size]) / time - 1
                  for (name, n), (size, time) in sorted(table.items(), key=lambda kv: kv[0][1]) if name == link}
        for n, e in errors.items():
            big = table[(link, n)][0] * (RINGS[n] if "V100" in link else 1) >= BIG
            parts = [f"{what}: {laws.percent(laws.summary(e[which]))}"
                     for what, which in (("from 64 MB", big), ("below", ~big)) if which.any()]
            print(f"    n = {n}{'' if n in ranks else ' (predicted)'}: {'; '.join(parts)}")
        summary = laws.summary(np.concatenate([errors[n] for n in ranks]))
        out += f'\n[[link]]\nname = "{link}"\n' + "".join(
            f'{k} = "{v}"\n' if isinstance(v, str) else f"{k} = {v}\n" for k, v in entry.items())
        out += "".join(f"{k} = {v:.4f}\n" if k != "n" else f"rows = {v}\n" for k, v in summary.items())
    (laws.HERE.parent / "links.toml").write_text(out, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
