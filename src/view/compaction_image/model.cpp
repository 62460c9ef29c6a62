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
auto run_key(const ImageSettings& settings, bool b) {
    const raster::CompactionOptions options = settings.options(b);
    return std::tuple(options.algorithm, options.prefix_sum, options.run_lengths, options.payload,
                      options.discriminator.threshold, options.discriminator.negate, settings.block_of(b));
}

/// The step after which every block is compacted on its own, if A has one at or before `step`.
std::optional<int> blocks_step(const RunRecord& record, int step) {
    if (!raster::is_blockwise(record.spec.options.algorithm))
        return std::nullopt;
    if (record.steps[static_cast<std::size_t>(step)].stage == raster::stage::concatenation)
        return std::nullopt;
    const auto search = std::ranges::find(record.steps, raster::stage::search, &TraceStep::stage);
    return search == record.steps.end() ? std::nullopt
                                        : std::optional(static_cast<int>(search - record.steps.begin()));
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

/// The position of a stage in execution order; an unknown one comes first.
std::ptrdiff_t rank_of(std::string_view stage) {
    const auto found = std::ranges::find(raster::stage::all, stage);
    return found == raster::stage::all.end() ? -1 : found - raster::stage::all.begin();
}

} // namespace

ImageModel::ImageModel(Worker& worker, std::filesystem::path masks,
                       std::function<void(const std::string&)> warn)
    : worker_(&worker), masks_(std::move(masks)), warn_(std::move(warn)), a_(worker, "A"), b_(worker, "B") {}

std::vector<Setting> ImageModel::settings() const {
    ImageSettings now = settings_;
    now.pass = transport.count() > 0 ? transport.position() : wanted_pass_.value_or(0);
    now.zoom = view.fitted() ? std::nullopt : std::optional(view.scale());
    now.centre = view.centre();
    return settings_of(now);
}

void ImageModel::set(std::string_view key, std::string_view value) {
    ImageSettings next = settings_;
    next.centre = view.centre();
    view::set(next, key, value);
    if (key == "pass") {
        if (transport.count() > 0)
            transport.seek(next.pass);
        else
            wanted_pass_ = next.pass;
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
        settings.image == read_image_ ? reading_.cancel() : read(false);
    }
    if (!source_)
        return;
    if (run_key(before, false) != run_key(settings_, false))
        run(false);
    if (run_key(before, true) != run_key(settings_, true))
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
    reading_ =
        worker_->post("reading " + std::filesystem::path(settings_.image).filename().string(),
                      [this, image = settings_.image, masks = masks_, side = worker_->max_side(),
                       replaceable](WorkerContext&) -> Worker::Completion {
                          try {
                              return [this, source = read_source(image, masks, side)] { take(source); };
                          } catch (const Error& error) {
                              if (!replaceable)
                                  throw;
                              return [this, reason = std::string(error.what())] {
                                  if (warn_)
                                      warn_(reason);
                              };
                          }
                      });
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
    (b ? b_ : a_).start({source_, settings_.options(b), settings_.block_of(b)});
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
    a_.update(shown_steps(a_, step_a()), transport.playing());
    if (settings_.needs_b())
        b_.update(shown_steps(b_, step_b()), transport.playing());
}

void ImageModel::follow_trace() {
    const RunTrace* trace = a_.trace();
    if (!trace || a_.generation() == followed_)
        return;
    followed_ = a_.generation();
    const std::vector<TraceStep>& steps = trace->steps();
    int position = transport.position();
    if (!followed_steps_.empty())
        position = matching_step(followed_steps_, position, steps);
    followed_steps_ = steps;
    transport.set_count(static_cast<int>(steps.size()));
    if (wanted_pass_)
        position = *wanted_pass_;
    wanted_pass_.reset();
    if (position != transport.position())
        transport.seek(position);
}

std::optional<int> ImageModel::step_a() const {
    if (!a_.trace() || a_.generation() != followed_)
        return std::nullopt;
    return transport.position();
}

std::optional<int> ImageModel::step_b() const {
    const std::optional<int> step = step_a();
    if (!step || !b())
        return std::nullopt;
    return matching_step(a_.trace()->steps(), *step, b_.trace()->steps());
}

std::string ImageModel::step_text() const {
    const std::optional<int> step = step_a();
    if (!step)
        return {};
    const TraceStep& pass = a_.trace()->steps()[static_cast<std::size_t>(*step)];
    std::string text = pass_name(pass);
    if (const auto milliseconds = a_.trace()->milliseconds(*step))
        text += ", " + duration_text(*milliseconds);
    const auto names = pass.inputs | std::views::transform(&StepResource::name);
    return text + fmt::format(": {}{}{} {} x {}", fmt::join(names, ", "), names.empty() ? "" : " → ",
                              pass.output.name, pass.output.width, pass.output.height);
}

std::vector<int> ImageModel::shown_steps(const VariantRun& run, std::optional<int> step) const {
    if (!step || !run.trace())
        return {};
    std::vector<int> steps{*step};
    if (const auto blocks = blocks_step(*run.trace()->record, *step); blocks && *blocks != *step)
        steps.push_back(*blocks);
    return steps;
}

PaneContents ImageModel::pass_pane(VariantRun& run, std::optional<int> step) {
    if (!run.trace() || !step)
        return {.title = "Pass"};
    PaneContents contents =
        pass_contents(run.trace()->record, *step, run.trace()->snapshots.use(*step), run.id());
    if (!contents.texels && !run.fits(*step))
        contents.message = "its snapshot does not fit into the cap:\nraise it";
    return contents;
}

PaneContents ImageModel::result_pane(VariantRun& run, std::optional<int> step, bool as_blocks) {
    if (!run.trace() || !step)
        return {.title = "Result"};
    const std::shared_ptr<const RunRecord>& record = run.trace()->record;
    const std::optional<int> blocks = blocks_step(*record, *step);
    if (!as_blocks || !blocks)
        return stream_contents(record, run.id());
    PaneContents contents = pass_pane(run, *blocks);
    contents.title = "Blocks";
    contents.detail = fmt::format("each of {} packed to its left", record->layout.block);
    return contents;
}

std::vector<PaneContents> ImageModel::panes(bool wide) {
    const PaneContents source = a_.trace()
                                    ? source_contents(source_, *a_.trace()->record, settings_.discriminator)
                                    : PaneContents{.title = "Source"};
    const std::optional<int> a = step_a(), b = step_b();
    // Compare blocks with blocks, streams with streams.
    const bool blocks = !settings_.needs_b() || (a && b && blocks_step(*a_.trace()->record, *a) &&
                                                 blocks_step(*b_.trace()->record, *b));
    PaneContents a_pass = pass_pane(a_, a), a_result = result_pane(a_, a, blocks);
    if (!settings_.needs_b())
        return {source, a_pass, a_result};

    PaneContents b_pass = pass_pane(b_, b), b_result = result_pane(b_, b, blocks);
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

int matching_step(std::span<const TraceStep> steps, int step, std::span<const TraceStep> others) {
    const TraceStep& wanted = steps[static_cast<std::size_t>(step)];
    const auto place_in_stage =
        std::ranges::count(steps.first(static_cast<std::size_t>(step)), wanted.stage, &TraceStep::stage);

    int same_place = -1, before = 0;
    std::ptrdiff_t place = 0;
    for (int i = 0; i < static_cast<int>(others.size()); ++i) {
        const TraceStep& other = others[static_cast<std::size_t>(i)];
        if (other.stage == wanted.stage) {
            if (other.pass == wanted.pass && other.step == wanted.step)
                return i;
            if (place++ <= place_in_stage)
                same_place = i;
        } else if (rank_of(other.stage) < rank_of(wanted.stage)) {
            before = i;
        }
    }
    return same_place >= 0 ? same_place : before;
}

} // namespace scanline::view
