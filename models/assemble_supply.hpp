#pragma once

#include <vector>

#include "models/plant.hpp"

namespace rackcast::models {

// What lies between the outlet of a server and its boards; called by assemble_server in this order.

/// Units that may fail, and the signals by which the platform reacts to that.
void add_units(const ServerSpec& spec, ServerPart& server, Plant& plant);
/// Signals of the alarms that somebody reacts to.
void add_reactions(const std::map<std::size_t, Reaction>& reactions, ServerPart& server, sim::SignalTable& signals);
/// The lowest of the limits of each board holds, where units may fail.
void hold_limits(ServerPart& server, Plant& plant);
/// What says that power is gone, from the wall to the supply: equal where nothing lies between.
struct Feed {
  Signal<RecordId> outlet;
  Signal<RecordId> breaker;  ///< behind it
  Signal<RecordId> supply;   ///< at its input
};
Feed feed_of(const ServerSpec& spec, const ServerPart& server, Plant& plant);
SupplyWiring supply_wiring(const Feed& feed, const ServerPart& server, const std::vector<BoardWiring>& boards,
                           sim::SignalTable& signals);
void add_supply(const ServerSpec& spec, const SupplyWiring& wiring, double reset_s, ServerPart& server, Plant& plant);
/// What is drawn from the outlet with it, or without one.
Flow add_ups(const UpsSpec& ups, const Feed& feed, const SupplyWiring& supply, ServerPart& server, Plant& plant);
/// The breakers, where they could ever trip.
void add_circuit(const ServerSpec& spec, const Feed& feed, Flow wall, double reset_s, ServerPart& server, Plant& plant);

}  // namespace rackcast::models
