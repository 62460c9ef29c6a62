#include "scanline/skyline/device_skyline.h"

#include "candidates.h"
#include "device_steps.h"
#include "duplicates.h"

#include "scanline/core/memory.h"
#include "scanline/gl/cancellation_scope.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::skyline {

std::string_view to_string(DeviceAlgorithm algorithm) {
    switch (algorithm) {
    case DeviceAlgorithm::automatic: return "auto";
    case DeviceAlgorithm::sky_align: return "sky-align";
    case DeviceAlgorithm::sky_align_no_sync: return "sky-align-no-sync";
    case DeviceAlgorithm::sky_align_no_quart: return "sky-align-no-quart";
    case DeviceAlgorithm::sky_align_padded: return "sky-align-padded";
    case DeviceAlgorithm::sky_cells: return "sky-cells";
    case DeviceAlgorithm::sorted_blocks: return "sorted-blocks";
    case DeviceAlgorithm::brute_force: return "brute-force";
    case DeviceAlgorithm::sweep: return "sweep";
    }
    return "";
}

namespace {

constexpr std::int64_t most_words_beside = 3; ///< of a row, in one array beside the table
constexpr std::int64_t upload_bytes = 64 << 20;

int require_dimensions(int dimensions, DeviceAlgorithm algorithm) {
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: tables of {} columns cannot be: they have 1 to {}", find_operation,
                                      dimensions, max_dimensions));
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
void upload_keys(const Keys& keys, Words table, const CancelHook& cancelled) {
    CancelPoll poll(cancelled);
    const auto size = static_cast<std::int64_t>(keys.values.size());
    constexpr std::int64_t piece = upload_bytes / 4;
    for (std::int64_t first = 0; first < size; first += piece) {
        poll.ask();
        const std::int64_t count = std::min(piece, size - first);
        compute::upload<std::uint32_t>(
            table.part(first, count),
            std::span(keys.values).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)));
    }
}

// True if a sample says that most rows are not worth their way to the GPU: see candidates().
bool is_mostly_dominated(const Keys& keys) {
    constexpr std::int64_t few = 1 << 16, sampled = 4096;
    if (keys.size() < few)
        return false;
    const std::int64_t stride = keys.size() / sampled;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> extremes;
    for (std::int64_t i = 0; i < sampled; ++i) {
        const auto [least, greatest] =
            std::minmax_element(keys[i * stride], keys[i * stride] + keys.dimensions);
        extremes.emplace_back(*least, *greatest);
    }
    const std::uint32_t tau = std::ranges::min(extremes, {}, [](auto row) { return row.second; }).second;
    return std::ranges::count_if(extremes, [tau](auto row) { return row.first < tau; }) < sampled / 2;
}

Keys rows_of(const Keys& keys, const std::vector<std::uint32_t>& ids) {
    Keys rows{{}, keys.dimensions};
    make_room(rows.values, static_cast<std::int64_t>(ids.size()) * keys.dimensions, find_operation);
    std::uint32_t* row = rows.values.data();
    for (const std::uint32_t id : ids)
        row = std::copy_n(keys[id], keys.dimensions, row);
    return rows;
}

} // namespace

struct DeviceSkyline::Parts {
    Parts(compute::Engine& on, int of_dimensions, const DeviceMethod& method)
        : engine(on), dimensions(require_dimensions(of_dimensions, method.algorithm)),
          is_automatic(method.algorithm == DeviceAlgorithm::automatic),
          finder(make_finder(on, of_dimensions, method)), iota(on), fill(on), compact(on) {}

    compute::Engine& engine;
    int dimensions;
    bool is_automatic;
    std::unique_ptr<const Finder> finder;
    compute::Iota<std::uint32_t> iota;
    compute::Fill<std::uint32_t> fill;
    compute::Compact<std::uint32_t> compact;

    /// all: of which these are the rows that may be in the skyline.
    Skyline find(const Keys& keys, std::int64_t all, const DeviceOptions& options) const {
        const gl::CancellationScope cancellation(engine, options.limits.cancelled);
        compute::Operation operation(engine, find_operation);
        const auto values = static_cast<std::int64_t>(keys.values.size());
        operation.require_fits(
            {0, 0, std::max(values, keys.size() * most_words_beside), compute::ElementType::uint32}, "table");
        compute::Arena::Scope& scratch = operation.scratch();
        Skyline found;
        Search search{engine,
                      scratch,
                      keys,
                      all,
                      options,
                      found,
                      scratch.take<std::uint32_t>(values),
                      scratch.take<std::uint32_t>(keys.size()),
                      scratch.take<std::uint32_t>(keys.size())};
        {
            const WholeStage stage(engine, "upload");
            upload_keys(keys, search.table, options.limits.cancelled);
            iota(search.numbers);
            fill(search.marks, 0);
        }
        finder->run(search);
        const WholeStage stage(engine, "collect");
        const Words ids = scratch.take<std::uint32_t>(keys.size()), count = scratch.take<std::uint32_t>(1);
        compact(search.numbers, search.marks, ids, count);
        found.ids = compute::download(ids.part(0, compute::download(count).front()));
        return found;
    }
};

DeviceSkyline::DeviceSkyline(compute::Engine& engine, int dimensions, const DeviceMethod& method)
    : parts_(make_hidden<const Parts>(engine, dimensions, method)) {}

Skyline DeviceSkyline::operator()(const Keys& keys, const DeviceOptions& options) const {
    const Parts& parts = *parts_;
    if (keys.dimensions != parts.dimensions)
        throw usage_error(fmt::format("{}: keys of {} columns, where this is for {}: make another one",
                                      find_operation, keys.dimensions, parts.dimensions));
    Skyline found;
    if (keys.size() == 0)
        return found;
    if (parts.is_automatic && is_mostly_dominated(keys)) {
        cpu::ThreadTeam team(cpu::ThreadTeam::all_processors());
        const std::vector<std::uint32_t> kept =
            candidates(keys, team, {.observer = parts.engine.observer(), .limits = options.limits});
        found = parts.find(rows_of(keys, kept), keys.size(), options);
        for (std::uint32_t& id : found.ids)
            id = kept[id];
    } else {
        found = parts.find(keys, keys.size(), options);
    }
    if (options.duplicates == Duplicates::first) {
        CancelPoll poll(options.limits.cancelled);
        keep_first(keys, found.ids, poll);
    }
    return found;
}

} // namespace scanline::skyline
