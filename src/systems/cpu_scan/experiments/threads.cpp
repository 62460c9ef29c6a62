#include "experiments/scan_claims.h"
#include "experiments/scan_experiments.h"
#include "experiments/scan_figures.h"
#include "experiments/scan_group.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include <algorithm>
#include <array>
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
std::vector<PlannedGroup> groups_at(std::string_view place, const CpuScanOptions& options,
                                    std::vector<std::int64_t> usual) {
    const std::vector<std::int64_t> sizes = sizes_of(options, std::move(usual));
    const std::int64_t largest = std::ranges::max(sizes);
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes) {
        for (const int threads : threads_of(options)) {
            if (elements == largest || threads == most_threads(options))
                planned.push_back(scan_group({place, elements, threads}, every_case(), options));
        }
    }
    return planned;
}

std::vector<PlannedGroup> groups_in_place(const CpuScanOptions& options) {
    return groups_at(in_place, options,
                     options.quick ? std::vector<std::int64_t>{1 << 12, 1 << 16, 1 << 22}
                                   : std::vector<std::int64_t>{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18,
                                                               1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 28});
}

std::vector<PlannedGroup> groups_apart(const CpuScanOptions& options) {
    return groups_at(apart, options,
                     options.quick ? std::vector<std::int64_t>{1 << 22}
                                   : std::vector<std::int64_t>{1 << 16, 1 << 20, 1 << 22, 1 << 24, 1 << 25,
                                                               1 << 26, 1 << 28});
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

// auto beside the better one of simd and lookahead, at every small size.
Finding auto_never_loses_to_one_thread(const Results& results) {
    Finding finding{true, ""};
    const std::string threads = largest_group(results, in_place).threads;
    std::set<std::int64_t> sizes;
    for (const Row& row : results.rows) {
        if (row.items <= small_enough_for_one)
            sizes.insert(row.items);
    }
    if (sizes.empty())
        throw NotMeasured("no size of at most 64K elements was measured");
    for (const std::int64_t elements : sizes) {
        const ScanGroup group{in_place, std::to_string(elements), threads};
        const Row& one = fastest(results, group, [](const Row& row) {
            return is_ours(row) && (name_of(row) == "simd" || name_of(row) == "lookahead");
        });
        const Finding here = times_as_fast(scan_row(results, group, auto_scan), one, 0.98);
        if (here.holds != true && finding.holds != false)
            finding.holds = here.holds;
        finding.evidence += (finding.evidence.empty() ? "" : "; ") + here.evidence;
    }
    return finding;
}

void add_claims_of_both(ClaimList& list, const Results& results, std::string_view place,
                        double best_over_library) {
    list.add(fmt::format("beyond the paper: the best is at least {} times as fast as the fastest library",
                         best_over_library),
             [&results, place, best_over_library] {
                 const ScanGroup group = largest_group(results, place);
                 return times_as_fast(fastest(results, group, is_ours), fastest(results, group, is_library),
                                      best_over_library);
             });
}

void add_ratio(ClaimList& list, const Results& results, std::string_view one, std::string_view other,
               double times) {
    list.add(fmt::format("{} is at least {} times as fast as {}", one, times, other),
             [&results, one, other, times] {
                 const ScanGroup group = largest_group(results, in_place);
                 return times_as_fast(scan_row(results, group, one), scan_row(results, group, other), times);
             });
}

std::vector<Claim> claims_in_place(const Results& results) {
    ClaimList list(results);
    add_ratio(list, results, "simd1-p", "simd1", 1.25);
    add_ratio(list, results, "simd2-p", "simd2", 1.45);
    list.add("simd1-p is at least 1.65 times as fast as the fastest library", [&] {
        const ScanGroup group = largest_group(results, in_place);
        return times_as_fast(scan_row(results, group, "simd1-p"), fastest(results, group, is_library), 1.65);
    });
    add_claims_of_both(list, results, in_place, 2.3);
    list.add("beyond the paper: auto takes no longer than one thread up to 64K elements, by more than 2 %",
             [&] { return auto_never_loses_to_one_thread(results); });
    return list.take();
}

std::vector<Claim> claims_apart(const Results& results) {
    ClaimList list(results);
    add_claims_of_both(list, results, apart, 2.0);
    list.add("simd2-p is about as fast apart as simd2", [&] {
        const ScanGroup group = largest_group(results, apart);
        return times_as_fast(scan_row(results, group, "simd2-p"), scan_row(results, group, "simd2"), 0.95);
    });
    return list.take();
}

constexpr std::array<std::string_view, 5> parallel_libraries{"gnu-parallel", "tbb", "tbb-scan",
                                                             "tbb-scan-simd", "openmp"};

} // namespace

Experiment scans_in_place() {
    return {.name = "cpu-scan-fig7",
            .title = "Prefix sums in place by several threads",
            .source = "Zhang, Wang, Ross, ADMS 2020, figure 7",
            .needs = Needs::processor,
            .axes = scan_axes(true),
            .peers = {parallel_libraries.begin(), parallel_libraries.end()},
            .plan = scan_plan_of<groups_in_place, true>,
            .figures = threads_figures,
            .claims = claims_in_place,
            .summary = scan_summary};
}

Experiment scans_apart() {
    return {.name = "cpu-scan-fig8",
            .title = "Prefix sums apart by several threads",
            .source = "Zhang, Wang, Ross, ADMS 2020, figure 8",
            .needs = Needs::processor,
            .axes = scan_axes(true),
            .peers = {parallel_libraries.begin(), parallel_libraries.end()},
            .plan = scan_plan_of<groups_apart, true>,
            .figures = threads_figures,
            .claims = claims_apart,
            .summary = scan_summary};
}

} // namespace scanline::bench
