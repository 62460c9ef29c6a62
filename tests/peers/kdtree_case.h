#pragma once
#include "peer_work.h"

namespace scanline::peer {

/// What belongs to an operation on k-d trees.
template <class C>
struct KdtreeCase {
    explicit KdtreeCase(const ScanlinePeerCase& work)
        : points(array_of<const C>(work, "points")), queries(array_of<const C>(work, "queries")),
          dimensions(static_cast<std::size_t>(number_of(work, "dimensions"))),
          threads(static_cast<int>(number_of(work, "threads"))) {}

    std::size_t size() const { return points.size / dimensions; }
    std::size_t query_count() const { return queries.size / dimensions; }

    const Array<const C> points, queries;
    const std::size_t dimensions;
    const int threads;
};

/// Whether the coordinates are float32, otherwise int32.
inline bool has_floats(const ScanlinePeerCase& work) {
    const ScanlinePeerArray* const points = find_array(work, "points");
    return points != nullptr && points->type == SCANLINE_PEER_FLOAT32;
}

} // namespace scanline::peer
