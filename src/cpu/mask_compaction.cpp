#include "scanline/cpu/mask_compaction.h"

#include "mask_kernels.h"
#include "scanline/core/error.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <vector>

namespace scanline::cpu {
namespace {

// Fewer values than this are compacted before another thread wakes up.
constexpr std::size_t values_of_thread = std::size_t{1} << 16;

std::size_t compaction_threads(std::size_t values, int most) {
    return std::clamp<std::size_t>(values / values_of_thread, 1, static_cast<std::size_t>(most));
}

} // namespace

MaskCompaction::MaskCompaction(int threads) : team_(std::make_unique<ThreadTeam>(threads)) {}

int MaskCompaction::threads_for(std::size_t values) {
    return static_cast<int>(compaction_threads(values, ThreadTeam::all_processors()));
}

std::size_t MaskCompaction::operator()(std::span<const std::uint8_t> mask, const MaskThreshold& valid,
                                       std::span<std::uint32_t> kept) const {
    constexpr std::size_t most = std::size_t{1} << 32;
    if (mask.size() > most)
        throw usage_error(fmt::format("compact: {} values are more than the {} positions of 32 bits: compact "
                                      "them in parts",
                                      mask.size(), most));
    if (kept.size() < mask.size())
        throw usage_error(fmt::format("compact: there is room for {} of {} values: make room for all of them",
                                      kept.size(), mask.size()));
    const std::size_t threads = compaction_threads(mask.size(), team_->size());
    if (threads == 1)
        return keep_valid(mask.data(), mask.size(), valid, 0, kept.data());
    std::vector<std::size_t> places(threads + 1);
    share_parts(*team_, mask.size(), threads, [&](std::size_t thread, std::size_t first, std::size_t last) {
        places[thread + 1] = count_valid(mask.data() + first, last - first, valid);
    });
    std::partial_sum(places.begin(), places.end(), places.begin());
    share_parts(*team_, mask.size(), threads, [&](std::size_t thread, std::size_t first, std::size_t last) {
        keep_valid(mask.data() + first, last - first, valid, static_cast<std::uint32_t>(first),
                   kept.data() + places[thread]);
    });
    return places.back();
}

} // namespace scanline::cpu
