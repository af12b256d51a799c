#!/usr/bin/env python3
"""Fits latency and bandwidth of the ring law t = 2(n-1)*(latency + S/(n*B)) to whole all-reduce tables, on log time.

Fitted on the 8-GPU series of each link; the series of 2 to 7 GPUs are predicted with the same two constants, as a check.
Usage: fit_links.py      prints constants and errors, writes ../links.toml
"""
import collections
import sys

import numpy as np
from scipy.optimize import least_squares

import laws

LINKS = {"a100": "NVSwitch A100", "v100": "NVLink V100"}
SWITCHES = {"8x H200": "NVSwitch H100", "8x B200 (AWS P6)": "NVSwitch B200"}
SIZE = {"K": 2**10, "M": 2**20, "G": 2**30}


def ring(x, ranks, size):
    return 2 * (ranks - 1) * (np.exp(x[0]) + size / (ranks * np.exp(x[1])))


def fit(ranks, size, time):
    r = least_squares(lambda x: np.log(ring(x, ranks, size) / time), [np.log(5e-6), np.log(1e11)], loss="soft_l1", f_scale=0.1)
    return r.x


def series():
    table = collections.defaultdict(list)
    for r in laws.rows("allreduce_single_node.csv"):
        table[(LINKS[r["gpu"]], int(r["gpus"]))].append((float(r["message_bytes"]), float(r["time_us"]) * 1e-6))
    for r in laws.rows("interconnect.csv"):
        if r["platform"] in SWITCHES and r["test"] == "all_reduce":
            size = float(r["message_size"][:-1]) * SIZE[r["message_size"][-1]]
            bus = 2 * 7 / 8 * size / (float(r["busbw_GBps"]) * 1e9)
            table[(SWITCHES[r["platform"]], 8)].append((size, float(r["latency_us"]) * 1e-6 if r["latency_us"] else bus))
    return {k: np.array(sorted(v)).T for k, v in table.items()}


def main():
    table, out = series(), "# Ring constants of links, written by fit/fit_links.py. Errors of the predicted time; all sizes 1 MB to 1 GB (H200, B200: 32 KB to 16 GB).\n"
    for link in ("NVSwitch A100", "NVLink V100", "NVSwitch H100", "NVSwitch B200"):
        size, time = table[(link, 8)]
        x = fit(8, size, time)
        latency, bandwidth = np.exp(x)
        print(f"{link}: latency {latency * 1e6:.2f} us, bandwidth {bandwidth / 1e9:.1f} GB/s")
        out += f'\n[[link]]\nname = "{link}"\nlatency = "{latency * 1e6:.2f} us"\nbandwidth = "{bandwidth / 1e9:.1f} GB/s"\n'
        for (name, ranks), (s, t) in sorted(table.items(), key=lambda kv: kv[0][1]):
            if name != link:
                continue
            e = ring(x, ranks, s) / t - 1
            big = laws.summary(e[s >= 64 * 2**20])
            print(f"    n = {ranks}{' (fitted)' if ranks == 8 else ''}: {laws.percent(laws.summary(e))}; from 64 MB: {laws.percent(big)}")
            if ranks == 8:
                out += "".join(f"{k} = {v:.4f}\n" if k != "n" else f"rows = {v}\n" for k, v in laws.summary(e).items())
    (laws.HERE.parent / "links.toml").write_text(out, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
