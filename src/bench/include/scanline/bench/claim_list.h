#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/bench/statistics.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace scanline::bench {

/// Thrown while a claim is judged that needs a row which was not measured; its text says which.
class NotMeasured : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What became of a claim.
struct Finding {
    std::optional<bool> holds; ///< none where what was measured does not tell
    std::string evidence;
};

/// True if all of the interval is at or above the limit, false if all of it is below; none if the limit is
/// inside.
std::optional<bool> at_least(const MedianInterval& measured, double limit);
/// True if all of the interval is at or below the limit, false if all of it is above; none if the limit is
/// inside.
std::optional<bool> at_most(const MedianInterval& measured, double limit);

/// One finding of several: it fails if one of them fails, otherwise is not told if one is not. Their evidence
/// is joined, after `before`.
Finding all_of(std::span<const Finding> findings, std::string_view separator = ", ",
               std::string_view before = {});

/// judge(one) of each of the list, as one finding.
///
///     for_all(sizes, [&](std::int64_t size) { return as_fast_as_cub(results, size); });
template <class List, class Judge>
Finding for_all(const List& list, const Judge& judge, std::string_view separator = ", ",
                std::string_view before = {}) {
    std::vector<Finding> findings;
    std::ranges::transform(list, std::back_inserter(findings), judge);
    return all_of(findings, separator, before);
}

/// Judges claims about a run. A claim that misses a row is not told, and of an interrupted run none is: it
/// knows a part of what a claim speaks of.
class ClaimList {
public:
    explicit ClaimList(const Results& results) : complete_(results.complete) {}

    void add(std::string claim, const std::function<Finding()>& judge);
    std::vector<Claim> take() { return std::move(claims_); }

private:
    bool complete_;
    std::vector<Claim> claims_;
};

} // namespace scanline::bench
