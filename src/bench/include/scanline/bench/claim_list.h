#pragma once
#include "scanline/bench/experiment.h"

#include <functional>
#include <optional>
#include <stdexcept>

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
