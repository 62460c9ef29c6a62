#include "compaction_image/model.h"

#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/raster/passes.h"
#include "scanline/view/widgets.h"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>
#include <tuple>

namespace scanline::view {

namespace {

/// Everything that a run depends on besides the picture.
auto run_key(const ImageSettings& settings, bool b, const ValueImage& source) {
    const raster::CompactionOptions options = settings.options(b, source);
    return std::tuple(options.algorithm, options.prefix_sum, options.run_lengths, options.payload,
                      options.discriminator.threshold, options.discriminator.negate, settings.block_of(b));
}

int last_step(const RunRecord& record) {
    return static_cast<int>(record.steps.size()) - 1;
}

bool is_blockwise(const RunRecord& record) {
    return raster::is_blockwise(record.spec.options.algorithm);
}

std::shared_ptr<const ValueImage> read_source(const std::string& image, const std::filesystem::path& masks,
                                              int max_side) {
    const bool mask = std::ranges::find(mask_names, image) != mask_names.end();
    ValueImage read =
        read_value_image(mask ? masks / (image + ".png") : std::filesystem::path(image), max_side);
    if (mask)
        read.name = image;
    return std::make_shared<const ValueImage>(std::move(read));
}

} // namespace

ImageModel::ImageModel(Worker& worker, std::filesystem::path masks,
                       std::function<void(const std::string&)> warn)
    : worker_(&worker), masks_(std::move(masks)), warn_(std::move(warn)), a_(worker, "A"), b_(worker, "B") {}

std::vector<Setting> ImageModel::settings() const {
    ImageSettings now = settings_;
    now.pass = wanted_pass_.value_or(transport.position());
    now.zoom = view.fitted() ? std::nullopt : std::optional(view.scale());
    now.centre = view.centre();
    return settings_of(now);
}

void ImageModel::set(std::string_view key, std::string_view value) {
    ImageSettings next = settings_;
    next.centre = view.centre();
    view::set(next, key, value);
    if (key == "pass") {
        wanted_pass_ = next.pass;
        follow_trace();
    } else if (key == "zoom") {
        if (next.zoom)
            view.zoom_to(*next.zoom);
        else
            view.fit();
        fits_next_ = false;
    } else if ((key == "center-x" || key == "center-y") && next.centre != view.centre()) {
        view.move_to(next.centre);
        fits_next_ = false;
    }
    change(next);
}

void ImageModel::change(const ImageSettings& settings) {
    const ImageSettings before = std::exchange(settings_, settings);
    if (!started_)
        return;
    if (settings.image != before.image) {
        fits_next_ = true;
        settings_.pinned = -1;
        settings.image == read_image_ ? reading_.cancel() : read(false);
    }
    if (!source_)
        return;
    if (run_key(before, false, *source_) != run_key(settings_, false, *source_))
        run(false);
    if (run_key(before, true, *source_) != run_key(settings_, true, *source_))
        b_started_ = false;
    share_cap();
}

void ImageModel::open(const std::filesystem::path& path) {
    started_ = fits_next_ = true;
    settings_.image = path.string();
    // A file that is reopened may have new content.
    read(false);
}

void ImageModel::start() {
    if (!std::exchange(started_, true))
        read(true);
}

void ImageModel::read(bool restored) {
    // If the first mask is missing there is no fallback: that is an error.
    const bool replaceable = restored && settings_.image != mask_names.front();
    std::function<void(const std::string&)> failed;
    if (replaceable)
        failed = [this](const std::string& reason) {
            if (warn_)
                warn_(reason);
        };
    reading_ = worker_->post(
        "reading " + std::filesystem::path(settings_.image).filename().string(),
        [image = settings_.image, masks = masks_, side = worker_->max_side()](WorkerContext&) {
            return read_source(image, masks, side);
        },
        [this](const Source& source) { take(source); }, failed);
}

void ImageModel::take(const Source& source) {
    source_ = source;
    read_image_ = settings_.image;
    if (std::exchange(fits_next_, false))
        view.fit();
    restart();
    share_cap();
}

void ImageModel::follow_reading() {
    if (!started_ || reading_.pending() || settings_.image == read_image_)
        return;
    // The picture could not be read.
    if (source_) {
        settings_.image = read_image_;
    } else if (settings_.image != mask_names.front()) {
        settings_.image = mask_names.front();
        read(false);
    }
}

Ticket::Progress ImageModel::progress() const {
    return reading_.pending() ? reading_.progress() : a_.busy() ? a_.progress() : b_.progress();
}

void ImageModel::restart() {
    if (!source_)
        return;
    run(false);
    b_started_ = false;
}

void ImageModel::run(bool b) {
    (b ? b_ : a_).start({source_, settings_.options(b, *source_), settings_.block_of(b)});
}

void ImageModel::share_cap() {
    const std::int64_t each = settings_.needs_b() ? cap_bytes() / 2 : cap_bytes();
    a_.set_cap(each);
    b_.set_cap(each);
}

void ImageModel::update() {
    follow_reading();
    if (!source_)
        return;
    if (settings_.needs_b() && !b_started_) {
        b_started_ = true;
        run(true);
    } else if (!settings_.needs_b() && b_started_) {
        b_started_ = false;
        b_.clear();
    }
    follow_trace();
    a_.update(shown_steps(false), transport.playing());
    if (settings_.needs_b())
        b_.update(shown_steps(true), transport.playing());
    follow_pin();
    follow_code();
}

void ImageModel::follow_trace() {
    if (!a_.trace())
        return;
    const std::array generations{a_.generation(), b() ? b_.generation() : 0};
    if (generations != followed_) {
        followed_ = generations;
        const TimeLine before = std::exchange(
            line_, TimeLine(a_.trace()->steps(), b() ? b()->steps() : std::span<const TraceStep>()));
        const int position = before.count() > 0 ? line_.matching(before, transport.position()) : 0;
        transport.set_count(line_.count());
        if (position != transport.position())
            transport.seek(position);
    }
    // Only with the passes of both is it known where it is.
    const bool waits = settings_.needs_b() && !b() && (!b_started_ || b_.recording());
    if (wanted_pass_ && !waits)
        transport.seek(*std::exchange(wanted_pass_, std::nullopt));
}

std::optional<int> ImageModel::step_of(bool b) const {
    return line_.count() > 0 ? line_.at(transport.position()).steps[b ? 1 : 0] : std::nullopt;
}

bool ImageModel::runs_here(bool b) const {
    return line_.runs(transport.position(), b);
}

std::string ImageModel::title() const {
    if (line_.count() == 0)
        return {};
    const std::string text = line_.text(transport.position());
    for (const bool b : {false, true}) {
        if (!runs_here(b))
            continue;
        const std::string pass = pass_name(run_of(b).trace()->steps()[static_cast<std::size_t>(*step_of(b))]);
        return pass == text ? text : fmt::format("{}: {}", text, pass);
    }
    return text;
}

std::string ImageModel::sentence() const {
    if (line_.count() == 0)
        return {};
    if (transport.position() == 0)
        return "The picture, row by row, is the stream. Nothing has run yet: the valid elements are to be "
               "moved together, without the others.";
    return line_.sentence(transport.position(), b() != nullptr, [this](bool of_b) {
        return sentence_of(*run_of(of_b).trace()->record, *step_of(of_b));
    });
}

std::string ImageModel::step_text() const {
    if (line_.count() == 0)
        return {};
    if (transport.position() == 0)
        return fmt::format("input: {} elements", source_->size());
    const bool of_b = !runs_here(false);
    const int step = *step_of(of_b);
    const RunTrace& trace = *run_of(of_b).trace();
    const TraceStep& pass = trace.steps()[static_cast<std::size_t>(step)];
    std::string text = title();
    if (const auto milliseconds = trace.milliseconds(step))
        text += ", " + duration_text(*milliseconds);
    const auto names = pass.inputs | std::views::transform(&StepResource::name);
    return text +
           fmt::format(": {}{}{}", fmt::join(names, ", "), names.empty() ? "" : " → ", pass.output.name);
}

bool ImageModel::shows_blocks() const {
    const auto in_blocks = [&](bool b) {
        return !run_of(b).trace() || is_blockwise(*run_of(b).trace()->record);
    };
    const auto joined = [&](bool b) {
        return run_of(b).trace() && step_of(b) == last_step(*run_of(b).trace()->record);
    };
    // Blocks are compared with blocks, streams with streams.
    if (settings_.needs_b())
        return in_blocks(false) && in_blocks(true) && !(joined(false) && joined(true));
    return in_blocks(false) && !joined(false);
}

int ImageModel::making_step(bool b) const {
    const RunRecord& record = *run_of(b).trace()->record;
    const auto search = std::ranges::find(record.steps, raster::stage::search, &TraceStep::stage);
    return shows_blocks() && search != record.steps.end() ? static_cast<int>(search - record.steps.begin())
                                                          : last_step(record);
}

std::vector<int> ImageModel::shown_steps(bool b) const {
    const std::optional<int> step = step_of(b);
    if (!step || !run_of(b).trace())
        return {};
    std::vector<int> steps{*step};
    if (const int blocks = making_step(b); shows_blocks() && blocks < *step)
        steps.push_back(blocks);
    return steps;
}

PaneContents ImageModel::no_picture(bool b, std::string title, std::string message) const {
    const raster::StreamLayout& layout = run_of(b).trace()->record->layout;
    return {
        .title = std::move(title), .message = std::move(message), .elements = {layout.width, layout.height}};
}

PaneContents ImageModel::snapshot_pane(bool b, int step) {
    VariantRun& run = run_of(b);
    PaneContents contents =
        pass_contents(run.trace()->record, step, run.trace()->snapshots.use(step), run.id());
    if (!contents.texels && !run.fits(step))
        contents.message = "its snapshot does not fit into the cap:\nraise it";
    return contents;
}

PaneContents ImageModel::pass_pane(bool b) {
    if (!run_of(b).trace() || line_.count() == 0)
        return {.title = "Pass"};
    const TimeLine::Stage& stage = line_.stage_at(transport.position());
    const bool lacks = transport.position() > 0 && stage.passes[b ? 1 : 0] == 0;
    const std::optional<int> step = step_of(b);
    if (!step)
        return no_picture(b, "Pass",
                          lacks ? fmt::format("no pass of the stage {},\nand none before it", stage.name)
                                : "no pass has run yet");
    PaneContents contents = snapshot_pane(b, *step);
    if (lacks)
        contents.detail = fmt::format("has no {}", stage.name);
    return contents;
}

PaneContents ImageModel::result_pane(bool b) {
    if (!run_of(b).trace() || line_.count() == 0)
        return {.title = "Result"};
    const std::shared_ptr<const RunRecord>& record = run_of(b).trace()->record;
    const char* const title = shows_blocks() ? "Blocks" : "Result";
    const int making = making_step(b);
    if (!step_of(b) || *step_of(b) < making)
        return no_picture(b, title,
                          fmt::format("made by step {}, {}", line_.position_of(making, b),
                                      record->steps[static_cast<std::size_t>(making)].pass));
    if (!shows_blocks())
        return stream_contents(record, run_of(b).id());
    PaneContents contents = snapshot_pane(b, making);
    contents.title = title;
    contents.detail = fmt::format("each of {} packed to its left", record->layout.block);
    return contents;
}

std::vector<PaneContents> ImageModel::panes(bool wide) {
    const PaneContents source =
        a_.trace() ? source_contents(source_, *a_.trace()->record, settings_.discriminator(*source_))
                   : PaneContents{.title = "Source"};
    PaneContents a_pass = pass_pane(false), a_result = result_pane(false);
    if (!settings_.needs_b())
        return {source, a_pass, a_result};

    PaneContents b_pass = pass_pane(true), b_result = result_pane(true);
    const PaneContents pass_difference = difference_contents(a_pass, b_pass),
                       result_difference = difference_contents(a_result, b_result);
    for (PaneContents* contents : {&a_pass, &a_result})
        contents->title = "A  " + contents->title;
    for (PaneContents* contents : {&b_pass, &b_result})
        contents->title = "B  " + contents->title;
    if (settings_.flip) {
        a_pass = b_pass;
        a_result = b_result;
    }
    switch (settings_.compare) {
    case Compare::off: return {source, a_pass, a_result};
    case Compare::side_by_side:
        if (wide)
            return {source, a_pass, a_result, result_difference, b_pass, b_result};
        return {a_pass, a_result, b_pass, b_result};
    case Compare::difference: return {a_pass, b_pass, pass_difference, a_result, b_result, result_difference};
    }
    return {};
}

int ImageModel::columns(bool wide) const {
    switch (settings_.compare) {
    case Compare::off: return 0;
    case Compare::side_by_side: return wide ? 3 : 2;
    case Compare::difference: return 3;
    }
    return 0;
}

std::int64_t ImageModel::snapshot_bytes() const {
    std::int64_t bytes = 0;
    for (const RunTrace* trace : {a(), b()})
        bytes += trace ? trace->snapshots.bytes() : 0;
    return bytes;
}

} // namespace scanline::view
