#pragma once
#include "scanline/tables/decimal.h"

#include <optional>
#include <string_view>

namespace scanline::tables {

/// How the cells of a table write numbers.
struct NumberForm {
    bool decimal_comma = false; ///< "5,5", and points between thousands
    /// Commas, spaces or apostrophes between groups of three digits are skipped: "2,590".
    bool thousands = false;
    bool loose = false; ///< currency signs and percent signs around the number are skipped: "£5", "5 %"

    bool operator==(const NumberForm&) const = default;
};

/// Reads the number in a cell without surrounding spaces; see read_decimal().
///
///     read_cell("1.234,5", {.decimal_comma = true, .thousands = true})   // 1234.5
std::optional<Decimal> read_cell(std::string_view cell, const NumberForm& form);

/// The options that would read a cell as a number, "--decimal-comma"; empty if none would.
std::string_view options_that_read(std::string_view cell, const NumberForm& form);

/// True for digits that begin with a needless zero, "02134" or "-007": a code, whose zeros matter.
bool is_code(std::string_view cell);

} // namespace scanline::tables
