#pragma once
#include "prefix_sum/trace.h"

#include <string_view>
#include <vector>

namespace scanline::view::prefix_sum {

/// Where the library runs a variant: on the CPU, by compute shaders, or by fragment shaders within a
/// compaction.
enum class Where { cpu, gpu, compaction };
/// "On the CPU", "On the GPU", "In a compaction"
std::string_view to_string(Where where);

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

} // namespace scanline::view::prefix_sum
