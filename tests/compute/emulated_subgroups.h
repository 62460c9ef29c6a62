#pragma once
#include "scanline/compute/engine.h"
#include "support/shader_folder.h"

#include <catch2/catch_all.hpp>
#include <memory>
#include <string>
#include <utility>

namespace scanline::test {

/// Shaders that emulate KHR_shader_subgroup with ARB_shader_ballot, to run subgroup code on drivers that only
/// have ballots. Slow, and only for converged control flow within a row.
class EmulatedSubgroups : public ShaderFolder {
public:
    EmulatedSubgroups() {
        // A store only returns whole shaders.
        const std::string version = "#version 430\n";
        add("whole.comp", version + "#include \"compute/kernel.glsl\"\n");
        std::string text = store().flatten("whole.comp").text.substr(version.size());
        const std::size_t first = text.find("#extension GL_KHR_shader_subgroup_basic"),
                          last = text.find("#elif TIER == 1");
        REQUIRE(first < last);
        REQUIRE(last != std::string::npos);
        text.replace(first, last - first, built_ins());
        add("compute/kernel.glsl", text);
    }

    /// An engine of Tier::subgroup, which this must outlive; none if it cannot or need not be emulated.
    std::unique_ptr<compute::Engine> make_engine(gl::Capabilities capabilities, bool chained = true,
                                                 bool as_software = true) const {
        if (!capabilities.software || !capabilities.shader_ballot || !capabilities.shader_int64) {
            WARN("no emulated subgroups on " << capabilities.renderer);
            return nullptr;
        }
        capabilities.software = as_software;
        capabilities.compute_subgroups = true;
        return std::make_unique<compute::Engine>(
            capabilities, compute::Engine::Options{
                              .tier = compute::Tier::subgroup, .chained = chained, .shaders = store()});
    }

private:
    static std::string built_ins() {
        std::string text = R"(
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
#define gl_SubgroupInvocationID gl_SubGroupInvocationARB
#define gl_SubgroupSize gl_SubGroupSizeARB
#define gl_SubgroupID (gl_LocalInvocationIndex / gl_SubGroupSizeARB)
#define gl_NumSubgroups ((GROUP + gl_SubGroupSizeARB - 1u) / gl_SubGroupSizeARB)
#define gl_SubgroupLtMask uvec4(unpackUint2x32(gl_SubGroupLtMaskARB), 0u, 0u)
shared uint s_exchange[GROUP];
uvec4 subgroupBallot(bool value) { return uvec4(unpackUint2x32(ballotARB(value)), 0u, 0u); }
uint subgroupBallotFindLSB(uvec4 set) { return uint(set.x != 0u ? findLSB(set.x) : 32 + findLSB(set.y)); }
)";
        for (const std::string type : {"uint", "int", "float"}) {
            std::string shuffles = R"(
T subgroupShuffle(T value, uint from) {
    s_exchange[gl_LocalInvocationIndex] = TO_BITS(value);
    memoryBarrierShared();
    return FROM_BITS(s_exchange[gl_LocalInvocationIndex - gl_SubGroupInvocationARB + from]);
}
T subgroupShuffleUp(T value, uint distance) {
    return subgroupShuffle(value, gl_SubGroupInvocationARB - min(distance, gl_SubGroupInvocationARB));
}
)";
            replace_all(shuffles, "TO_BITS", type == "float" ? "floatBitsToUint" : "uint");
            replace_all(shuffles, "FROM_BITS", type == "float" ? "uintBitsToFloat" : type);
            replace_all(shuffles, "T ", type + " ");
            text += shuffles;
            for (const auto& [name, combine] : {std::pair<std::string, std::string>{"Add", "sum + there"},
                                                {"Min", "min(sum, there)"},
                                                {"Max", "max(sum, there)"}}) {
                std::string reductions = R"(
T subgroupInclusiveNAME(T value) {
    T sum = readInvocationARB(value, 0u);
    T found = sum;
    for (uint lane = 1u; lane < gl_SubGroupSizeARB; ++lane) {
        T there = readInvocationARB(value, lane);
        sum = COMBINE;
        if (lane == gl_SubGroupInvocationARB)
            found = sum;
    }
    return found;
}
T subgroupNAME(T value) {
    return readInvocationARB(subgroupInclusiveNAME(value), gl_SubGroupSizeARB - 1u);
}
)";
                replace_all(reductions, "NAME", name);
                replace_all(reductions, "COMBINE", combine);
                replace_all(reductions, "T ", type + " ");
                text += reductions;
            }
        }
        return text + R"(
uvec4 subgroupShuffle(uvec4 value, uint from) {
    return uvec4(subgroupShuffle(value.x, from), subgroupShuffle(value.y, from), subgroupShuffle(value.z, from),
                 subgroupShuffle(value.w, from));
}
uvec4 subgroupInclusiveAdd(uvec4 value) {
    return uvec4(subgroupInclusiveAdd(value.x), subgroupInclusiveAdd(value.y), subgroupInclusiveAdd(value.z),
                 subgroupInclusiveAdd(value.w));
}
uvec4 subgroupAdd(uvec4 value) {
    return uvec4(subgroupAdd(value.x), subgroupAdd(value.y), subgroupAdd(value.z), subgroupAdd(value.w));
}
)";
    }
    static void replace_all(std::string& text, const std::string& what, const std::string& with) {
        for (std::size_t at = text.find(what); at != std::string::npos;
             at = text.find(what, at + with.size()))
            text.replace(at, what.size(), with);
    }
};

/// Shaders for a test to break. by_lanes: for Tier::subgroup, emulated if need be, on which the capabilities
/// have subgroups; null without ballots. Shared, since a folder is deleted as what it was made as.
inline std::shared_ptr<ShaderFolder> shaders_to_break(gl::Capabilities& capabilities, bool by_lanes) {
    if (!by_lanes || capabilities.compute_subgroups)
        return std::make_shared<ShaderFolder>();
    if (!capabilities.shader_ballot || !capabilities.shader_int64) {
        WARN("not tried: " << capabilities.renderer << " has no lanes that exchange values");
        return nullptr;
    }
    capabilities.compute_subgroups = true;
    return std::make_shared<EmulatedSubgroups>();
}

} // namespace scanline::test
