#!/usr/bin/env python3
"""Fits gemm_efficiency, traffic_factor and overlap of each transformer stack to its whole table of runs on one server.

All rows with at most 8 GPUs, pure data parallelism and known recomputation; a configuration counts once. Sequence, shape,
micro-batch and accumulation are those of the row. memory_efficiency is held at 0.8, the host never binds in these rows.
FP8 rows are predicted, not fitted: products run at the fp8 rate, attention stays in 16 bits.
Usage: fit_transformer.py      prints constants and errors, writes ../step_time_transformer.toml
"""
import math
import sys
import tomllib

from scipy.optimize import least_squares

import laws

MEMORY_EFFICIENCY = 0.8
LONG = 8192  # tokens
LEAST_TRAFFIC = 0.5  # below, the fit trades traffic for arithmetic along a flat valley
# All rows have NVSwitch, which hardly shows its exchange: without a bound overlap trades exchange for kernels (A100 0.2, H100
# 0.0), and a server with slow links would pay for it.
LEAST_OVERLAP = 0.8
# stack: source, GPU types; the share of the peak differs by generation, so that the H100 has constants of its own
STACKS = {"LLM Foundry FSDP": ("mosaicml/llm-foundry", "A100"), "LLM Foundry FSDP on H100": ("mosaicml/llm-foundry", "H100"),
          "llm.c": ("karpathy/llm.c", "")}
GPU = {"A100-80GB": ("a100-80gb-sxm4", "nvswitch-a100"), "A100-40GB": ("a100-40gb-sxm4", "nvswitch-a100"),
       "H100-80GB": ("h100-sxm5-80gb", "nvswitch-h100"), "A100-80GB-SXM": ("a100-80gb-sxm4", "nvswitch-a100"),
       "H100-80GB-SXM": ("h100-sxm5-80gb", "nvswitch-h100")}
SHARDING = {"0": "none", "1": "optimizer", "2": "gradients", "3": "parameters"}
HOST = {"LLM Foundry FSDP": "60 ms", "LLM Foundry FSDP on H100": "60 ms", "llm.c": "5 ms"}


def link(slug):
    with open(laws.CATALOG / "links" / f"{slug}.toml", "rb") as file:
        return tomllib.load(file)


def cases(stack):
    for r in laws.rows("llm_training.csv"):
        source, gpu = STACKS[stack]
        if not r["source"].startswith(source) or not r["gpu"].startswith(gpu) or r["recompute"] not in ("none", "full") or not r["micro_batch"]:
            continue
        if r["precision"] not in ("bf16", "fp8") or r["gpu"] not in GPU:
            continue
        shape = {"sequence": int(r["seq_len"]), "layers": int(r["layers"]), "hidden": int(r["hidden"]), "heads": int(r["heads"]),
                 "kv_heads": int(r["kv_heads"] or r["heads"]), "ffn_hidden": int(r["ffn_hidden"]), "vocabulary": int(r["vocab"]),
                 "activation": "gelu"}
        yield r, shape, laws.gpu(GPU[r["gpu"]][0]), link(GPU[r["gpu"]][1])


def step(case, stack, x):
    r, shape, entry, wires = case
    software = {"gemm_efficiency": math.exp(x[0]), "traffic_factor": math.exp(x[1]), "overlap": x[2],
                "memory_efficiency": MEMORY_EFFICIENCY, "host_issue": HOST[stack]}
    gpus = int(r["gpus"])
    return laws.transformer_step(entry, shape, software, r["precision"] + " mixed", gpus, int(r["global_batch"]) / gpus,
                                 int(r["micro_batch"]), SHARDING[r["zero_stage"]], r["recompute"], wires)[0]


def fit(table, stack):
    f = lambda x: [math.log(step(c, stack, x) / float(c[0]["step_time_s"])) for c in table]
    return least_squares(f, [math.log(0.75), 0.0, 0.9], bounds=([math.log(0.3), math.log(LEAST_TRAFFIC), LEAST_OVERLAP], [0.0, math.log(4), 1.0]),
                         loss="soft_l1", f_scale=0.1, diff_step=1e-3).x


def main():
    out = "# Transformer stacks, written by fit/fit_transformer.py from data/llm_training.csv: at most 8 GPUs in one server.\n"
    for stack in STACKS:
        everything = list(cases(stack))
        table = [c for c in everything if c[0]["precision"] == "bf16"]
        x = fit(table, stack)
        print(f"{stack}: gemm_efficiency {math.exp(x[0]):.3f}, traffic_factor {math.exp(x[1]):.3f}, overlap {x[2]:.2f}")
        error = {c[0]["id"]: step(c, stack, x) / float(c[0]["step_time_s"]) - 1 for c in everything}
        for c in everything:
            r = c[0]
            print(f"    {r['id']} {r['model']} s {r['seq_len']} {r['gpu']} x{r['gpus']} {r['precision']} {r['recompute']}: "
                  f"{float(r['step_time_s']):.2f} s, {100 * error[r['id']]:+.1f} %")
        fitted = [error[c[0]["id"]] for c in table]
        print(f"  fitted rows: {laws.percent(laws.summary(fitted))}")
        fp8 = [error[c[0]["id"]] for c in everything if c[0]["precision"] == "fp8"]
        if fp8:
            print(f"  fp8 rows, not fitted: {laws.percent(laws.summary(fp8))}")
        long = [error[c[0]["id"]] for c in table if int(c[0]["seq_len"]) > LONG]
        if long:
            print(f"  of them above {LONG} tokens: {laws.percent(laws.summary(long))}, bias {100 * sum(long) / len(long):+.1f} %")
        for gpu in sorted({c[0]["gpu"] for c in table}):
            mine = [error[c[0]["id"]] for c in table if c[0]["gpu"] == gpu]
            print(f"  {gpu}: {laws.percent(laws.summary(mine))}, bias {100 * sum(mine) / len(mine):+.1f} %")
        left = []
        for gpu in sorted({c[0]["gpu"] for c in table}):
            rest = [c for c in table if c[0]["gpu"] != gpu]
            if len(rest) > 3 and len(rest) < len(table):
                y = fit(rest, stack)
                left += [step(c, stack, y) / float(c[0]["step_time_s"]) - 1 for c in table if c[0]["gpu"] == gpu]
        if left:
            print(f"  one GPU type left out: {laws.percent(laws.summary(left))}")
        sd = math.sqrt(sum(math.log(1 + e) ** 2 for e in fitted) / max(1, len(fitted) - 3))
        out += (f'\n[[stack]]\nname = "{stack}"\ngemm_efficiency = {math.exp(x[0]):.3f}\ntraffic_factor = {math.exp(x[1]):.3f}\n'
                f"overlap = {x[2]:.2f}\nmemory_efficiency = {MEMORY_EFFICIENCY}\nsd = {sd:.3f}\n")
        out += "".join(f"{k} = {v:.4f}\n" if k != "n" else f"rows = {v}\n" for k, v in laws.summary(fitted).items())
        if left:
            out += f"left_out_median = {laws.summary(left)['median']:.4f}\n"
    (laws.HERE.parent / "step_time_transformer.toml").write_text(out, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
