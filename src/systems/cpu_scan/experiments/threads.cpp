#include "experiments/scan_experiments.h"

#include "scanline/core/format.h"
#include "scanline/cpu/auto_scan.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

// Several threads: figures 7 and 8 of the paper, in place and apart.

namespace scanline::systems {

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
std::vector<PlannedGroup> threads_groups(Request request, std::string_view place,
                                         std::vector<std::int64_t> usual) {
    if (const auto model = request.context.get<cpu::ScanModel>()) // read once
        request.context.lend<cpu::ScanModel>([model] { return *model; });
    const auto sizes = request.get(sizes_option, std::move(usual));
    const auto all_threads = request.get(threads_option, default_threads());
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes) {
        for (const int threads : all_threads) {
            if (elements == std::ranges::max(sizes) || threads == std::ranges::max(all_threads))
                planned.push_back(scan_group({place, elements, threads}, every_case(), request));
        }
    }
    return planned;
}

std::vector<Figure> threads_figures(const Results& results) {
    std::int64_t elements = 0;
    int threads = 0;
    for (const Row& row : results.rows) {
        elements = std::max(elements, row.items);
        threads = std::max(threads, row[threads_axis].value_or(0));
    }
    return {scan_rates(results, "-threads", results.title,
                       fmt::format("{} elements of float32, medians and quartiles", element_count(elements)),
                       {"threads"}, threads_axis,
                       [=](const Row& row) { return row.items == elements ? label_of(row) : std::string(); }),
            scan_rates(results, "-size", results.title,
                       fmt::format("{} threads, medians and quartiles", threads),
                       {"elements", chart::Scale::log2}, elements_axis, [=](const Row& row) {
                           return row[threads_axis] == threads ? label_of(row) : std::string();
                       })};
}

// auto beside the better one of simd and lookahead, at every small size.
Finding auto_never_loses_to_one_thread(const Results& results) {
    const int threads = largest_group(results, in_place).threads;
    std::set<std::int64_t> sizes;
    for (const Row& row : results.rows) {
        if (row.items <= small_enough_for_one)
            sizes.insert(row.items);
    }
    if (sizes.empty())
        throw NotMeasured("no size of at most 64K elements was measured");
    const PickRow by_one_thread = fastest([](const Row& row) {
        return is_ours(row) && (name_of(row) == "simd" || name_of(row) == "lookahead");
    });
    return judge_each(
        sizes,
        [&](std::int64_t elements) {
            const ScanSetting group{in_place, elements, threads};
            const Row& one = by_one_thread(results, group);
            return times_as_fast(ours(auto_scan)(results, group), one, 0.98);
        },
        {}, "; ");
}

// Over each number of threads at `place`, by these sizes where none are asked for.
Experiment threads_experiment(Experiment own, std::string_view place, const std::vector<std::int64_t>& sizes,
                              const std::vector<std::int64_t>& quick_sizes) {
    own.peers = {"gnu-parallel", "tbb", "tbb-scan", "tbb-scan-simd", "openmp"};
    own.figures = threads_figures;
    return scan_experiment(std::move(own), [=](const Request& request) {
        return threads_groups(request, place, request.quick ? quick_sizes : sizes);
    });
}

} // namespace

Experiment scans_in_place() {
    const PickRow library = fastest(is_library);
    return threads_experiment(
        {.name = "cpu-scan-fig7",
         .title = "Prefix sums in place by several threads",
         .source = "Zhang, Wang, Ross, ADMS 2020, figure 7",
         .claims = Claims{{"simd1-p is at least 1.25 times as fast as simd1",
                           faster(in_place, ours("simd1-p"), ours("simd1"), 1.25),
                           {},
                           memory_elements},
                          {"simd2-p is at least 1.45 times as fast as simd2",
                           faster(in_place, ours("simd2-p"), ours("simd2"), 1.45),
                           {},
                           memory_elements},
                          {"simd1-p is at least 1.65 times as fast as the fastest library",
                           faster(in_place, ours("simd1-p"), library, 1.65),
                           {},
                           memory_elements},
                          {"beyond the paper: the best is at least 2.3 times as fast as the fastest library",
                           faster(in_place, fastest(is_ours), library, 2.3),
                           {},
                           memory_elements},
                          {"beyond the paper: auto takes no longer than one thread up to 64K elements, by "
                           "more than 2 %",
                           auto_never_loses_to_one_thread}}},
        in_place, {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 28},
        {1 << 12, 1 << 16, 1 << 22});
}

Experiment scans_apart() {
    return threads_experiment(
        {.name = "cpu-scan-fig8",
         .title = "Prefix sums apart by several threads",
         .source = "Zhang, Wang, Ross, ADMS 2020, figure 8",
         .claims = Claims{{"beyond the paper: the best is at least 2 times as fast as the fastest library",
                           faster(apart, fastest(is_ours), fastest(is_library), 2)},
                          {"simd2-p is about as fast apart as simd2",
                           faster(apart, ours("simd2-p"), ours("simd2"), 0.95)}}
                       .about(memory_elements)},
        apart, {1 << 16, 1 << 20, 1 << 22, 1 << 24, 1 << 25, 1 << 26, 1 << 28}, {1 << 22});
}

} // namespace scanline::systems
