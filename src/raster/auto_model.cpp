#include "scanline/raster/auto_model.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <array>
#include <limits>

namespace scanline::raster {

namespace {

/// Streams of all densities, as noise and in runs.
std::vector<StreamFeatures> many_kinds() {
    constexpr std::array densities{0.0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0};
    constexpr std::array run_lengths{1.0, 8.0, 64.0};
    std::vector<StreamFeatures> kinds;
    for (const double density : densities) {
        // Independent elements change most often.
        const double noise = 2 * density * (1 - density);
        for (const double length : run_lengths)
            kinds.push_back({density, std::min(noise, 2 * density / length)});
    }
    return kinds;
}

const CompactionCost& fastest_of(std::span<const CompactionCost> costs, std::int64_t elements,
                                 const StreamFeatures& features) {
    return *std::ranges::min_element(
        costs, {}, [&](const CompactionCost& cost) { return cost.milliseconds(elements, features); });
}

} // namespace

// As `scanline tune` printed them.
const AutoModel& shipped_auto_model() {
    static const AutoModel model{{
                                     {{Algorithm::horn, 32}, 0.133, 6.21e-07, 1.51e-07, 2.43e-07},
                                     {{Algorithm::jj, 32}, 0.136, 6.5e-07, 6.07e-08, 4.15e-07},
                                     {{Algorithm::rlz, 32}, 0.179, 9.13e-07, 1.51e-07, 1.33e-07},
                                     {{Algorithm::bt, 32}, 0.12, 4.28e-07, 1.75e-07, 1.46e-07},
                                     {{Algorithm::horn, 128}, 0.134, 6.29e-07, 1.61e-07, 3.01e-07},
                                     {{Algorithm::jj, 128}, 0.141, 6.89e-07, 1.66e-09, 4.92e-07},
                                     {{Algorithm::rlz, 128}, 0.195, 8.97e-07, 1.57e-07, 2.53e-07},
                                     {{Algorithm::bt, 128}, 0.111, 4.06e-07, 2.13e-07, 1.62e-07},
                                     {{Algorithm::horn, 512}, 0.126, 6.48e-07, 1.88e-07, 3.33e-07},
                                     {{Algorithm::jj, 512}, 0.133, 6.94e-07, 0, 5.08e-07},
                                     {{Algorithm::rlz, 512}, 0.202, 9.15e-07, 1.45e-07, 3.31e-07},
                                     {{Algorithm::bt, 512}, 0.0948, 4.12e-07, 2.47e-07, 1.67e-07},
                                     {{Algorithm::packed, 0}, 0.0455, 1.34e-07, 7.57e-08, 2.67e-08},
                                     {{Algorithm::histopyramid, 0}, 0.0431, 2.59e-07, 5.34e-07, 7.12e-09},
                                 },
                                 0.112};
    return model;
}

double CompactionCost::milliseconds(std::int64_t elements, const StreamFeatures& features) const {
    const double each = per_element + per_survivor * features.density + per_change * features.changes;
    // A model fitted to noisy times may predict a negative time.
    return std::max(1e-6, fixed + static_cast<double>(elements) * each);
}

const CompactionCost& AutoPlan::best(std::int64_t elements, const StreamFeatures& features) const {
    return fastest_of(costs, elements, features);
}

AutoPlan make_auto_plan(const AutoModel& model, std::int64_t elements, std::span<const Algorithm> among,
                        int largest_block) {
    std::vector<CompactionCost> costs = model.costs, allowed;
    // Of choices that clamp to the same block, keep the one measured with the nearest block.
    std::ranges::stable_sort(costs, {}, [](const CompactionCost& cost) { return cost.choice.block; });
    for (CompactionCost& cost : costs) {
        if (std::ranges::count(among, cost.choice.algorithm) == 0)
            continue;
        cost.choice.block = std::min(cost.choice.block, largest_block);
        if (std::ranges::count(allowed, cost.choice, &CompactionCost::choice) == 0)
            allowed.push_back(cost);
    }
    if (allowed.empty())
        throw usage_error(
            "auto: no cost model for the allowed algorithms; allow others, or run scanline tune");

    const std::vector<StreamFeatures> kinds = many_kinds();
    AutoPlan plan;
    const CompactionCost* first = nullptr;
    double min_loss = std::numeric_limits<double>::max(), loss_with_survey = 1;
    for (const CompactionCost& cost : allowed) {
        double loss = 1;
        bool wins = false;
        for (const StreamFeatures& kind : kinds) {
            const double fastest = fastest_of(allowed, elements, kind).milliseconds(elements, kind);
            const double own = cost.milliseconds(elements, kind);
            loss = std::max(loss, own / fastest);
            wins = wins || own <= fastest;
            loss_with_survey = std::max(loss_with_survey, 1 + model.survey_milliseconds / fastest);
        }
        if (loss < min_loss) {
            min_loss = loss;
            first = &cost;
        }
        if (wins)
            plan.costs.push_back(cost);
    }
    plan.survey = plan.costs.size() > 1 && loss_with_survey < min_loss;
    if (!plan.survey)
        plan.costs = {*first};
    else
        std::stable_partition(plan.costs.begin(), plan.costs.end(),
                              [first](const CompactionCost& cost) { return cost.choice == first->choice; });
    return plan;
}

} // namespace scanline::raster
