#include "scanline/scan_trace/provenance.h"

#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::scan_trace {

namespace {

using Kind = Item::Kind;

// The event of a lane in a step; without an index if there is none, or if it has no value.
EventId event_of(const Timeline& timeline, const Item& item) {
    if (item.step < 0 || item.step >= std::ssize(timeline.steps))
        return {};
    const std::vector<LaneStep>& lanes = timeline.step(item.step).lanes;
    const auto found = std::ranges::find(lanes, item.index, &LaneStep::lane);
    if (found == lanes.end() || !found->result())
        return {};
    return {item.step, static_cast<int>(found - lanes.begin())};
}

} // namespace

std::string to_string(const Item& item) {
    switch (item.kind) {
    case Kind::none: return "none";
    case Kind::input: return std::to_string(item.index);
    case Kind::output: return fmt::format("y{}", item.index);
    case Kind::event: return fmt::format("{}:{}", item.step + 1, item.index);
    }
    return "";
}

Item parse_item(std::string_view key, std::string_view text, const Spec& spec) {
    if (text == "none" || text == "-1" || text.empty())
        return {};
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        constexpr int max_steps = 1 << 20;
        const Item item{Kind::event, parse_number<int>(key, text.substr(colon + 1), {0, max_elements}),
                        parse_number<int>(key, text.substr(0, colon), {1, max_steps}) - 1};
        if (!exists(simulate(spec), item))
            throw usage_error(fmt::format("{}={}: no lane has a value there", key, printable(text)));
        return item;
    }
    const bool is_output = text.front() == 'y';
    const int last = static_cast<int>(spec.input.size()) - 1;
    return {is_output ? Kind::output : Kind::input,
            parse_number<int>(key, text.substr(is_output ? 1 : 0), {0, last})};
}

bool exists(const Timeline& timeline, const Item& item) {
    if (item.kind == Kind::event)
        return event_of(timeline, item).index >= 0;
    return item.kind == Kind::none || item.index < timeline.size;
}

bool Provenance::has(const Timeline& timeline, EventId event) const {
    if (element < 0)
        return std::ranges::binary_search(events, event);
    const Access* result = timeline.at(event).result();
    return result && result->value.has(element);
}

bool Provenance::has(const Access& access) const {
    return element < 0 ? std::ranges::binary_search(events, access.writer) : access.value.has(element);
}

std::vector<EventId> Provenance::within(const Timeline& timeline, int steps) const {
    std::vector<EventId> found;
    for (int step = 0; step < steps; ++step) {
        for (int index = 0; index < std::ssize(timeline.step(step).lanes); ++index) {
            if (has(timeline, {step, index}))
                found.push_back({step, index});
        }
    }
    return found;
}

Provenance trace_of(const Timeline& timeline, const Item& item) {
    if (item.kind == Kind::none || !exists(timeline, item))
        return {};
    Provenance way;
    if (item.kind == Kind::input) {
        way.element = item.index;
        return way;
    }
    way.head = item.kind == Kind::event ? event_of(timeline, item)
                                        : last_writer(timeline, {Space::output, item.index});
    way.events = cone(timeline, way.head);
    way.elements = timeline.at(way.head).result()->value;
    return way;
}

} // namespace scanline::scan_trace
