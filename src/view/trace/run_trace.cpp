#include "trace/run_trace.h"

#include "compaction_image/picture.h"
#include "scanline/core/error.h"
#include "scanline/data/image_io.h"
#include "scanline/data/npy.h"
#include "scanline/data/read_file.h"
#include "scanline/gl/functions.h"
#include "scanline/raster/compactor.h"
#include "scanline/raster/pass_reader.h"
#include "scanline/systems/compaction.h"
#include "text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <numeric>
#include <set>

namespace scanline::view {

namespace {

StepResource keep(const PassResource& resource) {
    return {
        std::string(resource.name), resource.handle, resource.x, resource.y, resource.width, resource.height,
        resource.channels};
}

std::vector<std::int64_t> output_bytes(const std::vector<TraceStep>& steps) {
    std::vector<std::int64_t> bytes;
    bytes.reserve(steps.size());
    for (const TraceStep& step : steps)
        bytes.push_back(step.output.bytes());
    return bytes;
}

/// A spec ready to run. A new one for every purpose: what a pass leaves undrawn is then the same every time.
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

/// Reads back what some steps wrote, counted from 0.
class SnapshotReader {
public:
    explicit SnapshotReader(std::span<const int> wanted) : wanted_(wanted.begin(), wanted.end()) {}

    void read_if_wanted(int step, const Pass& pass) {
        if (wanted_.contains(step))
            snapshots_[step] = std::make_shared<const std::vector<float>>(reader_.read(pass.output));
    }
    bool past_the_last(int step) const { return wanted_.empty() || step >= *wanted_.rbegin(); }
    std::size_t wanted() const { return wanted_.size(); }
    std::size_t read() const { return snapshots_.size(); }
    Snapshots take() { return std::move(snapshots_); }

private:
    std::set<int> wanted_;
    raster::PassReader reader_;
    Snapshots snapshots_;
};

class StepRecorder final : public PassObserver {
public:
    explicit StepRecorder(std::span<const int> wanted) : reader_(wanted) {}

    void stage_begins(std::string_view stage) override { stage_ = stage; }
    void pass_ends(const Pass& pass) override {
        TraceStep step{stage_,      std::string(pass.name), pass.step, {}, keep(pass.output), pass.items,
                       pass.fetches};
        step.inputs.reserve(pass.inputs.size());
        for (const PassResource& input : pass.inputs)
            step.inputs.push_back(keep(input));
        reader_.read_if_wanted(static_cast<int>(steps.size()), pass);
        steps.push_back(std::move(step));
    }
    Snapshots take() { return reader_.take(); }

    std::vector<TraceStep> steps;

private:
    std::string stage_;
    SnapshotReader reader_;
};

/// What ends a run behind the last pass that is wanted.
struct EnoughSeen {};

class Capturer final : public PassObserver {
public:
    Capturer(WorkerContext& context, std::span<const int> wanted) : context_(context), reader_(wanted) {}

    void pass_ends(const Pass& pass) override {
        if (context_.cancelled())
            throw EnoughSeen{};
        reader_.read_if_wanted(step_, pass);
        context_.progress(static_cast<double>(reader_.read()) / static_cast<double>(reader_.wanted()),
                          fmt::format("reading {} of {} passes", reader_.read(), reader_.wanted()));
        if (reader_.past_the_last(step_++))
            throw EnoughSeen{};
    }
    Snapshots take() { return reader_.take(); }

private:
    WorkerContext& context_;
    SnapshotReader reader_;
    int step_ = 0;
};

/// The run whose stages take the median of all totals.
std::vector<gl::TimedSpan> median_run(std::vector<std::vector<gl::TimedSpan>> runs) {
    const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
    const auto total = [](const std::vector<gl::TimedSpan>& run) {
        return std::accumulate(run.begin(), run.end(), 0.0,
                               [](double sum, const gl::TimedSpan& span) { return sum + span.milliseconds; });
    };
    std::ranges::nth_element(runs, middle, {}, total);
    return std::move(*middle);
}

void check_size(const std::filesystem::path& path, std::size_t width, std::size_t height, int max_side) {
    const auto side = static_cast<std::size_t>(max_side);
    if (width == 0 || height == 0)
        throw data::read_error(path,
                               fmt::format("it has {} x {} elements; give it at least one", width, height));
    if (width > side || height > side)
        throw data::read_error(
            path,
            fmt::format(
                "it is {} x {}, and textures of this OpenGL have at most {} x {}; make it narrower or lower",
                width, height, side, side));
    if (width * height > static_cast<std::size_t>(raster::max_stream_size))
        throw data::read_error(
            path, fmt::format("it has {} x {} = {} elements, more than the limit of {}; make it smaller",
                              width, height, width * height, raster::max_stream_size));
}

bool is_npy(const std::filesystem::path& path) {
    constexpr std::string_view magic = "\x93NUMPY";
    std::array<char, magic.size()> begin{};
    std::ifstream file(path, std::ios::binary);
    return file.read(begin.data(), begin.size()) && std::string_view(begin.data(), begin.size()) == magic;
}

bool is_called_npy(const std::filesystem::path& path) {
    return lowered(path.extension().string()) == ".npy";
}

ValueImage read_array(const std::filesystem::path& path, int max_side) {
    const data::NpyArray array = data::read_npy(path);
    if (array.shape.empty() || array.shape.size() > 2)
        throw data::read_error(path,
                               fmt::format("it is an array of {} dimensions; give it two: rows and columns",
                                           array.shape.size()));
    const std::size_t width = array.shape.back(), height = array.shape.size() == 2 ? array.shape.front() : 1;
    check_size(path, width, height, max_side);
    ValueImage image;
    image.width = static_cast<int>(width);
    image.height = static_cast<int>(height);
    image.values = array.convert<float>();
    image.range = finite_range(image.values);
    return image;
}

ValueImage read_picture(const std::filesystem::path& path, int max_side) {
    const data::Image picture = data::read_image(path, static_cast<std::size_t>(raster::max_stream_size));
    check_size(path, static_cast<std::size_t>(picture.width), static_cast<std::size_t>(picture.height),
               max_side);
    ValueImage image;
    image.width = picture.width;
    image.height = picture.height;
    image.values.assign(picture.pixels.begin(), picture.pixels.end());
    return image;
}

} // namespace

raster::StreamLayout layout_of(const CompactionSpec& spec, int max_side) {
    const raster::CompactionOptions& options = spec.options;
    if (options.algorithm == raster::Algorithm::automatic &&
        options.automatic.adaption == raster::Adaption::temporal)
        throw usage_error("a trace of auto cannot adapt temporal, which goes by the stream before: choose "
                          "global or regional");
    const int block = raster::is_blockwise(options.algorithm)
                          ? spec.block
                          : catalog::entry(options.algorithm).default_block;
    return raster::make_stream_layout(spec.source->size(), block, max_side);
}

Work work_of(std::span<const TraceStep> steps) {
    Work work;
    for (const TraceStep& step : steps)
        work += {1, step.items, step.fetches.value_or(0), step.fetches ? 0u : 1u};
    return work;
}

double RunTimes::total() const {
    return std::accumulate(stages.begin(), stages.end(), 0.0,
                           [](double sum, const gl::TimedSpan& stage) { return sum + stage.milliseconds; });
}

std::optional<RecordedRun> record_run(WorkerContext& context, const CompactionSpec& spec,
                                      std::span<const int> wanted) {
    if (context.cancelled())
        return std::nullopt;
    Runner run(context.machine().raster(), spec);
    StepRecorder recorder(wanted);
    if (context.cancelled())
        return std::nullopt;
    run(&recorder);
    RunRecord record{spec,
                     run.layout(),
                     std::move(recorder.steps),
                     run.read_output(),
                     run.compactor().read_count(),
                     run.compactor().monotonic(),
                     run.compactor().scratch_bytes()};
    return RecordedRun{std::make_shared<const RunRecord>(std::move(record)), recorder.take()};
}

std::optional<RunTimes> time_run(WorkerContext& context, const RunRecord& record) {
    constexpr int repetitions = 5;
    constexpr double enough_milliseconds = 500;

    Runner run(context.machine().raster(), record.spec);
    run(nullptr); // the first run of a program compiles
    gl::StageTimer stage_timer(context.machine().timer(), context.machine().clock());
    std::vector<std::vector<gl::TimedSpan>> runs;
    const Stopwatch watch(context.machine().clock());
    for (int i = 0; i < repetitions && (i == 0 || watch.milliseconds() < enough_milliseconds); ++i) {
        if (context.cancelled())
            return std::nullopt;
        context.progress(static_cast<double>(i) / repetitions, "timing the stages");
        run(&stage_timer);
        runs.push_back(stage_timer.take());
    }
    if (context.cancelled())
        return std::nullopt;
    gl::PassTimer pass_timer(context.machine().timer(), context.machine().clock());
    run(&pass_timer);

    RunTimes times{context.machine().timer(), median_run(std::move(runs)), {}};
    for (const gl::TimedSpan& pass : pass_timer.take())
        times.passes.push_back(pass.milliseconds);
    return times;
}

Snapshots capture(WorkerContext& context, const RunRecord& record, std::span<const int> steps) {
    if (steps.empty() || context.cancelled())
        return {};
    Runner run(context.machine().raster(), record.spec);
    Capturer capturer(context, steps);
    try {
        run(&capturer);
    } catch (const EnoughSeen&) {
        // A run that comes to its end looks for them itself.
        gl::check_errors("reading passes");
    }
    return capturer.take();
}

RunTrace::RunTrace(RecordedRun run, std::int64_t cap)
    : record_(std::move(run.record)), snapshots_(output_bytes(record_->steps), cap) {
    for (auto& [step, texels] : run.snapshots) {
        const std::array wanted{step};
        if (!snapshots_.reserve(wanted).empty())
            snapshots_.add(step, std::move(texels));
    }
}

std::optional<double> RunTrace::milliseconds(int step) const {
    if (!times_ || static_cast<std::size_t>(step) >= times_->passes.size())
        return std::nullopt;
    return times_->passes[static_cast<std::size_t>(step)];
}

ValueImage read_value_image(const std::filesystem::path& path, int max_side) {
    ValueImage image =
        is_called_npy(path) || is_npy(path) ? read_array(path, max_side) : read_picture(path, max_side);
    image.name = path.filename().string();
    return image;
}

} // namespace scanline::view
