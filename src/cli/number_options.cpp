#include "number_options.h"

#include "scanline/core/error.h"

namespace scanline::cli {

namespace detail {

std::vector<std::string> entries_of(const std::string& name, const Values& values) {
    std::vector<std::string> entries;
    for (const std::string& value : values) {
        const std::vector<std::string> more = split_list(name, value);
        if (more.empty())
            throw usage_error(name + ": the list is empty: give at least one value");
        entries.insert(entries.end(), more.begin(), more.end());
    }
    return entries;
}

} // namespace detail

CLI::Option* add_list(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                      const std::string& text) {
    return detail::add_taken_option(
               command, name, text + ", separated by commas",
               [&values, name](const detail::Values& given) { values = detail::entries_of(name, given); },
               [&values] { return fmt::format("{}", fmt::join(values, ",")); })
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("LIST");
}

} // namespace scanline::cli
