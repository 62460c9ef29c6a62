#include "experiments/kdtree_experiments.h"

#include "scanline/bench/markdown_table.h"
#include "scanline/bench/row_access.h"
#include "scanline/core/format.h"
#include "scanline/systems/kdtree.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

// The one build that was published with its stages, beside the published times.

namespace scanline::bench {

namespace {

constexpr std::int64_t quick_points = 1 << 16, published_points = 1 << 24;
constexpr int published_dimensions = 4;
constexpr double most_gpu_milliseconds = 35;

/// Times in seconds of building the balanced k-d tree of 16,777,216 random points of four int32 coordinates
/// and verifying it, by Brown's algorithm ("Building a Balanced k-d Tree in O(kn log n) Time", JCGT 2015) on
/// CPUs and as Robinson has it on GPUs: the table that he published with it. Of GPUs it has one number for
/// sorting and removing duplicates.
struct PublishedKdtree {
    std::string_view machine;
    double total, init;
    std::optional<double> sort, remove_duplicates;
    double sort_and_remove, build, verify;
};
constexpr auto published = std::to_array<PublishedKdtree>({
    {"8 threads, MacBook Pro, 4 cores of 2.2 GHz i7", 11.88, 0.12, 5.14, 0.42, 5.56, 5.97, 0.22},
    {"8 threads, Core i7 3.4 GHz, Windows 7", 14.77, 0.06, 7.05, 0.55, 7.60, 6.92, 0.19},
    {"8 threads, AWS G2, Ubuntu 14.04", 17.79, 0.05, 8.08, 0.62, 8.70, 8.86, 0.17},
    {"GPU, NVIDIA Grid K520", 2.371, 0.081, {}, {}, 0.823, 1.365, 0.101},
    {"GPU, NVIDIA Titan Black", 1.437, 0.048, {}, {}, 0.388, 0.920, 0.080},
});

std::string seconds(std::optional<double> number) {
    return number ? fmt::format("{:.3f}", *number) : std::string(no_value);
}

// The stages of ours that stand where the published ones do. The check of the points is in the place of
// "init", the threads' start and end in that of "build"; GPUs sort by every coordinate first.
std::vector<std::string> measured_times(const Row& build, const Row* verify) {
    const auto time = [&](std::initializer_list<std::string_view> stages) {
        return stage_milliseconds(build, stages).median / 1e3;
    };
    std::string total(no_value), verified(no_value);
    if (verify != nullptr) {
        const double verifying = verify->milliseconds().median / 1e3;
        total = seconds(build.milliseconds().median / 1e3 + verifying);
        verified = seconds(verifying);
    }
    return {total,
            seconds(time({"check"})),
            seconds(time({"sort", "sort-others"})),
            seconds(time({"remove-duplicates"})),
            seconds(time({"sort", "sort-others", "remove-duplicates"})),
            seconds(time({"build", "other"})),
            verified};
}

std::string kdtree_paper_summary(const Results& results) {
    MarkdownTable table({{"seconds", Align::left},
                         {"points"},
                         {"total"},
                         {"init or check"},
                         {"sort"},
                         {"remove"},
                         {"sort and remove"},
                         {"build"},
                         {"verify"}});
    for (const PublishedKdtree& times : published)
        table.add({fmt::format("published: {}", times.machine), element_count(published_points),
                   seconds(times.total), seconds(times.init), seconds(times.sort),
                   seconds(times.remove_duplicates), seconds(times.sort_and_remove), seconds(times.build),
                   seconds(times.verify)});
    for (const Row& row : results.rows) {
        if (!row.measured() || row.axis(task_axis) != "build")
            continue;
        const std::string by = row.axis(by_axis);
        // Those who only build have neither the stages nor a verification.
        const std::vector<std::string> times =
            by.starts_with(by_scanline)
                ? measured_times(row, results.find({{task_axis, "verify"},
                                                    {threads_axis, row.axis(threads_axis)},
                                                    {by_axis, by}}))
                : std::vector<std::string>{"-", "-", "-", "-", "-", seconds(row.milliseconds().median / 1e3),
                                           "-"};
        table.add_beside({fmt::format("here: {}", contender_of(row)), element_count(row.items)}, {times});
    }
    return "Beside the published times; the total has the verification in it.\n\n" + table.format() + "\n" +
           kdtree_summary(results);
}

// By the most threads, of the processor that was fastest of those published.
Finding faster_than_published(const Results& results) {
    const int threads = axis_numbers(results, threads_axis).back();
    const auto time = [&](std::string_view task) {
        return median_milliseconds(results, {{task_axis, task},
                                             {elements_axis, published_points},
                                             {threads_axis, threads},
                                             {by_axis, by_scanline_cpu}}) /
               1e3;
    };
    double best = published.front().total;
    for (const PublishedKdtree& times : published) {
        if (!times.machine.starts_with("GPU"))
            best = std::min(best, times.total);
    }
    const double here = time("build") + time("verify");
    return {here < best,
            fmt::format("{:.2f} s here by {} threads, {:.2f} s there by 8", here, threads, best)};
}

Finding built_on_gpu(const Results& results) {
    return takes_at_most(measured_row(results, {{task_axis, "build"},
                                                {elements_axis, published_points},
                                                {by_axis, by_scanline_compute}}),
                         most_gpu_milliseconds);
}

} // namespace

std::vector<PlannedGroup> kdtree_paper_groups(const KdtreeOptions& options) {
    KdtreeSetting setting{.task = KdtreeTask::build,
                          .elements = options.quick ? quick_points : published_points,
                          .dimensions = published_dimensions,
                          .type = points::CoordinateType::int32};
    std::vector<PlannedGroup> planned{kdtree_group(setting, options)};
    setting.task = KdtreeTask::verify;
    planned.push_back(kdtree_group(setting, options));
    return planned;
}

Experiment kdtree_paper() {
    Experiment made = kdtree_experiment("kdtree-paper", "The paper's k-d tree, beside the published times",
                                        "Robinson, with Brown's algorithm of JCGT 2015", kdtree_paper_groups);
    made.figures = [](const Results& results) { return std::vector{kdtree_stages(results)}; };
    made.claims = Claims{
        {"the paper's example is built and verified in less time than on any published processor",
         faster_than_published},
        {fmt::format("the paper's example is built on the GPU in at most {} ms", most_gpu_milliseconds),
         built_on_gpu, on_gpu}};
    made.summary = kdtree_paper_summary;
    return made;
}

} // namespace scanline::bench
