#pragma once
#include "compaction_small/model.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

/// One fetch of a search.
struct Probe {
    CellId cell;      ///< what was read
    std::string text; ///< what that says, and what is decided: "1 invalid up to element 0: 16 - 1 = 15, ..."
    bool follows =
        false;         ///< the fetch before has led to it, and not only said that there is something to find
    bool copy = false; ///< it is the element that the output takes
};

/// The search of one output, fetch by fetch, as the CPU twin has done it. `output`: a cell of the search's
/// row.
std::vector<Probe> probes_of(const SmallModel& model, std::size_t output);

/// Where the scene stands: at a row, or at a fetch of the search before the row of its results.
struct SmallStep {
    std::size_t row = 0;
    std::optional<std::size_t> probe{};
    friend bool operator==(const SmallStep&, const SmallStep&) = default;
};

/// The input, every pass, and before the search's row each of the `probes` fetches of the output that is
/// followed.
std::vector<SmallStep> make_steps(const SmallModel& model, std::size_t probes);

/// Where `step` is among `steps`: of a fetch that is not there any more the last, of a row the row.
int position_of(const std::vector<SmallStep>& steps, const SmallStep& step);

} // namespace scanline::view
