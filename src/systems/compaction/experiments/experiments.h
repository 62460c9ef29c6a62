#pragma once
#include "scanline/systems/compaction.h"
#include "scanline/systems/sweep.h"

#include <array>
#include <string_view>

namespace scanline::systems {

// The experiments with compactions, each from the file of its family.

Experiment stage_times();              ///< fig7
Experiment time_by_density(int block); ///< of 32, 256, 2048: fig8, fig9, fig10
Experiment image_table();              ///< table1
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
inline constexpr RowAxis<int> invalid_axis{"invalid_percent"};

/// The stream size of most of the paper's figures, 2048 x 2048, and the one that stands for it in a quick
/// run.
inline constexpr std::int64_t paper_elements = 2048 * 2048;
inline constexpr std::int64_t quick_elements = 512 * 512;
constexpr std::int64_t elements_of(bool quick) {
    return quick ? quick_elements : paper_elements;
}

/// Elements that are invalid with this probability each, of data_seed: those of different densities then
/// differ only in the elements that change sides.
SweepStream random_stream(std::int64_t elements, int invalid_percent);

/// An algorithm, in blocks of this size if it takes any. Axes: algorithm, block.
CompactionVariant variant_of(const CompactionEntry& entry, int block);

/// Every fragment-shader algorithm but auto, which is one of the others: first those that compact block by
/// block, in each of these sizes, then those that know no blocks. Axes: algorithm, block.
std::vector<CompactionVariant> every_algorithm(std::initializer_list<int> blocks);

// How they are planned.

/// A plan without groups on the raster engine, with the copy pass as the roof.
Plan raster_plan(const Request& request);

/// Every variant on a random stream that stands on these axes.
PlannedGroup random_group(const Request& request, std::string what, std::int64_t elements,
                          int invalid_percent, AxisValues axes, std::vector<CompactionVariant> variants);

/// The same on the axis of densities, of the usual number of elements.
PlannedGroup density_group(const Request& request, int invalid_percent,
                           std::vector<CompactionVariant> variants);

/// The median time of an algorithm at a density.
double time_of(const Results& results, std::string_view algorithm, int invalid_percent);

} // namespace scanline::systems
