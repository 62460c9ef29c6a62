#include "kit/table_reading.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

data::TextForm TableReading::form() const {
    data::TextForm form;
    if (separator != "auto")
        form.separator = data::parse_separator("separator", separator);
    if (header != "auto")
        form.has_header = header == "yes";
    return form;
}

tables::Reading TableReading::cells() const {
    tables::Reading cells{.numbers = {decimal_comma, thousands, numbers == "loose"},
                          .missing = split_list("null", missing),
                          .texts = split_list("text", texts)};
    if (!date_format.empty())
        cells.dates = tables::DateFormat::parse(date_format);
    return cells;
}

std::string TableReading::options() const {
    std::string options;
    const auto add = [&options](std::string_view name, const std::string& value, std::string_view usual) {
        if (value != usual)
            options += fmt::format(" --{}={}", name, shell_word(value));
    };
    add("separator", separator, "auto");
    if (header != "auto")
        options += header == "yes" ? " --header" : " --no-header";
    add("null", missing, "");
    add("text", texts, "");
    if (decimal_comma)
        options += " --decimal-comma";
    if (thousands)
        options += " --thousands";
    add("numbers", numbers, "strict");
    add("date-format", date_format, "");
    return options;
}

std::vector<Property> reading_rows(TableReading& reading, const std::function<bool()>& shown) {
    std::vector<Property> rows{
        text_row("separator", "Separator", reading.separator,
                 {"auto", "comma", "semicolon", "tab", "pipe", "blank"},
                 "What separates the columns of text. --set takes any other character, too.")
            .with_set([&reading](std::string_view text) { reading.separator = text; }),
        text_row("header", "Header", reading.header, {"auto", "yes", "no"},
                 "Whether the first line of text has the names of the columns."),
        line_row("null", "Missing", reading.missing,
                 "Further texts for missing values, separated by commas: -, -999."),
        line_row("text", "Text columns", reading.texts,
                 "Columns of text as written, separated by commas: only empty cells are missing."),
        toggle_row("decimal-comma", "Decimal comma", reading.decimal_comma,
                   "Numbers have decimal commas: 5,5."),
        toggle_row("thousands", "Thousands", reading.thousands,
                   "Numbers may have commas, spaces or apostrophes between thousands: 2,590."),
        text_row("numbers", "Numbers", reading.numbers, {"strict", "loose"},
                 "loose: skips currency and percent signs around numbers."),
        line_row("date-format", "Dates", reading.date_format,
                 "How dates are written, such as %d.%m.%Y; empty: found from each column.")};
    for (Property& row : rows) {
        row.shown = shown;
        row.set = [&reading, set = row.set](std::string_view text) {
            const TableReading before = reading;
            set(text);
            try {
                reading.form();
                reading.cells();
            } catch (const Error&) {
                reading = before;
                throw;
            }
        };
    }
    return rows;
}

void draw_reading(const Look& look, const std::vector<Property>& rows) {
    if (const auto row = std::ranges::find(rows, "separator", &Property::key); !row->shown())
        return;
    section(look, "Reading");
    draw_rows(
        look, rows,
        {"separator", "header", "null", "text", "decimal-comma", "thousands", "numbers", "date-format"});
}

} // namespace scanline::view
