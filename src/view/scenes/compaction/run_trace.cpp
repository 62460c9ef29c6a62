#include "scenes/compaction/run_trace.h"

#include "kit/text.h"
#include "scanline/core/error.h"
#include "scanline/data/file.h"
#include "scanline/data/mask.h"
#include "scanline/gl/functions.h"
#include "scanline/raster/compactor.h"
#include "scanline/raster/pass_reader.h"
#include "scanline/raster/passes.h"
#include "scanline/systems/compaction.h"
#include "scenes/compaction/code.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace scanline::view::compaction {

namespace {

StepResource keep(const PassResource& resource) {
    return {std::string(resource.name), resource.handle, resource.width, resource.height, resource.channels};
}

std::vector<std::int64_t> output_bytes(const std::vector<TraceStep>& steps) {
    std::vector<std::int64_t> bytes;
    bytes.reserve(steps.size());
    for (const TraceStep& step : steps)
        bytes.push_back(step.output.bytes());
    return bytes;
}

/// A spec ready to run. Created anew for every purpose, so that whatever a pass leaves undrawn is always the
/// same.
class Runner {
public:
    Runner(raster::Engine& engine, const CompactionSpec& spec)
        : engine_(engine), layout_(layout_of(spec, engine.max_side())),
          compactor_(engine, layout_, spec.options), stream_(engine.make_stream(layout_)) {
        engine.upload(stream_, layout_, spec.source->values);
    }

    void operator()(PassObserver* observer) {
        const ObserverScope scope(engine_, observer);
        compactor_(stream_);
    }

    Texels read_output() const {
        const raster::StreamTexture& output = compactor_.output();
        return std::make_shared<const std::vector<float>>(engine_.read(output, output.area()));
    }

    const raster::StreamLayout& layout() const { return layout_; }
    const raster::Compactor& compactor() const { return compactor_; }

private:
    raster::Engine& engine_;
    raster::StreamLayout layout_;
    raster::Compactor compactor_;
    raster::StreamTexture stream_;
};

/// Thrown to end a run after the last wanted pass.
struct EnoughSeen {};

/// Records the steps of a run, and reads back the output of selected steps, counted from 0.
class TraceObserver final : public PassObserver {
public:
    /// capture: the job whose run ends after the last wanted step, or on cancellation; null for a complete
    /// run.
    TraceObserver(std::span<const int> wanted, WorkerContext* capture)
        : wanted_(wanted.begin(), wanted.end()), capture_(capture) {}

    void stage_begins(std::string_view stage) override { stage_ = stage; }
    void pass_ends(const Pass& pass) override {
        if (capture_ && capture_->cancelled())
            throw EnoughSeen{};
        const int step = static_cast<int>(steps.size());
        steps.push_back(
            {stage_, std::string(pass.name), pass.step, {}, keep(pass.output), pass.items, pass.fetches});
        std::ranges::transform(pass.inputs, std::back_inserter(steps.back().inputs), keep);
        if (wanted_.contains(step))
            snapshots[step] = std::make_shared<const std::vector<float>>(reader_.read(pass.output));
        if (!capture_)
            return;
        const std::size_t read = snapshots.size(), all = wanted_.size();
        capture_->progress(static_cast<double>(read) / static_cast<double>(all),
                           fmt::format("reading {} of {} passes", read, all));
        if (step >= *wanted_.rbegin())
            throw EnoughSeen{};
    }

    std::vector<TraceStep> steps;
    Snapshots snapshots;

private:
    std::string stage_;
    std::set<int> wanted_;
    WorkerContext* capture_;
    raster::PassReader reader_;
};

} // namespace

ValueRange finite_range(std::span<const float> values) {
    ValueRange range{std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};
    for (const float value : values) {
        if (std::isfinite(value)) {
            range.least = std::min(range.least, value);
            range.most = std::max(range.most, value);
        }
    }
    return range.least > range.most ? ValueRange{0, 0} : range;
}

ValueImage read_value_image(const std::filesystem::path& path, int max_side) {
    const data::Mask mask = data::read_mask(path, static_cast<std::size_t>(raster::max_stream_size));
    if (mask.width > max_side || mask.height > max_side)
        throw data::read_error(
            path,
            fmt::format(
                "it is {} x {}, and textures of this OpenGL have at most {} x {}; make it narrower or lower",
                mask.width, mask.height, max_side, max_side));
    std::vector<float> values = mask.numbers.convert<float>();
    const ValueRange range =
        mask.white ? ValueRange{0, static_cast<float>(*mask.white)} : finite_range(values);
    return {path.filename().string(),
            mask.width,
            mask.height,
            std::move(values),
            range,
            static_cast<float>(mask.default_threshold()),
            mask.note};
}

raster::StreamLayout layout_of(const CompactionSpec& spec, int max_side) {
    const raster::CompactionOptions& options = spec.options;
    if (options.algorithm == raster::Algorithm::automatic &&
        options.automatic.adaption == raster::Adaption::temporal)
        throw usage_error("a trace of auto cannot adapt temporal, which goes by the stream before: choose "
                          "global or regional");
    const int block = raster::is_blockwise(options.algorithm)
                          ? spec.block
                          : systems::entry(options.algorithm).default_block;
    return raster::make_stream_layout(spec.source->size(), block, max_side);
}

std::vector<PassName> passes_of(const RunRecord& record) {
    std::vector<PassName> passes;
    for (const TraceStep& step : record.steps)
        passes.push_back({step.pass, step.step});
    return passes;
}

raster::Algorithm algorithm_of(const RunRecord& record) {
    return record.chosen.value_or(record.spec.options.algorithm);
}

bool marks_invalid(const RunRecord& record) {
    return row_of(algorithm_of(record)).marks == raster::Mark::invalid;
}

std::string sentence_of(const RunRecord& record, int step) {
    return describe_passes(passes_of(record), algorithm_of(record))[static_cast<std::size_t>(step)].meaning;
}

scanline::Work work_of(std::span<const TraceStep> steps) {
    scanline::Work work;
    for (const TraceStep& step : steps)
        work += {1, step.items, step.fetches.value_or(0), step.fetches ? 0u : 1u};
    return work;
}

std::optional<RecordedRun> record_run(WorkerContext& context, const CompactionSpec& spec,
                                      std::span<const int> wanted) {
    if (context.cancelled())
        return std::nullopt;
    Runner run(context.machine().raster(), spec);
    TraceObserver observer(wanted, nullptr);
    if (context.cancelled())
        return std::nullopt;
    run(&observer);
    RunRecord record{spec,
                     run.layout(),
                     std::move(observer.steps),
                     run.read_output(),
                     run.compactor().read_count(),
                     run.compactor().monotonic(),
                     nullptr};
    if (const raster::CompactionChoice ran = run.compactor().choice();
        spec.options.algorithm == raster::Algorithm::automatic) {
        record.chosen = ran.algorithm;
        if (ran.block > 0)
            record.layout.block = ran.block;
    }
    record.elements = record.output;
    if (spec.options.payload == raster::Payload::value) {
        CompactionSpec of_elements = spec;
        of_elements.options.payload = raster::Payload::index;
        Runner again(context.machine().raster(), of_elements);
        again(nullptr);
        record.elements = again.read_output();
    }
    return RecordedRun{std::make_shared<const RunRecord>(std::move(record)), std::move(observer.snapshots)};
}

std::optional<RunTimes> time_run(WorkerContext& context, const RunRecord& record) {
    constexpr int repetitions = 5;
    constexpr double enough_milliseconds = 500;

    Runner run(context.machine().raster(), record.spec);
    run(nullptr); // the first run compiles the programs
    gl::StageTimer stage_timer(context.machine().timer(), context.machine().clock());
    const Stopwatch watch(context.machine().clock());
    int done = 0;
    const std::vector<machine::Repetition> runs = machine::repeat(
        {.repetitions = repetitions,
         .stop =
             [&] {
                 return context.cancelled() || (done > 0 && watch.milliseconds() >= enough_milliseconds);
             }},
        [&] {
            context.progress(static_cast<double>(done++) / repetitions, "timing the stages");
            run(&stage_timer);
            return machine::take_stages(stage_timer);
        });
    if (context.cancelled())
        return std::nullopt;
    gl::PassTimer pass_timer(context.machine().timer(), context.machine().clock());
    run(&pass_timer);
    RunTimes times{machine::median_repetition(runs), {}};
    for (const gl::TimedSpan& pass : pass_timer.take())
        times.passes.push_back(pass.milliseconds);
    return times;
}

Snapshots capture(WorkerContext& context, const RunRecord& record, std::span<const int> steps) {
    if (steps.empty() || context.cancelled())
        return {};
    Runner run(context.machine().raster(), record.spec);
    TraceObserver observer(steps, &context);
    try {
        run(&observer);
    } catch (const EnoughSeen&) {
        // A complete run checks for errors itself.
        gl::check_errors("reading passes");
    }
    return std::move(observer.snapshots);
}

RunTrace::RunTrace(RecordedRun run, std::int64_t cap, std::string name)
    : record(std::move(run.record)), snapshots(output_bytes(record->steps), cap), id(std::move(name)) {
    for (auto& [step, texels] : run.snapshots)
        snapshots.add(step, std::move(texels));
}

std::optional<double> RunTrace::milliseconds(int step) const {
    if (!times || static_cast<std::size_t>(step) >= times->passes.size())
        return std::nullopt;
    return times->passes[static_cast<std::size_t>(step)];
}

void RunTrace::set_cap(std::int64_t bytes) {
    if (bytes == snapshots.cap())
        return;
    filled_ = false;
    snapshots.set_cap(bytes);
}

void RunTrace::stop(std::span<const int> shown) {
    shown_ = snapshots.fitting(shown);
    timed_ = times.has_value();
    filled_ = filled_ && asked_.empty();
    timing_.drop();
    reading_.drop();
    asked_.clear();
}

void RunTrace::update(Worker& worker, std::span<const int> shown, bool ahead) {
    if (timing_.get() && *timing_.get())
        times = *timing_.get();
    take_read();
    // Others will never come, so do not wait for them.
    shown_ = snapshots.fitting(shown);
    if (reading_.pending()) {
        // Visible snapshots have priority over speculative ones.
        const bool missing = std::ranges::any_of(
            shown_, [&](int step) { return !snapshots.has(step) && !failed_.contains(step); });
        if (missing && !asked_shown_)
            reading_.stop();
        return;
    }
    // Do not request steps again whose job threw.
    failed_.insert(asked_.begin(), asked_.end());
    asked_.clear();
    if (read(worker, snapshots.allocate(shown_), true) || timing_.pending())
        return;
    if (!std::exchange(timed_, true))
        return timing_.start(worker, {"timing", "timing", [record = record](WorkerContext& context) {
                                          return time_run(context, *record);
                                      }});
    const auto near = with_neighbours(shown_, snapshots.count(), ahead ? 6 : 2, 1);
    if (!read(worker, snapshots.allocate(near), false) && !std::exchange(filled_, true))
        read(worker, snapshots.spread(), false);
}

void RunTrace::take_read() {
    const Snapshots* const read = reading_.get();
    if (!read)
        return;
    for (const auto& [step, texels] : *read)
        snapshots.add(step, texels);
    // A job that was stopped has more to do.
    filled_ = filled_ && read->size() == asked_.size();
    asked_.clear();
    reading_.drop();
}

bool RunTrace::read(Worker& worker, std::vector<int> steps, bool shown) {
    std::erase_if(steps, [&](int step) { return failed_.contains(step); });
    if (steps.empty())
        return false;
    asked_ = steps;
    asked_shown_ = shown;
    reading_.start(worker,
                   {"reading passes", "reading passes", [steps, record = record](WorkerContext& context) {
                        return capture(context, *record, steps);
                    }});
    return true;
}

Difference difference_of(float a, float b) {
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return Difference::same;
    if (b == raster::empty_element)
        return Difference::only_a;
    return a == raster::empty_element ? Difference::only_b : Difference::other;
}

std::string difference_note(std::span<const float> a, std::span<const float> b) {
    std::int64_t different = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        different += difference_of(a[i], b[i]) != Difference::same ? 1 : 0;
    if (different == 0)
        return "no difference";
    // By their bits, because what is no number has no order.
    const auto sorted = [](std::span<const float> numbers) {
        std::vector<std::uint32_t> bits(numbers.size());
        std::ranges::transform(numbers, bits.begin(),
                               [](float number) { return std::bit_cast<std::uint32_t>(number); });
        std::ranges::sort(bits);
        return bits;
    };
    return sorted(a) == sorted(b) ? "the same set in another order"
                                  : fmt::format("{} places differ", different);
}

} // namespace scanline::view::compaction
