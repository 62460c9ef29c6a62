#include "experiments/kdtree_experiments.h"

#include "scanline/core/format.h"
#include "scanline/systems/kdtree.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::systems {

namespace {

// Figures.

constexpr const char* quartiles_shown = "medians and quartiles";

bool has_queries(const Row& row) {
    return row[queries_axis].has_value();
}

// True if a row is where the sweep stands: at the values of its first row, but for one axis that is gone
// through. Queries are as many as at first.
bool stands(const Results& results, const Row& row, std::string_view but_for) {
    const auto same = [&](const Row& first, std::string_view axis) {
        return axis == but_for || row.value(axis) == first.value(axis);
    };
    const Row& first = results.rows.front();
    return same(first, points_axis) && same(first, elements_axis) && same(first, dimensions_axis) &&
           (!has_queries(row) || same(*std::ranges::find_if(results.rows, has_queries), queries_axis));
}

// The time of one of its items, in nanoseconds or thousands of them.
Measure time_of_an_item(double nanoseconds) {
    return [nanoseconds](const Row& row) -> Quartiles {
        const Quartiles time = row.milliseconds();
        const double scale = 1e6 / nanoseconds / static_cast<double>(row.items);
        return {time.q25 * scale, time.median * scale, time.q75 * scale};
    };
}

// A chart with lines through the measured rows where the sweep stands.
Figure lines(const Results& results, const std::string& stem, chart::LineChart chart, std::string_view x_axis,
             double nanoseconds, const LineOf& line_of) {
    const auto line = [&](const Row& row) {
        return row.measured() && stands(results, row, x_axis) ? line_of(row) : std::string();
    };
    chart.series = curves_by(results, line, x_axis, time_of_an_item(nanoseconds));
    return {results.experiment + stem, std::move(chart)};
}

std::string task_of(const Row& row) {
    const std::optional<int> k = row[k_axis];
    return k ? fmt::format("{} {}", row[task_axis], *k) : row[task_axis];
}

Figure builds_by_size(const Results& results) {
    return lines(results, "-build-size",
                 {"Builds of k-d trees",
                  subtitle(results, quartiles_shown),
                  {"points", chart::Scale::log2},
                  {"time of a point (ns)"}},
                 elements_axis, 1,
                 [](const Row& row) { return row[task_axis] == "build" ? by_text(row) : std::string(); });
}

// The most threads that rows have; none if none has any.
std::optional<int> max_threads(const Results& results) {
    std::optional<int> most;
    for (const Row& row : results.rows)
        most = std::max(most, row[threads_axis]);
    return most;
}

// True if it asks by so many threads, or on the GPU, which has none.
bool asks_by(const Row& row, std::optional<int> threads) {
    return has_queries(row) && (row[threads_axis] == threads || !row[threads_axis]);
}

Figure queries(const Results& results, const std::string& stem, std::string_view x_axis,
               const chart::Axis& x) {
    const std::optional<int> threads = max_threads(results);
    const std::string shown =
        fmt::format("threads: {}, {}", threads ? std::to_string(*threads) : "", quartiles_shown);
    const auto line_of = [&](const Row& row) {
        return asks_by(row, threads) ? fmt::format("{}, {}", task_of(row), row[by_axis]) : std::string();
    };
    return lines(
        results, stem,
        {"Queries of k-d trees", subtitle(results, shown), x, {"time of a query (us)", chart::Scale::log10}},
        x_axis, 1e3, line_of);
}

Figure queries_by_points(const Results& results) {
    const std::optional<int> threads = max_threads(results);
    chart::GroupedBarChart chart{
        "Queries of k-d trees by how the points lie",
        subtitle(results, fmt::format("threads: {}, medians", threads ? std::to_string(*threads) : "")),
        {"time of a query (us)", chart::Scale::log10}};
    for (const Row& row : results.rows) {
        if (row.measured() && asks_by(row, threads) && stands(results, row, points_axis))
            set_bar(chart, fmt::format("{}, {}", task_of(row), row[points_axis]), row[by_axis],
                    time_of_an_item(1e3)(row).median);
    }
    return {results.experiment + "-query-points", std::move(chart)};
}

// Claims.

constexpr double max_of_nanoflann = 1.2;
constexpr std::int64_t built_elements = 1 << 22, llvmpipe_elements = 1 << 20;
constexpr double max_build_seconds = 2.0;
constexpr int build_threads = 2;
constexpr double min_gain_over_nanoflann = 20, max_gpu_build_milliseconds = 60;
constexpr double max_of_one_thread = 10;

AxisValues uniform_floats(std::string_view task, std::int64_t elements, std::optional<int> threads,
                          std::string_view by) {
    return {{elements_axis, elements},
            {task_axis, task},
            {points_axis, points::PointDistribution::uniform},
            {dimensions_axis, 3},
            {type_axis, type_name(points::CoordinateType::float32)},
            {threads_axis, threads},
            {by_axis, by}};
}

AxisValues asked(std::optional<int> threads, std::string_view by) {
    return with(uniform_floats("knn", asked_elements, threads, by), {{k_axis, asked_k}});
}

// By every number of threads.
Finding asks_as_fast_as_nanoflann(const Results& results) {
    return judge_each(
        axis_numbers(results, threads_axis),
        [&](int threads) -> Finding {
            const Row& theirs = measured_row(results, asked(threads, by_nanoflann));
            const Row& ours = measured_row(results, asked(threads, by_scanline_cpu));
            const MedianInterval ratio = ratio_of_rounds(ours, theirs, "knn");
            return {at_most(ratio, max_of_nanoflann),
                    fmt::format("{}, threads: {}", interval_text(ratio, 3), threads)};
        },
        "our time over nanoflann's: ", "; ");
}

// By as many threads as there were.
Finding asks_faster_than_nanoflann(const Results& results) {
    const int threads = axis_numbers(results, threads_axis).back();
    const auto row = [&](std::optional<int> number, std::string_view by) -> const Row& {
        return measured_row(results, with(asked(number, by), {{queries_axis, gpu_queries}}));
    };
    const MedianInterval ratio =
        ratio_of_rounds(row(threads, by_nanoflann), row(std::nullopt, by_scanline_compute), "knn");
    return {at_least(ratio, min_gain_over_nanoflann),
            fmt::format("nanoflann's time over ours: {}, threads: {}", interval_text(ratio, 1), threads)};
}

Finding builds_on_llvmpipe(const Results& results) {
    const auto row = [&](std::optional<int> threads, std::string_view by) -> const Row& {
        return measured_row(results, uniform_floats("build", llvmpipe_elements, threads, by));
    };
    const MedianInterval ratio =
        ratio_of_rounds(row(std::nullopt, by_scanline_compute), row(1, by_scanline_cpu), "build");
    return {at_most(ratio, max_of_one_thread), "its time over that: " + interval_text(ratio, 2)};
}

bool on_llvmpipe(const Results& results) {
    return results.environment.gpu.starts_with("llvmpipe");
}

} // namespace

Figure kdtree_stages(const Results& results) {
    chart::StackedBarChart chart{"Stages of the builds of k-d trees",
                                 subtitle(results, "the repetition in the middle"),
                                 {"time of a point (ns)"}};
    for (const Row* row : measured_rows(results, {{task_axis, KdtreeTask::build}})) {
        if ((*row)[by_axis].starts_with(by_scanline))
            add_stage_bar(chart,
                          fmt::format("{} x {}, {}", element_count(row->items), (*row)[dimensions_axis],
                                      (*row)[points_axis]),
                          (*row)[threads_axis] ? row->axis(threads_axis) : "OpenGL", *row,
                          1e6 / static_cast<double>(row->items));
    }
    return {results.experiment + "-stages", std::move(chart)};
}

std::vector<Figure> kdtree_figures(const Results& results) {
    return {builds_by_size(results), kdtree_stages(results),
            queries(results, "-query-size", elements_axis, {"points", chart::Scale::log2}),
            queries(results, "-query-dimensions", dimensions_axis, {"dimensions"}),
            queries_by_points(results)};
}

Judge takes_at_most(const AxisValues& values, double milliseconds) {
    return [=](const Results& results) -> Finding {
        const std::vector<double> times = measured_row(results, values).totals();
        if (times.size() < 2)
            throw NotMeasured("there is one repetition, whose noise is not known");
        const MedianInterval time = median_interval(times);
        const bool in_seconds = milliseconds >= 1e3;
        const double unit = in_seconds ? 1e3 : 1;
        return {at_most(time, milliseconds),
                fmt::format("{:.2f} {} ({:.2f} to {:.2f})", time.median / unit, in_seconds ? "s" : "ms",
                            time.low / unit, time.high / unit)};
    };
}

// Of uniform points of 3 float coordinates. Of GPUs, and of llvmpipe, where it was one.
Claims kdtree_claims() {
    return {
        {fmt::format("the {} nearest of {} uniform points of 3 float coordinates take at most {} times as "
                     "long as by nanoflann with as many threads",
                     asked_k, element_count(asked_elements), max_of_nanoflann),
         asks_as_fast_as_nanoflann},
        {fmt::format("the tree of {} such points is built by {} threads in at most {:.1f} s",
                     element_count(built_elements), build_threads, max_build_seconds),
         takes_at_most(uniform_floats("build", built_elements, build_threads, by_scanline_cpu),
                       1e3 * max_build_seconds)},
        {fmt::format("the tree of {} such points is built on the GPU in at most {} ms",
                     element_count(gpu_built_elements), max_gpu_build_milliseconds),
         takes_at_most(uniform_floats("build", gpu_built_elements, std::nullopt, by_scanline_compute),
                       max_gpu_build_milliseconds),
         on_gpu},
        {fmt::format("the {} nearest of {} such points are found for {} queries on the GPU at least {} "
                     "times as fast as by nanoflann with all threads",
                     asked_k, element_count(asked_elements), element_count(gpu_queries),
                     min_gain_over_nanoflann),
         asks_faster_than_nanoflann, on_gpu},
        {fmt::format("the tree of {} such points takes llvmpipe at most {} times as long as one thread on "
                     "the CPU",
                     element_count(llvmpipe_elements), max_of_one_thread),
         builds_on_llvmpipe, on_llvmpipe}};
}

std::string kdtree_summary(const Results& results) {
    MarkdownTable table({"task", "points", "elements", "dimensions", "queries", "k", "threads", "by", "ms",
                         "ns each", "beside", "its ms", "its over ours"},
                        {"task", "points", "by", "beside"});
    for (const Row* const row : measured_rows(results)) {
        const Row& ours = *row;
        if (!ours[by_axis].starts_with(by_scanline))
            continue;
        AxisValues same;
        std::vector<std::string> own;
        for (const std::string_view axis :
             {task_axis.name, points_axis.name, elements_axis.name, dimensions_axis.name, queries_axis.name,
              k_axis.name, threads_axis.name}) {
            own.push_back(ours.axis(axis));
            // What has no threads stands beside any number of them.
            if (axis != threads_axis || own.back() != no_value)
                same.emplace_back(axis, ours.value(axis));
        }
        const double milliseconds = ours.milliseconds().median;
        own.insert(own.end(), {ours[by_axis], three_digits(milliseconds),
                               three_digits(time_of_an_item(1)(ours).median)});
        std::vector<std::vector<std::string>> others;
        for (const Row* theirs : measured_rows(results, same)) {
            if (theirs == &ours)
                continue;
            const double time = theirs->milliseconds().median;
            others.push_back(
                {by_text(*theirs), three_digits(time),
                 milliseconds > 0 ? fmt::format("{:.2f}", time / milliseconds) : std::string(no_value)});
        }
        table.add_beside(own, others);
    }
    return table.format();
}

} // namespace scanline::systems
