#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"
#include "scenes/compaction/code.h"
#include "scenes/compaction/image/model.h"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>
#include <set>
#include <utility>

namespace scanline::view::compaction::image {

namespace {

/// A texel's numbers: "5", "(1, 0, 2, 1)".
std::string numbers_text(std::span<const float> numbers) {
    if (numbers.size() == 1)
        return value_text(numbers[0]);
    return fmt::format("({})", fmt::join(numbers | std::views::transform(value_text), ", "));
}

/// The number of an element in a step: of the texel that stands for it, or where the step has moved it to.
/// Empty if the step has none for it.
std::string number_in(const RunTrace& trace, int step, std::int64_t element) {
    const PaneContents contents = pass_contents(trace.record, step, trace.snapshots.peek(step), "");
    if (contents.picture.compacted) {
        if (contents.joined)
            return {};
        const bool valid = trace.record->spec.options.discriminator(
            trace.record->spec.source->values[static_cast<std::size_t>(element)]);
        if (!valid)
            return "removed";
    }
    if (!contents.texels)
        return "not kept";
    const auto texel = contents.texel_of(element);
    if (!texel)
        return {};
    if (!contents.picture.compacted)
        return numbers_text(contents.numbers(*texel));
    return fmt::format("place {} of the block",
                       (std::int64_t{texel->y} * contents.shape.width + texel->x) % contents.layout.block);
}

std::string stream_place(const RunTrace& trace, std::optional<int> step, std::int64_t element) {
    const RunRecord& record = *trace.record;
    const PaneContents stream = stream_contents(trace.record, "");
    if (!record.spec.options.discriminator(record.spec.source->values[static_cast<std::size_t>(element)]))
        return step ? "removed" : "not made yet";
    if (step != static_cast<int>(record.steps.size()) - 1)
        return "not made yet";
    const auto texel = stream.texel_of(element);
    return texel ? fmt::format("place {}", std::int64_t{texel->y} * stream.shape.width + texel->x)
                 : fmt::format("unknown: {} marks empty places", raster::empty_element);
}

/// The search for an output of a block, as the CPU twin of that block alone runs it.
Listing block_search(const RunRecord& record, std::int64_t output, std::string title,
                     const std::string& result) {
    namespace reference = raster::reference;
    const std::int64_t block = record.layout.block, first = output - output % block;
    const std::span<const float> all = record.spec.source->values;
    const auto values = all.subspan(static_cast<std::size_t>(first),
                                    static_cast<std::size_t>(std::min(block, std::ssize(all) - first)));
    raster::CompactionOptions options = record.spec.options;
    options.algorithm = algorithm_of(record);
    reference::Trace twin(reference::Trace::Detail::reads);
    reference::compact(
        values, raster::make_stream_layout(std::ssize(values), static_cast<int>(block), record.layout.width),
        options, &twin);
    const auto search = std::ranges::find(twin.passes(), raster::pass::search, &reference::TracedPass::name);
    std::vector<CodeFetch> fetches;
    for (const auto& [pass, place] : search->reads[static_cast<std::size_t>(output - first)])
        fetches.push_back(
            {pass, pass == CodeTexel::stream
                       ? result
                       : value_text(twin.passes()[static_cast<std::size_t>(pass)].values[place])});
    return search_listing(passes_of(twin), options.algorithm, std::move(title), fetches);
}

} // namespace

Listing listing_of(const RunTrace& trace, int step, std::optional<std::int64_t> element) {
    const RunRecord& record = *trace.record;
    const PaneContents contents = pass_contents(trace.record, step, trace.snapshots.peek(step), "");
    const auto linear = [&](glm::ivec2 texel) {
        return std::int64_t{texel.y} * contents.shape.width + texel.x;
    };
    const auto read = [&](int pass, std::int64_t number) -> std::optional<float> {
        const std::vector<float>* const numbers =
            pass == CodeTexel::stream ? &record.spec.source->values : trace.snapshots.peek(pass).get();
        const auto i = static_cast<std::size_t>(number);
        return numbers && i < numbers->size() ? std::optional((*numbers)[i]) : std::nullopt;
    };
    const std::vector<PassName> passes = passes_of(record);
    const std::optional<glm::ivec2> found = element ? contents.texel_of(*element) : std::nullopt;
    std::int64_t texel = found ? linear(*found) : 0;
    // Where an element was removed, what has taken its place, or what its block begins with.
    if (element && !found && contents.picture.compacted)
        texel = contents.joined && contents.blocks
                    ? contents.survivors_of(*element / contents.layout.block).first
                    : *element;
    const bool is_search = passes[static_cast<std::size_t>(step)].name == raster::pass::search;
    if (const auto outputs = trace.snapshots.peek(step); is_search && !element && outputs)
        texel = std::ranges::find_if(*outputs, [](float one) { return one != raster::empty_element; }) -
                outputs->begin();
    texel %= contents.shape.texels(); // nothing is found
    const std::span<const float> written =
        contents.numbers({texel % contents.shape.width, texel / contents.shape.width});
    std::string title =
        fmt::format("{}, {} {}", contents.title, contents.picture.compacted ? "output" : "number", texel);
    const std::string result = written.empty() ? "not kept"
                               : contents.picture.has_empty && written[0] == raster::empty_element
                                   ? "empty"
                                   : numbers_text(written);
    if (is_search && raster::is_blockwise(algorithm_of(record)) && texel < record.spec.source->size())
        return block_search(record, texel, std::move(title), result);
    return listing_of(CodeTexel{passes, step, texel, read}, algorithm_of(record), std::move(title), result);
}

std::optional<std::int64_t> Step::pinned_element() const {
    const bool exists = setup_.pinned >= 0 && setup_.pinned < run_.size();
    return exists ? std::optional<std::int64_t>(setup_.pinned) : std::nullopt;
}

std::optional<Pinned> Step::pinned() const {
    const std::optional<std::int64_t> element = pinned_element();
    if (!element)
        return std::nullopt;
    const ValueImage& source = *run_.source;
    const float value = source.values[static_cast<std::size_t>(*element)];
    Pinned pinned{fmt::format("Element {}", *element),
                  {{"pixel", fmt::format("x {}, y {}", *element % source.width, *element / source.width)},
                   {"value", fmt::format("{}, {}", value_text(value),
                                         setup_.discriminator(source)(value) ? "valid" : "invalid")}}};
    add_facts(pinned.facts, false);
    if (run_.b && setup_.needs_b())
        add_facts(pinned.facts, true);
    return pinned;
}

void Step::add_facts(std::vector<Setting>& facts, bool b) const {
    const RunTrace& trace = run_.trace(b);
    const std::int64_t element = *pinned_element();
    const std::string letter = !setup_.needs_b() ? "" : b ? "B " : "A ";
    const std::optional<int> step = this->step(b);
    if (raster::is_blockwise(trace.record->spec.options.algorithm)) {
        const int block = trace.record->layout.block;
        facts.push_back({letter + "block", fmt::format("{}, place {}", element / block, element % block)});
    }
    // A line for every stage: "prefix-sum", "1 2 3 5".
    std::string stage;
    for (int i = 0; i <= step.value_or(-1); ++i) {
        const std::string number = number_in(trace, i, element);
        if (number.empty())
            continue;
        const TraceStep& pass = trace.steps()[static_cast<std::size_t>(i)];
        if (std::exchange(stage, pass.stage) != pass.stage)
            facts.push_back({letter + pass.stage, number});
        else
            facts.back().value += "  " + number;
    }
    facts.push_back({letter + "stream", stream_place(trace, step, element)});
}

std::vector<Written> Step::written() const {
    const std::optional<std::int64_t> pinned = pinned_element();
    if (!pinned || position_ == 0 || setup_.needs_b())
        return {};
    const RunTrace& trace = *run_.a;
    const RunRecord& record = *trace.record;
    const int step = *this->step(false);
    const PaneContents contents = pass_contents(trace.record, step, trace.snapshots.peek(step), "");
    const auto texel = contents.texel_of(*pinned);
    const std::int64_t number = texel ? std::int64_t{texel->y} * contents.shape.width + texel->x : 0;
    const auto cell = static_cast<std::uint64_t>(*pinned) * 4;
    if (contents.picture.compacted) {
        const bool valid =
            record.spec.options.discriminator(run_.source->values[static_cast<std::size_t>(*pinned)]);
        if (!contents.texels || valid != texel.has_value() ||
            (contents.joined && step + 1 != std::ssize(record.steps)))
            return {};
        const std::int64_t size = contents.joined ? record.layout.size : record.layout.block,
                           own = *pinned % size, place = valid ? number % size : own / 2;
        const auto named = [](std::int64_t one) { return fmt::format("place {}", one); };
        Written one{cell,
                    fmt::format("element {}", *pinned),
                    valid ? named(place) : "removed",
                    fmt::format("it is {}", valid ? "valid" : "invalid"),
                    {"removed"}};
        // Where mistakes lead: it stays, those removed are counted, it is counted itself.
        for (const std::int64_t other : std::set{place, own, std::abs(own - place), place + 1})
            one.choices.push_back(named(other));
        return {one};
    }
    const PassText text =
        describe_passes(passes_of(record), algorithm_of(record))[static_cast<std::size_t>(step)];
    if (!texel || text.kind == RowKind::groups)
        return {};
    std::vector<std::string> read;
    const Listing listing = listing_of(trace, step, pinned);
    for (const std::size_t i : listing.current)
        if (const auto& [code, value, glsl] = listing.lines[i]; !value.empty() && !code.starts_with("out"))
            read.push_back(fmt::format("{} {}", code.substr(0, code.find('=') + 1), value));
    const std::string why = read.empty() ? text.meaning : fmt::format("{}", fmt::join(read, ", "));
    std::vector<Written> written;
    const std::span<const float> numbers = contents.numbers(*texel);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        written.push_back(written_number(text, cell + i,
                                         static_cast<std::size_t>(number) * numbers.size() + i,
                                         value_text(numbers[i]), why));
    return written;
}

} // namespace scanline::view::compaction::image
