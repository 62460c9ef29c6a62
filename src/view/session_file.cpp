#include "scanline/view/session_file.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
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
constexpr double most_panel_width = 4096;

SidePanel panel_of(const Json& json) {
    SidePanel panel;
    if (const auto mode = json.find("mode"); mode != json.end() && mode->is_string())
        panel.mode = find_choice(mode->get<std::string>(), all_panel_modes).value_or(panel.mode);
    if (const auto width = json.find("width"); width != json.end() && width->is_number())
        panel.width = std::clamp(width->get<double>(), 0.0, most_panel_width);
    return panel;
}

Json json_of(const SidePanel& panel) {
    return {{"mode", to_string(panel.mode)}, {"width", panel.width}};
}

SessionState state_of(const Json& json) {
    SessionState state;
    // Reads a member if it has the right type.
    const auto read = [&json](const char* name, auto is_type, const auto& take) {
        if (const auto found = json.find(name); found != json.end() && ((*found).*is_type)())
            take(*found);
    };
    const auto read_side = [&read](const char* name, int& side) {
        read(name, &Json::is_number_integer, [&side](const Json& value) {
            side =
                static_cast<int>(std::clamp<std::int64_t>(value.get<std::int64_t>(), least_side, most_side));
        });
    };
    read("theme", &Json::is_string, [&](const Json& value) {
        state.theme = find_choice(value.get<std::string>(), all_themes).value_or(state.theme);
    });
    read("scale", &Json::is_number, [&](const Json& value) {
        const auto scale = value.get<double>();
        state.scale = scale > 0 ? std::clamp(scale, least_scale, most_scale) : 0;
    });
    read_side("width", state.width);
    read_side("height", state.height);
    read("scene", &Json::is_string, [&](const Json& value) { state.scene = value.get<std::string>(); });
    read("log_open", &Json::is_boolean, [&](const Json& value) { state.log_open = value.get<bool>(); });
    read("list", &Json::is_object, [&](const Json& value) { state.list = panel_of(value); });
    read("inspector", &Json::is_object, [&](const Json& value) { state.inspector = panel_of(value); });
    read("closed_groups", &Json::is_array, [&](const Json& groups) {
        for (const Json& group : groups) {
            if (group.is_string())
                state.closed_groups.insert(group.get<std::string>());
        }
    });
    read("recent", &Json::is_array, [&](const Json& files) {
        for (const Json& file : files) {
            if (file.is_string() && state.recent.size() < most_recent_files)
                state.recent.emplace_back(file.get<std::string>());
        }
    });
    read("scenes", &Json::is_object, [&](const Json& scenes) {
        for (const auto& [scene, settings] : scenes.items()) {
            if (!settings.is_object())
                continue;
            for (const auto& [key, value] : settings.items()) {
                if (value.is_string())
                    state.scenes[scene][key] = value.get<std::string>();
            }
        }
    });
    return state;
}

} // namespace

std::optional<fs::path> session_path() {
    const std::optional<fs::path> folder = data::user_config_folder();
    return folder ? std::optional(*folder / "session.json") : std::nullopt;
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
    Json recent = Json::array();
    for (const fs::path& file : state.recent)
        recent.push_back(file.string());
    const Json json{{"format", file_format},
                    {"theme", to_string(state.theme)},
                    {"scale", state.scale},
                    {"width", state.width},
                    {"height", state.height},
                    {"scene", state.scene},
                    {"log_open", state.log_open},
                    {"list", json_of(state.list)},
                    {"inspector", json_of(state.inspector)},
                    {"closed_groups", state.closed_groups},
                    {"recent", std::move(recent)},
                    {"scenes", std::move(scenes)}};
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        throw Error(fmt::format("the session cannot be kept: the folder {} cannot be made: {}",
                                printable_path(path.parent_path()), error.message()));
    // A path in a setting may be any byte sequence.
    data::write_file(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace scanline::view
