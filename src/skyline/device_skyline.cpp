#include "scanline/skyline/device_skyline.h"

#include "device_steps.h"

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

constexpr const char* operation_name = "skyline";
constexpr std::int64_t upload_bytes = 64 << 20;

int require_dimensions(int dimensions, DeviceAlgorithm algorithm) {
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: tables of {} columns cannot be: they have 1 to {}", operation_name,
                                      dimensions, max_dimensions));
    if (!takes_dimensions(algorithm, dimensions))
        throw usage_error(fmt::format("{}: {} takes 1 or 2 columns, not {}: choose another algorithm",
                                      operation_name, to_string(algorithm), dimensions));
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

// Of equal rows the one with the smallest id.
void keep_first(const Keys& keys, std::vector<std::uint32_t>& ids) {
    const auto row = [&](std::uint32_t id) {
        return std::span(keys[id], static_cast<std::size_t>(keys.dimensions));
    };
    std::ranges::stable_sort(ids, [&](std::uint32_t a, std::uint32_t b) {
        return std::ranges::lexicographical_compare(row(a), row(b));
    });
    const auto repeated = std::ranges::unique(
        ids, [&](std::uint32_t a, std::uint32_t b) { return std::ranges::equal(row(a), row(b)); });
    ids.erase(repeated.begin(), repeated.end());
    std::ranges::sort(ids);
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

    std::vector<std::uint32_t> marked(const Search& search) const {
        const WholeStage stage(engine, "collect");
        const Words ids = search.scratch.take<std::uint32_t>(search.rows()),
                    count = search.scratch.take<std::uint32_t>(1);
        compact(search.numbers, search.marks, ids, count);
        return compute::download(ids.part(0, compute::download(count).front()));
    }
};

DeviceSkyline::DeviceSkyline(compute::Engine& engine, int dimensions, const DeviceMethod& method)
    : parts_(make_hidden<const Parts>(engine, dimensions, method)) {}

Skyline DeviceSkyline::operator()(const Keys& keys, const DeviceOptions& options) const {
    const Parts& parts = *parts_;
    if (keys.dimensions != parts.dimensions)
        throw usage_error(fmt::format("{}: keys of {} columns, where this is for {}: make another one",
                                      operation_name, keys.dimensions, parts.dimensions));
    Skyline result;
    if (keys.size() == 0)
        return result;
    const gl::CancellationScope cancellation(parts.engine, options.limits.cancelled);
    compute::Operation operation(parts.engine, operation_name);
    operation.require_fits(
        {0, 0, static_cast<std::int64_t>(keys.values.size()), compute::ElementType::uint32}, "table");
    compute::Arena::Scope& scratch = operation.scratch();
    Search search{parts.engine,
                  scratch,
                  keys,
                  options,
                  result,
                  scratch.take<std::uint32_t>(static_cast<std::int64_t>(keys.values.size())),
                  scratch.take<std::uint32_t>(keys.size()),
                  scratch.take<std::uint32_t>(keys.size())};
    upload_keys(keys, search.table, options.limits.cancelled);
    parts.iota(search.numbers);
    parts.fill(search.marks, 0);
    parts.finder->run(search);
    result.ids = parts.marked(search);
    if (options.duplicates == Duplicates::first)
        keep_first(keys, result.ids);
    return result;
}

} // namespace scanline::skyline
