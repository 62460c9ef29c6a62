#include "prefix_sum/explanation.h"

#include <array>

namespace scanline::view::prefix_sum {

namespace {

Command on_cpu(std::vector<std::string_view> names) {
    return {Where::cpu, "scanline scan --algorithm", std::move(names)};
}

Command on_gpu(std::string_view name) {
    return {Where::gpu, "scanline scan --algorithm", {name}};
}

Command in_compaction(std::string_view name) {
    return {Where::compaction, "scanline compact --prefix-sum", {name}};
}

} // namespace

std::string_view to_string(Where where) {
    switch (where) {
    case Where::cpu: return "On the CPU";
    case Where::gpu: return "On the GPU";
    case Where::compaction: return "In a compaction";
    }
    return "";
}

const VariantFacts& facts_of(Variant variant) {
    // In the order of the enumerators.
    static const std::array<VariantFacts, all_variants.size()> all{{
        {{in_compaction("hillis-steele")},
         "Recursive doubling: in pass k every element adds what lies 2^(k-1) to its left. After log2 n "
         "passes each holds the sum of all up to it. The span is the shortest there is, but the work is n "
         "log2 n, and every pass reads and writes all elements again."},
        {{on_gpu("tree"), in_compaction("blelloch")},
         "A balanced tree: the up-sweep adds pairs, then pairs of pairs. The down-sweep hands every node "
         "what lies before it. The work is proportional to n, the span twice that of recursive doubling, "
         "and near the root most lanes are idle."},
        {{on_cpu({"simd-t", "simd-t-p"})},
         "A balanced tree in place: the up-sweep adds pairs, then pairs of pairs, where the right one lies. "
         "The down-sweep adds each of these sums to what stands half as far behind it. No padding, and "
         "fewer than 2 n additions. But every level goes through memory again, with another stride. "
         "simd-t-p does all this in one partition after the other."},
        {{on_cpu({"simd", "lookahead"}), on_gpu("horizontal")},
         "The lanes load neighbouring elements as one vector and scan it among themselves by recursive "
         "doubling. Then they add the carry, which is the sum of all vectors before. Every element is read "
         "and written once, but each vector waits for the carry of the one before."},
        {{on_cpu({"simd-v1", "simd-v1-p"})},
         "Vertical: each lane scans a chunk of its own from left to right. The totals of the chunks are "
         "scanned among the lanes, and each lane adds what lies before its chunk. No lane waits for another "
         "inside of a chunk. The price is a second pass, which reads and writes everything again, with a "
         "stride. simd-v1-p finds it in a cache: it does all this in one partition after the other."},
        {{on_cpu({"simd-v2", "simd-v2-p"}), on_gpu("vertical")},
         "Vertical, with the passes the other way round: each lane first adds up its chunk and stores "
         "nothing. The totals are scanned among the lanes, and each lane scans its chunk from what lies "
         "before it. An element is read twice, with a stride, but written only once. simd-v2-p does all "
         "this in one partition after the other."},
        {{on_cpu({"scalar1", "simd1", "lookahead1"})},
         "A partition for each thread. Pass 1 scans it and leaves its sum for the others. Behind the "
         "barrier each thread adds up the sums before its own, in one step here, and pass 2 increments its "
         "partition. Thread 0 has nothing to increment, and waits for the others to end. With a dilation it "
         "has a partition more, which it scans in pass 2."},
        {{on_cpu({"scalar1-p", "simd1-p", "lookahead1-p"})},
         "Both passes over a stretch, then the next one: partitions that fit a cache are found there by "
         "pass 2. The only barrier is between the passes. Who is done with its second pass goes on at once, "
         "a pass ahead of the others at most, because the sums lie in two places in turns. With a dilation "
         "thread 0 scans one partition more in pass 2."},
        {{on_cpu({"scalar2", "simd2", "lookahead2"})},
         "A partition for each thread. Pass 1 only adds it up: the last one is not asked for. Behind the "
         "barrier each thread adds up the sums before its own, in one step here, and pass 2 scans its "
         "partition from there. Three accesses an element, not four. With a dilation thread 0 has a first "
         "partition, scanned at once, and a last one, scanned in pass 2."},
        {{on_cpu({"scalar2-p", "simd2-p", "lookahead2-p"})},
         "Both passes over a stretch, then the next one: partitions that fit a cache are found there by "
         "pass 2. The only barrier is between the passes, and the sums lie in two places in turns. Every "
         "thread keeps for itself what lies before the stretch. With a dilation only thread 0 does, which "
         "scans the first partition and the last one."},
        {{on_gpu("scan-then-add")},
         "Pass 1 scans every tile on its own and writes the result. After a barrier the tiles' totals are "
         "scanned, and pass 2 adds to every tile what lies before it. Each pass reads and writes: four "
         "accesses an element."},
        {{on_gpu("reduce-then-scan")},
         "Pass 1 only adds up every tile and writes nothing but the total. After a barrier the totals are "
         "scanned, and pass 2 scans every tile from what lies before it. An element is read twice and "
         "written once: three accesses, not four."},
        {{on_gpu("chained")},
         "One pass with decoupled look-back: a tile publishes its total (A), looks back over the tiles "
         "before it until it finds one with a prefix (P), and publishes its own prefix. Elements stay on "
         "the chip meanwhile: two accesses each, and no barrier. A lane that finds a tile without a state "
         "(X) spins; after four looks it reduces that tile itself, so that a stalled lane holds up nobody."},
    }};
    return all[static_cast<std::size_t>(variant)];
}

} // namespace scanline::view::prefix_sum
