#pragma once
#include "kit/look.h"
#include "scenes/compaction/run_trace.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::view::compaction {

/// The passes of one or two runs on one line: position 0 is the input, then the stages follow in execution
/// order. A stage has as many positions as the run with more passes in it; the other one stays at its last
/// pass there, or at what it wrote before if it lacks the stage.
///
///     A: discriminate, search        B: discriminate, up-sweep 1, up-sweep 2, search
///     positions   0      1             2           3           4
///     A           -      discriminate  discriminate            search
///     B           -      discriminate  up-sweep 1  up-sweep 2  search
class TimeLine {
public:
    struct Stage {
        std::string name;
        int first = 0, count = 1;     ///< its positions
        std::array<int, 2> passes{0}; ///< of A and of B in it
    };
    struct Place {
        std::size_t stage = 0; ///< index in stages()
        int pass = 0;          ///< in its stage, from 0
        /// The last pass of A and of B that has run by then; none: none has.
        std::array<std::optional<int>, 2> steps{};
    };

    TimeLine() = default;
    TimeLine(std::span<const TraceStep> a, std::span<const TraceStep> b);

    /// Number of positions; 0 by default.
    int count() const { return static_cast<int>(places_.size()); }
    const Place& at(int position) const { return places_[static_cast<std::size_t>(position)]; }
    /// In execution order, the input first.
    const std::vector<Stage>& stages() const { return stages_; }
    const Stage& stage_at(int position) const { return stages_[at(position).stage]; }
    /// The first position at which a step of A, or of B, has run.
    int position_of(int step, bool b) const;
    /// True if a pass of A, or of B, belongs to a position.
    bool runs(int position, bool b) const { return at(position).pass < stage_at(position).passes[b ? 1 : 0]; }
    /// Says what happens there: meaning(b) if the run has a pass there, else "has no search." or "is done
    /// with its search." both: for A and B, with their names if they differ; otherwise for A alone.
    std::string sentence(int position, bool both, const std::function<std::string(bool b)>& meaning) const;
    /// "search", "reduction, pass 3 of 8".
    std::string text(int position) const;
    /// The position that corresponds to one of another line: the same pass of the stage, or its last one, or
    /// the last before the stage.
    int matching(const TimeLine& other, int position) const;

private:
    std::vector<Stage> stages_;
    std::vector<Place> places_;
};

/// A row of the stages, the current one lit. Returns the first position of a stage that was clicked. Nothing
/// without positions. compared: the line has the passes of two runs.
std::optional<int> draw_stages(const Look& look, const TimeLine& line, int position, bool compared);

} // namespace scanline::view::compaction
