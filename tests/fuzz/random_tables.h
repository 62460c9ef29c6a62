#pragma once
#include "fuzz.h"

#include "scanline/tables/column_type.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanline::fuzz {

__extension__ using Wide = __int128;

/// A column of a random table. Values are known without any reader.
struct RandomColumn {
    enum class Kind { number, date, text };

    std::string name;
    Kind kind = Kind::number;
    int decimals = 0;                           ///< numbers are multiples of 10^-decimals
    std::string format{};                       ///< of dates, as std::strftime has it
    std::vector<std::optional<Wide>> numbers{}; ///< [row], in units of 10^-decimals
    std::vector<std::optional<std::chrono::sys_seconds>> dates{};
    std::vector<std::optional<std::string>> texts{};

    bool is_missing(std::size_t row) const;
};

/// A table as people have them: numbers, dates and texts, values missing in any spelling, in a text with any
/// separator, quotes and line ends, and numbers written in several ways.
struct RandomTable {
    std::vector<RandomColumn> columns;
    std::size_t rows = 0;
    tables::Reading reading{};
    char separator = ',';

    explicit RandomTable(Random& random, std::size_t max_rows);

    /// The same table as text: cells are written in different ways each time.
    std::string text(Random& random) const;
    const RandomColumn& column(RandomColumn::Kind kind, Random& random) const;
};

/// A number of units of 10^-decimals, without needless zeros: "-1.5".
std::string plain_text(Wide units, int decimals);
/// The nearest double.
double nearest_double(Wide units, int decimals);

} // namespace scanline::fuzz
