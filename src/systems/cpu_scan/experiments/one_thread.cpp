#include "experiments/scan_experiments.h"

#include "scanline/core/format.h"
#include "scanline/cpu/processor.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

// One thread: figure 6 of the paper, in a cache and in memory, and apart.

namespace scanline::systems {

namespace {

constexpr std::int64_t large = std::int64_t{1} << 28, medium = std::int64_t{1} << 25,
                       small = std::int64_t{1} << 22;
// Where chunks of whole-array vertical scans do not begin at the same places of the cache.
constexpr std::int64_t no_power_of_two = medium - 16'640;

std::int64_t second_level_elements() {
    return cpu::this_processor().second_level_bytes / word_bytes;
}

// The largest power of two that takes at most half of the second level cache.
std::int64_t cached_elements() {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(second_level_elements() / 2)));
}

std::vector<PlannedGroup> one_thread_groups(const Request& request) {
    std::vector<PlannedGroup> planned;
    const auto add = [&](std::string_view place, std::int64_t elements,
                         std::initializer_list<std::string_view> algorithms, const Request& on) {
        planned.push_back(scan_group({place, elements, 1}, cases_of(algorithms), on));
    };
    for (const std::int64_t elements :
         request.get(sizes_option, {cached_elements(), request.quick ? small : large}))
        add(elements <= second_level_elements() ? in_cache : in_place, elements,
            {"scalar", "simd", "lookahead", "simd-v1", "simd-v1-p", "simd-v2", "simd-v2-p", "simd-t",
             "simd-t-p"},
            request);
    for (const std::int64_t elements : request.get(sizes_option, {request.quick ? small : medium}))
        add(apart, elements, {"scalar", "simd", "lookahead"}, request);
    if (!request.quick && request[sizes_option].empty()) {
        Request alone = request;
        alone.peers.clear();
        for (const std::int64_t elements : {medium, no_power_of_two})
            add(in_place, elements, {"scalar", "simd-v1", "simd-v1-p", "simd-v2", "simd-v2-p"}, alone);
    }
    return planned;
}

// Nanoseconds an element, because charts of bars mark what is least.
std::vector<Figure> one_thread_figures(const Results& results) {
    chart::GroupedBarChart chart{
        results.title, subtitle(results, "medians"), {"time of an element (ns)", chart::Scale::log10}};
    for (const Row& row : results.rows)
        set_bar(chart, element_count(row.items) + " " + row[place_axis], name_of(row),
                row.measured()
                    ? std::optional(row.milliseconds().median * 1e6 / static_cast<double>(row.items))
                    : std::nullopt);
    return {{results.experiment, std::move(chart)}};
}

Finding simd_is_fastest_of_paper(const Results& results) {
    const PickRow ours_of_paper =
        fastest([](const Row& row) { return is_ours(row) && name_of(row) != "lookahead"; });
    return judge_each(
        std::array{in_cache, in_place},
        [&](std::string_view place) -> Finding {
            const Row& best = ours_of_paper(results, largest_group(results, place));
            return {name_of(best) == "simd",
                    fmt::format("{}, {} ms at {} elements", name_of(best),
                                three_digits(best.milliseconds().median), element_count(best.items))};
        },
        {}, "; ");
}

Finding vertical_scans_are_slow(const Results& results) {
    const ScanSetting group = largest_group(results, in_place);
    const Row& simd = ours("simd")(results, group);
    const auto times = [&](std::string_view name) { return time_ratio(ours(name)(results, group), simd); };
    const double v1 = times("simd-v1-p"), v2 = times("simd-v2-p"), tree = times("simd-t-p");
    return {v1 > 1.5 && v2 > 1.5 && tree > std::max(v1, v2),
            fmt::format("simd-v1-p {:.2f}, simd-v2-p {:.2f}, simd-t-p {:.2f} of simd's time", v1, v2, tree)};
}

// The time of an element at a power of two over that beside it, which is to be in these bounds.
Judge power_of_two_factor(std::array<std::string_view, 2> algorithms, double at_least, double at_most) {
    return [=](const Results& results) {
        Finding finding = judge_each(algorithms, [&](std::string_view algorithm) -> Finding {
            const auto row = [&](std::int64_t elements) -> const Row& {
                return ours(algorithm)(results, {in_place, elements, 1});
            };
            const double factor = time_ratio(row(medium), row(no_power_of_two)) * no_power_of_two / medium;
            return {factor >= at_least && factor <= at_most, fmt::format("{} {:.2f}", algorithm, factor)};
        });
        finding.evidence +=
            fmt::format(" times as long for an element at {} elements as at {}", medium, no_power_of_two);
        return finding;
    };
}

} // namespace

Experiment scans_of_one_thread() {
    const PickRow scalar = ours("scalar"), simd = ours("simd"), best = fastest(is_ours),
                  intrinsics = fastest([](const Row&row) { return row[by_axis] == by_intrinsics; });
    return scan_experiment(
        {.name = "cpu-scan-fig6",
         .title = "Prefix sums by one thread",
         .source = "Zhang, Wang, Ross, ADMS 2020, figure 6",
         .peers = {"cpu", "partial-sum", "openmp", "intrinsics"},
         .figures = one_thread_figures,
         .claims =
             Claims{{"simd is the fastest of the paper's with one thread, in a cache and in memory",
                     simd_is_fastest_of_paper,
                     {},
                     memory_elements},
                    {"vertical scans by partitions take more than 1.5 times as long as simd, and over a tree "
                     "still "
                     "longer",
                     vertical_scans_are_slow,
                     {},
                     memory_elements},
                    {"beyond the paper: simd in a cache is at least 4.5 times as fast as scalar",
                     faster(in_cache, simd, scalar, 4.5)},
                    {"beyond the paper: the best in a cache is at least 4.5 times as fast as scalar",
                     faster(in_cache, best, scalar, 4.5)},
                    {"beyond the paper: simd in a cache has at least 0.93 of the speed of intrinsics by hand",
                     faster(in_cache, simd, intrinsics, 0.93)},
                    {"beyond the paper: the best in memory in place is at least 2.2 times as fast as scalar",
                     faster(in_place, best, scalar, 2.2),
                     {},
                     memory_elements},
                    {"beyond the paper: the best in memory in place has at least 0.80 of the roof's speed",
                     roof_part(in_place, best, 0.80),
                     {},
                     memory_elements},
                    {"beyond the paper: the best apart has at least 0.80 of the speed of a streaming copy",
                     roof_part(apart, best, 0.80),
                     {},
                     medium},
                    {"vertical scans over the whole array suffer from lengths that are powers of two",
                     power_of_two_factor({"simd-v1", "simd-v2"}, 1.5, 100)},
                    {"vertical scans by partitions do not",
                     power_of_two_factor({"simd-v1-p", "simd-v2-p"}, 0, 1.1)}}},
        one_thread_groups, false);
}

} // namespace scanline::systems
