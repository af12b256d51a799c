#pragma once

#include "scenarios/facts/fact.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/read/reading.hpp"

namespace rackcast::scenarios {

/// Whether the struct that is filled already holds the values of a catalogue entry.
enum class Start { empty, filled };

/// Reads a table (or, where it may be a catalogue entry, a text that names one) into the struct at `target`: the entry
/// it starts from, its own keys, then defaults. Reports everything that is wrong with it.
void read_table(const Node& node, const TableFacts& facts, void* target, Start start, Reading& reading);

/// Copies every fact that is inherited from one struct of a table to another.
void copy_facts(const TableFacts& facts, const void* from, void* to);

}  // namespace rackcast::scenarios
