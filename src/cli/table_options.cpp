#include "table_options.h"

namespace scanline::cli {

void add_table_options(CLI::App& command, data::TextForm& form) {
    detail::add_taken_option(
        command, "--separator",
        "what separates the columns of text: one character, or comma, semicolon, tab, pipe or blank (runs of "
        "blanks); default: whichever the first line uses",
        [&form](const detail::Values& values) {
            form.separator = data::parse_separator("--separator", values.front());
        },
        [] { return std::string(); })
        ->type_name("TEXT");
    const auto add_header = [&](const std::string& name, bool value, const std::string& text) {
        return command.add_flag_callback(
            name, [&form, value] { form.has_header = value; }, text);
    };
    CLI::Option* header = add_header("--header", true,
                                     "the first line of text has the names of the columns, "
                                     "even if they are numbers");
    add_header("--no-header", false, "the first line of text is a row")->excludes(header);
}

void add_number_options(CLI::App& command, tables::Reading& reading) {
    add_list(
        command, "--null", reading.missing,
        "further texts for missing values, beside empty cells, NA, N/A, null, NULL, None, NaN, \\N and #N/A");
    command.add_flag("--decimal-comma", reading.numbers.decimal_comma, "numbers have decimal commas: 5,5");
    command.add_flag("--thousands", reading.numbers.thousands,
                     "numbers may have commas, spaces or apostrophes between thousands: 2,590");
    command
        .add_option_function<std::string>(
            "--numbers", [&reading](const std::string& form) { reading.numbers.loose = form == "loose"; },
            "loose: skip currency and percent signs around numbers")
        ->check(CLI::IsMember({"strict", "loose"}))
        ->default_str("strict")
        ->type_name("FORM");
}

void add_reading_options(CLI::App& command, tables::Reading& reading) {
    add_number_options(command, reading);
    add_list(command, "--text", reading.texts, "columns of text as written: only empty cells are missing");
    command
        .add_option_function<std::string>(
            "--date-format",
            [&reading](const std::string& pattern) { reading.dates = tables::DateFormat::parse(pattern); },
            "how dates are written, such as %d.%m.%Y; default: found from each column")
        ->type_name("PATTERN");
}

} // namespace scanline::cli
