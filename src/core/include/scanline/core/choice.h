#pragma once
#include "scanline/core/error.h"
#include "scanline/core/names.h"
#include "scanline/core/text.h"

#include <optional>
#include <ranges>
#include <string>
#include <string_view>

namespace scanline {

/// The value whose to_string() is `name`, if there is one.
template <class List>
auto find_choice(std::string_view name, const List& all) {
    std::optional<std::ranges::range_value_t<List>> found;
    for (const auto value : all) {
        if (to_string(value) == name)
            found = value;
    }
    return found;
}

/// The value whose to_string() is `name`. Errors: usage, with all names.
///
///     parse_choice("--prefix-sum", "blelloch", raster::all_prefix_sum_methods)
///         == raster::PrefixSumMethod::blelloch
template <class List>
auto parse_choice(std::string_view parameter, std::string_view name, const List& all) {
    if (const auto found = find_choice(name, all))
        return *found;
    throw usage_error(std::string(parameter) + " " + printable(name) + " is none of " + names_of(all));
}

} // namespace scanline
