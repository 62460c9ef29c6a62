#pragma once
#include "point_sets.h"

#include "scanline/kdtree/search.h"

#include <algorithm>
#include <vector>

namespace scanline::kdtree::test {

/// Boxes between consecutive queries of a case; each query alone; and all of space.
template <class C>
class BoxCorners {
public:
    explicit BoxCorners(const Points<C>& corners) : dimensions_(corners.dimensions) {
        for (std::int64_t i = 0; i + 1 < corners.size(); ++i) {
            add(corners[i], corners[i]);
            add(corners[i], corners[i + 1]);
        }
        const std::vector<C> extreme = extreme_coordinates<C>();
        const std::vector<C> least(static_cast<std::size_t>(dimensions_), extreme.front()),
            greatest(static_cast<std::size_t>(dimensions_), extreme.back());
        add(least.data(), greatest.data());
    }

    Boxes<C> boxes() const { return {{low_, dimensions_}, {high_, dimensions_}}; }

private:
    void add(const C* a, const C* b) {
        for (int axis = 0; axis < dimensions_; ++axis) {
            low_.push_back(std::min(a[axis], b[axis]));
            high_.push_back(std::max(a[axis], b[axis]));
        }
    }

    int dimensions_;
    std::vector<C> low_, high_;
};

} // namespace scanline::kdtree::test
