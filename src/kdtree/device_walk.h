#pragma once
#include "queries.h"
#include "scanline/compute/batch_pace.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/fill.h"
#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/compute/segmented_sort.h"
#include "scanline/kdtree/device_tree.h"
#include "scanline/kdtree/search.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::kdtree {

using Words = compute::ArrayView<std::uint32_t>;

/// A tree and its queries, on the GPU: shaders/kdtree/tree.glsl.
struct TreeQueries {
    compute::BufferRange nodes, queries; ///< coordinates, point by point
    std::int64_t nodes_size = 0, queries_size = 0;

    /// Errors: usage for a tree of other dimensions, coordinates that are not a multiple of the dimensions,
    /// and coordinates larger than a storage block.
    template <DeviceCoordinate C>
    static TreeQueries make(const compute::Operation& operation, const DeviceNodes<C>& tree,
                            compute::ArrayView<const C> queries, int dimensions);
};

/// The constants of shaders/kdtree/parts.glsl for a walk in this many dimensions.
template <DeviceCoordinate C>
gl::Specialization walk_constants(int dimensions);

/// The uniforms of shaders/kdtree/ball_walk.glsl.
template <DeviceCoordinate C>
std::vector<compute::Kernel::Uniform> ball_uniforms(double radius);

/// A piece of the points of a call, on the GPU.
template <DeviceCoordinate C>
compute::ArrayView<C> upload_part(compute::Engine& engine, compute::Arena::Scope& scratch,
                                  const Points<C>& points, std::int64_t first, std::int64_t count) {
    const auto rows = scratch.take<C>(count * points.dimensions);
    engine.upload<C>(rows, part_of(points, first, count).coordinates);
    return rows;
}

/// Copies the results of some queries from the GPU to their place among all; `first` is the number of the
/// first.
template <class T>
void fetch(compute::Engine& engine, const compute::BufferRange& results, std::int64_t first,
           std::vector<T>& all) {
    const auto place =
        std::span(all).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(results.size));
    engine.download_bytes(results, std::as_writable_bytes(place));
}

/// Sorts queries by the part of the tree that they fall into, so neighbouring invocations follow similar
/// paths. Stage: sort-queries.
class DeviceQueryOrder {
public:
    DeviceQueryOrder(compute::Engine& engine, const gl::Specialization& walk);
    void run(const TreeQueries& asked, Words order) const;

private:
    compute::Engine* engine_;
    compute::Kernel locate_;
    compute::RadixSortPositions<std::uint32_t> sort_;
};

/// Runs queries on a tree with a kernel that includes shaders/kdtree/parts.glsl, one invocation each. If a
/// query exceeds the work limit of an invocation, reruns all of them on one part of the tree after another.
class DeviceWalk {
public:
    /// iterations: the most that one node costs, over all loops.
    DeviceWalk(compute::Engine& engine, std::string_view shader, gl::Specialization walk, int iterations);

    struct Run {
        Words order;
        std::vector<compute::Kernel::Binding> bindings;   ///< from storage binding 4 on
        std::vector<compute::Kernel::Uniform> uniforms{}; ///< from location 16 on
        std::function<void()> begin = [] {};              ///< runs before every attempt
    };
    void run(const TreeQueries& asked, const Run& run) const;

private:
    compute::Engine* engine_;
    compute::Kernel kernel_;
    std::int64_t budget_; ///< most nodes that a walk visits
};

// Searches whose results are rows: as many points per query as there are.

/// Most queries at once, since their rows are sorted together.
inline constexpr std::int64_t max_rows = std::int64_t{1} << 24;

/// Errors: usage for more than max_rows.
void require_rows(const TreeQueries& asked, const char* what);

/// Finds one row of nodes per query with a kernel that includes shaders/kdtree/rows.glsl; counts them first.
/// Stages: sort-queries, count; sort-queries, search.
class RowSearch {
public:
    /// iterations: see DeviceWalk.
    RowSearch(compute::Engine& engine, std::string_view shader, const gl::Specialization& walk,
              int iterations);

    struct Run {
        std::optional<compute::Kernel::Binding> own{}; ///< for storage binding 5
        std::vector<compute::Kernel::Uniform> uniforms{};
    };
    void count(const TreeQueries& asked, Words counts, const Run& run) const;
    /// offset: the start of each row, and the end of the last. Nodes come in no particular order.
    void collect(const TreeQueries& asked, compute::ArrayView<const std::uint32_t> offset, Words nodes,
                 const Run& run) const;

private:
    compute::Engine* engine_;
    DeviceQueryOrder order_;
    DeviceWalk count_, collect_;
    compute::Fill<std::uint32_t> fill_;
    compute::Copy<std::uint32_t> copy_;
};

/// Some queries of a call, with results that fit storage blocks.
struct RowPiece {
    std::int64_t first_query = 0, queries = 0;
    std::int64_t first_result = 0, results = 0;
};

/// The limits of a piece.
struct RowLimits {
    std::int64_t queries = 0; ///< upper limit
    std::int64_t results = 0; ///< upper limit, unless one query has more

    /// bytes_of_query: size of its coordinates; bytes_of_result: element size of the larger array.
    static RowLimits make(const compute::Engine& engine, std::int64_t bytes_of_query,
                          std::int64_t bytes_of_result);
    /// The next piece. Errors: failure if a single query has too many results.
    RowPiece next(const std::vector<std::int64_t>& offset, std::int64_t first, std::int64_t last,
                  const char* what) const;
};

/// Computes where each query's row starts, and where the last ends, in batches. count(query, counts) counts
/// the results of consecutive queries; begin(results) receives the total; take(piece, offset) collects a
/// piece, with offsets from 0. Errors: failure, before collecting, if there is not enough memory for the
/// results; Cancelled.
template <class Count, class Begin, class Take>
std::vector<std::int64_t> collect_rows(compute::Engine& engine, std::int64_t queries, const RowLimits& limits,
                                       const RowCounting& counting, Count count, Begin begin, Take take) {
    const auto& [bytes, call, what] = counting;
    std::vector<std::int64_t> offset;
    std::vector<std::uint32_t> words; // counts of queries, or offsets of a piece
    allocate(offset, queries + 1, what, call.cancelled);
    const ResultMemory memory(call, what);
    compute::BatchPace counting_pace(limits.queries, call);
    for (std::int64_t first = 0; first < queries;) {
        const std::int64_t size = std::min(counting_pace.size(), queries - first);
        compute::Arena::Scope scratch(engine.arena());
        const Words counts = scratch.take<std::uint32_t>(size);
        allocate(words, size, what);
        counting_pace.run(size, [&] {
            count(first, counts);
            engine.download_bytes(counts.range(), std::as_writable_bytes(std::span(words)));
        });
        std::int64_t end = offset[static_cast<std::size_t>(first)];
        auto at = static_cast<std::size_t>(first);
        for (const std::uint32_t results : words)
            offset[++at] = end += results;
        memory.require(end, bytes);
        first += size;
    }
    begin(offset.back());
    compute::BatchPace pace(limits.queries, call);
    for (std::int64_t first = 0; first < queries;) {
        const RowPiece piece = limits.next(offset, first, std::min(first + pace.size(), queries), what);
        compute::Arena::Scope scratch(engine.arena());
        allocate(words, piece.queries + 1, what);
        std::transform(
            offset.begin() + first, offset.begin() + first + piece.queries + 1, words.begin(),
            [&](std::int64_t result) { return static_cast<std::uint32_t>(result - piece.first_result); });
        const Words begins = scratch.take<std::uint32_t>(piece.queries + 1);
        engine.upload<std::uint32_t>(begins, words);
        pace.run(piece.queries, [&] { take(piece, begins); });
        first += piece.queries;
    }
    return offset;
}

/// Sorts rows of found nodes as points. If all rows are short, one group sorts each; otherwise segmented
/// sorts handle all. Waits for the GPU to decide. Stage: sort-rows.
template <DeviceCoordinate C>
class RowSort {
public:
    using Squared = DeviceDistance<C>;

    /// rows: limit per call. Rows without distances are sorted by point index.
    RowSort(compute::Engine& engine, std::int64_t rows, bool with_distances);

    struct Rows {
        compute::ArrayView<const std::uint32_t> offset; ///< start of each row, and the end of the last
        compute::ArrayView<const std::uint32_t> index;  ///< point index of each node
        Words nodes, points;                            ///< input and output
        compute::ArrayView<Squared> distances{}, sorted_distances{};
    };
    /// Overwrites nodes with keys.
    void run(const Rows& rows, RowOrder order) const;

private:
    bool sort_short(const Rows& rows, RowOrder order) const;
    void sort_long(const Rows& rows, RowOrder order) const;

    compute::Engine* engine_;
    bool with_distances_;
    std::array<compute::Kernel, 2> short_rows_; ///< indexed by RowOrder
    compute::ElementwiseKernel take_word_;
    compute::SegmentedSortPositions<std::uint32_t> sort_;
    compute::Gather<std::uint32_t> gather_;
    compute::Gather<Squared> gather_distances_;
};

} // namespace scanline::kdtree
