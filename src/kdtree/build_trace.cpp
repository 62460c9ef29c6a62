#include "scanline/kdtree/build_trace.h"

#include "scanline/points/checks.h"

#include <algorithm>
#include <numeric>

namespace scanline::kdtree {
namespace {

void append_subtrees(const Subtree& subtree, int level, std::vector<Subtree>& subtrees) {
    if (subtree.empty())
        return;
    if (subtree.depth == level) {
        subtrees.push_back(subtree);
        return;
    }
    append_subtrees(subtree.left(), level, subtrees);
    append_subtrees(subtree.right(), level, subtrees);
}

template <Coordinate C>
class Tracer {
public:
    explicit Tracer(const Points<C>& points) : points_(points) {}

    BuildTrace trace() const {
        BuildTrace trace;
        BuildTrace::Arrays distinct;
        for (int axis = 0; axis < points_.dimensions; ++axis) {
            trace.sorted.push_back(sorted(axis));
            distinct.push_back(without_duplicates(trace.sorted.back()));
        }
        trace.steps.push_back(std::move(distinct));
        const std::int64_t size = trace.size();
        for (int level = 0; level < levels(size); ++level) {
            BuildTrace::Arrays arrays = trace.steps.back();
            for (const Subtree& subtree : subtrees_of_level(size, level))
                split(subtree, arrays);
            trace.steps.push_back(std::move(arrays));
        }
        return trace;
    }

private:
    std::weak_ordering compare(std::int32_t a, std::int32_t b, int axis) const {
        return compare_super_keys(points_[a], points_[b], points_.dimensions, axis);
    }

    std::vector<std::int32_t> sorted(int axis) const {
        std::vector<std::int32_t> index(static_cast<std::size_t>(points_.size()));
        std::iota(index.begin(), index.end(), 0);
        std::ranges::stable_sort(index,
                                 [&](std::int32_t a, std::int32_t b) { return compare(a, b, axis) < 0; });
        return index;
    }

    // Of equal points the one with the smallest index comes first, and stays.
    std::vector<std::int32_t> without_duplicates(std::vector<std::int32_t> index) const {
        const auto end = std::unique(index.begin(), index.end(), [this](std::int32_t a, std::int32_t b) {
            return compare(a, b, 0) == 0;
        });
        index.erase(end, index.end());
        return index;
    }

    void split(const Subtree& subtree, BuildTrace::Arrays& arrays) const {
        const int axis = subtree.axis(points_.dimensions);
        const std::int32_t median =
            arrays[static_cast<std::size_t>(axis)][static_cast<std::size_t>(subtree.root())];
        for (std::vector<std::int32_t>& array : arrays) {
            const auto first = array.begin() + subtree.first, last = array.begin() + subtree.last;
            const auto behind_less = std::stable_partition(
                first, last, [&](std::int32_t point) { return compare(point, median, axis) < 0; });
            std::stable_partition(behind_less, last,
                                  [median](std::int32_t point) { return point == median; });
        }
    }

    const Points<C> points_;
};

} // namespace

std::vector<Subtree> subtrees_of_level(std::int64_t size, int level) {
    std::vector<Subtree> subtrees;
    append_subtrees({0, size, 0}, level, subtrees);
    return subtrees;
}

template <Coordinate C>
BuildTrace trace_build(const Points<C>& points) {
    require_points(points, "kdtree build trace");
    return Tracer<C>(points).trace();
}

template BuildTrace trace_build(const Points<std::int32_t>&);
template BuildTrace trace_build(const Points<float>&);
template BuildTrace trace_build(const Points<double>&);

} // namespace scanline::kdtree
