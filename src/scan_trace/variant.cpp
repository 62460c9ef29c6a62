#include "scanline/scan_trace/variant.h"

namespace scanline::scan_trace {

namespace {

struct Facts {
    std::string_view name;
    ColumnOf column;
};

const Facts& facts_of(Variant variant) {
    // In the order of the enumerators.
    static constexpr std::array<Facts, all_variants.size()> all{{
        {"hillis-steele", ColumnOf::element},
        {"blelloch", ColumnOf::element},
        {"simd-t", ColumnOf::element},
        {"horizontal", ColumnOf::lane},
        {"simd-v1", ColumnOf::lane},
        {"simd-v2", ColumnOf::lane},
        {"scalar1", ColumnOf::thread},
        {"scalar1-p", ColumnOf::thread},
        {"scalar2", ColumnOf::thread},
        {"scalar2-p", ColumnOf::thread},
        {"scan-then-add", ColumnOf::worker},
        {"reduce-then-scan", ColumnOf::worker},
        {"chained", ColumnOf::worker},
    }};
    return all[static_cast<std::size_t>(variant)];
}

} // namespace

std::string_view to_string(Variant variant) {
    return facts_of(variant).name;
}

std::string_view to_string(ColumnOf column) {
    switch (column) {
    case ColumnOf::element: return "column";
    case ColumnOf::lane: return "lane";
    case ColumnOf::worker: return "worker";
    case ColumnOf::thread: return "thread";
    }
    return "";
}

ColumnOf column_of(Variant variant) {
    return facts_of(variant).column;
}

} // namespace scanline::scan_trace
