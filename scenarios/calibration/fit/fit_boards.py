#!/usr/bin/env python3
"""Sinks of GPU types through the engine's own boards: tries resistances and capacities of a catalogue entry and prints what
`rackcast validate` makes of them over the whole tables thermal_traces and time_constants.

A type with traces of its own has its own resistance from sink to air; capacities belong to the cooling class: that of the
sink is CLASS_CONSTANT_S / resistance less what die and package hold, that of the memory of blower cards the heat that the
board holds beside the sink. Constants were chosen so that the class's time constants stay within their bar and the median
rms of its traces is least.
Usage: fit_boards.py RACKCAST SLUG [SLUG...]      for example fit_boards.py build/rackcast quadro-rtx-8000
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import laws

CLASS_CONSTANT_S = {"blower": 42.0, "open-air": 30.0, "sxm": 18.0}  # resistance of the sink times all capacity behind it
MEMORY_J_PER_K = {"blower": 300.0, "open-air": 40.0}
INNER_J_PER_K = 70.0
LEAST_J_PER_K = 15.0
FACTORS = (0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4)


def with_value(text, key, value):
    return re.sub(key + r' = "[\d.]+ ([^"]+)"', lambda m: f'{key} = "{value:.4g} {m.group(1)}"', text)


def score(program, folder, gpu):
    text = subprocess.run([program, "validate", "thermal_traces", "--catalog", folder], capture_output=True, text=True,
                          check=True).stdout
    own = re.search(re.escape(gpu) + r": (\d+) traces, rms ([\d.]+) K at the median", text)
    whole = re.search(r"medians of traces: model ([\d.]+) K", text)
    times = subprocess.run([program, "validate", "time_constants", "--catalog", folder], capture_output=True, text=True,
                           check=True).stdout
    return (own.group(2) if own else "none"), whole.group(1), re.findall(r"note +(.*\(medians\))", times)


def main():
    program = sys.argv[1]
    for slug in sys.argv[2:]:
        text = (laws.CATALOG / "gpus" / f"{slug}.toml").read_text(encoding="utf-8")
        gpu = re.search(r'name = "([^"]+)"', text).group(1)
        kind = re.search(r"Thermal network: class ([a-z0-9-]+)", text).group(1)
        sink = float(re.search(r'sink_to_air = "([\d.]+)', text).group(1))
        for factor in FACTORS:
            tried = with_value(text, "sink_to_air", factor * sink)
            if kind in CLASS_CONSTANT_S:
                capacity = max(LEAST_J_PER_K, CLASS_CONSTANT_S[kind] / (factor * sink) - INNER_J_PER_K)
                tried = with_value(tried, "sink_capacity", capacity)
            if kind in MEMORY_J_PER_K:
                tried = with_value(tried, "memory_capacity", MEMORY_J_PER_K[kind])
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "gpus").mkdir()
                (pathlib.Path(folder) / "gpus" / f"{slug}.toml").write_text(tried, encoding="utf-8")
                own, whole, times = score(program, folder, gpu)
            print(f"{gpu}: sink_to_air {factor * sink:.4f} K/W: rms {own} K, all types {whole} K; {'; '.join(times)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
