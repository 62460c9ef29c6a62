#include "model_format.h"

#include "scanline/core/choice.h"
#include "scanline/cpu/scan.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/raster/options.h"
#include "scanline/raster/stream_layout.h"
#include "scanline/tune/stored_model.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace scanline::tune {

namespace {

// The costs of compactions.

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

// The choices of scans.

constexpr std::size_t max_steps = 64;
constexpr std::uint64_t max_array_bytes = std::uint64_t{1} << 48;

Json steps_json(const std::vector<cpu::ScanStep>& steps) {
    Json list = Json::array();
    for (const cpu::ScanStep& step : steps) {
        Json& json = list.emplace_back(Json{{"from_bytes", step.from_bytes},
                                            {"algorithm", step.choice.algorithm},
                                            {"threads", step.choice.threads}});
        if (step.choice.partition_bytes)
            json["partition_bytes"] = *step.choice.partition_bytes;
        if (step.choice.dilation > 0)
            json["dilation"] = step.choice.dilation;
    }
    return list;
}

cpu::ScanChoice scan_choice_of(const JsonReader& reader, const Json& json, const std::string& where) {
    cpu::ScanChoice choice{reader.text(json, where, "algorithm")};
    const auto found = find_choice(choice.algorithm, cpu::scan_algorithms());
    if (!found)
        throw reader.foreign(where + "algorithm cannot be chosen");
    const auto require = [&](bool right, const char* member, const auto& value) {
        if (!right)
            throw reader.foreign(
                fmt::format("{}{} is {}, which {} does not take", where, member, value, found->name));
    };
    choice.threads = static_cast<int>(reader.whole(json, where, "threads", cpu::ThreadTeam::max_threads));
    require(found->multithreaded() ? choice.threads >= 1 : choice.threads == 1, "threads", choice.threads);
    if (json.contains("partition_bytes")) {
        const std::uint64_t bytes = reader.whole(json, where, "partition_bytes", max_array_bytes);
        // A partition holds at least one element of the widest type.
        require(found->partitioned && bytes >= sizeof(std::int64_t), "partition_bytes", bytes);
        choice.partition_bytes = static_cast<std::int64_t>(bytes);
    }
    if (json.contains("dilation")) {
        choice.dilation = reader.number(json, where, "dilation");
        require(found->multithreaded() && choice.dilation >= 0 && choice.dilation <= 1, "dilation",
                choice.dilation);
    }
    return choice;
}

std::vector<cpu::ScanStep> steps_of(const JsonReader& reader, const Json& file, const char* name) {
    const Json& list = reader.array(file, "", name);
    if (list.empty() || list.size() > max_steps)
        throw reader.foreign(
            fmt::format("{} has {} steps, not between 1 and {}", name, list.size(), max_steps));
    std::vector<cpu::ScanStep> steps;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = fmt::format("{}[{}].", name, i);
        cpu::ScanStep step{
            static_cast<std::int64_t>(reader.whole(list[i], where, "from_bytes", max_array_bytes)),
            scan_choice_of(reader, list[i], where)};
        if (steps.empty() ? step.from_bytes != 0 : step.from_bytes <= steps.back().from_bytes)
            throw reader.foreign(where + "from_bytes does not ascend from 0");
        steps.push_back(std::move(step));
    }
    return steps;
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

ModelKind ModelFormat<cpu::ScanModel>::kind() {
    return {"scan",
            1,
            model_command<cpu::ScanModel>,
            {{"processor", &Environment::processor}, {"version", &Environment::version}}};
}

Json ModelFormat<cpu::ScanModel>::to_json(const cpu::ScanModel& model) {
    return {{"in_place", steps_json(model.in_place)}, {"apart", steps_json(model.apart)}};
}

cpu::ScanModel ModelFormat<cpu::ScanModel>::from_json(const JsonReader& reader, const Json& file) {
    return {steps_of(reader, file, "in_place"), steps_of(reader, file, "apart")};
}

} // namespace scanline::tune
