#pragma once
#include "skyline/definition.h"

#include "scanline/core/random.h"
#include "scanline/skyline/table_query.h"

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace scanline::skyline::test {

/// A random query of a table as CSV, which may grow, and what is known of it without the code under test.
class RandomTable {
public:
    explicit RandomTable(Random& random) : random_(random) {
        const int columns = random.between(1, 4);
        for (int column = 0; column < columns; ++column) {
            header_ += fmt::format("x{},", column);
            query.columns.push_back({static_cast<std::size_t>(column),
                                     random.below(2) == 0 ? Direction::min : Direction::max,
                                     random.below(3) == 0 ? tables::read_decimal("1.5") : std::nullopt});
        }
        header_ += "name,group";
        if (random.below(2) == 0)
            query.diff = query.columns.size() + 1;
        if (random.below(2) == 0)
            query.where.emplace_back("group!=g1");
        query.options.keep = random.below(2) == 0 ? Duplicates::all : Duplicates::first;
        query.drop_nan = true;
    }

    /// The file of new rows.
    std::string grow(std::size_t rows) {
        std::string text = header_ + "\n";
        for (std::size_t row = 0; row < rows; ++row) {
            add_line();
            text += lines_.back() + "\n";
        }
        return text;
    }

    /// The file of the result, of all rows so far.
    std::string expected() const {
        std::vector<std::uint32_t> layer(lines_.size());
        for (std::size_t part = 0; part < rows_.size(); ++part) {
            const auto layers = layers_by_definition(
                rows_[part], static_cast<std::uint32_t>(query.layers.value_or(1)), query.options.keep);
            for (std::size_t i = 0; i < layers.size(); ++i)
                layer[line_of_[part][i]] = layers[i];
        }
        std::string text;
        for (std::size_t line = 0; line < lines_.size(); ++line)
            if (layer[line] > 0)
                text += lines_[line] + (query.layers ? fmt::format(",{}\n", layer[line]) : "\n");
        return header_ + (query.layers ? ",layer\n" : "\n") + text;
    }

    TableQuery query;

private:
    // Ties, negative numbers, decimals that float32 does not hold, empty cells, and texts with quotes.
    void add_line() {
        const std::size_t group = random_.below(3);
        bool counts = query.where.empty() || group != 1;
        std::string line;
        Row row;
        for (const QueryColumn& column : query.columns) {
            const bool is_empty = random_.below(30) == 0;
            counts &= !is_empty;
            const double value = random_.between(-3, 3) + (random_.below(4) == 0 ? 0.1 : 0.0),
                         compared =
                             column.epsilon ? std::floor(value / tables::number_of(*column.epsilon)) : value;
            line += is_empty ? "," : fmt::format("{},", value);
            row.push_back(column.direction == Direction::min ? compared : -compared);
        }
        if (counts) {
            rows_[query.diff ? group : 0].push_back(row);
            line_of_[query.diff ? group : 0].push_back(lines_.size());
        }
        lines_.push_back(line + fmt::format("\"number \"\"{}\"\", new\",g{}", lines_.size(), group));
    }

    Random& random_;
    std::string header_;
    std::vector<std::string> lines_;
    // The rows of each group that count, and their lines.
    std::vector<std::vector<Row>> rows_{3};
    std::vector<std::vector<std::size_t>> line_of_{3};
};

/// Stands in for a GPU.
inline DeviceFinder in_place_of_device(std::int64_t min_rows) {
    return {[](const Keys& keys, const Options& options) {
                options.progress(keys.size(), keys.size());
                return find(keys, {.algorithm = Algorithm::sfs, .keep = options.keep});
            },
            min_rows};
}

} // namespace scanline::skyline::test
