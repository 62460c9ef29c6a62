// Subcommands and their options. They replace CLI11's conversions, which accept octal and hexadecimal
// numbers, wrap numbers out of range, and drop empty list entries.
#pragma once
#include "scanline/compute/engine.h"
#include "scanline/core/choice.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/data/table.h"
#include "scanline/tables/column_type.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::cli {

/// Rules for the name of an output and what it may replace.
struct OutputRules {
    /// Allowed file name extensions, in either case; they select the format. Empty: any.
    std::vector<std::string_view> endings{};
    bool may_be_input = false;   ///< the command can work in place
    bool may_be_device = false;  ///< a device or a pipe may have any name
    bool folder_is_made = false; ///< its folder is made if missing
    /// "-" is standard output, which gets the format of the first ending; reports then go to standard error.
    bool may_be_standard = false;
};
/// The extension that selects an output's format: for standard output, standard_ending.
std::string ending_of_output(const std::filesystem::path& path, std::string_view standard_ending);

/// The files that a command reads and writes, so that all commands keep the same promises: no output replaces
/// an input or another output, and an unwritable target is reported before the work starts.
class FileRoles {
public:
    using Paths = std::function<std::vector<std::filesystem::path>()>;

    /// name: the option, for messages. paths(): its files, once parsed.
    void reads(std::string name, Paths paths);
    void writes(std::string name, Paths paths, OutputRules rules);

    /// Errors: usage for a wrong extension, and for an output that is an input or another output; failure as
    /// data::check_writable().
    void check() const;
    /// True if an output is standard output.
    bool writes_standard() const;

private:
    struct Role {
        std::string name;
        Paths paths;
        OutputRules rules{};
    };
    std::vector<Role> inputs_, outputs_;
};

/// The files in an option's variable: a string, an optional string, or a list of strings.
template <class Path>
std::vector<std::filesystem::path> paths_of(const Path& path) {
    if constexpr (std::is_same_v<Path, std::vector<std::string>>)
        return {path.begin(), path.end()};
    else if constexpr (std::is_same_v<Path, std::optional<std::string>>)
        return path ? std::vector<std::filesystem::path>{*path} : std::vector<std::filesystem::path>();
    else
        return path.empty() ? std::vector<std::filesystem::path>() : std::vector<std::filesystem::path>{path};
}

/// A subcommand whose options declare their requirements and files. Both are checked after parsing, before
/// the command runs.
class Subcommand : public CLI::App {
public:
    Subcommand(CLI::App& parent, const std::string& name, const std::string& text)
        : CLI::App(text, name, &parent) {
        add_flag("--stats", stats_, "say on standard error what the time went into");
        add_flag("-q,--quiet", quiet_, "say nothing but results and errors: no report, remark or progress");
    }

    /// Declares that it works under mpirun. Others are refused there.
    void over_ranks() { over_ranks_ = true; }

    /// Adds to what --stats says: sets `wanted`; text: its help.
    CLI::Option* add_stats(bool& wanted, const std::string& text);

    /// A file that the command reads. path: a string, an optional string, or a list of strings; must outlive
    /// this.
    template <class Path>
    CLI::Option* add_input(const std::string& name, Path& path, const std::string& text) {
        CLI::Option* option = add_option(name, path, text);
        files_.reads(option->get_name(), [&path] { return paths_of(path); });
        return option;
    }
    /// A file that the command writes.
    template <class Path>
    CLI::Option* add_output(const std::string& name, Path& path, OutputRules rules, const std::string& text) {
        return add_outputs(
            name, path, [&path] { return paths_of(path); }, std::move(rules), text);
    }
    /// Files that are not named exactly so. files(): those that are known once it is parsed.
    template <class Path>
    CLI::Option* add_outputs(const std::string& name, Path& path, FileRoles::Paths files, OutputRules rules,
                             const std::string& text) {
        CLI::Option* option = add_option(name, path, text)->check(is_named)->type_name("FILE");
        files_.writes(option->get_name(), std::move(files), std::move(rules));
        return option;
    }
    /// A folder that the command makes if missing. files(): the names of the files that it writes there.
    CLI::Option* add_output_folder(const std::string& name, std::string& folder,
                                   std::function<std::vector<std::string>()> files, const std::string& text);
    /// The completions of an option's value.
    struct Offer {
        /// words: the command line so far.
        std::function<std::vector<std::string>(std::span<const std::string> words)> values;
        bool is_list; ///< the value is a list of them, separated by commas
    };
    void offer(const CLI::Option* option, std::vector<std::string> values);
    /// Completes to names read from the first file on the command line; none if it cannot be read.
    void offer_of_file(const CLI::Option* option,
                       std::function<std::vector<std::string>(const std::filesystem::path& path)> names,
                       bool is_list);
    /// Completes to the columns of the table on the command line.
    void offer_columns(const CLI::Option* option);
    /// Null if the option has no completions.
    const Offer* offer_of(const CLI::Option* option) const;

    /// For files that are not an option's value.
    FileRoles& files() { return files_; }

    /// Rejects an option that would have no effect: if met() is false and it does not have its default value.
    /// what: what it needs, for the message: "--algorithm auto".
    void require(const CLI::Option* option, std::string what, std::function<bool()> met);

private:
    struct Requirement {
        const CLI::Option* option;
        std::string what;
        std::function<bool()> met;
    };

    static std::string is_named(const std::string& text);
    void pre_callback() override;

    bool stats_ = false, quiet_ = false, over_ranks_ = false;
    FileRoles files_;
    std::vector<Requirement> requirements_;
    std::map<const CLI::Option*, Offer> offers_;
};

/// Adds a subcommand with settings that live as long as it; run(command, settings) does its work.
template <class Settings, class Run>
std::pair<Subcommand&, Settings&> add_subcommand(CLI::App& parent, const std::string& name,
                                                 const std::string& text, Run run) {
    const auto command = std::make_shared<Subcommand>(parent, name, text);
    const auto settings = std::make_shared<Settings>();
    command->callback([settings, run, added = command.get()] { run(*added, *settings); });
    parent.add_subcommand(command);
    return {*command, *settings};
}

/// Makes the folder of --output if missing. Call before any work. Errors: a folder that cannot be made or
/// written to, or is not a folder.
void make_output_folder(const std::filesystem::path& folder);

namespace detail {

using Values = CLI::results_t;

// take(values) throws if they are wrong. shown(): the default, for the help.
template <class Take, class Shown>
CLI::Option* add_taken_option(Subcommand& command, const std::string& name, const std::string& text,
                              Take take, Shown shown) {
    const CLI::callback_t callback = [take](const Values& values) {
        take(values);
        return true;
    };
    return command.add_option(name, callback, text, false, shown);
}

template <class T, class Number, class Shown>
CLI::Option* add_number_option(Subcommand& command, const std::string& name, Number& number, Bounds<T> bounds,
                               const std::string& text, Shown shown) {
    const auto take = [&number, name, bounds](const Values& values) {
        number = parse_number<T>(name, values.front(), bounds);
    };
    return add_taken_option(command, name, text, take, shown)->type_name("N");
}

template <class Choice, class List, class Shown>
CLI::Option* add_choice_option(Subcommand& command, const std::string& name, Choice& choice, const List& all,
                               const std::string& text, Shown shown) {
    const auto take = [&choice, &all, name](const Values& values) {
        choice = parse_choice(name, values.front(), all);
    };
    CLI::Option* const option = add_taken_option(command, name, text, take, shown)->type_name("TEXT");
    command.offer(option, list_of_names(all));
    return option;
}

std::vector<std::string> entries_of(const std::string& name, const Values& values);

template <Tabled E>
E enumerator_of(E);
template <Tabled E>
E enumerator_of(const std::optional<E>&);

} // namespace detail

/// A numeric option; see parse_number() for its syntax and errors.
template <class T>
requires std::is_arithmetic_v<T> CLI::Option* add_number(Subcommand& command, const std::string& name,
                                                         T& number, Bounds<std::type_identity_t<T>> bounds,
                                                         const std::string& text) {
    return detail::add_number_option<T>(command, name, number, bounds, text,
                                        [&number] { return fmt::format("{}", number); });
}
template <class T>
CLI::Option* add_number(Subcommand& command, const std::string& name, std::optional<T>& number,
                        Bounds<std::type_identity_t<T>> bounds, const std::string& text) {
    return detail::add_number_option<T>(command, name, number, bounds, text, [] { return std::string(); });
}

/// A comma-separated list option with at least one entry; repeated options accumulate. The help shows that it
/// is a list.
CLI::Option* add_list(Subcommand& command, const std::string& name, std::vector<std::string>& values,
                      const std::string& text);

/// Options of several subcommands.
CLI::Option* add_device_option(Subcommand& command, int& device);
void add_repetitions_option(Subcommand& command, int& repetitions,
                            const std::string& text = "timed repetitions after a warm-up; the median is "
                                                      "reported (for an even number, the lower of the middle "
                                                      "two)");
void add_tier_option(Subcommand& command, std::optional<compute::Tier>& tier);

/// An option that names one of `all`; see parse_choice() for its errors.
template <class Choice, class List>
CLI::Option* add_choice(Subcommand& command, const std::string& name, std::optional<Choice>& choice,
                        const List& all, const std::string& text) {
    return detail::add_choice_option(command, name, choice, all, text, [] { return std::string(); });
}
template <class Choice, class List>
CLI::Option* add_choice(Subcommand& command, const std::string& name, Choice& choice, const List& all,
                        const std::string& text) {
    return detail::add_choice_option(command, name, choice, all, text,
                                     [&choice] { return std::string(to_string(choice)); })
        ->capture_default_str();
}
/// One of an enumeration's names. text: with {} for these, "sum, min or max".
template <class Choice>
CLI::Option* add_choice(Subcommand& command, const std::string& name, Choice& choice,
                        const std::string& text) {
    constexpr auto& all = enumerators<std::remove_cvref_t<decltype(detail::enumerator_of(choice))>>;
    return add_choice(command, name, choice, all,
                      fmt::format(fmt::runtime(text), listed(names_of(all), "or")));
}
/// --format, one of `formats`; the first, text, is the default.
void add_format_option(Subcommand& command, std::string& format, const std::vector<std::string>& formats);

/// The files that add_table_options() is for, in a help text.
inline constexpr const char* table_files =
    "text in columns (.csv, .tsv, .tab, .txt, .dat, .xyz), arrays (.npy, .npz: a row for each row, or in "
    ".npz an array for each column), the same in .gz, or - for standard input";

/// Adds --separator, --header and --no-header: how text is read.
void add_table_options(Subcommand& command, data::TextForm& form);

/// Adds --null, --decimal-comma, --thousands and --numbers: what cells mean if they are numbers.
void add_number_options(Subcommand& command, tables::Reading& reading);

/// Adds these, --text and --date-format: what cells mean.
void add_reading_options(Subcommand& command, tables::Reading& reading);

} // namespace scanline::cli
