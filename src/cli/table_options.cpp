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

} // namespace scanline::cli
