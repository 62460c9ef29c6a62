#include "experiments/kdtree_experiments.h"

#include "scanline/core/format.h"
#include "scanline/systems/kdtree.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

// The one build that was published with its stages, beside the published times.

namespace scanline::systems {

namespace {

constexpr std::int64_t quick_points = 1 << 16, published_points = 1 << 24;
constexpr int published_dimensions = 4;
constexpr double max_gpu_milliseconds = 35;

/// Seconds for all, init or check, sort, remove duplicates, both of these, build, and verify.
using Times = std::array<std::optional<double>, 7>;

/// Times of building the balanced k-d tree of 16,777,216 random points of four int32 coordinates and
/// verifying it, by Brown's algorithm ("Building a Balanced k-d Tree in O(kn log n) Time", JCGT 2015) on CPUs
/// and as Robinson has it on GPUs: the table that he published with it. Of GPUs it has one number for sorting
/// and removing duplicates.
struct PublishedKdtree {
    std::string_view machine;
    Times times;
};
constexpr auto published = std::to_array<PublishedKdtree>({
    {"8 threads, MacBook Pro, 4 cores of 2.2 GHz i7", {11.88, 0.12, 5.14, 0.42, 5.56, 5.97, 0.22}},
    {"8 threads, Core i7 3.4 GHz, Windows 7", {14.77, 0.06, 7.05, 0.55, 7.60, 6.92, 0.19}},
    {"8 threads, AWS G2, Ubuntu 14.04", {17.79, 0.05, 8.08, 0.62, 8.70, 8.86, 0.17}},
    {"GPU, NVIDIA Grid K520", {2.371, 0.081, {}, {}, 0.823, 1.365, 0.101}},
    {"GPU, NVIDIA Titan Black", {1.437, 0.048, {}, {}, 0.388, 0.920, 0.080}},
});

double seconds(const Row& row) {
    return row.milliseconds().median / 1e3;
}

// The stages of ours that stand where the published ones do. The check of the points is in the place of
// "init", the threads' start and end in that of "build"; GPUs sort by every coordinate first.
Times measured_times(const Row& build, const Row* verify) {
    const auto time = [&](std::initializer_list<std::string_view> stages) {
        return stage_milliseconds(build, stages).median / 1e3;
    };
    Times times{std::nullopt,
                time({"check"}),
                time({"sort", "sort-others"}),
                time({"remove-duplicates"}),
                time({"sort", "sort-others", "remove-duplicates"}),
                time({"build", "other"}),
                std::nullopt};
    if (verify != nullptr) {
        times.front() = seconds(build) + seconds(*verify);
        times.back() = seconds(*verify);
    }
    return times;
}

std::string kdtree_paper_summary(const Results& results) {
    MarkdownTable table({"seconds", "points", "total", "init or check", "sort", "remove", "sort and remove",
                         "build", "verify"},
                        {"seconds"});
    const auto add = [&](const std::string& who, std::int64_t points, const Times& times) {
        std::vector<std::string> fields{who, element_count(points)};
        for (const std::optional<double>& time : times)
            fields.push_back(time ? fmt::format("{:.3f}", *time) : std::string(no_value));
        table.add(fields);
    };
    for (const auto& [machine, times] : published)
        add(fmt::format("published: {}", machine), published_points, times);
    for (const Row* row : measured_rows(results, {{task_axis, KdtreeTask::build}})) {
        const std::string by = (*row)[by_axis];
        const Row* const verify =
            results.find({{task_axis, "verify"}, {threads_axis, (*row)[threads_axis]}, {by_axis, by}});
        Times times{}; // of those who only build: neither stages nor a verification
        times[5] = seconds(*row);
        add(fmt::format("here: {}", by_text(*row)), row->items,
            by.starts_with(by_scanline) ? measured_times(*row, verify) : times);
    }
    return "Beside the published times; the total has the verification in it.\n\n" + table.format() + "\n" +
           kdtree_summary(results);
}

// By the most threads, of the processor that was fastest of those published.
Finding faster_than_published(const Results& results) {
    const int threads = axis_numbers(results, threads_axis).back();
    const auto time = [&](std::string_view task) {
        return seconds(measured_row(results, {{task_axis, task},
                                              {elements_axis, published_points},
                                              {threads_axis, threads},
                                              {by_axis, by_scanline_cpu}}));
    };
    double best = *published.front().times.front();
    for (const auto& [machine, times] : published) {
        if (!machine.starts_with("GPU"))
            best = std::min(best, *times.front());
    }
    const double here = time("build") + time("verify");
    return {here < best,
            fmt::format("{:.2f} s here by {} threads, {:.2f} s there by 8", here, threads, best)};
}

std::vector<PlannedGroup> paper_groups(const Request& request) {
    const KdtreeSetting build{.task = KdtreeTask::build,
                              .elements = request.quick ? quick_points : published_points,
                              .dimensions = published_dimensions,
                              .type = points::CoordinateType::int32};
    KdtreeSetting verify = build;
    verify.task = KdtreeTask::verify;
    return {kdtree_group(build, request), kdtree_group(verify, request)};
}

} // namespace

Experiment kdtree_paper() {
    return kdtree_experiment(
        {.name = "kdtree-paper",
         .title = "The paper's k-d tree, beside the published times",
         .source = "Robinson, with Brown's algorithm of JCGT 2015",
         .figures = [](const Results& results) { return std::vector{kdtree_stages(results)}; },
         .claims =
             Claims{{"the paper's example is built and verified in less time than on any published processor",
                     faster_than_published},
                    {fmt::format("the paper's example is built on the GPU in at most {} ms",
                                 max_gpu_milliseconds),
                     takes_at_most({{task_axis, "build"},
                                    {elements_axis, published_points},
                                    {by_axis, by_scanline_compute}},
                                   max_gpu_milliseconds),
                     on_gpu}},
         .summary = kdtree_paper_summary},
        paper_groups);
}

} // namespace scanline::systems
