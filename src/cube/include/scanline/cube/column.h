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

/// Maps the texts of a dimension's values to codes, in order of first appearance. Threads may share it as
/// long as none of them changes it.
///
///     Dictionary cities;
///     cities.add("Oslo") == 0; cities.add("Bergen") == 1; cities.add("Oslo") == 0
///     cities.ascending() == {1, 0}
class Dictionary {
public:
    std::uint32_t add(std::string_view text); ///< returns the text's code; assigns the next one if new
    std::optional<std::uint32_t> find(std::string_view text) const;
    const std::string& text(std::uint32_t code) const { return texts_[code]; }
    std::int64_t size() const { return static_cast<std::int64_t>(texts_.size()); }

    /// True if every text is empty or a finite number; texts are then ordered by value.
    bool is_numeric() const { return is_numeric_; }
    /// Returns all codes in ascending order of their texts, the empty one first: numbers by value, equal
    /// numbers and other texts by their bytes.
    std::vector<std::uint32_t> ascending() const;
    /// Sorts these codes the same way.
    std::vector<std::uint32_t> ascending(std::vector<std::uint32_t> codes) const;

private:
    struct Slot {
        std::uint32_t number = 0; ///< code + 1; 0 if the slot is free
        std::uint32_t hash = 0;
    };
    std::size_t slot_of(std::string_view text, std::uint32_t hash) const;
    void make_slots();

    std::vector<std::string> texts_;
    std::vector<Slot> slots_; ///< open addressing, linear probing; a power of two, at most half full
    bool is_numeric_ = true;
};

/// How a dimension derives its values from a column.
enum class Derivation { value, year, month, day, hour, bin };
std::string_view to_string(Derivation derivation);

inline constexpr std::array all_date_parts{Derivation::year, Derivation::month, Derivation::day,
                                           Derivation::hour};
/// Reads a part of a date, see make_cube(); none if the text is not a date.
///
///     date_part("2026-11-05 13:05", Derivation::day) == "5"
std::optional<std::string> date_part(std::string_view text, Derivation part);

struct Dimension {
    std::string name{};   ///< "when.month"
    std::string column{}; ///< "when"
    Derivation derivation = Derivation::value;
    /// The edges of bins, ascending, one more than bins. Bin i is [edges[i], edges[i + 1]); the first and the
    /// last bin also take the numbers beyond them.
    std::vector<double> edges{};
    /// For bins: the texts of all bins in order, "10..20", then the empty text once there is an empty cell.
    Dictionary dictionary{};

    /// Returns codes in ascending order, the empty text first: bins by their edges, values as in Dictionary.
    std::vector<std::uint32_t> ascending() const;
    std::vector<std::uint32_t> ascending(std::vector<std::uint32_t> codes) const;
};

enum class Aggregate { sum, count, min, max, avg };
std::string_view to_string(Aggregate aggregate);

inline constexpr std::array all_aggregates{Aggregate::sum, Aggregate::count, Aggregate::min, Aggregate::max,
                                           Aggregate::avg};

/// A measure of a cube, stored as 64-bit integers, so that results are exact and do not depend on the order
/// of rows. Sums are fixed-point: they count units of 10^-digits, the finest that the column needs. Minima
/// and maxima are stored as they are if all values are integers, else as integers of the same order.
///
/// If the sum of absolute values would reach 2^62 units, coarser units are taken: each value is rounded to
/// these, half away from zero, and is_rounded is set.
struct Measure {
    std::string column{}; ///< empty for :count
    Aggregate aggregate = Aggregate::count;
    int stored = -1;         ///< index into Rows::measures; -1 for :count
    int digits = 0;          ///< for sums; negative for units above 1
    bool is_key = false;     ///< for minima and maxima: see above
    bool is_rounded = false; ///< for sums

    std::string name() const { return column + ':' + std::string(to_string(aggregate)); }
};

/// Decodes a measure of a cell from its row count and stored value, to the nearest double. A cell without
/// rows has no value, except for :count.
std::optional<double> value_of(const Measure& measure, std::int64_t count, std::int64_t stored);

/// Decodes it as text. Sums and integers are exact, "1204.50"; other values are the shortest text of the
/// nearest double. Empty where value_of() has no value.
std::string text_of(const Measure& measure, std::int64_t count, std::int64_t stored);

} // namespace scanline::cube
