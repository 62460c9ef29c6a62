#include "kdtrees/kdtree_claims.h"

#include "experiments/claim_list.h"
#include "experiments/ratio_of_rounds.h"
#include "experiments/row_access.h"
#include "experiments/wording.h"
#include "kdtrees/kdtree_rows.h"
#include "primitives/primitive_rows.h"

#include "scanline/bench/kdtree.h"

#include <fmt/format.h>

namespace scanline::bench {

namespace {

constexpr double most_of_nanoflann = 1.2;
constexpr std::int64_t asked_elements = 1 << 20, built_elements = 1 << 22;
constexpr double most_build_seconds = 2.0;
constexpr std::string_view asked_k = "10", build_threads = "2";

AxisValues uniform_floats(std::string_view task, std::int64_t elements, std::string_view threads,
                          std::string_view by) {
    AxisValues values{{std::string(elements_axis), std::to_string(elements)}};
    for (const auto& [axis, value] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
             {task_axis, task},
             {points_axis, to_string(PointDistribution::uniform)},
             {dimensions_axis, "3"},
             {type_axis, to_string(CoordinateType::float32)},
             {threads_axis, threads},
             {by_axis, by}})
        values.emplace_back(axis, value);
    return values;
}

AxisValues asked(std::string_view threads, std::string_view by) {
    AxisValues values = uniform_floats("knn", asked_elements, threads, by);
    values.emplace_back(k_axis, asked_k);
    return values;
}

// By every number of threads.
Finding asks_as_fast_as_nanoflann(const Results& results) {
    Finding finding{true, ""};
    for (const std::string& threads : axis_values(results, threads_axis)) {
        const MedianInterval ratio =
            ratio_of_rounds(measured_row(results, asked(threads, by_scanline_cpu)).totals(),
                            measured_row(results, asked(threads, by_nanoflann)).totals(), "knn");
        if (ratio.low > most_of_nanoflann)
            finding.holds = false;
        else if (ratio.high > most_of_nanoflann && finding.holds == true)
            finding.holds = std::nullopt;
        finding.evidence +=
            fmt::format("{}{:.3f} ({:.2f} to {:.2f}), threads: {}", finding.evidence.empty() ? "" : "; ",
                        ratio.median, ratio.low, ratio.high, threads);
    }
    finding.evidence = "our time over nanoflann's: " + finding.evidence;
    return finding;
}

Finding builds_in_time(const Results& results) {
    const std::vector<double> times =
        measured_row(results, uniform_floats("build", built_elements, build_threads, by_scanline_cpu))
            .totals();
    if (times.size() < 2)
        throw NotMeasured("there is one repetition, whose noise is not known");
    const MedianInterval time = median_interval(times);
    const double limit = 1e3 * most_build_seconds;
    std::optional<bool> holds;
    if (time.high <= limit)
        holds = true;
    else if (time.low > limit)
        holds = false;
    return {holds,
            fmt::format("{:.2f} s ({:.2f} to {:.2f})", time.median / 1e3, time.low / 1e3, time.high / 1e3)};
}

} // namespace

std::vector<Claim> kdtree_claims(const Results& results) {
    ClaimList list(results);
    list.add(
        fmt::format("the {} nearest of {} uniform points of 3 float coordinates take at most {} times as "
                    "long as by nanoflann with as many threads",
                    asked_k, element_count(asked_elements), most_of_nanoflann),
        [&] { return asks_as_fast_as_nanoflann(results); });
    list.add(fmt::format("the tree of {} such points is built by {} threads in at most {:.1f} s",
                         element_count(built_elements), build_threads, most_build_seconds),
             [&] { return builds_in_time(results); });
    return list.take();
}

} // namespace scanline::bench
