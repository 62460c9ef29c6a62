#include "model_format.h"

#include "scanline/core/choice.h"
#include "scanline/raster/options.h"
#include "scanline/raster/stream_layout.h"
#include "scanline/tune/stored_model.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

using raster::Algorithm;

constexpr std::size_t max_costs = 256;
/// A quarter of an hour for one compaction: anything above was never measured.
constexpr double max_milliseconds = 1e6;

raster::CompactionChoice compaction_choice_of(const JsonReader& reader, const Json& cost,
                                              const std::string& where) {
    const std::string name = reader.text(cost, where, "algorithm");
    const auto found = find_choice(name, enumerators<raster::Algorithm>);
    if (!found || *found == Algorithm::automatic)
        throw reader.foreign(where + "algorithm cannot be chosen");
    const std::uint64_t block = reader.whole(cost, where, "block", raster::max_block);
    const bool right =
        is_blockwise(*found) ? block >= raster::min_block && std::has_single_bit(block) : block == 0;
    if (!right)
        throw reader.foreign(fmt::format("{}block is {}, which {} does not take", where, block, name));
    return {*found, static_cast<int>(block)};
}

raster::CompactionCost cost_of(const JsonReader& reader, const Json& cost, const std::string& where) {
    const auto milliseconds = [&](const char* name) {
        return reader.milliseconds(cost, where, name, max_milliseconds);
    };
    return {.choice = compaction_choice_of(reader, cost, where),
            .fixed = milliseconds("fixed_ms"),
            .per_element = milliseconds("ms_per_element"),
            .per_survivor = milliseconds("ms_per_survivor"),
            .per_change = milliseconds("ms_per_change")};
}

} // namespace

ModelKind ModelFormat<raster::AutoModel>::kind() {
    return {
        "auto",
        2,
        model_command<raster::AutoModel>,
        {{"gpu", &Environment::gpu}, {"driver", &Environment::driver}, {"version", &Environment::version}}};
}

Json ModelFormat<raster::AutoModel>::to_json(const raster::AutoModel& model) {
    Json costs = Json::array();
    for (const raster::CompactionCost& cost : model.costs)
        costs.push_back({{"algorithm", to_string(cost.choice.algorithm)},
                         {"block", cost.choice.block},
                         {"fixed_ms", cost.fixed},
                         {"ms_per_element", cost.per_element},
                         {"ms_per_survivor", cost.per_survivor},
                         {"ms_per_change", cost.per_change}});
    return {{"survey_ms", model.survey_milliseconds}, {"costs", std::move(costs)}};
}

raster::AutoModel ModelFormat<raster::AutoModel>::from_json(const JsonReader& reader, const Json& file) {
    raster::AutoModel model;
    model.survey_milliseconds = reader.milliseconds(file, "", "survey_ms", max_milliseconds);
    const Json& costs = reader.array(file, "", "costs");
    if (costs.empty() || costs.size() > max_costs)
        throw reader.foreign(fmt::format("it has {} costs, not between 1 and {}", costs.size(), max_costs));
    for (std::size_t i = 0; i < costs.size(); ++i)
        model.costs.push_back(cost_of(reader, costs[i], fmt::format("costs[{}].", i)));
    return model;
}

} // namespace scanline::bench
