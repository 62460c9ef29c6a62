#include "prefix_sum/prefix_sum_comparison.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

std::vector<Contestant> compare_variants(const Spec& spec) {
    std::vector<Contestant> contestants;
    for (const Variant variant : all_variants) {
        Spec own = spec;
        own.variant = variant;
        Contestant contestant{variant, simulate(own), {}};
        const Timeline& timeline = contestant.timeline;
        contestant.total = count(timeline, static_cast<int>(timeline.steps.size()), spec.lanes);
        contestants.push_back(std::move(contestant));
    }
    return contestants;
}

double traffic_of(const Timeline& timeline, const Counters& counters) {
    return static_cast<double>(counters.reads + counters.writes) / timeline.size;
}

double value_of(const Contestant& contestant, Measure measure, int lanes) {
    const Counters& total = contestant.total;
    switch (measure) {
    case Measure::work: return total.work;
    case Measure::span: return total.steps;
    case Measure::folded: return total.folded_steps;
    case Measure::traffic: return traffic_of(contestant.timeline, total);
    case Measure::waits: return total.waits;
    case Measure::efficiency: return efficiency(contestant.timeline, total, lanes);
    }
    return 0;
}

std::string text_of(const Contestant& contestant, Measure measure, int lanes) {
    const double value = value_of(contestant, measure, lanes);
    switch (measure) {
    case Measure::work:
    case Measure::span:
    case Measure::folded:
    case Measure::waits: return fmt::format("{:.0f}", value);
    case Measure::traffic: return fmt::format("{:.2f}", value);
    case Measure::efficiency: return fmt::format("{:.0f} %", 100 * value);
    }
    return {};
}

std::vector<bool> best_of(std::span<const Contestant> contestants, Measure measure, int lanes) {
    std::vector<double> values;
    for (const Contestant& contestant : contestants)
        values.push_back(value_of(contestant, measure, lanes));
    if (values.empty())
        return {};
    const double best = measure == Measure::efficiency ? std::ranges::max(values) : std::ranges::min(values);
    std::vector<bool> found;
    for (const double value : values)
        found.push_back(value == best && std::ranges::count(values, best) <= 2);
    return found;
}

} // namespace scanline::view::prefix_sum
