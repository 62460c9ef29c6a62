#pragma once
#include "scanline/core/error.h"
#include "scanline/core/named.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <concepts>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace scanline {

/// Returns the name of a thing: a text itself, the `name` of a struct or object, the to_string() of an
/// enumerator; for a pointer, the name of its target.
struct NameOf {
    template <class T>
    auto operator()(const T& thing) const {
        if constexpr (std::convertible_to<const T&, std::string_view>)
            return std::string_view(thing);
        else if constexpr (requires { thing.name(); })
            return thing.name();
        else if constexpr (requires { thing.name; })
            return std::string_view(thing.name);
        else if constexpr (requires { *thing; })
            return (*this)(*thing);
        else
            return to_string(thing);
    }
};
inline constexpr NameOf name_of;

/// All names, joined for a message: "horn, jj, rlz, bt".
template <class List, class Name = NameOf>
std::string names_of(const List& all, Name name = {}) {
    std::string names;
    for (const auto& one : all)
        names += (names.empty() ? "" : ", ") + std::string(name(one));
    return names;
}

/// The same as a list.
template <class List, class Name = NameOf>
std::vector<std::string> list_of_names(const List& all, Name name = {}) {
    std::vector<std::string> names;
    for (const auto& one : all)
        names.emplace_back(name(one));
    return names;
}

/// The value with that name, if any.
template <class List>
auto find_choice(std::string_view name, const List& all) {
    const auto found = std::ranges::find(all, name, name_of);
    return found == std::ranges::end(all) ? std::nullopt : std::optional(*found);
}

/// The value with that name. Errors: usage, listing all names.
///
///     parse_choice("--prefix-sum", "blelloch", enumerators<raster::PrefixSumMethod>)
///         == raster::PrefixSumMethod::blelloch
template <class List>
auto parse_choice(std::string_view parameter, std::string_view name, const List& all) {
    if (const auto found = find_choice(name, all))
        return *found;
    throw usage_error(std::string(parameter) + " " + printable(name) + " is none of " + names_of(all));
}

/// The table entry with that name. Errors: usage, listing all names: "no scan is called x: there are ...".
template <std::ranges::borrowed_range List>
const auto& find_named(std::string_view what, std::string_view name, List&& all) {
    const auto found = std::ranges::find(all, name, name_of);
    if (found != std::ranges::end(all))
        return *found;
    throw usage_error("no " + std::string(what) + " is called " + printable(name) + ": there are " +
                      names_of(all));
}

} // namespace scanline
