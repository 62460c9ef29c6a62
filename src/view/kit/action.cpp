#include "kit/action.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr std::array named_keys{
    std::pair{GLFW_KEY_SPACE, "Space"},  std::pair{GLFW_KEY_LEFT, "Left"},
    std::pair{GLFW_KEY_RIGHT, "Right"},  std::pair{GLFW_KEY_UP, "Up"},
    std::pair{GLFW_KEY_DOWN, "Down"},    std::pair{GLFW_KEY_HOME, "Home"},
    std::pair{GLFW_KEY_END, "End"},      std::pair{GLFW_KEY_ESCAPE, "Esc"},
    std::pair{GLFW_KEY_TAB, "Tab"},      std::pair{GLFW_KEY_DELETE, "Del"},
    std::pair{GLFW_KEY_PAGE_UP, "PgUp"}, std::pair{GLFW_KEY_PAGE_DOWN, "PgDn"},
    std::pair{GLFW_KEY_EQUAL, "+"},
};

std::string key_name(int key) {
    const auto named = std::ranges::find(named_keys, key, &std::pair<int, const char*>::first);
    if (named != named_keys.end())
        return named->second;
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12)
        return fmt::format("F{}", key - GLFW_KEY_F1 + 1);
    // GLFW's numbers of printable keys are their ASCII.
    return std::string(1, static_cast<char>(key));
}

} // namespace

std::string to_string(const Shortcut& shortcut) {
    if (shortcut.key == 0)
        return {};
    return (shortcut.control ? "Ctrl+" : "") + std::string(shortcut.shift ? "Shift+" : "") +
           key_name(shortcut.key);
}

bool is_enabled(const Action& action) {
    return !action.enabled || action.enabled();
}

void Actions::add(Action action) {
    for (const Action& other : actions_) {
        if (other.id == action.id)
            throw usage_error(fmt::format("there are two actions {}", action.id));
        if (action.shortcut.key != 0 && other.shortcut == action.shortcut)
            throw usage_error(fmt::format("{} is the shortcut of both {} and {}", to_string(action.shortcut),
                                          other.id, action.id));
    }
    actions_.push_back(std::move(action));
}

void Actions::remove(std::string_view prefix) {
    std::erase_if(actions_, [prefix](const Action& action) { return action.id.starts_with(prefix); });
}

const Action* Actions::find(std::string_view id) const {
    const auto found = std::ranges::find(actions_, id, &Action::id);
    return found != actions_.end() ? &*found : nullptr;
}

bool Actions::run(std::string_view id) const {
    const Action* action = find(id);
    if (!action || !is_enabled(*action))
        return false;
    // Copied, because running it may add and remove actions.
    const std::function<void()> run = action->run;
    try {
        run();
    } catch (const Error& error) {
        if (!on_error_)
            throw;
        on_error_(error);
    }
    return true;
}

bool Actions::press(const Shortcut& shortcut) const {
    const auto found = std::ranges::find(actions_, shortcut, &Action::shortcut);
    return shortcut.key != 0 && found != actions_.end() && run(found->id);
}

} // namespace scanline::view
