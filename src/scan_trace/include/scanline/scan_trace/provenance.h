#pragma once
#include "scanline/scan_trace/simulate.h"

#include <string>
#include <string_view>
#include <vector>

namespace scanline::scan_trace {

/// An input, an output, or the value of a lane in a step.
struct Item {
    enum class Kind { none, input, output, event };
    Kind kind = Kind::none;
    int index = 0; ///< of the element, or the lane of an event
    int step = 0;  ///< of an event

    friend bool operator==(const Item&, const Item&) = default;
};
/// "none", "5", "y5"; "3:5" for lane 5 in the third step.
std::string to_string(const Item& item);
/// Errors: usage, naming the key, also if there is no such element, or no such value in simulate(spec).
Item parse_item(std::string_view key, std::string_view text, const Spec& spec);
bool exists(const Timeline& timeline, const Item& item);

/// The way of an item: from an input into every sum that it is part of; to an output or a value from all that
/// went into it.
struct Provenance {
    std::vector<EventId> events{}; ///< to an output or a value, ascending
    EventId head{};                ///< the event that computes it
    Partial elements{};            ///< that it covers; empty for none
    int element = -1;              ///< an input: all that its value is part of is on its way

    bool has(const Timeline& timeline, EventId event) const;
    /// True if a value that was written is on the way.
    bool has(const Access& access) const;
    bool has_input(int i) const { return i == element || elements.has(i); }
    /// The events on it within the first `steps` steps, in ascending order.
    std::vector<EventId> within(const Timeline& timeline, int steps) const;
};
/// Empty if the item does not exist.
Provenance trace_of(const Timeline& timeline, const Item& item);

} // namespace scanline::scan_trace
