#pragma once
#include "scanline/bench/axes.h"
#include "scanline/bench/compaction_plan.h"
#include "scanline/data/image.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>

namespace scanline::bench {

// What experiments measure: streams, and the ways to compact them.

/// The algorithms that the paper measured; what it says of "all" is judged on these.
inline constexpr std::array<std::string_view, 4> paper_algorithms{"horn", "jj", "rlz", "bt"};

/// Per cent of invalid elements in dense, medium and sparse streams. The paper gives no numbers; these are
/// ours.
inline constexpr std::array paper_densities{10, 50, 90};

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

/// Which algorithms of the catalog.
enum class Kind {
    blockwise,    ///< those that compact block by block
    whole_stream, ///< those that know no blocks
};

/// Every fragment-shader algorithm of the kind, but auto, which is one of the others. Axes: algorithm, block;
/// block is no_value where there are none.
std::vector<CompactionVariant> every_algorithm(Kind kind, int block);

/// Both kinds, as in a measurement with one block size.
std::vector<CompactionVariant> every_algorithm(int block);

/// Auto by each of its adaptions. Axes: algorithm, block (no_value), adapt.
std::vector<CompactionVariant> every_adaption(const std::shared_ptr<const raster::AutoModel>& model);

} // namespace scanline::bench
