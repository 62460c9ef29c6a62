#include "scanline/bench/claim_list.h"

#include "scanline/bench/markdown_table.h"
#include "scanline/bench/row_access.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

Claim judged(const ClaimSpec& spec, const Results& results) {
    try {
        Finding finding = spec.judge(results);
        if (results.complete)
            return {spec.claim, finding.holds, std::move(finding.evidence)};
        return {spec.claim, {}, "interrupted; so far: " + finding.evidence};
    } catch (const NotMeasured& missing) {
        return {spec.claim, {}, missing.what()};
    }
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
    std::vector<Claim> claims;
    for (const ClaimSpec& spec : specs_) {
        if (!spec.applies || spec.applies(results))
            claims.push_back(judged(spec, results));
    }
    return claims;
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
