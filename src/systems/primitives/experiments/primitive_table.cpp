#include "scanline/systems/primitive.h"

#include "experiments/primitive_cases.h"
#include "experiments/primitive_variants.h"

#include <array>

// A primitive more is an entry here: how its input and the right output are made, see primitive_cases.h, and
// how each of its variants runs on arrays, see primitive_variants.h.

namespace scanline::bench {

std::span<const Primitive> primitives() {
    static const std::array all{
        Primitive{.name = "copy",
                  .title = "Copies of uint32",
                  .input = random_elements,
                  .expected = the_same,
                  .variants = copy_variants()},
        Primitive{.name = "scan",
                  .title = "Inclusive prefix sums of uint32",
                  .input = random_elements,
                  .expected = prefix_sums,
                  .variants = scan_variants(),
                  .goals = {.speed = 1, .small_time = 1.5, .bandwidth = 0.75}},
        Primitive{.name = "compact-flagged",
                  .title = "Compactions of uint32 by flags, half of them set",
                  .input = flagged_elements,
                  .expected = those_flagged,
                  .variants = compact_variants(),
                  .goals = {.speed = 1, .small_time = 1.5}},
        Primitive{.name = "reduce",
                  .title = "Sums of uint32",
                  .input = random_elements,
                  .expected = sum_of_all,
                  .variants = reduce_variants(),
                  .goals = {.speed = 1, .small_time = 1.5}},
        Primitive{.name = "sort",
                  .title = "Sorts of uint32",
                  .input = random_elements,
                  .expected = in_order,
                  .variants = sort_variants(),
                  .goals = {.speed = 0.6, .small_time = 1.5}},
        Primitive{.name = "sort-pairs",
                  .title = "Stable sorts of uint32 with a value each",
                  .input = elements_with_values,
                  .expected = in_order_with_values,
                  .variants = sort_pairs_variants(),
                  .goals = {.speed = 0.6, .small_time = 1.5}},
        Primitive{.name = "segmented-sort",
                  .title = "Sorts of uint32 within skewed segments, 1024 elements in the mean",
                  .input = segmented_elements,
                  .expected = in_order_within_segments,
                  .variants = segmented_sort_variants(),
                  .goals = {.speed = 1, .small_time = 1.5}},
        Primitive{.name = "histogram",
                  .title = "Histograms of uint32 below 256, a bin for each",
                  .input = small_elements,
                  .expected = counts_of_each,
                  .variants = histogram_variants(),
                  .goals = {.small_time = 1.5}},
    };
    return all;
}

} // namespace scanline::bench
