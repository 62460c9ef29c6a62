#pragma once
#include "scanline/core/named.h"

#include <array>
#include <string_view>

namespace scanline::scan_trace {

/// The meaning of a timeline's columns.
enum class ColumnOf { element, lane, worker, thread };
constexpr auto table_of(ColumnOf) {
    using enum ColumnOf;
    return named<ColumnOf>({{element, "column"}, {lane, "lane"}, {worker, "worker"}, {thread, "thread"}});
}
using scanline::to_string;

/// The traces to compute prefix sums that can be traced. CPU variants have the names of
/// cpu::scan_algorithms(); threads process their elements like the scalar ones do.
enum class Variant {
    hillis_steele,    ///< recursive doubling, one lane per element
    blelloch,         ///< balanced tree, up-sweep and down-sweep, one lane per node
    simd_t,           ///< the balanced tree in place, with strides
    horizontal,       ///< vector by vector, with a running carry
    simd_v1,          ///< vertical: each lane scans its own chunk, then adds the total before it
    simd_v2,          ///< vertical: each lane sums its chunk, then scans it from the total before it
    scalar1,          ///< one partition per thread: scans, then increments
    scalar1_p,        ///< the same, one stretch after another
    scalar2,          ///< one partition per thread: totals, then scans
    scalar2_p,        ///< the same, one stretch after another
    scan_then_add,    ///< two passes over tiles: scans, then adds the total before
    reduce_then_scan, ///< two passes over tiles: totals, then scans from the total before
    chained,          ///< one pass over tiles that look back at each other
};
struct VariantRow {
    Variant value;
    std::string_view name;
    ColumnOf column;
};
constexpr auto table_of(Variant) {
    using enum Variant;
    return std::to_array<VariantRow>({
        {hillis_steele, "hillis-steele", ColumnOf::element},
        {blelloch, "blelloch", ColumnOf::element},
        {simd_t, "simd-t", ColumnOf::element},
        {horizontal, "horizontal", ColumnOf::lane},
        {simd_v1, "simd-v1", ColumnOf::lane},
        {simd_v2, "simd-v2", ColumnOf::lane},
        {scalar1, "scalar1", ColumnOf::thread},
        {scalar1_p, "scalar1-p", ColumnOf::thread},
        {scalar2, "scalar2", ColumnOf::thread},
        {scalar2_p, "scalar2-p", ColumnOf::thread},
        {scan_then_add, "scan-then-add", ColumnOf::worker},
        {reduce_then_scan, "reduce-then-scan", ColumnOf::worker},
        {chained, "chained", ColumnOf::worker},
    });
}

constexpr ColumnOf column_of(Variant variant) {
    return row_of(variant).column;
}
constexpr bool uses_tiles(Variant variant) {
    return column_of(variant) == ColumnOf::worker;
}
constexpr bool uses_threads(Variant variant) {
    return column_of(variant) == ColumnOf::thread;
}
/// True if a team processes one stretch after another.
constexpr bool is_partitioned(Variant variant) {
    return variant == Variant::scalar1_p || variant == Variant::scalar2_p;
}

} // namespace scanline::scan_trace
