#!/usr/bin/env python3
"""Predicts the step of each example scenario with the laws and the catalogue, beside what was published for like hardware.

An independent copy of the program's arithmetic, at a constant intake of 25 degC, nothing failing: the `ideal` of its summary.
Usage: check_examples.py
"""
import sys

import laws


def vision(title, gpu, workload, software, precision, gpus, per_gpu, link, published):
    step = laws.vision_job_step(laws.entry("gpus", gpu), laws.entry("workloads", workload), laws.entry("software", software),
                                precision, gpus, per_gpu, laws.entry("links", link))
    report(title, step, gpus * per_gpu / step, "img/s", published)


def report(title, step, rate, unit, published):
    print(f"{title}: step {step:.4f} s, {rate:.0f} {unit}")
    for value, what in published:
        print(f"    published {value:.0f} {unit} ({what}): {100 * (rate / value - 1):+.1f} %")


def main():
    timm = 1218.01 * 1751 / 905
    vision("two-3090-workstation", "rtx-3090", "resnet-50", "pytorch-2-1-amp-channels-last", "fp16 mixed", 2, 256, "pcie-4-0-x8",
           [(timm, "V06827, one board, times the scaling of V01472 over V01292")])
    vision("two-3090-workstation with the default layout", "rtx-3090", "resnet-50", "pytorch-amp-nchw", "fp16 mixed", 2, 256,
           "pcie-4-0-x8", [(1751, "V01472, NGC 22.10"), (1561.5, "median of all two-board rows")])
    vision("dusty-closet", "rtx-3090", "resnet-50", "pytorch-amp-nchw", "fp16 mixed", 2, 256, "pcie-3-0-x16",
           [(1751, "V01472; cool room")])
    vision("four-a100-pcie", "a100-80gb-pcie", "resnet-50", "pytorch-amp-nchw", "fp16 mixed", 4, 512, "pcie-4-0-x16-p2p",
           [(4 * 1527, "lambdal/deeplearning-benchmark, one board times four; not among the fitted rows")])
    shape, gpu, link = laws.entry("workloads", "llama-2-7b"), laws.entry("gpus", "a100-80gb-sxm4"), laws.entry("links", "nvswitch-a100")
    step, parts = laws.transformer_step(gpu, shape, laws.entry("software", "llm-foundry-fsdp"), "bf16 mixed", 8, 32, 2, "parameters",
                                        "none", link)
    tokens = 256 * shape["sequence"]
    report("llama2-7b-8xa100", step, tokens / step, "tokens/s",
           [(37130, "L0096, MPT-7B, 2048 tokens, no recomputation"), (29472, "L0095, MPT-7B, 4096 tokens, recomputed")])
    print("    " + ", ".join(f"{k} {v:.3g}" for k, v in parts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
