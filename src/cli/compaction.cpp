#include "compaction.h"

#include "stored_models.h"

#include "scanline/compute/compact.h"
#include "scanline/compute/device_array.h"
#include "scanline/core/cancellation.h"
#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/core/raw_array.h"
#include "scanline/core/text.h"
#include "scanline/cpu/mask_compaction.h"
#include "scanline/gl/cancellation_scope.h"
#include "scanline/raster/compactor.h"
#include "scanline/systems/compaction_plan.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <memory>
#include <span>

namespace scanline::cli {

namespace {

// A compiled algorithm, and the stream in the layout for its block size.
struct Prepared {
    const systems::CompactionEntry* algorithm;
    const raster::StreamTexture* stream;
    std::unique_ptr<raster::Compactor> compactor;
    double passes = 0; ///< of a run; 0 before the first
};

int block_of(const CompactionJob& job, const systems::CompactionEntry& algorithm) {
    return algorithm.blockwise ? job.block.value_or(algorithm.default_block) : algorithm.default_block;
}

Prepared prepare(raster::Engine& engine, systems::StreamUploads& uploads, const CompactionJob& job,
                 raster::CompactionOptions options, const systems::CompactionEntry& algorithm) {
    options.algorithm = algorithm.value;
    const systems::StreamUploads::Upload upload = uploads.in_blocks_of(block_of(job, algorithm));
    return {&algorithm, upload.texture, std::make_unique<raster::Compactor>(engine, upload.layout, options)};
}

// Shows the fraction done of an image, and where it is.
using ShowProgress = std::function<void(double fraction, const std::string& where)>;

// Runs compactors, and shows the progress of long runs and lets them be interrupted at each pass.
class WatchedRuns final : public PassObserver {
public:
    /// all: the number of runs.
    WatchedRuns(raster::Engine& engine, std::size_t all, const ShowProgress& show)
        : engine_(engine), all_(static_cast<double>(all)), show_(show) {}

    void run(Prepared& one) {
        show_(done_ / all_, "");
        if (one.compactor->layout().size < long_size) {
            (*one.compactor)(*one.stream);
        } else {
            passes_ = 0;
            passes_of_run_ = one.passes;
            ObserverChain both({this, engine_.observer()});
            const ObserverScope scope(engine_, &both);
            const gl::CancellationScope cancellation(engine_, cancelled_);
            (*one.compactor)(*one.stream);
            one.passes = passes_;
        }
        ++done_;
    }

    void pass_begins(const Pass& /*pass*/) override {
        const double part = passes_of_run_ > 0 ? passes_ / passes_of_run_ : 0;
        show_((done_ + std::min(part, 1.0)) / all_, fmt::format(", pass {:.0f}", ++passes_));
    }

private:
    /// Elements from which on waiting for passes does not change the times of a GPU, which takes longer.
    static constexpr std::int64_t long_size = std::int64_t{1} << 20;

    raster::Engine& engine_;
    double all_, done_ = 0;
    const ShowProgress& show_;
    CancelHook cancelled_ = interrupted;
    double passes_ = 0, passes_of_run_ = 0; ///< the latter 0 if not known
};

// Runs the prepared algorithms in turn, for the job's number of repetitions. Returns the times of each; none
// if interrupted before each has one.
std::vector<std::vector<machine::Repetition>> time_all(machine::Machine& machine, const CompactionJob& job,
                                                       std::vector<Prepared>& prepared,
                                                       const ShowProgress& show) {
    // One more for the warm-up.
    WatchedRuns runs(machine.raster(), prepared.size() * (static_cast<std::size_t>(job.repetitions) + 1),
                     show);
    gl::StageTimer timer(machine.timer());
    std::vector<std::vector<machine::Repetition>> times(prepared.size());
    bool warm = false;
    const auto round = [&] {
        for (std::size_t i = 0; i < prepared.size(); ++i) {
            {
                const ObserverScope observer(machine.raster(), &timer);
                runs.run(prepared[i]);
            }
            machine::Repetition repetition = machine::take_stages(timer);
            if (warm)
                times[i].push_back(std::move(repetition));
        }
        warm = true;
        return machine::Repetition();
    };
    try {
        machine::repeat({.repetitions = job.repetitions, .warm_up = true, .stop = interrupted}, round);
    } catch (const Cancelled&) {
        return {}; // an output is incomplete
    }
    if (std::ranges::any_of(times, &std::vector<machine::Repetition>::empty))
        return {};
    return times;
}

bool is_auto(const systems::CompactionEntry* algorithm) {
    return algorithm->value == raster::Algorithm::automatic;
}

// The job's options, for positions of numbers that are 1 if they are valid.
raster::CompactionOptions compactor_options(machine::Machine& machine, const CompactionJob& job) {
    raster::CompactionOptions options = job.options;
    options.discriminator = {.threshold = 1};
    options.payload = raster::Payload::index;
    if (std::ranges::any_of(job.algorithms, is_auto))
        options.automatic.model = auto_costs(machine).model;
    return options;
}

std::vector<CompactionRun> run_on_raster(machine::Machine& machine, const CompactionJob& job,
                                         const raster::CompactionOptions& options, const CompactionRun& blank,
                                         std::span<const std::uint8_t> valid, const ShowProgress& show) {
    const std::vector<float> values(valid.begin(), valid.end());
    systems::StreamUploads uploads(machine.raster(), values);
    std::vector<Prepared> prepared;
    for (const systems::CompactionEntry* algorithm : job.algorithms) {
        // A single algorithm requested by name is an error instead, see make_block_compaction().
        if (job.algorithms.size() > 1 && job.options.sm3_limits &&
            block_of(job, *algorithm) > algorithm->sm3_max_block) {
            remark(fmt::format("{} is left out: under era limits its blocks have at most {} elements",
                               algorithm->name, algorithm->sm3_max_block));
            continue;
        }
        prepared.push_back(prepare(machine.raster(), uploads, job, options, *algorithm));
    }

    std::vector<std::vector<machine::Repetition>> times = time_all(machine, job, prepared, show);
    std::vector<CompactionRun> runs;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const raster::Compactor& compactor = *prepared[i].compactor;
        CompactionRun run = blank;
        const std::vector<float> positions = compactor.read_elements();
        run.elements.assign(positions.begin(), positions.end());
        run.valid = static_cast<std::int64_t>(run.elements.size());
        run.algorithm = prepared[i].algorithm->name;
        if (is_auto(prepared[i].algorithm))
            run.choice = text_of(compactor.choice());
        run.monotonic = raster::keeps_order(prepared[i].algorithm->value);
        if (prepared[i].algorithm->blockwise)
            run.block = compactor.layout().block;
        run.times = machine::median_repetition(times[i]);
        run.repetitions = std::move(times[i]);
        runs.push_back(std::move(run));
    }
    return runs;
}

compute::ScanOrder order_of(compute::Engine& engine) {
    return engine.chained_allowed() ? compute::ScanOrder::chained : compute::ScanOrder::reduce_then_scan;
}

// Each word is a position, with the highest bit set if the number there is valid.
std::vector<std::uint32_t> compact_on_gpu(const ChosenBackend& backend, std::span<const std::uint8_t> valid,
                                          int repetitions, const ShowProgress& show, CompactionRun& run) {
    constexpr std::uint32_t valid_bit = 1u << 31;
    std::vector<std::uint32_t> words(valid.size());
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = static_cast<std::uint32_t>(i) | (valid[i] != 0 ? valid_bit : 0);
    compute::Engine& engine = backend.gpu->compute();
    const compute::CompactIf<std::uint32_t> compact(engine, "x >= 0x80000000u", {.order = order_of(engine)});
    compute::DeviceArray<std::uint32_t> input(static_cast<std::int64_t>(words.size()));
    engine.upload<std::uint32_t>(input.view(), words);
    compute::DeviceArray<std::uint32_t> output(input.size());
    compute::DeviceArray<std::uint32_t> selected(1);
    run.repetitions = time_work(
        backend, "compact", repetitions, [&] { compact(input.view(), output.view(), selected.view()); }, {},
        [&show](double fraction) { show(fraction, ""); });
    words = engine.download(output.view().part(0, selected.download().front()));
    for (std::uint32_t& word : words)
        word &= ~valid_bit;
    return words;
}

std::vector<std::uint32_t> compact_on_cpu(const ChosenBackend& backend, std::span<const std::uint8_t> valid,
                                          int repetitions, const ShowProgress& show, CompactionRun& run) {
    const cpu::MaskCompaction compact(cpu::MaskCompaction::threads_for(valid.size()));
    RawArray<std::uint32_t> kept(valid.size());
    std::size_t count = 0;
    run.repetitions = time_work(
        backend, "compact", repetitions, [&] { count = compact(valid, {.least = 1}, kept); }, {},
        [&show](double fraction) { show(fraction, ""); });
    return {kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::vector<CompactionRun> compact_image(const ChosenBackend& backend, const CompactionJob& job,
                                         const raster::CompactionOptions& options, const NamedMask& named,
                                         const ShowProgress& show) {
    const data::Mask& mask = named.mask;
    const std::vector<std::uint8_t> of_all =
        data::valid_numbers(mask.numbers, job.threshold.value_or(mask.default_threshold()), job.negate);
    const std::span<const std::uint8_t> valid(of_all.data() + named.part.first,
                                              static_cast<std::size_t>(named.part.size));
    CompactionRun run;
    run.image = named.name;
    run.width = mask.width;
    run.height = mask.height;
    run.total = std::ssize(of_all);
    run.backend = backend.backend;
    run.backend_text = backend.text();
    run.timer = backend.timer();
    if (backend.gpu)
        run.renderer = backend.gpu->capabilities().renderer;
    if (backend.backend == Backend::raster)
        return run_on_raster(*backend.gpu, job, options, run, valid, show);
    run.algorithm = backend.gpu ? to_string(order_of(backend.gpu->compute())) : "copy-if";
    run.elements = backend.gpu ? compact_on_gpu(backend, valid, job.repetitions, show, run)
                               : compact_on_cpu(backend, valid, job.repetitions, show, run);
    if (run.repetitions.empty())
        return {};
    for (std::uint32_t& element : run.elements)
        element += static_cast<std::uint32_t>(named.part.first);
    run.valid = std::ssize(run.elements);
    run.times = machine::median_repetition(run.repetitions);
    return {std::move(run)};
}

} // namespace

NamedMask read_named_mask(std::string name, const std::filesystem::path& path) {
    NamedMask named{std::move(name), data::read_mask(path), {}};
    named.part = own_slice(std::int64_t{named.mask.width} * named.mask.height);
    return named;
}

std::string text_of(const raster::CompactionChoice& choice) {
    return choice.block > 0 ? fmt::format("{} {}", to_string(choice.algorithm), choice.block)
                            : std::string(to_string(choice.algorithm));
}

void require_raster_size(std::span<const NamedMask> images) {
    for (const NamedMask& image : images) {
        const data::Mask& mask = image.mask;
        const std::int64_t size = std::int64_t{mask.width} * mask.height;
        if (size > raster::max_stream_size)
            throw usage_error(fmt::format(
                "{} has {} x {} = {} elements, more than the {} that raster takes: use "
                "--backend compute or cpu, or make it smaller",
                printable_path(image.name), mask.width, mask.height, size, raster::max_stream_size));
    }
}

std::vector<CompactionRun> compact_images(const ChosenBackend& backend, const CompactionJob& job,
                                          std::span<const NamedMask> images,
                                          const std::function<void(CompactionRun&)>& finished) {
    raster::CompactionOptions options;
    if (backend.backend == Backend::raster) {
        require_raster_size(images);
        options = compactor_options(*backend.gpu, job);
    }
    std::vector<CompactionRun> runs;
    Progress progress;
    for (std::size_t i = 0; i < images.size() && !interrupted(); ++i) {
        const auto show = [&](double fraction, const std::string& where) {
            progress.show((static_cast<double>(i) + fraction) / static_cast<double>(images.size()),
                          images[i].name + where);
        };
        show(0, "");
        for (CompactionRun& run : compact_image(backend, job, options, images[i], show)) {
            finished(run);
            run.elements.clear();
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

} // namespace scanline::cli
