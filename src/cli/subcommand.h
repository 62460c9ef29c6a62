#pragma once
#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::cli {

/// What an output may be called and may replace.
struct OutputRules {
    /// Endings that its name may have, in either case; they select the format. Empty: any.
    std::vector<std::string_view> endings{};
    bool may_be_input = false;   ///< the command can work in place
    bool may_be_device = false;  ///< a device or a pipe may have any name
    bool folder_is_made = false; ///< its folder may be missing
};

/// Which files a command reads and writes, so that all commands keep the same promises: no output replaces an
/// input or another output, and a target that cannot be written is reported before the work starts.
class FileRoles {
public:
    using Paths = std::function<std::vector<std::filesystem::path>()>;

    /// name: the option, for messages. paths(): the files that it names, once it is parsed.
    void reads(std::string name, Paths paths);
    void writes(std::string name, Paths paths, OutputRules rules);

    /// Errors: usage for a name of another ending, and for an output that is an input or another output;
    /// failure as data::check_writable().
    void check() const;

private:
    struct Role {
        std::string name;
        Paths paths;
        OutputRules rules{};
    };
    std::vector<Role> inputs_, outputs_;
};

/// The files that the variable of an option names.
std::vector<std::filesystem::path> paths_of(const std::string& path);
std::vector<std::filesystem::path> paths_of(const std::optional<std::string>& path);
std::vector<std::filesystem::path> paths_of(const std::vector<std::string>& paths);

/// The ending of a name in small letters: ".png".
std::string ending_of(const std::filesystem::path& path);

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

/// Makes the folder of --output where it is missing. Errors: what cannot be made, is no folder, or cannot be
/// written to, told before any work is done for it.
void make_output_folder(const std::filesystem::path& folder);

} // namespace scanline::cli
