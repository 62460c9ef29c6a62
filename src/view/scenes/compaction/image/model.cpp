#include "scenes/compaction/image/model.h"
#include "scenes/compaction/image/own_mask.h"
#include "scenes/compaction/words.h"

#include "kit/widgets.h"
#include "scanline/core/cancellation.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <ranges>
#include <tuple>
#include <utility>

namespace scanline::view::compaction::image {

namespace {

constexpr std::array all_payloads{raster::Payload::index, raster::Payload::value};
constexpr double largest_number = 3e38; // of a float

/// Values that a picture may have: the masks of the paper have 8 bits, other pictures at most 16.
Bounds<double> threshold_limits(const std::string& image) {
    if (image.ends_with(".npy"))
        return {-largest_number, largest_number};
    return {0, std::ranges::count(mask_names, image) > 0 || is_mask_text(image) ? 255.0 : 65535.0};
}

int last_step(const RunRecord& record) {
    return static_cast<int>(record.steps.size()) - 1;
}

std::shared_ptr<const ValueImage> read_source(const Setup& setup, int max_side) {
    if (is_mask_text(setup.image))
        return std::make_shared<const ValueImage>(parse_mask(setup.image));
    const bool mask = std::ranges::find(mask_names, setup.image) != mask_names.end();
    ValueImage read = read_value_image(
        mask ? setup.masks / (setup.image + ".png") : std::filesystem::path(setup.image), max_side);
    if (mask)
        read.name = setup.image;
    return std::make_shared<const ValueImage>(std::move(read));
}

} // namespace

CompactionSpec Setup::spec(bool b, const std::shared_ptr<const ValueImage>& source) const {
    return {source,
            {.algorithm = b ? b_algorithm : algorithm,
             .prefix_sum = prefix_sum,
             .run_lengths = run_lengths,
             .discriminator = discriminator(*source),
             .payload = payload},
            b ? b_block : block};
}

void Setup::take_image(std::string other) {
    if (other == image)
        return;
    const bool painted = is_mask_text(other);
    if (painted)
        parse_mask(other);
    if (!painted || !is_mask_text(image)) {
        view.fit();
        unpin();
    }
    drawing = drawing && painted;
    image = std::move(other);
}

void Setup::draw(bool on) {
    if (on && !is_mask_text(image)) {
        take_image("64x64:");
        threshold.reset();
        block = b_block = 64; // the stream has the same rows
    }
    drawing = on;
}

bool Setup::same_variant(const Setup& other, bool b) const {
    const auto key = [b](const Setup& of) {
        return std::tuple(std::string_view(of.image), b ? of.b_algorithm : of.algorithm,
                          b ? of.b_block : of.block, of.prefix_sum, of.run_lengths, of.payload, of.threshold,
                          of.negate);
    };
    return key(*this) == key(other);
}

void Setup::take_run_of(const Setup& other) {
    if (image != other.image)
        return take_image(other.image);
    Setup taken = other;
    taken.masks = masks;
    taken.view = view;
    taken.pinned = pinned;
    taken.grid = grid;
    taken.cap = cap;
    *this = std::move(taken);
}

std::vector<Property> properties_of(Setup& setup) {
    using systems::CompactionEntry;
    const auto algorithm = [](std::string key, std::string label, raster::Algorithm& one) {
        const CompactionEntry& entry = systems::entry(one);
        return choice_row(std::move(key), std::move(label), one, enumerators<raster::Algorithm>,
                          fmt::format("{}: {}", entry.title, entry.idea),
                          list_of_names(enumerators<raster::Algorithm>, title_of));
    };
    const auto block = [](std::string key, std::string label, int& size, const raster::Algorithm& of) {
        return power_row(std::move(key), std::move(label), size, {raster::min_block, raster::max_block},
                         "Elements of a block: each is compacted on its own, then all are joined.")
            .when([&of] { return raster::is_blockwise(of); });
    };
    const auto one_takes = [&setup](bool CompactionEntry::*of) {
        return [&setup, of] {
            return systems::entry(setup.algorithm).*of ||
                   (setup.needs_b() && systems::entry(setup.b_algorithm).*of);
        };
    };
    const auto centre = [&view = setup.view](std::string key, std::string label, double glm::dvec2::*of,
                                             std::string tooltip) {
        return real_row(key, label,
                        {[&view, of] { return view.centre().*of; },
                         [&view, of](double place) {
                             glm::dvec2 next = view.centre();
                             next.*of = place;
                             if (next != view.centre())
                                 view.move_to(next);
                         }},
                        {0, 1}, tooltip);
    };
    const bool two = setup.needs_b();
    std::vector<Property> rows{
        file_row("image", "Image",
                 {[&setup] { return setup.image; },
                  [&setup](std::string image) { setup.take_image(std::move(image)); }},
                 {mask_names.begin(), mask_names.end()},
                 "The masks of the paper. Files are opened with Ctrl+O or dropped on the window: PNG, JPG, "
                 "BMP, TGA, PGM, PPM, and NPY arrays of two dimensions."),
        toggle_row("draw", "Paint your own",
                   {[&setup] { return setup.drawing; }, [&setup](bool on) { setup.draw(on); }},
                   "The mouse paints a mask in the source, from the picture if that is small."),
        algorithm("algorithm", two ? "A" : "Algorithm", setup.algorithm),
        block("block", two ? "Block of A" : "Block", setup.block, setup.algorithm),
        algorithm("b-algorithm", "B", setup.b_algorithm),
        block("b-block", "Block of B", setup.b_block, setup.b_algorithm),
        choice_row("compare", "Compare", setup.compare, enumerators<Compare>,
                   "A second variant beside the first, with the pass that corresponds, or what differs. Hold "
                   "B to see it in the first one's place."),
        toggle_row("flip", "Flip", setup.flip, "Shows B in place of A."),
        {.key = "threshold",
         .label = "Threshold",
         .tooltip = "The least value that is valid; auto: half of a picture's largest, and 1 for an array.",
         .text = [&setup] { return setup.threshold ? fmt::format("{}", *setup.threshold) : "auto"; },
         .set =
             [&setup](std::string_view value) {
                 if (value == "auto") {
                     setup.threshold.reset();
                     return;
                 }
                 setup.threshold = static_cast<float>(
                     parse_number<double>("threshold", value, threshold_limits(setup.image)));
             }},
        toggle_row("negate", "Negate", setup.negate, "Valid are the values below the threshold."),
        prefix_sum_row(setup.prefix_sum).when(one_takes(&CompactionEntry::prefix_sums)),
        run_lengths_row(setup.run_lengths).when(one_takes(&CompactionEntry::run_lengths)),
        choice_row("payload", "Survivors carry", setup.payload, all_payloads,
                   "What the result shows of a survivor: where it came from, or its value."),
        number_row("pass", "Pass", setup.pass, {0, std::numeric_limits<int>::max()},
                   "The step that is shown: 0 is the bare input."),
        number_row("pinned", "Pinned", setup.pinned, {-1, static_cast<int>(raster::max_stream_size) - 1},
                   "The pinned element, counted row by row; -1 for none."),
        toggle_row("grid", "Block grid", setup.grid, "Shows where blocks begin (G)."),
        {.key = "zoom",
         .tooltip = "Pixels for an element.",
         .text = [&view = setup.view] { return view.fitted() ? "fit" : fmt::format("{}", view.scale()); },
         .set =
             [&view = setup.view](std::string_view value) {
                 if (value == "fit")
                     view.fit();
                 else
                     view.zoom_to(parse_number<double>("zoom", value,
                                                       {PaneView::smallest_scale, PaneView::largest_scale}));
             }},
        centre("center-x", "Center x", &glm::dvec2::x,
               "What is in the middle of the panes, from the left edge to the right."),
        centre("center-y", "Center y", &glm::dvec2::y, "The same from the top to the bottom."),
        number_row("cap", "Cap (MiB)", setup.cap, {Setup::min_cap, Setup::max_cap, 4096},
                   "The memory for snapshots. Larger numbers can be set on the command line."),
    };
    if (is_mask_text(setup.image))
        rows.front().choices.push_back({"Your own", setup.image});
    return rows;
}

std::vector<RunTrace*> Run::traces() const {
    return b ? std::vector{a.get(), b.get()} : std::vector{a.get()};
}

std::int64_t Run::snapshot_bytes() const {
    std::int64_t bytes = 0;
    for (const RunTrace* trace : traces())
        bytes += trace->snapshots.bytes();
    return bytes;
}

Work<Run> make_image_run(const Setup& setup, const std::shared_ptr<const Run>& before, bool afresh) {
    const auto make = [setup, before, afresh](WorkerContext& context) {
        Run run{setup, nullptr, nullptr, nullptr, {}, before ? before->number + 1 : 1};
        const bool same_image = before && !afresh && before->setup.image == setup.image;
        run.source = same_image ? before->source : read_source(setup, context.machine().raster().max_side());
        for (const bool b : {false, true}) {
            if (b && !setup.needs_b())
                break;
            std::shared_ptr<RunTrace>& trace = b ? run.b : run.a;
            const std::shared_ptr<RunTrace> old = !before ? nullptr : b ? before->b : before->a;
            if (old && same_image && setup.same_variant(before->setup, b)) {
                trace = old;
                continue;
            }
            auto recorded =
                record_run(context, setup.spec(b, run.source), old ? old->shown() : std::vector<int>());
            if (!recorded)
                throw Cancelled{};
            trace = std::make_shared<RunTrace>(std::move(*recorded), setup.cap_of_each(),
                                               fmt::format("{} {}", b ? "B" : "A", run.number));
        }
        run.line = TimeLine(run.a->steps(), run.b ? std::span(run.b->steps()) : std::span<const TraceStep>());
        return run;
    };
    const std::string name =
        is_mask_text(setup.image) ? "your own mask" : std::filesystem::path(setup.image).filename().string();
    return {"compacting " + name, "compacting " + name, make};
}

std::string Step::title() const {
    const std::string text = run_.line.text(position_);
    if (position_ == 0)
        return text;
    const bool b = run_.named_by_b(position_);
    const std::string pass = pass_name(run_.trace(b).steps()[static_cast<std::size_t>(*step(b))]);
    return pass == text ? text : fmt::format("{}: {}", text, pass);
}

std::string Step::sentence() const {
    if (position_ == 0)
        return "The picture, row by row, is the stream. Nothing has run yet: the valid elements are to be "
               "moved together, without the others.";
    return run_.line.sentence(position_, run_.b != nullptr, [this](bool of_b) {
        return sentence_of(*run_.trace(of_b).record, *step(of_b));
    });
}

std::string Step::text() const {
    if (position_ == 0)
        return fmt::format("input: {} elements", run_.size());
    const bool b = run_.named_by_b(position_);
    const RunTrace& trace = run_.trace(b);
    const TraceStep& pass = trace.steps()[static_cast<std::size_t>(*step(b))];
    std::string text = title();
    if (const auto milliseconds = trace.milliseconds(*step(b)))
        text += ", " + duration_text(*milliseconds);
    const auto names = pass.inputs | std::views::transform(&StepResource::name);
    return text +
           fmt::format(": {}{}{}", fmt::join(names, ", "), names.empty() ? "" : " → ", pass.output.name);
}

bool Step::shows_blocks() const {
    // Blocks are compared with blocks, streams with streams.
    bool in_blocks = true, joined = true;
    for (const bool b : {false, true}) {
        if (const RunTrace* const trace = b ? run_.b.get() : run_.a.get();
            trace && (!b || setup_.needs_b())) {
            in_blocks = in_blocks && raster::is_blockwise(trace->record->spec.options.algorithm);
            joined = joined && step(b) == last_step(*trace->record);
        }
    }
    return in_blocks && !joined;
}

int Step::making_step(bool b) const {
    const RunRecord& record = *run_.trace(b).record;
    const auto search = std::ranges::find(record.steps, raster::stage::search, &TraceStep::stage);
    return shows_blocks() && search != record.steps.end() ? static_cast<int>(search - record.steps.begin())
                                                          : last_step(record);
}

std::vector<int> Step::shown_steps(bool b) const {
    const std::optional<int> step = this->step(b);
    if (!step)
        return {};
    std::vector<int> steps{*step};
    if (const int blocks = making_step(b); shows_blocks() && blocks < *step)
        steps.push_back(blocks);
    return steps;
}

PaneContents Step::no_picture(bool b, std::string title, std::string message) const {
    const raster::StreamLayout& layout = run_.trace(b).record->layout;
    return {
        .title = std::move(title), .message = std::move(message), .elements = {layout.width, layout.height}};
}

PaneContents Step::snapshot_pane(bool b, int step) const {
    RunTrace& trace = run_.trace(b);
    PaneContents contents = pass_contents(trace.record, step, trace.snapshots.use(step), trace.id);
    if (!contents.texels && std::ranges::find(trace.shown(), step) == trace.shown().end())
        contents.message = "its snapshot does not fit into the cap:\nraise it";
    return contents;
}

PaneContents Step::pass_pane(bool b) const {
    if (b && !run_.b)
        return {.title = "Pass"};
    const TimeLine::Stage& stage = run_.line.stage_at(position_);
    const bool lacks = position_ > 0 && stage.passes[b ? 1 : 0] == 0;
    const std::optional<int> step = this->step(b);
    if (!step)
        return no_picture(b, "Pass",
                          lacks ? fmt::format("no pass of the stage {},\nand none before it", stage.name)
                                : "no pass has run yet");
    PaneContents contents = snapshot_pane(b, *step);
    if (lacks)
        contents.detail = fmt::format("has no {}", stage.name);
    return contents;
}

PaneContents Step::result_pane(bool b) const {
    if (b && !run_.b)
        return {.title = "Result"};
    const std::shared_ptr<const RunRecord>& record = run_.trace(b).record;
    const char* const title = shows_blocks() ? "Blocks" : "Result";
    const int making = making_step(b);
    if (!step(b) || *step(b) < making)
        return no_picture(b, title,
                          fmt::format("made by step {}, {}", run_.line.position_of(making, b),
                                      record->steps[static_cast<std::size_t>(making)].pass));
    if (!shows_blocks())
        return stream_contents(record, run_.trace(b).id);
    PaneContents contents = snapshot_pane(b, making);
    contents.title = title;
    contents.detail = fmt::format("each of {} packed to its left", record->layout.block);
    return contents;
}

std::vector<PaneContents> Step::panes(bool wide) const {
    const PaneContents source =
        source_contents(run_.source, *run_.a->record, setup_.discriminator(*run_.source));
    PaneContents a_pass = pass_pane(false), a_result = result_pane(false);
    const bool b = setup_.flip && run_.b, makes_result = step(b) == making_step(b); // the same picture then
    const auto alone = [&] {
        return makes_result ? std::vector{source, a_result} : std::vector{source, a_pass, a_result};
    };
    if (!setup_.needs_b())
        return alone();

    PaneContents b_pass = pass_pane(true), b_result = result_pane(true);
    const PaneContents pass_difference = difference_contents(a_pass, b_pass),
                       result_difference = difference_contents(a_result, b_result);
    for (PaneContents* contents : {&a_pass, &a_result})
        contents->title = "A  " + contents->title;
    for (PaneContents* contents : {&b_pass, &b_result})
        contents->title = "B  " + contents->title;
    if (setup_.flip) {
        a_pass = b_pass;
        a_result = b_result;
    }
    switch (setup_.compare) {
    case Compare::off: return alone();
    case Compare::side_by_side:
        if (wide)
            return {source, a_pass, a_result, result_difference, b_pass, b_result};
        return {a_pass, a_result, b_pass, b_result};
    case Compare::difference: return {a_pass, b_pass, pass_difference, a_result, b_result, result_difference};
    }
    return {};
}

} // namespace scanline::view::compaction::image
