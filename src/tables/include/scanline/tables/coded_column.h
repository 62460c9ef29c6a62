#pragma once
#include "scanline/tables/column_type.h"
#include "scanline/tables/dictionary.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::tables {

inline constexpr std::int64_t max_distinct = 1 << 24;
inline constexpr int max_bins = 1 << 16;

/// How a column's values derive from its cells.
enum class Derivation { value, part, bin };

/// How to bin a column when it is first coded.
struct BinPlan {
    int most = 10;              ///< bins
    bool are_quantiles = false; ///< bins of equal counts rather than of equal widths
};

/// A column whose cells are coded by a dictionary of their distinct values. All missing cells are one value,
/// the empty text. Equal numbers are one value, which is shown as first written. The first cells decide the
/// type, which stays.
struct CodedColumn {
    std::string name{};   ///< "when.month"
    std::string column{}; ///< "when"
    Derivation derivation = Derivation::value;
    DatePart part = DatePart::year;     ///< for Derivation::part
    ColumnType type{};                  ///< of the values; for bins, of the numbers
    std::optional<DateFormat> source{}; ///< for Derivation::part: the format of the cells
    /// The edges of bins, ascending, one more than bins. Bin i is [edges[i], edges[i + 1]), the last one with
    /// its upper edge.
    std::vector<Decimal> edges{};
    /// For bins: the texts of all bins in order, "10..20", then in any order "below 10", "above 90" and the
    /// empty text, once there are such cells.
    Dictionary dictionary{};

    std::uint32_t bins() const { return edges.empty() ? 0 : static_cast<std::uint32_t>(edges.size()) - 1; }
    /// Returns codes in ascending order, the empty text first: bins by their edges, numbers and dates by
    /// value, other texts by their bytes.
    std::vector<std::uint32_t> ascending() const;
    std::vector<std::uint32_t> ascending(std::vector<std::uint32_t> codes) const;
    /// The code of the bin with a number; none if it is beyond the edges and no cell was.
    std::optional<std::uint32_t> bin_of(const Decimal& number) const;
};

/// The type of parts of dates: dates for year_month and date, else numbers.
ColumnType type_of_part(DatePart part);

/// The edge of a bin as text: "0.5", "2e300".
std::string edge_text(const Decimal& edge);

} // namespace scanline::tables
