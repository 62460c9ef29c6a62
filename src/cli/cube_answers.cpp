#include "cube_answers.h"
#include "rank_files.h"

#include "scanline/core/clock.h"
#include "scanline/core/format.h"
#include "scanline/core/message.h"
#include "scanline/cube/cuboids.h"
#include "scanline/cube/question.h"
#include "scanline/data/csv.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace scanline::cli {

namespace {

/// Formats the groups of several queries as one CSV table.
class AnswerText {
public:
    AnswerText(const cube::Cube& cube, const QueryBatch& asked) : cube_(cube), asked_(asked) {
        for (const cube::Question& query : asked.queries)
            for (const int dimension : query.group_by)
                if (std::ranges::find(dimensions_, dimension) == dimensions_.end())
                    dimensions_.push_back(dimension);
        std::vector<std::string> names;
        if (!asked.labels.empty())
            names.push_back(asked.title);
        for (const int dimension : dimensions_)
            names.push_back(cube.dimensions[static_cast<std::size_t>(dimension)].name);
        const std::vector<std::string> values = answer_table(cube, {}, {}).names;
        names.insert(names.end(), values.begin(), values.end());
        if (!joined_ranks() || joined_ranks()->rank() == 0)
            data::append_csv_row(text_, names);
    }

    void add(std::size_t number, const cube::Groups& groups) {
        const cube::Question& query = asked_.queries[number];
        const std::size_t grouped = query.group_by.size();
        for (std::vector<std::string>& found :
             answer_table(cube_, query, groups, query.ranking.has_value()).rows) {
            std::vector<std::string> row;
            if (!asked_.labels.empty())
                row.push_back(asked_.labels[number]);
            const std::size_t first = row.size();
            row.resize(first + dimensions_.size());
            for (std::size_t i = 0; i < grouped; ++i) {
                const auto at = std::ranges::find(dimensions_, query.group_by[i]) - dimensions_.begin();
                row[first + static_cast<std::size_t>(at)] = std::move(found[i]);
            }
            row.insert(row.end(), found.begin() + static_cast<std::ptrdiff_t>(grouped), found.end());
            data::append_csv_row(text_, row);
        }
    }

    const std::string& text() const { return text_; }

private:
    const cube::Cube& cube_;
    const QueryBatch& asked_;
    std::vector<int> dimensions_;
    std::string text_;
};

/// Formats groups with a column for each value of one dimension, in the order of these, and each measure; a
/// row for each group of the other dimensions.
std::string pivoted(const cube::Cube& cube, const cube::Question& query, const cube::Groups& groups,
                    int pivot) {
    const cube::Dimension& dimension = cube.dimensions[static_cast<std::size_t>(pivot)];
    const auto at =
        static_cast<std::size_t>(std::ranges::find(query.group_by, pivot) - query.group_by.begin());
    std::vector<std::uint32_t> codes = groups.codes[at];
    std::ranges::sort(codes);
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    std::map<std::string, std::size_t> first_column; // of each value
    const std::size_t keys = query.group_by.size() - 1, measures = cube.measures.size();
    data::CsvTable table;
    for (const int grouped : query.group_by)
        if (grouped != pivot)
            table.header.push_back(cube.dimensions[static_cast<std::size_t>(grouped)].name);
    for (const std::uint32_t code : dimension.ascending(std::move(codes))) {
        const std::string& value = dimension.dictionary.text(code);
        first_column[value] = table.header.size();
        for (const cube::Measure& measure : cube.measures)
            table.header.push_back(measures == 1 ? value : value + ' ' + measure.name());
    }
    const cube::AnswerTable answer = answer_table(cube, query, groups, query.ranking.has_value());
    std::map<std::vector<std::string>, std::size_t> row_of;
    for (const std::vector<std::string>& found : answer.rows) {
        std::vector<std::string> key(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(keys + 1));
        key.erase(key.begin() + static_cast<std::ptrdiff_t>(at));
        const auto [row, is_new] = row_of.try_emplace(key, table.rows.size());
        if (is_new) {
            key.resize(table.header.size());
            table.rows.push_back(std::move(key));
        }
        const std::size_t first = first_column[found[at]];
        for (std::size_t m = 0; m < measures; ++m) {
            const auto name =
                cube.measures[m].aggregate == cube::Aggregate::count ? "count" : cube.measures[m].name();
            const auto column = std::ranges::find(answer.names, name) - answer.names.begin();
            table.rows[row->second][first + m] = found[static_cast<std::size_t>(column)];
        }
    }
    return data::format_csv(table);
}

/// Answers queries that differ only in group_by.
std::vector<cube::Groups> answer_sets(const cube::Cube& cube, std::span<const cube::Question> queries,
                                      const cpu::Options& options) {
    std::vector<std::vector<int>> sets;
    for (const cube::Question& query : queries)
        sets.push_back(query.group_by);
    return cuboids(cube.tree, sets, {.having = queries.front().having}, options);
}

/// The queries that this rank answers: as many groups for each, if there are as many as dimensions allow.
ranks::Slice own_queries(const cube::Cube& cube, std::span<const cube::Question> queries) {
    ranks::Communicator* const ranks = joined_ranks();
    std::vector<std::int64_t> begins; // of the queries, in groups
    std::int64_t all = 0;
    for (const cube::Question& query : queries) {
        begins.push_back(all);
        std::int64_t groups = 1;
        for (const int dimension : query.group_by)
            groups = std::min(cube.tree.rows(),
                              groups * cube.tree.shape.cardinalities[static_cast<std::size_t>(dimension)]);
        all += 1 + groups;
    }
    const auto first = [&](int rank) {
        return std::ranges::lower_bound(begins, ranks::slice_of(all, rank, ranks->size()).first) -
               begins.begin();
    };
    if (!ranks)
        return {0, std::ssize(queries)};
    return {first(ranks->rank()), first(ranks->rank() + 1) - first(ranks->rank())};
}

struct AnswerReport {
    std::size_t queries = 0;
    std::int64_t groups = 0;
    std::array<std::int64_t, enumerators<cube::Method>.size()> answered{}; ///< queries by method
    double read_milliseconds = 0, query_milliseconds = 0;

    void add(const cube::Groups& answer) {
        groups += answer.size();
        ++answered[static_cast<std::size_t>(answer.method)];
    }
    void add(const AnswerReport& of_rank) {
        groups += of_rank.groups;
        for (std::size_t method = 0; method < answered.size(); ++method)
            answered[method] += of_rank.answered[method];
    }

    std::string text(const std::string& cube) const {
        std::string methods;
        for (const cube::Method method : enumerators<cube::Method>)
            if (const std::int64_t count = answered[static_cast<std::size_t>(method)]; count > 0)
                methods += fmt::format("{}{} {}", methods.empty() ? "" : ", ", to_string(method),
                                       with_commas(count));
        TextTable facts({"answered by", methods}, 2);
        facts.add({"reading", in_milliseconds(read_milliseconds)});
        facts.add({"answering", in_milliseconds(query_milliseconds)});
        return fmt::format("{} quer{} of {}: {} group{}\n", queries, queries == 1 ? "y" : "ies",
                           printable_path(cube), with_commas(groups), groups == 1 ? "" : "s") +
               facts.format("  ");
    }

    std::string json() const {
        nlohmann::ordered_json by;
        for (const cube::Method method : enumerators<cube::Method>)
            by[to_string(method)] = answered[static_cast<std::size_t>(method)];
        return nlohmann::ordered_json{{"queries", queries},
                                      {"groups", groups},
                                      {"methods", std::move(by)},
                                      {"read_ms", read_milliseconds},
                                      {"query_ms", query_milliseconds}}
                   .dump(2) +
               "\n";
    }
};

} // namespace

void add_answer_options(Subcommand& command, AnswerSettings& settings) {
    command.add_input("CUBE", settings.cube, "a cube from scanline cube build")->required();
    command.add_output("-o,--output", settings.output, {.endings = {".csv"}, .may_be_standard = true},
                       "file for the table (.csv); default: to standard output");
    add_threads_option(command, settings.threads, "queries");
    add_stats_options(
        command, settings.stats,
        "report the methods that answered (path, side-links, scan) and the time taken; on standard error "
        "without --output");
}

void answer_and_write(const cube::Cube& cube, const QueryBatch& asked, const AnswerSettings& settings,
                      double read_milliseconds) {
    const cpu::Options options{.threads = settings.threads.value_or(0), .limits = {.cancelled = interrupted}};
    AnswerText text(cube, asked);
    std::string pivot_text;
    AnswerReport report{.queries = asked.queries.size(), .read_milliseconds = read_milliseconds};
    // Threads share large batches. A few queries are answered one by one, since each may have many groups.
    const std::size_t at_once = asked.are_sets ? asked.queries.size() : asked.queries.size() > 64 ? 1024 : 1;
    const ranks::Slice own = own_queries(cube, asked.queries);
    const auto offset = static_cast<std::size_t>(own.first);
    const auto queries = std::span(asked.queries).subspan(offset, static_cast<std::size_t>(own.size));
    const auto answer_own = [&](const ProgressHook& progress) {
        for (std::size_t first = 0; first < queries.size(); first += at_once) {
            progress(static_cast<double>(first) / static_cast<double>(queries.size()), "queries");
            const Stopwatch watch(steady_time);
            const auto some = queries.subspan(first, std::min(at_once, queries.size() - first));
            std::vector<cube::Groups> answers =
                asked.are_sets
                    ? answer_sets(cube, some, options)
                    : answer(cube.tree, std::vector<cube::Query>(some.begin(), some.end()), options);
            for (std::size_t i = 0; i < answers.size(); ++i)
                keep_asked(some[i], answers[i]);
            report.query_milliseconds += watch.milliseconds();
            for (std::size_t i = 0; i < answers.size(); ++i) {
                report.add(answers[i]);
                if (asked.pivot)
                    pivot_text = pivoted(cube, some[i], answers[i], *asked.pivot);
                else
                    text.add(offset + first + i, answers[i]);
                if (interrupted())
                    throw Cancelled();
            }
        }
    };
    with_progress([&](const ProgressHook& progress) { on_all_ranks([&] { answer_own(progress); }); });
    write_own_text(settings.output, asked.pivot ? pivot_text : text.text());
    if (!settings.stats.wanted)
        return;
    ranks::Communicator* const ranks = joined_ranks();
    if (ranks) {
        const std::vector<AnswerReport> all = gather(*ranks, report);
        report = all.front();
        std::for_each(all.begin() + 1, all.end(), [&](const AnswerReport& of_rank) { report.add(of_rank); });
    }
    const std::string said = settings.stats.format == "json" ? report.json() : report.text(settings.cube);
    if (settings.output)
        tell(said);
    else if (!ranks || ranks->rank() == 0)
        tell_aside(said);
}

QueryBatch ask_sets(const cube::Cube& cube, const std::vector<std::vector<int>>& sets, std::int64_t having) {
    QueryBatch asked{.title = "by"};
    for (const std::vector<int>& set : sets) {
        asked.queries.push_back({{.group_by = set, .having = having}});
        std::string& label = asked.labels.emplace_back();
        for (const int dimension : set)
            label += (label.empty() ? "" : "+") + cube.dimensions[static_cast<std::size_t>(dimension)].name;
    }
    return asked;
}

std::vector<std::vector<int>> prefixes_of(const std::vector<int>& dimensions) {
    std::vector<std::vector<int>> prefixes{{}};
    for (const int dimension : dimensions) {
        prefixes.push_back(prefixes.back());
        prefixes.back().push_back(dimension);
    }
    return prefixes;
}

} // namespace scanline::cli
