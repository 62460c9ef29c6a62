#include "scanline/cpu/scan_algorithm.h"
#include "scanline/core/choice.h"

namespace scanline::cpu {

std::span<const ScanAlgorithm> scan_algorithms() {
    using enum ScanKernel;
    using enum ScanPasses;
    static constexpr std::array all{
        ScanAlgorithm{"scalar", scalar, one, false, "one thread, element by element"},
        ScanAlgorithm{"simd", simd, one, false, "one thread, horizontal: inside of a register"},
        ScanAlgorithm{"simd-v1", simd_v1, one, false, "one thread, vertical, prefix sums in pass 1"},
        ScanAlgorithm{"simd-v1-p", simd_v1, one, true, "the same in partitions"},
        ScanAlgorithm{"simd-v2", simd_v2, one, false, "one thread, vertical, prefix sums in pass 2"},
        ScanAlgorithm{"simd-v2-p", simd_v2, one, true, "the same in partitions"},
        ScanAlgorithm{"simd-t", simd_t, one, false, "one thread, over a balanced tree"},
        ScanAlgorithm{"simd-t-p", simd_t, one, true, "the same in partitions"},
        ScanAlgorithm{"scalar1", scalar, increment, false, "threads, prefix sums and then increments"},
        ScanAlgorithm{"scalar1-p", scalar, increment, true, "the same in partitions"},
        ScanAlgorithm{"scalar2", scalar, accumulate, false, "threads, totals and then prefix sums"},
        ScanAlgorithm{"scalar2-p", scalar, accumulate, true, "the same in partitions"},
        ScanAlgorithm{"simd1", simd, increment, false,
                      "threads and registers, prefix sums and then increments"},
        ScanAlgorithm{"simd1-p", simd, increment, true, "the same in partitions"},
        ScanAlgorithm{"simd2", simd, accumulate, false, "threads and registers, totals and then prefix sums"},
        ScanAlgorithm{"simd2-p", simd, accumulate, true, "the same in partitions"},
        ScanAlgorithm{"lookahead", lookahead, one, false,
                      "beyond the paper: simd with a short carry, prefetches and streaming stores"},
        ScanAlgorithm{"lookahead1", lookahead, increment, false, "simd1 with them"},
        ScanAlgorithm{"lookahead1-p", lookahead, increment, true, "the same in partitions"},
        ScanAlgorithm{"lookahead2", lookahead, accumulate, false, "simd2 with them"},
        ScanAlgorithm{"lookahead2-p", lookahead, accumulate, true, "the same in partitions"},
    };
    return all;
}

const ScanAlgorithm& find_scan_algorithm(std::string_view name) {
    return find_named("scan on the CPU", name, scan_algorithms());
}

} // namespace scanline::cpu
