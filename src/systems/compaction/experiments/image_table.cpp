#include "experiments/experiments.h"
#include "experiments/image_groups.h"
#include "experiments/image_settings.h"
#include "experiments/image_table_beyond.h"
#include "experiments/image_table_summary.h"
#include "experiments/paper_table1.h"
#include "experiments/streams.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include "scanline/systems/sweep.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>

// Table 1: three images and their negatives in three sizes, every algorithm in three block sizes. Beside
// them an image of two halves, and auto.

namespace scanline::bench {

namespace {

constexpr std::array block_sizes{32, 128, 512};

std::vector<CompactionVariant> every_setting(const std::shared_ptr<const raster::AutoModel>& model) {
    std::vector<CompactionVariant> variants;
    for (const int block : block_sizes)
        std::ranges::move(every_algorithm(Kind::blockwise, block), std::back_inserter(variants));
    std::ranges::move(every_algorithm(Kind::whole_stream, block_sizes.back()), std::back_inserter(variants));
    for (CompactionVariant& variant : variants)
        variant.axes.emplace_back("adapt", no_value);
    std::ranges::move(every_adaption(model), std::back_inserter(variants));
    return variants;
}

Plan image_table_plan(const Request& request) {
    const AutoCosts costs = auto_costs(request);
    return raster_plan(request, image_groups(request, every_setting(costs.model)), costs);
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
        preference.large += time(block_sizes.back()) < time(block_sizes.front()) ? 1 : 0;
    }
    return preference;
}

std::string describe_preference(const std::string& algorithm, const BlockPreference& sparse,
                                const BlockPreference& dense) {
    return fmt::format("{} faster in blocks of {} than of {} on {} of {} images and {} of {} negatives",
                       algorithm, block_sizes.back(), block_sizes.front(), sparse.large, sparse.count,
                       dense.large, dense.count);
}

Finding block_follows_density(const Results& results, const std::string& algorithm) {
    const BlockPreference sparse = preference(results, algorithm, false),
                          dense = preference(results, algorithm, true);
    return {sparse.mostly_large() && dense.mostly_small(), describe_preference(algorithm, sparse, dense)};
}

Finding larger_blocks_are_better(const Results& results) {
    bool holds = true;
    std::vector<std::string> evidence;
    for (const std::string algorithm : {"jj", "rlz"}) {
        const BlockPreference sparse = preference(results, algorithm, false),
                              dense = preference(results, algorithm, true);
        holds = holds && sparse.mostly_large() && dense.mostly_large();
        evidence.push_back(describe_preference(algorithm, sparse, dense));
    }
    return {holds, list_of(evidence)};
}

std::vector<Claim> image_table_claims(const Results& results) {
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
            .masks = true,
            .plan = image_table_plan,
            .figures = image_figures,
            .claims = image_table_claims,
            .summary = image_table_summary};
}

} // namespace scanline::bench
