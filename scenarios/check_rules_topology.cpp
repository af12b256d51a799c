#include "scenarios/check_rules_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/collective/topology.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

constexpr int most_gpus = 64;

class TopologyRules {
 public:
  TopologyRules(const models::ServerSpec& server, const RuleReport& report)
      : server_{server}, topology_{server.gpus.topology}, report_{report} {}

  void run() {
    if (server_.gpus.count > most_gpus) {
      return report_("slots", {fmt::format("{} GPUs are too many for a topology", server_.gpus.count),
                               fmt::format("its ways are worked out for at most {}", most_gpus), ""});
    }
    name_places();
    for (const models::PcieSwitchSpec& one : topology_.switches) check_place(one.to, "switches");
    for (const models::SlotSpec& slot : topology_.slots) check_place(slot.to, "slots");
    check_slots();
    for (const models::BridgeSpec& bridge : topology_.bridges) check_bridge(bridge);
    if (sound_) build();
  }

 private:
  void wrong(std::string_view key, Message message) {
    sound_ = false;
    report_(key, std::move(message));
  }

  void name_places() {
    for (int i = 0; i < std::max(1, static_cast<int>(server_.cpu_count)); ++i) {
      places_.push_back(fmt::format("socket {}", i));
    }
    places_.push_back("chipset");
    for (const models::PcieSwitchSpec& one : topology_.switches) {
      const bool taken = std::find(places_.begin(), places_.end(), one.name) != places_.end();
      if (taken || one.name.starts_with("GPU ")) {
        wrong("switches", {fmt::format("{} is taken", in_quotes(one.name)), "every place has a name of its own", ""});
      }
      places_.push_back(one.name);
    }
  }

  void check_place(const std::string& to, std::string_view key) {
    if (std::find(places_.begin(), places_.end(), to) != places_.end()) return;
    const std::string_view why = to.starts_with("socket") ? "cpu_count says how many sockets there are" : "";
    wrong(key, {fmt::format("there is no {}", in_quotes(to)), std::string{why}, did_you_mean(to, places_)});
  }

  void check_slots() {
    if (topology_.slots.empty()) return;
    int held = 0;
    for (const models::SlotSpec& slot : topology_.slots) held += slot.gpus;
    if (held == server_.gpus.count) return;
    wrong("slots", {fmt::format("the slots hold {} GPUs, but count = {}", held, server_.gpus.count),
                    "every GPU sits in one of them", ""});
  }

  void check_bridge(const models::BridgeSpec& bridge) {
    const auto& gpus = bridge.gpus;
    const bool exist = std::all_of(gpus.begin(), gpus.end(), [this](double gpu) {
      return gpu >= 0 && gpu < server_.gpus.count && std::floor(gpu) == gpu;
    });
    if (gpus.size() == 2 && exist && gpus[0] != gpus[1]) return;
    wrong("bridges", {"a bridge joins two different GPUs of this server",
                      fmt::format("they are numbered from 0 to {}", server_.gpus.count - 1),
                      "write it like gpus = [0, 1]; what joins all of them is the link of the group"});
  }

  void build() {
    try {
      const models::Topology topology(server_);
    } catch (const std::invalid_argument& refused) {
      report_("switches", {refused.what(), "", "let every switch lead to a socket"});
    }
  }

  const models::ServerSpec& server_;
  const models::TopologySpec& topology_;
  const RuleReport& report_;
  std::vector<std::string> places_;
  bool sound_ = true;
};

}  // namespace

void check_topology(const models::ServerSpec& server, const RuleReport& report) {
  if (server.gpus.topology.given()) TopologyRules{server, report}.run();
}

}  // namespace rackcast::scenarios
