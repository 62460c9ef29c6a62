#pragma once
#include "scanline/bench/results.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::bench {

// Axes and words that the rows of several experiments share.

inline constexpr std::string_view elements_axis = "elements", by_axis = "by", tier_axis = "tier",
                                  variant_axis = "variant";
/// How many threads of the CPU did the work of a row.
inline constexpr std::string_view threads_axis = "threads";
/// The value of a row on an axis that does not apply to it.
inline constexpr std::string_view no_value = "-";
/// The value of by_axis in rows of this project.
inline constexpr std::string_view by_scanline = "scanline";
inline bool is_ours(const Row& row) {
    return row.axis(by_axis) == by_scanline;
}
/// The variant that claims are about.
inline constexpr std::string_view auto_variant = "auto";
/// The peer that claims are about.
inline constexpr std::string_view by_cub = "cub";
/// What begins the reason of a row whose result was wrong.
inline constexpr std::string_view wrong_result = "wrong result: ";
/// Of all random input.
inline constexpr std::uint64_t primitive_seed = 1;
/// Of an element.
inline constexpr std::int64_t word_bytes = sizeof(std::uint32_t);

// What figures, claims and tables read from the rows of a run.

/// "algorithm bt, block 256"
std::string describe(const AxisValues& values);

/// Appends more values.
AxisValues with(AxisValues values, const AxisValues& more);

/// The one row with these values. Throws NotMeasured where it is not there or was skipped.
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

/// The values that rows have on an axis, in the order of their first rows; skipped rows count. Throws
/// NotMeasured where there are no rows.
std::vector<std::string> axis_values(const Results& results, std::string_view axis);

/// The number that a row has on an axis; none where it is none, as the block of an algorithm without blocks.
std::optional<double> axis_number(const Row& row, std::string_view axis);

/// The whole numbers that rows have on an axis, ascending. Throws NotMeasured where there are none.
std::vector<int> axis_numbers(const Results& results, std::string_view axis);

/// The time of some stages together, over the repetitions.
Quartiles stage_milliseconds(const Row& row, const std::vector<std::string_view>& stages);

/// Lists the names of the rows' counts in order of appearance.
std::vector<std::string> counted_names(const Results& results);

/// True if OpenGL worked on a GPU with timer queries.
bool on_gpu(const Results& results);

/// The rows that were skipped because their result was wrong.
std::vector<const Row*> wrong_rows(const Results& results);

/// The number of elements of the rows: "4M", or "256K to 16M" where they differ.
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
