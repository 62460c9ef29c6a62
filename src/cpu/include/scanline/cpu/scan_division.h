#pragma once
#include "scanline/cpu/scan.h"

#include <cstdint>
#include <vector>

namespace scanline::cpu {

/// How what the threads of a scan do at a time is divided: into as many partitions as threads, or, dilated,
/// one more, which thread 0 works on in pass 2. Of scans by several threads. Source: Zhang, Wang, Ross, 2020,
/// section 2.1.
///
///     ScanDivision division(ScanPasses::increment, {.threads = 2, .dilation = 0.5});
///     division.together(4);      // 10: 4, 4 and 2
///     division.boundaries(10);   // 0 4 8 10
class ScanDivision {
public:
    ScanDivision(ScanPasses passes, const ScanOptions& options);

    bool dilated() const { return dilated_; }
    /// Elements of all partitions where those that are not dilated have so many.
    std::int64_t together(std::int64_t partition) const;
    /// Where each partition of so many elements begins, and the last one ends.
    std::vector<std::int64_t> boundaries(std::int64_t elements) const;

private:
    std::vector<double> parts_; ///< sizes, 1 of those that are not dilated
    bool dilated_;
};

} // namespace scanline::cpu
