#include "subcommand.h"

#include "scanline/core/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace scanline::cli {

namespace {

bool is_default(const CLI::Option& option) {
    return fmt::format("{}", fmt::join(option.results(), ",")) == option.get_default_str();
}

} // namespace

CLI::Option* Subcommand::add_output_folder(const std::string& name, std::string& folder,
                                           std::function<std::vector<std::string>()> files,
                                           const std::string& text) {
    CLI::Option* option = add_option(name, folder, text)->check(is_named)->type_name("DIR");
    const auto paths = [&folder, files = std::move(files)] {
        std::vector<std::filesystem::path> list;
        if (folder.empty())
            return list;
        for (const std::string& file : files())
            list.push_back(std::filesystem::path(folder) / file);
        return list;
    };
    files_.writes(option->get_name(), paths, {.folder_is_made = true});
    return option;
}

void Subcommand::require(const CLI::Option* option, std::string what, std::function<bool()> met) {
    requirements_.push_back({option, std::move(what), std::move(met)});
}

std::string Subcommand::is_named(const std::string& text) {
    return text.empty() ? "the name is empty: give one" : "";
}

void Subcommand::pre_callback() {
    for (const Requirement& requirement : requirements_) {
        const CLI::Option& option = *requirement.option;
        if (option.count() > 0 && !is_default(option) && !requirement.met())
            throw usage_error(
                fmt::format("{} only works with {}: leave it out", option.get_name(), requirement.what));
    }
    files_.check();
}

Subcommand* add_subcommand(CLI::App& parent, const std::string& name, const std::string& text) {
    auto command = std::make_shared<Subcommand>(parent, name, text);
    Subcommand* const added = command.get();
    parent.add_subcommand(std::move(command));
    return added;
}

} // namespace scanline::cli
