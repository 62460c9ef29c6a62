#include "experiments/paper_kdtree.h"

#include <array>

namespace scanline::bench {

std::span<const PublishedKdtree> published_kdtrees() {
    static constexpr auto all = std::to_array<PublishedKdtree>({
        {"8 threads, MacBook Pro, 4 cores of 2.2 GHz i7", 11.88, 0.12, 5.14, 0.42, 5.56, 5.97, 0.22},
        {"8 threads, Core i7 3.4 GHz, Windows 7", 14.77, 0.06, 7.05, 0.55, 7.60, 6.92, 0.19},
        {"8 threads, AWS G2, Ubuntu 14.04", 17.79, 0.05, 8.08, 0.62, 8.70, 8.86, 0.17},
        {"GPU, NVIDIA Grid K520", 2.371, 0.081, {}, {}, 0.823, 1.365, 0.101},
        {"GPU, NVIDIA Titan Black", 1.437, 0.048, {}, {}, 0.388, 0.920, 0.080},
    });
    return all;
}

} // namespace scanline::bench
