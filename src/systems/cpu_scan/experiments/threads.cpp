#include "experiments/scan_report.h"

#include "scanline/bench/row_access.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

// Several threads: figures 7 and 8 of the paper, in place and apart.

namespace scanline::bench {

namespace {

constexpr std::int64_t small_enough_for_one = 1 << 16;

std::vector<ScanCase> every_case() {
    std::vector<ScanCase> cases =
        cases_of({"scalar", "simd", "lookahead", "scalar1", "scalar1-p", "scalar2", "scalar2-p", "simd1",
                  "simd1-p", "simd2", "simd2-p", "lookahead1-p", "lookahead2-p"});
    cases.push_back({.algorithm = "lookahead2-p", .dilation = 0.8});
    cases.push_back({.algorithm = std::string(auto_scan)});
    return cases;
}

// Every number of threads at the largest size; at the others the most.
Plan threads_plan(Request request, std::string_view place, std::vector<std::int64_t> usual) {
    if (request.scan_model) // which is read once
        request.scan_model = [model = request.scan_model()] { return model; };
    const std::vector<std::int64_t> sizes = sizes_of(request, std::move(usual));
    const std::int64_t largest = std::ranges::max(sizes);
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes) {
        for (const int threads : threads_of(request)) {
            if (elements == largest || threads == most_threads(request))
                planned.push_back(scan_group({place, elements, threads}, every_case(), request));
        }
    }
    return scan_plan(std::move(planned));
}

std::vector<Figure> threads_figures(const Results& results) {
    std::int64_t elements = 0;
    double threads = 0;
    for (const Row& row : results.rows) {
        elements = std::max(elements, row.items);
        threads = std::max(threads, axis_number(row, threads_axis).value_or(0));
    }
    return {
        {results.experiment + "-threads",
         scan_rates(results, results.title,
                    fmt::format("{} elements of float32, medians and quartiles", element_count(elements)),
                    {"threads"}, threads_axis,
                    [=](const Row& row) { return row.items == elements ? label_of(row) : std::string(); })},
        {results.experiment + "-size",
         scan_rates(results, results.title, fmt::format("{} threads, medians and quartiles", threads),
                    {"elements", chart::Scale::log2}, elements_axis, [=](const Row& row) {
                        return axis_number(row, threads_axis) == threads ? label_of(row) : std::string();
                    })}};
}

bool is_by_one_thread(const Row& row) {
    return is_ours(row) && (name_of(row) == "simd" || name_of(row) == "lookahead");
}

// auto beside the better one of simd and lookahead, at every small size.
Finding auto_never_loses_to_one_thread(const Results& results) {
    const std::string threads = largest_group(results, in_place).threads;
    std::set<std::int64_t> sizes;
    for (const Row& row : results.rows) {
        if (row.items <= small_enough_for_one)
            sizes.insert(row.items);
    }
    if (sizes.empty())
        throw NotMeasured("no size of at most 64K elements was measured");
    return judge_each(
        sizes,
        [&](std::int64_t elements) {
            const ScanGroup group{in_place, std::to_string(elements), threads};
            const Row& one = fastest(is_by_one_thread)(results, group);
            return times_as_fast(ours(auto_scan)(results, group), one, 0.98);
        },
        {}, "; ");
}

Experiment threads_experiment(std::string_view name, std::string_view title, std::string_view source) {
    Experiment made = scan_experiment(name, title, source);
    made.peers = {"gnu-parallel", "tbb", "tbb-scan", "tbb-scan-simd", "openmp"};
    made.figures = threads_figures;
    return made;
}

} // namespace

Experiment scans_in_place() {
    Experiment made = threads_experiment("cpu-scan-fig7", "Prefix sums in place by several threads",
                                         "Zhang, Wang, Ross, ADMS 2020, figure 7");
    made.plan = [](const Request& request) {
        return threads_plan(request, in_place,
                            request.quick
                                ? std::vector<std::int64_t>{1 << 12, 1 << 16, 1 << 22}
                                : std::vector<std::int64_t>{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18,
                                                            1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 28});
    };
    const PickRow library = fastest(is_library);
    made.claims =
        Claims{{"simd1-p is at least 1.25 times as fast as simd1",
                faster(in_place, ours("simd1-p"), ours("simd1"), 1.25)},
               {"simd2-p is at least 1.45 times as fast as simd2",
                faster(in_place, ours("simd2-p"), ours("simd2"), 1.45)},
               {"simd1-p is at least 1.65 times as fast as the fastest library",
                faster(in_place, ours("simd1-p"), library, 1.65)},
               {"beyond the paper: the best is at least 2.3 times as fast as the fastest library",
                faster(in_place, fastest(is_ours), library, 2.3)},
               {"beyond the paper: auto takes no longer than one thread up to 64K elements, by more than 2 %",
                auto_never_loses_to_one_thread}};
    return made;
}

Experiment scans_apart() {
    Experiment made = threads_experiment("cpu-scan-fig8", "Prefix sums apart by several threads",
                                         "Zhang, Wang, Ross, ADMS 2020, figure 8");
    made.plan = [](const Request& request) {
        return threads_plan(request, apart,
                            request.quick ? std::vector<std::int64_t>{1 << 22}
                                          : std::vector<std::int64_t>{1 << 16, 1 << 20, 1 << 22, 1 << 24,
                                                                      1 << 25, 1 << 26, 1 << 28});
    };
    made.claims = Claims{
        {"beyond the paper: the best is at least 2 times as fast as the fastest library",
         faster(apart, fastest(is_ours), fastest(is_library), 2)},
        {"simd2-p is about as fast apart as simd2", faster(apart, ours("simd2-p"), ours("simd2"), 0.95)}};
    return made;
}

} // namespace scanline::bench
