#pragma once
#include "kit/prediction.h"
#include "scenes/kdtree/step_view.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scanline::view::kdtree_scene {

/// The cell of a place in the index array of an axis.
constexpr std::uint64_t slot_cell(std::size_t axis, std::size_t place) {
    return std::uint64_t{axis} << 32 | place;
}
/// The first places of an array whose points a step of a followed build moves: of the array by the axis after
/// the one that is split. None in other steps.
std::vector<Written> written_slots(const Run& run, int step);

/// What a step of a query decides: whether it visits the side of a split, or finds a point.
struct Decision {
    static constexpr std::uint64_t cell = ~std::uint64_t{0};

    Written written;
    std::int64_t node = 0; ///< where it is asked for: the point, or the root of the side
};
/// None for steps that follow from the one before.
std::optional<Decision> decision_at(const Run& run, const QueryRun& asked, int step);

} // namespace scanline::view::kdtree_scene
