#pragma once
#include <span>
#include <string>

namespace scanline::view {

/// How two elements differ.
enum class Difference { same, only_a, only_b, other };
Difference difference_of(float a, float b);

/// How two streams of one length differ: "the same set in another order", "12 places differ".
std::string difference_note(std::span<const float> a, std::span<const float> b);

} // namespace scanline::view
