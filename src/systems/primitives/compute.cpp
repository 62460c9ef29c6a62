#include "scanline/systems/compute.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/systems/compute_case.h"
#include "scanline/systems/primitive.h"

#include <array>
#include <fmt/format.h>

namespace scanline::systems {

namespace {

constexpr std::string_view simd = "Zhang, Wang, Ross 2020";

Entry primitive(std::string_view kind, std::string_view name, std::string_view title, std::string_view idea,
                std::string_view source, std::string_view needs = {}) {
    Entry entry{.kind = kind,
                .name = name,
                .title = title,
                .idea = idea,
                .source = source,
                .backend = "compute",
                .opengl = gl::Version{4, 3}};
    if (!needs.empty())
        entry.properties.push_back({"needs", std::string(needs)});
    return entry;
}

std::vector<Entry> make_entries() {
    constexpr std::string_view method = "scan method", order = "scan order", whole = "primitive",
                               ours = "Scanline's own";
    return {
        primitive(method, "horizontal", "Horizontal",
                  "neighbours lie in neighbouring lanes, which double their reach step by step", simd,
                  "lanes that exchange values make it fast"),
        primitive(method, "tree", "Balanced tree",
                  "a tree of sums in shared memory, built up and walked down",
                  "Blelloch 1990; Zhang, Wang, Ross 2020", "partitions of at most 4096 elements"),
        primitive(method, "vertical", "Vertical", "each invocation walks a chunk of neighbours", simd),
        primitive(order, "scan-then-add", "Scan, then add",
                  "tiles are scanned, their totals are scanned, totals are added to the tiles", simd),
        primitive(order, "reduce-then-scan", "Reduce, then scan",
                  "tiles are reduced, their totals are scanned, tiles are scanned from there on", simd),
        primitive(order, "chained", "Chained, with decoupled look-back",
                  "one pass: each group looks back at what the groups before it have published",
                  "Merrill, Garland 2016", "elements of 32 bits; by itself only where it passes a self-test"),
        primitive(whole, "scan", "Prefix sums",
                  "any method in any order, by three operators, inclusive or exclusive", simd),
        primitive(
            whole, "compact", "Compaction by a scan of the selected",
            "flags are scanned chained or reduce-then-scan, and each selected element moves to its place",
            "Merrill, Garland 2016"),
        primitive(
            whole, "sort", "Radix sort, least significant digit first",
            "8 bits in each pass: one sweep whose groups look back, or count, scan and scatter; few keys "
            "in one group",
            "Merrill, Grimshaw 2011; Adinets, Merrill 2022", "keys of 32 bits"),
        primitive(whole, "fill", "Fill", "one value in every element", ours),
        primitive(whole, "iota", "Iota", "consecutive numbers", ours),
        primitive(whole, "copy", "Copy", "elements to another array", ours),
        primitive(whole, "gather", "Gather", "the elements at given positions", ours),
        primitive(whole, "scatter", "Scatter", "elements to given positions", ours),
        primitive(whole, "reduce", "Reduction", "tiles are reduced, then their totals", ours),
        primitive(whole, "histogram", "Histogram", "bins or digits counted in shared memory, then added up",
                  ours),
        primitive(whole, "binary-search", "Binary search", "the bounds of many values in a sorted array",
                  ours),
        primitive(whole, "split", "Split into runs",
                  "the first element of each run of equal elements is flagged, in segments or in all",
                  "Wang, Yu"),
        primitive(whole, "partition", "Stable partition",
                  "the elements whose flag is set, then the others, each in their order", ours),
        primitive(whole, "merge", "Merge", "two sorted arrays, parted along diagonals",
                  "Green, McColl, Bader 2012"),
        primitive(whole, "segmented-reduce", "Segmented reduction", "one total for each segment", ours),
        primitive(whole, "segmented-scan", "Segmented scan", "a scan that begins anew at each segment",
                  "Sengupta et al. 2007"),
        primitive(whole, "segmented-sort", "Segmented sort",
                  "short segments in one group, long ones by radix", ours),
    };
}

} // namespace

std::span<const Entry> compute_algorithms() {
    static const std::vector<Entry> all = make_entries();
    return all;
}

ScanAlgorithm find_scan(std::string_view name) {
    const std::size_t plus = name.find('+');
    const std::string_view first = name.substr(0, plus);
    ScanAlgorithm algorithm{find_choice(first, enumerators<compute::ScanMethod>), {}};
    if (plus != std::string_view::npos)
        algorithm.order = find_choice(name.substr(plus + 1), enumerators<compute::ScanOrder>);
    else if (!algorithm.method)
        algorithm.order = find_choice(first, enumerators<compute::ScanOrder>);
    const bool known = plus == std::string_view::npos ? algorithm.method || algorithm.order
                                                      : algorithm.method && algorithm.order;
    if (!known)
        throw usage_error(fmt::format("no scan algorithm is called {}: there are the methods {}, the orders "
                                      "{}, and a method and an order with a plus between them",
                                      printable(name), names_of(enumerators<compute::ScanMethod>),
                                      names_of(enumerators<compute::ScanOrder>)));
    return algorithm;
}

System primitives_system() {
    const std::span<const Entry> entries = compute_algorithms();
    return {.name = "primitives",
            .title = "Prefix sums, sorts and other primitives by compute shaders",
            .source = "Zhang, Wang, Ross, ADMS 2020; Merrill, Garland 2016",
            .entries = {entries.begin(), entries.end()},
            .checks = {primitive_check(), words_check()},
            .experiments = primitive_experiments()};
}

} // namespace scanline::systems
