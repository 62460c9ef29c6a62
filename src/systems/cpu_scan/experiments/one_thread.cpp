#include "experiments/scan_claims.h"
#include "experiments/scan_experiments.h"
#include "experiments/scan_group.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/wording.h"

#include "scanline/cpu/processor.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

// One thread: figure 6 of the paper, in a cache and in memory, and apart.

namespace scanline::bench {

namespace {

constexpr std::int64_t large = std::int64_t{1} << 28, medium = std::int64_t{1} << 25,
                       small = std::int64_t{1} << 22;
// Where chunks of whole-array vertical scans do not begin at the same places of the cache.
constexpr std::int64_t no_power_of_two = medium - 16'640;
constexpr std::array<std::string_view, 4> one_thread_libraries{"cpu", "partial-sum", "openmp", "intrinsics"};

std::int64_t second_level_elements() {
    return cpu::this_processor().second_level_bytes / static_cast<std::int64_t>(sizeof(float));
}

// The largest power of two that takes at most half of the second level cache.
std::int64_t cached_elements() {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(second_level_elements() / 2)));
}

std::vector<PlannedGroup> one_thread_groups(const CpuScanOptions& options) {
    const std::vector<ScanCase> all = cases_of({"scalar", "simd", "lookahead", "simd-v1", "simd-v1-p",
                                                "simd-v2", "simd-v2-p", "simd-t", "simd-t-p"});
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes_of(options, {cached_elements(), options.quick ? small : large}))
        planned.push_back(scan_group({elements <= second_level_elements() ? in_cache : in_place, elements, 1},
                                     all, options));
    for (const std::int64_t elements : sizes_of(options, {options.quick ? small : medium}))
        planned.push_back(
            scan_group({apart, elements, 1}, cases_of({"scalar", "simd", "lookahead"}), options));
    if (!options.quick && options.sizes.empty()) {
        CpuScanOptions alone = options;
        alone.peers.clear();
        for (const std::int64_t elements : {medium, no_power_of_two})
            planned.push_back(scan_group({in_place, elements, 1},
                                         cases_of({"scalar", "simd-v1", "simd-v1-p", "simd-v2", "simd-v2-p"}),
                                         alone));
    }
    return planned;
}

// Nanoseconds an element, because charts of bars mark what is least.
std::vector<Figure> one_thread_figures(const Results& results) {
    chart::GroupedBarChart chart{results.title,
                                 subtitle(results, "medians"),
                                 {"time of an element (ns)", chart::Scale::log10},
                                 {},
                                 {},
                                 {}};
    for (const Row& row : results.rows) {
        if (std::ranges::count(chart.series, name_of(row)) == 0)
            chart.series.push_back(name_of(row));
        const std::string group = element_count(row.items) + " " + row.axis(place_axis);
        if (std::ranges::count(chart.groups, group) == 0)
            chart.groups.push_back(group);
    }
    chart.values.resize(chart.groups.size());
    for (auto& values : chart.values)
        values.resize(chart.series.size());
    for (const Row& row : results.rows) {
        const auto place_of = [](const std::vector<std::string>& names, const std::string& name) {
            return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
        };
        if (row.measured())
            chart.values[place_of(chart.groups, element_count(row.items) + " " + row.axis(place_axis))]
                        [place_of(chart.series, name_of(row))] =
                row.milliseconds().median * 1e6 / static_cast<double>(row.items);
    }
    return {{results.experiment, std::move(chart)}};
}

ScanGroup group_of(std::string_view place, std::int64_t elements) {
    return {place, std::to_string(elements), "1"};
}

Finding as_fast_as_by_hand(const Results& results) {
    const ScanGroup group = largest_group(results, in_cache);
    const Row& by_hand =
        fastest(results, group, [](const Row& row) { return row.axis(by_axis) == by_intrinsics; });
    return times_as_fast(scan_row(results, group, "simd"), by_hand, 0.93);
}

Finding fastest_of_paper(const Results& results, const ScanGroup& group) {
    const Row& best =
        fastest(results, group, [](const Row& row) { return is_ours(row) && name_of(row) != "lookahead"; });
    return {name_of(best) == "simd",
            fmt::format("{}, {} ms at {} elements", name_of(best), three_digits(best.milliseconds().median),
                        element_count(best.items))};
}

// Time of an element at a power of two over that beside it.
double alias_factor(const Results& results, std::string_view algorithm) {
    const auto row = [&](std::int64_t elements) -> const Row& {
        return scan_row(results, group_of(in_place, elements), algorithm);
    };
    return time_ratio(row(medium), row(no_power_of_two)) * no_power_of_two / medium;
}

// Whether all of them are in these bounds.
Finding alias_factors(const Results& results, std::initializer_list<std::string_view> algorithms,
                      double at_least, double at_most) {
    Finding finding{true, ""};
    for (const std::string_view algorithm : algorithms) {
        const double factor = alias_factor(results, algorithm);
        finding.holds = *finding.holds && factor >= at_least && factor <= at_most;
        finding.evidence +=
            fmt::format("{}{} {:.2f}", finding.evidence.empty() ? "" : ", ", algorithm, factor);
    }
    finding.evidence +=
        fmt::format(" times as long for an element at {} elements as at {}", medium, no_power_of_two);
    return finding;
}

std::vector<Claim> one_thread_claims(const Results& results) {
    ClaimList list(results);
    const auto best_of_ours = [&](const ScanGroup& group) -> const Row& {
        return fastest(results, group, is_ours);
    };
    list.add("simd is the fastest of the paper's with one thread, in a cache and in memory", [&] {
        const Finding cached = fastest_of_paper(results, largest_group(results, in_cache)),
                      in_memory = fastest_of_paper(results, largest_group(results, in_place));
        return Finding{*cached.holds && *in_memory.holds, cached.evidence + "; " + in_memory.evidence};
    });
    list.add(
        "vertical scans by partitions take more than 1.5 times as long as simd, and over a tree still longer",
        [&] {
            const ScanGroup group = largest_group(results, in_place);
            const Row& simd = scan_row(results, group, "simd");
            const auto times = [&](std::string_view name) {
                return time_ratio(scan_row(results, group, name), simd);
            };
            const double v1 = times("simd-v1-p"), v2 = times("simd-v2-p"), tree = times("simd-t-p");
            return Finding{v1 > 1.5 && v2 > 1.5 && tree > std::max(v1, v2),
                           fmt::format("simd-v1-p {:.2f}, simd-v2-p {:.2f}, simd-t-p {:.2f} of simd's time",
                                       v1, v2, tree)};
        });
    list.add("beyond the paper: simd in a cache is at least 4.5 times as fast as scalar", [&] {
        const ScanGroup group = largest_group(results, in_cache);
        return times_as_fast(scan_row(results, group, "simd"), scan_row(results, group, "scalar"), 4.5);
    });
    list.add("beyond the paper: the best in a cache is at least 4.5 times as fast as scalar", [&] {
        const ScanGroup group = largest_group(results, in_cache);
        return times_as_fast(best_of_ours(group), scan_row(results, group, "scalar"), 4.5);
    });
    list.add("beyond the paper: simd in a cache has at least 0.93 of the speed of intrinsics by hand",
             [&] { return as_fast_as_by_hand(results); });
    list.add("beyond the paper: the best in memory in place is at least 2.2 times as fast as scalar", [&] {
        const ScanGroup group = largest_group(results, in_place);
        return times_as_fast(best_of_ours(group), scan_row(results, group, "scalar"), 2.2);
    });
    list.add("beyond the paper: the best in memory in place has at least 0.80 of the roof's speed",
             [&] { return part_of_the_roof(best_of_ours(largest_group(results, in_place)), 0.80); });
    list.add("beyond the paper: the best apart has at least 0.80 of the speed of a streaming copy",
             [&] { return part_of_the_roof(best_of_ours(largest_group(results, apart)), 0.80); });
    list.add("vertical scans over the whole array suffer from lengths that are powers of two", [&] {
        return alias_factors(results, {"simd-v1", "simd-v2"}, 1.5, 100);
    });
    list.add("vertical scans by partitions do not", [&] {
        return alias_factors(results, {"simd-v1-p", "simd-v2-p"}, 0, 1.1);
    });
    return list.take();
}

} // namespace

Experiment scans_of_one_thread() {
    return {.name = "cpu-scan-fig6",
            .title = "Prefix sums by one thread",
            .source = "Zhang, Wang, Ross, ADMS 2020, figure 6",
            .needs = Needs::processor,
            .axes = scan_axes(false),
            .peers = {one_thread_libraries.begin(), one_thread_libraries.end()},
            .plan = scan_plan_of<one_thread_groups>,
            .figures = one_thread_figures,
            .claims = one_thread_claims,
            .summary = scan_summary};
}

} // namespace scanline::bench
