#include "prefix_sum/variant.h"

#include "scanline/compute/scan.h"
#include "scanline/cpu/scan_algorithm.h"
#include "scanline/raster/options.h"

#include <optional>

namespace scanline::view::prefix_sum {

namespace {

// What a scan on the CPU is seen as. One thread that goes from element to element has no lanes to be seen.
std::optional<Variant> variant_of(const cpu::ScanAlgorithm& scan) {
    switch (scan.passes) {
    case cpu::ScanPasses::one: break;
    case cpu::ScanPasses::increment: return scan.partitioned ? Variant::scalar1_p : Variant::scalar1;
    case cpu::ScanPasses::accumulate: return scan.partitioned ? Variant::scalar2_p : Variant::scalar2;
    }
    switch (scan.kernel) {
    case cpu::ScanKernel::scalar: return std::nullopt;
    case cpu::ScanKernel::simd:
    case cpu::ScanKernel::lookahead: return Variant::horizontal;
    case cpu::ScanKernel::simd_v1: return Variant::simd_v1;
    case cpu::ScanKernel::simd_v2: return Variant::simd_v2;
    case cpu::ScanKernel::simd_t: return Variant::simd_t;
    }
    return std::nullopt;
}

std::string_view name_of_compute(Variant variant) {
    switch (variant) {
    case Variant::blelloch: return to_string(compute::ScanMethod::tree);
    case Variant::horizontal: return to_string(compute::ScanMethod::horizontal);
    case Variant::simd_v2: return to_string(compute::ScanMethod::vertical);
    case Variant::scan_then_add: return to_string(compute::ScanOrder::scan_then_add);
    case Variant::reduce_then_scan: return to_string(compute::ScanOrder::reduce_then_scan);
    case Variant::chained: return to_string(compute::ScanOrder::chained);
    case Variant::hillis_steele:
    case Variant::simd_t:
    case Variant::simd_v1:
    case Variant::scalar1:
    case Variant::scalar1_p:
    case Variant::scalar2:
    case Variant::scalar2_p: break;
    }
    return {};
}

} // namespace

std::string_view to_string(Variant variant) {
    switch (variant) {
    case Variant::hillis_steele: return "hillis-steele";
    case Variant::blelloch: return "blelloch";
    case Variant::simd_t: return "simd-t";
    case Variant::horizontal: return "horizontal";
    case Variant::simd_v1: return "simd-v1";
    case Variant::simd_v2: return "simd-v2";
    case Variant::scalar1: return "scalar1";
    case Variant::scalar1_p: return "scalar1-p";
    case Variant::scalar2: return "scalar2";
    case Variant::scalar2_p: return "scalar2-p";
    case Variant::scan_then_add: return "scan-then-add";
    case Variant::reduce_then_scan: return "reduce-then-scan";
    case Variant::chained: return "chained";
    }
    return "";
}

std::string_view explanation(Variant variant) {
    switch (variant) {
    case Variant::hillis_steele:
        return "Recursive doubling: in pass k every element adds what lies 2^(k-1) to its left. After log2 n "
               "passes each holds the sum of all up to it. The span is the shortest there is, but the work "
               "is n log2 n, and every pass reads and writes all elements again.";
    case Variant::blelloch:
        return "A balanced tree: the up-sweep adds pairs, then pairs of pairs. The down-sweep hands every "
               "node what lies before it. The work is proportional to n, the span twice that of recursive "
               "doubling, and near the root most lanes are idle.";
    case Variant::simd_t:
        return "A balanced tree in place: the up-sweep adds pairs, then pairs of pairs, where the right one "
               "lies. The down-sweep adds each of these sums to what stands half as far behind it. No "
               "padding, and fewer than 2 n additions. But every level goes through memory again, with "
               "another stride. simd-t-p does all this in one partition after the other.";
    case Variant::horizontal:
        return "The lanes load neighbouring elements as one vector and scan it among themselves by recursive "
               "doubling. Then they add the carry, which is the sum of all vectors before. Every element is "
               "read and written once, but each vector waits for the carry of the one before.";
    case Variant::simd_v1:
        return "Vertical: each lane scans a chunk of its own from left to right. The totals of the chunks "
               "are scanned among the lanes, and each lane adds what lies before its chunk. No lane waits "
               "for another inside of a chunk. The price is a second pass, which reads and writes everything "
               "again, with a stride. simd-v1-p finds it in a cache: it does all this in one partition after "
               "the other.";
    case Variant::simd_v2:
        return "Vertical, with the passes the other way round: each lane first adds up its chunk and stores "
               "nothing. The totals are scanned among the lanes, and each lane scans its chunk from what "
               "lies before it. An element is read twice, with a stride, but written only once. simd-v2-p "
               "does all this in one partition after the other.";
    case Variant::scalar1:
        return "A partition for each thread. Pass 1 scans it and leaves its sum for the others. Behind the "
               "barrier each thread adds up the sums before its own, in one step here, and pass 2 increments "
               "its partition. Thread 0 has nothing to increment, and waits for the others to end. With a "
               "dilation it has a partition more, which it scans in pass 2.";
    case Variant::scalar1_p:
        return "Both passes over a stretch, then the next one: partitions that fit a cache are found there "
               "by pass 2. The only barrier is between the passes. Who is done with its second pass goes on "
               "at once, a pass ahead of the others at most, because the sums lie in two places in turns. "
               "With a dilation thread 0 scans one partition more in pass 2.";
    case Variant::scalar2:
        return "A partition for each thread. Pass 1 only adds it up: the last one is not asked for. Behind "
               "the barrier each thread adds up the sums before its own, in one step here, and pass 2 scans "
               "its partition from there. Three accesses an element, not four. With a dilation thread 0 has "
               "a first partition, scanned at once, and a last one, scanned in pass 2.";
    case Variant::scalar2_p:
        return "Both passes over a stretch, then the next one: partitions that fit a cache are found there "
               "by pass 2. The only barrier is between the passes, and the sums lie in two places in turns. "
               "Every thread keeps for itself what lies before the stretch. With a dilation only thread 0 "
               "does, which scans the first partition and the last one.";
    case Variant::scan_then_add:
        return "Pass 1 scans every tile on its own and writes the result. After a barrier the tiles' totals "
               "are scanned, and pass 2 adds to every tile what lies before it. Each pass reads and writes: "
               "four accesses an element.";
    case Variant::reduce_then_scan:
        return "Pass 1 only adds up every tile and writes nothing but the total. After a barrier the totals "
               "are scanned, and pass 2 scans every tile from what lies before it. An element is read twice "
               "and written once: three accesses, not four.";
    case Variant::chained:
        return "One pass with decoupled look-back: a tile publishes its total (A), looks back over the tiles "
               "before it until it finds one with a prefix (P), and publishes its own prefix. Elements stay "
               "on the chip meanwhile: two accesses each, and no barrier. A lane that finds a tile without a "
               "state (X) spins; after four looks it reduces that tile itself, so that a stalled lane holds "
               "up nobody.";
    }
    return "";
}

std::vector<Command> commands(Variant variant) {
    std::vector<Command> found;
    Command cpu{"On the CPU", "scanline scan --algorithm", {}};
    for (const cpu::ScanAlgorithm& scan : cpu::scan_algorithms()) {
        if (variant_of(scan) == variant)
            cpu.names.push_back(scan.name);
    }
    if (!cpu.names.empty())
        found.push_back(std::move(cpu));
    if (const std::string_view name = name_of_compute(variant); !name.empty())
        found.push_back({"On the GPU", "scanline scan --algorithm", {name}});
    if (variant == Variant::hillis_steele)
        found.push_back({"In a compaction",
                         "scanline compact --prefix-sum",
                         {to_string(raster::PrefixSumMethod::hillis_steele)}});
    if (variant == Variant::blelloch)
        found.push_back({"In a compaction",
                         "scanline compact --prefix-sum",
                         {to_string(raster::PrefixSumMethod::blelloch)}});
    return found;
}

ColumnOf column_of(Variant variant) {
    switch (variant) {
    case Variant::hillis_steele:
    case Variant::blelloch:
    case Variant::simd_t: return ColumnOf::element;
    case Variant::horizontal:
    case Variant::simd_v1:
    case Variant::simd_v2: return ColumnOf::lane;
    case Variant::scalar1:
    case Variant::scalar1_p:
    case Variant::scalar2:
    case Variant::scalar2_p: return ColumnOf::thread;
    case Variant::scan_then_add:
    case Variant::reduce_then_scan:
    case Variant::chained: break;
    }
    return ColumnOf::worker;
}

} // namespace scanline::view::prefix_sum
