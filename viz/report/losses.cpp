#include "viz/report/losses.hpp"

#include <utility>

namespace rackcast::viz {

namespace {

constexpr LossWords table[] = {
    {"outage", "Outage", "power or a board was gone",
     "Make power and ventilation harder to lose: a supply with more room, a second one, an outlet of its own."},
    {"queueing", "Queueing", "the job waited for GPUs that another had",
     "Spread the jobs over the GPUs or start later."},
    {"restart", "Restart", "somebody noticed, the machine booted and the job was launched again",
     "Let the job restart by itself, without waiting for a person."},
    {"rework", "Rework", "steps lost since the last checkpoint were done again", "Write checkpoints more often."},
    {"checkpoint", "Checkpoint", "checkpoints were written", "Write checkpoints to faster storage, or less often."},
    {"startup", "Start-up", "the software started", ""},
    {"evaluation", "Evaluation", "the model was evaluated", "Evaluate less often or on fewer samples."},
    {"maintenance", "Maintenance", "maintenance was done", "Do maintenance between jobs."},
    {"fewer_gpus", "Fewer GPUs", "the job ran on fewer GPUs than planned", "Keep a spare board."},
    {"power_limit", "Power limit", "a power limit below the default slowed the boards",
     "Raise the power limit, if supply and cooling bear it."},
    {"thermal", "Heat", "boards ran slower because they were warmer than in 25 °C air",
     "Bring cooler air to the boards: more air through case and room, clean filters, more space between cards."},
    {"straggler", "Slowest board", "the faster boards waited for the slowest",
     "Make the boards equal: give the slowest one cooler air, or put it where its neighbour does not warm it."},
    {"network", "Network", "boards waited for each other's data", "Use faster links between the GPUs."},
    {"data_input", "Data input", "boards waited for training data",
     "Feed the boards faster: more CPU cores for loading, faster storage, more memory to cache in."},
    {"supply_loss", "Lost supply unit", "the boards were capped or braked while a unit of the supply was gone",
     "Take a unit more than are needed, or bring the next one sooner."},
    {"stopped", "Stopped", "somebody stopped the job for an alarm", "Take away what raises the alarm."}};

constexpr std::pair<std::string_view, const char*> modes[] = {{"none", "free"},
                                                              {"power_cap", "at its power limit"},
                                                              {"thermal_die", "held back by heat"},
                                                              {"thermal_memory", "held back by hot memory"},
                                                              {"hw_slowdown", "in hardware slowdown"},
                                                              {"shut_down", "shut down by heat"}};

}  // namespace

std::span<const LossWords> loss_words() { return table; }

LossWords words_of_loss(std::string_view name) {
  for (const LossWords& words : table) {
    if (words.name == name) return words;
  }
  return {name.data(), name.data(), "", ""};
}

const char* words_of_mode(std::string_view mode) {
  for (const auto& [name, words] : modes) {
    if (name == mode) return words;
  }
  return "in another mode";
}

}  // namespace rackcast::viz
