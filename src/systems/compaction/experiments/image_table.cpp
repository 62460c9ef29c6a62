#include "experiments/data_sets.h"
#include "experiments/experiments.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/curves.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"
#include "scanline/core/format.h"
#include "scanline/gl/timer.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>

// Table 1: three images and their negatives in three sizes, every algorithm in three block sizes; beside them
// an image of two halves, and auto. Adaptions: packed and auto alone on the same images, whose short rounds
// can be as many as it takes to tell a few percent.

namespace scanline::bench {

namespace {

constexpr int smallest_block = 32, largest_block = 512;
constexpr std::array<std::string_view, 3> ours_in_figures{"packed", "auto/global", "auto/regional"};

constexpr double packed_gain = 1.5;
constexpr int packed_wins = 15;
constexpr double auto_loss = 0.10;
constexpr double same_speed = 0.02; ///< what is told apart at all

// Every setting on every data set, in a quick run in one size. Those of a data set are one group,
// interleaved, because they are compared: with all of table 1 a group of 4M elements takes about 1.7 GB.
Plan table_plan(const Request& request, std::vector<CompactionVariant> settings) {
    const AutoCosts costs = auto_costs(request);
    for (CompactionVariant& setting : settings)
        setting.axes.emplace_back("adapt", no_value);
    std::ranges::move(every_adaption(costs.model), std::back_inserter(settings));
    std::vector<std::int64_t> sizes(paper_sizes.begin(), paper_sizes.end());
    if (request.quick)
        sizes = {quick_elements};

    Plan plan = raster_plan(request);
    plan.notes = fmt::format("Costs that auto goes by: {}.\n", costs.origin);
    const auto add = [&](const std::shared_ptr<const Mask>& mask, bool negated, std::int64_t elements) {
        plan.groups.push_back({DataSet{mask->name, negated, elements}.name(), static_cast<double>(elements),
                               [=, &engine = request.machine->raster()] {
                                   return compaction_group(engine, mask_stream(*mask, negated, elements),
                                                           settings);
                               }});
    };
    const std::vector<std::shared_ptr<const Mask>> masks = read_masks(request.masks);
    for (const auto& mask : masks) {
        for (const std::int64_t elements : sizes) {
            for (const bool negated : {false, true})
                add(mask, negated, elements);
        }
    }
    const auto mixed = std::make_shared<const Mask>(mixed_mask(*masks.front()));
    for (const std::int64_t elements : sizes)
        add(mixed, false, elements);
    return plan;
}

Plan image_table_plan(const Request& request) {
    return table_plan(request, every_algorithm({smallest_block, 128, largest_block}));
}

Plan adaptions_plan(const Request& request) {
    std::vector<CompactionVariant> settings = every_algorithm({});
    std::erase_if(settings, [](const CompactionVariant& variant) {
        return variant.options.algorithm != raster::Algorithm::packed;
    });
    return table_plan(request, std::move(settings));
}

// The bars of a data set: the paper's four algorithms in their best block sizes, and what is to be better.
std::string bar_of(const Row& row) {
    return is_of_the_four(row) ? row.axis("algorithm") : setting_of(row);
}

std::vector<std::string> bars_of(const Results& results) {
    std::vector<std::string> bars(paper_algorithms.begin(), paper_algorithms.end());
    bars.insert(bars.end(), ours_in_figures.begin(), ours_in_figures.end());
    std::erase_if(bars,
                  [&](const std::string& bar) { return std::ranges::count(results.rows, bar, bar_of) == 0; });
    return bars;
}

// A figure for the images, and one for the negatives, of each size.
std::vector<Figure> image_figures(const Results& results) {
    if (results.rows.empty())
        return {};
    const std::vector<std::string> bars = bars_of(results);
    const bool by_blocks = std::ranges::find_first_of(bars, paper_algorithms) != bars.end();
    std::map<std::pair<std::int64_t, bool>, chart::GroupedBarChart> charts;
    for (const DataSet& data : data_sets(results)) {
        chart::GroupedBarChart& chart = charts[{data.elements, data.negated}];
        chart.title = fmt::format("{}: the {}, {} elements", results.title,
                                  data.negated ? "negatives" : "images", element_count(data.elements));
        chart.subtitle =
            subtitle(results, by_blocks ? "each algorithm in its best block size, medians" : "medians");
        chart.y = {"time (ms)"};
        for (const std::string& bar : bars) {
            const Row* best = fastest(results, data, [&bar](const Row& row) { return bar_of(row) == bar; });
            set_bar(chart, data.picture(), bar,
                    best != nullptr ? std::optional(best->milliseconds().median) : std::nullopt);
        }
    }
    std::vector<Figure> figures;
    for (auto& [what, chart] : charts)
        figures.push_back(
            {fmt::format("{}-{}-{}", results.experiment, what.first, what.second ? "negatives" : "images"),
             std::move(chart)});
    return figures;
}

using Judge = std::function<Finding(const Results& results)>;

std::vector<DataSet> paper_data(const Results& results, bool negated) {
    std::vector<DataSet> all = data_sets_of_paper(results);
    std::erase_if(all, [negated](const DataSet& data) { return data.negated != negated; });
    return all;
}

// Whether one algorithm is the fastest of the paper's four on all positives or on all negatives.
Judge always_fastest(std::string_view algorithm, bool negated) {
    return [=](const Results& results) -> Finding {
        const std::vector<DataSet> all = paper_data(results, negated);
        std::vector<std::string> lost;
        for (const DataSet& data : all) {
            const Row& best = best_of_four(results, data, Order::any);
            if (best.axis("algorithm") != algorithm)
                lost.push_back(fmt::format("{} ({} {})", data.name(), setting_of(best),
                                           in_milliseconds(best.milliseconds().median)));
        }
        if (all.empty())
            throw NotMeasured("no such image was measured");
        return {lost.empty(),
                fmt::format("{} of {}{}{}", all.size() - lost.size(), all.size(),
                            lost.empty() ? "" : "; fastest elsewhere: ", fmt::join(lost, ", "))};
    };
}

Finding no_setting_is_best_for_all(const Results& results) {
    const std::vector<DataSet> all = data_sets_of_paper(results);
    std::map<std::string, int> wins;
    for (const DataSet& data : all)
        ++wins[setting_of(best_of_four(results, data, Order::any))];
    return {wins.size() > 1,
            fmt::format("the best of {} data sets: {}", all.size(), joined(wins, [](const auto& win) {
                            return fmt::format("{} on {}", win.first, win.second);
                        }))};
}

Judge same_winners(Order order) {
    return [order](const Results& results) -> Finding {
        const std::vector<DataSet> all = data_sets_of_paper(results);
        int same_setting = 0;
        std::vector<std::string> others;
        for (const DataSet& data : all) {
            const Row &here = best_of_four(results, data, order), &paper = best_in_paper(data, order);
            same_setting += setting_of(here) == setting_of(paper) ? 1 : 0;
            if (here.axis("algorithm") != paper.axis("algorithm"))
                others.push_back(fmt::format("{} ({}, in the paper {})", data.name(), setting_of(here),
                                             setting_of(paper)));
        }
        return {others.empty(), fmt::format("the same algorithm on {} of {}, with the same block on {}{}{}",
                                            all.size() - others.size(), all.size(), same_setting,
                                            others.empty() ? "" : "; not on ", fmt::join(others, ", "))};
    };
}

// Of the data sets of one kind, how many are faster in the largest block than in the smallest.
struct BlockPreference {
    std::ptrdiff_t large = 0, count = 0;

    bool mostly_large() const { return 2 * large > count; }
    bool mostly_small() const { return 2 * large < count; }
};

BlockPreference preference(const Results& results, const char* algorithm, bool negated) {
    const std::vector<DataSet> all = paper_data(results, negated);
    const auto time = [&](const DataSet& data, int block) {
        AxisValues axes = data.axes();
        axes.insert(axes.end(), {{"algorithm", algorithm}, {"block", block}});
        return median_milliseconds(results, axes);
    };
    return {
        std::ranges::count_if(
            all, [&](const DataSet& data) { return time(data, largest_block) < time(data, smallest_block); }),
        std::ssize(all)};
}

// What the paper says of sparse data, most images, and of dense data, most negatives.
Judge prefers(std::vector<const char*> algorithms, bool small_when_dense) {
    return [=](const Results& results) {
        return judge_each(algorithms, [&](const char* algorithm) -> Finding {
            const BlockPreference sparse = preference(results, algorithm, false),
                                  dense = preference(results, algorithm, true);
            return {
                sparse.mostly_large() && (small_when_dense ? dense.mostly_small() : dense.mostly_large()),
                fmt::format("{} faster in blocks of {} than of {} on {} of {} images and {} of {} negatives",
                            algorithm, largest_block, smallest_block, sparse.large, sparse.count, dense.large,
                            dense.count)};
        });
    };
}

// A quick run has fewer data sets than the paper: then what the others would say decides, or is missing.
Finding packed_is_faster_than_the_four(const Results& results) {
    const std::vector<DataSet> all = data_sets_of_paper(results);
    std::vector<double> factors;
    for (const DataSet& data : all)
        factors.push_back(best_of_four(results, data, Order::any).milliseconds().median /
                          row_of_setting(results, data, "packed").milliseconds().median);
    const auto wins = std::ranges::count_if(factors, [](double factor) { return factor >= packed_gain; });
    const auto missing = paper_data_sets - std::ssize(all);
    const auto least = std::ranges::min_element(factors);
    Finding finding;
    finding.evidence =
        fmt::format("on {} of {}{}; factor at least {:.2f} ({}), median {:.2f}", wins, all.size(),
                    missing > 0 ? fmt::format(" measured of {}", paper_data_sets) : "", *least,
                    all[static_cast<std::size_t>(least - factors.begin())].name(), median(factors));
    if (wins >= packed_wins)
        finding.holds = true;
    else if (wins + missing < packed_wins)
        finding.holds = false;
    return finding;
}

// One time over another one on a data set. What is claimed of auto is judged by the quotients of two times of
// the same round: it is told where the confidence interval of their median, 95 % from six rounds on, lies on
// one side of the limit.
struct Ratio {
    std::string where; ///< the data set, with what is compared
    MedianInterval times;

    std::string text() const {
        return fmt::format("{:.3f} ({}, {:.2f} to {:.2f})", times.median, where, times.low, times.high);
    }
};

Ratio ratio_of(const DataSet& data, const Row& over, const Row& under) {
    return {data.name(),
            ratio_of_rounds(over.totals(), under.totals(),
                            fmt::format("{}: {} or {}", data.name(), setting_of(over), setting_of(under)))};
}

std::string longest(const std::vector<Ratio>& ratios) {
    return std::ranges::max(ratios, {}, [](const Ratio& ratio) { return ratio.times.median; }).text();
}

std::optional<bool> none_longer_by(double allowed, const std::vector<Ratio>& ratios) {
    return judge_each(ratios,
                      [=](const Ratio& ratio) {
                          return Finding{at_most(ratio.times, 1 + allowed), ""};
                      })
        .holds;
}

// Auto over the best fixed setting, on every data set.
std::vector<Ratio> losses_of_auto(const Results& results, Order order) {
    std::vector<Ratio> losses;
    for (const DataSet& data : data_sets(results)) {
        const Row& best = best_fixed(results, data, order);
        losses.push_back(ratio_of(data, row_of_setting(results, data, "auto/global"), best));
        losses.back().where += ", over " + setting_of(best);
    }
    return losses;
}

// The same by times as a whole: auto waits for its look at the stream, and what follows finds an idle GPU,
// which shows between the stages. Of these there is no more than the median of the first rounds, so that
// their interval is taken to be as wide as that of the stages, in parts. None where they are missing.
std::vector<Ratio> whole_losses_of_auto(const Results& results) {
    std::vector<Ratio> losses = losses_of_auto(results, Order::kept);
    const std::vector<DataSet> all = data_sets(results);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto automatic = row_of_setting(results, all[i], "auto/global").whole_milliseconds(),
                   best = best_fixed(results, all[i], Order::kept).whole_milliseconds();
        if (!automatic || !best)
            return {};
        MedianInterval& times = losses[i].times;
        const double whole = *automatic / *best, scale = whole / times.median;
        times = {scale * times.low, whole, scale * times.high};
    }
    return losses;
}

Finding auto_is_near_the_best(const Results& results) {
    std::vector<Ratio> losses = losses_of_auto(results, Order::kept);
    const std::vector<Ratio> whole = whole_losses_of_auto(results);
    Finding finding;
    finding.evidence = "at worst " + longest(losses);
    if (!whole.empty())
        finding.evidence += "; by times as a whole, with the gaps between stages, " + longest(whole);
    finding.evidence += "; over the best of all algorithms " + longest(losses_of_auto(results, Order::any));
    // By the wall clock each stage is waited for, so that nothing runs in the gaps, and the times of a few
    // rounds as a whole say nothing that the sums of all rounds do not say better.
    if (results.environment.timer == to_string(gl::TimerKind::gl_query))
        losses.insert(losses.end(), whole.begin(), whole.end());
    finding.holds = none_longer_by(auto_loss, losses);
    return finding;
}

Ratio over_other_adaption(const Results& results, const DataSet& data, const char* over, const char* under) {
    return ratio_of(data, row_of_setting(results, data, over), row_of_setting(results, data, under));
}

Finding regions_cost_nothing(const Results& results) {
    std::vector<Ratio> ratios;
    for (const DataSet& data : data_sets(results))
        ratios.push_back(over_other_adaption(results, data, "auto/regional", "auto/global"));
    return {none_longer_by(same_speed, ratios), "regional over global at worst " + longest(ratios)};
}

Finding regions_pay_where_mixed(const Results& results) {
    std::vector<DataSet> mixed = data_sets(results);
    std::erase_if(mixed, [](const DataSet& data) { return data.image != "mixed"; });
    if (mixed.empty())
        throw NotMeasured("the mixed image was not measured");
    return judge_each(
        mixed,
        [&](const DataSet& data) -> Finding {
            const Ratio gain = over_other_adaption(results, data, "auto/global", "auto/regional");
            const std::optional<bool> no_faster = at_most(gain.times, 1 + same_speed);
            return {no_faster ? std::optional(!*no_faster) : std::nullopt, gain.text()};
        },
        "global over regional ");
}

std::vector<ClaimSpec> claims_about_regions() {
    return {
        {fmt::format("beyond the paper: auto (regional) is on no data set slower than auto (global), by "
                     "more than {:.0f} %",
                     100 * same_speed),
         regions_cost_nothing},
        {fmt::format("beyond the paper: auto (regional) is faster than auto (global) on the mixed image in "
                     "each size, by more than {:.0f} %",
                     100 * same_speed),
         regions_pay_where_mixed}};
}

std::vector<ClaimSpec> image_table_claims() {
    std::vector<ClaimSpec> claims{
        {"the binary tree is the fastest of the four on every positive image", always_fastest("bt", false)},
        {"Jumping Jack is the fastest of the four on every negative image", always_fastest("jj", true)},
        {"no setting of algorithm and block is the best for all data sets", no_setting_is_best_for_all},
        {"the paper's winner of each data set is the winner here", same_winners(Order::any)},
        {"the paper's best that keeps the order is the best here that keeps it", same_winners(Order::kept)},
        {"Horn prefers small blocks for dense data (most negatives) and large ones for sparse data (most "
         "images)",
         prefers({"horn"}, true)},
        {"the binary tree prefers small blocks for dense data and large ones for sparse data",
         prefers({"bt"}, true)},
        {"Jumping Jack and RLZ in general benefit from larger blocks", prefers({"jj", "rlz"}, false)},
        {fmt::format("beyond the paper: packed is at least {} times as fast as the best of the paper's four, "
                     "on at least {} of the {} data sets",
                     packed_gain, packed_wins, paper_data_sets),
         packed_is_faster_than_the_four},
        {fmt::format("beyond the paper: auto (global), its own look included, takes at most {:.2f} times as "
                     "long as the best fixed setting that keeps the order, on every data set",
                     1 + auto_loss),
         auto_is_near_the_best}};
    std::ranges::move(claims_about_regions(), std::back_inserter(claims));
    return claims;
}

} // namespace

Experiment image_table() {
    return {.name = "table1",
            .title = "Three images and their negatives",
            .source = "Moreira et al., GRAPP 2009, table 1",
            .masks = true,
            .plan = image_table_plan,
            .figures = image_figures,
            .claims = Claims(image_table_claims()),
            .summary = image_table_summary};
}

Experiment adaptions() {
    return {.name = "adaptions",
            .title = "Packed and auto by each of its adaptions",
            .source = "after Moreira et al., GRAPP 2009, section 5",
            .masks = true,
            .plan = adaptions_plan,
            .figures = image_figures,
            .claims = Claims(claims_about_regions())};
}

} // namespace scanline::bench
