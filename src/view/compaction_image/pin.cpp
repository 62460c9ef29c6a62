#include "compaction_image/model.h"
#include "scanline/raster/passes.h"
#include "trace/code.h"

#include <fmt/format.h>
#include <ranges>
#include <utility>

namespace scanline::view {

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
    const std::span<const float> written =
        contents.numbers({texel % contents.shape.width, texel / contents.shape.width});
    return listing_of(
        CodeTexel{passes, step, texel, read}, algorithm_of(record),
        fmt::format("{}, {} {}", contents.title, contents.picture.compacted ? "output" : "number", texel),
        written.empty()                                                     ? "not kept"
        : contents.picture.has_empty && written[0] == raster::empty_element ? "empty"
                                                                            : numbers_text(written));
}

std::optional<std::int64_t> ImageModel::pinned_element() const {
    const bool exists = source_ && settings_.pinned >= 0 && settings_.pinned < source_->size();
    return exists ? std::optional<std::int64_t>(settings_.pinned) : std::nullopt;
}

void ImageModel::follow_pin() {
    pinned_.reset();
    const std::optional<std::int64_t> element = pinned_element();
    if (!element || line_.count() == 0 || a_.trace()->record->spec.source != source_)
        return;
    const float value = source_->values[static_cast<std::size_t>(*element)];
    pinned_ =
        Pinned{fmt::format("Element {}", *element),
               {{"pixel", fmt::format("x {}, y {}", *element % source_->width, *element / source_->width)},
                {"value", fmt::format("{}, {}", value_text(value),
                                      settings_.discriminator(value) ? "valid" : "invalid")}}};
    for (const bool b : {false, true}) {
        if (run_of(b).trace() && (!b || settings_.needs_b()))
            add_facts(pinned_->facts, b);
    }
}

void ImageModel::add_facts(std::vector<Setting>& facts, bool b) const {
    const RunTrace& trace = *run_of(b).trace();
    const std::int64_t element = *pinned_element();
    const std::string letter = !settings_.needs_b() ? "" : b ? "B " : "A ";
    const std::optional<int> step = step_of(b);
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

void ImageModel::follow_code() {
    listing_ = {};
    if (line_.count() == 0 || transport.position() == 0)
        return;
    const bool of_b = !runs_here(false);
    listing_ = listing_of(*run_of(of_b).trace(), *step_of(of_b), pinned_ ? pinned_element() : std::nullopt);
}

} // namespace scanline::view
