#pragma once
#include "scanline/compute/engine.h"
#include "scanline/core/named.h"
#include "scanline/core/pimpl.h"
#include "scanline/skyline/keys.h"
#include "scanline/skyline/layers.h"
#include "scanline/skyline/skyline.h"

#include <array>
#include <functional>

namespace scanline::skyline {

/// How a skyline is found on the GPU. All give the same results.
enum class DeviceAlgorithm {
    automatic, ///< the fastest for the number of columns: sweep for 1 and 2, sky_cells for more
    /// Median masks are sorted by level and tested against those of lower levels; of points whose masks let
    /// them dominate, quartile masks are tested, and then the rows. Source: Bøgh, Chester, Assent,
    /// "Work-Efficient Parallel Skyline Computation for the GPU", 2015.
    sky_align,
    sky_align_no_sync,  ///< dominated points are removed at the end, not after each level
    sky_align_no_quart, ///< without quartile masks
    sky_align_padded,   ///< invocations that run together have points of the same cell
    /// Strong rows prune first. Points of a cell then run together, against cells with subsets of their mask
    /// alone; codes of seven bits a column spare nearly all looks at rows.
    sky_cells,
    /// Rows sorted by sum; each block of them is tested against all that are left, which are then packed.
    /// Source: Bøgh, Assent, Magnani, "Efficient GPU-based skyline computation", 2013 (GGS).
    sorted_blocks,
    brute_force, ///< every row against every other, tile by tile
    /// Only for 1 column, the smallest key, or 2: sorted, a row is in the skyline if its second key is less
    /// than all before.
    sweep,
};
constexpr auto table_of(DeviceAlgorithm) {
    using enum DeviceAlgorithm;
    return named<DeviceAlgorithm>({{automatic, "auto"},
                                   {sky_align, "sky-align"},
                                   {sky_align_no_sync, "sky-align-no-sync"},
                                   {sky_align_no_quart, "sky-align-no-quart"},
                                   {sky_align_padded, "sky-align-padded"},
                                   {sky_cells, "sky-cells"},
                                   {sorted_blocks, "sorted-blocks"},
                                   {brute_force, "brute-force"},
                                   {sweep, "sweep"}});
}
using scanline::to_string;

/// True if the algorithm takes tables of this many columns.
constexpr bool takes_dimensions(DeviceAlgorithm algorithm, int dimensions) {
    return algorithm != DeviceAlgorithm::sweep || dimensions <= 2;
}

/// How a DeviceSkyline works.
struct DeviceMethod {
    DeviceAlgorithm algorithm = DeviceAlgorithm::automatic;
    bool counters = false; ///< count tests, which costs some time; otherwise the counters stay 0
};

struct DeviceOptions {
    Duplicates duplicates = Duplicates::all;
    /// Called with the number of points whose membership is settled, and the number of points.
    std::function<void(std::int64_t settled, std::int64_t points)> progress{};
    CallLimits limits{};
};

/// Finds skylines on the GPU. Dispatches are bounded, so that long ones neither block a display nor run into
/// a driver's limits; a hook cancels between them. Results and counters are the same in every run. The
/// counters of sky_cells count comparisons of codes as mask tests; sweep tests nothing.
///
/// Stages: upload, those of the algorithm, collect; by SkyAlign pre-filter, masks, sort, and "level 0" and
/// on, each with the packing after it. Levels without points of their own have none.
///
/// Needs OpenGL 4.3, and on the GPU about 6 bytes a key and 60 a row, where many rows are equal 80. Zero rows
/// are allowed. Errors: usage for a number of dimensions that is not from 1 to max_dimensions or that the
/// algorithm does not take, for keys of another, and if they, or 12 bytes a row, are larger than a storage
/// block of the driver; failure, naming the bytes, if the GPU is out of memory; Cancelled.
///
///     const DeviceSkyline find(engine, 3);
///     find(keys_of<float>({{1, 2, 3, 2, 2, 1, 2, 4, 1, 3, 3, 3}, 3})).ids;   // 0 1
class DeviceSkyline {
public:
    /// Bytes of the largest array that tables of this shape need.
    static std::int64_t largest_array(std::int64_t rows, int dimensions);

    DeviceSkyline(compute::Engine& engine, int dimensions, const DeviceMethod& method = {});

    Skyline operator()(const Keys& keys, const DeviceOptions& options = {}) const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

/// find() on a GPU, for peel_layers() and DeviceFinder. `device` is not owned.
FindSkyline find_on(const DeviceSkyline& device);

} // namespace scanline::skyline
