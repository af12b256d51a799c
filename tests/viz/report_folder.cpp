#include "tests/viz/report_folder.hpp"

#include "sim/json.hpp"
#include "viz/write/csv.hpp"

std::string json_inner(const std::string& text) {
  const std::string quoted = rackcast::sim::json_string(text);
  return quoted.substr(1, quoted.size() - 2);
}

namespace {

constexpr const char* manifest = R"({"tool": "rackcast", "version": "9.8.7", "complete": true,
 "command": "rackcast run box.toml", "seed": 5, "scenario_fnv1a": "00ff", "replications": 3,
 "ended_by": "all replications", "events": 99})";

// @ stands for the title, # for the job's name.
constexpr const char* summary = R"({"title": "@", "seed": 5, "replications": 3, "horizon_s": 864000,
 "software": "PyTorch AMP NCHW", "unverified": ["server.box.psu.design.hold_up"],
 "jobs": [{"name": "#", "finished_fraction": 1,
  "duration_s": {"mean": 4000.5, "sd": 100, "p10": 3900.25, "p50": 4000.125, "p90": 4100.75, "ci95_low": 3700, "ci95_high": 4300},
  "ideal_duration_s": 3000,
  "step_time_s": 0.31, "throughput": 1626.5, "throughput_unit": "images/s", "mfu": 0.282, "clock_headroom": 0.167,
  "effective_time_ratio": 0.749,
  "lost_time_s": {"outage": 300.5, "restart": 100, "rework": 50, "checkpoint": 0, "startup": 90, "evaluation": 0,
   "power_limit": 0, "thermal": -40, "straggler": 500, "data_input": 0},
  "deadline_s": 5000, "probability_by_deadline": 0.875,
  "evidence": {"nearest_rows": ["V01472"], "distance": 0, "extrapolated": false, "model_error": 0.104}}],
 "throttling": {"fraction": 0.4125, "by_cause": {"power_cap": 0.25, "thermal_die": 0.4125},
  "worst_component": "server.box.gpu[1]", "hottest_c": 83.0625, "worst_inlet_c": 46.5},
 "failures": {"interruptions": 0.333, "probability_of_any": 0.3125, "by_cause": {"gpu": 0.333, "psu_trip": 0}},
 "power": {"peak_it_w": 880.5, "mean_it_w": 785.25, "trips": 0},
 "energy": {"it_kwh": 12.375, "residual_fraction": 1.5e-14}, "cost": {"energy_usd": 3.7125},
 "alarms": [{"when": "room.lab.air > 38 degC", "probability": 0.6875, "count": 2.5, "first_s": 1200.5}]})";

constexpr const char* layout = R"({"components": [
 {"path": "room.lab", "kind": "room", "parent": null, "position": 0, "limits": {"volume_m3": 12}, "unverified": []},
 {"path": "server.box", "kind": "server", "parent": "room.lab", "position": 0, "limits": {}, "unverified": []},
 {"path": "server.box.psu", "kind": "psu", "parent": "server.box", "position": 0, "limits": {"rating_w": 1600}},
 {"path": "server.box.gpu[0]", "kind": "gpu", "parent": "server.box", "position": 0,
  "limits": {"power_w": 350, "target_c": 83, "slowdown_c": 95, "shutdown_c": 98, "memory_c": 110, "max_clock_mhz": 2100}},
 {"path": "server.box.gpu[1]", "kind": "gpu", "parent": "server.box", "position": 1,
  "limits": {"power_w": 350, "target_c": 83, "slowdown_c": 95, "shutdown_c": 98, "memory_c": 110, "max_clock_mhz": 2100}},
 {"path": "job.#", "kind": "job", "parent": "server.box", "position": 0, "limits": {}}]})";

constexpr const char* trace =
    "time_s,component,power_w,die_c,inlet_c,clock_mhz,utilisation,mode,air_c,progress,power_min_w,power_max_w\n"
    "0,room.lab,,,,,,,25,,,\n0,server.box,166,,,,,,,,166,166\n0,server.box.gpu[0],21,25,25,2100,0,none,,,21,21\n"
    "0,server.box.gpu[1],21,25,25,2100,0,none,,,21,21\n"
    "2000,room.lab,,,,,,,30,,,\n2000,server.box,800,,,,,,,,166,880.5\n"
    "2000,server.box.gpu[0],340,75,31,1800,0.99,power_cap,,,21,349\n"
    "2000,server.box.gpu[1],300,83,37,1500,0.99,thermal_die,,,21,350\n"
    "4000,room.lab,,,,,,,31,,,\n4000,server.box,780,,,,,,,,780,810\n"
    "4000,server.box.gpu[0],338,76,32,1790,0.98,power_cap,,,330,342\n"
    "4000,server.box.gpu[1],290,83,39,1450,0.98,thermal_die,,,280,310\n";

constexpr const char* bands =
    "time_s,series,p10,p50,p90\n0,server.box.power_w,166,166,166\n4000,server.box.power_w,770,780,790\n"
    "0,job.train.progress,0,0,0\n4000,job.train.progress,0.9,0.95,1\n";

// Replication 1 is down from 1000 s to 2000 s while GPU 1 stays marked as held back.
constexpr const char* events =
    "id,cause_id,replication,time_s,severity,component,event,detail\n"
    "1,,0,100,info,#,training starts,\n2,,0,600,info,server.box.gpu[1],thermal_die,\n"
    "3,,0,1100,info,server.box.gpu[1],no longer throttled,\n4,,0,4100,info,#,training is finished,\n"
    "1,,1,100,info,#,training starts,\n2,,1,600,info,server.box.gpu[1],thermal_die,\n"
    "3,,1,1000,error,server.box.gpu[0],GPU fault,the job is interrupted\n"
    "4,3,1,1000,warning,#,interrupted by a fault,\n5,4,1,2000,info,#,training resumes,\n"
    "6,,1,2000,info,server.box.gpu[1],no longer throttled,\n7,,1,4100,info,#,training is finished,\n"
    "1,,2,100,info,#,training starts,\n2,,2,4100,info,#,training is finished,\n";

std::string with(std::string text, const std::string& mark, const std::string& value) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size())) {
    text.replace(at, mark.size(), value);
  }
  return text;
}

}  // namespace

void ReportFolder::write(const fs::path& folder) const {
  put(folder / "manifest.json", manifest);
  put(folder / "summary.json", with(with(summary, "#", json_inner(job)), "@", json_inner(title)));
  put(folder / "layout.json", with(layout, "#", json_inner(job)));
  put(folder / "scenario.resolved.toml", "title = '''" + title + "'''\n");
  put(folder / "trace.csv", trace);
  put(folder / "bands.csv", bands);
  put(folder / "events.csv", with(events, "#", rackcast::viz::csv_field("job." + job)));
}
