#pragma once
#include "scanline/core/choice.h"
#include "scanline/view/scene.h"
#include "scanline/view/widgets.h"

#include <concepts>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::view {

/// true, false, on, off, 1 or 0. Errors: usage, naming the key, the value and what it takes.
bool parse_bool(std::string_view key, std::string_view value);
/// One of those that parse_bool() reads.
std::string to_text(bool on);

/// What Scene::set() throws for a key that a scene does not have, with those that it has.
[[noreturn]] void throw_unknown_setting(std::string_view scene, std::string_view key,
                                        const std::vector<Setting>& settings);

/// Where a value lives: a variable, or what a pair of functions reads and writes.
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

/// A property of a scene: one row, from which `--set key=value` and its errors, the list of settings, the
/// session file and the control in the inspector are made. Rows refer to the values, so they are made anew
/// where these move; what a row lacks or does in its own way is set in its members.
///
///     std::vector<Property> properties_of(Setup& setup) {
///         return {choice_row("query", "Query", setup.query, all_queries, "What is searched for."),
///                 number_row("count", "Number", setup.count, {1, 1 << 20, 256}, "How many points there
///                 are.")
///                     .when([&setup] { return setup.query == Query::nearest; })};
///     }
struct Property {
    std::string key{};                                        ///< "block"
    std::string label{};                                      ///< of the control: "Block"
    std::string tooltip{};                                    ///< one sentence
    std::function<std::string()> text{};                      ///< the value as set() takes it
    std::function<void(std::string_view)> set{};              ///< errors: usage, and nothing has changed
    std::function<bool(const Look&, const Property&)> draw{}; ///< whether it was changed; empty: no control
    std::function<bool()> shown{};                            ///< whether there is a control; empty: always

    Property when(std::function<bool()> condition) && {
        shown = std::move(condition);
        return std::move(*this);
    }
    /// In a way of its own.
    Property with_control(std::function<bool(const Look&, const Property&)> own) && {
        draw = std::move(own);
        return std::move(*this);
    }
    Property with_set(std::function<void(std::string_view)> own) && {
        set = std::move(own);
        return std::move(*this);
    }
    Property with_text(std::function<std::string()> own) && {
        text = std::move(own);
        return std::move(*this);
    }
};

/// What a number may be, and the end of its slider where that is nearer.
template <class T>
struct Range {
    T least, most;
    T slider_most = most;
};

/// A row of one value. text and parse: as Property::text and set, of the value itself; control: changes a
/// copy of it, and returns whether it did.
template <class T, class Text, class Parse, class Control>
Property row_of(std::string key, std::string label, std::string tooltip, Stored<T> stored, Text text,
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

Property toggle_row(const std::string& key, const std::string& label, const Stored<bool>& stored,
                    const std::string& tooltip);
Property number_row(const std::string& key, const std::string& label, const Stored<int>& stored,
                    Range<int> range, const std::string& tooltip);
/// format: of the slider's value.
Property real_row(const std::string& key, const std::string& label, const Stored<double>& stored,
                  Range<double> range, const std::string& tooltip, const std::string& format = "%.2f");
/// The size of a block.
Property block_row(const std::string& key, const std::string& label, const Stored<int>& stored,
                   Range<int> range, const std::string& tooltip);
/// Any text, of which the control offers some, and the name of the file where it is none of them.
Property file_row(const std::string& key, const std::string& label, const Stored<std::string>& stored,
                  const std::vector<std::string>& offered, const std::string& tooltip);
/// One of a list of texts: for rows that are made while the program runs.
Property text_row(const std::string& key, const std::string& label, const Stored<std::string>& stored,
                  const std::vector<std::string>& choices, const std::string& tooltip);

/// One of a list of enumerators. titles: what the control calls them; empty: as text does.
template <class List, class E = typename List::value_type>
Property choice_row(std::string key, std::string label, std::type_identity_t<Stored<E>> stored,
                    const List& all, std::string tooltip, std::vector<std::string> titles = {}) {
    if (titles.empty())
        titles = names_for_choice(all);
    return row_of<E>(
        key, label, tooltip, stored, [](E value) { return std::string(to_string(value)); },
        [key, &all](std::string_view text) { return parse_choice(key, text, all); },
        [&all, titles](const Look& look, const Property& row, E& value) {
            return choice(look, row.label.c_str(), all, titles, value, row.tooltip.c_str());
        });
}

std::vector<Setting> settings_of(const std::vector<Property>& rows);
/// As Scene::set().
void set(const std::vector<Property>& rows, std::string_view scene, std::string_view key,
         std::string_view value);
/// The controls of these rows, where they are shown. Returns whether one has been changed.
bool draw_rows(const Look& look, const std::vector<Property>& rows,
               std::initializer_list<std::string_view> keys);

} // namespace scanline::view
