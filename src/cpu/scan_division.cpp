#include "scanline/cpu/scan_division.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scanline::cpu {

ScanDivision::ScanDivision(ScanPasses passes, const ScanOptions& options)
    : parts_(static_cast<std::size_t>(options.threads), 1.0),
      dilated_(options.dilation != 0 || options.first_dilation.value_or(0) != 0) {
    if (!dilated_)
        return;
    if (passes == ScanPasses::accumulate)
        parts_.front() = options.first_dilation.value_or(options.dilation);
    parts_.push_back(options.dilation);
}

std::int64_t ScanDivision::together(std::int64_t partition) const {
    const double all = std::accumulate(parts_.begin(), parts_.end(), 0.0);
    return std::max<std::int64_t>(1, std::llround(all * static_cast<double>(partition)));
}

std::vector<std::int64_t> ScanDivision::boundaries(std::int64_t elements) const {
    const double all = std::accumulate(parts_.begin(), parts_.end(), 0.0);
    std::vector<std::int64_t> at{0};
    double before = 0;
    for (const double part : parts_) {
        before += part;
        at.push_back(std::llround(static_cast<double>(elements) * (before / all)));
    }
    at.back() = elements;
    return at;
}

} // namespace scanline::cpu
