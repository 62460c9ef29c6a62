#pragma once
#include "cube_command.h"

#include "scanline/cube/question.h"

#include <string>
#include <vector>

namespace scanline::cli {

/// The options of subcommands that answer queries.
struct AnswerSettings {
    std::string cube;
    std::optional<std::string> output;
    std::optional<int> threads;
    CubeStats stats;
};

/// Adds CUBE, --output, --threads and --stats.
void add_answer_options(Subcommand& command, AnswerSettings& settings);

/// Queries to answer in one CSV table.
struct QueryBatch {
    std::vector<cube::Question> queries{};
    std::vector<std::string> labels{}; ///< first column, by query; empty for none
    std::string title{};               ///< of that column
    bool are_sets = false;             ///< queries differ only in group_by: answer them by cube::cuboids()
    /// The dimension whose values become columns; for a single query that groups by it.
    std::optional<int> pivot{};
};

/// Answers queries, writes the table, and reports. Groups are in the order of their values, or in that of
/// top. Every dimension that a query groups by is a column, in order of first use, and empty in the rows of
/// other queries. Errors: those of cube::answer(); Cancelled if interrupted.
void answer_and_write(const cube::Cube& cube, const QueryBatch& asked, const AnswerSettings& settings,
                      double read_milliseconds);

/// Makes a query that groups by each set of dimensions, labelled "city+product".
QueryBatch ask_sets(const cube::Cube& cube, const std::vector<std::vector<int>>& sets, std::int64_t having);

/// Returns the first 0, 1, 2 ... of these dimensions: the sets of SQL's ROLLUP.
std::vector<std::vector<int>> prefixes_of(const std::vector<int>& dimensions);

} // namespace scanline::cli
