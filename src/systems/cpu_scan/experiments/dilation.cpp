#include "experiments/scan_claims.h"
#include "experiments/scan_experiments.h"
#include "experiments/scan_figures.h"
#include "experiments/scan_group.h"
#include "scanline/bench/row_access.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

// The size of the partition more that the first thread has: figures 11 and 12 of the paper.

namespace scanline::bench {

namespace {

constexpr std::array unpartitioned{"scalar1", "scalar2", "simd1", "simd2"};
constexpr std::array partitioned{"scalar1-p", "scalar2-p",    "simd1-p",
                                 "simd2-p",   "lookahead1-p", "lookahead2-p"};

std::vector<PlannedGroup> dilation_groups(const CpuScanOptions& options) {
    std::vector<ScanCase> cases;
    const auto add = [&](std::span<const char* const> algorithms) {
        for (const char* algorithm : algorithms) {
            for (int fifth = 0; fifth <= 5; fifth += options.quick ? 5 : 1)
                cases.push_back({.algorithm = algorithm, .dilation = fifth / 5.0});
        }
    };
    add(unpartitioned);
    add(partitioned);
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes_of(options, {options.quick ? 1 << 22 : 1 << 26})) {
        for (const int threads : asked_threads_or_most(options))
            planned.push_back(scan_group({in_place, elements, threads}, cases, options));
    }
    return planned;
}

bool has_partitions(const Row& row) {
    return name_of(row).ends_with("-p");
}

double dilation_of(const Row& row) {
    return axis_number(row, dilation_axis).value_or(0);
}

std::vector<Figure> dilation_figures(const Results& results) {
    const auto chart = [&](const std::string& title, bool by_partitions) {
        return scan_rates(results, title, "in place, float32, medians and quartiles", {"dilation"},
                          dilation_axis, [&, by_partitions](const Row& row) {
                              const bool shown =
                                  has_partitions(row) == by_partitions && is_of_largest(results, row);
                              return shown ? name_of(row) : std::string();
                          });
    };
    return {{results.experiment + "-whole", chart("Dilation over the whole array", false)},
            {results.experiment + "-partitions", chart("Dilation in partitions", true)}};
}

// How much faster the best dilation is than none, for each of them.
Finding gains(const Results& results, std::span<const char* const> algorithms, bool (*holds)(double gain)) {
    Finding finding{true, ""};
    for (const char* algorithm : algorithms) {
        const std::vector<const Row*> rows = largest_rows(results, algorithm);
        const Row& best = fastest(rows);
        const auto none = std::ranges::find_if(rows, [](const Row* row) { return dilation_of(*row) == 0; });
        if (none == rows.end())
            throw NotMeasured(fmt::format("{} was not measured without dilation", algorithm));
        const double gain = time_ratio(**none, best);
        finding.holds = *finding.holds && holds(gain);
        finding.evidence +=
            fmt::format("{}{} {:.3f} times as fast at {}", finding.evidence.empty() ? "" : ", ", algorithm,
                        gain, best.axis(dilation_axis));
    }
    return finding;
}

std::vector<Claim> dilation_claims(const Results& results) {
    ClaimList list(results);
    list.add("without partitions the best dilation is more than 5 % faster than none",
             [&] { return gains(results, unpartitioned, [](double gain) { return gain > 1.05; }); });
    list.add("with partitions and registers it gains less than 5 %", [&] {
        constexpr std::array by_registers{"simd1-p", "simd2-p"};
        return gains(results, by_registers, [](double gain) { return gain < 1.05; });
    });
    return list.take();
}

} // namespace

Experiment scan_dilations() {
    return {.name = "cpu-scan-dilation",
            .title = "Prefix sums by dilation",
            .source = "Zhang, Wang, Ross, ADMS 2020, figures 11 and 12",
            .needs = Needs::processor,
            .axes = scan_axes(true),
            .plan = scan_plan_of<dilation_groups>,
            .figures = dilation_figures,
            .claims = dilation_claims,
            .summary = scan_summary};
}

} // namespace scanline::bench
