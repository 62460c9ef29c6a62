#include "scenes/prefix_sum/words.h"

#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

// As on the chips of the tiles and sums.
std::string short_text(Place place) {
    if (place.space == Space::aggregate)
        return fmt::format("A{}", place.index);
    if (place.space == Space::prefix)
        return fmt::format("P{}", place.index);
    return place_text(place);
}

// All of the others' sums that a thread reads: "sums[0][0 .. 2]".
std::string sums_text(const LaneStep& lane) {
    int first = -1, last = -1;
    for (const Access& read : lane.reads) {
        if (read.place.space != Space::sum)
            continue;
        if (first < 0)
            first = read.place.index;
        last = read.place.index;
    }
    if (first == last)
        return first < 0 ? "copy" : place_text({Space::sum, first});
    return fmt::format("sums[{}][{} .. {}]", turn_of(first), thread_of(first), thread_of(last));
}

// The operand combined with the running value that the lane already has.
const Access* operand(const LaneStep& lane) {
    for (const Access& read : lane.reads) {
        const Space space = read.place.space;
        if (space == Space::input || space == Space::output || space == Space::aggregate)
            return &read;
    }
    return lane.reads.empty() ? nullptr : &lane.reads.front();
}

} // namespace

std::string label_text(const LaneStep& lane, Operator op) {
    const Access* from = operand(lane);
    std::string operand_text = from ? short_text(from->place) : std::string();
    switch (lane.action) {
    case LaneAction::load: return operand_text;
    case LaneAction::combine: return fmt::format("{} {}", operator_sign(op), operand_text);
    case LaneAction::copy: return "copy";
    case LaneAction::store: return lane.result() ? place_text(lane.result()->place) : "store";
    case LaneAction::publish_aggregate: return "publish A";
    case LaneAction::publish_prefix: return "publish P";
    case LaneAction::look_back: return fmt::format("look at {}", lane.looks_at);
    case LaneAction::spin: return fmt::format("spin on {}", lane.looks_at);
    case LaneAction::fall_back: return fmt::format("for {}: {}", lane.looks_at, operand_text);
    case LaneAction::sum_up: return sums_text(lane);
    case LaneAction::barrier: return "barrier";
    case LaneAction::join: return "join";
    case LaneAction::held: return "held";
    case LaneAction::stalled: return "stalled";
    }
    return {};
}

std::string command_text(const Command& command) {
    return fmt::format("{} {}", command.text,
                       listed(fmt::format("{}", fmt::join(command.names, ", ")), "or"));
}

std::string details_text(const Timeline& timeline, EventId event, Operator op) {
    const LaneStep& lane = timeline.at(event);
    std::string text = fmt::format("{}, {} {}: {}", timeline.step(event.step).name,
                                   to_string(timeline.column), lane.lane, to_string(lane.action));
    if (lane.tile >= 0)
        text += fmt::format("{} {}", lane.looks_at < 0 ? " in" : ", for", tile_text(timeline, lane.tile));
    if (lane.looks_at >= 0)
        text += fmt::format(", at tile {}", lane.looks_at);
    for (const Access& read : lane.reads)
        text += fmt::format("\nreads {} = {}", place_text(read.place), value_text(read.value.value));
    for (const Access& write : lane.writes)
        text += fmt::format("\nwrites {} = {}", place_text(write.place), value_text(write.value.value));
    if (const Access* result = lane.result())
        text += fmt::format("\n{} is the {} of {}", value_text(result->value.value), to_string(op),
                            range_text(result->value));
    return text;
}

Listing listing_of(const Spec& spec, const Timeline& timeline, EventId sample) {
    scan_trace::Code code = scan_trace::code_of(spec);
    Listing listing{std::move(code.title), {}, {}, {}, std::string(code.source)};
    const auto shader_of = [&code](std::size_t line) { return code.glsl[line].shader; };
    for (std::size_t line = 0; line < code.lines.size(); ++line) {
        listing.lines.push_back({std::move(code.lines[line]), "", std::string(code.glsl[line].text)});
        if (listing.shader.empty())
            listing.shader = shader_of(line);
    }
    if (sample.index >= 0) {
        listing.title += fmt::format(", {} {}", to_string(timeline.column), timeline.at(sample).lane);
        for (auto& [line, value] : scan_trace::lines_run(spec, timeline, sample)) {
            listing.lines[line].value = std::move(value);
            listing.current.push_back(line);
            if (!shader_of(line).empty())
                listing.shader = shader_of(line);
        }
    }
    // Passes have shaders of their own.
    for (std::size_t line = 0; line < listing.lines.size(); ++line)
        if (shader_of(line) != listing.shader)
            listing.lines[line].glsl.clear();
    return listing;
}

namespace {

std::string lane_text(const Timeline& timeline, EventId event) {
    return fmt::format("{} {}", to_string(timeline.column), timeline.at(event).lane);
}

// "y1 + y4 = 5 + 7"; of a copy "x3".
std::string operands_text(const LaneStep& lane, Operator op) {
    // An exclusive scan stores before it adds.
    const int last = lane.result()->value.last;
    std::vector<const Access*> reads;
    for (const Access& read : lane.reads)
        if (!read.value.empty() && read.value.last <= last)
            reads.push_back(&read);
    std::ranges::sort(reads, {}, [](const Access* read) { return read->value.first; });
    std::string names, values;
    for (const Access* const read : reads) {
        const std::string sign = names.empty() ? "" : fmt::format(" {} ", operator_sign(op));
        names += sign + place_text(read->place);
        values += sign + value_text(read->value.value);
    }
    return reads.size() < 2 ? names : fmt::format("{} = {}", names, values);
}

} // namespace

std::vector<Written> written_in(const Timeline& timeline, int step, Operator op) {
    constexpr std::size_t most = 16;
    std::vector<Written> written;
    for (const bool combines : {true, false})
        for (int index = 0; index < std::ssize(timeline.step(step).lanes) && written.size() < most; ++index) {
            const LaneStep& lane = timeline.at({step, index});
            if (!lane.result() || (lane.operations > 0) != combines)
                continue;
            const Place place = lane.result()->place;
            const bool is_named = place.space == Space::output || is_message(place.space);
            written.push_back({cell_of({step, index}),
                               is_named ? place_text(place) : lane_text(timeline, {step, index}),
                               value_text(lane.result()->value.value), operands_text(lane, op)});
        }
    std::ranges::sort(written, {}, &Written::cell);
    return written;
}

ValueRange value_range(const Timeline& timeline) {
    ValueRange range;
    const auto lengthen = [](std::string& longest, int value) {
        std::string text = value_text(value);
        if (text.size() > longest.size())
            longest = std::move(text);
    };
    const auto widen = [&range](int value) {
        if (is_infinite(value)) // would make all other shades equal
            return;
        range.least = std::min(range.least, value);
        range.most = std::max(range.most, value);
    };
    for (const int value : timeline.input) {
        lengthen(range.input, value);
        widen(value);
    }
    for (const TimeStep& step : timeline.steps) {
        for (const LaneStep& lane : step.lanes) {
            for (const Access& write : lane.writes) {
                if (write.place.space == Space::output)
                    lengthen(range.output, write.value.value);
            }
            if (const Access* result = lane.result()) {
                lengthen(range.result, result->value.value);
                widen(result->value.value);
            }
        }
    }
    return range;
}

namespace {

using Kind = Pin::Kind;

constexpr std::size_t max_sums_listed = 3;

std::string value_with_range(const Partial& value) {
    return fmt::format("{} = {}", value_text(value.value), range_text(value));
}

std::string title_of(const Timeline& timeline, const Pin& pin, const Provenance& way) {
    switch (pin.kind) {
    case Kind::none: return "";
    case Kind::input:
        return fmt::format("x{} = {}", pin.index,
                           value_text(timeline.input[static_cast<std::size_t>(pin.index)]));
    case Kind::output: return fmt::format("Prefix sum y{}", pin.index);
    case Kind::event:
        return fmt::format("{}, {}", timeline.step(pin.step).name, lane_text(timeline, way.head));
    }
    return "";
}

} // namespace

std::optional<Pinned> pinned_in(const Timeline& timeline, const Pin& pin, int steps) {
    if (pin.kind == Kind::none || !exists(timeline, pin))
        return std::nullopt;
    const Provenance whole = trace_of(timeline, pin);
    Pinned pinned{title_of(timeline, pin, whole), {}};
    const auto tile = std::ranges::find_if(
        timeline.tiles, [&](const Tile& one) { return pin.kind != Kind::event && one.has(pin.index); });
    if (tile != timeline.tiles.end())
        pinned.facts.push_back(
            {"in",
             tile_text(timeline, static_cast<int>(tile - timeline.tiles.begin())) +
                 (tile->lane < 0 ? "" : fmt::format(", {} {}", to_string(timeline.column), tile->lane))});
    const std::vector<EventId> way = whole.within(timeline, steps);
    const std::size_t first = way.size() - std::min(way.size(), max_sums_listed);
    pinned.facts.push_back({pin.kind == Kind::input ? "part of" : "made of",
                            fmt::format("{} sum{} so far", way.size(), way.size() == 1 ? "" : "s")});
    for (std::size_t i = first; i < way.size(); ++i)
        pinned.facts.push_back({timeline.step(way[i].step).name,
                                fmt::format("{}: {}", lane_text(timeline, way[i]),
                                            value_with_range(timeline.at(way[i]).result()->value))});
    if (pin.kind == Kind::event)
        return pinned;
    const Memory memory = memory_after(timeline, steps);
    const Access* output = memory.find({Space::output, pin.index});
    const EventId writer = last_writer(timeline, {Space::output, pin.index});
    pinned.facts.push_back({fmt::format("prefix sum y{}", pin.index),
                            !output                ? "not written yet"
                            : writer.step >= steps ? value_text(output->value.value) + " so far"
                                                   : value_with_range(output->value)});
    return pinned;
}

std::optional<Pinned> pinned_in_all(const std::vector<Contestant>& contestants, const Pin& pin, int steps) {
    if (pin.kind == Kind::none || pin.kind == Kind::event || !exists(contestants.front().timeline, pin))
        return std::nullopt;
    Pinned pinned{title_of(contestants.front().timeline, pin, {}), {}};
    for (const auto& [variant, timeline, total] : contestants) {
        const int done = std::min(steps, total.steps);
        const std::size_t sums = trace_of(timeline, pin).within(timeline, done).size();
        const int written = last_writer(timeline, {Space::output, pin.index}).step + 1;
        pinned.facts.push_back({std::string(to_string(variant)),
                                fmt::format("{} sum{}, y{} {} step {}", sums, sums == 1 ? "" : "s", pin.index,
                                            written <= done ? "since" : "in", written)});
    }
    return pinned;
}

namespace {

Command on_cpu(std::vector<std::string_view> names) {
    return {Where::cpu, "scanline scan --algorithm", std::move(names)};
}

Command on_gpu(std::string_view name) {
    return {Where::gpu, "scanline scan --algorithm", {name}};
}

Command in_compaction(std::string_view name) {
    return {Where::compaction, "scanline compact --prefix-sum", {name}};
}

} // namespace

const VariantFacts& facts_of(Variant variant) {
    // In the order of the enumerators.
    static const std::array<VariantFacts, enumerators<Variant>.size()> all{{
        {{in_compaction("hillis-steele")},
         "Recursive doubling: in pass k every element adds what lies 2^(k-1) to its left. After log2 n "
         "passes each holds the sum of all up to it. The span is the shortest there is, but the work is n "
         "log2 n, and every pass reads and writes all elements again."},
        {{on_gpu("tree"), in_compaction("blelloch")},
         "A balanced tree: the up-sweep adds pairs, then pairs of pairs. The down-sweep hands every node "
         "what lies before it. The work is proportional to n, the span twice that of recursive doubling, "
         "and near the root most lanes are idle."},
        {{on_cpu({"simd-t", "simd-t-p"})},
         "A balanced tree in place: the up-sweep adds pairs, then pairs of pairs, where the right one lies. "
         "The down-sweep adds each of these sums to the element half as far after it. No padding, and "
         "fewer than 2 n additions. But every level goes through memory again, with another stride. "
         "simd-t-p does all this in one partition after the other."},
        {{on_cpu({"simd", "lookahead"}), on_gpu("horizontal")},
         "The lanes load neighbouring elements as one vector and scan it among themselves by recursive "
         "doubling. Then they add the carry, which is the sum of all vectors before. Every element is read "
         "and written once, but each vector waits for the carry of the one before."},
        {{on_cpu({"simd-v1", "simd-v1-p"})},
         "Vertical: each lane scans a chunk of its own from left to right. The totals of the chunks are "
         "scanned among the lanes, and each lane adds what lies before its chunk. No lane waits for another "
         "inside of a chunk. The price is a second pass, which reads and writes everything again, with a "
         "stride. simd-v1-p finds it in a cache: it does all this in one partition after the other."},
        {{on_cpu({"simd-v2", "simd-v2-p"}), on_gpu("vertical")},
         "Vertical, with the passes the other way round: each lane first adds up its chunk and stores "
         "nothing. The totals are scanned among the lanes, and each lane scans its chunk from what lies "
         "before it. An element is read twice, with a stride, but written only once. simd-v2-p does all "
         "this in one partition after the other."},
        {{on_cpu({"scalar1", "simd1", "lookahead1"})},
         "A partition for each thread. Pass 1 scans it and leaves its sum for the others. After the "
         "barrier each thread adds up the sums before its own, in one step here, and pass 2 increments its "
         "partition. Thread 0 has nothing to increment, and waits for the others to end. With a dilation it "
         "has a partition more, which it scans in pass 2."},
        {{on_cpu({"scalar1-p", "simd1-p", "lookahead1-p"})},
         "Both passes over a stretch, then the next one: partitions that fit a cache are found there by "
         "pass 2. The only barrier is between the passes. A thread that finishes pass 2 continues at once, "
         "at most one pass ahead of the others, because the sums lie in two places in turns. With a dilation "
         "thread 0 scans one partition more in pass 2."},
        {{on_cpu({"scalar2", "simd2", "lookahead2"})},
         "A partition for each thread. Pass 1 only adds it up: the last one is not asked for. After the "
         "barrier each thread adds up the sums before its own, in one step here, and pass 2 scans its "
         "partition from there. Three accesses an element, not four. With a dilation thread 0 has a first "
         "partition, scanned at once, and a last one, scanned in pass 2."},
        {{on_cpu({"scalar2-p", "simd2-p", "lookahead2-p"})},
         "Both passes over a stretch, then the next one: partitions that fit a cache are found there by "
         "pass 2. The only barrier is between the passes, and the sums lie in two places in turns. Every "
         "thread keeps for itself what lies before the stretch. With a dilation only thread 0 does, which "
         "scans the first partition and the last one."},
        {{on_gpu("scan-then-add")},
         "Pass 1 scans every tile on its own and writes the result. After a barrier the tiles' totals are "
         "scanned, and pass 2 adds to every tile what lies before it. Each pass reads and writes: four "
         "accesses an element."},
        {{on_gpu("reduce-then-scan")},
         "Pass 1 only adds up every tile and writes nothing but the total. After a barrier the totals are "
         "scanned, and pass 2 scans every tile from what lies before it. An element is read twice and "
         "written once: three accesses, not four."},
        {{on_gpu("chained")},
         "One pass with decoupled look-back: a tile publishes its total (A), looks back over the tiles "
         "before it until it finds one with a prefix (P), and publishes its own prefix. Elements stay on "
         "the chip meanwhile: two accesses each, and no barrier. A lane that finds a tile without a state "
         "(X) spins; after four looks it reduces that tile itself, so that a stalled lane holds up nobody."},
    }};
    return all[static_cast<std::size_t>(variant)];
}

} // namespace scanline::view::prefix_sum
