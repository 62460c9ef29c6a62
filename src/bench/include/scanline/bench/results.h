#pragma once
#include "scanline/bench/statistics.h"
#include "scanline/gl/capabilities.h"
#include "scanline/gl/timer.h"
#include "scanline/machine/repetition.h"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace scanline::bench {

using machine::Repetition;
using machine::Stage;

/// A value on an axis: a whole number, a number, or a text. Its type is that of its text: what is written as
/// a number is one, even if it names something, as an image "256", and keeps its digits. "007" and "1.50" are
/// texts, because no number is written so. Hence values are equal if their texts are, and a result file,
/// which has the texts, gives back the types.
class Value {
public:
    Value(std::string_view text);
    Value(const std::string& text) : Value(std::string_view(text)) {}
    Value(const char* text) : Value(std::string_view(text)) {}
    Value(double number);
    template <std::integral Number>
    Value(Number number) {
        if constexpr (std::same_as<Number, bool>)
            value_ = std::string(number ? "true" : "false");
        else
            value_ = static_cast<std::int64_t>(number);
    }
    template <class Enum>
    requires std::is_enum_v<Enum> Value(Enum one) : Value(std::string_view(to_string(one))) {}
    /// no_value if there is none.
    template <class T>
    Value(const std::optional<T>& one);

    std::string text() const;
    std::optional<double> number() const; ///< none of a text

    /// The value as another type. T: std::string, bool, a number (0 of a text), or
    /// an optional number.
    template <class T>
    T as() const {
        if constexpr (std::same_as<T, std::string>)
            return text();
        else if constexpr (std::same_as<T, bool>)
            return text() == "true";
        else if constexpr (requires { typename T::value_type; })
            return number() ? T(as<typename T::value_type>()) : T();
        else if (const auto* whole = std::get_if<std::int64_t>(&value_))
            return static_cast<T>(*whole);
        else
            return static_cast<T>(number().value_or(0));
    }

    bool operator==(const Value&) const = default;

private:
    std::variant<std::int64_t, double, std::string> value_;
};

/// The value of a row on an axis that does not apply to it.
inline constexpr std::string_view no_value = "-";

template <class T>
Value::Value(const std::optional<T>& one) : Value(one ? Value(*one) : Value(no_value)) {}

/// An axis of rows with the type of its values: std::string, a number, or an optional number if the axis does
/// not apply to every row.
///
///     inline constexpr RowAxis<int> dimensions{"dimensions"};
///     row[dimensions] + 1; // 4
template <class T>
struct RowAxis {
    std::string_view name;

    constexpr operator std::string_view() const { return name; }
};

/// A place on one axis of an experiment.
///
///     {dimensions, 3}, {"algorithm", "bt"}, {"negated", true}, {"prefix-sum",
///     raster::PrefixSumMethod::blelloch}
struct AxisValue {
    std::string axis;
    Value value;

    AxisValue(std::string_view on, Value at) : axis(on), value(std::move(at)) {}
    template <class T>
    requires(!std::same_as<T, std::string>) AxisValue(RowAxis<T> on, std::type_identity_t<T> at)
        : axis(on.name), value(at) {}

    bool operator==(const AxisValue&) const = default;
};

/// The values of a measurement on the axes of its experiment, in the order of the axes.
using AxisValues = std::vector<AxisValue>;

/// "algorithm bt, block 256"
std::string describe(const AxisValues& values);

/// Appends more values.
AxisValues with(AxisValues values, const AxisValues& more);

/// Something that work counted: the same in every repetition.
struct Count {
    std::string name; ///< "dominance_tests"; names a column of reports too
    std::int64_t value = 0;
    std::string stage{}; ///< that it counts; empty: all of the work

    bool operator==(const Count&) const = default;
};

/// All repetitions of one variant.
struct Row {
    AxisValues axes;
    std::uint64_t seed = 0; ///< of the data; 0 if nothing is random
    std::int64_t items = 0; ///< elements of the input
    std::int64_t bytes =
        0; ///< that the work must move: the input that it reads and the result that it writes
    /// In the order of the rounds: repetition i of two rows of a group ran back to back.
    std::vector<Repetition> repetitions;
    /// The roof measured in the same run, interleaved with the repetitions; none if there was none.
    std::optional<double> roof_milliseconds;
    /// The sum of the stages over the time of the same work as a whole, without measuring them, less 1:
    /// medians of runs of the same rounds. None if unmeasured. Two things are in it: what timing the
    /// stages costs (by the wall clock the pipeline is emptied after each, some 1 to 2 us a stage on
    /// llvmpipe), and what their sum leaves out (the gaps between them, by either timer). So it may be below
    /// 0.
    std::optional<double> overhead;
    std::vector<Count> counts;
    std::string skipped; ///< why there are no repetitions; empty if there are

    bool operator==(const Row&) const = default;

    bool measured() const { return !repetitions.empty(); }
    /// The value on an axis; an empty text if there is no such axis.
    const Value& value(std::string_view axis) const;
    std::string axis(std::string_view name) const { return value(name).text(); }
    template <class T>
    T operator[](const RowAxis<T>& axis) const {
        return value(axis.name).template as<T>();
    }
    /// None if it was not counted.
    std::optional<std::int64_t> count(std::string_view name, std::string_view stage = {}) const;

    std::vector<double> totals() const; ///< Repetition::milliseconds of each

    // Of a measured row. A time of 0, which a timer too coarse for the work gives, makes rates and ratios 0.
    Quartiles milliseconds() const;
    const Repetition& median_repetition() const { return machine::median_repetition(repetitions); }
    double roof_ratio() const; ///< median over the roof, 0 without a roof
    double items_per_second() const;
    double bytes_per_second() const;
    double noise() const; ///< Quartiles::noise() of the repetitions
    /// The median as a whole, gaps between stages included and no stages timed: the median without its
    /// overhead. None if that was not measured.
    std::optional<double> whole_milliseconds() const;
};

/// What the measurements were made with: a part of every report.
struct Environment {
    std::string gpu;        ///< as OpenGL names it; empty if only the processor worked
    std::string driver;     ///< OpenGL version text, in which drivers name themselves; empty likewise
    std::string processor;  ///< as the system names it, what of it could be used, its registers and caches
    std::string timer;      ///< "gl-query" or "wall-clock"
    std::string build_type; ///< "Release"
    std::string version;    ///< of Scanline
    std::string date;       ///< ISO 8601, UTC, to the second
    std::string command;    ///< the command line that was given

    bool operator==(const Environment&) const = default;

    /// What did the work: GPU and driver, or the processor.
    std::string device() const;
};

/// Describes this machine, build and moment, with OpenGL and its timer or without. command: the command line,
/// quoted for a shell.
Environment make_environment(const gl::Capabilities& capabilities, gl::TimerKind timer, std::string command);
Environment make_environment(std::string command);

/// The rows of an experiment; all have the same axes.
struct Results {
    std::string experiment; ///< "fig8"
    std::string title;
    std::string roof; ///< what the roof is: "full-screen copy pass"; empty without one
    Environment environment;
    std::vector<Row> rows;
    bool complete = true; ///< false if it was interrupted: the rows are those that were finished

    bool operator==(const Results&) const = default;

    /// The rows with these values on these axes, in their order.
    std::vector<const Row*> where(const AxisValues& values) const;
    /// The first measured row with these values; null if there is none.
    const Row* find(const AxisValues& values) const;

    /// Row::overhead of all rows together: the sum of their times over the sum of their times as a whole,
    /// less 1. Rows so short that their own overhead is mostly noise hardly count. None if no row has it.
    std::optional<double> overhead() const;
};

// Reading rows, for figures, claims and tables.

/// Thrown if a claim or a figure needs a row that was not measured; its text says which.
class NotMeasured : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The one row with these values. Throws NotMeasured if it is not there or was skipped.
const Row& measured_row(const Results& results, const AxisValues& values);

/// Its median time.
double median_milliseconds(const Results& results, const AxisValues& values);

/// The measured rows with these values, in their order.
std::vector<const Row*> measured_rows(const Results& results, const AxisValues& values = {});

/// The row with the least median; of equal ones the first. There must be at least one row.
const Row& fastest(const std::vector<const Row*>& rows);

/// Applies `of` to every row, skipped ones too, and returns the distinct results in order of appearance.
template <class Of>
auto distinct_values(const Results& results, Of of) {
    std::vector<std::invoke_result_t<Of, const Row&>> all;
    for (const Row& row : results.rows) {
        auto one = of(row);
        if (std::ranges::find(all, one) == all.end())
            all.push_back(std::move(one));
    }
    return all;
}

/// The texts that rows have on an axis, in the order of their first rows; skipped rows count. Throws
/// NotMeasured if there are no rows.
std::vector<std::string> axis_values(const Results& results, std::string_view axis);

/// The whole numbers that rows have on an axis, ascending. Throws NotMeasured if there are none.
std::vector<int> axis_numbers(const Results& results, std::string_view axis);

/// The time of some stages together, over the repetitions.
Quartiles stage_milliseconds(const Row& row, const std::vector<std::string_view>& stages);

/// Lists the names of the rows' counts in order of appearance.
std::vector<std::string> counted_names(const Results& results);

/// True if OpenGL worked on a GPU with timer queries.
bool on_gpu(const Results& results);

/// Begins Row::skipped if the result was wrong.
inline constexpr std::string_view wrong_result = "wrong result: ";
/// The rows skipped because their results were wrong.
std::vector<const Row*> wrong_rows(const Results& results);

/// The number of elements of the rows: "4M", or "256K to 16M" if they differ.
std::string stream_size(const Results& results);

/// The line under the title of a figure: what is shown, then GPU, driver, timer and date.
std::string subtitle(const Results& results, const std::string& shown);

/// The texts of all values with a separator between them.
///
///     joined(std::array{1024, 4096}, element_count) == "1K, 4K"
template <class Values, class Text>
std::string joined(const Values& values, Text text, std::string_view separator = ", ") {
    std::string all;
    std::string_view between;
    for (const auto& value : values) {
        all += between;
        all += std::invoke(text, value);
        between = separator;
    }
    return all;
}

} // namespace scanline::bench
