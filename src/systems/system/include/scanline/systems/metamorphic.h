#pragma once
#include "scanline/gl/shader_store.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>

namespace scanline::systems {

/// How often a shader was rewritten in each way: {{"branches", 1}, {"loops", 3}}.
using RewriteCounts = std::map<std::string_view, std::uint64_t>;

/// Rewrites the source of a shader. only: one kind of rewriting, at the places where it is also done with all
/// kinds; empty: all kinds.
using Rewriter = std::function<RewriteCounts(std::string_view name, gl::FlatSource& source,
                                             std::uint64_t seed, std::string_view only)>;

/// Rewrites a fragment or compute shader, at places that the seed picks, so that it must compute the same
/// words: branches always or never taken, loops in two halves, operands that change nothing, declarations in
/// the other order. Conditions test a value that is 0 in every dispatch and draw of Scanline, which no
/// compiler can know. Code that the rewriter cannot prove safe to change is left alone.
/// Source: Donaldson, Evrard, Lascu, Thomson, "Automated testing of graphics shader compilers", OOPSLA 2017.
///
///     uint low = first;      // becomes, say, uint low = uint(first) ^ (gl_NumWorkGroups.z - 1u);
RewriteCounts rewrite_alike(std::string_view name, gl::FlatSource& source, std::uint64_t seed,
                            std::string_view only = {});

} // namespace scanline::systems
