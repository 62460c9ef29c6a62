#include "scanline/data/table.h"

#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::data {
namespace {

class JoinedTable final : public Table {
public:
    JoinedTable(std::unique_ptr<Table> first, std::unique_ptr<Table> second)
        : Table(first->path()), first_(std::move(first)), second_(std::move(second)) {
        names_ = first_->names();
        columns_ = first_->columns();
        rows_ = first_->rows() + second_->rows();
        // A part has rows of the second table only behind the last of the first.
        first_row_ = first_->first_row() + second_->first_row();
        all_rows_ = first_->all_rows() + second_->all_rows();
    }

    std::optional<ArrayNumber> element(std::size_t row, std::size_t column) const override {
        const auto [table, place] = part(row);
        return table.element(place, column);
    }
    std::string text(std::size_t row, std::size_t column) const override {
        const auto [table, place] = part(row);
        return table.text(place, column);
    }
    Error cell_error(std::size_t row, std::size_t column, std::string_view what) const override {
        const auto [table, place] = part(row);
        return table.cell_error(place, column, what);
    }

    bool is_text() const override { return first_->is_text(); }
    CsvForm csv_form() const override { return first_->csv_form(); }
    std::string csv_row(std::size_t row) const override {
        const auto [table, place] = part(row);
        return table.csv_row(place);
    }
    std::string csv_cell(std::size_t row, std::size_t column) const override {
        const auto [table, place] = part(row);
        return table.csv_cell(place, column);
    }
    NpzArrays arrays_of(std::span<const std::uint32_t> rows) const override {
        NpzArrays all = first_->arrays_of({});
        std::vector<std::uint32_t> run; // rows of one of the tables
        for (auto row = rows.begin(); row != rows.end();) {
            const Table& table = part(*row).table;
            for (run.clear(); row != rows.end() && &part(*row).table == &table; ++row)
                run.push_back(static_cast<std::uint32_t>(part(*row).row));
            const NpzArrays more = table.arrays_of(run);
            for (std::size_t i = 0; i < all.size(); ++i) {
                NpyArray& array = all[i].second;
                array.shape[0] += run.size();
                array.bytes.insert(array.bytes.end(), more[i].second.bytes.begin(),
                                   more[i].second.bytes.end());
            }
        }
        return all;
    }

private:
    struct Part {
        const Table& table;
        std::size_t row;
    };
    Part part(std::size_t row) const {
        if (row < first_->rows())
            return {*first_, row};
        return {*second_, row - first_->rows()};
    }

    std::unique_ptr<Table> first_, second_;
};

/// How the second table differs from the first; empty if they can be joined.
std::string difference(const Table& first, const Table& second) {
    if (first.is_text() != second.is_text())
        return fmt::format("holds {}, and {} does not: give both the same kind of file",
                           second.is_text() ? "text" : "arrays", printable_path(first.path()));
    const auto [a, b] = std::ranges::mismatch(first.names(), second.names());
    const bool named = !first.names().empty();
    if (named != !second.names().empty())
        return fmt::format("names {} columns, and {} {}: give both the same names, or none",
                           named ? "no" : "its", printable_path(first.path()), named ? "does" : "does not");
    if (a != first.names().end() && b != second.names().end())
        return fmt::format("has column {} {}, where {} has {}: give both the same columns in the same order",
                           b - second.names().begin(), printable(*b), printable_path(first.path()),
                           printable(*a));
    if (first.columns() != second.columns())
        return fmt::format("has {} column{}, and {} has {}: give both the same columns", second.columns(),
                           second.columns() == 1 ? "" : "s", printable_path(first.path()), first.columns());
    if (first.is_text()) {
        const char here = second.csv_form().separator, there = first.csv_form().separator;
        if (here == there || first.columns() == 1)
            return {};
        return fmt::format("separates its columns by '{}', and {} by '{}': give both the same separator",
                           printable({&here, 1}), printable_path(first.path()), printable({&there, 1}));
    }
    const NpzArrays here = second.arrays_of({}), there = first.arrays_of({});
    for (std::size_t i = 0; i < there.size() && i < here.size(); ++i) {
        if (here[i].second.type_name() != there[i].second.type_name())
            return fmt::format("has {} of {}, where {} has {}: convert it", printable(here[i].first),
                               here[i].second.type_name(), printable_path(first.path()),
                               there[i].second.type_name());
    }
    return {};
}

} // namespace

std::unique_ptr<Table> join_tables(std::string_view option, std::unique_ptr<Table> first,
                                   std::unique_ptr<Table> second) {
    if (const std::string what = difference(*first, *second); !what.empty())
        throw usage_error(fmt::format("{}: {} {}", option, printable_path(second->path()), what));
    return std::make_unique<JoinedTable>(std::move(first), std::move(second));
}

} // namespace scanline::data
