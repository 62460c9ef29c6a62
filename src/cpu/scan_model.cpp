#include "scanline/cpu/scan_model.h"

#include <algorithm>

namespace scanline::cpu {
namespace {

// From here on waking a thread costs less than what it takes off the others.
constexpr std::int64_t team_bytes = std::int64_t{1} << 20;

constexpr double usual_dilation = 0.8;

} // namespace

ScanModel usual_scan_model(int processors) {
    std::vector<ScanStep> steps{{0, {"lookahead"}}};
    if (processors > 1)
        steps.push_back({team_bytes, {"lookahead2-p", processors, std::nullopt, usual_dilation}});
    return {steps, steps};
}

const ScanChoice& choose(const std::vector<ScanStep>& steps, std::int64_t bytes) {
    return std::prev(std::ranges::upper_bound(steps, bytes, {}, &ScanStep::from_bytes))->choice;
}

} // namespace scanline::cpu
