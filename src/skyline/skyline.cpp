#include "scanline/skyline/skyline.h"

#include "candidates.h"
#include "find.h"

#include "scanline/core/error.h"
#include "scanline/core/memory.h"
#include "scanline/skyline/reference/oracles.h"
#include "scanline/skyline/reference/sky_align.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>

namespace scanline::skyline {

namespace {

Skyline find_all(const Keys& keys, Algorithm algorithm, const Options& options) {
    const CancelHook& cancelled = options.cpu.limits.cancelled;
    const auto on_one_thread = [&](auto find_on_it) {
        const StageScope stage(options.cpu.observer, to_string(algorithm));
        return find_on_it();
    };
    switch (algorithm) {
    case Algorithm::automatic: return find_all(keys, choose(keys.size(), keys.dimensions).algorithm, options);
    case Algorithm::sweep: return sweep(keys, options);
    case Algorithm::box_tree: return box_tree(keys, options);
    case Algorithm::sky_align:
        return on_one_thread(
            [&] { return reference::sky_align(keys, reference::SkyAlignVariant::full, cancelled); });
    case Algorithm::sfs: return on_one_thread([&] { return reference::sfs(keys, cancelled); });
    case Algorithm::bnl: return on_one_thread([&] { return reference::bnl(keys, cancelled); });
    }
    return {};
}

} // namespace

Choice choose(std::int64_t rows, int dimensions) {
    if (dimensions == 1)
        return {Algorithm::sweep, "sweep: the skyline of one column is its minimum"};
    if (takes_dimensions(Algorithm::sweep, dimensions))
        return {Algorithm::sweep,
                fmt::format("sweep: {} columns take a sort and one pass over the rows", dimensions)};
    constexpr std::int64_t few = 64;
    if (rows <= few)
        return {Algorithm::sfs,
                fmt::format("sfs: comparing so few rows ({}) beats building a tree of them", rows)};
    return {Algorithm::box_tree,
            fmt::format("box-tree: with {} rows of {} columns, whole boxes of rows can be skipped", rows,
                        dimensions)};
}

Skyline find(const Keys& keys, const Options& options) {
    if (!takes_dimensions(options.algorithm, keys.dimensions))
        throw usage_error(
            fmt::format("skyline: sweep takes at most 3 columns, not {}: take box-tree", keys.dimensions));
    if (keys.size() == 0)
        return {};
    try {
        Skyline found = find_all(keys, options.algorithm, options);
        if (options.keep == Duplicates::first) {
            CancelPoll poll(options.cpu.limits.cancelled);
            keep_first(keys, found.ids, poll);
        }
        return found;
    } catch (const std::bad_alloc&) {
        throw no_room(keys.size(), sizeof(std::uint32_t), find_operation);
    }
}

} // namespace scanline::skyline
