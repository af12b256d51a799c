#include "models/collective/mesh.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace rackcast::models {

namespace {

constexpr int most_ranks = 8;  // 7! orders of a ring

enum class Hops { direct, relayed };

void check(const LinkMesh& mesh, int ranks) {
  const bool square = std::all_of(mesh.begin(), mesh.end(), [&](const auto& row) { return row.size() == mesh.size(); });
  if (ranks > most_ranks || ranks > static_cast<int>(mesh.size()) || !square) {
    throw std::invalid_argument("rings are searched over at most 8 GPUs of a square mesh");
  }
  for (std::size_t a = 0; a < mesh.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (mesh[a][b] != mesh[b][a]) throw std::invalid_argument("a mesh joins two GPUs in both directions alike");
    }
  }
}

/// One ring after another takes its directed links out of what is free, until none is found; every order of every ring
/// is tried. Rings are taken in ascending order, so that no set of them is tried twice.
class RingSearch {
 public:
  RingSearch(const LinkMesh& mesh, int ranks, Hops hops) : free_(mesh), ranks_(ranks), hops_(hops) {
    order_.resize(static_cast<std::size_t>(ranks));
    std::iota(order_.begin(), order_.end(), 0);
    bound_ = degree();
  }

  int most() {
    extend(0, order_);
    return best_;
  }

 private:
  int& free(int a, int b) { return free_[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)]; }

  // No more rings than links leave the GPU that has the fewest.
  int degree() {
    int least = std::numeric_limits<int>::max();
    for (int a = 0; a < ranks_; ++a) {
      int links = 0;
      for (int b = 0; b < ranks_; ++b) links += a == b ? 0 : free(a, b);
      least = std::min(least, links);
    }
    return least;
  }

  // Takes a hop from what is free; the links it took, to be put back.
  std::vector<std::pair<int, int>> hop(int a, int b) {
    if (free(a, b) > 0) return taken({{a, b}});
    if (hops_ == Hops::direct) return {};
    for (int via = 0; via < ranks_; ++via) {
      if (via != a && via != b && free(a, via) > 0 && free(via, b) > 0) return taken({{a, via}, {via, b}});
    }
    return {};
  }

  std::vector<std::pair<int, int>> taken(std::vector<std::pair<int, int>> links) {
    for (const auto& [a, b] : links) --free(a, b);
    return links;
  }

  // Takes a whole ring, or nothing of it.
  std::vector<std::pair<int, int>> ring(const std::vector<int>& order) {
    std::vector<std::pair<int, int>> links;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto next = hop(order[i], order[(i + 1) % order.size()]);
      links.insert(links.end(), next.begin(), next.end());
      if (next.empty()) {
        put_back(links);
        return {};
      }
    }
    return links;
  }

  void put_back(const std::vector<std::pair<int, int>>& links) {
    for (const auto& [a, b] : links) ++free(a, b);
  }

  void extend(int rings, std::vector<int> order) {
    best_ = std::max(best_, rings);
    do {
      if (best_ == bound_) return;
      const auto links = ring(order);
      if (links.empty()) continue;
      extend(rings + 1, order);
      put_back(links);
    } while (std::next_permutation(order.begin() + 1, order.end()));
  }

  LinkMesh free_;
  int ranks_;
  Hops hops_;
  std::vector<int> order_;
  int bound_ = 0;
  int best_ = 0;
};

}  // namespace

int disjoint_rings(const LinkMesh& mesh, int ranks) {
  check(mesh, ranks);
  if (ranks < 2) return 0;
  const int direct = RingSearch(mesh, ranks, Hops::direct).most();
  return direct > 0 ? direct : RingSearch(mesh, ranks, Hops::relayed).most();
}

}  // namespace rackcast::models
