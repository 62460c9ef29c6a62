#include "scanline/bench/claim_list.h"

#include "scanline/bench/markdown_table.h"
#include "scanline/core/format.h"
#include "scanline/core/random.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <tuple>

namespace scanline::bench {

namespace {

constexpr std::uint64_t draws = 40;
constexpr std::ptrdiff_t max_opposite = 2; ///< 5 %

// As many rounds, each any of those that were measured. Rows of a group stay together.
Results drawn_from(const Results& results, std::uint64_t seed) {
    Results drawn = results;
    for (std::size_t i = 0; i < drawn.rows.size(); ++i) {
        const std::vector<Repetition>& measured = results.rows[i].repetitions;
        Random random(seed);
        for (Repetition& one : drawn.rows[i].repetitions)
            one = measured[random.below(measured.size())];
    }
    return drawn;
}

Finding found(const ClaimSpec& spec, const Results& results) {
    try {
        return spec.judge(results);
    } catch (const NotMeasured& missing) {
        return {{}, missing.what()};
    }
}

Claim judged(const ClaimSpec& spec, const Results& results, const std::vector<Results>& drawn) {
    std::int64_t items = 0;
    for (const Row* row : measured_rows(results))
        items = std::max(items, row->items);
    if (items < spec.min_items)
        return {spec.claim,
                {},
                fmt::format("{} items tell nothing of {} or more: measure these", element_count(items),
                            element_count(spec.min_items))};
    Finding finding = found(spec, results);
    const auto is_opposite = [&](const Results& other) {
        return found(spec, other).holds == std::optional(!*finding.holds);
    };
    if (finding.holds && !results.complete)
        finding = {{}, "interrupted; so far: " + finding.evidence};
    else if (finding.holds && std::ranges::count_if(drawn, is_opposite) > max_opposite)
        finding = {{}, "within the noise: " + finding.evidence};
    return {spec.claim, finding.holds, std::move(finding.evidence)};
}

std::string verdict(const std::optional<bool>& holds) {
    if (!holds)
        return "undecided";
    return *holds ? "yes" : "no";
}

// None where neither is so.
std::optional<bool> told(bool holds, bool fails) {
    return holds == fails ? std::nullopt : std::optional(holds);
}

} // namespace

std::vector<Claim> Claims::operator()(const Results& results) const {
    std::vector<Results> drawn;
    const bool varies = std::ranges::any_of(results.rows, [](const Row& row) {
        return std::ranges::adjacent_find(row.repetitions, std::not_equal_to()) != row.repetitions.end();
    });
    for (std::uint64_t seed = 1; seed <= draws && varies && results.complete; ++seed)
        drawn.push_back(drawn_from(results, seed));
    std::vector<Claim> claims;
    for (const ClaimSpec& spec : specs_) {
        if (!spec.applies || spec.applies(results))
            claims.push_back(judged(spec, results, drawn));
    }
    return claims;
}

Claims Claims::about(std::int64_t min_items) const {
    Claims changed = *this;
    for (ClaimSpec& spec : changed.specs_)
        spec.min_items = min_items;
    return changed;
}

Finding all_of(std::span<const Finding> findings, std::string_view intro, std::string_view separator) {
    const auto count = [&](std::optional<bool> holds) {
        return std::ranges::count(findings, holds, &Finding::holds);
    };
    return {told(count(true) == std::ssize(findings), count(false) > 0),
            std::string(intro) + joined(findings, &Finding::evidence, separator)};
}

std::optional<bool> at_least(const MedianInterval& value, double limit) {
    return told(value.low >= limit, value.high < limit);
}

std::optional<bool> at_most(const MedianInterval& value, double limit) {
    return told(value.high <= limit, value.low > limit);
}

std::optional<bool> changes(const MedianInterval& first, const MedianInterval& last, bool rises) {
    const auto& [less, more] = rises ? std::tie(first, last) : std::tie(last, first);
    const bool apart = less.high < more.low || more.high < less.low;
    return apart ? std::optional(less.median < more.median) : std::nullopt;
}

std::string interval_text(const MedianInterval& value, int digits) {
    return fmt::format("{:.{}f} ({:.{}f} to {:.{}f})", value.median, digits, value.low, std::min(digits, 2),
                       value.high, std::min(digits, 2));
}

MedianInterval ratio_of_rounds(const Row& over, const Row& under, const std::string& what) {
    std::vector<double> quotients(std::min(over.repetitions.size(), under.repetitions.size()));
    for (std::size_t round = 0; round < quotients.size(); ++round) {
        const double one = over.repetitions[round].milliseconds,
                     other = under.repetitions[round].milliseconds;
        if (!(one > 0 && other > 0))
            throw NotMeasured(fmt::format("{} is too short for the timer", what));
        quotients[round] = one / other;
    }
    if (quotients.size() < 2)
        throw NotMeasured("the noise of a single repetition is not known: repeat the measurement");
    return median_interval(quotients);
}

std::string claims_markdown(std::span<const Claim> claims) {
    MarkdownTable table({{"holds here", Align::left}, {"claim", Align::left}, {"evidence", Align::left}});
    for (const Claim& claim : claims)
        table.add({verdict(claim.holds), claim.claim, claim.evidence});
    return table.format();
}

} // namespace scanline::bench
