#pragma once
#include "scanline/ranks/communicator.h"
#include "scanline/tables/column_type.h"
#include "scanline/tables/column_work.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::tables {

/// Maps texts to codes, in order of first appearance. Threads may share it as long as none of them changes
/// it.
///
///     Dictionary cities;
///     cities.add("Oslo") == 0; cities.add("Bergen") == 1; cities.add("Oslo") == 0
class Dictionary {
public:
    std::uint32_t add(std::string_view text); ///< returns the text's code; assigns the next one if new
    std::optional<std::uint32_t> find(std::string_view text) const;
    const std::string& text(std::uint32_t code) const { return texts_[code]; }
    const std::vector<std::string>& texts() const { return texts_; } ///< by their codes
    std::int64_t size() const { return static_cast<std::int64_t>(texts_.size()); }

private:
    struct Slot {
        std::uint32_t number = 0; ///< code + 1; 0 if the slot is free
        std::uint32_t hash = 0;
    };
    std::size_t slot_of(std::string_view text, std::uint32_t hash) const;
    void make_slots();

    std::vector<std::string> texts_;
    std::vector<Slot> slots_; ///< open addressing, linear probing; a power of two, at most half full
};

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

/// Codes the cells of column `number` of a table, and adds their new values to `column`. The first call with
/// cells that are not missing decides the type, and derives bins by the plan, which later calls do not need.
///
/// Errors: failure, naming row and column, for a cell that is not of the type, and for more than max_distinct
/// values; usage for parts of dates that several formats fit; Cancelled.
std::vector<std::uint32_t> code_cells(const data::Table& table, std::size_t number, const Reading& reading,
                                      const std::optional<BinPlan>& bins, CodedColumn& column,
                                      const ColumnWork& work);

/// code_cells() of a column whose rows several ranks have, one's after the other's, in steps. Those of ranks
/// are not for threads; without ranks they are left out.
///
///     const auto coder = make_column_coder(table, number, reading, bins, column);
///     coder->look(work);
///     coder->share(ranks);
///     codes = coder->code(work);         // if it fails on one rank, those of others may be empty
///     coder->share_codes(ranks, codes);  // column: the same on all ranks
class ColumnCoder {
public:
    virtual ~ColumnCoder() = default;

    virtual void look(const ColumnWork& work) = 0;
    virtual void share(ranks::Communicator& ranks) = 0;
    virtual std::vector<std::uint32_t> code(const ColumnWork& work) = 0;
    virtual void share_codes(ranks::Communicator& /*ranks*/, std::vector<std::uint32_t>& /*codes*/) {}
};
std::unique_ptr<ColumnCoder> make_column_coder(const data::Table& table, std::size_t number,
                                               const Reading& reading, const std::optional<BinPlan>& bins,
                                               CodedColumn& column);

/// The type of parts of dates: dates for year_month and date, else numbers.
ColumnType type_of_part(DatePart part);

/// The edge of a bin as text: "0.5", "2e300".
std::string edge_text(const Decimal& edge);

} // namespace scanline::tables
