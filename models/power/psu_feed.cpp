#include "models/power/psu_feed.hpp"

#include <cstddef>

namespace rackcast::models {

double PsuFeed::board_sum() const {
  double sum = 0;
  for (const double share : boards) sum += share;
  return sum;
}

std::vector<PsuFeed> feeds(const PsuSpec& psu, std::size_t boards) {
  std::vector<PsuFeed> all{{"", psu.rating_w * psu.count, 1, std::vector<double>(boards, 1)}};
  for (const PsuRail& rail : psu.rails) {
    PsuFeed feed{rail.name, rail.limit_w, rail.host, std::vector<double>(boards, 0)};
    for (std::size_t i = 0; i < rail.gpus.size(); ++i) {
      const auto board = static_cast<std::size_t>(rail.gpus[i]);
      if (board < boards) feed.boards[board] += i < rail.share.size() ? rail.share[i] : 1;
    }
    all.push_back(std::move(feed));
  }
  return all;
}

}  // namespace rackcast::models
