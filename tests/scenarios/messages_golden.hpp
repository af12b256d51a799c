// Entries of the golden table in messages_test.cpp: what stands in the valid file, what it becomes, what people read.
// clang-format off
{R"(horizon = "30 d")", R"(horizon = 30)",
 R"(t.toml:4:11: "run.horizon" has no unit (a time is needed) write "30 d")"},
{R"(horizon = "30 d")", R"(horizon = "30d")",
 R"(t.toml:4:11: "run.horizon": a space is missing between 30 and "d"; write "30 d")"},
{R"(horizon = "30 d")", R"(horizon = "30 W")",
 R"(t.toml:4:11: "run.horizon" is a time, not a power such as "30 W"; write it like run.horizon = "30 d")"},
{R"(horizon = "30 d")", R"(horizon = "30 dayz")",
 R"(t.toml:4:11: "run.horizon": unknown unit "dayz"; did you mean "day"?)"},
{R"(horizon = "30 d")", R"(horizon = "inf d")",
 R"(t.toml:4:11: "run.horizon": "inf d" is not a finite number; write it like run.horizon = "30 d")"},
{R"(horizon = "30 d")", R"(horizon = "-3 d")",
 R"(t.toml:4:11: "run.horizon" cannot be -3 d (its range is 0.0001 d to 36525 d))"},
{R"(horizon = "30 d")", R"(horizon = "1e9 d")",
 R"(t.toml:4:11: "run.horizon" cannot be 1000000000 d (its range is 0.0001 d to 36525 d))"},
{R"(horizon = "30 d")", R"(horizn = "30 d")",
 R"(t.toml:4:1: unknown key "run.horizn" (not a key of a scenario) did you mean "run.horizon"?)"},
{R"(title = "Two RTX 3090s")", R"(title = 7)",
 R"(t.toml:1:9: "title" needs a text, not a number; write it like title = "Two RTX 3090s on a 1600 W supply")"},
{R"(title = "Two RTX 3090s")", R"(horizon = "3 d")",
 R"(t.toml:1:1: unknown key "horizon" (not a key of a scenario) did you mean "run.horizon"?)"},
{R"(title = "Two RTX 3090s")", R"(climate = "hot")",
 R"(t.toml:1:1: unknown key "climate" (not a key of a scenario) did you mean "site.climate"?)"},
{R"(seed = 1)", R"(seed = "one")",
 R"(t.toml:6:8: "run.seed" needs a whole number, not a text)"},
{R"(seed = 1)", R"(seed = 1.5)",
 R"(t.toml:6:8: "run.seed" needs a whole number, not 1.5)"},
{R"(replications = 200)", R"(precision = "5 %")",
 R"(t.toml:5:13: "run.precision" needs a number, not a text; write run.precision = 0.05)"},
{R"(replications = 200)", R"(replications = nan)",
 R"(t.toml:5:16: "run.replications" is not a finite number)"},
{R"([run])", R"(run = 5
[site.run])",
 R"(t.toml:3:7: "run" needs a table, not a number; write it like run = { horizon = ... }
t.toml:4:7: unknown key "site.run" (not a key of a scenario) did you mean "run"?)"},
{R"(mean = "24 degC")", R"(mean = "297 K")",
 R"(t.toml:9:20: "mean" is a temperature, not a temperature difference such as "297 K"; write "23.85 degC")"},
{R"(daily_swing = "8 K")", R"(daily_swing = "8 degC")",
 R"(t.toml:9:45: "daily_swing" is a temperature difference, not a temperature such as "8 degC"; write "8 K")"},
{R"(volume = "30 m^3")", R"(volume = "0 m^3")",
 R"(t.toml:13:10: "volume" cannot be 0 m^3 (its range is 1 m^3 to 1000000 m^3))"},
{R"(volume = "30 m^3")", R"(start = "warm")",
 R"(t.toml:13:9: "start": "warm" does not start with a number; write a number, a space and a unit, or "balance")"},
{R"(name = "storeroom")", R"(name = "store room")",
 R"(t.toml:12:8: "store room" cannot be a name (names are made of letters, digits, _ and -, so that paths can use them))"},
{R"(name = "storeroom")", R"(nam = "storeroom")",
 R"(t.toml:11:1: "name" is missing in [[room]] (unique among the rooms) add name = "storeroom"
t.toml:12:1: unknown key "nam" (not a key of [[room]]) did you mean "name"?)"},
{R"(room = "storeroom")", R"(room = "storerom")",
 R"(t.toml:18:8: no room is named "storerom"; did you mean "storeroom"?)"},
{R"(case = "mid-tower")", R"(case = "mid-towre")",
 R"(t.toml:19:8: no entry "mid-towre" in the catalogue's cases; did you mean "mid-tower"? (rackcast catalog cases lists them))"},
{R"(case = "mid-tower")", R"(case = { use = "mid-tower", airflw = "60 CFM" })",
 R"(t.toml:19:29: unknown key "airflw" (not a key of an entry of cases) did you mean "airflow"?)"},
{R"(case = "mid-tower")", R"(case = 5)",
 R"(t.toml:19:8: this needs to be the name of an entry of cases or a table, not a number)"},
{R"(case = "mid-tower")", R"(rating = "850 W")",
 R"(t.toml:19:1: unknown key "rating" (not a key of [[server]]) "rating" is a key of server.psu)"},
{R"(case = "mid-tower")", R"(use = "Twin 309O")",
 R"(t.toml:19:7: no entry "Twin 309O" in the catalogue's servers; did you mean "Twin 3090"? (rackcast catalog servers lists them))"},
{R"(cpu = "Ryzen 9 5950X")", R"(cpus = 2)",
 R"(t.toml:16:1: "cpu" is missing in [[server]] (type of the CPU) add cpu = "Ryzen 9 5950X"
t.toml:20:1: unknown key "cpus" (not a key of [[server]]) did you mean "cpu"?)"},
{R"(cpu = "Ryzen 9 5950X")", R"(cpu = { name = "mine", cores = 8 })",
 R"(t.toml:20:7: "tdp" is missing in an entry of cpus (thermal design power) start from an entry: use = "..." (rackcast catalog cpus lists them)
t.toml:20:7: "idle" is missing in an entry of cpus (power at idle) start from an entry: use = "..." (rackcast catalog cpus lists them))"},
{R"(rating = "1600 W")", R"(count = 2)",
 R"(t.toml:22:7: "rating" is missing in server.psu (DC output of one unit) add rating = "1600 W")"},
{R"(efficiency = "80+ Gold 230 V")", R"(efficiency = { use = "80+ Gold 230 V", load = [0.5, 0.2, 1] })",
 R"(t.toml:22:55: the loads do not ascend)"},
{R"(efficiency = "80+ Gold 230 V")", R"(efficiency = { use = "80+ Gold 230 V", load = [0.5, "1"] })",
 R"(t.toml:22:61: "load" needs a number, not a text; write load = 1)"},
{R"(design = "ATX 2.x")", R"(design = { use = "ATX 2.x", overload_for = ["1 s"] })",
 R"(t.toml:22:49: 2 overloads, but 1 durations (each overload has its duration))"},
{R"(model = "RTX 3090")", R"(model = "RTX 3091")",
 R"(t.toml:25:11: no entry "RTX 3091" in the catalogue's gpus; did you mean "RTX 3090"? (rackcast catalog gpus lists them))"},
{R"(model = "RTX 3090")", R"(power.max = "300 W")",
 R"(t.toml:24:3: [[server.gpu]] lacks 25 keys (name, memory, memory_bandwidth, peak.fp32, peak_at, max_clock, power.default, power.min, power.idle, limits.target, limits.slowdown, limits.shutdown, limits.memory, curve.base, curve.core, curve.memory, curve.leakage, thermal.die_to_package, thermal.memory_to_package, thermal.package_to_sink, thermal.sink_to_air, thermal.die_capacity, thermal.memory_capacity, thermal.package_capacity, thermal.sink_capacity) start from an entry: model = "..." (rackcast catalog gpus lists them))"},
{R"(count = 2)", R"(count = 0)",
 R"(t.toml:26:11: "count" cannot be 0 (its range is 1 to 1024; one server holds no more))"},
{R"(count = 2)", R"(count = 3)",
 R"(t.toml:35:20: a global batch of 512 cannot be shared by 3 GPUs (every GPU takes the same number of samples) use 510 or 513)"},
{R"(power_limit = "280 W")", R"(power_limit = "600 W")",
 R"(t.toml:27:17: "power_limit" cannot be 600 W (this GPU takes 100 W to 385 W))"},
{R"(power_limit = "280 W")", R"(power_limit = "250 degC")",
 R"(t.toml:27:17: "power_limit" is a power, not a temperature such as "250 degC"; write it like power_limit = "280 W")"},
{R"(power_limit = "280 W")", R"(limits.target = "99 degC")",
 R"(t.toml:27:19: "limits.target" = "99 degC" is above "limits.slowdown" = "95 degC" (the target is there to avoid the slowdown))"},
{R"(name = "imagenet")", R"(name = "")",
 R"(t.toml:30:8: "" cannot be a name (names are made of letters, digits, _ and -, so that paths can use them))"},
{R"(on = "box")", R"(on = "bx")",
 R"(t.toml:31:6: no server is named "bx"; did you mean "box"?)"},
{R"(model = "ResNet-50")", R"(model = "ResNet-5")",
 R"(t.toml:32:9: no entry "ResNet-5" in the catalogue's workloads; did you mean "ResNet-50"? (rackcast catalog workloads lists them))"},
{R"(model = "ResNet-50")", R"(model = { use = "ResNet-50", layers = -1 })",
 R"(t.toml:32:39: "layers" cannot be -1 (its range is 0 to 100000))"},
{R"(model = "ResNet-50")", R"(model = { use = "ResNet-50", kind = "transformer" })",
 R"(t.toml:32:9: "layers" is missing (a transformer needs it)
t.toml:32:9: "hidden" is missing (a transformer needs it)
t.toml:32:9: "heads" is missing (a transformer needs it)
t.toml:32:9: "kv_heads" is missing (a transformer needs it)
t.toml:32:9: "ffn_hidden" is missing (a transformer needs it)
t.toml:32:9: "vocabulary" is missing (a transformer needs it)
t.toml:32:9: "sequence" is missing (a transformer needs it)
t.toml:32:9: "activation" is missing (a transformer needs it))"},
{R"(epochs = 90)", R"(epochs = 0)",
 R"(t.toml:33:11: the data set has neither epochs nor tokens nor steps (they decide how long the job is) write it like dataset = { name = "ImageNet-1k", epochs = 90 })"},
{R"(epochs = 90)", R"(tokens = 1e9)",
 R"(t.toml:33:44: ResNet-50 does not take tokens (it is a vision network) give epochs or steps)"},
{R"(epochs = 90)", R"(epochs = 90, tokens = 1e9)",
 R"(t.toml:33:11: the data set has more than one of epochs, tokens and steps (either ends the job) give one)"},
{R"(name = "ImageNet-1k")", R"(name = "ImageNet")",
 R"(t.toml:33:20: no entry "ImageNet" in the catalogue's datasets; did you mean "ImageNet-1k"? (rackcast catalog datasets lists them))"},
{R"(precision = "fp16 mixed")", R"(precision = "fp16")",
 R"(t.toml:34:13: "precision" cannot be "fp16" (one of "fp32", "tf32", "fp16 mixed", "bf16 mixed", "fp8 mixed") did you mean "fp16 mixed"?)"},
{R"(precision = "fp16 mixed")", R"(precision = "bf16 mixed")",
 R"(t.toml:34:13: the RTX 3090 has no peak rate for this precision (see rackcast catalog gpus) use one of "fp32", "fp16 mixed")"},
{R"(precision = "fp16 mixed")", R"(evaluate = "sometimes")",
 R"(t.toml:34:12: "evaluate" cannot be "sometimes" (one of "never", "each epoch"))"},
{R"(batch = { global = 512 })", R"(batch = 512)",
 R"(t.toml:35:9: "batch" needs a table, not a number; write it like batch = { global = ... })"},
{R"(batch = { global = 512 })", R"(batch = { global = 512, per_gpu = 512 })",
 R"(t.toml:35:9: batch.global = 512 and batch.per_gpu = 512 contradict each other (2 GPUs make 1024) give one of the two)"},
{R"(batch = { global = 512 })", R"(batch = { global = 513 })",
 R"(t.toml:35:20: a global batch of 513 cannot be shared by 2 GPUs (every GPU takes the same number of samples) use 512 or 514)"},
{R"(batch = { global = 512 })", R"(batch = { global = 512, micro = 100 })",
 R"(t.toml:35:33: 256 samples of a GPU cannot be split into micro-batches of 100 (all micro-batches are equal))"},
{R"(batch = { global = 512 })", R"(deadline = "none")",
 R"(t.toml:29:1: "batch" is missing (it decides the step) add batch = { global = 256 } or { per_gpu = 64 })"},
{R"(die > 88 degC)", R"(dye > 88 degC)",
 R"(t.toml:38:8: "dye" of a server.gpu cannot be watched; did you mean "die"?)"},
{R"(die > 88 degC)", R"(die > 88 K)",
 R"(t.toml:38:8: "die" is a temperature, not a temperature difference; give it in degC)"},
{R"(die > 88 degC)", R"(die 88 degC)",
 R"(t.toml:38:8: "server.box.gpu.die 88 degC" compares nothing (one of > >= < <= is missing) write it like "server.box.gpu.die > 88 degC")"},
{R"(gpu.die)", R"(gpu[2].die)",
 R"(t.toml:38:8: "box" has no gpu[2] (2 GPUs, counted from 0))"},
{R"(server.box.gpu.die)", R"(job.imagenet.step)",
 R"(t.toml:38:8: "job" cannot be watched (alarms watch a server or a room) write it like "server.box.gpu.die > 88 degC")"},
{R"([[alarm]])", R"([[alarms]])",
 R"(t.toml:37:3: unknown key "alarms" (not a key of a scenario) did you mean "alarm"?)"},
{R"([[job]])", R"([[job]]
name = "a")",
 R"(t.toml:31:8: this key or table stands here a second time (cannot redefine existing string 'name') remove one of the two)"},
{R"([[job]])", R"([job])",
 R"(t.toml:29:1: "job" is a list of tables, not a table; write [[job]])"},
{R"([[alarm]])", R"([[room]]
name = "storeroom"
[[alarm]])",
 R"(t.toml:38:8: a second room is named "storeroom" (the first is at line 12) names must differ)"},
{R"(name = "box")", R"(name = "box)",
 R"(t.toml:17:12: a text does not end on its line (unescaped control characters other than TAB (U+0009) are explicitly prohibited) is a quote missing?)"},
{R"(seed = 1)", R"(seed = 1
seed = 2)",
 R"(t.toml:7:8: this key or table stands here a second time (cannot redefine existing integer 'seed') remove one of the two)"},

{R"(case = "mid-tower")", R"(outlet = { voltage = "12 V" })",
 R"(t.toml:19:22: "voltage" cannot be 12 V (its range is 80 V to 1000 V; nothing else is wired to servers))"},
{R"(case = "mid-tower")", R"(outlet = { breaker = "B61" })",
 R"(t.toml:19:22: no entry "B61" in the catalogue's breakers; did you mean "B16"? (rackcast catalog breakers lists them))"},
{R"(case = "mid-tower")", R"(outlet = "Schuko")",
 R"(t.toml:19:10: no entry "Schuko" in the catalogue's outlets; did you mean "Schuko 230 V"? (rackcast catalog outlets lists them))"},
{R"(case = "mid-tower")", R"(dust = "12")",
 R"(t.toml:19:8: "dust": "12" has no unit; write it like dust = "12 month")"},
{R"(case = "mid-tower")", R"(dust = "12 mnth")",
 R"(t.toml:19:8: "dust": unknown unit "mnth"; did you mean "month"?)"},
{R"(case = "mid-tower")", R"(outlet_count = 0)",
 R"(t.toml:19:16: "outlet_count" cannot be 0 (its range is 1 to 64))"},
{R"(case = "mid-tower")", R"(inlet_limit = "hot")",
 R"(t.toml:19:15: "inlet_limit": "hot" does not start with a number; write a number, a space and a unit, or "none")"},
{R"(case = "mid-tower")", R"(max_power = "-5 W")",
 R"(t.toml:19:13: "max_power" cannot be -5 W (its range is above 0 W, up to 1000000 W))"},
{R"(case = "mid-tower")", R"(cont = 4)",
 R"(t.toml:19:1: unknown key "cont" (not a key of [[server]]) did you mean "count"?)"},
{R"(case = "mid-tower")", R"(count = 2.5)",
 R"(t.toml:19:9: "count" needs a whole number, not 2.5)"},
{R"(design = "ATX 2.x")", R"(needed = 3)",
 R"(t.toml:22:49: needed = 3 is more than count = 1 (a server that lacks one does not start))"},
{R"(  power_limit = "280 W")", R"(  mounting = "adjacent")",
 R"(t.toml:27:14: no entry "adjacent" in the catalogue's mountings; rackcast catalog mountings lists them)"},
{R"(  power_limit = "280 W")", R"(  cooler = { use = "own", inside = 2 })",
 R"(t.toml:27:36: "inside" cannot be 2 (its range is 0 to 1; a share of the heat))"},
{R"(  power_limit = "280 W")", R"(  cooler = "liquid")",
 R"(t.toml:27:12: no entry "liquid" in the catalogue's coolers; rackcast catalog coolers lists them)"},
{R"(  power_limit = "280 W")", R"(  smi = "smi.txt")",
 R"(t.toml:27:9: "smi.txt": a file cannot be named here (this text is in no folder))"},
{R"(  power_limit = "280 W")", R"(  topo = 7)",
 R"(t.toml:27:10: "topo" needs a text, not a number)"},
{R"(  power_limit = "280 W")", R"(  host_bandwidth = "25 Gbps")",
 R"(t.toml:27:20: "host_bandwidth": unknown unit "Gbps"; write Gbit/s)"},
{R"(climate = { mean = "24 degC", daily_swing = "8 K" })", R"(climate = 24)",
 R"(t.toml:9:11: "mean" has no unit (a temperature is needed) write "24 degC")"},
{R"(climate = { mean = "24 degC", daily_swing = "8 K" })", R"(climate = "24 K")",
 R"(t.toml:9:11: "mean" is a temperature, not a temperature difference such as "24 K"; write "24 degC")"},
{R"(climate = { mean = "24 degC", daily_swing = "8 K" })", R"(climate = { at = ["0 h", "12 h"] })",
 R"(t.toml:9:18: 2 times, but 0 values (each time has its value) give at and temperature equally many)"},
{R"(climate = { mean = "24 degC", daily_swing = "8 K" })", R"(climate = { at = ["0 h", "12 h"], temperature = ["18 degC"] })",
 R"(t.toml:9:18: 2 times, but 1 values (each time has its value) give at and temperature equally many)"},
{R"(climate = { mean = "24 degC", daily_swing = "8 K" })", R"(climate = { file = "may.csv" })",
 R"(t.toml:9:20: "may.csv": a file cannot be named here (this text is in no folder))"},
{R"(climate = { mean = "24 degC", daily_swing = "8 K" })", R"(climate = { column = "t" })",
 R"(t.toml:9:22: "column" without "file" (it names a column of the file) give file as well)"},
{R"(climate = { mean = "24 degC", daily_swing = "8 K" })", R"(climate = { hotest = "15 h" })",
 R"(t.toml:9:13: unknown key "hotest" (not a key of site.climate) did you mean "hottest"?)"},
{R"(climate = { mean = "24 degC", daily_swing = "8 K" })", R"(electricity = "0.12 EUR/kWh")",
 R"(t.toml:9:15: "site.electricity": unknown unit "EUR"; write USD (converted))"},
{R"(climate = { mean = "24 degC", daily_swing = "8 K" })", R"(electricity = "0.12 USD")",
 R"(t.toml:9:15: "site.electricity" is a price of energy, not an amount of money such as "0.12 USD"; write it like site.electricity = "0.12 USD/kWh")"},
{R"(volume = "30 m^3")", R"(other_heat = 50)",
 R"(t.toml:13:14: "mean" has no unit (a power is needed) write "50 W")"},
{R"(volume = "30 m^3")", R"(other_heat = "50 K")",
 R"(t.toml:13:14: "mean" is a power, not a temperature difference such as "50 K"; write it like mean = "50 W")"},
{R"(volume = "30 m^3")", R"(other_heat = { at = ["1 h"], power = ["5 W"] })",
 R"(t.toml:13:21: the first time is not 0 (a profile begins with the run) add a point at "0 h")"},
{R"(model = "ResNet-50")", R"(config = "config.json")",
 R"(t.toml:32:10: "config.json": a file cannot be named here (this text is in no folder))"},
{R"(on = "box")", R"(count = 0)",
 R"(t.toml:31:9: "count" cannot be 0 (its range is 1 to 10000))"},
{R"(title = "Two RTX 3090s")", R"(include = "parts.toml")",
 R"(t.toml:1:11: "parts.toml": a file cannot be named here (this text is in no folder))"},
{R"(title = "Two RTX 3090s")", R"(include = 5)",
 R"(t.toml:1:11: a file is named by a text, not by a number; write include = ["parts/room.toml"])"},
{R"([[alarm]])", R"([[event]]
target = "server.box"
action = "crash"

[[alarm]])",
 R"(t.toml:37:1: "at" is missing in [[event]] (when, from the start) add at = "10 d")"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "server.bx"
action = "crash"

[[alarm]])",
 R"(t.toml:39:10: no server is named "bx"; did you mean "box"?)"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "server.box"
action = "crsh"

[[alarm]])",
 R"(t.toml:40:10: "action" cannot be "crsh" (one of "crash", "clean", "fail", "power off", "set") did you mean "crash"?)"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "server.box"
action = "fail"

[[alarm]])",
 R"(t.toml:39:10: "fail" cannot happen to a server; use action = "crash", "power off")"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "server.box"
action = "crash"
repair = "1 h"

[[alarm]])",
 R"(t.toml:39:10: a crash takes no repair (the server reboots by itself) remove repair, or use action = "power off" for a server that stays down)"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "server.box.gpu[2]"
action = "fail"

[[alarm]])",
 R"(t.toml:39:10: "box" has no gpu[2] (2 GPUs, counted from 0))"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "server.box.gpu[0].power_limit"
action = "set"

[[alarm]])",
 R"(t.toml:39:10: set without a value; add value = "280 W")"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "server.box.gpu.power_limit"
action = "set"
value = "40 degC"

[[alarm]])",
 R"(t.toml:39:10: "value" is a power, not a temperature such as "40 degC"; write it like value = "280 W")"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "server.box.gpu.power_limit"
action = "set"
value = "900 W"

[[alarm]])",
 R"(t.toml:39:10: "value" cannot be 900 W (its range is 100 W to 385 W; the driver takes no other))"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "room.storeroom.ventilaton"
action = "fail"

[[alarm]])",
 R"(t.toml:39:10: nothing can be planned for "ventilaton" of a room; did you mean "ventilation"?)"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "room.storeroom.ventilation"
action = "fail"
value = "5 m^3/h"

[[alarm]])",
 R"(t.toml:39:10: "fail" takes no value (only set does) remove value)"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "server.box.case.airflow"
action = "set"
value = "0 CFM"

[[alarm]])",
 R"(t.toml:39:10: "value" cannot be 0 CFM (its range is above 0 CFM, up to 100000 CFM))"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "job.imagenet"
action = "fail"

[[alarm]])",
 R"(t.toml:39:10: nothing can be planned for "job" (events happen to a server or a room) write it like target = "room.storeroom.ventilation")"},
{R"([[alarm]])", R"([[event]]
at = "1 d"
target = "room..x"
action = "fail"

[[alarm]])",
 R"(t.toml:39:10: a name is missing in the path "room..x" (column 6 of the path) write it like server.box.gpu[0].power_limit)"},
{R"([[alarm]])", R"([[event]]
at = "-1 d"
target = "server.box"
action = "power off"
repair = "6 K"

[[alarm]])",
 R"(t.toml:38:6: "at" cannot be -1 d (its range is 0 d to 36525 d)
t.toml:41:10: "repair" is a time, not a temperature difference such as "6 K"; write it like repair = "36 h")"},
