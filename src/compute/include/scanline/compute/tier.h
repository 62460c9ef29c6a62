#pragma once
#include <array>
#include <string_view>

namespace scanline::compute {

/// How invocations of a group exchange values; the results are the same.
enum class Tier {
    shared_memory, ///< T0: OpenGL 4.3 alone
    ballot,        ///< T1: ARB_shader_ballot, any number of lanes
    subgroup,      ///< T2: KHR_shader_subgroup, any power of two of lanes
};

inline constexpr std::array all_tiers{Tier::shared_memory, Tier::ballot, Tier::subgroup};

/// "shared-memory", "ballot", "subgroup"
std::string_view to_string(Tier tier);

} // namespace scanline::compute
