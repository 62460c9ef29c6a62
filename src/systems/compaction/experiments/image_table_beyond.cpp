#include "experiments/image_table_beyond.h"

#include "experiments/image_settings.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/wording.h"

#include "scanline/gl/timer.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

constexpr double packed_gain = 1.5;
constexpr int packed_wins = 15;
constexpr double auto_loss = 0.10;
constexpr double same_speed = 0.02; ///< what is told apart at all

// One time over another one on a data set, with its confidence interval of 95 %.
struct Ratio {
    std::string where; ///< the data set, with what is compared
    double ratio = 0, low = 0, high = 0;

    // By more than the part `allowed`. None where the interval lies on both sides of that.
    std::optional<bool> longer_by(double allowed) const {
        if (low > 1 + allowed)
            return true;
        return high <= 1 + allowed ? std::optional(false) : std::nullopt;
    }
    // Another ratio of the same times, of which no interval is known: as wide as this one, in parts.
    Ratio moved_to(double other) const {
        const double scale = other / ratio;
        return {where, other, scale * low, scale * high};
    }
    std::string text() const { return fmt::format("{:.3f} ({}, {:.2f} to {:.2f})", ratio, where, low, high); }
};

Ratio ratio_of(const DataSet& data, const Setting& over, const Setting& under) {
    const MedianInterval interval =
        ratio_of_rounds(over.repetitions, under.repetitions,
                        fmt::format("{}: {} or {}", data.name(), over.name(), under.name()));
    return {data.name(), interval.median, interval.low, interval.high};
}

const Ratio& longest(const std::vector<Ratio>& ratios) {
    return *std::ranges::max_element(ratios, {}, &Ratio::ratio);
}

std::optional<bool> none_longer_by(double allowed, const std::vector<Ratio>& ratios) {
    const auto count = [&](std::optional<bool> verdict) {
        return std::ranges::count(ratios, verdict,
                                  [allowed](const Ratio& ratio) { return ratio.longer_by(allowed); });
    };
    if (count(true) > 0)
        return false;
    return count(std::nullopt) > 0 ? std::nullopt : std::optional(true);
}

// A quick run has fewer data sets than the paper: then what the others would say decides, or is missing.
Finding packed_is_faster_than_the_four(const Results& results) {
    const std::vector<DataSet> all = data_sets_of_paper(results);
    std::vector<double> factors;
    factors.reserve(all.size());
    for (const DataSet& data : all)
        factors.push_back(paper_best_here(results, data, Order::any).milliseconds /
                          setting_here(results, data, "packed").milliseconds);
    const auto wins = std::ranges::count_if(factors, [](double factor) { return factor >= packed_gain; });
    const auto missing = paper_data_sets - static_cast<int>(all.size());
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

// Auto over the best fixed setting, on every data set.
std::vector<Ratio> losses_of_auto(const Results& results, Order order) {
    std::vector<Ratio> losses;
    for (const DataSet& data : data_sets(results)) {
        const Setting best = best_fixed_here(results, data, order);
        losses.push_back(ratio_of(data, setting_here(results, data, "auto/global"), best));
        losses.back().where += ", over " + best.name();
    }
    return losses;
}

// The same by times as a whole: auto waits for its look at the stream, and what follows finds an idle GPU,
// which shows between the stages. Of these there is no more than the median of the first rounds. None where
// they are missing.
std::vector<Ratio> whole_losses_of_auto(const Results& results) {
    std::vector<Ratio> losses;
    for (const DataSet& data : data_sets(results)) {
        const Setting automatic = setting_here(results, data, "auto/global");
        const Setting best = best_fixed_here(results, data, Order::kept);
        if (!automatic.whole_milliseconds || !best.whole_milliseconds)
            return {};
        losses.push_back(ratio_of(data, automatic, best)
                             .moved_to(*automatic.whole_milliseconds / *best.whole_milliseconds));
        losses.back().where += ", over " + best.name();
    }
    return losses;
}

// By the wall clock each stage is waited for, so that nothing runs in the gaps, and the times of a few rounds
// as a whole say nothing that the sums of all rounds do not say better.
bool stages_leave_out_gaps(const Results& results) {
    return results.environment.timer == to_string(gl::TimerKind::gl_query);
}

Finding auto_is_near_the_best(const Results& results) {
    std::vector<Ratio> losses = losses_of_auto(results, Order::kept);
    const std::vector<Ratio> whole = whole_losses_of_auto(results);
    Finding finding;
    finding.evidence = "at worst " + longest(losses).text();
    if (!whole.empty())
        finding.evidence += "; by times as a whole, with the gaps between stages, " + longest(whole).text();
    finding.evidence +=
        "; over the best of all algorithms " + longest(losses_of_auto(results, Order::any)).text();
    if (stages_leave_out_gaps(results))
        losses.insert(losses.end(), whole.begin(), whole.end());
    finding.holds = none_longer_by(auto_loss, losses);
    return finding;
}

Ratio regional_over_global(const Results& results, const DataSet& data) {
    return ratio_of(data, setting_here(results, data, "auto/regional"),
                    setting_here(results, data, "auto/global"));
}

Finding regions_cost_nothing(const Results& results) {
    std::vector<Ratio> ratios;
    for (const DataSet& data : data_sets(results))
        ratios.push_back(regional_over_global(results, data));
    return {none_longer_by(same_speed, ratios), "regional over global at worst " + longest(ratios).text()};
}

Finding regions_pay_where_mixed(const Results& results) {
    Finding finding{true, ""};
    for (const DataSet& data : data_sets(results)) {
        if (data.image != "mixed")
            continue;
        const Ratio gain = ratio_of(data, setting_here(results, data, "auto/global"),
                                    setting_here(results, data, "auto/regional"));
        const std::optional<bool> faster = gain.longer_by(same_speed);
        if (faster == false)
            finding.holds = false;
        else if (!faster && finding.holds == true)
            finding.holds = std::nullopt;
        finding.evidence += (finding.evidence.empty() ? "global over regional " : ", ") + gain.text();
    }
    if (finding.evidence.empty())
        throw NotMeasured("the mixed image was not measured");
    return finding;
}

} // namespace

void add_claims_beyond_the_paper(ClaimList& list, const Results& results) {
    list.add(
        fmt::format("beyond the paper: packed is at least {} times as fast as the best of the paper's four, "
                    "on at least {} of the {} data sets",
                    packed_gain, packed_wins, paper_data_sets),
        [&] { return packed_is_faster_than_the_four(results); });
    list.add(
        fmt::format("beyond the paper: auto (global), its own look included, takes at most {:.2f} times as "
                    "long as the best fixed setting that keeps the order, on every data set",
                    1 + auto_loss),
        [&] { return auto_is_near_the_best(results); });
    add_claims_about_regions(list, results);
}

void add_claims_about_regions(ClaimList& list, const Results& results) {
    list.add(fmt::format("beyond the paper: auto (regional) is on no data set slower than auto (global), by "
                         "more than {:.0f} %",
                         100 * same_speed),
             [&] { return regions_cost_nothing(results); });
    list.add(
        fmt::format("beyond the paper: auto (regional) is faster than auto (global) on the mixed image in "
                    "each size, by more than {:.0f} %",
                    100 * same_speed),
        [&] { return regions_pay_where_mixed(results); });
}

} // namespace scanline::bench
