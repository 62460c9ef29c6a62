#include "compaction_job.h"

#include "work_times.h"

#include "scanline/compute/compact.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/reference/compact.h"

#include <algorithm>
#include <bit>
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

// Values alone, or with their positions, which stand in the output then.
std::vector<float> with_positions(std::span<const Pair> pairs) {
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

template <class T, class Value>
std::vector<T> compact_on_cpu(const std::vector<T>& elements, const CompactionJob& job, Value value_of,
                              CompactionRun& run) {
    std::vector<T> output(elements.size());
    std::size_t selected = 0;
    run.repetitions = time_work(nullptr, "compact", job.repetitions, [&] {
        selected = compute::reference::compact_if<T>(elements, output, [&](const T& element, std::uint32_t) {
            return job.options.discriminator(value_of(element));
        });
    });
    output.resize(selected);
    return output;
}

std::vector<float> compact(const ChosenBackend& backend, const CompactionJob& job,
                           const std::vector<float>& values, CompactionRun& run) {
    if (job.options.payload == raster::Payload::value)
        return backend.compute ? compact_on_gpu(*backend.compute, values, job, "x", run)
                               : compact_on_cpu(
                                     values, job, [](float value) { return value; }, run);
    const std::vector<Pair> pairs = add_positions(values);
    return with_positions(
        backend.compute
            ? compact_on_gpu(*backend.compute, pairs, job, "uintBitsToFloat(x[0])", run)
            : compact_on_cpu(
                  pairs, job, [](const Pair& pair) { return std::bit_cast<float>(pair.key); }, run));
}

} // namespace

std::vector<CompactionRun> run_job(const ChosenBackend& backend, const CompactionJob& job,
                                   const std::string& name, const data::Image& image) {
    const std::vector<float> values(image.pixels.begin(), image.pixels.end());
    CompactionRun run;
    run.elements = compact(backend, job, values, run);
    if (run.repetitions.empty())
        return {};
    run.image = name;
    run.width = image.width;
    run.height = image.height;
    run.total = static_cast<std::int64_t>(values.size());
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
