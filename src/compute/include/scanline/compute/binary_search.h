#pragma once
#include "scanline/compute/kernel.h"

#include <array>
#include <string_view>

namespace scanline::compute {

/// Which of the places is found where a query could be inserted and the array stay sorted.
enum class Bound {
    lower, ///< the first one: how many elements are less than the query (std::lower_bound)
    upper, ///< the last one: how many elements are not greater than it (std::upper_bound)
};

inline constexpr std::array all_bounds{Bound::lower, Bound::upper};

/// "lower", "upper"
std::string_view to_string(Bound bound);

namespace detail {

class BinarySearchKernel : ElementwiseKernel {
public:
    BinarySearchKernel(Engine& engine, ElementType type, Bound bound);
    void run(const BufferRange& sorted, const BufferRange& queries, const BufferRange& positions,
             const std::optional<BufferRange>& count) const;
};

} // namespace detail

/// Finds each of many queries in a sorted array of uint32, int32 or float, one invocation a query. Floats
/// are in the total order of IEEE 754 (section 5.10): -NaN < -infinity < ... < -0 < +0 < ... < +infinity <
/// +NaN, so that every query has its place; -0 and +0 have two.
///
/// The array must be sorted, which is not checked: of one that is not, positions are open, but not greater
/// than its size. Positions are as many as the queries; they may be the queries themselves, and must be
/// apart from them otherwise and from the array. No queries is nothing to do. Errors: usage where that does
/// not hold, an array is larger than a storage block, or the count lies in the positions.
///
///     BinarySearch<std::uint32_t> find(engine, Bound::lower);
///     find(a, queries, positions);   // a: 1 3 3 7   queries: 0 3 4 9   positions: 0 1 3 4
///                                    // with Bound::upper:              positions: 0 3 3 4
template <Number T>
class BinarySearch {
public:
    BinarySearch(Engine& engine, Bound bound) : kernel_(engine, element_type_of<T>, bound) {}

    /// count: only the first count[0] queries, a number that lies on the GPU; the other positions stay as
    /// they are.
    void operator()(ArrayView<const T> sorted, ArrayView<const T> queries, ArrayView<std::uint32_t> positions,
                    Count count = {}) const {
        kernel_.run(sorted.range(), queries.range(), positions.range(), count.range());
    }

private:
    detail::BinarySearchKernel kernel_;
};

} // namespace scanline::compute
