#!/usr/bin/env python3
"""Thermal resistance die to air and time constant of each cooling class, from whole tables.

Nobody published the inlet, so it is assumed: 25 degC in all halls and offices. Power is measured in the steady tables; in the
heat-up table it is not, and taken as HEAT_UP_SHARE of the default limit (training of convolutional networks, fp16 or fp32).
Resistance of a class: median over hosts or GPU types of their own median of (T - inlet)/P, rows above half the highest power.
Usage: fit_thermal.py      prints constants and errors, writes ../thermal.toml
"""
import collections
import statistics
import sys

import laws

INLET_C = 25.0
HEAT_UP_SHARE = 0.85
# name in heat_up.csv: class, default limit W
HEAT_UP = {
    "A100-SXM4-40GB": ("sxm", 400), "Tesla_V100-SXM2-16GB": ("sxm", 300), "Tesla_V100-SXM3-32GB": ("sxm", 350),
    "Quadro_RTX_8000": ("blower", 260), "Quadro_RTX_8000_NVLink": ("blower", 260), "RTX_A6000": ("blower", 300),
    "GeForce_RTX_3090": ("open-air", 350), "LambdaCloud_1xQuadro_RTX_6000": ("blower", 260),
    "LambdaCloud_2xQuadro_RTX_6000": ("blower", 260), "LambdaCloud_4xQuadro_RTX_6000": ("blower", 260),
    "GeForce_RTX_2080_Ti": ("blower", 250), "GeForce_RTX_2080_Ti_NVLink": ("blower", 250),
    "9750H-GeForce_RTX_2070_with_Max-Q_Design": ("laptop", 80), "9750H-GeForce_RTX_2080_with_Max-Q_Design": ("laptop", 80),
    "10875H-GeForce_RTX_2080_Super_with_Max-Q_Design": ("laptop", 80),
}
# published ranges without power or inlet in any table: low and high die temperature at a power (arXiv 2507.16781)
H100_AIR = (54.0, 72.0, 700.0)


def steady():
    hosts = collections.defaultdict(list)
    for r in laws.rows("steady_temperatures.csv"):
        if "THROTTLED" not in r["notes"]:
            hosts[(r["system"], r["gpu"])].append((float(r["gpu_power_w"]), float(r["gpu_temp_c"]), r["id"]))
    return {k: [p for p in v if p[0] > 0.5 * max(q[0] for q in v)] for k, v in hosts.items()}


def main():
    resistance, tau, check = collections.defaultdict(list), collections.defaultdict(list), []
    for (host, gpu), points in steady().items():
        r = statistics.median((t - INLET_C) / p for p, t, _ in points)
        resistance["pcie"].append((r, f"{host} {gpu}", points))
        print(f"{host} {gpu}: {r:.4f} K/W over {len(points)} power bins")
    groups = collections.defaultdict(list)
    for r in laws.rows("heat_up.csv"):
        if r["gpu"] in HEAT_UP:
            groups[(r["system"], r["gpu"])].append(r)
            if r["tau_s"]:
                tau[HEAT_UP[r["gpu"]][0]].append((float(r["tau_s"]), r["gpu"]))
    for (host, gpu), mine in groups.items():
        kind, limit = HEAT_UP[gpu]
        points = [(HEAT_UP_SHARE * limit, float(r["gpu_temp_c"]), r["id"]) for r in mine]
        r = statistics.median((t - INLET_C) / p for p, t, _ in points)
        resistance[kind].append((r, f"{host} {gpu}", points))
        print(f"{host} {gpu}: {r:.4f} K/W over {len(points)} runs ({kind})")
    low, high, power = H100_AIR
    resistance["sxm5"].append((((low + high) / 2 - INLET_C) / power, "H100 SXM5", [(power, low, "low"), (power, high, "high")]))
    out = "# Cooling classes, written by fit/fit_thermal.py. die_to_air in K/W at an assumed inlet of 25 degC; tau in s; errors in K.\n"
    for kind, hosts in resistance.items():
        value = statistics.median(h[0] for h in hosts)
        times = [t for t, _ in tau[kind]]
        errors = [abs(INLET_C + value * p - t) for h in hosts for p, t, _ in h[2]]
        errors.sort()
        worst = max(((abs(INLET_C + value * p - t), i) for h in hosts for p, t, i in h[2]))
        print(f"{kind}: {value:.4f} K/W, spread {min(h[0] for h in hosts):.3f} to {max(h[0] for h in hosts):.3f}; "
              f"tau {statistics.median(times) if times else float('nan'):.1f} s ({len(times)} runs); "
              f"error median {statistics.median(errors):.1f} K, p90 {errors[int(0.9 * (len(errors) - 1))]:.1f} K, worst {worst[0]:.1f} K ({worst[1]}), n {len(errors)}")
        out += f'\n[[class]]\nname = "{kind}"\ndie_to_air = {value:.4f}\ntypes = {len(hosts)}\nrows = {len(errors)}\n'
        out += f"median_error_k = {statistics.median(errors):.2f}\nworst_error_k = {worst[0]:.2f}\n"
        if times:
            out += f"tau = {statistics.median(times):.1f}\n"
    (laws.HERE.parent / "thermal.toml").write_text(out, encoding="utf-8")
    fleet = {r["other_metric"]: float(r["other_value"]) for r in laws.rows("fleet_temperatures.csv")}
    for q in ("50", "75", "90", "95", "99"):
        p, core, mem = (fleet[f"{m} percentile {q}"] for m in ("gpu_power", "gpu_core_temp", "gpu_memory_temp"))
        print(f"fleet A100 SXM percentile {q}: {p:.0f} W, die {core:.0f} degC, memory {mem:.0f} degC, (die - inlet)/P {(core - INLET_C) / p:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
