#pragma once
#include "scanline/raster/options.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scanline::raster {

/// What of a stream decides which compaction is the fastest.
struct StreamFeatures {
    double density = 0; ///< valid elements, as a part of all
    double changes = 0; ///< neighbours of which one is valid and one is not, as a part of all: 2 for each run
};

/// A compaction that can be chosen.
struct CompactionChoice {
    Algorithm algorithm = Algorithm::packed;
    int block = 0; ///< 0 for those that work on the whole stream

    friend bool operator==(const CompactionChoice&, const CompactionChoice&) = default;
};

/// What a compaction costs on a machine, in milliseconds: a sum of a part that is always there and of parts
/// for each element, each survivor and each change.
struct CompactionCost {
    CompactionChoice choice;
    double fixed = 0, per_element = 0, per_survivor = 0, per_change = 0;

    double milliseconds(std::int64_t elements, const StreamFeatures& features) const;

    friend bool operator==(const CompactionCost&, const CompactionCost&) = default;
};

/// The costs on one machine, as `scanline tune` measures them.
struct AutoModel {
    std::vector<CompactionCost> costs;
    /// Of looking at a stream before it is compacted: Survey and its way back to the CPU.
    double survey_milliseconds = 0;

    friend bool operator==(const AutoModel&, const AutoModel&) = default;
};

/// What `auto` starts from where nothing was measured: an NVIDIA H200, driver 580, 2026-11-20.
const AutoModel& shipped_auto_model();

/// What can be chosen for streams of one size.
struct AutoPlan {
    /// Those that are the fastest for some streams; the first is the one that loses least where nothing is
    /// known of a stream.
    std::vector<CompactionCost> costs;
    /// Whether looking at a stream first pays: in the worst case of many kinds of streams, the fastest choice
    /// with the survey on top is nearer to the fastest than the first choice without.
    bool survey = false;

    /// The fastest for a stream of these features.
    const CompactionCost& best(std::int64_t elements, const StreamFeatures& features) const;
};

/// among: the algorithms that are allowed. largest_block: what fits into a row of the layout; larger blocks
/// become as large, once. Errors: usage where the model has none of them.
AutoPlan make_auto_plan(const AutoModel& model, std::int64_t elements, std::span<const Algorithm> among,
                        int largest_block);

} // namespace scanline::raster
