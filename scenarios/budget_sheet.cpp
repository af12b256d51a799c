#include "scenarios/budget_sheet.hpp"

#include <algorithm>
#include <array>

#include "scenarios/facts/format_help.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/write.hpp"

namespace rackcast::scenarios {

namespace {

/// Defaults that move a budget; the others hardly do.
struct Watched {
  const TableFacts& (*facts)();
  std::array<std::string_view, 8> keys;
};

constexpr Watched of_server{&server_facts,
                            {"case", "cpu_load", "storage", "memory", "other_power", "outlet", "software"}};
constexpr Watched of_supply{&psu_facts, {"efficiency", "design"}};
constexpr Watched of_gpus{&gpu_group_facts, {"link"}};
constexpr Watched of_room{&room_facts, {"ventilation", "walls"}};
constexpr Watched of_job{&job_facts, {"precision", "optimizer"}};

// The value as it would be written: a table that came from a catalogue entry by its name.
std::string written(const Fact& fact, const void* target) {
  if (fact.kind != FactKind::table) return format_value(fact, target);
  const void* entry = fact.access.object(const_cast<void*>(fact.access.owner(target)));
  const Fact& label = fact.table->facts.front();
  return format_value(label, entry);
}

void add_defaults(const Watched& watched, const void* target, const std::string& prefix, Assumptions& out) {
  for (const std::string_view key : watched.keys) {
    const Fact* fact = key.empty() ? nullptr : watched.facts().find(key);
    if (fact == nullptr || !fact->fallback) continue;
    const std::string value = written(*fact, target);
    if ("`" + value + "`" == default_text(*fact)) out.defaults.emplace_back(prefix + std::string(key), value);
  }
}

// Everything that is said of a server or a job but its name and where it stands.
std::string said_of(const TableFacts& facts, const void* target) {
  std::string out;
  for (const CatalogValue& value : list_values(facts, target)) {
    if (value.key != "name" && value.key != "on") out += value.key + " = " + value.value + "\n";
  }
  return out;
}

std::string replaced_prefix(const std::string& path, const std::string& from, const std::string& to) {
  return path.starts_with(from) ? to + path.substr(from.size()) : path;
}

// The limits of a sheet that is equal but for its names.
std::vector<TightLimit> renamed(std::vector<TightLimit> limits, const Sheet& from, const Sheet& to) {
  for (TightLimit& limit : limits) {
    for (Relief& relief : limit.reliefs) {
      std::string& path = relief.set.path;
      path = replaced_prefix(path, "server." + from.server->name + ".", "server." + to.server->name + ".");
      path = replaced_prefix(path, "job." + from.job->name + ".", "job." + to.job->name + ".");
    }
  }
  return limits;
}

constexpr std::size_t always_shown = 1;  ///< margins: the first has its reliefs even when it is comfortable

std::vector<TightLimit> limits_of(const Surroundings& around, const Sheet& sheet, const Catalog& catalog) {
  std::vector<TightLimit> limits;
  for (const Margin& margin : sheet.budget.margins) {
    TightLimit limit{margin, {}};
    if (limits.size() < always_shown || margin.used > comfortable) {
      limit.reliefs = reliefs_of(margin, around, *sheet.server, *sheet.job, catalog);
    }
    limits.push_back(std::move(limit));
  }
  return limits;
}

}  // namespace

// What is said of the GPUs moves most.
Assumptions assumptions_of(const Scenario& scenario, const models::ServerSpec& server, const models::JobSpec& job) {
  Assumptions out;
  const std::string of = "server." + server.name;
  add_defaults(of_server, &server, of + ".", out);
  add_defaults(of_supply, &server.psu, of + ".psu.", out);
  add_defaults(of_gpus, &server.gpus, of + ".gpu.", out);
  for (const models::RoomSpec& room : scenario.rooms) {
    if (room.name == server.room) add_defaults(of_room, &room, "room." + room.name + ".", out);
  }
  add_defaults(of_job, &job, "job." + job.name + ".", out);
  Scenario alone;
  alone.servers = {server};
  alone.jobs = {job};
  out.unverified = unverified_values(alone);
  std::stable_partition(out.unverified.begin(), out.unverified.end(),
                        [&](const std::string& path) { return path.starts_with(of + ".gpu."); });
  return out;
}

// Hundreds of equal servers are worked out once: a sheet takes its reliefs from the one before it if they are equal.
std::vector<Sheet> budget_sheets(const Scenario& scenario, const Catalog& catalog) {
  const RoomHeat heat(scenario);
  std::vector<Sheet> sheets;
  std::string before;
  for (const models::JobSpec& job : scenario.jobs) {
    Sheet sheet;
    sheet.job = &job;
    sheet.server = std::make_shared<const models::ServerSpec>(server_seen_by(scenario, job));
    const Surroundings around = heat.around(server_of(scenario, job), job);
    sheet.beside = around.beside.jobs;
    sheet.budget = job_budget(around, *sheet.server, job);
    std::string said = said_of(server_facts(), sheet.server.get()) + said_of(job_facts(), &job) +
                       format_number(sheet.budget.heat.room_w) + " in " + sheet.server->room;
    sheet.limits =
        said == before ? renamed(sheets.back().limits, sheets.back(), sheet) : limits_of(around, sheet, catalog);
    before = std::move(said);
    if (sheet.budget.link.exposed_share > exposure_worth_a_word) {
      sheet.link = link_relief(*sheet.server, job, catalog);
    }
    sheet.assumptions = assumptions_of(scenario, *sheet.server, job);
    sheets.push_back(std::move(sheet));
  }
  return sheets;
}

}  // namespace rackcast::scenarios
