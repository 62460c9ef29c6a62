#include "prefix_sum/prefix_sum_scheduler.h"

#include <utility>

namespace scanline::view::prefix_sum {

std::vector<int> Scheduler::moving(std::vector<int> able) {
    if (all_move_ || able.empty())
        return able;
    for (std::size_t i = able.size(); i > 1; --i)
        std::swap(able[i - 1], able[random_.below(i)]);
    std::vector<int> moving;
    for (const int one : able) {
        if (random_.below(3) > 0)
            moving.push_back(one);
    }
    if (moving.empty())
        moving.push_back(able.front());
    return moving;
}

} // namespace scanline::view::prefix_sum
