#pragma once
#include "scanline/cube/rows.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cube {

inline constexpr std::int64_t max_distinct = 1 << 24;

/// The texts of a dimension's values, numbered in the order of their appearance. Const methods may be called
/// by several threads at once.
///
///     Dictionary cities;
///     cities.add("Oslo") == 0; cities.add("Bergen") == 1; cities.add("Oslo") == 0
///     cities.ascending() == {1, 0}
class Dictionary {
public:
    std::uint32_t add(std::string_view text); ///< the code of a text, a new one if it is new
    std::optional<std::uint32_t> find(std::string_view text) const;
    const std::string& text(std::uint32_t code) const { return texts_[code]; }
    std::int64_t size() const { return static_cast<std::int64_t>(texts_.size()); }

    /// True if all texts that are not empty are finite numbers, so that they are ordered as such.
    bool is_numeric() const { return is_numeric_; }
    /// All codes in ascending order: numbers by value, equal ones and other texts by their bytes; the empty
    /// text first.
    std::vector<std::uint32_t> ascending() const;
    /// These codes in that order.
    std::vector<std::uint32_t> ascending(std::vector<std::uint32_t> codes) const;

private:
    struct Slot {
        std::uint32_t number = 0; ///< one more than the code of a text; 0 if it is free
        std::uint32_t hash = 0;
    };
    std::size_t slot_of(std::string_view text, std::uint32_t hash) const;
    void make_slots();

    std::vector<std::string> texts_;
    std::vector<Slot>
        slots_; ///< a power of two, at most half of them taken; the next free one on a collision
    bool is_numeric_ = true;
};

/// How the values of a dimension come from a column.
enum class Derivation { value, year, month, day, hour, bin };

struct Dimension {
    std::string name{};   ///< "when.month"
    std::string column{}; ///< "when"
    Derivation derivation = Derivation::value;
    /// Of bins: one more than bins, ascending. Bin i holds edges [i, i + 1); the first and the last one also
    /// what lies beyond.
    std::vector<double> edges{};
    /// Of bins, all of them in order: "10..20", and the empty text once there is an empty cell.
    Dictionary dictionary{};

    /// Codes in ascending order, the empty text first: bins by their edges, others as in the dictionary.
    std::vector<std::uint32_t> ascending() const;
    std::vector<std::uint32_t> ascending(std::vector<std::uint32_t> codes) const;
};

enum class Aggregate { sum, count, min, max, avg };
std::string_view to_string(Aggregate aggregate);

inline constexpr std::array all_aggregates{Aggregate::sum, Aggregate::count, Aggregate::min, Aggregate::max,
                                           Aggregate::avg};

/// A measure asked for. Its values are integers: sums count units of 10^-digits, the finest that the
/// column's values need and 64 bits can hold; least and greatest values of columns that are not all integers
/// are keys in the order of the numbers. So they are exact, and the same whatever the order of rows.
///
/// A sum whose units are too fine for the total of its absolute values to stay below 2^62 takes coarser ones:
/// each value is rounded to these, half away from zero, and is_rounded is set.
struct Measure {
    std::string column{}; ///< empty for the number of rows
    Aggregate aggregate = Aggregate::count;
    int stored = -1;         ///< the measure of Rows that serves it; -1 for the number of rows
    int digits = 0;          ///< of sums; negative for units above 1
    bool is_key = false;     ///< of least and greatest values
    bool is_rounded = false; ///< of sums

    std::string name() const { return column + ':' + std::string(to_string(aggregate)); }
};

/// The value of a measure of a cell with that number of rows and that stored value: the nearest number. No
/// rows: none, but for the number of rows.
std::optional<double> value_of(const Measure& measure, std::int64_t count, std::int64_t stored);

/// The same as text. Sums and integers are exact, "1204.50"; others are the shortest text of the nearest
/// number. No rows: empty, but for the number of rows.
std::string text_of(const Measure& measure, std::int64_t count, std::int64_t stored);

} // namespace scanline::cube
