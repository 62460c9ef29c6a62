// Helpers of the kdtree commands that only run over ranks.
#pragma once
#include "kdtree_command.h"
#include "rank_files.h"

#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/rank_build.h"
#include "scanline/points/device_points.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace scanline::cli {

/// Returns the rank that holds each row; -1 for row -1. end: one past this rank's last row. Ranks hold rows
/// in order.
std::vector<std::int32_t> owners_of(std::span<const std::int32_t> rows, std::int64_t end);

/// Asks each owner for the text of a number; owner -1: none.
std::vector<std::string> ask_owners(std::span<const std::int32_t> numbers,
                                    std::span<const std::int32_t> owners,
                                    const std::function<std::string(std::int32_t)>& text_of);

/// Returns a builder of trees of this rank's points on a backend.
template <points::Coordinate C>
kdtree::RankBuild<C> rank_builder(const ChosenBackend& backend, const KdtreeSettings& settings,
                                  int dimensions,
                                  kdtree::BuildVariant variant = kdtree::BuildVariant::sort_all) {
    const CallLimits limits{.cancelled = interrupted};
    if constexpr (points::DeviceCoordinate<C>) {
        if (backend.gpu) {
            compute::Engine& engine = backend.gpu->compute();
            return [&engine, limits,
                    build = std::make_shared<kdtree::DeviceBuilder<C>>(engine, dimensions, variant)](
                       const points::Points<C>& own) {
                const points::DevicePoints<C> columns = points::upload_points<C>(engine, own, limits);
                return kdtree::download_tree(engine, (*build)(columns, limits), columns, limits);
            };
        }
    }
    return [limits, threads = settings.threads.value_or(0)](const points::Points<C>& own) {
        return kdtree::build_distinct(own, {.threads = threads, .limits = limits});
    };
}

} // namespace scanline::cli
