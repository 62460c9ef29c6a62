#include "scanline/bench/claim_list.h"

namespace scanline::bench {

std::optional<bool> at_least(const MedianInterval& measured, double limit) {
    if (measured.low < limit && measured.high >= limit)
        return std::nullopt;
    return measured.low >= limit;
}

std::optional<bool> at_most(const MedianInterval& measured, double limit) {
    if (measured.low <= limit && measured.high > limit)
        return std::nullopt;
    return measured.high <= limit;
}

Finding all_of(std::span<const Finding> findings, std::string_view separator, std::string_view before) {
    Finding all{true, std::string(before)};
    for (const Finding& finding : findings) {
        if (finding.holds != true && all.holds != false)
            all.holds = finding.holds;
        all.evidence += &finding == &findings.front() ? "" : separator;
        all.evidence += finding.evidence;
    }
    return all;
}

void ClaimList::add(std::string claim, const std::function<Finding()>& judge) {
    try {
        Finding finding = judge();
        if (complete_)
            claims_.push_back({std::move(claim), finding.holds, std::move(finding.evidence)});
        else
            claims_.push_back({std::move(claim), {}, "interrupted; so far: " + finding.evidence});
    } catch (const NotMeasured& missing) {
        claims_.push_back({std::move(claim), {}, missing.what()});
    }
}

} // namespace scanline::bench
