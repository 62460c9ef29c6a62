#pragma once
#include "scanline/bench/statistics.h"
#include "scanline/machine/repetition.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace scanline::bench {

using machine::Repetition;
using machine::Stage;

/// A place on one axis of an experiment. The value is text: names stand for themselves, numbers, flags and
/// enumerators are written out.
///
///     {"algorithm", "bt"}, {"block", 256}, {"negated", true}, {"prefix-sum",
///     raster::PrefixSumMethod::blelloch}
struct AxisValue {
    std::string axis, value;

    AxisValue(std::string_view on, std::string_view text) : axis(on), value(text) {}
    template <std::integral Number>
    AxisValue(std::string_view on, Number number) : axis(on) {
        if constexpr (std::same_as<Number, bool>)
            value = number ? "true" : "false";
        else
            value = std::to_string(number);
    }
    template <class Enum>
    requires std::is_enum_v<Enum> AxisValue(std::string_view on, Enum one)
        : axis(on), value(to_string(one)) {}

    bool operator==(const AxisValue&) const = default;
};

/// The values of a measurement on the axes of its experiment, in the order of the axes.
using AxisValues = std::vector<AxisValue>;

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
    std::uint64_t seed = 0; ///< of the data; 0 where nothing is random
    std::int64_t items = 0; ///< elements of the input
    std::int64_t bytes =
        0; ///< that the work cannot avoid to move: what it reads of its input and writes of its result
    /// In the order of the rounds: those of the same index of two rows of a group ran one soon after the
    /// other.
    std::vector<Repetition> repetitions;
    /// The roof measured in the same run, interleaved with the repetitions; none where there was none.
    std::optional<double> roof_milliseconds;
    /// The sum of the stages over the time of the same work as a whole, without measuring them, less 1:
    /// medians of runs of the same rounds. None where unmeasured. Two things are in it: what timing the
    /// stages costs (by the wall clock the pipeline is emptied behind each, some 1 to 2 us a stage on
    /// llvmpipe), and what their sum leaves out (the gaps between them, by either timer). So it may be below
    /// 0.
    std::optional<double> overhead;
    std::vector<Count> counts;
    std::string skipped; ///< why there are no repetitions; empty where there are

    bool operator==(const Row&) const = default;

    bool measured() const { return !repetitions.empty(); }
    std::string axis(std::string_view name) const; ///< the value; empty where there is no such axis
    /// None where it was not counted.
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
    /// overhead. None where that was not measured.
    std::optional<double> whole_milliseconds() const;
};

/// What the measurements were made with: a part of every report.
struct Environment {
    std::string gpu;        ///< as OpenGL names it; empty where only the processor worked
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

/// The rows of an experiment; all have the same axes.
struct Results {
    std::string experiment; ///< "fig8"
    std::string title;
    std::string roof; ///< what the roof is: "full-screen copy pass"; empty without one
    Environment environment;
    std::vector<Row> rows;
    bool complete = true; ///< false where it was interrupted: the rows are those that were finished

    bool operator==(const Results&) const = default;

    /// The rows with these values on these axes, in their order.
    std::vector<const Row*> where(const AxisValues& values) const;
    /// The first measured row with these values; null where there is none.
    const Row* find(const AxisValues& values) const;

    /// Row::overhead of all rows together: the sum of their times over the sum of their times as a whole,
    /// less 1. Rows so short that their own overhead is mostly noise hardly count. None where no row has it.
    std::optional<double> overhead() const;
};

} // namespace scanline::bench
