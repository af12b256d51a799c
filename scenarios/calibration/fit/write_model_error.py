#!/usr/bin/env python3
"""Writes ../model_error.toml: where the step-time model was tested, and how far off its stack is there.

sd is that of the whole table of the stack (never of the rows named): root mean square of ln(model / measured), degrees of
freedom reduced by the constants fitted. For several GPUs of vision stacks it is that of all rows with several GPUs.
Usage: write_model_error.py     after fit_vision.py and fit_transformer.py and once the catalogue holds their constants
"""
import collections
import math
import statistics
import sys
import tomllib

import fit_transformer
import fit_vision
import laws

HEADER = """# Where the step-time model was tested. Read by the program: each [[evidence]] is flat.
#   workload, gpu, software   catalogue names;  gpus = number of GPUs in the server
#   rows          ids of published measurements (scenarios/calibration/data)
#   measured      their median, in `unit`
#   sd            of ln(model / measured) over the whole table of this stack and scale, fitted constants counted
#   extrapolated  true: nothing like it was measured; rows name the nearest and sd is assumed, not computed
# Written by fit/write_model_error.py.
"""
LINK = {"NVLink/NVSwitch": "nvswitch-a100", "PCIe": "pcie-4-0-x16", "PCIe (no NVLink stated)": "pcie-5-0-x16-p2p"}
BATCH = {"rtx-3090": 448, "rtx-4090": 448}  # per GPU, from the table's names of runs; others hold 928 and more
OTHER_BATCH = 928


def table(name):
    with open(laws.HERE.parent / name, "rb") as file:
        return {s["name"]: s for s in tomllib.load(file)["stack"]}


def block(workload, gpu, software, gpus, rows, measured, unit, sd, extrapolated=False):
    listed = ", ".join(f'"{r}"' for r in rows)
    return (f'\n[[evidence]]\nworkload = "{workload}"\ngpu = "{gpu}"\nsoftware = "{software}"\ngpus = {gpus}\nrows = [{listed}]\n'
            f'measured = {measured:g}\nunit = "{unit}"\nsd = {sd:.3f}\nextrapolated = {"true" if extrapolated else "false"}\n')


def slug(name):
    for file in (laws.CATALOG / "software").glob("*.toml"):
        if tomllib.loads(file.read_text(encoding="utf-8"))["name"] == name:
            return file.stem
    raise KeyError(name)


def several_gpus():
    """Lambda's rows with 2, 4 and 8 GPUs by (stack, gpu slug, gpus). Without the Quadro RTX 6000, whose cloud machines are
    1.5 times slower than the same board in the same table (V05467, V05671)."""
    grouped = collections.defaultdict(list)
    for r in laws.rows("vision_training.csv"):
        stack = fit_vision.stack_of(r["framework"], r["source"])
        if r["gpus"] not in ("2", "4", "8") or stack != "PyTorch AMP NCHW" or r["gpu"] not in fit_vision.GPU or r["interconnect"] not in LINK:
            continue
        gpu = fit_vision.GPU[r["gpu"]]
        tensor = laws.peak_flops(laws.gpu(gpu), "tf32") > 0
        if r["model"] != "resnet50" or not tensor or "Quadro" in r["gpu"]:
            continue
        if fit_vision.precision_of(r["precision"], laws.gpu(gpu)) != "fp16 mixed":
            stack = "PyTorch TF32 NCHW"
        grouped[(stack, gpu, int(r["gpus"]), LINK[r["interconnect"]])].append((float(r["throughput"]), r["id"]))
    return grouped


CPU_STACK, CPU_CONSTANTS = "oneDNN on CPUs", 2
CPU_NETWORK = {"resnet50": "resnet-50", "resnet152": "resnet-152", "vgg19": "vgg-19", "googlenet": "googlenet"}


def cpu_rate(row, software):
    """Images a second of the processors of a row: models/compute/cpu_board.hpp; the exchange between sockets left out."""
    cpu = laws.entry("cpus", "xeon-" + row["cpu"].removeprefix("Xeon ").lower().replace(" ", "-"))
    network = laws.entry("workloads", CPU_NETWORK[row["model"]])
    peak = int(row["cpus"]) * cpu["cores"] * cpu["flops_per_cycle"] * laws.quantity(cpu["vector_clock"])
    bandwidth = int(row["cpus"]) * laws.quantity(cpu["memory_bandwidth"])
    traffic = 2 * laws.quantity(network["activation_traffic"]) * software["traffic_factor"]
    return 1 / (3 * laws.quantity(network["forward_flops"]) / (software["compute_efficiency"] * peak)
                + traffic / (software["memory_efficiency"] * bandwidth))


def cpu_blocks():
    software = laws.entry("software", slug(CPU_STACK))
    rows = [r for r in laws.rows("cpu_training.csv", laws.HERE.parent.parent / "validation" / "data")
            if "MKL-DNN" in r["framework"] and "without" not in r["framework"]]
    error = [math.log(cpu_rate(r, software) / float(r["throughput"])) for r in rows]
    sd = math.sqrt(sum(e * e for e in error) / (len(error) - CPU_CONSTANTS))
    grouped = collections.defaultdict(list)
    for r in rows:
        grouped[(CPU_NETWORK[r["model"]], r["cpu"], int(r["cpus"]))].append((float(r["throughput"]), r["id"]))
    return "".join(block(laws.entry("workloads", network)["name"], cpu, CPU_STACK, cpus, [i for _, i in values],
                         statistics.median(v for v, _ in values), "img/s", sd) for (network, cpu, cpus), values in grouped.items())


def main():
    out, vision, transformer = HEADER, table("step_time_vision.toml"), table("step_time_transformer.toml")
    groups, _ = fit_vision.groups()
    for key in sorted(k for k in groups if fit_vision.fitted(k) or (k[0], k[1]) in fit_vision.CHECK):
        ids = [fit_vision.PUBLISHED.get(i.split("-")[0], i) for _, i in groups[key]]
        out += block(fit_vision.workload(key[2])["name"], laws.gpu(key[1])["name"], key[0], 1, ids,
                     statistics.median(t for t, _ in groups[key]), "img/s", vision[key[0]]["sd"])
    error, blocks = collections.defaultdict(list), []
    for (stack, gpu, gpus, link), values in sorted(several_gpus().items()):
        software, network = laws.entry("software", slug(stack)), laws.entry("workloads", "resnet-50")
        precision = "tf32" if "TF32" in stack else "fp16 mixed"
        batch = BATCH.get(gpu, OTHER_BATCH) / (2 if precision == "tf32" else 1)
        step = laws.vision_job_step(laws.gpu(gpu), network, software, precision, gpus, batch, laws.entry("links", link))
        measured = statistics.median(t for t, _ in values)
        ratio = gpus * batch / step / measured
        error[stack].append(math.log(ratio))
        print(f"{stack}: {gpus} x {laws.gpu(gpu)['name']}, measured {measured:.0f} img/s, model {ratio * measured:.0f}, {100 * (ratio - 1):+.1f} %, {values[0][1]}")
        blocks.append((stack, gpu, gpus, [i for _, i in values], measured))
    for stack, e in error.items():
        print(f"{stack}, several GPUs: {laws.percent(laws.summary([math.exp(v) - 1 for v in e]))}")
    for stack, gpu, gpus, ids, measured in blocks:
        sd = math.sqrt(sum(v * v for v in error[stack]) / len(error[stack]))
        out += block("ResNet-50", laws.gpu(gpu)["name"], stack, gpus, ids, measured, "img/s", max(sd, vision[stack]["sd"]))
    names = {"MPT-7b": "MPT-7B", "MPT-1b": "GPT-3 1.3B", "GPT-2 124M (llm.c)": "GPT-2", "GPT-2 1558M (llm.c)": "GPT-2 XL"}
    for stack in fit_transformer.STACKS:
        grouped = collections.defaultdict(list)
        for case in fit_transformer.cases(stack):
            r = case[0]
            if r["model"] in names and r["precision"] == "bf16":
                grouped[(names[r["model"]], case[2]["name"])].append((float(r["tokens_per_s"]), r["id"]))
        for (model, gpu), values in grouped.items():
            out += block(model, gpu, stack, 8, [i for _, i in values], statistics.median(v for v, _ in values), "tokens/s",
                         transformer[stack]["sd"])
            if model == "MPT-7B":  # same layers and width, another feed-forward form: twice the variance, assumed
                out += block("Llama-2-7B", gpu, stack, 8, [i for _, i in values], statistics.median(v for v, _ in values),
                             "tokens/s", math.sqrt(2) * transformer[stack]["sd"], True)
    out += cpu_blocks()
    (laws.HERE.parent / "model_error.toml").write_text(out, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
