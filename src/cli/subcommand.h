#pragma once
#include "file_roles.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace scanline::cli {

/// A subcommand whose options declare what they need and which files they name. Both are checked after
/// parsing and before the command runs.
class Subcommand : public CLI::App {
public:
    Subcommand(CLI::App& parent, const std::string& name, const std::string& text)
        : CLI::App(text, name, &parent) {}

    /// A file that the command reads. path: a string, an optional one, or a list of them; outlives this.
    template <class Path>
    CLI::Option* add_input(const std::string& name, Path& path, const std::string& text) {
        CLI::Option* option = add_option(name, path, text);
        files_.reads(option->get_name(), [&path] { return paths_of(path); });
        return option;
    }
    /// A file that the command writes.
    template <class Path>
    CLI::Option* add_output(const std::string& name, Path& path, OutputRules rules, const std::string& text) {
        CLI::Option* option = add_option(name, path, text)->check(is_named)->type_name("FILE");
        files_.writes(
            option->get_name(), [&path] { return paths_of(path); }, std::move(rules));
        return option;
    }
    /// A folder that the command makes where it is missing. files(): the names of what it writes there.
    CLI::Option* add_output_folder(const std::string& name, std::string& folder,
                                   std::function<std::vector<std::string>()> files, const std::string& text);
    /// For files that are not the value of one option.
    FileRoles& files() { return files_; }

    /// Refuses an option, unless it has its default value, where it would have no effect: where met() is
    /// false. what: what it works with, for the message: "--algorithm auto".
    void require(const CLI::Option* option, std::string what, std::function<bool()> met);

private:
    struct Requirement {
        const CLI::Option* option;
        std::string what;
        std::function<bool()> met;
    };

    static std::string is_named(const std::string& text);
    void pre_callback() override;

    FileRoles files_;
    std::vector<Requirement> requirements_;
};

/// Adds one to a parent, which owns it.
Subcommand* add_subcommand(CLI::App& parent, const std::string& name, const std::string& text);

} // namespace scanline::cli
