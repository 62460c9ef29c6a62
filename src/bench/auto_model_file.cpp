#include "scanline/bench/auto_model_file.h"

#include "json_reader.h"

#include "scanline/data/atomic_file.h"
#include "scanline/data/user_folders.h"
#include "scanline/raster/options.h"
#include "scanline/raster/stream_layout.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <system_error>

namespace scanline::bench {

namespace {

namespace fs = std::filesystem;

/// Another number for every change of what the file means.
constexpr std::uint64_t file_format = 2;
constexpr std::size_t max_bytes = std::size_t{1} << 16;
constexpr int max_depth = 4; ///< a model has three levels
constexpr std::size_t max_costs = 256;
/// A quarter of an hour for one compaction: what is over it was never measured.
constexpr double max_milliseconds = 1e6;
constexpr std::size_t max_name = 40;

// FNV-1a: the same on every machine, which std::hash need not be.
std::uint32_t hash(std::string_view text) {
    std::uint32_t value = 2166136261U;
    for (const char character : text)
        value = (value ^ static_cast<unsigned char>(character)) * 16777619U;
    return value;
}

// Small letters and digits; a hyphen for any number of others between them.
std::string as_file_name(std::string_view text) {
    std::string name;
    for (const char character : text) {
        const bool letter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
        if (letter || (character >= '0' && character <= '9'))
            name +=
                character >= 'A' && character <= 'Z' ? static_cast<char>(character + 'a' - 'A') : character;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    name.resize(std::min(name.size(), max_name));
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name;
}

Json to_json(const raster::CompactionCost& cost) {
    return {{"algorithm", to_string(cost.choice.algorithm)},
            {"block", cost.choice.block},
            {"fixed_ms", cost.fixed},
            {"ms_per_element", cost.per_element},
            {"ms_per_survivor", cost.per_survivor},
            {"ms_per_change", cost.per_change}};
}

class ModelReader {
public:
    explicit ModelReader(const fs::path& path) : json_(path, "a model of scanline tune") {}

    LoadedAutoModel read(const Environment& environment) const {
        const Json file = json_.parse(max_bytes, max_depth);
        // First of all, because the rest means what the format says.
        const std::uint64_t format = json_.whole(file, "", "format", 1'000'000);
        if (format != file_format)
            throw json_.foreign(fmt::format("its format is {}, not {}", format, file_format));
        require_same(file, "gpu", environment.gpu);
        require_same(file, "driver", environment.driver);
        require_same(file, "version", environment.version);

        raster::AutoModel model;
        model.survey_milliseconds = json_.milliseconds(file, "", "survey_ms", max_milliseconds);
        const Json& costs = json_.array(file, "", "costs");
        if (costs.empty() || costs.size() > max_costs)
            throw json_.foreign(
                fmt::format("it has {} costs, not between 1 and {}", costs.size(), max_costs));
        for (std::size_t i = 0; i < costs.size(); ++i)
            model.costs.push_back(cost_of(costs[i], fmt::format("costs[{}].", i)));
        return {std::move(model), json_.text(file, "", "date"), {}, false};
    }

private:
    void require_same(const Json& file, const char* name, const std::string& present) const {
        const std::string measured = quoted(json_.text(file, "", name)), now = quoted(present);
        if (measured != now)
            throw json_.foreign(fmt::format("its {} is {}, not {}", name, measured, now));
    }

    // As JSON: nothing of the file can break the line or the terminal, and a driver's text that is no UTF-8
    // is the same as when it was written.
    static std::string quoted(const std::string& text) {
        return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
    }

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

    JsonReader json_;
};

} // namespace

fs::path auto_model_path(std::string_view gpu) {
    const std::optional<fs::path> folder = data::user_cache_folder();
    if (!folder)
        throw Error("there is no folder for what is measured of this machine: HOME is not set; set it, or "
                    "XDG_CACHE_HOME to a folder's whole path");
    return *folder / fmt::format("auto-{}-{:08x}.json", as_file_name(gpu), hash(gpu));
}

void save_auto_model(const fs::path& path, const raster::AutoModel& model, const Environment& environment) {
    Json costs = Json::array();
    for (const raster::CompactionCost& cost : model.costs)
        costs.push_back(to_json(cost));
    const Json file{{"format", file_format},          {"gpu", environment.gpu},
                    {"driver", environment.driver},   {"timer", environment.timer},
                    {"version", environment.version}, {"build_type", environment.build_type},
                    {"date", environment.date},       {"survey_ms", model.survey_milliseconds},
                    {"costs", std::move(costs)}};
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        throw Error(fmt::format("the folder {} cannot be made: {}; set XDG_CACHE_HOME to another one",
                                path.parent_path().string(), error.message()));
    data::write_file(path, file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

LoadedAutoModel load_auto_model(const fs::path& path, const Environment& environment) {
    std::error_code error;
    if (fs::symlink_status(path, error).type() == fs::file_type::not_found)
        return {std::nullopt, {}, fmt::format("there is no {}", path.string()), true};
    try {
        return ModelReader(path).read(environment);
    } catch (const Error& damaged) {
        return {std::nullopt, {}, damaged.what(), false};
    }
}

} // namespace scanline::bench
