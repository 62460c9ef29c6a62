#include "scanline/skyline/device_skyline.h"

#include "candidates.h"
#include "device_steps.h"

#include "scanline/gl/cancellation_scope.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::skyline {

namespace {

constexpr std::int64_t word_bytes = 4;
constexpr std::int64_t upload_bytes = 64 << 20;

int require_dimensions(int dimensions, DeviceAlgorithm algorithm) {
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: a table has 1 to {} columns, not {}", find_operation,
                                      max_dimensions, dimensions));
    if (!takes_dimensions(algorithm, dimensions))
        throw usage_error(fmt::format("{}: {} takes 1 or 2 columns, not {}: choose another algorithm",
                                      find_operation, to_string(algorithm), dimensions));
    return dimensions;
}

std::unique_ptr<const Finder> make_finder(compute::Engine& engine, int dimensions,
                                          const DeviceMethod& method) {
    switch (method.algorithm) {
    case DeviceAlgorithm::automatic:
        return dimensions <= 2 ? make_sweep(engine, dimensions)
                               : make_cells(engine, dimensions, method.counters);
    case DeviceAlgorithm::sky_align:
    case DeviceAlgorithm::sky_align_no_sync:
    case DeviceAlgorithm::sky_align_no_quart:
    case DeviceAlgorithm::sky_align_padded: return make_align(engine, dimensions, method);
    case DeviceAlgorithm::sky_cells: return make_cells(engine, dimensions, method.counters);
    case DeviceAlgorithm::sorted_blocks: return make_blocks(engine, dimensions, true, method.counters);
    case DeviceAlgorithm::brute_force: return make_blocks(engine, dimensions, false, method.counters);
    case DeviceAlgorithm::sweep: return make_sweep(engine, dimensions);
    }
    return nullptr;
}

// In pieces, between which a hook may cancel.
void upload_keys(compute::Engine& engine, const Keys& keys, Words table, const CancelHook& cancelled) {
    CancelPoll poll(cancelled);
    const auto size = static_cast<std::int64_t>(keys.values.size());
    constexpr std::int64_t piece = upload_bytes / 4;
    for (std::int64_t first = 0; first < size; first += piece) {
        poll.ask();
        const std::int64_t count = std::min(piece, size - first);
        engine.upload<std::uint32_t>(
            table.part(first, count),
            std::span(keys.values).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)));
    }
}

} // namespace

struct DeviceSkyline::Parts {
    Parts(compute::Engine& on, int of_dimensions, const DeviceMethod& method)
        : engine(on), dimensions(require_dimensions(of_dimensions, method.algorithm)),
          finder(make_finder(on, of_dimensions, method)), iota(on), fill(on), compact(on) {}

    compute::Engine& engine;
    int dimensions;
    std::unique_ptr<const Finder> finder;
    compute::Iota<std::uint32_t> iota;
    compute::Fill<std::uint32_t> fill;
    compute::Compact<std::uint32_t> compact;

    Skyline find(const Keys& keys, const DeviceOptions& options) const {
        const gl::CancellationScope cancellation(engine, options.limits.cancelled);
        compute::Operation operation(engine, find_operation);
        const auto values = static_cast<std::int64_t>(keys.values.size());
        operation.require_fits(
            {0, 0, largest_array(keys.size(), dimensions) / word_bytes, compute::ElementType::uint32},
            "table");
        compute::Arena::Scope& scratch = operation.scratch();
        Skyline found;
        Search search{engine,
                      scratch,
                      keys,
                      options,
                      found,
                      scratch.take<std::uint32_t>(values),
                      scratch.take<std::uint32_t>(keys.size()),
                      scratch.take<std::uint32_t>(keys.size())};
        {
            const WholeStage stage(engine, "upload");
            upload_keys(engine, keys, search.table, options.limits.cancelled);
            iota(search.numbers);
            fill(search.marks, 0);
        }
        finder->run(search);
        const WholeStage stage(engine, "collect");
        const Words ids = scratch.take<std::uint32_t>(keys.size()), count = scratch.take<std::uint32_t>(1);
        compact(search.numbers, search.marks, ids, count);
        found.ids = engine.download(ids.part(0, engine.download(count).front()));
        return found;
    }
};

std::int64_t DeviceSkyline::largest_array(std::int64_t rows, int dimensions) {
    constexpr int words_beside = 3; // of a row, in one array beside the table
    return word_bytes * rows * std::max(dimensions, words_beside);
}

DeviceSkyline::DeviceSkyline(compute::Engine& engine, int dimensions, const DeviceMethod& method)
    : parts_(make_pimpl<const Parts>(engine, dimensions, method)) {}

Skyline DeviceSkyline::operator()(const Keys& keys, const DeviceOptions& options) const {
    const Parts& parts = *parts_;
    if (keys.dimensions != parts.dimensions)
        throw usage_error(fmt::format("{}: keys of {} columns, where this is for {}: make another one",
                                      find_operation, keys.dimensions, parts.dimensions));
    if (keys.size() == 0)
        return {};
    Skyline found = parts.find(keys, options);
    if (options.duplicates == Duplicates::first) {
        CancelPoll poll(options.limits.cancelled);
        keep_first(keys, found.ids, poll);
    }
    return found;
}

FindSkyline find_on(const DeviceSkyline& device) {
    return [&device](const Keys& keys, const Options& options) {
        return device(keys, {options.keep, options.progress, options.cpu.limits});
    };
}

} // namespace scanline::skyline
