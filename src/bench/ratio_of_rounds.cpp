#include "scanline/bench/ratio_of_rounds.h"

#include "scanline/bench/claim_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace scanline::bench {

MedianInterval ratio_of_rounds(std::span<const double> over, std::span<const double> under,
                               const std::string& what) {
    std::vector<double> quotients(std::min(over.size(), under.size()));
    for (std::size_t round = 0; round < quotients.size(); ++round) {
        if (!(over[round] > 0 && under[round] > 0))
            throw NotMeasured(fmt::format("{} is too short for the timer", what));
        quotients[round] = over[round] / under[round];
    }
    if (quotients.size() < 2)
        throw NotMeasured("the noise of a single repetition is not known: repeat the measurement");
    return median_interval(quotients);
}

} // namespace scanline::bench
