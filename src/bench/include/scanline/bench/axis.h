#pragma once
#include "scanline/core/number.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

struct Request;

/// What an experiment can be varied over, or set to: an option of `scanline bench`, and a control of the
/// visualizer's measurements.
///
///     const Axis threads{.option = "--threads", .text = "numbers of threads", .type = Axis::Type::whole,
///                        .whole = {1, 256}, .several = true};
///     threads.check({"1", "2^3"});  // fine
///     threads.check({"1", "none"}); // usage error: --threads: 'none' is not a whole number from 1 to 256
struct Axis {
    enum class Type {
        whole, ///< whole numbers within `whole`
        real,  ///< numbers within `real`
        name,  ///< some of `choices`
        image, ///< paths of images, or the names of masks
        flag,  ///< on where it has a value
    };
    std::string option; ///< "--sizes"; of a positional argument its capitals: "IMAGE"
    std::string text;   ///< what it is, for the help
    Type type = Type::name;
    Bounds<std::uint64_t> whole{0, 0};
    Bounds<double> real{0, 0};
    /// Names that it takes; of numbers, those that are offered.
    std::vector<std::string> choices{};
    std::vector<std::string> values{}; ///< by default; none: what the experiment takes by itself
    bool several = false;              ///< takes a list
    /// Beside the range, and in place of the choices: a usage error where one does not exist or cannot be.
    /// May be empty.
    std::function<void(const std::string& value)> check_value{};
    std::string label{};      ///< of its control; empty: the key
    std::string instead_of{}; ///< an option whose values these replace
    std::string needs{};      ///< an option without which this one has no effect
    std::string excludes{};   ///< an option that contradicts it
    /// Whether it has an effect with all others; otherwise it is refused, as an option that works with
    /// `applies_with`. Empty: always.
    std::function<bool(const Request& request)> applies{};
    std::string applies_with{}; ///< "--algorithm horn, jj"

    /// "sizes", "image": the option as a key.
    std::string key() const;
    /// What its values are, for people: "numbers from 1 to 256".
    std::string values_text() const;
    /// Errors: usage, naming the option, the value, and what is taken.
    void check(std::span<const std::string> given) const;
};

// The axes that several experiments have.

/// --sizes: numbers of elements.
Axis axis_of_sizes();
/// --threads. usual: what is taken where none is given.
Axis axis_of_threads(const std::string& usual);

} // namespace scanline::bench
