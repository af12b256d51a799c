"""Laws shared by the fits: the same equations as models/, in NumPy.

Power: models/compute/gpu_spec.hpp. Step time: docs/methods/compute.md. Nothing here is fitted; the fit scripts import it.
"""
import csv
import functools
import math
import pathlib
import tomllib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"
ROOT = HERE.parent.parent.parent
CATALOG = ROOT / "models" / "catalog"

LEAKAGE_PER_K = 0.012  # 1/K, planning value, unverified
REFERENCE_C = 65.0     # temperature the leakage constant refers to
# Core and memory activity of tensor-bound and memory-bound kernels: models/workload/phase_activity.hpp, held fixed in all fits.
TENSOR = (1.0, 0.35)
MEMORY = (0.6, 0.9)

SCALE = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "m": 1e-3, "u": 1e-6, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}


def quantity(text):
    """Value of "350 W", "1695 MHz", "24 GiB", "71 TFLOP/s": SI, base unit dropped."""
    number, _, unit = text.partition(" ")
    for prefix in ("Ki", "Mi", "Gi", "k", "M", "G", "T", "P", "m", "u"):
        for base in ("FLOP", "Hz", "B", "W", "s", "J"):
            if unit.startswith(prefix + base):
                return float(number) * SCALE[prefix]
    return float(number)


def rows(name, folder=DATA):
    with open(folder / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def gpu(slug):
    """Catalogue entry of a GPU."""
    with open(CATALOG / "gpus" / f"{slug}.toml", "rb") as file:
        return tomllib.load(file)


def volt(clock, top, low, knee):
    """V(f)/V(f_max): flat at `low` up to knee·f_max, then linear to 1."""
    return np.maximum(low, low + (1 - low) * (clock - knee * top) / ((1 - knee) * top))


def activity(clock_share):
    """Core and memory activity of kernels that spend `clock_share` of their time tensor-bound."""
    return tuple(clock_share * t + (1 - clock_share) * m for t, m in zip(TENSOR, MEMORY))


def board_power(clock, core_activity, memory_activity, curve, peak, top, die_c=REFERENCE_C):
    """W; `curve` holds base, core, memory, leakage (W), min_voltage, knee_clock."""
    v = volt(clock, top, curve["min_voltage"], curve["knee_clock"])
    v = v / volt(np.float64(peak), top, curve["min_voltage"], curve["knee_clock"])
    heat = math.exp(LEAKAGE_PER_K * (die_c - REFERENCE_C))
    return (curve["base"] + curve["memory"] * memory_activity + curve["core"] * core_activity * clock / peak * v**2
            + curve["leakage"] * v * heat)


def clock_at(limit, core_activity, memory_activity, curve, peak, top, die_c=REFERENCE_C):
    """Highest clock whose power is at most `limit`, same unit as `peak`; at least 5 % of `top`."""
    clock = np.linspace(0.05 * top, top, 1500)
    power = board_power(clock, core_activity, memory_activity, curve, peak, top, die_c)
    return np.interp(limit, power, clock)


def curve_of(entry):
    """Curve constants of a catalogue entry, watts as numbers."""
    c = entry["curve"]
    return {k: quantity(c[k]) for k in ("base", "core", "memory", "leakage")} | {
        "min_voltage": c["min_voltage"], "knee_clock": c["knee_clock"]}


def summary(errors):
    """median, mean, 90th percentile and largest of absolute relative errors."""
    e = np.abs(np.asarray(errors))
    return {"n": len(e), "median": float(np.median(e)), "mean": float(e.mean()), "p90": float(np.quantile(e, 0.9)),
            "worst": float(e.max())}


def percent(s):
    return f"n {s['n']}, median {100 * s['median']:.1f} %, mean {100 * s['mean']:.1f} %, p90 {100 * s['p90']:.1f} %, worst {100 * s['worst']:.1f} %"


# ---- step time: models/workload/{step_cost,step_profile,transformer,memory}.cpp

INLET_C = 25.0
PRECISION = {"fp32": ("fp32", 4), "tf32": ("tf32", 4), "fp16 mixed": ("fp16_tensor", 2), "bf16 mixed": ("bf16_tensor", 2),
             "fp8 mixed": ("fp8_tensor", 2)}


def peak_flops(entry, precision):
    text = entry["peak"][PRECISION[precision][0]]
    return 0.0 if text == "none" else quantity(text)


def die_to_air(entry):
    """K/W from die to intake air when nearly all heat leaves through the die."""
    t = entry["thermal"]
    return sum(quantity(t[k]) for k in ("die_to_package", "package_to_sink", "sink_to_air"))


def sustained_clock(entry, compute_s, memory_s, limit_w=None, inlet_c=INLET_C):
    """Highest clock (MHz) under the power limit while kernels with these times at `peak_at` run without gaps."""
    limit = limit_w or quantity(entry["power"]["default"])
    peak, top = quantity(entry["peak_at"]) / 1e6, quantity(entry["max_clock"]) / 1e6
    die_c = min(inlet_c + die_to_air(entry) * limit, quantity(entry["limits"]["target"]))
    clock = np.linspace(quantity(entry["min_clock"]) / 1e6, top, 600)
    share = compute_s * peak / clock / (compute_s * peak / clock + memory_s)
    core, memory = activity(share)
    power = board_power(clock, core, memory, curve_of(entry), peak, top, die_c)
    below = np.nonzero(power <= limit)[0]
    return float(clock[below[-1]]) if len(below) else float(clock[0])


def device_time(entry, compute_s, memory_s):
    """Seconds of kernels at the sustained clock; compute_s refers to `peak_at`."""
    clock = sustained_clock(entry, compute_s, memory_s)
    return compute_s * quantity(entry["peak_at"]) / 1e6 / clock + memory_s


# ---- kernels by class and shape: models/workload/kernel_time.cpp

CONVOLUTION_FLOPS_PER_CLOCK = 900   # and multiprocessor, that operands of 16 bits allow
ATTENTION_FLOPS_PER_CLOCK = 1650    # fused
DEPTHWISE_FLOPS_PER_CLOCK = 14      # at any width
OPERAND_EDGE = 64
TILES = ((256, 128), (128, 256), (128, 128), (128, 64), (64, 128), (64, 64))


def fed_s(entry, precision, efficiency, flops, flops_per_clock):
    """Arithmetic that its operands may hold up: root of the sum of both squares."""
    arithmetic = flops / (efficiency * peak_flops(entry, precision))
    if not entry.get("multiprocessors") or precision == "fp32":
        return arithmetic
    per_clock = flops_per_clock * 2 / PRECISION[precision][1]
    return math.hypot(arithmetic, flops / (per_clock * entry["multiprocessors"] * quantity(entry["peak_at"])))


def tile_cost(tile):
    return 1 + OPERAND_EDGE * (1 / tile[0] + 1 / tile[1])


def tiling(entry, precision):
    """Multiprocessors to fill; 0 where shape does not matter."""
    return 0 if precision == "fp32" else entry.get("multiprocessors", 0)


@functools.lru_cache(None)
def product_flops(multiprocessors, rows, columns, depth, count=1):
    """FLOPs that would take as long at the full rate: whole waves of tiles."""
    if not multiprocessors:
        return 2 * rows * columns * depth * count
    waves = lambda m, n: math.ceil(math.ceil(rows / m) * math.ceil(columns / n) * count / multiprocessors)
    return 2 * depth * multiprocessors * min(
        waves(m, n) * m * n * tile_cost((m, n)) / tile_cost(TILES[0]) for m, n in TILES)


def pass_flops(multiprocessors, products):
    """Forward and backward, as above."""
    forward = sum(product_flops(multiprocessors, *p) for p in products)
    backward = sum(product_flops(multiprocessors, m, k, n, c) + product_flops(multiprocessors, n, k, m, c)
                   for m, n, k, c in products)
    return forward, backward


def layer_products(shape, tokens, tensor=1):
    h, f = shape["hidden"], shape["ffn_hidden"]
    into = f * (2 if shape["activation"] == "swiglu" else 1)
    return [(tokens, h * (1 + 2 * shape["kv_heads"] / shape["heads"]) / tensor, h, 1), (tokens, h, h / tensor, 1),
            (tokens, into / tensor, h, 1), (tokens, h, f / tensor, 1)]


def vision_step(entry, workload, software, precision, batch):
    """Kernel seconds of one step of `batch` images on one GPU."""
    flops = 3 * batch * quantity(workload["forward_flops"])
    depthwise = workload.get("depthwise_share", 0)
    saved = workload.get("winograd_share", 0) * (1 - 16 / 36) if precision == "fp32" else 0  # models/workload/step_cost.cpp
    traffic = batch * quantity(workload["activation_traffic"]) * software["traffic_factor"] * PRECISION[precision][1] / 2
    compute_s = fed_s(entry, precision, software["compute_efficiency"], flops * (1 - saved - depthwise), CONVOLUTION_FLOPS_PER_CLOCK)
    if depthwise:
        compute_s += flops * depthwise / (DEPTHWISE_FLOPS_PER_CLOCK * entry["multiprocessors"] * quantity(entry["peak_at"]))
    memory_s = traffic / (software["memory_efficiency"] * quantity(entry["memory_bandwidth"]))
    return device_time(entry, compute_s, memory_s)


def ring_part(link, ranks, size):
    """Reduce-scatter or all-gather of a buffer of `size` bytes: models/collective/ring.hpp."""
    if ranks < 2:
        return 0.0
    start, own, fill = quantity(link.get("start", "0 us")), link.get("own_share", 0.0), quantity(link.get("fill", "0 MB"))
    bus = quantity(link["bandwidth"])
    wire = bus * (1 + own / 2)
    steps = (ranks - 1) * (quantity(link["latency"]) + size / (ranks * wire))
    return start + steps + (own * size / wire + math.sqrt(fill * size) / bus) / 2


def transformer(shape):
    """FLOPs forward (layers, head), traffic in values (layers forward, backward, loss once), parameters; one sample."""
    length, layers, hidden = shape["sequence"], shape["layers"], shape["hidden"]
    swiglu = shape["activation"] == "swiglu"
    share, ratio = shape["kv_heads"] / shape["heads"], shape["ffn_hidden"] / hidden
    matrices = 2 * hidden**2 * (1 + share) + (3 if swiglu else 2) * hidden * shape["ffn_hidden"]
    flops_layers = 2 * layers * length * (matrices + 2 * length * hidden)
    flops_head = 2 * length * shape["vocabulary"] * hidden
    stream = layers * length * hidden
    forward = stream * (2 * 2 + 2 * 3 + 2 + 2 * share + (3 if swiglu else 2) * ratio)
    backward = stream * (2 * 3 + 2 * 3 + 4 + 4 * share + (5 if swiglu else 3) * ratio)
    vectors = hidden * ((2 * 1) if swiglu else (2 * 2 + 5)) + (0 if swiglu else shape["ffn_hidden"])
    rows_h = (2 if swiglu else 1) * shape["vocabulary"] + (0 if swiglu else length) + (1 if swiglu else 2)
    return {"layers": flops_layers, "head": flops_head, "forward": forward, "backward": backward,
            "loss": 2 * length * shape["vocabulary"], "parameters": layers * (matrices + vectors) + rows_h * hidden}


def transformer_step(entry, shape, software, precision, gpus, per_gpu, micro, sharding, recompute, link, optimizer_bytes=8):
    """Seconds of one step; also its parts."""
    t, width = transformer(shape), PRECISION[precision][1]
    again, batches = (1 if recompute == "full" else 0), math.ceil(per_gpu / micro)
    tokens = micro * shape["sequence"]
    layers = pass_flops(tiling(entry, precision), layer_products(shape, tokens))
    head = pass_flops(tiling(entry, precision), [(tokens, shape["vocabulary"], shape["hidden"], 1)])
    attention = 4 * shape["layers"] * shape["sequence"]**2 * shape["hidden"]
    traffic = software["traffic_factor"] * per_gpu * (
        (t["forward"] * (1 + again) + t["backward"]) * width + 2 * t["loss"] * 4)
    shards = 1 if sharding == "none" else gpus
    traffic += t["parameters"] * ((2 * width + 2 * (4 + optimizer_bytes)) / shards + 2 * width * batches)
    rate = software["gemm_efficiency"] * peak_flops(entry, precision)
    forward_s = (shape["layers"] * layers[0] + head[0]) / micro / rate
    backward_s = (shape["layers"] * layers[1] + head[1]) / micro / rate
    again_s = again * shape["layers"] * layers[0] / micro / rate
    attention_s = fed_s(entry, "bf16 mixed" if precision == "fp8 mixed" else precision, software["gemm_efficiency"], attention,
                        ATTENTION_FLOPS_PER_CLOCK)
    compute_s = per_gpu * (forward_s + backward_s + again_s + (3 + again) * attention_s)
    memory_s = traffic / (software["memory_efficiency"] * quantity(entry["memory_bandwidth"]))
    device = device_time(entry, compute_s, memory_s)
    part = ring_part(link, gpus, t["parameters"] * width)
    backward_share = 1 - per_gpu * (forward_s + attention_s) / compute_s
    exchange, window = {"none": (2 * part, backward_share / batches), "optimizer": (2 * part, backward_share / batches),
                        "gradients": ((batches + 1) * part, backward_share),
                        "parameters": (3 * batches * part, 1.0)}[sharding]
    exposed = max((1 - software["overlap"]) * exchange, exchange - window * device)
    host = quantity(software["host_issue"]) * batches
    return max(device, host) + exposed, {"device": device, "exposed": exposed, "host": host, "compute": compute_s,
                                         "memory": memory_s, "parameters": t["parameters"]}


def vision_job_step(entry, workload, software, precision, gpus, per_gpu, link):
    """Seconds of one data-parallel step with whole gradients exchanged once."""
    device = vision_step(entry, workload, software, precision, per_gpu)
    exchange = 2 * ring_part(link, gpus, workload["parameters"] * PRECISION[precision][1])
    exposed = max((1 - software["overlap"]) * exchange, exchange - 2 / 3 * device)
    return max(device, quantity(software["host_issue"])) + exposed


def entry(kind, slug):
    with open(CATALOG / kind / f"{slug}.toml", "rb") as file:
        return tomllib.load(file)
