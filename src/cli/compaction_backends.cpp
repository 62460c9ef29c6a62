#include "compaction_job.h"

#include "work_times.h"

#include "scanline/compute/compact.h"
#include "scanline/compute/device_array.h"
#include "scanline/core/raw_array.h"
#include "scanline/cpu/mask_compaction.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace scanline::cli {

namespace {

using compute::Pair;

// The discriminator as GLSL, of a value; the threshold by its bits, so that it is the same number.
std::string predicate_of(const raster::Discriminator& discriminator, std::string_view value) {
    return fmt::format("({} >= uintBitsToFloat(0x{:08x}u)) != {}", value,
                       std::bit_cast<std::uint32_t>(discriminator.threshold), discriminator.negate);
}

compute::ScanOrder order_of(compute::Engine& engine) {
    return engine.chained_allowed() ? compute::ScanOrder::chained : compute::ScanOrder::reduce_then_scan;
}

// The bits of values with their positions, which the output has alone.
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
std::vector<T> compact_on_gpu(ComputeSession& session, const std::vector<T>& elements,
                              const CompactionJob& job, std::string_view value, CompactionRun& run) {
    compute::Engine& engine = session.engine();
    const compute::CompactIf<T> compact(engine, predicate_of(job.options.discriminator, value),
                                        {.order = order_of(engine)});
    const compute::DeviceArray<T> input(elements);
    compute::DeviceArray<T> output(input.size());
    compute::DeviceArray<std::uint32_t> selected(1);
    run.repetitions = time_work(&session, "compact", job.repetitions,
                                [&] { compact(input.view(), output.view(), selected.view()); });
    return compute::download(output.view().part(0, selected.download().front()));
}

std::vector<float> compact_on_gpu(ComputeSession& session, const data::Image& image, const CompactionJob& job,
                                  CompactionRun& run) {
    const std::vector<float> values(image.pixels.begin(), image.pixels.end());
    if (job.options.payload == raster::Payload::value)
        return compact_on_gpu(session, values, job, "x", run);
    return positions_of(compact_on_gpu(session, add_positions(values), job, "uintBitsToFloat(x[0])", run));
}

// A discriminator of grey values.
cpu::MaskThreshold threshold_of(const raster::Discriminator& discriminator) {
    constexpr float greatest = 256; // that of no pixel
    return {.least = static_cast<int>(std::clamp(std::ceil(discriminator.threshold), 0.0f, greatest)),
            .negate = discriminator.negate};
}

std::vector<float> compact_on_cpu(const data::Image& image, const CompactionJob& job, CompactionRun& run) {
    const cpu::MaskCompaction compact(cpu::MaskCompaction::worthwhile_threads(image.pixels.size()));
    const cpu::MaskPayload payload = job.options.payload == raster::Payload::value
                                         ? cpu::MaskPayload::values
                                         : cpu::MaskPayload::positions;
    RawArray<std::uint32_t> kept(image.pixels.size());
    std::size_t count = 0;
    run.repetitions = time_work(nullptr, "compact", job.repetitions, [&] {
        count = compact(image.pixels, threshold_of(job.options.discriminator), payload, kept);
    });
    return {kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(count)};
}

} // namespace

std::vector<CompactionRun> run_job(const ChosenBackend& backend, const CompactionJob& job,
                                   const std::string& name, const data::Image& image) {
    CompactionRun run;
    run.elements =
        backend.compute ? compact_on_gpu(*backend.compute, image, job, run) : compact_on_cpu(image, job, run);
    if (run.repetitions.empty())
        return {};
    run.image = name;
    run.width = image.width;
    run.height = image.height;
    run.total = static_cast<std::int64_t>(image.pixel_count());
    run.valid = static_cast<std::int64_t>(run.elements.size());
    run.backend = backend.backend();
    run.backend_text = backend.text();
    if (backend.compute) {
        compute::Engine& engine = backend.compute->engine();
        run.algorithm = to_string(order_of(engine));
        run.timer = backend.compute->timer();
        run.renderer = engine.capabilities().renderer;
    } else {
        run.algorithm = "copy-if";
    }
    bench::Row row;
    row.repetitions = run.repetitions;
    run.times = row.median_repetition();
    return {std::move(run)};
}

} // namespace scanline::cli
