#pragma once
#include "scanline/compute/engine.h"
#include "scanline/core/choice.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// Options whose values are numbers or lists. CLI11's own conversions accept
// octal and hexadecimal numbers, wrap those out of range, and drop empty list
// entries.

namespace scanline::cli {

namespace detail {

using Values = CLI::results_t;

// take(values) throws where they are wrong. shown(): the default, for the help.
template <class Take, class Shown>
CLI::Option* add_taken_option(CLI::App& command, const std::string& name, const std::string& text, Take take,
                              Shown shown) {
    const CLI::callback_t callback = [take](const Values& values) {
        take(values);
        return true;
    };
    return command.add_option(name, callback, text, false, shown);
}

template <class T, class Number, class Shown>
CLI::Option* add_number_option(CLI::App& command, const std::string& name, Number& number, Bounds<T> bounds,
                               const std::string& text, Shown shown) {
    const auto take = [&number, name, bounds](const Values& values) {
        number = parse_number<T>(name, values.front(), bounds);
    };
    return add_taken_option(command, name, text, take, shown)->type_name("N");
}

template <class Choice, class List, class Shown>
CLI::Option* add_choice_option(CLI::App& command, const std::string& name, Choice& choice, const List& all,
                               const std::string& text, Shown shown) {
    const auto take = [&choice, &all, name](const Values& values) {
        choice = parse_choice(name, values.front(), all);
    };
    return add_taken_option(command, name, text, take, shown)->type_name("TEXT");
}

std::vector<std::string> entries_of(const std::string& name, const Values& values);

} // namespace detail

/// An option that takes a number; see parse_number() for its syntax and errors.
template <class T>
requires std::is_arithmetic_v<T> CLI::Option* add_number(CLI::App& command, const std::string& name,
                                                         T& number, Bounds<std::type_identity_t<T>> bounds,
                                                         const std::string& text) {
    return detail::add_number_option<T>(command, name, number, bounds, text,
                                        [&number] { return fmt::format("{}", number); });
}
template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<T>& number,
                        Bounds<std::type_identity_t<T>> bounds, const std::string& text) {
    return detail::add_number_option<T>(command, name, number, bounds, text, [] { return std::string(); });
}

/// An option that takes a comma-separated list of at least one entry; repeated
/// options add up. The help says that it is a list.
CLI::Option* add_list(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                      const std::string& text);

/// The same of numbers.
template <class T>
CLI::Option* add_numbers(CLI::App& command, const std::string& name, std::vector<T>& numbers,
                         Bounds<std::type_identity_t<T>> bounds, const std::string& text) {
    return detail::add_taken_option(
               command, name, text + ", separated by commas",
               [&numbers, name, bounds](const detail::Values& values) {
                   numbers.clear();
                   for (const std::string& entry : detail::entries_of(name, values))
                       numbers.push_back(parse_number<T>(name, entry, bounds));
               },
               [&numbers] { return fmt::format("{}", fmt::join(numbers, ",")); })
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("LIST");
}

/// The options that several subcommands take.
CLI::Option* add_device_option(CLI::App& command, int& device);
void add_repetitions_option(CLI::App& command, int& repetitions,
                            const std::string& text = "timed repetitions after a warm-up; the median is "
                                                      "reported (of an even number the lower of the middle "
                                                      "two)");
void add_tier_option(CLI::App& command, std::optional<compute::Tier>& tier);

/// An option that takes the name of one of all; see parse_choice() for its
/// errors.
template <class Choice, class List>
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::optional<Choice>& choice,
                        const List& all, const std::string& text) {
    return detail::add_choice_option(command, name, choice, all, text, [] { return std::string(); });
}
template <class Choice, class List>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Choice& choice, const List& all,
                        const std::string& text) {
    return detail::add_choice_option(command, name, choice, all, text,
                                     [&choice] { return std::string(to_string(choice)); })
        ->capture_default_str();
}
/// --format, refused where it is not one of `formats` (text first, the
/// default).
void add_format_option(CLI::App& command, std::string& format, const std::vector<std::string>& formats);

} // namespace scanline::cli
