#pragma once
#include "scanline/core/error.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::view {

/// A key with modifiers, by GLFW's key numbers (GLFW_KEY_SPACE ...), which also index ImGui's key state. key
/// 0: none.
struct Shortcut {
    int key = 0;
    bool control = false;
    bool shift = false;

    friend bool operator==(const Shortcut&, const Shortcut&) = default;
};

/// "Ctrl+Shift+E", "Space"; empty without a key.
std::string to_string(const Shortcut& shortcut);

/// A named command, for menus, buttons, shortcuts and tests.
struct Action {
    std::string id;          ///< "transport.play"
    std::string menu;        ///< "File"; empty: not in a menu
    std::string title;       ///< "Open image...", as shown in the menu
    std::string description; ///< one sentence, for the tooltip and the sheet
    Shortcut shortcut{};
    std::function<void()> run;
    std::function<bool()> enabled{}; ///< empty: always
    std::function<bool()> checked{}; ///< state of a switch; empty: not a switch
};

/// All commands, in the order of add().
class Actions {
public:
    /// Errors: usage if the id or the shortcut is taken.
    void add(Action action);
    void add(std::string id, std::string menu, std::string title, std::string description, Shortcut shortcut,
             std::function<void()> run, std::function<bool()> checked = {},
             std::function<bool()> enabled = {}) {
        add(Action{std::move(id), std::move(menu), std::move(title), std::move(description), shortcut,
                   std::move(run), std::move(enabled), std::move(checked)});
    }
    /// Removes all whose id begins with `prefix`, such as those of a scene that is left.
    void remove(std::string_view prefix);

    const std::vector<Action>& all() const { return actions_; }
    /// Null if there is none.
    const Action* find(std::string_view id) const;

    /// Receives errors that actions throw; without a handler, run() propagates them.
    void set_error_handler(std::function<void(const Error&)> handler) { on_error_ = std::move(handler); }

    /// Runs it if it exists and is enabled; returns true if it ran.
    bool run(std::string_view id) const;
    /// Runs the action with this shortcut; returns true if one ran.
    bool press(const Shortcut& shortcut) const;

private:
    std::vector<Action> actions_;
    std::function<void(const Error&)> on_error_;
};

bool is_enabled(const Action& action);

} // namespace scanline::view
