// The peer nth-element: a balanced k-d tree as one writes it in a few lines, by std::nth_element from the
// root down. Points are compared by one coordinate alone, and those equal to others stay.
#include "kdtree_case.h"
#include "steady_work.h"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace scanline::peer {
namespace {

// A point beside its index; by its address where it is of more than four coordinates.
template <class C, std::size_t dimensions>
struct Row {
    std::array<C, dimensions> point;
    std::uint32_t index;

    Row(const C* coordinates, std::uint32_t of) : index(of) {
        std::copy_n(coordinates, dimensions, point.begin());
    }
};
template <class C>
struct Row<C, 0> {
    const C* point;
    std::uint32_t index;

    Row(const C* coordinates, std::uint32_t of) : point(coordinates), index(of) {}
};

template <class C, std::size_t fixed_dimensions>
class Build final : public SteadyWork {
public:
    explicit Build(const KdtreeCase<C>& of)
        : coordinates_(of.points.data), size_(of.size()), dimensions_(of.dimensions) {}

private:
    using Rows = std::vector<Row<C, fixed_dimensions>>;
    using Iterator = typename Rows::iterator;

    void prepare() override { Rows().swap(rows_); }
    void work() override {
        rows_.reserve(size_);
        for (std::size_t i = 0; i < size_; ++i)
            rows_.emplace_back(coordinates_ + i * dimensions_, static_cast<std::uint32_t>(i));
        split(rows_.begin(), rows_.end(), 0);
    }
    Words results() const override {
        Words indices(rows_.size());
        std::transform(rows_.begin(), rows_.end(), indices.begin(),
                       [](const auto& row) { return row.index; });
        return indices;
    }

    Words companions() const override { return {static_cast<std::uint32_t>(rows_.size())}; }

    void split(Iterator first, Iterator last, std::size_t axis) {
        if (last - first < 2)
            return;
        const Iterator root = first + (last - first - 1) / 2;
        std::nth_element(first, root, last,
                         [axis](const auto& a, const auto& b) { return a.point[axis] < b.point[axis]; });
        const std::size_t next = axis + 1 == dimensions_ ? 0 : axis + 1;
        split(first, root, next);
        split(root + 1, last, next);
    }

    const C* const coordinates_;
    const std::size_t size_, dimensions_;
    Rows rows_;
};

template <class C>
std::unique_ptr<Work> make(const KdtreeCase<C>& of) {
    if (of.threads != 1)
        throw std::runtime_error("it builds by one thread");
    switch (of.dimensions) {
    case 1: return std::make_unique<Build<C, 1>>(of);
    case 2: return std::make_unique<Build<C, 2>>(of);
    case 3: return std::make_unique<Build<C, 3>>(of);
    case 4: return std::make_unique<Build<C, 4>>(of);
    default: return std::make_unique<Build<C, 0>>(of);
    }
}

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    if (std::string_view(work.operation) != "kdtree-build")
        throw std::runtime_error("it builds k-d trees alone, and has no " + std::string(work.operation));
    return has_floats(work) ? make(KdtreeCase<float>(work)) : make(KdtreeCase<std::int32_t>(work));
}

std::string name() {
    return SCANLINE_PEER_NAME;
}

} // namespace scanline::peer
