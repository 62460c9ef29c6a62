#include "scanline/bench/claim_list.h"

namespace scanline::bench {

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
