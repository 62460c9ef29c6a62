#pragma once
#include "scanline/raster/options.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scanline::raster {

/// The properties of a stream that decide which compaction is fastest.
struct StreamFeatures {
    double density = 0; ///< fraction of elements that are valid
    double changes = 0; ///< fraction of neighbouring pairs with one valid element: 2 for each run
};

/// An algorithm with its block size.
struct CompactionChoice {
    Algorithm algorithm = Algorithm::packed;
    int block = 0; ///< 0 for algorithms on the whole stream

    friend bool operator==(const CompactionChoice&, const CompactionChoice&) = default;
};

/// The cost of a compaction on a machine, in milliseconds: a fixed part plus a part for each element, each
/// survivor and each change.
struct CompactionCost {
    CompactionChoice choice;
    double fixed = 0, per_element = 0, per_survivor = 0, per_change = 0;

    double milliseconds(std::int64_t elements, const StreamFeatures& features) const;

    friend bool operator==(const CompactionCost&, const CompactionCost&) = default;
};

/// The costs on one machine, as `scanline tune` measures them.
struct AutoModel {
    std::vector<CompactionCost> costs;
    /// The cost of surveying a stream before compaction: Survey and the readback.
    double survey_milliseconds = 0;

    friend bool operator==(const AutoModel&, const AutoModel&) = default;
};

/// The default model of `auto` if nothing was measured: an NVIDIA H200, driver 580, 2026-11-20.
const AutoModel& shipped_auto_model();

/// The choices for streams of one size.
struct AutoPlan {
    /// The choices that are fastest for some streams. The first loses least when nothing is known about a
    /// stream.
    std::vector<CompactionCost> costs;
    /// True if a survey pays: in the worst case over many kinds of streams, survey plus fastest choice is
    /// closer to the optimum than the first choice without a survey.
    bool survey = false;

    /// The fastest choice for a stream with these features.
    const CompactionCost& best(std::int64_t elements, const StreamFeatures& features) const;
};

/// among: the allowed algorithms. largest_block: the largest that fits a row of the layout; larger blocks are
/// clamped to it and deduplicated. Errors: usage if the model has none of them.
AutoPlan make_auto_plan(const AutoModel& model, std::int64_t elements, std::span<const Algorithm> among,
                        int largest_block);

} // namespace scanline::raster
