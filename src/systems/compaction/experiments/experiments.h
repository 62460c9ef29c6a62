#pragma once
#include "scanline/bench/axes.h"
#include "scanline/bench/compaction_plan.h"
#include "scanline/bench/experiment.h"
#include "scanline/data/image.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>

namespace scanline::bench {

// The experiments with compactions, each from the file of its family.

Experiment stage_times();          ///< fig7
Experiment time_by_density_32();   ///< fig8
Experiment time_by_density_256();  ///< fig9
Experiment time_by_density_2048(); ///< fig10
Experiment image_table();          ///< table1
Experiment prefix_crossover();
Experiment concatenation_cost();
Experiment scaling();
Experiment adaptions();
Experiment compaction_sweep(); ///< compact

// What they measure: streams, and the ways to compact them.

/// The algorithms that the paper measured; what it says of "all" is judged on these.
inline constexpr std::array<std::string_view, 4> paper_algorithms{"horn", "jj", "rlz", "bt"};

/// Per cent of invalid elements in dense, medium and sparse streams. The paper gives no numbers; these are
/// ours.
inline constexpr std::array paper_densities{10, 50, 90};
inline constexpr std::string_view invalid_axis = "invalid_percent";

/// The stream size of most of the paper's figures, 2048 x 2048, and the one that stands for it in a quick
/// run.
inline constexpr std::int64_t paper_elements = 2048 * 2048;
inline constexpr std::int64_t quick_elements = 512 * 512;
constexpr std::int64_t elements_of(bool quick) {
    return quick ? quick_elements : paper_elements;
}

/// The seed of all random streams: those of different densities then differ only in the elements that change
/// sides.
inline constexpr std::uint64_t random_seed = 1;

/// Elements that are invalid with this probability each. No axes.
InputStream random_stream(std::int64_t elements, int invalid_percent);

struct Mask {
    std::string name;
    data::Image image;
    std::uint64_t seed = 0; ///< of what of it is random; 0 where nothing is
};

/// hand, bunny and finger of a folder. Errors (failure): a file that is missing, or not of 2048 x 2048
/// pixels.
std::vector<std::shared_ptr<const Mask>> read_masks(const std::filesystem::path& folder);

/// A stream of two characters, on which no algorithm is the best of both: the upper half is the negative of
/// the mask's, nearly solid; in the lower half 5 % of the elements are valid, each for itself. Of the mask's
/// size.
///
///     mixed_mask(hand).image // where the hand's pixel at (x, y < 1024) is 0, 255; below, 255 with p = 0.05
Mask mixed_mask(const Mask& mask);

/// A mask or its negative, at `elements` of 2048 x 2048 divided by squares. Axes: image, negated, elements.
InputStream mask_stream(const Mask& mask, bool negated, std::int64_t elements);

/// Every fragment-shader algorithm but auto, which is one of the others: first those that compact block by
/// block, in each of these sizes, then those that know no blocks. Axes: algorithm, block.
std::vector<CompactionVariant> every_algorithm(std::initializer_list<int> blocks);

/// Auto by each of its adaptions. Axes: algorithm, block (no_value), adapt.
std::vector<CompactionVariant> every_adaption(const std::shared_ptr<const raster::AutoModel>& model);

// How they are planned.

/// A plan without groups on the raster engine, with the copy pass as the roof.
Plan raster_plan(const Request& request);

/// Every variant on a random stream that stands on these axes.
PlannedGroup random_group(const Request& request, std::string what, std::int64_t elements,
                          int invalid_percent, AxisValues axes, std::vector<CompactionVariant> variants);

/// The same on the axis of densities, of the usual number of elements.
PlannedGroup density_group(const Request& request, int invalid_percent,
                           std::vector<CompactionVariant> variants);

AutoCosts auto_costs(const Request& request);

} // namespace scanline::bench
