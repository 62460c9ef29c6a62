#include "scanline/scan_trace/code.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace scanline::scan_trace {

namespace {

/// When a line runs, of the lanes at its part of the code, and what it shows.
enum class Shows {
    nothing,  ///< always; no value
    sum,      ///< always; what is combined
    combined, ///< if the operator is applied
    alone,    ///< if it is not
    right,    ///< if the lane's node is a right child
    stored,   ///< if an output is written
    left,     ///< if a total is left for others
    carried,  ///< if the carry is written
};

struct Line {
    std::string_view text; ///< @ stands for the operator
    std::string_view part; ///< how the names of the parts begin that run it, see part_of(); empty: none
    Shows shows = Shows::sum;
};
using Lines = std::vector<Line>;

// Exclusive scans store before they add.
void add_scan(Lines& lines, std::string_view part, std::string_view sum, std::string_view store,
              bool exclusive) {
    const Line adds{sum, part}, stores{store, part, Shows::stored};
    lines.insert(lines.end(), {exclusive ? stores : adds, exclusive ? adds : stores});
}

Lines hillis_steele_lines(bool exclusive) {
    return {{"for d = 1, 2, 4 .. below n:", ""},
            {"  if i >= d:", ""},
            {"    b[i] = a[i - d] @ a[i]", "doubling", Shows::combined},
            {"  else:", ""},
            {"    b[i] = a[i]", "doubling", Shows::alone},
            {"  a = b", ""},
            exclusive ? Line{"y[i] = a[i - 1]", "shift"} : Line{"y[i] = a[i]", "doubling", Shows::stored}};
}

Lines blelloch_lines(bool exclusive) {
    return {{"up-sweep, from the leaves:", ""},
            {"  sum = left.sum @ right.sum", "up-sweep"},
            {"down-sweep, b is what lies before:", ""},
            {"  b = parent.b", "down-sweep", Shows::nothing},
            {"  if it is a right child:", ""},
            {"    b = b @ sibling.sum", "down-sweep", Shows::right},
            {"  if it is a leaf:", ""},
            {exclusive ? "    y[i] = b" : "    y[i] = b @ x[i]", "down-sweep", Shows::stored}};
}

Lines tree_lines(bool exclusive) {
    Lines lines{{"y[i] = x[i]", "copy"},
                {"up-sweep, d = 1, 2, 4 .. n / 2:", ""},
                {"  for i = 2d - 1, 4d - 1 ..:", ""},
                {"    y[i] = y[i - d] @ y[i]", "up-sweep"},
                {"down-sweep, d = n / 2 .. 4, 2, 1:", ""},
                {"  for i = 3d - 1, 5d - 1 ..:", ""},
                {"    y[i] = y[i - d] @ y[i]", "down-sweep"}};
    if (exclusive)
        lines.push_back({"y[i] = y[i - 1]", "shift"});
    return lines;
}

Lines horizontal_lines(bool exclusive) {
    return {{"for each vector of x:", ""},
            {"  r = x[l]", "load"},
            {"  for d = 1, 2, 4 .. below lanes:", ""},
            {"    r = lane[l - d].r @ r", "doubling"},
            {"  r = carry @ r", "carry", Shows::combined},
            exclusive ? Line{"  y[l] = lane[l - 1].r", "shift", Shows::stored}
                      : Line{"  y[l] = r", "carry", Shows::stored},
            {"  carry = r of the last lane", exclusive ? "shift" : "carry", Shows::carried}};
}

Lines vertical_lines(bool scans_first, bool exclusive) {
    Lines lines{{"for each x of its chunk:", ""}};
    if (scans_first)
        add_scan(lines, "pass 1", "  r = r @ x", "  y = r", exclusive);
    else
        lines.push_back({"  r = r @ x", "pass 1"});
    lines.insert(lines.end(), {{"for d = 1, 2, 4 .. below lanes:", ""},
                               {"  r = lane[l - d].r @ r", "scan totals"},
                               {"before = lane[l - 1].r", "shift totals"}});
    if (scans_first) {
        lines.insert(lines.end(), {{"for each y of its chunk:", ""}, {"  y = before @ y", "pass 2"}});
    } else {
        lines.push_back({"for each x of its chunk:", ""});
        add_scan(lines, "pass 2", "  before = before @ x", "  y = before", exclusive);
    }
    lines.push_back({"the last lane scans what is left", "rest"});
    return lines;
}

Lines thread_lines(const Spec& spec) {
    const bool increments = spec.variant == Variant::scalar1 || spec.variant == Variant::scalar1_p;
    Lines lines;
    if (is_partitioned(spec.variant))
        lines.push_back({"for each stretch, one by one:", ""});
    lines.push_back({"for each x of its partition:", ""});
    if (increments)
        add_scan(lines, "pass 1", "  sum = sum @ x", "  y = sum", spec.exclusive);
    else
        lines.push_back({"  sum = sum @ x", "pass 1"});
    if (!increments && spec.dilation > 0)
        lines.push_back({"thread 0 scans it already", "more"});
    lines.insert(lines.end(), {{"sums[t] = sum", "pass 1", Shows::left},
                               {"barrier", "barrier", Shows::nothing},
                               {"before = sums[0] @ .. sums[t - 1]", "sum up"}});
    if (increments) {
        lines.insert(lines.end(), {{"for each y of its partition:", ""}, {"  y = before @ y", "pass 2"}});
    } else {
        lines.push_back({"for each x of its partition:", ""});
        add_scan(lines, "pass 2", "  before = before @ x", "  y = before", spec.exclusive);
    }
    if (increments && spec.dilation > 0)
        lines.push_back({"thread 0 scans one more", "more"});
    lines.push_back({"join", "join", Shows::nothing});
    return lines;
}

Lines two_pass_lines(bool scans_first, bool exclusive) {
    Lines lines{{"for each x of its tiles:", ""}};
    if (scans_first)
        add_scan(lines, "pass 1", "  A = A @ x", "  y = A", exclusive);
    else
        lines.push_back({"  A = A @ x", "pass 1"});
    lines.insert(lines.end(), {{"leave A[t] = A", "pass 1", Shows::left},
                               {"barrier", "barrier in pass", Shows::nothing},
                               {"worker 0, for each tile t:", ""},
                               {"  P[t] = P[t - 1] @ A[t]", "total of"},
                               {"barrier", "barrier in total", Shows::nothing}});
    if (scans_first) {
        lines.insert(lines.end(), {{"for each y of its tiles:", ""}, {"  y = P[t - 1] @ y", "pass 2"}});
    } else {
        lines.push_back({"for each x, from sum = P[t - 1]:", ""});
        add_scan(lines, "pass 2", "  sum = sum @ x", "  y = sum", exclusive);
    }
    return lines;
}

Lines chained_lines(bool exclusive) {
    Lines lines{{"for each x of the next tile t:", ""},
                {"  A = A @ x", "load"},
                {"publish A, if t > 0", "publish A"},
                {"for b = t - 1, t - 2 ..:", ""},
                {"  while b is X: spin", "spin"},
                {"    after 4 times: reduce b", "fall back"},
                {"  if b is A:", ""},
                {"    before = A[b] @ before", "look at A"},
                {"  if b is P, for the last time:", ""},
                {"    before = P[b] @ before", "look at P"},
                {"publish P = before @ A", "publish P"},
                {"for each x of tile t:", ""}};
    add_scan(lines, "store", "  before = before @ x", "  y = before", exclusive);
    return lines;
}

Lines lines_of(const Spec& spec) {
    switch (spec.variant) {
    case Variant::hillis_steele: return hillis_steele_lines(spec.exclusive);
    case Variant::blelloch: return blelloch_lines(spec.exclusive);
    case Variant::simd_t: return tree_lines(spec.exclusive);
    case Variant::horizontal: return horizontal_lines(spec.exclusive);
    case Variant::simd_v1: return vertical_lines(true, spec.exclusive);
    case Variant::simd_v2: return vertical_lines(false, spec.exclusive);
    case Variant::scalar1:
    case Variant::scalar1_p:
    case Variant::scalar2:
    case Variant::scalar2_p: return thread_lines(spec);
    case Variant::scan_then_add: return two_pass_lines(true, spec.exclusive);
    case Variant::reduce_then_scan: return two_pass_lines(false, spec.exclusive);
    case Variant::chained: return chained_lines(spec.exclusive);
    }
    return {};
}

struct Heading {
    std::string_view title, source;
};
// In the order of the enumerators.
constexpr std::array<Heading, enumerators<Variant>.size()> headings{
    {{"Recursive doubling", "Hillis and Steele 1986"},
     {"Balanced tree", "Blelloch 1990"},
     {"Balanced tree in place", "Zhang, Wang and Ross 2020, section 3.3"},
     {"Vector by vector", "Zhang, Wang and Ross 2020, section 3.1"},
     {"A chunk for each lane", "Zhang, Wang and Ross 2020, section 3.2"},
     {"A chunk for each lane", "Zhang, Wang and Ross 2020, section 3.2"},
     {"A team of threads", "Zhang, Wang and Ross 2020, section 2.1"},
     {"A team of threads", "Zhang, Wang and Ross 2020, section 2.2"},
     {"A team of threads", "Zhang, Wang and Ross 2020, section 2.1"},
     {"A team of threads", "Zhang, Wang and Ross 2020, section 2.2"},
     {"Two passes over tiles", "Zhang, Wang and Ross 2020, section 2.1"},
     {"Two passes over tiles", "Zhang, Wang and Ross 2020, section 2.1"},
     {"One pass with look-back", "Merrill and Garland 2016; Smith, Levien and Owens 2025"}}};

bool writes(const LaneStep& lane, Space space) {
    return std::ranges::any_of(lane.writes, [space](const Access& one) { return one.place.space == space; });
}

// Threads may be a pass ahead of the name of their step.
std::string_view thread_part(const Spec& spec, const Timeline& timeline, const LaneStep& lane) {
    const int count = timeline.tiles_a_stretch(), part = lane.tile % count;
    const bool dilated = count > timeline.columns;
    if (spec.variant == Variant::scalar1 || spec.variant == Variant::scalar1_p) {
        const bool adds = std::ranges::any_of(
            lane.reads, [](const Access& read) { return read.place.space == Space::output; });
        return adds ? "pass 2" : dilated && part == timeline.columns ? "more" : "pass 1";
    }
    if (!writes(lane, Space::output))
        return "pass 1";
    return dilated && part == 0 ? "more" : "pass 2";
}

// "pass 1", "up-sweep 2", "spin" ...: what the lane is at.
std::string part_of(const Spec& spec, const Timeline& timeline, EventId event) {
    const LaneStep& lane = timeline.at(event);
    const std::string& step = timeline.step(event.step).name;
    switch (lane.action) {
    case LaneAction::barrier: return "barrier in " + step;
    case LaneAction::look_back:
        return lane.reads.back().place.space == Space::prefix ? "look at P" : "look at A";
    case LaneAction::publish_aggregate:
    case LaneAction::publish_prefix:
    case LaneAction::spin:
    case LaneAction::fall_back:
    case LaneAction::sum_up:
    case LaneAction::join: return std::string(to_string(lane.action));
    case LaneAction::held:
    case LaneAction::stalled: return "";
    case LaneAction::load:
    case LaneAction::combine:
    case LaneAction::copy:
    case LaneAction::store: break;
    }
    if (uses_threads(spec.variant))
        return std::string(thread_part(spec, timeline, lane));
    if (spec.variant == Variant::chained)
        return lane.action == LaneAction::store ? "store" : "load";
    return step;
}

// "4 + 1 = 5"; "5" if nothing is combined, or too much to be told.
std::string sum_text(const LaneStep& lane, std::string_view op) {
    std::vector<Partial> operands;
    for (const Access& read : lane.reads) {
        if (!read.value.empty())
            operands.push_back(read.value);
    }
    std::ranges::sort(operands, {}, &Partial::first);
    if (!lane.result())
        return "";
    // An exclusive scan stores before it adds: the first write lacks the element itself.
    Partial result = lane.result()->value;
    for (const Access& write : lane.writes) {
        if (!operands.empty() && write.value.last == operands.back().last)
            result = write.value;
    }
    if (lane.operations == 0 || operands.size() > 3)
        return value_text(result.value);
    std::vector<std::string> values;
    for (const Partial& operand : operands)
        values.push_back(value_text(operand.value));
    return fmt::format("{} = {}", fmt::join(values, fmt::format(" {} ", op)), value_text(result.value));
}

// The value of a line that a lane at its part of the code runs; none if it skips the line.
std::optional<std::string> shown(const Line& line, const LaneStep& lane, const std::string& op) {
    const auto written = [&lane](auto... spaces) -> std::optional<std::string> {
        for (const Access& write : lane.writes) {
            if (((write.place.space == spaces) || ...))
                return value_text(write.value.value);
        }
        return std::nullopt;
    };
    switch (line.shows) {
    case Shows::nothing: return "";
    case Shows::sum: return sum_text(lane, op);
    case Shows::combined: return lane.operations > 0 ? std::optional(sum_text(lane, op)) : std::nullopt;
    case Shows::alone: return lane.operations == 0 ? std::optional(sum_text(lane, op)) : std::nullopt;
    case Shows::right:
        if (lane.lane / lane.width % 2 == 0)
            return std::nullopt;
        // A leaf also adds itself.
        return writes(lane, Space::output) ? "" : sum_text(lane, op);
    case Shows::stored: return written(Space::output);
    case Shows::left: return written(Space::sum, Space::aggregate, Space::prefix);
    case Shows::carried: return written(Space::carry);
    }
    return std::nullopt;
}

} // namespace

Code code_of(const Spec& spec) {
    const auto& [title, source] = headings[static_cast<std::size_t>(spec.variant)];
    Code code{std::string(title), {}, {}, source};
    for (const Line& line : lines_of(spec)) {
        std::string text(line.text);
        if (const std::size_t at = text.find('@'); at != std::string::npos)
            text.replace(at, 1, operator_sign(spec.op));
        code.lines.push_back(std::move(text));
        code.glsl.push_back(shader_line(spec, line.text));
    }
    return code;
}

std::vector<Ran> lines_run(const Spec& spec, const Timeline& timeline, EventId event) {
    const std::string part = part_of(spec, timeline, event);
    const Lines lines = lines_of(spec);
    std::vector<Ran> ran;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].part.empty() || !part.starts_with(lines[i].part))
            continue;
        if (auto value = shown(lines[i], timeline.at(event), operator_sign(spec.op)))
            ran.push_back({i, std::move(*value)});
    }
    return ran;
}

} // namespace scanline::scan_trace
