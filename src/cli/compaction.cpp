#include "compaction.h"

#include "stored_models.h"

#include "scanline/bench/compaction_plan.h"
#include "scanline/bench/measure.h"
#include "scanline/compute/compact.h"
#include "scanline/compute/device_array.h"
#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/core/raw_array.h"
#include "scanline/cpu/mask_compaction.h"
#include "scanline/raster/auto_compaction.h"
#include "scanline/raster/compactor.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <span>

namespace scanline::cli {

namespace {

// A compiled algorithm, and the stream in the layout for its block size.
struct Prepared {
    const catalog::CompactionEntry* algorithm;
    const raster::StreamTexture* stream;
    std::unique_ptr<raster::Compactor> compactor;
};

int block_of(const CompactionJob& job, const catalog::CompactionEntry& algorithm) {
    return algorithm.blockwise ? job.block.value_or(algorithm.default_block) : algorithm.default_block;
}

Prepared prepare(raster::Engine& engine, bench::StreamUploads& uploads, const CompactionJob& job,
                 const catalog::CompactionEntry& algorithm) {
    raster::CompactionOptions options = job.options;
    options.algorithm = algorithm.algorithm;
    const bench::StreamUploads::Upload upload = uploads.in_blocks_of(block_of(job, algorithm));
    return {&algorithm, upload.texture, std::make_unique<raster::Compactor>(engine, upload.layout, options)};
}

// Runs the prepared algorithms in turn, for the job's number of repetitions. No rows if interrupted.
std::vector<bench::Row> time_all(machine::Machine& machine, const CompactionJob& job,
                                 const std::vector<Prepared>& prepared) {
    bench::Plan plan;
    plan.groups.push_back({"", 1, [&prepared] {
                               bench::Group group;
                               for (const Prepared& one : prepared) {
                                   bench::Variant variant;
                                   variant.work = [&one] { (*one.compactor)(*one.stream); };
                                   group.variants.push_back(std::move(variant));
                               }
                               return group;
                           }});
    bench::MeasureOptions options;
    options.repetitions = job.repetitions;
    options.timeout_seconds = std::numeric_limits<double>::infinity();
    options.overhead_repetitions = 0;
    bench::Results results = bench::measure(machine.raster(), machine.timer(), plan, options,
                                            [](double, const std::string&) { return !interrupted(); });
    for (const bench::Row& row : results.rows) {
        if (!row.measured())
            throw Error(row.skipped);
    }
    return std::move(results.rows);
}

std::vector<CompactionRun> run_on_raster(machine::Machine& machine, const CompactionJob& job,
                                         const CompactionRun& blank, const data::Image& image) {
    const std::vector<float> values(image.pixels.begin(), image.pixels.end());
    bench::StreamUploads uploads(machine.raster(), values);
    std::vector<Prepared> prepared;
    for (const catalog::CompactionEntry* algorithm : job.algorithms) {
        // A single algorithm requested by name is an error instead, see make_block_compaction().
        if (job.algorithms.size() > 1 && job.options.era_limits &&
            block_of(job, *algorithm) > algorithm->era_max_block) {
            print_message(fmt::format("{} is left out: under era limits its blocks have at most {} elements",
                                      algorithm->name, algorithm->era_max_block));
            continue;
        }
        prepared.push_back(prepare(machine.raster(), uploads, job, *algorithm));
    }

    std::vector<bench::Row> rows = time_all(machine, job, prepared);
    std::vector<CompactionRun> runs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const raster::Compactor& compactor = *prepared[i].compactor;
        CompactionRun run = blank;
        run.elements = compactor.read_elements();
        run.valid = static_cast<std::int64_t>(run.elements.size());
        run.algorithm = prepared[i].algorithm->name;
        if (const raster::AutoCompaction* automatic = compactor.automatic())
            run.choice = text_of(automatic->choice());
        run.monotonic = prepared[i].algorithm->monotonic;
        if (prepared[i].algorithm->blockwise)
            run.block = compactor.layout().block;
        run.times = rows[i].median_repetition();
        run.repetitions = std::move(rows[i].repetitions);
        runs.push_back(std::move(run));
    }
    return runs;
}

using compute::Pair;

// The discriminator of a value as GLSL; the threshold as bits, so that it is exact.
std::string predicate_of(const raster::Discriminator& discriminator, std::string_view value) {
    return fmt::format("({} >= uintBitsToFloat(0x{:08x}u)) != {}", value,
                       std::bit_cast<std::uint32_t>(discriminator.threshold), discriminator.negate);
}

compute::ScanOrder order_of(compute::Engine& engine) {
    return engine.chained_allowed() ? compute::ScanOrder::chained : compute::ScanOrder::reduce_then_scan;
}

// The positions from pairs of value bits and position.
std::vector<float> positions_of(std::span<const Pair> pairs) {
    std::vector<float> positions(pairs.size());
    std::ranges::transform(pairs, positions.begin(),
                           [](const Pair& pair) { return static_cast<float>(pair.value); });
    return positions;
}
std::vector<Pair> add_positions(std::span<const float> values) {
    std::vector<Pair> pairs(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        pairs[i] = {std::bit_cast<std::uint32_t>(values[i]), static_cast<std::uint32_t>(i)};
    return pairs;
}

template <class T>
std::vector<T> compact_on_gpu(const ChosenBackend& backend, const std::vector<T>& elements,
                              const CompactionJob& job, std::string_view value, CompactionRun& run) {
    compute::Engine& engine = backend.gpu->compute();
    const compute::CompactIf<T> compact(engine, predicate_of(job.options.discriminator, value),
                                        {.order = order_of(engine)});
    const compute::DeviceArray<T> input(elements);
    compute::DeviceArray<T> output(input.size());
    compute::DeviceArray<std::uint32_t> selected(1);
    run.repetitions = time_work(backend, "compact", job.repetitions,
                                [&] { compact(input.view(), output.view(), selected.view()); });
    return compute::download(output.view().part(0, selected.download().front()));
}

std::vector<float> compact_on_gpu(const ChosenBackend& backend, const data::Image& image,
                                  const CompactionJob& job, CompactionRun& run) {
    const std::vector<float> values(image.pixels.begin(), image.pixels.end());
    if (job.options.payload == raster::Payload::value)
        return compact_on_gpu(backend, values, job, "x", run);
    return positions_of(compact_on_gpu(backend, add_positions(values), job, "uintBitsToFloat(x[0])", run));
}

// The discriminator for grey values.
cpu::MaskThreshold threshold_of(const raster::Discriminator& discriminator) {
    constexpr float greatest = 256; // above any pixel
    return {.least = static_cast<int>(std::clamp(std::ceil(discriminator.threshold), 0.0f, greatest)),
            .negate = discriminator.negate};
}

std::vector<float> compact_on_cpu(const ChosenBackend& backend, const data::Image& image,
                                  const CompactionJob& job, CompactionRun& run) {
    const cpu::MaskCompaction compact(cpu::MaskCompaction::worthwhile_threads(image.pixels.size()));
    const cpu::MaskPayload payload = job.options.payload == raster::Payload::value
                                         ? cpu::MaskPayload::values
                                         : cpu::MaskPayload::positions;
    RawArray<std::uint32_t> kept(image.pixels.size());
    std::size_t count = 0;
    run.repetitions = time_work(backend, "compact", job.repetitions, [&] {
        count = compact(image.pixels, threshold_of(job.options.discriminator), payload, kept);
    });
    return {kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::vector<CompactionRun> compact_image(const ChosenBackend& backend, const CompactionJob& job,
                                         const NamedImage& named) {
    const data::Image& image = named.image;
    CompactionRun run;
    run.image = named.name;
    run.width = image.width;
    run.height = image.height;
    run.total = static_cast<std::int64_t>(image.pixel_count());
    run.backend = backend.backend;
    run.backend_text = backend.text();
    run.timer = backend.timer();
    if (backend.gpu)
        run.renderer = backend.gpu->capabilities().renderer;
    if (backend.backend == Backend::raster)
        return run_on_raster(*backend.gpu, job, run, image);
    run.algorithm = backend.gpu ? to_string(order_of(backend.gpu->compute())) : "copy-if";
    run.elements =
        backend.gpu ? compact_on_gpu(backend, image, job, run) : compact_on_cpu(backend, image, job, run);
    if (run.repetitions.empty())
        return {};
    run.valid = static_cast<std::int64_t>(run.elements.size());
    run.times = machine::median_repetition(run.repetitions);
    return {std::move(run)};
}

bool is_auto(const catalog::CompactionEntry* algorithm) {
    return algorithm->algorithm == raster::Algorithm::automatic;
}

} // namespace

std::string text_of(const raster::CompactionChoice& choice) {
    return choice.block > 0 ? fmt::format("{} {}", to_string(choice.algorithm), choice.block)
                            : std::string(to_string(choice.algorithm));
}

std::vector<CompactionRun> compact_images(const ChosenBackend& backend, CompactionJob job,
                                          std::span<const NamedImage> images,
                                          const std::function<void(const CompactionRun&)>& finished) {
    if (backend.backend == Backend::raster && std::ranges::any_of(job.algorithms, is_auto))
        job.options.automatic.model = auto_costs(*backend.gpu).model;
    std::vector<CompactionRun> runs;
    Progress progress;
    for (std::size_t i = 0; i < images.size() && !interrupted(); ++i) {
        progress.show(static_cast<double>(i) / static_cast<double>(images.size()), images[i].name);
        for (CompactionRun& run : compact_image(backend, job, images[i])) {
            finished(run);
            run.elements.clear();
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

} // namespace scanline::cli
