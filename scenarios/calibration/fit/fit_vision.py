#!/usr/bin/env python3
"""Fits compute_efficiency and traffic_factor of each vision stack to all one-GPU training rows of its table.

Rows are grouped by (stack, GPU, network, precision); a group counts once, with its median. memory_efficiency is held at
0.8: only traffic_factor / memory_efficiency can be seen. The
AMP and TF32 rows of one framework are two stacks: mixed precision adds casts and layout changes, so that its traffic is
not half of that in fp32. FP32 rows of GPUs whose tensor units do not take fp32 (V100, Turing, Pascal) count into the stack
that they were measured with: they tell arithmetic from traffic. Networks whose traffic is not that of a convolutional or plain transformer network
(grouped, depthwise) are predicted, not fitted.
Convolutions take the root of the squares of their arithmetic and of their operands (laws.CONVOLUTION_FLOPS_PER_CLOCK, one
constant for all stacks and boards), so that one pair of constants holds for boards with small and with large tensor units.
Usage: fit_vision.py       prints constants and errors, writes ../step_time_vision.toml
"""
import collections
import math
import statistics
import sys
import tomllib

import numpy as np
from scipy.optimize import least_squares

import laws

MEMORY_EFFICIENCY = 0.8
BATCH = 256  # cancels: kernels only
GPU = {
    "RTX 3090": "rtx-3090", "3090": "rtx-3090", "RTX 4090": "rtx-4090", "RTX A6000": "rtx-a6000", "A6000": "rtx-a6000",
    "RTX 6000 Ada": "rtx-6000-ada", "A100 80GB SXM4": "a100-80gb-sxm4", "A100_80GB_SXM4": "a100-80gb-sxm4",
    "A100_SXM4": "a100-40gb-sxm4", "A100": "a100-40gb-sxm4", "H100 80GB PCIe Gen5": "h100-pcie-80gb",
    "H100 80GB PCIe": "h100-pcie-80gb", "H200 140GB SXM": "h200-sxm-141gb", "A40": "a40", "A5000": "rtx-a5000",
    "3080": "rtx-3080", "V100-16GB-SXM": "v100-sxm2-16gb", "V100-32GB-SXM": "v100-sxm2-32gb",
    "QuadroRTX6000": "quadro-rtx-6000", "TitanRTX": "quadro-rtx-6000", "A100-80GB-SXM": "a100-80gb-sxm4",
    "A100 80GB PCIe": "a100-80gb-pcie", "H100 80GB SXM": "h100-sxm5-80gb", "1080Ti": "gtx-1080-ti", "2070MaxQ": "rtx-2070-max-q",
    "2080MaxQ": "rtx-2080-max-q", "2080SuperMaxQ": "rtx-2080-super-max-q", "3070": "rtx-3070", "A4000": "rtx-a4000",
    "A5500": "rtx-a5500", "QuadroRTX5000": "quadro-rtx-5000", "GH200 96GB": "gh200-96gb",
}
NETWORK = {
    "resnet50": "resnet-50", "resnet50v1.5": "resnet-50", "resnet18": "resnet-18", "resnet101": "resnet-101",
    "resnet152": "resnet-152", "vgg16": "vgg-16", "vit_base_patch16_224": "vit-b-16",
    "wide_resnet50_2": "wide-resnet-50-2", "resnext50_32x4d": "resnext-50-32x4d", "convnext_tiny": "convnext-t",
}
NOT_FITTED_NETWORKS = {"resnext50_32x4d", "convnext_tiny"}
# Published in a table that is not part of data/: NVIDIA/DeepLearningExamples ResNet50v1.5 README, DGX A100 80GB
MORE = [("dle-a100-amp", "PyTorch", "resnet50v1.5", "A100-80GB-SXM", "AMP(fp16 mixed)", 2470.0),
        ("dle-a100-tf32", "PyTorch", "resnet50v1.5", "A100-80GB-SXM", "TF32", 938.0),
        # lambdal/deeplearning-benchmark pytorch-train-throughput-fp16.csv: kept apart as a check, never fitted
        ("lambda-v100", "PyTorch NGC 22.09", "resnet50", "V100-16GB-SXM", "AMP(fp16 mixed)", 833.0),
        ("lambda-a100-pcie", "PyTorch NGC 22.09", "resnet50", "A100 80GB PCIe", "AMP(fp16 mixed)", 1527.0),
        ("lambda-h100-sxm", "PyTorch NGC 22.09", "resnet50", "H100 80GB SXM", "AMP(fp16 mixed)", 2791.0)]
PUBLISHED = {"dle": "NVIDIA/DeepLearningExamples ResNet50v1.5, DGX A100 80GB",
             "lambda": "lambdal/deeplearning-benchmark pytorch-train-throughput-fp16.csv"}
CHECK = {("PyTorch AMP NCHW", "v100-sxm2-16gb"), ("PyTorch AMP NCHW", "a100-80gb-pcie"), ("PyTorch AMP NCHW", "h100-sxm5-80gb")}
LEAST = 0.35  # of the peak, for convolutions: below, the fit trades arithmetic for traffic along a flat valley
STACKS = ("PyTorch 2.1 AMP channels-last", "PyTorch AMP NCHW", "PyTorch TF32 NCHW", "NVIDIA DeepLearningExamples NGC (DALI)")


def stack_of(framework, source):
    if "nhwc" in framework:
        return "PyTorch 2.1 AMP channels-last"
    if "nchw" in framework or framework.startswith("PyTorch NGC"):
        return "PyTorch AMP NCHW"
    if framework == "PyTorch" and ("DeepLearningExamples" in source or not source):
        return "NVIDIA DeepLearningExamples NGC (DALI)"
    return None


def precision_of(text, gpu):
    if text.startswith(("AMP", "FP16")):
        return "fp16 mixed"
    tensor = laws.peak_flops(gpu, "tf32") > 0
    return "tf32" if tensor and text != "FP32" else "fp32"


def groups():
    table, skipped = collections.defaultdict(list), collections.Counter()
    listed = [(r["id"], r["framework"], r["source"], r["model"], r["gpu"], r["precision"], float(r["throughput"]))
              for r in laws.rows("vision_training.csv") if r["gpus"] == "1"]
    listed += [(i, f, "", m, g, p, t) for i, f, m, g, p, t in MORE]
    for i, framework, source, model, gpu, precision, throughput in listed:
        stack = stack_of(framework, source)
        if stack is None or model not in NETWORK or gpu not in GPU:
            skipped["stack" if stack is None else "network" if model not in NETWORK else "GPU " + gpu] += 1
            continue
        p = precision_of(precision, laws.gpu(GPU[gpu]))
        if stack == "PyTorch AMP NCHW" and p != "fp16 mixed":
            stack = "PyTorch TF32 NCHW"
        table[(stack, GPU[gpu], model, p)].append((throughput, i))
    return table, skipped


def workload(model):
    with open(laws.CATALOG / "workloads" / f"{NETWORK[model]}.toml", "rb") as file:
        return tomllib.load(file)


def predicted(key, x):
    software = {"compute_efficiency": math.exp(x[0]), "traffic_factor": math.exp(x[1]), "memory_efficiency": MEMORY_EFFICIENCY}
    return BATCH / laws.vision_step(laws.gpu(key[1]), workload(key[2]), software, key[3], BATCH)


def fitted(key):
    if (key[0], key[1]) in CHECK:
        return False
    return key[2] not in NOT_FITTED_NETWORKS


def fit(keys, table):
    measured = {k: statistics.median(t for t, _ in table[k]) for k in keys}
    f = lambda x: [math.log(predicted(k, x) / measured[k]) for k in keys]
    return least_squares(f, [math.log(0.5), math.log(1.0)], bounds=([math.log(LEAST), math.log(0.2)], [math.log(0.95), math.log(3)]),
                         loss="soft_l1", f_scale=0.1, diff_step=1e-3).x


def main():
    table, skipped = groups()
    print("rows not used:", dict(skipped))
    out = "# Vision stacks, written by fit/fit_vision.py from data/vision_training.csv: one-GPU groups, median of each.\n"
    for stack in STACKS:
        keys = [k for k in table if k[0] == stack and fitted(k)]
        x = fit(keys, table)
        e, sd = [], []
        print(f"{stack}: compute_efficiency {math.exp(x[0]):.3f}, traffic_factor {math.exp(x[1]):.3f} (memory_efficiency 0.8)")
        for k in sorted(k for k in table if k[0] == stack):
            m, p = statistics.median(t for t, _ in table[k]), predicted(k, x)
            print(f"    {'' if fitted(k) else '(not fitted) '}{k[1]} {k[2]} {k[3]}: measured {m:.0f}, model {p:.0f}, {100 * (p / m - 1):+.1f} %, "
                  f"{len(table[k])} rows, {table[k][0][1]}")
            if fitted(k):
                e.append(p / m - 1)
                sd.append(math.log(p / m))
        print(f"  fitted groups: {laws.percent(laws.summary(e))}")
        left = []
        types = sorted({k[1] for k in keys})
        if len(types) > 2:
            for gpu in types:
                y = fit([k for k in keys if k[1] != gpu], table)
                for k in keys:
                    if k[1] == gpu:
                        left.append(predicted(k, y) / statistics.median(t for t, _ in table[k]) - 1)
            print(f"  one GPU type left out: {laws.percent(laws.summary(left))}")
        error_sd = math.sqrt(sum(v * v for v in sd) / max(1, len(sd) - 2))
        out += (f'\n[[stack]]\nname = "{stack}"\ncompute_efficiency = {math.exp(x[0]):.3f}\ntraffic_factor = {math.exp(x[1]):.3f}\n'
                f"memory_efficiency = {MEMORY_EFFICIENCY}\nsd = {error_sd:.3f}\n")
        out += "".join(f"{k} = {v:.4f}\n" if k != "n" else f"groups = {v}\n" for k, v in laws.summary(e).items())
        if left:
            out += f"left_out_median = {laws.summary(left)['median']:.4f}\n"
    (laws.HERE.parent / "step_time_vision.toml").write_text(out, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
