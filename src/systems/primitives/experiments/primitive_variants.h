#pragma once
#include "scanline/systems/primitive.h"

namespace scanline::bench {

// How each primitive can be done: first "auto", then the other ways that it has.

std::vector<PrimitiveVariant> copy_variants();
/// A way for each method and order.
std::vector<PrimitiveVariant> scan_variants();
/// A way for each method and order that moves elements.
std::vector<PrimitiveVariant> compact_variants();
std::vector<PrimitiveVariant> reduce_variants();
std::vector<PrimitiveVariant> sort_variants();
std::vector<PrimitiveVariant> sort_pairs_variants();
std::vector<PrimitiveVariant> segmented_sort_variants();
/// By ranges of values, as the peers do, and by digits, as a radix sort does.
std::vector<PrimitiveVariant> histogram_variants();

} // namespace scanline::bench
