#include "scanline/systems/compute.h"
#include "scanline/systems/compute_case.h"
#include "scanline/systems/primitive.h"
#include "scanline/systems/words_case.h"

namespace scanline::catalog {

namespace {

// The primitive, and what of a scan the case chooses.
std::vector<std::string_view> names_of_parts(const ComputeCase& test) {
    std::vector<std::string_view> names{to_string(test.primitive)};
    if (test.primitive == ComputePrimitive::scan) {
        if (test.scan.method)
            names.push_back(to_string(*test.scan.method));
        if (test.scan.order)
            names.push_back(to_string(*test.scan.order));
    }
    return names;
}

CheckOutcome run_primitive(machine::Machine& machine, std::uint64_t seed, std::int64_t largest) {
    const ComputeCase test =
        random_compute_case(seed, {.largest = largest, .shader_int64 = machine.capabilities().shader_int64});
    return run_case(names_of_parts(test), test, [&] { return check(machine.compute(), test); });
}

const std::vector<std::string_view>& words() {
    static const std::vector<std::string_view> names{
        "fill",          "iota",  "copy",  "gather",           "scatter",        "reduce",        "histogram",
        "binary-search", "split", "merge", "segmented-reduce", "segmented-scan", "segmented-sort"};
    return names;
}

CheckOutcome run_words(machine::Machine& machine, std::uint64_t seed, std::int64_t largest) {
    const WordsCase test = random_words_case(seed, {.largest = largest});
    return run_case(words(), test, [&] { return check(machine.compute(), test); });
}

} // namespace

System primitives_system() {
    const std::span<const Entry> entries = compute_algorithms();
    return {
        .name = "primitives",
        .title = "Prefix sums, sorts and other primitives by compute shaders",
        .source = "Zhang, Wang, Ross, ADMS 2020; Merrill, Garland 2016",
        .entries = {entries.begin(), entries.end()},
        .checks = {{.name = "primitive",
                    .needs = bench::Needs::compute,
                    .turns = 8,
                    .covers = {"scan", "horizontal", "tree", "vertical", "scan-then-add", "reduce-then-scan",
                               "chained", "compact", "sort"},
                    .run = run_primitive},
                   {.name = "words", .needs = bench::Needs::compute, .covers = words(), .run = run_words}},
        .experiments = bench::primitive_experiments()};
}

} // namespace scanline::catalog
