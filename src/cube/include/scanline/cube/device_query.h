#pragma once
#include "scanline/core/pimpl.h"
#include "scanline/cube/device_tree.h"
#include "scanline/cube/query.h"

namespace scanline::cube {

/// The condition of a query on one dimension: a code, any_code, or in_set(number).
inline constexpr std::uint32_t any_code = 0xffffffff;
constexpr std::uint32_t in_set(std::uint32_t number) {
    return 0x8000'0000u | number;
}

/// A batch of queries, each for one cell.
struct DeviceQueries {
    std::vector<std::uint32_t> conditions;          ///< [query][dimension]: a code, any_code, or in_set()
    std::vector<std::vector<std::uint32_t>> sets{}; ///< codes, in any order
};

/// Packs queries without groups. Errors: usage, for queries with groups, unknown
/// dimensions and codes, a dimension named twice, and cardinalities above 2^31.
DeviceQueries cell_queries(const Shape& shape, std::span<const Query> queries);

/// The answers to a batch.
struct DeviceCells {
    std::vector<std::int64_t> count;               ///< rows of each; 0 if no row matches
    std::vector<std::vector<std::int64_t>> values; ///< [measure][query]; see answer() for those of no rows
    std::int64_t off_path = 0;                     ///< queries that needed more than one node
};

/// Answers batches of queries on the GPU. An on-path query, whose conditions are single codes of the first
/// levels of the path, is answered by one node, which one invocation finds. Any other query descends the same
/// way as far as it can; a group then visits the nodes of the deepest level with a condition, or those that
/// its header table names, and climbs from each. For a set in the last condition, it visits all side links
/// from the least to the greatest code. Exact and deterministic.
///
/// Stages: upload, locate, climb (if a query needs it), download. Dispatches are bounded; a hook cancels
/// between them. Needs OpenGL 4.3, and GPU memory of a few words for each dimension and measure of a query.
/// Errors: usage for a tree of another shape, for codes beyond their cardinality, unknown sets, cardinalities
/// above 2^31, and, naming the bytes, if the conditions or cells are larger than a storage block of the
/// driver; failure, naming the bytes, if the GPU is out of memory; Cancelled.
///
///     const DeviceQuery query(engine, tree.shape);
///     query(tree, {{0, any_code, any_code, 1}}).count;   // rows (0, 0) (1, 1) (0, 1): 2 2
class DeviceQuery {
public:
    DeviceQuery(compute::Engine& engine, const Shape& shape);

    DeviceCells operator()(const DeviceTree& tree, const DeviceQueries& queries,
                           const CallLimits& limits = {}) const;

private:
    struct Parts;
    Pimpl<const Parts> parts_;
};

} // namespace scanline::cube
