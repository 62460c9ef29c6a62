#include "experiments/kdtree_claims.h"
#include "experiments/kdtree_experiments.h"
#include "experiments/kdtree_figures.h"
#include "experiments/kdtree_group.h"
#include "experiments/kdtree_rows.h"
#include "experiments/paper_kdtree.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/markdown_table.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include <algorithm>
#include <fmt/format.h>

// The one build that was published with its stages, beside the published times.

namespace scanline::bench {

namespace {

constexpr std::int64_t quick_points = 1 << 16;
constexpr double most_gpu_milliseconds = 35;

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

namespace {

std::vector<Figure> kdtree_paper_figures(const Results& results) {
    return {kdtree_stages(results)};
}

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
    for (const PublishedKdtree& times : published_kdtrees())
        table.add({fmt::format("published: {}", times.machine), element_count(published_points),
                   seconds(times.total), seconds(times.init), seconds(times.sort),
                   seconds(times.remove_duplicates), seconds(times.sort_and_remove), seconds(times.build),
                   seconds(times.verify)});
    for (const Row& row : results.rows) {
        if (!row.measured() || row.axis(task_axis) != "build")
            continue;
        const std::string threads = row.axis(threads_axis), by = row.axis(by_axis);
        std::vector<std::string> fields{fmt::format("here: {}", contender_of(row)), element_count(row.items)};
        // Those who only build have neither the stages nor a verification.
        const std::vector<std::string> times =
            by.starts_with(by_scanline)
                ? measured_times(row, results.find({{std::string(task_axis), "verify"},
                                                    {std::string(threads_axis), threads},
                                                    {std::string(by_axis), by}}))
                : std::vector<std::string>{"-", "-", "-", "-", "-", seconds(row.milliseconds().median / 1e3),
                                           "-"};
        fields.insert(fields.end(), times.begin(), times.end());
        table.add(fields);
    }
    return "Beside the published times; the total has the verification in it.\n\n" + table.format() + "\n" +
           kdtree_summary(results);
}

// By the most threads, of the processor that was fastest of those published.
std::vector<Claim> kdtree_paper_claims(const Results& results) {
    ClaimList list(results);
    list.add("the paper's example is built and verified in less time than on any published processor", [&] {
        const std::vector<int> threads = axis_numbers(results, threads_axis);
        const auto time = [&](const char* task) {
            return median_milliseconds(results,
                                       {{std::string(task_axis), task},
                                        {std::string(elements_axis), std::to_string(published_points)},
                                        {std::string(threads_axis), std::to_string(threads.back())},
                                        {std::string(by_axis), std::string(by_scanline_cpu)}}) /
                   1e3;
        };
        double best = published_kdtrees().front().total;
        for (const PublishedKdtree& times : published_kdtrees()) {
            if (!times.machine.starts_with("GPU"))
                best = std::min(best, times.total);
        }
        const double here = time("build") + time("verify");
        return Finding{here < best, fmt::format("{:.2f} s here by {} threads, {:.2f} s there by 8", here,
                                                threads.back(), best)};
    });
    if (on_gpu(results))
        list.add(
            fmt::format("the paper's example is built on the GPU in at most {} ms", most_gpu_milliseconds),
            [&] {
                return takes_at_most(
                    measured_row(results, {{std::string(task_axis), "build"},
                                           {std::string(elements_axis), std::to_string(published_points)},
                                           {std::string(by_axis), std::string(by_scanline_compute)}}),
                    most_gpu_milliseconds);
            });
    return list.take();
}

} // namespace

Experiment kdtree_paper() {
    return {.name = "kdtree-paper",
            .title = "The paper's k-d tree, beside the published times",
            .source = "Robinson, with Brown's algorithm of JCGT 2015",
            .needs = Needs::compute_or_processor,
            .axes = kdtree_axes(),
            .peers = {"nanoflann", "nth-element"},
            .plan = kdtree_plan_of<kdtree_paper_groups>,
            .figures = kdtree_paper_figures,
            .claims = kdtree_paper_claims,
            .summary = kdtree_paper_summary};
}

} // namespace scanline::bench
