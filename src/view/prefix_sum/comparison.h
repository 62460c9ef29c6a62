#pragma once
#include "prefix_sum/schedule.h"
#include "scanline/view/look.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::view::prefix_sum {

/// The variants on the same input, in the order of all_variants.
struct Contestant {
    Variant variant = Variant::hillis_steele;
    Timeline timeline;
    Counters total; ///< of all its steps
};

std::vector<Contestant> compare_variants(const Spec& spec);

/// What variants are compared by.
enum class Measure {
    work,       ///< applications of the operator
    span,       ///< steps on all the lanes that it has
    folded,     ///< steps on the same number of lanes
    traffic,    ///< reads and writes of memory an element
    waits,      ///< steps of lanes spent waiting
    efficiency, ///< elements a lane finishes in a step, on the same number of lanes
};
inline constexpr std::array all_measures{Measure::work,    Measure::span,  Measure::folded,
                                         Measure::traffic, Measure::waits, Measure::efficiency};

double value_of(const Contestant& contestant, Measure measure, int lanes);
/// "136", "3.50", "83 %".
std::string text_of(const Contestant& contestant, Measure measure, int lanes);
/// Which has the best value; at most two that share it, else none.
std::vector<bool> best_of(std::span<const Contestant> contestants, Measure measure, int lanes);
/// Reads and writes an element: "2.00", also of a part of the steps.
double traffic_of(const Timeline& timeline, const Counters& counters);

/// All variants in a table with bars, and below it each one's lanes over time on the same clock, as far as
/// `step`. Returns the variant that was clicked.
std::optional<Variant> draw_comparison(const Look& look, const std::vector<Contestant>& contestants,
                                       int lanes, int step, Variant chosen);

} // namespace scanline::view::prefix_sum
