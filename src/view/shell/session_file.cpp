#include "shell/session_file.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/user_folders.h"

#include <algorithm>
#include <concepts>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

namespace scanline::view {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int file_format = 1;
constexpr std::size_t max_session_bytes = 1 << 20;
constexpr int min_side = 320, max_side = 16384;
constexpr double min_scale = 0.25, max_scale = 8;
constexpr double max_panel_width = 4096;

/// A member, if it has this type.
template <class T>
std::optional<T> get(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end())
        return std::nullopt;
    bool fits = found->is_string();
    if constexpr (std::same_as<T, bool>)
        fits = found->is_boolean();
    else if constexpr (std::integral<T>)
        fits = found->is_number_integer();
    else if constexpr (std::floating_point<T>)
        fits = found->is_number();
    return fits ? std::optional(found->get<T>()) : std::nullopt;
}

/// The texts in an array.
std::vector<std::string> texts_of(const Json& json, const char* name) {
    std::vector<std::string> texts;
    const Json array = json.value(name, Json());
    for (const Json& text : array) {
        if (array.is_array() && text.is_string())
            texts.push_back(text.get<std::string>());
    }
    return texts;
}

/// An enumerator by its name; the first one if there is no such name.
template <class List>
auto choice_of(const Json& json, const char* name, const List& all) {
    return find_choice(get<std::string>(json, name).value_or(""), all).value_or(all.front());
}

SidePanel panel_of(const Json& json) {
    return {choice_of(json, "mode", enumerators<PanelMode>),
            std::clamp(get<double>(json, "width").value_or(0), 0.0, max_panel_width)};
}

Json json_of(const SidePanel& panel) {
    return {{"mode", to_string(panel.mode)}, {"width", panel.width}};
}

SessionState state_of(const Json& json) {
    const auto side = [&json](const char* name, int usual) {
        const auto pixels = get<std::int64_t>(json, name).value_or(usual);
        return static_cast<int>(std::clamp<std::int64_t>(pixels, min_side, max_side));
    };
    SessionState state;
    state.theme = choice_of(json, "theme", enumerators<Theme>);
    if (const double scale = get<double>(json, "scale").value_or(0); scale > 0)
        state.scale = std::clamp(scale, min_scale, max_scale);
    state.width = side("width", state.width);
    state.height = side("height", state.height);
    state.scene = get<std::string>(json, "scene").value_or("");
    state.log_open = get<bool>(json, "log_open").value_or(false);
    state.motion = get<bool>(json, "motion").value_or(true);
    state.list = panel_of(json.value("list", Json()));
    state.inspector = panel_of(json.value("inspector", Json()));
    state.tab = choice_of(json, "tab", enumerators<InspectorTab>);
    std::ranges::move(texts_of(json, "closed_groups"),
                      std::inserter(state.closed_groups, state.closed_groups.end()));
    for (const std::string& file : texts_of(json, "recent")) {
        if (state.recent.size() < max_recent_files)
            state.recent.emplace_back(file);
    }
    state.folder = get<std::string>(json, "folder").value_or("");
    const Json scenes = json.value("scenes", Json());
    for (const auto& [scene, settings] : scenes.items()) {
        for (const auto& [key, value] : settings.items()) {
            if (settings.is_object() && value.is_string())
                state.scenes[scene][key] = value.get<std::string>();
        }
    }
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
        const std::vector<std::byte> bytes = data::read_file(path, max_session_bytes);
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
    const Json json{{"format", file_format},       {"theme", to_string(state.theme)},
                    {"scale", state.scale},        {"width", state.width},
                    {"height", state.height},      {"scene", state.scene},
                    {"log_open", state.log_open},  {"motion", state.motion},
                    {"list", json_of(state.list)}, {"inspector", json_of(state.inspector)},
                    {"tab", to_string(state.tab)}, {"closed_groups", state.closed_groups},
                    {"recent", std::move(recent)}, {"folder", state.folder.string()},
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
