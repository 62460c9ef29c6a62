// The peer nth-element: a balanced k-d tree as one writes it in a few lines, by std::nth_element from the
// root down. Points are compared by one coordinate alone, and those equal to others stay.
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
    Build(const ScanlinePeerCase& work, const C* coordinates)
        : coordinates_(coordinates), size_(work.points.size), dimensions_(work.dimensions) {}

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
std::unique_ptr<Work> make(const ScanlinePeerCase& work, const C* coordinates) {
    switch (work.dimensions) {
    case 1: return std::make_unique<Build<C, 1>>(work, coordinates);
    case 2: return std::make_unique<Build<C, 2>>(work, coordinates);
    case 3: return std::make_unique<Build<C, 3>>(work, coordinates);
    case 4: return std::make_unique<Build<C, 4>>(work, coordinates);
    default: return std::make_unique<Build<C, 0>>(work, coordinates);
    }
}

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    if (std::string_view(work.operation) != "kdtree-build")
        throw std::runtime_error("it builds k-d trees alone, and has no " + std::string(work.operation));
    if (work.threads != 1)
        throw std::runtime_error("it builds by one thread");
    return work.points.floats != nullptr ? make(work, work.points.floats) : make(work, work.points.integers);
}

std::string name() {
    return SCANLINE_PEER_NAME;
}

} // namespace scanline::peer
