#include "scanline/compute/scan_limits.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::compute {
namespace {

constexpr int least_partition = 256;
constexpr int most_partition = 16'384;
constexpr int most_in_shared_memory = 4096; // words, of the 32 KiB that every driver has, and some padding

void require_partition(std::optional<ScanMethod> method, std::optional<int> partition, int value_words) {
    if (!partition)
        return;
    const PartitionLimits limits = partition_limits(method, value_words);
    if (!is_power_of_two(*partition) || *partition < limits.least || *partition > limits.most)
        throw usage_error(
            fmt::format("a partition of {} elements cannot be scanned{}: it takes a power of two "
                        "from {} to {}",
                        *partition, method ? fmt::format(" by the method {}", to_string(*method)) : "",
                        limits.least, limits.most));
}

} // namespace

PartitionLimits partition_limits(std::optional<ScanMethod> method, int value_words) {
    return {least_partition,
            method == ScanMethod::tree ? most_in_shared_memory / value_words : most_partition};
}

void require_scan(ElementType type, const ScanOptions& options, bool segmented) {
    if (options.order && !can_scan(type, *options.order))
        throw usage_error("a chained scan of uint64 cannot be: the groups tell each other 32 bits; use "
                          "reduce-then-scan");
    if (segmented && options.order == ScanOrder::scan_then_add)
        throw usage_error(
            "a segmented scan in the order scan-then-add cannot be: what is added must end where "
            "a segment begins; use reduce-then-scan");
    require_partition(options.method, options.partition, scanned_words(type, segmented));
}

void require_compact(const CompactOptions& options, detail::Rejected rejected) {
    const bool both = rejected == detail::Rejected::behind;
    if (options.order && (!can_compact(*options.order) || (both && options.order == ScanOrder::chained)))
        throw usage_error(fmt::format("{} in the order {} cannot be: use reduce-then-scan",
                                      both ? "a partition" : "a compaction", to_string(*options.order)));
    require_partition(options.method, options.partition, 1);
}

} // namespace scanline::compute
