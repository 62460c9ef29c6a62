#include "shell/undo.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace scanline::view {

namespace {

/// Settings of the view, in any scene: no edits.
constexpr std::array<std::string_view, 13> of_view{"pass", "zoom", "center-x", "center-y", "yaw", "pitch",
                                                   "pinned", "selected", "flip", "tab",
                                                   // A query may follow the mouse.
                                                   "query-x", "query-y", "query-z"};
constexpr std::size_t named_characters = 24;

std::vector<Setting> edited_settings(const Scene& scene) {
    std::vector<Setting> settings = scene.settings();
    std::erase_if(settings,
                  [](const Setting& setting) { return std::ranges::count(of_view, setting.key) > 0; });
    return settings;
}

/// "block = 64 and more": what is in `now` and was not before.
std::string described(const std::vector<Setting>& before, std::vector<Setting> now) {
    std::erase_if(now, [&before](const Setting& setting) { return std::ranges::count(before, setting) > 0; });
    return now.empty() ? ""
                       : fmt::format("{} = {}{}", now[0].key, printable(now[0].value, named_characters),
                                     now.size() > 1 ? " and more" : "");
}

} // namespace

std::vector<Setting> set_differing(Scene& scene, const std::vector<Setting>& wanted) {
    std::vector<Setting> changed;
    for (const Setting& setting : wanted) {
        // A setting before this one may have changed it.
        const std::vector<Setting> now = scene.settings();
        if (std::ranges::count(now, setting) > 0)
            continue;
        try {
            scene.set(setting.key, setting.value);
            changed.push_back(setting);
        } catch (const Error&) { // shown, but cannot be set
        }
    }
    return changed;
}

const Undo::History& Undo::history_of(const Scene& scene) const {
    static const History none;
    const auto found = histories_.find(scene.name());
    return found == histories_.end() ? none : found->second;
}

void Undo::record(const Scene& scene) {
    std::vector<Setting> now = edited_settings(scene);
    const auto [entry, is_new] = histories_.try_emplace(std::string(scene.name()));
    History& history = entry->second;
    if (!is_new && history.now != now) {
        history.redone_by.clear();
        history.undone_by.push_back(std::move(history.now));
        if (history.undone_by.size() > most)
            history.undone_by.pop_front();
    }
    history.now = std::move(now);
}

std::string Undo::move(Scene& scene, std::deque<Settings> History::*from, std::deque<Settings> History::*to) {
    record(scene);
    History& history = histories_.find(scene.name())->second;
    if ((history.*from).empty())
        return {};
    set_differing(scene, (history.*from).back());
    (history.*from).pop_back();
    (history.*to).push_back(std::exchange(history.now, edited_settings(scene)));
    return described((history.*to).back(), history.now);
}

std::string Undo::undo(Scene& scene) {
    return move(scene, &History::undone_by, &History::redone_by);
}

std::string Undo::redo(Scene& scene) {
    return move(scene, &History::redone_by, &History::undone_by);
}

} // namespace scanline::view
