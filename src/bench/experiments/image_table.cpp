#include "experiments/claim_list.h"
#include "experiments/experiments.h"
#include "experiments/image_settings.h"
#include "experiments/image_table_beyond.h"
#include "experiments/image_table_summary.h"
#include "experiments/row_access.h"
#include "experiments/streams.h"
#include "experiments/wording.h"
#include "paper_table1.h"

#include "scanline/bench/sweep.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>

// Table 1: three images and their negatives in three sizes, every algorithm in three block sizes. Beside
// them an image of two halves, and auto.

namespace scanline::bench {

namespace {

constexpr std::array blocks{32, 128, 512};
constexpr std::array<std::string_view, 3> ours_in_figures{"packed", "auto/global", "auto/regional"};

std::vector<CompactionVariant> every_setting(const std::shared_ptr<const raster::AutoModel>& model) {
    std::vector<CompactionVariant> variants;
    for (const int block : blocks)
        std::ranges::move(every_algorithm(Kind::blockwise, block), std::back_inserter(variants));
    std::ranges::move(every_algorithm(Kind::whole_stream, blocks.back()), std::back_inserter(variants));
    for (CompactionVariant& variant : variants)
        variant.axes.emplace_back("adapt", no_value);
    std::ranges::move(every_adaption(model), std::back_inserter(variants));
    return variants;
}

// All settings of a data set are one group, interleaved, because the best of them is sought; at 4M elements
// that takes about 1.7 GB.
PlannedGroup plan_group(raster::Engine& engine, const std::shared_ptr<const Mask>& mask, bool negated,
                        std::int64_t elements, const std::shared_ptr<const raster::AutoModel>& model) {
    return {DataSet{mask->name, negated, elements}.name(), static_cast<double>(elements),
            [&engine, mask, negated, elements, model] {
                return compaction_group(engine, mask_stream(*mask, negated, elements), every_setting(model));
            }};
}

std::vector<PlannedGroup> groups(raster::Engine& engine, const ExperimentOptions& options) {
    const std::vector<std::shared_ptr<const Mask>> masks = read_masks(options.masks);
    const auto mixed = std::make_shared<const Mask>(mixed_mask(*masks.front()));
    std::vector<std::int64_t> sizes(paper_sizes.begin(), paper_sizes.end());
    if (options.quick)
        sizes = {quick_elements};
    std::vector<PlannedGroup> planned;
    for (const auto& mask : masks) {
        for (const std::int64_t elements : sizes) {
            for (const bool negated : {false, true})
                planned.push_back(plan_group(engine, mask, negated, elements, options.auto_model));
        }
    }
    for (const std::int64_t elements : sizes)
        planned.push_back(plan_group(engine, mixed, false, elements, options.auto_model));
    return planned;
}

// What the figures compare, of the settings that were planned: the paper's four algorithms, and what is to be
// better than them.
std::vector<std::string> shown_in_figures(const Results& results) {
    std::vector<std::string> names(paper_algorithms.begin(), paper_algorithms.end());
    const std::vector<std::string> planned = setting_names(results);
    for (const std::string_view name : ours_in_figures) {
        if (std::ranges::find(planned, name) != planned.end())
            names.emplace_back(name);
    }
    return names;
}

// For each data set the time of each algorithm in its best block size.
GroupedBarChart chart_of(const Results& results, std::int64_t elements, bool negated) {
    GroupedBarChart chart;
    chart.title = fmt::format("{}: the {}, {} elements", results.title, negated ? "negatives" : "images",
                              element_count(elements));
    chart.subtitle = subtitle(results, "each algorithm in its best block size, medians");
    chart.y = {"time (ms)"};
    chart.series = shown_in_figures(results);
    for (const DataSet& data : data_sets(results)) {
        if (data.elements != elements || data.negated != negated)
            continue;
        chart.groups.push_back(data.picture());
        std::vector<std::optional<double>> times;
        for (const std::string& shown : chart.series) {
            const std::optional<Setting> best =
                best_of(settings_here(results, data), [&shown](const Setting& setting) {
                    return setting.name() == shown || (setting.is_the_papers() && setting.algorithm == shown);
                });
            times.push_back(best ? std::optional(best->milliseconds) : std::nullopt);
        }
        chart.values.push_back(std::move(times));
    }
    return chart;
}

std::vector<Figure> figures(const Results& results) {
    std::vector<Figure> all;
    if (results.rows.empty())
        return all;
    for (const int elements : axis_numbers(results, "elements")) {
        for (const bool negated : {false, true}) {
            GroupedBarChart chart = chart_of(results, elements, negated);
            if (!chart.groups.empty())
                all.push_back(
                    {fmt::format("{}-{}-{}", results.experiment, elements, negated ? "negatives" : "images"),
                     std::move(chart)});
        }
    }
    return all;
}

std::string list_of(const std::vector<std::string>& items) {
    std::string text;
    for (const std::string& item : items)
        text += (text.empty() ? "" : ", ") + item;
    return text;
}

// Whether one algorithm is the fastest of the paper's four on all positives or on all negatives.
Finding always_fastest(const Results& results, std::string_view algorithm, bool negated) {
    int wins = 0, count = 0;
    std::vector<std::string> lost;
    for (const DataSet& data : data_sets_of_paper(results)) {
        if (data.negated != negated)
            continue;
        ++count;
        const Setting best = paper_best_here(results, data, Order::any);
        if (best.algorithm == algorithm)
            ++wins;
        else
            lost.push_back(
                fmt::format("{} ({} {})", data.name(), best.name(), in_milliseconds(best.milliseconds)));
    }
    if (count == 0)
        throw NotMeasured("no such image was measured");
    return {wins == count, fmt::format("{} of {}{}{}", wins, count,
                                       lost.empty() ? "" : "; fastest elsewhere: ", list_of(lost))};
}

Finding no_setting_is_best_for_all(const Results& results) {
    const std::vector<DataSet> all = data_sets_of_paper(results);
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const DataSet& data : all)
        names.push_back(paper_best_here(results, data, Order::any).name());
    const std::set<std::string> distinct(names.begin(), names.end());
    std::vector<std::string> wins;
    wins.reserve(distinct.size());
    for (const std::string& name : distinct)
        wins.push_back(fmt::format("{} on {}", name, std::ranges::count(names, name)));
    return {distinct.size() > 1, fmt::format("the best of {} data sets: {}", all.size(), list_of(wins))};
}

Finding same_winners(const Results& results, Order order) {
    int same_algorithm = 0, same_setting = 0;
    std::vector<std::string> others;
    const std::vector<DataSet> all = data_sets_of_paper(results);
    for (const DataSet& data : all) {
        const Setting here = paper_best_here(results, data, order), paper = best_in_paper(data, order);
        same_setting += here.name() == paper.name() ? 1 : 0;
        if (here.algorithm == paper.algorithm)
            ++same_algorithm;
        else
            others.push_back(fmt::format("{} ({}, in the paper {})", data.name(), here.name(), paper.name()));
    }
    return {same_algorithm == static_cast<int>(all.size()),
            fmt::format("the same algorithm on {} of {}, with the same block on {}{}{}", same_algorithm,
                        all.size(), same_setting, others.empty() ? "" : "; not on ", list_of(others))};
}

// Of the data sets of one kind, how many are faster in the largest block than in the smallest.
struct BlockPreference {
    int large = 0, count = 0;

    bool mostly_large() const { return 2 * large > count; }
    bool mostly_small() const { return 2 * large < count; }
};

BlockPreference preference(const Results& results, const std::string& algorithm, bool negated) {
    BlockPreference preference;
    for (const DataSet& data : data_sets_of_paper(results)) {
        if (data.negated != negated)
            continue;
        const auto time = [&](int block) {
            AxisValues axes = data.axes();
            axes.insert(axes.end(), {{"algorithm", algorithm}, {"block", std::to_string(block)}});
            return median_milliseconds(results, axes);
        };
        ++preference.count;
        preference.large += time(blocks.back()) < time(blocks.front()) ? 1 : 0;
    }
    return preference;
}

std::string describe(const std::string& algorithm, const BlockPreference& sparse,
                     const BlockPreference& dense) {
    return fmt::format("{} faster in blocks of {} than of {} on {} of {} images and {} of {} negatives",
                       algorithm, blocks.back(), blocks.front(), sparse.large, sparse.count, dense.large,
                       dense.count);
}

Finding block_follows_density(const Results& results, const std::string& algorithm) {
    const BlockPreference sparse = preference(results, algorithm, false),
                          dense = preference(results, algorithm, true);
    return {sparse.mostly_large() && dense.mostly_small(), describe(algorithm, sparse, dense)};
}

Finding larger_blocks_are_better(const Results& results) {
    bool holds = true;
    std::vector<std::string> evidence;
    for (const std::string algorithm : {"jj", "rlz"}) {
        const BlockPreference sparse = preference(results, algorithm, false),
                              dense = preference(results, algorithm, true);
        holds = holds && sparse.mostly_large() && dense.mostly_large();
        evidence.push_back(describe(algorithm, sparse, dense));
    }
    return {holds, list_of(evidence)};
}

std::vector<Claim> claims(const Results& results) {
    ClaimList list(results);
    list.add("the binary tree is the fastest of the four on every positive image",
             [&] { return always_fastest(results, "bt", false); });
    list.add("Jumping Jack is the fastest of the four on every negative image",
             [&] { return always_fastest(results, "jj", true); });
    list.add("no setting of algorithm and block is the best for all data sets",
             [&] { return no_setting_is_best_for_all(results); });
    list.add("the paper's winner of each data set is the winner here",
             [&] { return same_winners(results, Order::any); });
    list.add("the paper's best that keeps the order is the best here that keeps it",
             [&] { return same_winners(results, Order::kept); });
    list.add("Horn prefers small blocks for dense data (most negatives) and large ones for sparse data (most "
             "images)",
             [&] { return block_follows_density(results, "horn"); });
    list.add("the binary tree prefers small blocks for dense data and large ones for sparse data",
             [&] { return block_follows_density(results, "bt"); });
    list.add("Jumping Jack and RLZ in general benefit from larger blocks",
             [&] { return larger_blocks_are_better(results); });
    add_claims_beyond_the_paper(list, results);
    return list.take();
}

} // namespace

Experiment image_table() {
    return {.name = "table1",
            .title = "Three images and their negatives",
            .source = "Moreira et al., GRAPP 2009, table 1",
            .groups = groups,
            .figures = figures,
            .claims = claims,
            .summary = image_table_summary,
            .automatic = true};
}

} // namespace scanline::bench
