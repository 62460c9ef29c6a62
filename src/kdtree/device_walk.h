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

/// A tree and the queries that are put to it, on the GPU: shaders/kdtree/tree.glsl.
struct AskedTree {
    compute::BufferRange nodes, queries; ///< coordinates, one point after the other
    std::int64_t nodes_size = 0, queries_size = 0;

    /// Errors: usage for a tree of other dimensions, coordinates that are not those of whole queries, and
    /// where they are larger than a storage block.
    template <DeviceCoordinate C>
    static AskedTree make(const compute::Operation& operation, const DeviceNodes<C>& tree,
                          compute::ArrayView<const C> queries, int dimensions);
};

/// The constants of shaders/kdtree/parts.glsl, of a walk in so many dimensions.
template <DeviceCoordinate C>
gl::Specialization walk_constants(int dimensions);

/// The uniforms of shaders/kdtree/ball_walk.glsl.
template <DeviceCoordinate C>
std::vector<compute::Kernel::Uniform> ball_uniforms(Distance<C> radius);

/// Some of the points of a call, on the GPU.
template <DeviceCoordinate C>
compute::ArrayView<C> upload_part(compute::Arena::Scope& scratch, const Points<C>& points, std::int64_t first,
                                  std::int64_t count) {
    const auto rows = scratch.take<C>(count * points.dimensions);
    compute::upload<C>(rows, part_of(points, first, count).coordinates);
    return rows;
}

/// Copies results of some queries from the GPU to their place among all, of which the first is number
/// `first`.
template <class T>
void fetch(const compute::BufferRange& results, std::int64_t first, std::vector<T>& all) {
    const auto place =
        std::span(all).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(results.size));
    compute::download_bytes(results, std::as_writable_bytes(place));
}

/// Sorts queries by the part of the tree that they fall into, so that neighbouring invocations take much the
/// same way. Stage: sort-queries.
class QueryOrder {
public:
    QueryOrder(compute::Engine& engine, const gl::Specialization& walk);
    void run(const AskedTree& asked, Words order) const;

private:
    compute::Engine* engine_;
    compute::Kernel locate_;
    compute::RadixSortPositions<std::uint32_t> sort_;
};

/// Puts queries to a tree by a kernel that includes shaders/kdtree/parts.glsl, an invocation each. Where one
/// of them has more to look at than an invocation may, all are put again, to a part of the tree after the
/// other.
class DeviceWalk {
public:
    /// iterations: of all loops together, the most that one node costs.
    DeviceWalk(compute::Engine& engine, std::string_view shader, gl::Specialization walk, int iterations);

    struct Run {
        Words order;
        std::vector<compute::Kernel::Binding> bindings;   ///< to storage bindings 4 ...
        std::vector<compute::Kernel::Uniform> uniforms{}; ///< to locations 16 ...
        std::function<void()> begin = [] {}; ///< does what is to be done whenever queries are put anew
    };
    void run(const AskedTree& asked, const Run& run) const;

private:
    compute::Engine* engine_;
    compute::Kernel kernel_;
    std::int64_t budget_; ///< the most nodes that a walk looks at
};

// Searches whose results are rows: as many points of each query as there are.

/// Queries that are put at once: the most whose rows are sorted together.
inline constexpr std::int64_t most_rows = std::int64_t{1} << 24;

/// Errors: usage for more than most_rows.
void require_rows(const AskedTree& asked, const char* what);

/// Finds rows of nodes, one of each query, by a kernel that includes shaders/kdtree/rows.glsl, which counts
/// them first. Stages: sort-queries, count; sort-queries, search.
class RowSearch {
public:
    /// iterations: as DeviceWalk.
    RowSearch(compute::Engine& engine, std::string_view shader, const gl::Specialization& walk,
              int iterations);

    struct Run {
        std::optional<compute::Kernel::Binding> own{}; ///< to storage binding 5
        std::vector<compute::Kernel::Uniform> uniforms{};
    };
    void count(const AskedTree& asked, Words counts, const Run& run) const;
    /// offset: where each row begins, and behind the last one. Nodes come in no order.
    void collect(const AskedTree& asked, compute::ArrayView<const std::uint32_t> offset, Words nodes,
                 const Run& run) const;

private:
    compute::Engine* engine_;
    QueryOrder order_;
    DeviceWalk count_, collect_;
    compute::Fill<std::uint32_t> fill_;
    compute::Copy<std::uint32_t> copy_;
};

/// Some of the queries of a call, whose results fit storage blocks.
struct RowPiece {
    std::int64_t first_query = 0, queries = 0;
    std::int64_t first_result = 0, results = 0;
};

/// The limits of a piece.
struct RowLimits {
    std::int64_t queries = 0; ///< at most
    std::int64_t results = 0; ///< at most, or those of one query

    /// bytes_of_query: of its coordinates; bytes_of_result: of the larger array.
    static RowLimits make(const compute::Engine& engine, std::int64_t bytes_of_query,
                          std::int64_t bytes_of_result);
    /// The next piece. Errors: failure for a query whose results alone are too many.
    RowPiece next(const std::vector<std::int64_t>& offset, std::int64_t first, std::int64_t last,
                  const char* what) const;
};

/// Where the rows of all queries begin, and behind the last, some queries at a time: count(first, counts)
/// counts the results of as many queries as there are counts; begin(results) is told how many all of them
/// have; take(piece, offset) gets those of a piece, of which the first lies at offset 0. Errors: failure for
/// more results than there is memory for, before any is collected; Cancelled.
template <class Count, class Begin, class Take>
std::vector<std::int64_t> collect_rows(compute::Engine& engine, std::int64_t queries, const RowLimits& limits,
                                       const RowCounting& counting, Count count, Begin begin, Take take) {
    const auto& [bytes, call, what] = counting;
    std::vector<std::int64_t> offset;
    std::vector<std::uint32_t> words; // counts of queries, or offsets of a piece
    make_room(offset, queries + 1, what, call.cancelled);
    const ResultMemory memory(call, what);
    compute::BatchPace counting_pace(limits.queries, call);
    for (std::int64_t first = 0; first < queries;) {
        const std::int64_t size = std::min(counting_pace.size(), queries - first);
        compute::Arena::Scope scratch(engine.arena());
        const Words counts = scratch.take<std::uint32_t>(size);
        make_room(words, size, what);
        counting_pace.run(size, [&] {
            count(first, counts);
            compute::download_bytes(counts.range(), std::as_writable_bytes(std::span(words)));
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
        make_room(words, piece.queries + 1, what);
        std::transform(
            offset.begin() + first, offset.begin() + first + piece.queries + 1, words.begin(),
            [&](std::int64_t result) { return static_cast<std::uint32_t>(result - piece.first_result); });
        const Words begins = scratch.take<std::uint32_t>(piece.queries + 1);
        compute::upload<std::uint32_t>(begins, words);
        pace.run(piece.queries, [&] { take(piece, begins); });
        first += piece.queries;
    }
    return offset;
}

/// Sorts rows of nodes that queries have found, as the points that they are. Where all rows are short, a
/// group sorts each; otherwise all are sorted by segmented sorts. Waits for the GPU to know. Stage:
/// sort-rows.
template <DeviceCoordinate C>
class RowSort {
public:
    using Squared = DeviceDistance<C>;

    /// max_rows: of one call. Rows without distances are in the order of the points.
    RowSort(compute::Engine& engine, std::int64_t max_rows, bool with_distances);

    struct Rows {
        compute::ArrayView<const std::uint32_t> offset; ///< where each begins, and behind the last one
        compute::ArrayView<const std::uint32_t> index;  ///< which point each node is
        Words nodes, points;                            ///< the first become the second
        compute::ArrayView<Squared> distances{}, sorted_distances{};
    };
    /// Keys take the place of nodes.
    void run(const Rows& rows, RowOrder order) const;

private:
    bool sort_short(const Rows& rows, RowOrder order) const;
    void sort_long(const Rows& rows, RowOrder order) const;

    compute::Engine* engine_;
    bool with_distances_;
    std::array<compute::Kernel, 2> short_rows_; ///< by RowOrder
    compute::ElementwiseKernel take_word_;
    compute::SegmentedSortPositions<std::uint32_t> sort_;
    compute::Gather<std::uint32_t> gather_;
    compute::Gather<Squared> gather_distances_;
};

} // namespace scanline::kdtree
