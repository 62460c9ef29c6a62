// Skylines that grow: written, read and joined with new rows again and again, they are those of all rows.
#include "data/files.h"
#include "definition.h"
#include "support/temporary_folder.h"

#include "scanline/core/random.h"
#include "scanline/skyline/table_query.h"

#include <catch2/catch_all.hpp>

#include <cmath>
#include <fmt/format.h>

namespace scanline::skyline::addition_test {

using namespace test;

namespace {

constexpr double grid = 1.5;

/// A table that grows, and what is known of it without the code under test.
class GrowingTable {
public:
    explicit GrowingTable(Random& random) : random_(random) {
        const int columns = random.between(1, 4);
        for (int column = 0; column < columns; ++column) {
            header_ += fmt::format("x{},", column);
            query.columns.push_back({static_cast<std::size_t>(column),
                                     random.below(2) == 0 ? Direction::min : Direction::max,
                                     random.below(3) == 0 ? grid : 0});
        }
        header_ += "name,group\n";
        if (random.below(2) == 0)
            query.diff = query.columns.size() + 1;
        query.options.keep = random.below(2) == 0 ? Duplicates::all : Duplicates::first;
        query.drop_nan = true;
        is_filtered = random.below(2) == 0;
    }

    /// The file with some new rows.
    std::string grow() {
        std::string text = header_;
        for (std::uint64_t left = random_.below(25); left > 0; --left)
            text += add_line();
        return text;
    }

    std::string skyline() const {
        std::vector<bool> is_kept(lines_.size());
        for (std::size_t part = 0; part < rows_.size(); ++part) {
            const auto layers = layers_by_definition(rows_[part], 1, query.options.keep);
            for (std::size_t i = 0; i < layers.size(); ++i)
                is_kept[line_of_[part][i]] = layers[i] == 1;
        }
        std::string text = header_;
        for (std::size_t line = 0; line < lines_.size(); ++line)
            text += is_kept[line] ? lines_[line] : "";
        return text;
    }

    TableQuery query;
    bool is_filtered = false; ///< group 1 is left out

private:
    std::string add_line() {
        const std::size_t group = random_.below(3);
        bool is_whole = !is_filtered || group != 1;
        std::string line;
        Row row;
        for (const QueryColumn& column : query.columns) {
            const bool is_empty = random_.below(30) == 0;
            is_whole &= !is_empty;
            const double value = random_.between(-4, 4) + (random_.below(4) == 0 ? 0.1 : 0.0),
                         compared = column.epsilon > 0 ? std::floor(value / grid) : value;
            line += is_empty ? "," : fmt::format("{},", value);
            row.push_back(column.direction == Direction::min ? compared : -compared);
        }
        line += fmt::format("\"number \"\"{}\"\", new\",g{}\n", lines_.size(), group);
        if (is_whole) {
            const std::size_t part = query.diff ? group : 0;
            rows_[part].push_back(row);
            line_of_[part].push_back(lines_.size());
        }
        lines_.push_back(line);
        return line;
    }

    Random& random_;
    std::string header_;
    std::vector<std::string> lines_;
    std::vector<std::vector<Row>> rows_{3}; ///< of each group
    std::vector<std::vector<std::size_t>> line_of_{3};
};

} // namespace

TEST_CASE("A skyline that new rows are added to is that of the whole table, after every addition") {
    const scanline::test::TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        GrowingTable table(random);
        const auto skyline_of = [&](const data::Table& rows) {
            TableQuery query = table.query;
            if (table.is_filtered)
                query.where.push_back(parse_condition("--where", rows, "group!=g1"));
            const TableAnswer found = answer(rows, query, [](double, const std::string&) {});
            const std::string text = rows.csv_rows(found.rows, {});
            CHECK(text == table.skyline());
            return text;
        };
        // Files of their own, since some systems flush those that are written again.
        const auto put = [&](const char* name, int addition, const std::string& text) {
            return data::read_table(
                data::test::put(folder / fmt::format("{}-{}-{}.csv", name, seed, addition), text));
        };
        std::string best = skyline_of(*put("new", 0, table.grow()));
        for (int addition = 1; addition <= 6; ++addition) {
            CAPTURE(addition);
            auto known = put("best", addition, best);
            best =
                skyline_of(*data::join_tables("--add", std::move(known), put("new", addition, table.grow())));
        }
    }
}

} // namespace scanline::skyline::addition_test
