#include "experiments/data_sets.h"
#include "experiments/experiments.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/text.h"
#include "scanline/data/generators.h"
#include "scanline/data/image.h"
#include "scanline/gl/timer.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>

// Table 1: three images and their negatives in three sizes, every algorithm in three block sizes; beside them
// an image of two halves, and auto. Adaptions: packed and auto alone on the same images, whose short rounds
// can be as many as it takes to tell a few percent.

namespace scanline::systems {

namespace {

constexpr int mask_side = 2048;
constexpr const char* mixed_name = "mixed";
constexpr int smallest_block = 32, largest_block = 512;
constexpr std::array<std::string_view, 3> ours_in_figures{"packed", "auto/global", "auto/regional"};

constexpr double packed_gain = 1.5;
constexpr int packed_wins = 15;
constexpr double auto_loss = 0.10;
constexpr double same_speed = 0.02; ///< what is told apart at all

NamedImage read_mask(const std::filesystem::path& folder, const char* name) {
    const std::filesystem::path path = folder / fmt::format("{}.png", name);
    if (!std::filesystem::exists(path))
        throw Error(fmt::format(
            "there is no mask {}: name the folder of hand.png, bunny.png and finger.png with --masks",
            printable_path(path)));
    NamedImage mask{name, data::read_image(path)};
    if (mask.image.width != mask_side || mask.image.height != mask_side)
        throw Error(fmt::format("the mask {} has {} x {} pixels: this experiment needs {} x {}",
                                printable_path(path), mask.image.width, mask.image.height, mask_side,
                                mask_side));
    return mask;
}

// An image on which no algorithm is the best of both halves: the upper is the negative of the mask's, nearly
// solid; in the lower 5 % of the elements are valid, each for itself.
NamedImage mixed_mask(const data::Image& mask) {
    constexpr double density = 0.05;
    NamedImage mixed{mixed_name, data::bernoulli_mask(mask.width, mask.height, density, data_seed),
                     data_seed};
    const auto half = static_cast<std::ptrdiff_t>(mask.pixels.size() / 2);
    std::transform(mask.pixels.begin(), mask.pixels.begin() + half, mixed.image.pixels.begin(),
                   [](std::uint8_t pixel) { return static_cast<std::uint8_t>(255 - pixel); });
    return mixed;
}

// Every setting on every data set, in a quick run in one size. Those of a data set are one group,
// interleaved, because they are compared: with all of table 1 a group of 4M elements takes about 1.7 GB.
Plan table_plan(const Request& request, std::vector<CompactionVariant> settings) {
    const AutoCosts costs = request.context.get<AutoCosts>().value_or(AutoCosts());
    const MasksFolder masks = request.context.get<MasksFolder>().value_or(MasksFolder());
    for (CompactionVariant& setting : settings)
        setting.axes.emplace_back("adapt", no_value);
    for (const raster::Adaption adaption : enumerators<raster::Adaption>) {
        CompactionVariant& setting =
            settings.emplace_back(variant_of(entry(raster::Algorithm::automatic), 0));
        setting.options.automatic = {.adaption = adaption, .among = {}, .model = costs.model};
        setting.axes.emplace_back("adapt", adaption);
    }
    std::vector<std::int64_t> sizes(paper_sizes.begin(), paper_sizes.end());
    if (request.quick)
        sizes = {quick_elements};
    std::vector<NamedImage> images;
    for (const char* name : {"hand", "bunny", "finger"})
        images.push_back(read_mask(masks.path, name));
    images.push_back(mixed_mask(images.front().image));

    Plan plan = raster_plan(request);
    plan.notes = fmt::format("Costs that auto goes by: {}.\n", costs.origin);
    for (SweepStream stream : image_streams(std::move(images), sizes)) {
        DataSet data{stream.axes.front().value.text(), false, stream.elements};
        for (const bool negated : {false, true}) {
            if (negated && data.image == mixed_name)
                continue;
            data.negated = negated;
            stream.axes = data.axes();
            plan.groups.push_back(stream_group(request, data.name(), stream, negated, settings));
        }
    }
    return plan;
}

Plan image_table_plan(const Request& request) {
    return table_plan(request, every_algorithm({smallest_block, 128, largest_block}));
}

Plan adaptions_plan(const Request& request) {
    return table_plan(request, {variant_of(entry(raster::Algorithm::packed), 0)});
}

// The bars of a data set: the paper's four algorithms in their best block sizes, and what is to be better.
std::string bar_of(const Row& row) {
    return is_of_the_four(row) ? row[algorithm_axis] : setting_of(row);
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
            if (best[algorithm_axis] != algorithm)
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
            if (here[algorithm_axis] != paper[algorithm_axis])
                others.push_back(fmt::format("{} ({}, in the paper {})", data.name(), setting_of(here),
                                             setting_of(paper)));
        }
        return {others.empty(), fmt::format("the same algorithm on {} of {}, with the same block on {}{}{}",
                                            all.size() - others.size(), all.size(), same_setting,
                                            others.empty() ? "" : "; not on ", fmt::join(others, ", "))};
    };
}

// On how many data sets an algorithm is faster in the largest block than in the smallest.
std::ptrdiff_t count_prefers_large(const Results& results, const char* algorithm,
                                   const std::vector<DataSet>& all) {
    const auto time = [&](const DataSet& data, int block) {
        return median_milliseconds(results,
                                   with(data.axes(), {{algorithm_axis, algorithm}, {block_axis, block}}));
    };
    return std::ranges::count_if(
        all, [&](const DataSet& data) { return time(data, largest_block) < time(data, smallest_block); });
}

// What the paper says of sparse data, most images, and of dense data, most negatives.
Judge prefers(std::vector<const char*> algorithms, bool small_when_dense) {
    return [=](const Results& results) {
        const std::vector<DataSet> images = paper_data(results, false), negatives = paper_data(results, true);
        return judge_each(algorithms, [&](const char* algorithm) -> Finding {
            const auto sparse = count_prefers_large(results, algorithm, images),
                       dense = count_prefers_large(results, algorithm, negatives);
            return {
                2 * sparse > std::ssize(images) && (small_when_dense ? 2 * dense < std::ssize(negatives)
                                                                     : 2 * dense > std::ssize(negatives)),
                fmt::format("{} faster in blocks of {} than of {} on {} of {} images and {} of {} negatives",
                            algorithm, largest_block, smallest_block, sparse, images.size(), dense,
                            negatives.size())};
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
    std::optional<bool> holds;
    if (wins >= packed_wins || wins + missing < packed_wins)
        holds = wins >= packed_wins;
    return {holds,
            fmt::format("on {} of {}{}; factor at least {:.2f} ({}), median {:.2f}", wins, all.size(),
                        missing > 0 ? fmt::format(" measured of {}", paper_data_sets) : "", *least,
                        all[static_cast<std::size_t>(least - factors.begin())].name(), median(factors))};
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
            ratio_of_rounds(over, under,
                            fmt::format("{}: {} or {}", data.name(), setting_of(over), setting_of(under)))};
}

Ratio ratio_of_settings(const Results& results, const DataSet& data, const char* over, const char* under) {
    return ratio_of(data, row_of_setting(results, data, over), row_of_setting(results, data, under));
}

std::string longest(const std::vector<Ratio>& ratios) {
    return std::ranges::max(ratios, {}, [](const Ratio& ratio) { return ratio.times.median; }).text();
}

std::optional<bool> none_longer_by(double allowed, const std::vector<Ratio>& ratios) {
    const auto judge = [=](const Ratio& ratio) { return Finding{at_most(ratio.times, 1 + allowed), ""}; };
    return judge_each(ratios, judge).holds;
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
// their interval is taken to be as wide as that of the stages, in parts. None if they are missing.
std::vector<Ratio> whole_losses_of_auto(const Results& results) {
    std::vector<Ratio> losses = losses_of_auto(results, Order::kept);
    auto loss = losses.begin();
    for (const DataSet& data : data_sets(results)) {
        const auto automatic = row_of_setting(results, data, "auto/global").whole_milliseconds(),
                   best = best_fixed(results, data, Order::kept).whole_milliseconds();
        if (!automatic || !best)
            return {};
        MedianInterval& times = (loss++)->times;
        const double whole = *automatic / *best, scale = whole / times.median;
        times = {scale * times.low, whole, scale * times.high};
    }
    return losses;
}

Finding auto_is_near_the_best(const Results& results) {
    std::vector<Ratio> losses = losses_of_auto(results, Order::kept);
    const std::vector<Ratio> whole = whole_losses_of_auto(results);
    std::string evidence = "at worst " + longest(losses);
    if (!whole.empty())
        evidence += "; by times as a whole, with the gaps between stages, " + longest(whole);
    evidence += "; over the best of all algorithms " + longest(losses_of_auto(results, Order::any));
    // By the wall clock each stage is waited for, so that nothing runs in the gaps, and the times of a few
    // rounds as a whole say nothing that the sums of all rounds do not say better.
    if (results.environment.timer == to_string(gl::TimerKind::gl_query))
        losses.insert(losses.end(), whole.begin(), whole.end());
    return {none_longer_by(auto_loss, losses), evidence};
}

Finding regions_cost_nothing(const Results& results) {
    std::vector<Ratio> ratios;
    for (const DataSet& data : data_sets(results))
        ratios.push_back(ratio_of_settings(results, data, "auto/regional", "auto/global"));
    return {none_longer_by(same_speed, ratios), "regional over global at worst " + longest(ratios)};
}

Finding regions_pay_where_mixed(const Results& results) {
    std::vector<DataSet> mixed = data_sets(results);
    std::erase_if(mixed, [](const DataSet& data) { return data.image != mixed_name; });
    if (mixed.empty())
        throw NotMeasured("the mixed image was not measured");
    const auto judge = [&](const DataSet& data) -> Finding {
        const Ratio gain = ratio_of_settings(results, data, "auto/global", "auto/regional");
        const std::optional<bool> no_faster = at_most(gain.times, 1 + same_speed);
        return {no_faster ? std::optional(!*no_faster) : std::nullopt, gain.text()};
    };
    return judge_each(mixed, judge, "global over regional ");
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

} // namespace scanline::systems
