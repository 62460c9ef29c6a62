#pragma once
#include <array>
#include <string_view>

namespace scanline::scan_trace {

/// The ways to compute prefix sums that can be traced. CPU variants have the names of
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
inline constexpr std::array all_variants{
    Variant::hillis_steele, Variant::blelloch,  Variant::simd_t,        Variant::horizontal,
    Variant::simd_v1,       Variant::simd_v2,   Variant::scalar1,       Variant::scalar1_p,
    Variant::scalar2,       Variant::scalar2_p, Variant::scan_then_add, Variant::reduce_then_scan,
    Variant::chained};

/// "hillis-steele", "blelloch", "simd-t" ...
std::string_view to_string(Variant variant);

/// The meaning of a timeline's columns.
enum class ColumnOf { element, lane, worker, thread };
/// "column", "lane", "worker", "thread"
std::string_view to_string(ColumnOf column);
ColumnOf column_of(Variant variant);

inline bool uses_tiles(Variant variant) {
    return column_of(variant) == ColumnOf::worker;
}
inline bool uses_threads(Variant variant) {
    return column_of(variant) == ColumnOf::thread;
}
/// True if a team processes one stretch after another.
constexpr bool is_partitioned(Variant variant) {
    return variant == Variant::scalar1_p || variant == Variant::scalar2_p;
}

} // namespace scanline::scan_trace
