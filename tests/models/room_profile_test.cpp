// Rooms under weather and heat that change along straight lines, against the exact solution.
#include <cmath>

#include "models/thermal/air.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double hour_s = 3600;
constexpr double day_s = 86400;

Profile polygon(std::vector<double> at_s, std::vector<double> values) {
  return {0, 0, 0, std::move(at_s), std::move(values)};
}

RoomSpec empty_room() {
  RoomSpec room = example::room();
  room.solids_j_per_k = 0;
  return room;
}

std::unique_ptr<Plant> only_room(const Profile& climate, const RoomSpec& room) {
  auto plant = std::make_unique<Plant>(sim::RunIdentity{1, 0});
  assemble_climate(climate, *plant);
  assemble_room(room, *plant);
  return plant;
}

/// C dT/dt = Q(t) − G·(T − T_out(t)) with inputs that are straight between the times given, marched from one to the
/// next by T = f − b/λ + (T₀ − f₀ + b/λ)·e^(−λt), f = T_out + Q/G = f₀ + b·t. In long double, knowing nothing of modes.
class ExactRoom {
 public:
  explicit ExactRoom(const RoomSpec& room, double start_c)
      : w_per_k_(loss_w_per_k(room)), rate_(w_per_k_ / (room.volume_m3 * air_j_per_m3_k)), air_c_(start_c) {}

  void march(double dt_s, double out_from_c, double out_to_c, double heat_from_w, double heat_to_w) {
    const long double from = out_from_c + heat_from_w / w_per_k_;
    const long double to = out_to_c + heat_to_w / w_per_k_;
    const long double lag = (to - from) / dt_s / rate_;
    air_c_ = to - lag + (air_c_ - from + lag) * expl(-rate_ * dt_s);
  }
  double air_c() const { return static_cast<double>(air_c_); }

 private:
  long double w_per_k_, rate_, air_c_;
};

}  // namespace

TEST_CASE("a room under a polygon of weather has the temperatures of the exact solution") {
  const std::vector<double> at_s{0, 3 * hour_s, 5 * hour_s, 5 * hour_s, 12 * hour_s, day_s};
  const std::vector<double> out_c{20, 32, 30, 18, 10, 20};
  const auto plant = only_room(polygon(at_s, out_c), empty_room());
  ExactRoom exact(empty_room(), 20);
  for (int day = 0; day < 3; ++day) {
    for (std::size_t i = 1; i < at_s.size(); ++i) {
      if (at_s[i] == at_s[i - 1]) continue;
      exact.march(at_s[i] - at_s[i - 1], out_c[i - 1], out_c[i], 0, 0);
      plant->simulator.run(sim::from_seconds(day * day_s + at_s[i]));
      CHECK(plant->rooms.at("lab").room->air_c(plant->simulator.now()) == Approx(exact.air_c()).epsilon(1e-11));
    }
  }
}

TEST_CASE("heat of a room that steps and climbs warms it as the exact solution says, and every joule is booked") {
  RoomSpec room = empty_room();
  const std::vector<double> at_s{0, 8 * hour_s, 8 * hour_s, 10 * hour_s, 18 * hour_s, day_s};
  const std::vector<double> heat_w{0, 0, 400, 900, 900, 0};
  room.other_heat = polygon(at_s, heat_w);
  const auto plant = only_room({20, 0, 0, {}, {}}, room);
  ExactRoom exact(room, 20);
  double given_j = 0;
  for (std::size_t i = 1; i < at_s.size(); ++i) {
    if (at_s[i] == at_s[i - 1]) continue;
    exact.march(at_s[i] - at_s[i - 1], 20, 20, heat_w[i - 1], heat_w[i]);
    given_j += (at_s[i] - at_s[i - 1]) * (heat_w[i - 1] + heat_w[i]) / 2;
    plant->simulator.run(sim::from_seconds(at_s[i]));
    const sim::Time now = plant->simulator.now();
    const Room& model = *plant->rooms.at("lab").room;
    CHECK(model.air_c(now) == Approx(exact.air_c()).epsilon(1e-11));
    CHECK(model.other_heat_j(now) == Approx(given_j).epsilon(1e-12));
    CHECK(model.lost_j(now) + model.gained_j(now) == Approx(given_j).margin(1e-9 * 1e7));
  }
  CHECK(given_j == Approx(mean_value(room.other_heat) * day_s).epsilon(1e-14));
}

TEST_CASE("a daily curve of heat is published as chords that keep its mean") {
  RoomSpec room = example::room();
  room.other_heat = {500, 600, 14 * hour_s, {}, {}};
  const auto plant = only_room({20, 0, 0, {}, {}}, room);
  plant->simulator.run(sim::from_seconds(10 * day_s));
  CHECK(plant->rooms.at("lab").room->other_heat_j(plant->simulator.now()) == Approx(500 * 10 * day_s).epsilon(1e-9));
}

TEST_CASE("energy in is out plus stored in a plant under polygons of weather and heat") {
  example::Setup setup;
  setup.climate = polygon({0, 6 * hour_s, 15 * hour_s, 15 * hour_s, day_s}, {15, 12, 30, 22, 15});
  setup.room.other_heat = polygon({0, 8 * hour_s, 8 * hour_s, 18 * hour_s, 20 * hour_s}, {50, 50, 800, 700, 50});
  const Outcome outcome = example::run(setup);
  CHECK(outcome.energy.room_in_j > 0);
  CHECK(outcome.energy.residual_fraction < 1e-9);
}

TEST_CASE("a year of hourly weather costs little more than a daily curve") {
  example::Setup setup;
  setup.job.dataset.epochs = 1e6;
  setup.horizon_s = 365 * day_s;
  const Outcome daily = example::run(setup);
  Profile weather;
  sim::Stream luck({3, 0}, "weather", "hours");
  for (int hour = 0; hour <= 8760; ++hour) {
    weather.at_s.push_back(hour * hour_s);
    weather.values.push_back(value_at(setup.climate, hour * hour_s) + 2 * luck.uniform() - 1);
  }
  setup.climate = weather;
  const Outcome hourly = example::run(setup);
  CHECK(hourly.energy.residual_fraction < 1e-9);
  CHECK(static_cast<double>(hourly.events) < 2.5 * static_cast<double>(daily.events));
  CHECK(hourly.compute.hottest_c == Approx(daily.compute.hottest_c).margin(3));
}
