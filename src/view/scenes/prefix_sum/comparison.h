#pragma once
#include "kit/look.h"
#include "scenes/prefix_sum/trace.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::view::prefix_sum {

/// The variants on the same input, in the order of the enumerators.
struct Contestant {
    Variant variant = Variant::hillis_steele;
    Timeline timeline;
    Counters total; ///< over all of its steps
};

std::vector<Contestant> compare_variants(const Spec& spec);

/// A measure to compare variants by.
enum class Measure {
    work,       ///< applications of the operator
    span,       ///< steps on all of its lanes
    folded,     ///< steps on the same number of lanes
    traffic,    ///< memory reads and writes per element
    waits,      ///< lane steps spent waiting
    efficiency, ///< elements a lane finishes per step, on the same number of lanes
};

double value_of(const Contestant& contestant, Measure measure, int lanes);
/// "136", "3.50", "83 %".
std::string text_of(const Contestant& contestant, Measure measure, int lanes);
/// The variants with the best value; none if more than two share it.
std::vector<bool> best_of(std::span<const Contestant> contestants, Measure measure, int lanes);
/// Reads and writes per element: "2.00"; also for a part of the steps.
double traffic_of(const Timeline& timeline, const Counters& counters);

using IsPinned = std::function<bool(const Contestant&, EventId)>;

/// A table of all variants with bars, and below it each variant's lanes over time on the same clock, up to
/// `step`, with what is pinned. Returns the variant that was clicked.
std::optional<Variant> draw_comparison(const Look& look, const std::vector<Contestant>& contestants,
                                       int lanes, int step, Variant chosen, const IsPinned& is_pinned);

} // namespace scanline::view::prefix_sum
