#pragma once
#include "scanline/compute/kernel.h"
#include "scanline/core/named.h"

namespace scanline::compute {

/// Which of the positions to find at which inserting the query keeps the array sorted.
enum class Bound {
    lower, ///< the first: the number of elements less than the query (std::lower_bound)
    upper, ///< the last: the number of elements not greater than it (std::upper_bound)
};
constexpr auto table_of(Bound) {
    using enum Bound;
    return named<Bound>({{lower, "lower"}, {upper, "upper"}});
}
using scanline::to_string;

namespace detail {

class BinarySearchKernel : ElementwiseKernel {
public:
    BinarySearchKernel(Engine& engine, ElementType type, Bound bound);
    void run(const BufferRange& sorted, const BufferRange& queries, const BufferRange& positions,
             const std::optional<BufferRange>& count) const;
};

} // namespace detail

/// Finds many queries in a sorted array of uint32, int32 or float, one invocation per query. Floats use the
/// total order of IEEE 754 (section 5.10): -NaN < -infinity < ... < -0 < +0 < ... < +infinity < +NaN, so
/// every query has a position, and -0 and +0 differ.
///
/// The array must be sorted; this is not checked. If it is not, positions are unspecified, but at most its
/// size. There are as many positions as queries; positions may alias the queries exactly, but must not
/// otherwise overlap them or the array. No queries: no work. Errors: usage if these rules are broken, an
/// array is larger than a storage block, or the count overlaps the positions.
///
///     BinarySearch<std::uint32_t> find(engine, Bound::lower);
///     find(a, queries, positions);   // a: 1 3 3 7   queries: 0 3 4 9   positions: 0 1 3 4
///                                    // with Bound::upper:              positions: 0 3 3 4
template <Number T>
class BinarySearch {
public:
    BinarySearch(Engine& engine, Bound bound) : kernel_(engine, element_type_of<T>, bound) {}

    /// count: search only the first count[0] queries, read on the GPU; the other positions are unchanged.
    void operator()(ArrayView<const T> sorted, ArrayView<const T> queries, ArrayView<std::uint32_t> positions,
                    Count count = {}) const {
        kernel_.run(sorted.range(), queries.range(), positions.range(), count.range());
    }

private:
    detail::BinarySearchKernel kernel_;
};

} // namespace scanline::compute
