#!/usr/bin/env python3
"""Interruption rates per GPU-year and server-year from published fleets.

H100: the causes counted in 54 days of 16,384 GPUs (arXiv 2407.21783, table 5), of the GPU and the rest apart. A100: the node
failure rates of two sites (arXiv 2410.21680), their geometric mean, split as the H100's. Because the H100 rate is that run's
own count, no forecast of that run is a test of this model.
Usage: fit_reliability.py      prints rates, writes ../reliability.toml
"""
import math
import sys

import laws

GPU_CAUSES = ("Faulty GPU (incl. NVLink)", "GPU HBM3 memory", "GPU SRAM memory", "GPU system processor (GSP)", "Silent data corruption",
              "GPU thermal interface + sensor")
GPUS, SERVERS, DAYS, YEAR_DAYS, YEAR_H, PER_NODE = 16384, 2048, 54, 365.25, 8766, 8


def main():
    table = laws.rows("reliability.csv")
    counts = {r["component"]: float(r["value"]) for r in table if r["category"] == "llama3-54day" and r["unit"] == "count"}
    total, gpu = counts["all causes"], sum(counts[c] for c in GPU_CAUSES)
    share = gpu / total
    h100, server = gpu / (GPUS * DAYS / YEAR_DAYS), (total - gpu) / (SERVERS * DAYS / YEAR_DAYS)
    sites = [float(r["value"]) for r in table if r["category"] == "meta-rsc" and r["component"] == "node"]
    node = math.prod(sites) ** (1 / len(sites)) / 1000 * YEAR_DAYS
    a100, a100_server = node * share / PER_NODE, node * (1 - share)
    memory = {r["component"]: YEAR_H / float(r["value"]) for r in table if "MTBE per GPU" in r["metric"]}
    print(f"H100: {gpu:.0f} of {total:.0f} of the GPU; {h100:.4f} 1/yr a GPU, {server:.3f} 1/yr a server")
    print(f"A100: sites {sites} per 1000 node-days; {a100:.4f} 1/yr a GPU, {a100_server:.3f} 1/yr a server")
    for name, rate in memory.items():
        print(f"check, uncorrectable memory errors only: {name}: {rate:.4f} 1/yr a GPU")
    text = "# Interruption rates, written by fit/fit_reliability.py; they hold at a die temperature of 65 degC.\n"
    for name, rate, rest in (("H100", h100, server), ("A100", a100, a100_server)):
        text += f'\n[[rate]]\nname = "{name}"\ngpu = "{rate:.3f} 1/yr"\nserver = "{rest:.3f} 1/yr"\n'
    (laws.HERE.parent / "reliability.toml").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
