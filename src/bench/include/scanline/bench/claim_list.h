#pragma once
#include "scanline/bench/experiment.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

/// What became of a claim.
struct Finding {
    std::optional<bool> holds; ///< none if the measurements do not decide it
    std::string evidence;
};

/// Judges a claim by the rows of a run.
using Judge = std::function<Finding(const Results& results)>;

/// A claim, and how it is judged.
struct ClaimSpec {
    std::string claim;
    Judge judge;
    /// Returns false if the claim does not concern such a run. Empty: it concerns every run.
    std::function<bool(const Results& results)> applies{};
    /// The claim is undecided if the largest row has fewer items: smaller inputs cannot show it.
    std::int64_t min_items = 0;
};

/// The claims of an experiment as data: a value of Experiment::claims. A claim is undecided if it misses a
/// row or if noise decides it: if the judge says the opposite of too many sets of rounds drawn at random from
/// those that were measured (a bootstrap). Of an interrupted run every claim is: it knows a part of what a
/// claim speaks of.
///
///     .claims = Claims{{"Horn is ahead", horn_is_ahead}, {"RLZ varies least", rlz_varies_least}}
class Claims {
public:
    Claims(std::initializer_list<ClaimSpec> specs) : specs_(specs) {}
    explicit Claims(std::vector<ClaimSpec> specs) : specs_(std::move(specs)) {}

    /// The same claims, of inputs of at least so many items.
    Claims about(std::int64_t min_items) const;

    std::vector<Claim> operator()(const Results& results) const;

private:
    std::vector<ClaimSpec> specs_;
};

/// One finding of several: it fails where one fails, and otherwise is undecided where one is not. Its
/// evidence is `intro` and all of theirs.
Finding all_of(std::span<const Finding> findings, std::string_view intro = {},
               std::string_view separator = ", ");

/// The same of what judge(value) finds of each value.
template <class Values, class Judge>
Finding judge_each(const Values& values, Judge judge, std::string_view intro = {},
                   std::string_view separator = ", ") {
    std::vector<Finding> findings;
    for (const auto& value : values)
        findings.push_back(judge(value));
    return all_of(findings, intro, separator);
}

/// Makes a judge that calls judge(results, value) for each value and joins the findings.
template <class Values, class JudgeOne>
Judge judge_of_each(Values values, JudgeOne judge, std::string_view intro = {},
                    std::string_view separator = ", ") {
    return [=](const Results& results) {
        return judge_each(
            values, [&](const auto& value) { return judge(results, value); }, intro, separator);
    };
}

/// True if a value reaches, or does not exceed, a limit; none if its interval includes the limit.
std::optional<bool> at_least(const MedianInterval& value, double limit);
std::optional<bool> at_most(const MedianInterval& value, double limit);

/// True if a value rises, or falls, from the first to the last; none if their intervals touch.
std::optional<bool> changes(const MedianInterval& first, const MedianInterval& last, bool rises);

/// "1.234 (1.20 to 1.25)": the median with so many digits, bounds with at most two.
std::string interval_text(const MedianInterval& value, int digits);

/// One time over another, of two rows of a group: the median of the quotients of the rounds that both have,
/// and its confidence interval. What slows the machine for longer than a round slows both of its times, and
/// is not in their quotient. Throws NotMeasured, beginning with `what`, where the timer was too coarse for a
/// time; and where there are fewer than two rounds, whose noise is not known.
MedianInterval ratio_of_rounds(const Row& over, const Row& under, const std::string& what);

} // namespace scanline::bench
