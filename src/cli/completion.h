#pragma once
#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <vector>

// Completion of the command line in a shell.

namespace scanline::cli {

/// A completed word and its help text.
struct Completion {
    std::string word, text{};

    friend bool operator==(const Completion&, const Completion&) = default;
};

struct Completions {
    std::vector<Completion> words{};
    bool files = false; ///< file names fit too
};

/// Completes the last of the words after the program's name, which may be empty: to subcommands, options, and
/// the values of options, see Subcommand::offer(). In a list, only the last entry is completed.
///
///     complete(program, {"scan", "--op", "m"}).words == {{"max"}, {"min"}}
///     complete(program, {"cube", "build", "sales.csv", "--dims", "city,pr"}).words == {{"city,price"},
///     {"city,product"}}
Completions complete(const CLI::App& program, std::span<const std::string> words);

/// The same as lines for the scripts of `scanline completion`: a word, a tab and its help text; "<files>" if
/// file names fit.
std::string completion_lines(const CLI::App& program, std::span<const std::string> words);

} // namespace scanline::cli
