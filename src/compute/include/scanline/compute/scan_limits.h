#pragma once
#include "scanline/compute/compact.h"
#include "scanline/compute/scan.h"

#include <optional>

/// Which options Scan and Compact take. The algorithms check them here at construction; whoever picks
/// options, as `scanline verify` does, reads the same limits.
namespace scanline::compute {

/// The 32-bit words of a value that is scanned. A segmented scan keeps the head of a segment beside each
/// value.
constexpr int scanned_words(ElementType type, bool segmented = false) {
    return segmented || element_bytes(type) == 8 ? 2 : 1;
}

/// Elements of a tile, both powers of two.
struct PartitionLimits {
    int least = 0, most = 0;
};

/// The partitions that a method takes of values of so many words; without a method those that any default
/// takes.
PartitionLimits partition_limits(std::optional<ScanMethod> method, int value_words = 1);

/// Whether elements of a type can be scanned in an order: in a chained scan, groups publish 32 bits at once.
constexpr bool can_scan(ElementType type, ScanOrder order) {
    return type != ElementType::uint64 || order != ScanOrder::chained;
}

/// Whether elements can be compacted in an order: nothing can be added to an element that has been moved.
constexpr bool can_compact(ScanOrder order) {
    return order != ScanOrder::scan_then_add;
}

// Errors: usage, naming the option and what can be chosen.
void require_scan(ElementType type, const ScanOptions& options, bool segmented = false);
void require_compact(const CompactOptions& options, detail::Rejected rejected = detail::Rejected::dropped);

} // namespace scanline::compute
