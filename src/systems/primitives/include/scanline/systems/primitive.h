#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/compute/engine.h"
#include "scanline/systems/experiment.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

inline constexpr RowAxis<std::string> tier_axis{"tier"}, variant_axis{"variant"};

/// What a compute primitive works on, in the memory of this program; what it does not use is empty. As in
/// ScanlinePeerCase.
struct PrimitiveInput {
    std::vector<std::uint32_t> elements, values{}, flags{}, offsets{};
};

/// What comes out, as ScanlinePeerCase has it for each operation.
struct PrimitiveOutput {
    std::vector<std::uint32_t> results, companions{};
};

/// The same on the GPU: an input, and room for an output: results for as many as the input has elements, or
/// more. The variants of a primitive share them: none may change the input.
struct PrimitiveArrays {
    compute::DeviceArray<std::uint32_t> elements, values, flags, offsets;
    compute::DeviceArray<std::uint32_t> results, companions;

    PrimitiveArrays(const PrimitiveInput& input, const PrimitiveOutput& expected);
};

/// One way to do it.
struct PrimitiveVariant {
    std::string name; ///< "horizontal-chained"
    /// Compiles and allocates; what it gives runs on the arrays, which outlive it.
    std::function<Work(compute::Engine& engine, PrimitiveArrays& arrays)> prepare;
};

/// What shall come out: numbers to compare with at some sizes.
struct PrimitiveGoals {
    /// The speed in parts of CUB's, 1 for as fast, at each of the sizes; 0: none.
    double speed = 0;
    std::vector<std::int64_t> sizes{1 << 20, 1 << 22, 1 << 24, 1 << 26};
    /// The time in parts of CUB's, 1.5 for half as long again, at each of the small sizes, where the call
    /// counts more than the elements; 0: none.
    double small_time = 0;
    std::vector<std::int64_t> small_sizes{1 << 10, 1 << 12, 1 << 14, 1 << 16};
    /// The bandwidth in parts of the copy's, at the largest of the sizes; 0: none.
    double bandwidth = 0;
};

inline constexpr std::array<std::int64_t, 9> primitive_sizes{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18,
                                                             1 << 20, 1 << 22, 1 << 24, 1 << 26};
inline constexpr std::array<std::int64_t, 3> quick_primitive_sizes{1 << 10, 1 << 16, 1 << 20};

/// A compute primitive that is measured beside its peers. Bytes that it cannot avoid to move are those of its
/// input and its output.
struct Primitive {
    std::string_view name;  ///< "scan": also what peers call it
    std::string_view title; ///< "Inclusive prefix sums of uint32"
    PrimitiveInput (*input)(std::int64_t size);
    PrimitiveOutput (*expected)(const PrimitiveInput& input); ///< by the standard library
    std::vector<PrimitiveVariant>
        variants; ///< first the one that the claims are about, which is called "auto"
    PrimitiveGoals goals{};
    // Spans, not vectors: if a vector cannot be allocated, GCC 12 destroys the goals twice.
    std::span<const std::int64_t> sizes = primitive_sizes, quick_sizes = quick_primitive_sizes;
};

/// Every primitive that is measured.
std::span<const Primitive> primitives();
/// An experiment for each, of the same name.
Experiments primitive_experiments();

/// The variants with these names, in the order of the primitive; "all" for all. Errors: usage, naming those
/// that there are.
std::vector<PrimitiveVariant> select_variants(const Primitive& primitive,
                                              const std::vector<std::string>& names);

/// One group for each size: the variants and the peers side by side, with a copy of as many elements as the
/// roof, on axes elements, by ("scanline", or the name of the peer), tier and variant (of a peer: its
/// description). Every result is compared with the standard library's before it is timed; what differs is
/// skipped, see wrong_rows(), and so is, with its reason, what cannot be. Works are timed as a whole, without
/// an observer and without saving the state of OpenGL.
Plan make_primitive_plan(const Primitive& primitive, const Request& request);

// What is made of the results of a primitive, also of incomplete ones.

/// Time, and elements a second, over the size.
std::vector<Figure> primitive_figures(const Results& results);
/// What the goals of the primitive come to.
Claims primitive_claims(const Primitive& primitive);
/// A Markdown table: each variant beside each peer, and beside the copy.
std::string primitive_summary(const Results& results);

} // namespace scanline::systems
