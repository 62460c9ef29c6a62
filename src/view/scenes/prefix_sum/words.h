/// Texts for the picture of a prefix sum.
#pragma once
#include "kit/scene.h"
#include "scanline/core/named.h"
#include "scenes/prefix_sum/comparison.h"
#include "scenes/prefix_sum/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::prefix_sum {

/// Where the library runs a variant: on the CPU, by compute shaders, or by fragment shaders within a
/// compaction.
enum class Where { cpu, gpu, compaction };
constexpr auto table_of(Where) {
    using enum Where;
    return named<Where>({{cpu, "On the CPU"}, {gpu, "On the GPU"}, {compaction, "In a compaction"}});
}
using scanline::to_string;

/// A command that runs a variant.
struct Command {
    Where where;
    std::string_view text;               ///< "scanline scan --algorithm"
    std::vector<std::string_view> names; ///< "scalar1-p", "simd1-p" ...: possible arguments
};

/// What the scene says about a variant.
struct VariantFacts {
    std::vector<Command> commands;
    std::string_view explanation; ///< what it does and costs, in three to five sentences
};
const VariantFacts& facts_of(Variant variant);

/// Short text beside the value in a cell: "+ x5", "look at 2", "barrier".
std::string label_text(const LaneStep& lane, Operator op);
/// "scanline scan --algorithm scalar1, simd1 or lookahead1".
std::string command_text(const Command& command);
/// For the tooltip: what an event does, and everything it reads and writes, one per line.
std::string details_text(const Timeline& timeline, EventId event, Operator op);

/// The code of a variant, with the lines that an event of a step runs. sample:
/// without an index for none.
Listing listing_of(const Spec& spec, const Timeline& timeline, EventId sample);
/// The number of an event of the current step, for predictions.
constexpr std::uint64_t cell_of(EventId event) {
    return static_cast<std::uint64_t>(event.index);
}
/// What the lanes of a step write, by cell_of(); at most 16 of them, those that combine first.
std::vector<Written> written_in(const Timeline& timeline, int step, Operator op);

/// What all visible values have in common.
struct ValueRange {
    // The longest texts, so that all values of a kind can share a font.
    std::string input = "0", output = "0", result = "0"; ///< result: of lanes
    int least = 0, most = 0;                             ///< for shades
};
ValueRange value_range(const Timeline& timeline);

/// Facts about a pin after the first `steps` steps; none without a pin.
std::optional<Pinned> pinned_in(const Timeline& timeline, const Pin& pin, int steps);
/// The same for all variants at once: in how many sums it is, and when its prefix sum is there.
std::optional<Pinned> pinned_in_all(const std::vector<Contestant>& contestants, const Pin& pin, int steps);

} // namespace scanline::view::prefix_sum
