#pragma once
#include "kit/scene.h"
#include "kit/widgets.h"
#include "scanline/core/choice.h"

#include <concepts>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::view {

/// true, false, on, off, 1 or 0. Errors: usage, naming the key, the value and what it takes.
bool parse_bool(std::string_view key, std::string_view value);
/// "true" or "false".
std::string to_text(bool on);

/// Throws the usage error of Scene::set() for an unknown key, listing the scene's keys.
[[noreturn]] void throw_unknown_setting(std::string_view scene, std::string_view key,
                                        const std::vector<Setting>& settings);

/// A reference to a value: a variable, or a getter and a setter.
template <class T>
struct Stored {
    std::function<T()> get;
    std::function<void(T)> set;

    Stored(T& variable)
        : get([&variable] { return variable; }), set([&variable](T value) { variable = std::move(value); }) {}
    template <class Getter, class Setter>
    requires std::same_as<std::invoke_result_t<Getter>, T> Stored(Getter getter, Setter setter)
        : get(std::move(getter)), set(std::move(setter)) {}
};

/// A property of a scene: one row, which defines `--set key=value` with its errors, the list of settings, the
/// session file and the inspector's control. Rows refer to the values, so they must be made anew when these
/// move.
///
///     std::vector<Property> properties_of(Setup& setup) {
///         return {choice_row("query", "Query", setup.query, all_queries, "What is searched for."),
///                 number_row("count", "Number", setup.count, {1, 1 << 20, 256}, "How many points.")
///                     .when([&setup] { return setup.query == Query::nearest; })};
///     }
struct Property {
    std::string key{};                                        ///< "block"
    std::string label{};                                      ///< of the control: "Block"
    std::string tooltip{};                                    ///< one sentence
    std::function<std::string()> text{};                      ///< the value, in the form that set() reads
    std::function<void(std::string_view)> set{};              ///< errors: usage; nothing has changed then
    std::function<bool(const Look&, const Property&)> draw{}; ///< true if the value changed; empty: none
    std::function<bool()> shown{};  ///< true if the control is visible; empty: always
    std::vector<Setting> choices{}; ///< what the control offers: its name there, and the value
    std::function<void()> browse{}; ///< of file_row(): opens a file; empty: the control does not offer it

    Property when(std::function<bool()> condition) && {
        shown = std::move(condition);
        return std::move(*this);
    }
    /// Replaces the control.
    Property with_control(std::function<bool(const Look&, const Property&)> own) && {
        draw = std::move(own);
        return std::move(*this);
    }
    Property with_set(std::function<void(std::string_view)> own) && {
        set = std::move(own);
        return std::move(*this);
    }
    Property offering(std::vector<Setting> values) && {
        choices = std::move(values);
        return std::move(*this);
    }
    /// The control no longer offers this value.
    Property without(std::string_view value) && {
        std::erase_if(choices, [value](const Setting& one) { return one.value == value; });
        return std::move(*this);
    }
    Property with_text(std::function<std::string()> own) && {
        text = std::move(own);
        return std::move(*this);
    }
};

/// The range of a number, and the end of its slider if lower.
template <class T>
struct Range {
    T least, most;
    T slider_most = most;
};

/// A row for one value. text and parse: like Property::text and set, for the value itself; control: changes a
/// copy of it, and returns true if it did.
template <class T, class Text, class Parse, class Control>
Property stored_row(std::string key, std::string label, std::string tooltip, Stored<T> stored, Text text,
                    Parse parse, Control control) {
    return {.key = std::move(key),
            .label = std::move(label),
            .tooltip = std::move(tooltip),
            .text = [stored, text] { return text(stored.get()); },
            .set = [stored, parse](std::string_view value) { stored.set(parse(value)); },
            .draw =
                [stored, control](const Look& look, const Property& row) {
                    T value = stored.get();
                    const bool changed = control(look, row, value);
                    if (changed)
                        stored.set(std::move(value));
                    return changed;
                }};
}

/// Draws a list of the choices of a row, and of browse(); `now` is chosen, shown as a file's name if it is
/// none of them. Returns another one that was picked, in the form that set() reads.
std::optional<std::string> draw_choices(const Look& look, const Property& row, std::string_view now);

Property toggle_row(const std::string& key, const std::string& label, const Stored<bool>& stored,
                    const std::string& tooltip);
Property number_row(const std::string& key, const std::string& label, const Stored<int>& stored,
                    Range<int> range, const std::string& tooltip);
/// format: for the slider's value.
Property real_row(const std::string& key, const std::string& label, const Stored<double>& stored,
                  Range<double> range, const std::string& tooltip, const std::string& format = "%.2f");
/// A power of two between two powers of two. shown: of the control's value; empty: its digits.
Property power_row(const std::string& key, const std::string& label, const Stored<int>& stored,
                   Range<int> range, const std::string& tooltip,
                   const std::function<std::string(int)>& shown = {});
/// Any text; the control offers some and to browse, and shows the file name if the text is none of them.
Property file_row(const std::string& key, const std::string& label, const Stored<std::string>& stored,
                  const std::vector<std::string>& offered, const std::string& tooltip);
/// Any text; the control takes it when Enter or a click elsewhere ends typing.
Property line_row(const std::string& key, const std::string& label, const Stored<std::string>& stored,
                  const std::string& tooltip);
/// Draws a line_row() for the user's own input, which may refuse it. problem: with the last one, shown below.
void draw_own_row(const Look& look, const Stored<std::string>& stored, const std::string& tooltip,
                  std::string& problem);
/// One of a list of texts, for choices known only at run time.
Property text_row(const std::string& key, const std::string& label, const Stored<std::string>& stored,
                  const std::vector<std::string>& choices, const std::string& tooltip);

/// One of a list of enumerators. titles: their names in the control; empty: those of to_string().
template <class List, class E = typename List::value_type>
Property choice_row(std::string key, std::string label, std::type_identity_t<Stored<E>> stored,
                    const List& all, std::string tooltip, std::vector<std::string> titles = {}) {
    if (titles.empty())
        titles = list_of_names(all);
    std::vector<Setting> choices;
    for (std::size_t i = 0; i < std::size(all); ++i)
        choices.push_back({titles[i], std::string(to_string(all[i]))});
    return stored_row<E>(
               key, label, tooltip, stored, [](E value) { return std::string(to_string(value)); },
               [key, &all](std::string_view text) { return parse_choice(key, text, all); },
               [key, &all](const Look& look, const Property& row, E& value) {
                   const auto picked = draw_choices(look, row, to_string(value));
                   if (picked)
                       value = parse_choice(key, *picked, all);
                   return picked.has_value();
               })
        .offering(std::move(choices));
}

std::vector<Setting> settings_of(const std::vector<Property>& rows);
/// See Scene::choices().
std::vector<SettingChoice> choices_of(const std::vector<Property>& rows);
/// Like Scene::set().
void set(const std::vector<Property>& rows, std::string_view scene, std::string_view key,
         std::string_view value);
/// The same, and Scene::set(), of settings whose rows properties_of() makes, and which name their `scene`.
template <class Setup>
requires requires(Setup& setup) {
    properties_of(setup);
}
std::vector<Setting> settings_of(Setup setup) {
    return settings_of(properties_of(setup));
}
template <class Setup>
void set(Setup& setup, std::string_view key, std::string_view value) {
    set(properties_of(setup), Setup::scene, key, value);
}
/// Draws the visible controls of these rows. Returns true if one changed.
bool draw_rows(const Look& look, const std::vector<Property>& rows,
               std::initializer_list<std::string_view> keys);

} // namespace scanline::view
