#pragma once
#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <vector>

// What a shell offers where a word is typed.

namespace scanline::cli {

/// A word that may be typed, and its meaning.
struct Completion {
    std::string word, text{};

    friend bool operator==(const Completion&, const Completion&) = default;
};

struct Completions {
    std::vector<Completion> words{};
    bool files = false; ///< names of files may stand there too
};

/// What may stand in the place of the last of these words, which follow the program's name and of which the
/// last is typed in part or empty. Subcommands, options, and the values that the options offer, see
/// Subcommand::offer(); in a list, the words have the entries before.
///
///     complete(program, {"scan", "--op", "m"}).words == {{"max"}, {"min"}}
///     complete(program, {"cube", "build", "sales.csv", "--dims", "city,pr"}).words == {{"city,price"},
///     {"city,product"}}
Completions complete(const CLI::App& program, std::span<const std::string> words);

/// The same as lines, for the scripts of `scanline completion`: a word, and after a tab what it means;
/// "<files>" where names of files may stand.
std::string completion_lines(const CLI::App& program, std::span<const std::string> words);

} // namespace scanline::cli
