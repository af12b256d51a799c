#include "sim/stream.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "sim/distributions.hpp"
#include "tests/catch.hpp"

namespace {

using namespace rackcast;
using Catch::Approx;
using sim::RunIdentity;
using sim::Stream;

using Words = std::array<std::uint32_t, 4>;

// Philox4x32-10 written a second time, from the paper (Salmon et al., SC11), to know what the stream should give.
Words philox(Words counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key = {key[0] + 0x9E3779B9, key[1] + 0xBB67AE85};
  }
  return counter;
}

std::uint64_t mix(std::uint64_t x) {  // SplitMix64 (Steele, Lea and Flood 2014)
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::array<std::uint32_t, 2> halves(std::uint64_t x) {
  return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(x >> 32)};
}

struct Moments {
  double mean = 0, variance = 0;
};

template <class Draw>
Moments moments(int count, const Draw& draw) {
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < count; ++i) {
    const double x = draw(static_cast<std::uint64_t>(i));
    sum += x;
    squares += x * x;
  }
  const double mean = sum / count;
  return {mean, squares / count - mean * mean};
}

double correlation(const Stream& a, const Stream& b) {
  constexpr int count = 20'000;
  double sum = 0;
  for (std::uint64_t i = 0; i < count; ++i) sum += (a.uniform_at(i) - 0.5) * (b.uniform_at(i) - 0.5);
  return sum / count * 12;
}

}  // namespace

TEST_CASE("the generator gives the known answers of Random123, and the stream the number they mean") {
  CHECK(philox({0, 0, 0, 0}, {0, 0}) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});

  const Stream stream({42, 7}, "server[3].gpu[1]", "failure");
  const auto key = halves(mix(42 ^ mix(7)));
  const auto address = halves(mix(sim::hash_text("server[3].gpu[1]") ^ mix(sim::hash_text("failure"))));
  for (const std::uint64_t n : {0u, 1u, 99'999u}) {
    const Words words = philox({static_cast<std::uint32_t>(n), 0, address[0], address[1]}, key);
    const std::uint64_t bits = (std::uint64_t{words[0]} << 32 | words[1]) >> 12;
    CHECK(stream.uniform_at(n) == (static_cast<double>(bits) + 0.5) * 0x1p-52);
  }
}

TEST_CASE("texts hash as 64-bit FNV-1a does") {
  CHECK(sim::hash_text("") == 0xcbf29ce484222325u);
  CHECK(sim::hash_text("a") == 0xaf63dc4c8601ec8cu);
  CHECK(sim::hash_text("foobar") == 0x85944171f73967e8u);
}

TEST_CASE("a stream depends on its address alone, not on when or beside what it was made") {
  Stream first({1, 2}, "a", "x");
  const double wanted = first.uniform();
  Stream other({1, 2}, "b", "x");
  other.uniform();
  Stream again({1, 2}, "a", "x");
  CHECK(again.uniform() == wanted);
  CHECK(again.uniform() == first.uniform());
  CHECK(again.uniform_at(0) == wanted);
}

TEST_CASE("seed, replication, component and purpose each give another, uncorrelated stream") {
  const Stream base({1, 2}, "a", "x");
  const std::vector<Stream> others{{{2, 2}, "a", "x"}, {{1, 3}, "a", "x"}, {{1, 2}, "b", "x"},
                                   {{1, 2}, "a", "y"}, {{2, 1}, "a", "x"}, {{1, 2}, "x", "a"}};
  for (const Stream& other : others) {
    CHECK(other.uniform_at(0) != base.uniform_at(0));
    CHECK(std::fabs(correlation(base, other)) < 0.03);  // 4 standard deviations of 1/sqrt(20,000)
  }
}

TEST_CASE("uniform numbers fill (0, 1) evenly") {
  const Stream stream({3, 0}, "a", "x");
  constexpr int count = 200'000;
  const Moments m = moments(count, [&](std::uint64_t i) { return stream.uniform_at(i); });
  CHECK(m.mean == Approx(0.5).margin(4 * std::sqrt(1.0 / 12 / count)));
  CHECK(m.variance == Approx(1.0 / 12).epsilon(0.01));
  std::array<int, 20> bins{};
  for (std::uint64_t i = 0; i < count; ++i) ++bins.at(static_cast<std::size_t>(stream.uniform_at(i) * 20));
  double chi2 = 0;
  for (const int n : bins) chi2 += (n - count / 20.0) * (n - count / 20.0) / (count / 20.0);
  CHECK(chi2 < 43.8);  // 99.9 % of 19 degrees of freedom
}

TEST_CASE("the normal distribution has its tabulated quantiles, far into both tails") {
  CHECK(sim::normal(0.5) == 0);
  CHECK(sim::normal(0.975) == Approx(1.959963984540054).epsilon(1e-14));
  CHECK(sim::normal(0.9) == Approx(1.2815515655446004).epsilon(1e-14));
  CHECK(sim::normal(0.25) == Approx(-0.6744897501960817).epsilon(1e-14));
  CHECK(sim::normal(0.001) == Approx(-3.090232306167814).epsilon(1e-14));
  CHECK(sim::normal(1e-20) == Approx(-9.262340089798408).epsilon(1e-14));
  const Stream stream({3, 0}, "a", "normal");
  const Moments m = moments(200'000, [&](std::uint64_t i) { return sim::normal(stream.uniform_at(i)); });
  CHECK(m.mean == Approx(0).margin(0.01));
  CHECK(m.variance == Approx(1).margin(0.015));
}

TEST_CASE("normal inverts the error function over the whole range") {
  for (double u = 1e-12; u < 0.5; u *= 1.07) {
    CHECK(0.5 * std::erfc(-sim::normal(u) / std::sqrt(2.0)) == Approx(u).epsilon(1e-13));
  }
}

TEST_CASE("exponential draws have their mean and their quantiles") {
  CHECK(sim::exponential(0.5, 10) == Approx(10 * std::log(2.0)).epsilon(1e-15));
  CHECK(sim::exponential(1 - std::exp(-3.0), 2) == Approx(6).epsilon(1e-13));
  CHECK(sim::exponential(1e-10, 1) == Approx(1e-10).epsilon(1e-6));
  const Stream stream({3, 0}, "a", "exponential");
  const Moments m = moments(200'000, [&](std::uint64_t i) { return sim::exponential(stream.uniform_at(i), 5); });
  CHECK(m.mean == Approx(5).epsilon(0.01));
  CHECK(m.variance == Approx(25).epsilon(0.03));
}

TEST_CASE("log-normal draws have median 1 and their quantiles") {
  CHECK(sim::lognormal(0.5, 0.3) == 1);
  CHECK(sim::lognormal(0.975, 0.3) == Approx(std::exp(0.3 * 1.959963984540054)).epsilon(1e-14));
}
