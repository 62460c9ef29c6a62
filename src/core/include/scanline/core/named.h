#pragma once
#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace scanline {

/// An enumerator with its name in the command line, reports and the view.
template <class E>
struct Named {
    E value;
    std::string_view name;
};
template <class E, std::size_t size>
constexpr auto named(const Named<E> (&rows)[size]) {
    return std::to_array(rows);
}

/// An enumeration with a table: a function beside it returns an array with a row for each enumerator, in
/// order. Its names, the list of all and their facts come from there. A row is a Named, or a struct that
/// begins like one, with facts after it.
///
///     enum class Bound { lower, upper };
///     constexpr auto table_of(Bound) {
///         using enum Bound;
///         return named<Bound>({{lower, "lower"}, {upper, "upper"}});
///     }
///     using scanline::to_string; // once per namespace and header
template <class E>
concept Tabled = std::is_enum_v<E> && requires(E value) {
    table_of(value);
};

namespace detail {

// Compilers write a value without an enumerator as a cast: "(Bound)2".
template <auto value>
constexpr bool is_enumerator() {
    constexpr std::string_view function = __PRETTY_FUNCTION__;
    const char after_cast = function[function.rfind(')') + 1];
    return !(after_cast >= '0' && after_cast <= '9');
}

} // namespace detail

/// True if a table has a row for each enumerator, in order.
template <class E, class Table>
constexpr bool has_row_for_each(const Table& table) {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].value != static_cast<E>(i))
            return false;
    constexpr std::size_t size = std::tuple_size_v<Table>;
    return detail::is_enumerator<static_cast<E>(size - 1)>() &&
           !detail::is_enumerator<static_cast<E>(size)>();
}

/// The rows of an enumeration.
template <Tabled E>
inline constexpr auto rows_of = [] {
    constexpr auto table = table_of(E{});
    static_assert(has_row_for_each<E>(table), "a table needs a row for each enumerator, in order");
    return table;
}();

/// All enumerators, in order.
template <Tabled E>
inline constexpr auto enumerators = [] {
    std::array<E, rows_of<E>.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = rows_of<E>[i].value;
    return all;
}();

/// The row of an enumerator.
template <Tabled E>
constexpr const auto& row_of(E value) {
    return rows_of<E>[static_cast<std::size_t>(value)];
}

/// The name of an enumerator.
template <Tabled E>
constexpr std::string_view to_string(E value) {
    return row_of(value).name;
}

} // namespace scanline
