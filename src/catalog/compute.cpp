#include "scanline/catalog/compute.h"

#include "scanline/core/error.h"
#include "scanline/core/names.h"
#include "scanline/core/text.h"

#include <array>
#include <fmt/format.h>

namespace scanline::catalog {

namespace {

constexpr gl::Version opengl_4_3{4, 3};
constexpr std::string_view simd = "Zhang, Wang, Ross 2020";

constexpr auto entries = std::to_array<ComputeEntry>({
    {"scan", "method", "horizontal", "Horizontal",
     "neighbours lie in neighbouring lanes, which double their reach step by step", simd,
     "lanes that exchange values make it fast", opengl_4_3},
    {"scan", "method", "tree", "Balanced tree", "a tree of sums in shared memory, built up and walked down",
     "Blelloch 1990; Zhang, Wang, Ross 2020", "partitions of at most 4096 elements", opengl_4_3},
    {"scan", "method", "vertical", "Vertical", "each invocation walks a chunk of neighbours", simd, "",
     opengl_4_3},
    {"scan", "order", "scan-then-add", "Scan, then add",
     "tiles are scanned, their totals are scanned, totals are added to the tiles", simd, "", opengl_4_3},
    {"scan", "order", "reduce-then-scan", "Reduce, then scan",
     "tiles are reduced, their totals are scanned, tiles are scanned from there on", simd, "", opengl_4_3},
    {"scan", "order", "chained", "Chained, with decoupled look-back",
     "one pass: each group looks back at what the groups before it have published", "Merrill, Garland 2016",
     "elements of 32 bits; by itself only where it passes a self-test", opengl_4_3},
    {"compact", "algorithm", "compact", "Compaction by a scan of the selected",
     "flags are scanned chained or reduce-then-scan, and each selected element moves to its place",
     "Merrill, Garland 2016", "", opengl_4_3},
    {"sort", "algorithm", "radix", "Radix sort, least significant digit first",
     "8 bits in each pass: one sweep whose groups look back, or count, scan and scatter; few keys in one "
     "group",
     "Merrill, Grimshaw 2011; Adinets, Merrill 2022", "keys of 32 bits", opengl_4_3},
});

template <class List>
auto find(const List& all, std::string_view name) {
    std::optional<typename List::value_type> found;
    for (const auto value : all) {
        if (to_string(value) == name)
            found = value;
    }
    return found;
}

} // namespace

std::span<const ComputeEntry> compute_algorithms() {
    return entries;
}

ScanAlgorithm find_scan(std::string_view name) {
    const std::size_t plus = name.find('+');
    const std::string_view first = name.substr(0, plus);
    ScanAlgorithm algorithm{find(compute::all_scan_methods, first), {}};
    if (plus != std::string_view::npos)
        algorithm.order = find(compute::all_scan_orders, name.substr(plus + 1));
    else if (!algorithm.method)
        algorithm.order = find(compute::all_scan_orders, first);
    const bool known = plus == std::string_view::npos ? algorithm.method || algorithm.order
                                                      : algorithm.method && algorithm.order;
    if (!known)
        throw usage_error(fmt::format("no scan algorithm is called {}: there are the methods {}, the orders "
                                      "{}, and a method and an order with a plus between them",
                                      printable(name), names_of(compute::all_scan_methods),
                                      names_of(compute::all_scan_orders)));
    return algorithm;
}

} // namespace scanline::catalog
