#pragma once
#include "scanline/core/named.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/data/table.h"
#include "scanline/ranks/communicator.h"
#include "scanline/skyline/table_query.h"
#include "scanline/tables/ordered_values.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanline::cli {

enum class SkylineEmit { ids, rows };
constexpr auto table_of(SkylineEmit) {
    using enum SkylineEmit;
    return named<SkylineEmit>({{ids, "ids"}, {rows, "rows"}});
}
using scanline::to_string;

struct SkylineOutputSettings {
    std::optional<std::string> output, add;
    std::vector<std::string> columns, sort;
    std::optional<int> layers, limit;
    std::optional<SkylineEmit> emit;
};

/// Errors: usage for results that need rows which a written skyline lacks.
void check_skyline_output(const SkylineOutputSettings& settings);

/// The rows of a skyline that are written, and how their columns and order are chosen. Each rank has its own
/// rows of the table.
class SkylineOutput {
public:
    /// Errors: usage for formats that cannot hold the result, and for columns that are not there.
    SkylineOutput(const data::Table& table, const SkylineOutputSettings& settings);

    void take(const skyline::TableAnswer& found, const tables::Reading& reading, const cpu::Options& options);
    void write() const;

private:
    bool are_ids() const;
    std::size_t id(std::uint32_t row) const { return table_.first_row() + row; }
    static data::Table::Selection part_of(data::Table::Selection all, std::size_t first, std::size_t rows);
    std::string text_of(const data::Table::Selection& selection) const;
    data::NpyArray ids() const;
    void write_arrays(const std::string& path, const data::Table::Selection& selection) const;

    const data::Table& table_;
    const SkylineOutputSettings& settings_;
    std::vector<std::size_t> columns_;
    std::vector<tables::SortColumn> sort_;
    std::vector<std::uint32_t> rows_;
    std::optional<std::vector<std::uint32_t>> layers_;
    std::vector<std::int32_t> owners_; ///< of all rows in the order of --sort: the ranks that have them
    ranks::Communicator* const ranks_;
};

} // namespace scanline::cli
