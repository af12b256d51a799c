#pragma once

#include <span>
#include <string_view>

#include "scenarios/facts/fact.hpp"

namespace rackcast::scenarios {

// One function a table; the structs they fill stand in models/*_spec.hpp and scenario.hpp.
const TableFacts& gpu_facts();             ///< GpuSpec: catalogue kind gpus
const TableFacts& gpu_group_facts();       ///< GpuGroupSpec: [[server.gpu]]
const TableFacts& topology_facts();        ///< TopologySpec: server.gpu.topology
const TableFacts& slot_facts();            ///< SlotSpec: its slots
const TableFacts& switch_facts();          ///< PcieSwitchSpec: its switches
const TableFacts& bridge_facts();          ///< BridgeSpec: its bridges
const TableFacts& link_facts();            ///< LinkSpec: links
const TableFacts& cpu_facts();             ///< CpuSpec: cpus
const TableFacts& storage_facts();         ///< StorageSpec: storage
const TableFacts& case_facts();            ///< CaseSpec: cases
const TableFacts& psu_facts();             ///< PsuSpec: server.psu
const TableFacts& ups_facts();             ///< UpsSpec: ups
const TableFacts& rail_facts();            ///< PsuRail: server.psu.rail
const TableFacts& psu_efficiency_facts();  ///< PsuSpec, its efficiency: psu-efficiency
const TableFacts& psu_design_facts();      ///< PsuSpec, its overload tolerance: psu-design
const TableFacts& software_facts();        ///< SoftwareSpec: software
const TableFacts& workload_facts();        ///< WorkloadSpec: workloads
const TableFacts& dataset_facts();         ///< DatasetSpec: datasets
const TableFacts& server_facts();          ///< ServerSpec: [[server]] and servers
const TableFacts& room_facts();            ///< RoomSpec: [[room]]
const TableFacts& job_facts();             ///< JobSpec: [[job]]
const TableFacts& climate_facts();         ///< Profile, °C: site.climate
const TableFacts& heat_profile_facts();    ///< Profile, W: room.other_heat
const TableFacts& event_facts();           ///< EventSpec: [[event]]
const TableFacts& breaker_facts();         ///< BreakerSpec: breakers
const TableFacts& outlet_facts();          ///< OutletSpec: outlets
const TableFacts& mounting_facts();        ///< MountingSpec: mountings
const TableFacts& cooler_facts();          ///< CoolerSpec: coolers
const TableFacts& price_facts();           ///< PriceSpec: prices
const TableFacts& alarm_facts();           ///< AlarmSpec: [[alarm]]
const TableFacts& scenario_facts();        ///< Scenario: the whole file

/// Every table, in the order of the documentation.
std::span<const TableFacts* const> all_tables();

/// A kind of the catalogue: entries are read by `facts`.
struct CatalogKind {
  std::string_view name;
  const TableFacts* facts;
};

/// All kinds, those first that others refer to.
std::span<const CatalogKind> catalog_kinds();

}  // namespace rackcast::scenarios
