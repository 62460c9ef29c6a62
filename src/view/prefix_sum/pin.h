#pragma once
#include "prefix_sum/comparison.h"
#include "prefix_sum/trace.h"
#include "scanline/view/scene.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::prefix_sum {

/// What is pinned, or under the mouse: an input, which is followed into every sum that it is part of; or an
/// output or the value of a lane in a step, of which all is shown that went into it.
struct Pin {
    enum class Kind { none, input, output, event };
    Kind kind = Kind::none;
    int index = 0; ///< of the element, or the lane of an event
    int step = 0;  ///< of an event

    friend bool operator==(const Pin&, const Pin&) = default;
};
/// "none", "5", "y5"; "3:5" for lane 5 in the third step.
std::string to_string(const Pin& pin);
/// Errors: usage, also if there is no such element, or no such value in the timeline.
Pin parse_pin(std::string_view text, const Spec& spec);
bool exists(const Timeline& timeline, const Pin& pin);

/// The events and elements on the way of a pin.
struct Traced {
    std::vector<EventId> events{}; ///< of an output or a value, ascending
    EventId head{};                ///< the event that computes it
    Partial elements{};            ///< of the input; empty for none
    int element = -1;              ///< a pinned input: all that its value is part of is on its way

    bool has(const Timeline& timeline, EventId event) const;
    /// True if a value that was written is on the way.
    bool has(const Access& access) const;
    bool has_input(int i) const { return i == element || elements.has(i); }
};
Traced trace(const Timeline& timeline, const Pin& pin);

/// What the first `steps` steps tell of a pin; none if there is none.
std::optional<Pinned> pinned_in(const Timeline& timeline, const Pin& pin, int steps);
/// The same for all variants at once: in how many sums it is, and when its prefix sum is there.
std::optional<Pinned> pinned_in_all(const std::vector<Contestant>& contestants, const Pin& pin, int steps);

} // namespace scanline::view::prefix_sum
