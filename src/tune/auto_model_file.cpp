#include "scanline/tune/auto_model_file.h"

#include "model_file.h"

#include "scanline/raster/options.h"
#include "scanline/raster/stream_layout.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

namespace fs = std::filesystem;

/// Another number for every change of what the file means.
constexpr std::uint64_t auto_model_format = 2;
constexpr std::size_t max_costs = 256;
/// A quarter of an hour for one compaction: what is over it was never measured.
constexpr double max_milliseconds = 1e6;

Json to_json(const raster::CompactionCost& cost) {
    return {{"algorithm", to_string(cost.choice.algorithm)},
            {"block", cost.choice.block},
            {"fixed_ms", cost.fixed},
            {"ms_per_element", cost.per_element},
            {"ms_per_survivor", cost.per_survivor},
            {"ms_per_change", cost.per_change}};
}

class AutoModelReader {
public:
    explicit AutoModelReader(const JsonReader& json) : json_(json) {}

    raster::AutoModel read(const Json& file) const {
        raster::AutoModel model;
        model.survey_milliseconds = json_.milliseconds(file, "", "survey_ms", max_milliseconds);
        const Json& costs = json_.array(file, "", "costs");
        if (costs.empty() || costs.size() > max_costs)
            throw json_.foreign(
                fmt::format("it has {} costs, not between 1 and {}", costs.size(), max_costs));
        for (std::size_t i = 0; i < costs.size(); ++i)
            model.costs.push_back(cost_of(costs[i], fmt::format("costs[{}].", i)));
        return model;
    }

private:
    raster::CompactionCost cost_of(const Json& cost, const std::string& where) const {
        const auto per_element = [&](const char* name) {
            return json_.milliseconds(cost, where, name, max_milliseconds);
        };
        raster::CompactionCost read;
        read.choice = choice_of(cost, where);
        read.fixed = json_.milliseconds(cost, where, "fixed_ms", max_milliseconds);
        read.per_element = per_element("ms_per_element");
        read.per_survivor = per_element("ms_per_survivor");
        read.per_change = per_element("ms_per_change");
        return read;
    }

    raster::CompactionChoice choice_of(const Json& cost, const std::string& where) const {
        const std::string name = json_.text(cost, where, "algorithm");
        const auto found = std::ranges::find_if(raster::all_algorithms, [&name](raster::Algorithm algorithm) {
            return algorithm != raster::Algorithm::automatic && to_string(algorithm) == name;
        });
        if (found == raster::all_algorithms.end())
            throw json_.foreign(fmt::format("{}algorithm is none that can be chosen", where));
        const auto block = static_cast<int>(
            json_.whole(cost, where, "block", static_cast<std::uint64_t>(raster::max_block)));
        const bool right =
            is_blockwise(*found) ? block >= raster::min_block && (block & (block - 1)) == 0 : block == 0;
        if (!right)
            throw json_.foreign(fmt::format("{}block is {}, which {} does not take", where, block, name));
        return {*found, block};
    }

    const JsonReader& json_;
};

// What a file was measured on, and has to be of.
ModelIdentity auto_model_identity(const Environment& environment) {
    return {auto_model_format,
            auto_model_command,
            {{"gpu", environment.gpu}, {"driver", environment.driver}, {"version", environment.version}}};
}

} // namespace

fs::path auto_model_path(std::string_view gpu) {
    return model_path("auto", gpu);
}

void save_auto_model(const fs::path& path, const raster::AutoModel& model, const Environment& environment) {
    Json costs = Json::array();
    for (const raster::CompactionCost& cost : model.costs)
        costs.push_back(to_json(cost));
    save_model(path, auto_model_identity(environment), environment,
               {{"survey_ms", model.survey_milliseconds}, {"costs", std::move(costs)}});
}

LoadedAutoModel load_auto_model(const fs::path& path, const Environment& environment) {
    return load_model<raster::AutoModel>(
        path, auto_model_identity(environment),
        [](const JsonReader& reader, const Json& json) { return AutoModelReader(reader).read(json); });
}

} // namespace scanline::bench
