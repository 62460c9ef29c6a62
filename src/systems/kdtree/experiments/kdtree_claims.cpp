#include "experiments/kdtree_claims.h"

#include "experiments/kdtree_rows.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include "scanline/gl/timer.h"
#include "scanline/systems/kdtree.h"

#include <fmt/format.h>

namespace scanline::bench {

namespace {

constexpr double most_of_nanoflann = 1.2;
constexpr std::int64_t built_elements = 1 << 22;
constexpr double most_build_seconds = 2.0;
constexpr std::string_view build_threads = "2";
constexpr double least_gain_over_nanoflann = 20, most_gpu_build_milliseconds = 60;
constexpr std::int64_t llvmpipe_elements = 1 << 20;
constexpr double most_of_one_thread = 10;
constexpr std::string_view llvmpipe = "llvmpipe";

// None where an interval has the limit inside.
std::optional<bool> told(bool holds, bool fails) {
    return holds == fails ? std::nullopt : std::optional(holds);
}

AxisValues uniform_floats(std::string_view task, std::int64_t elements, std::string_view threads,
                          std::string_view by) {
    AxisValues values{{std::string(elements_axis), std::to_string(elements)}};
    for (const auto& [axis, value] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
             {task_axis, task},
             {points_axis, to_string(points::PointDistribution::uniform)},
             {dimensions_axis, "3"},
             {type_axis, type_name(points::CoordinateType::float32)},
             {threads_axis, threads},
             {by_axis, by}})
        values.emplace_back(axis, value);
    return values;
}

AxisValues asked(std::string_view threads, std::string_view by) {
    AxisValues values = uniform_floats("knn", asked_elements, threads, by);
    values.emplace_back(k_axis, std::to_string(asked_k));
    return values;
}

// By every number of threads.
Finding asks_as_fast_as_nanoflann(const Results& results) {
    Finding finding{true, ""};
    for (const int number : axis_numbers(results, threads_axis)) {
        const std::string threads = std::to_string(number);
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

// By as many threads as there were.
Finding asks_faster_than_nanoflann(const Results& results) {
    const int threads = axis_numbers(results, threads_axis).back();
    const auto times = [&](const std::string& number, std::string_view by) {
        AxisValues values = asked(number, by);
        values.emplace_back(queries_axis, std::to_string(gpu_queries));
        return measured_row(results, values).totals();
    };
    const MedianInterval ratio = ratio_of_rounds(times(std::to_string(threads), by_nanoflann),
                                                 times(std::string(no_value), by_scanline_compute), "knn");
    return {told(ratio.low >= least_gain_over_nanoflann, ratio.high < least_gain_over_nanoflann),
            fmt::format("nanoflann's time over ours: {:.1f} ({:.1f} to {:.1f}), threads: {}", ratio.median,
                        ratio.low, ratio.high, threads)};
}

Finding builds_on_llvmpipe(const Results& results) {
    const auto times = [&](std::string_view threads, std::string_view by) {
        return measured_row(results, uniform_floats("build", llvmpipe_elements, threads, by)).totals();
    };
    const MedianInterval ratio =
        ratio_of_rounds(times(no_value, by_scanline_compute), times("1", by_scanline_cpu), "build");
    return {
        told(ratio.high <= most_of_one_thread, ratio.low > most_of_one_thread),
        fmt::format("its time over that: {:.2f} ({:.2f} to {:.2f})", ratio.median, ratio.low, ratio.high)};
}

} // namespace

bool on_gpu(const Results& results) {
    return results.environment.timer == to_string(gl::TimerKind::gl_query);
}

Finding takes_at_most(const Row& row, double milliseconds) {
    const std::vector<double> times = row.totals();
    if (times.size() < 2)
        throw NotMeasured("there is one repetition, whose noise is not known");
    const MedianInterval time = median_interval(times);
    const bool in_seconds = milliseconds >= 1e3;
    const double unit = in_seconds ? 1e3 : 1;
    return {told(time.high <= milliseconds, time.low > milliseconds),
            fmt::format("{:.2f} {} ({:.2f} to {:.2f})", time.median / unit, in_seconds ? "s" : "ms",
                        time.low / unit, time.high / unit)};
}

std::vector<Claim> kdtree_claims(const Results& results) {
    ClaimList list(results);
    list.add(
        fmt::format("the {} nearest of {} uniform points of 3 float coordinates take at most {} times as "
                    "long as by nanoflann with as many threads",
                    asked_k, element_count(asked_elements), most_of_nanoflann),
        [&] { return asks_as_fast_as_nanoflann(results); });
    list.add(fmt::format("the tree of {} such points is built by {} threads in at most {:.1f} s",
                         element_count(built_elements), build_threads, most_build_seconds),
             [&] {
                 return takes_at_most(measured_row(results, uniform_floats("build", built_elements,
                                                                           build_threads, by_scanline_cpu)),
                                      1e3 * most_build_seconds);
             });
    if (on_gpu(results)) {
        list.add(fmt::format("the tree of {} such points is built on the GPU in at most {} ms",
                             element_count(gpu_built_elements), most_gpu_build_milliseconds),
                 [&] {
                     return takes_at_most(
                         measured_row(results, uniform_floats("build", gpu_built_elements, no_value,
                                                              by_scanline_compute)),
                         most_gpu_build_milliseconds);
                 });
        list.add(fmt::format("the {} nearest of {} such points are found for {} queries on the GPU at least "
                             "{} times as fast as by nanoflann with all threads",
                             asked_k, element_count(asked_elements), element_count(gpu_queries),
                             least_gain_over_nanoflann),
                 [&] { return asks_faster_than_nanoflann(results); });
    }
    if (results.environment.gpu.starts_with(llvmpipe))
        list.add(fmt::format("the tree of {} such points takes llvmpipe at most {} times as long as one "
                             "thread on the CPU",
                             element_count(llvmpipe_elements), most_of_one_thread),
                 [&] { return builds_on_llvmpipe(results); });
    return list.take();
}

} // namespace scanline::bench
