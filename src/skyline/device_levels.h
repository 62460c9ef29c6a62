#pragma once
#include "device_steps.h"

#include "scanline/compute/scan.h"
#include "scanline/compute/transform.h"

namespace scanline::skyline {

/// Finds skylines level by level: the cells of a level are settled as soon as those of lower levels are. See
/// cells.glsl; the second word of records is the mask.
class LevelSearch {
public:
    /// How points are tested.
    struct Tests {
        compute::Kernel kernel;
        int width = 1;          ///< points of a chunk
        bool by_chunks = false; ///< each group has the points of a chunk
        int slices = 1;         ///< groups with the same points
        bool counters = false;
    };
    LevelSearch(compute::Engine& engine, int dimensions, int record, Tests tests);

    struct Rules {
        int mask_bits;
        /// Levels run together until they have so many points; the dominated are removed after each run.
        std::int64_t points_at_once;
        bool stats; ///< levels run one by one, and the result names what each did
    };
    void run(Search& search, Records& records, const Rules& rules) const;

    const RecordSteps& steps() const { return steps_; }

private:
    struct Cells {
        std::int64_t count, chunks;
        compute::BufferRange range;
    };
    void sort(Records& records) const;
    std::vector<std::int64_t> begins(const Records& records, int levels) const;
    Cells find_cells(const Search& search, const Records& records, compute::Arena::Scope& scratch) const;
    void test(const Search& search, const Records& records, std::int64_t killers, const TestSums& sums) const;

    compute::Engine* engine_;
    int dimensions_;
    RecordSteps steps_;
    Tests tests_;
    compute::ElementwiseKernel take_masks_, heads_, chunks_, levels_;
    compute::Transform<std::uint32_t> bits_;
    compute::RadixSortPositions<std::uint32_t> sort_positions_;
    compute::RadixSortPairs<std::uint32_t> sort_by_level_;
    compute::Compact<std::uint32_t> compact_;
    compute::Scan<std::uint32_t> scan_;
    compute::Fill<std::uint32_t> fill_;
};

} // namespace scanline::skyline
