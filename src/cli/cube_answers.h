#pragma once
#include "cube_command.h"

#include "scanline/cube/query.h"

#include <string>
#include <vector>

namespace scanline::cli {

/// The settings of commands that answer queries.
struct AnswerSettings {
    std::string cube;
    std::optional<std::string> output;
    std::optional<int> threads;
    CubeStats stats;
};

/// CUBE, --output, --threads and --stats.
void add_answer_options(Subcommand& command, AnswerSettings& settings);

/// Queries, whose answers become one CSV table.
struct Asked {
    std::vector<cube::Query> queries{};
    std::vector<std::string> labels{}; ///< of each query, in the first column; none for no such column
    std::string title{};               ///< of that column
    bool are_sets = false; ///< differ in their groups alone, and are answered together by cube::cuboids()
};

/// Answers queries, writes the table, and reports. The dimensions that any of the queries groups by are
/// columns, in the order of their first use; in rows of other queries they are empty. Errors: those of
/// cube::answer(); Cancelled if interrupted.
void answer_and_write(const cube::Cube& cube, const Asked& asked, const AnswerSettings& settings,
                      double read_milliseconds);

/// Each set of dimensions as a query that groups by it, labelled "city+product".
Asked ask_sets(const cube::Cube& cube, const std::vector<std::vector<int>>& sets, std::int64_t having);

/// The first 0, 1, 2 ... of these dimensions: the sets of a ROLLUP.
std::vector<std::vector<int>> prefixes_of(const std::vector<int>& dimensions);

/// Writes text to a file, or prints it if none is named.
void write_text(const std::optional<std::string>& path, const std::string& text);

} // namespace scanline::cli
