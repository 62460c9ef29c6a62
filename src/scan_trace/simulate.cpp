#include "scanline/scan_trace/simulate.h"

#include "scanline/core/error.h"
#include "schedule.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::scan_trace {

namespace {

void check(std::string_view what, int value, int most) {
    if (value < 1 || value > most)
        throw usage_error(fmt::format("prefix sums of {} {}: 1 to {} can be shown", value, what, most));
}

// The tree in place needs no padding.
int columns_of(const Spec& spec) {
    const int size = static_cast<int>(spec.input.size());
    if (column_of(spec.variant) != ColumnOf::element)
        return spec.lanes;
    return spec.variant == Variant::simd_t ? size : padded_size(size);
}

} // namespace

int apply(Operator op, int a, int b) {
    switch (op) {
    case Operator::sum: return a + b;
    case Operator::min: return std::min(a, b);
    case Operator::max: return std::max(a, b);
    }
    return 0;
}

int identity(Operator op) {
    switch (op) {
    case Operator::sum: return 0;
    case Operator::min: return std::numeric_limits<int>::max();
    case Operator::max: return std::numeric_limits<int>::min();
    }
    return 0;
}

std::string operator_sign(Operator op) {
    return op == Operator::sum ? "+" : std::string(to_string(op));
}

bool is_infinite(int value) {
    return value == identity(Operator::min) || value == identity(Operator::max);
}

std::string value_text(int value) {
    if (is_infinite(value))
        return value > 0 ? "inf" : "-inf";
    return std::to_string(value);
}

Timeline simulate(const Spec& spec) {
    const int size = static_cast<int>(spec.input.size());
    check("elements", size, max_elements);
    check("lanes", spec.lanes, max_lanes);
    check("elements a tile", spec.tile, max_elements);
    check("elements a partition", spec.partition, max_elements);
    if (!(spec.dilation >= 0 && spec.dilation <= 1))
        throw usage_error(
            fmt::format("prefix sums with a dilation of {}: 0 to 1 can be shown", spec.dilation));
    Recorder recorder(spec.input, spec.op, columns_of(spec), column_of(spec.variant));
    if (uses_tiles(spec.variant))
        recorder.set_tiles(tiles_of(size, spec.tile), true);
    switch (spec.variant) {
    case Variant::hillis_steele: record_hillis_steele(spec, recorder); break;
    case Variant::blelloch: record_blelloch(spec, recorder); break;
    case Variant::simd_t: record_tree(spec, recorder); break;
    case Variant::horizontal: record_horizontal(spec, recorder); break;
    case Variant::simd_v1:
    case Variant::simd_v2: record_vertical(spec, recorder); break;
    case Variant::scalar1:
    case Variant::scalar1_p:
    case Variant::scalar2:
    case Variant::scalar2_p: record_threads(spec, recorder); break;
    case Variant::scan_then_add:
    case Variant::reduce_then_scan: record_two_pass(spec, recorder); break;
    case Variant::chained: record_chained(spec, recorder); break;
    }
    return recorder.take();
}

} // namespace scanline::scan_trace
