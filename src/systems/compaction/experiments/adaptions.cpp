#include "experiments/experiments.h"
#include "experiments/image_groups.h"
#include "experiments/image_table_beyond.h"
#include "experiments/streams.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/row_access.h"

#include "scanline/systems/sweep.h"

#include <algorithm>
#include <iterator>

// What the regions of auto cost and gain, on the images of table 1. Few settings make short rounds, of which
// there can be as many as it takes to tell a few percent.

namespace scanline::bench {

namespace {

bool is_packed(const CompactionVariant& variant) {
    return variant.options.algorithm == raster::Algorithm::packed;
}

Plan adaptions_plan(const Request& request) {
    const AutoCosts costs = auto_costs(request);
    std::vector<CompactionVariant> settings = every_algorithm(Kind::whole_stream, 0);
    std::erase_if(settings, [](const CompactionVariant& variant) { return !is_packed(variant); });
    settings.front().axes.emplace_back("adapt", no_value);
    std::ranges::move(every_adaption(costs.model), std::back_inserter(settings));
    return raster_plan(request, image_groups(request, settings), costs);
}

std::vector<Claim> adaptions_claims(const Results& results) {
    ClaimList list(results);
    add_claims_about_regions(list, results);
    return list.take();
}

} // namespace

Experiment adaptions() {
    return {.name = "adaptions",
            .title = "Packed and auto by each of its adaptions",
            .source = "after Moreira et al., GRAPP 2009, section 5",
            .masks = true,
            .plan = adaptions_plan,
            .figures = image_figures,
            .claims = adaptions_claims};
}

} // namespace scanline::bench
