#include "scenarios/captures/relation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>

namespace rackcast::scenarios {
namespace {

constexpr int most_nvlinks = 999;

struct Word {
  std::string_view text;
  Relation kind;
};

constexpr std::array<Word, 7> relation_words{{{"X", Relation::self},
                                              {"PIX", Relation::pix},
                                              {"PXB", Relation::pxb},
                                              {"PHB", Relation::phb},
                                              {"NODE", Relation::node},
                                              {"SYS", Relation::sys},
                                              {"SOC", Relation::sys}}};

std::optional<GpuRelation> nvlink_of(std::string_view digits) {
  int links = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), links);
  if (error != std::errc{} || end != digits.data() + digits.size() || links < 1 || links > most_nvlinks) {
    return std::nullopt;
  }
  return GpuRelation{Relation::nvlink, links};
}

using Set = std::uint32_t;  // one bit a GPU

constexpr Set bit(std::size_t gpu) { return Set{1} << gpu; }

/// Which GPUs are at least as near as `worst` to each.
std::vector<Set> neighbours(const RelationMatrix& relations, GpuRelation worst) {
  std::vector<Set> out(relations.gpus(), 0);
  for (std::size_t a = 0; a < relations.gpus(); ++a) {
    for (std::size_t b = 0; b < relations.gpus(); ++b) {
      if (a != b && !nearer(worst, relations.at(a, b))) out[a] |= bit(b);
    }
  }
  return out;
}

/// For each set of GPUs that holds GPU 0: where a path from GPU 0 through all of the set can end.
std::vector<Set> path_ends(const std::vector<Set>& near) {
  const Set all = bit(near.size()) - 1;
  std::vector<Set> ends(std::size_t{all} + 1, 0);
  ends[1] = 1;
  for (Set set = 3; set <= all; set += 2) {
    for (std::size_t gpu = 1; gpu < near.size(); ++gpu) {
      if ((set & bit(gpu)) != 0 && (ends[set & ~bit(gpu)] & near[gpu]) != 0) ends[set] |= bit(gpu);
    }
  }
  return ends;
}

/// A tour over all, or nothing.
std::vector<std::size_t> tour(const std::vector<Set>& near) {
  const std::vector<Set> ends = path_ends(near);
  Set rest = bit(near.size()) - 1;
  Set possible = ends[rest] & near[0];
  if (possible == 0) return {};
  std::vector<std::size_t> order;
  while (possible != 0) {
    const auto gpu = static_cast<std::size_t>(std::countr_zero(possible));
    order.push_back(gpu);
    rest &= ~bit(gpu);
    possible = ends[rest] & near[gpu];
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// Relations between different GPUs, nearest first, each once.
std::vector<GpuRelation> levels(const RelationMatrix& relations) {
  std::vector<GpuRelation> out;
  for (std::size_t a = 0; a < relations.gpus(); ++a) {
    for (std::size_t b = 0; b < a; ++b) out.push_back(relations.at(a, b));
  }
  std::sort(out.begin(), out.end(), nearer);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

std::string to_string(GpuRelation relation) {
  if (relation.kind == Relation::nvlink) return "NV" + std::to_string(relation.nvlinks);
  for (const Word& word : relation_words) {
    if (word.kind == relation.kind) return std::string{word.text};
  }
  return "?";
}

std::optional<GpuRelation> parse_relation(std::string_view text) {
  if (text.starts_with("NV")) return nvlink_of(text.substr(2));
  for (const Word& word : relation_words) {
    if (word.text == text) return GpuRelation{word.kind, 0};
  }
  return std::nullopt;
}

bool nearer(GpuRelation a, GpuRelation b) { return a.kind != b.kind ? a.kind < b.kind : a.nvlinks > b.nvlinks; }

RelationMatrix::RelationMatrix(std::size_t gpus) : gpus_{gpus}, cells_(gpus * gpus) {
  for (std::size_t i = 0; i < gpus; ++i) cells_[i * gpus + i] = {Relation::self, 0};
}

void RelationMatrix::set(std::size_t a, std::size_t b, GpuRelation relation) {
  cells_[a * gpus_ + b] = relation;
  cells_[b * gpus_ + a] = relation;
}

Parsed<Ring> best_ring(const RelationMatrix& relations) {
  const std::size_t gpus = relations.gpus();
  if (gpus < 2) return {std::nullopt, {"a ring needs two GPUs", "there is nobody to exchange with", ""}};
  if (gpus > largest_ring) {
    return {std::nullopt,
            {"no best ring over " + std::to_string(gpus) + " GPUs",
             "its search doubles with every GPU and stops at " + std::to_string(largest_ring), ""}};
  }
  const std::vector<GpuRelation> nearest_first = levels(relations);
  std::size_t low = 0;
  std::size_t high = nearest_first.size() - 1;  // over every pair there is always a tour
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (tour(neighbours(relations, nearest_first[middle])).empty()) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return {Ring{tour(neighbours(relations, nearest_first[low])), nearest_first[low]}, {}};
}

}  // namespace rackcast::scenarios
