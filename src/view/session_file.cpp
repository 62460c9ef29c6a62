#include "scanline/view/session_file.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/atomic_file.h"
#include "scanline/data/read_file.h"
#include "scanline/data/user_folders.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

namespace scanline::view {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int file_format = 1;
constexpr std::size_t max_bytes = 1 << 20;
constexpr int least_side = 320, most_side = 16384;
constexpr double least_scale = 0.25, most_scale = 8;

/// Takes in what is of the right type and within its limits, member by member.
class Reader {
public:
    explicit Reader(const Json& json) : json_(json) {}

    void read(const char* name, int& value, int least, int most) const {
        if (const Json* found = member(name); found && found->is_number_integer())
            value = static_cast<int>(std::clamp<std::int64_t>(found->get<std::int64_t>(), least, most));
    }
    void read(const char* name, double& value, double least, double most) const {
        if (const Json* found = member(name); found && found->is_number())
            value = std::clamp(found->get<double>(), least, most);
    }
    void read(const char* name, bool& value) const {
        if (const Json* found = member(name); found && found->is_boolean())
            value = found->get<bool>();
    }
    void read(const char* name, std::string& value) const {
        if (const Json* found = member(name); found && found->is_string())
            value = found->get<std::string>();
    }
    const Json* member(const char* name) const {
        const auto found = json_.find(name);
        return found != json_.end() ? &*found : nullptr;
    }

private:
    const Json& json_;
};

SessionState state_of(const Json& json) {
    SessionState state;
    const Reader reader(json);
    std::string theme;
    reader.read("theme", theme);
    for (const Theme one : all_themes) {
        if (theme == to_string(one))
            state.theme = one;
    }
    reader.read("scale", state.scale, 0, most_scale);
    if (state.scale > 0)
        state.scale = std::max(state.scale, least_scale);
    reader.read("width", state.width, least_side, most_side);
    reader.read("height", state.height, least_side, most_side);
    reader.read("scene", state.scene);
    reader.read("log_open", state.log_open);
    const Json* scenes = reader.member("scenes");
    if (!scenes || !scenes->is_object())
        return state;
    for (const auto& [scene, settings] : scenes->items()) {
        if (!settings.is_object())
            continue;
        for (const auto& [key, value] : settings.items()) {
            if (value.is_string())
                state.scenes[scene][key] = value.get<std::string>();
        }
    }
    return state;
}

} // namespace

std::optional<fs::path> session_path() {
    std::optional<fs::path> folder = data::user_config_folder();
    if (folder)
        *folder /= "session.json";
    return folder;
}

LoadedSession load_session(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error) && !error)
        return {};
    const auto damaged = [&path](const std::string& reason) {
        return LoadedSession{
            {},
            fmt::format("The session {} is not used: {}; a new one is begun", printable_path(path), reason)};
    };
    try {
        const std::vector<std::byte> bytes = data::read_file(path, max_bytes);
        const auto* text = reinterpret_cast<const char*>(bytes.data());
        const Json json = Json::parse(text, text + bytes.size(), nullptr, false);
        if (json.is_discarded() || !json.is_object())
            return damaged("it is damaged");
        const auto format = json.find("format");
        if (format == json.end() || *format != file_format)
            return damaged("it is of another version");
        return {state_of(json), {}};
    } catch (const Error& failed) {
        return damaged(failed.what());
    }
}

void save_session(const fs::path& path, const SessionState& state) {
    Json scenes = Json::object();
    for (const auto& [scene, settings] : state.scenes)
        scenes[scene] = settings;
    const Json json{{"format", file_format},      {"theme", to_string(state.theme)}, {"scale", state.scale},
                    {"width", state.width},       {"height", state.height},          {"scene", state.scene},
                    {"log_open", state.log_open}, {"scenes", std::move(scenes)}};
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        throw Error(fmt::format("the session cannot be kept: the folder {} cannot be made: {}",
                                printable_path(path.parent_path()), error.message()));
    // A path in a setting may be any bytes.
    data::write_file(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace scanline::view
