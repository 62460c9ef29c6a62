#pragma once
#include "scanline/cube/rows.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace scanline::cube {

inline constexpr std::int64_t max_distinct = 1 << 24;

/// The texts of a dimension's values, numbered in the order of their appearance.
class Dictionary {
public:
    std::uint32_t add(std::string_view text); ///< the code of a text, a new one if it is new
    std::optional<std::uint32_t> find(std::string_view text) const;
    const std::string& text(std::uint32_t code) const { return texts_[code]; }
    std::int64_t size() const { return static_cast<std::int64_t>(texts_.size()); }

    /// True if all texts that are not empty are numbers, so that they are ordered as such.
    bool is_numeric() const;
    /// Codes in ascending order: numbers by value, other texts by their bytes; the empty text first.
    std::vector<std::uint32_t> ascending() const;

private:
    std::vector<std::string> texts_;
    std::unordered_map<std::string, std::uint32_t> codes_;
};

/// How the values of a dimension come from a column.
enum class Derivation { value, year, month, day, hour, bin };

struct Dimension {
    std::string name;   ///< "when.month"
    std::string column; ///< "when"
    Derivation derivation = Derivation::value;
    std::vector<double> edges{}; ///< of bins: one more than bins, ascending; bin i holds edges [i, i + 1)
    Dictionary dictionary;       ///< of bins, all of them in order: "10..20"
};

enum class Aggregate { sum, count, min, max, avg };
std::string_view to_string(Aggregate aggregate);

/// A measure asked for. Its values are integers: sums count units of 10^-digits, the finest that the
/// column's values need and 64 bits can hold; least and greatest values of columns that are not all integers
/// are keys in the order of the numbers. So they are exact, and the same whatever the order of rows.
struct Measure {
    std::string column; ///< empty for the number of rows
    Aggregate aggregate = Aggregate::count;
    int stored = -1;         ///< the measure of Rows that serves it; -1 for the number of rows
    int digits = 0;          ///< of sums; negative for units above 1
    bool is_key = false;     ///< of least and greatest values
    bool is_rounded = false; ///< a sum of values with more digits than it can hold

    std::string name() const { return column + ':' + std::string(to_string(aggregate)); }
};

/// The value of a measure of a cell with that number of rows and that stored value. No rows: none.
std::optional<double> value_of(const Measure& measure, std::int64_t count, std::int64_t stored);
/// The same as text, exact for sums: "1204.50"; empty for no rows.
std::string text_of(const Measure& measure, std::int64_t count, std::int64_t stored);

} // namespace scanline::cube
