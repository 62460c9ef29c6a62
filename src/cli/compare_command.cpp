#include "command.h"
#include "options.h"
#include "terminal.h"

#include "scanline/bench/compare.h"
#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/message.h"
#include "scanline/data/csv.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ranges>
#include <set>

namespace scanline::cli {

namespace {

using bench::ComparedRow;
using bench::Verdict;

struct CompareOptions {
    std::string before, after;
    std::vector<std::string> more_before, more_after;
    double threshold = 0.05;
    std::string format = "text";
};

/// The runs of one side.
struct Side {
    std::vector<std::string> paths;
    std::vector<bench::Results> runs;
};

// Two sides, and how their rows compare.
struct Report {
    Side before, after;
    std::vector<ComparedRow> rows;
};

Side read_side(const std::string& first, const std::vector<std::string>& more) {
    Side side{{first}, {}};
    side.paths.insert(side.paths.end(), more.begin(), more.end());
    for (const std::string& path : side.paths)
        side.runs.push_back(bench::read_results(path));
    return side;
}

bool has_before(const ComparedRow& row) {
    return row.verdict != Verdict::only_after;
}
bool has_after(const ComparedRow& row) {
    return row.verdict != Verdict::only_before;
}
bool has_both(const ComparedRow& row) {
    return has_before(row) && has_after(row);
}

std::ptrdiff_t count(const std::vector<ComparedRow>& rows, Verdict verdict) {
    return std::ranges::count(rows, verdict, &ComparedRow::verdict);
}

std::string summary(const std::vector<ComparedRow>& rows) {
    std::vector<std::string> counts;
    for (const Verdict verdict : enumerators<bench::Verdict>) {
        if (const auto found = count(rows, verdict); found > 0)
            counts.push_back(fmt::format("{} {}", found, to_string(verdict)));
    }
    return fmt::format("{} rows{}{}", rows.size(), counts.empty() ? "" : ": ", fmt::join(counts, ", "));
}

std::vector<std::string> header_of(const Report& report, const std::vector<std::string>& columns) {
    std::vector<std::string> header;
    if (!report.rows.empty()) {
        for (const auto& axis : report.rows.front().axes)
            header.push_back(axis.axis);
    }
    header.insert(header.end(), columns.begin(), columns.end());
    return header;
}

/// A row of a table; `none` is shown if one side lacks the row. time: a time in milliseconds as text.
std::vector<std::string> fields_of(const ComparedRow& row, int decimals, std::string (*time)(double),
                                   const std::string& none) {
    const auto number = [decimals](double value) { return fmt::format("{:.{}f}", value, decimals); };
    std::vector<std::string> fields;
    for (const auto& axis : row.axes)
        fields.push_back(axis.value.text());
    fields.push_back(has_before(row) ? time(row.before_milliseconds) : none);
    fields.push_back(has_after(row) ? time(row.after_milliseconds) : none);
    fields.push_back(has_both(row) ? number(row.ratio) : none);
    fields.push_back(number(row.noise));
    fields.emplace_back(to_string(row.verdict));
    return fields;
}

// A line for each run of a side.
std::string made_with(const char* name, const Side& side) {
    std::string lines;
    for (const bench::Results& run : side.runs) {
        const bench::Environment& with = run.environment;
        lines += fmt::format("{:<8}{}, timer {}, {}\n", name, with.gpu.empty() ? with.processor : with.gpu,
                             with.timer, with.date);
    }
    return lines;
}

std::string compare_text(const Report& report, const CompareOptions& options) {
    const std::vector<std::string> columns{"before ms", "after ms", "ratio", "noise", "verdict"};
    std::vector<std::string> header = header_of(report, columns);
    const std::size_t axes = header.size() - columns.size();
    TextTable table(std::move(header), axes);
    for (const ComparedRow& row : report.rows)
        table.add(fields_of(row, 3, three_digits, "-"));
    const bench::Results& first = report.before.runs.front();
    return fmt::format("{}: {}\n{}{}\n{}\n{} (threshold {:g})\n", first.experiment, first.title,
                       made_with("before", report.before), made_with("after", report.after), table.format(),
                       summary(report.rows), options.threshold);
}

std::string compare_csv(const Report& report) {
    data::CsvTable table{header_of(report, {"before_ms", "after_ms", "ratio", "noise", "verdict"}), {}};
    for (const ComparedRow& row : report.rows)
        table.rows.push_back(fields_of(
            row, 6, [](double milliseconds) { return fmt::format("{:.6f}", milliseconds); }, ""));
    return data::format_csv(table);
}

nlohmann::ordered_json run_of(const std::string& path, const bench::Results& results) {
    const bench::Environment& with = results.environment;
    return {{"path", path},
            {"gpu", with.gpu},
            {"driver", with.driver},
            {"processor", with.processor},
            {"timer", with.timer},
            {"date", with.date},
            {"version", with.version},
            {"complete", results.complete}};
}

// The first run, with the further ones inside.
nlohmann::ordered_json side_of(const Side& side) {
    nlohmann::ordered_json json = run_of(side.paths.front(), side.runs.front());
    for (std::size_t i = 1; i < side.runs.size(); ++i)
        json["further"].push_back(run_of(side.paths[i], side.runs[i]));
    return json;
}

std::string compare_json(const Report& report, const CompareOptions& options) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const ComparedRow& row : report.rows) {
        nlohmann::ordered_json axes = nlohmann::ordered_json::object();
        for (const auto& [axis, value] : row.axes)
            axes[axis] = value.text();
        nlohmann::ordered_json entry{{"axes", std::move(axes)}};
        if (has_before(row))
            entry["before_ms"] = row.before_milliseconds;
        if (has_after(row))
            entry["after_ms"] = row.after_milliseconds;
        // JSON has no infinity, the ratio if the time before is 0.
        if (has_both(row) && std::isfinite(row.ratio))
            entry["ratio"] = row.ratio;
        entry["noise"] = row.noise;
        entry["verdict"] = to_string(row.verdict);
        rows.push_back(std::move(entry));
    }
    const nlohmann::ordered_json json{{"experiment", report.before.runs.front().experiment},
                                      {"threshold", options.threshold},
                                      {"before", side_of(report.before)},
                                      {"after", side_of(report.after)},
                                      {"rows", std::move(rows)}};
    // File names may be any bytes.
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

ExitCode compare(const CompareOptions& options) {
    Report report{
        read_side(options.before, options.more_before), read_side(options.after, options.more_after), {}};
    report.rows = bench::compare(report.before.runs, report.after.runs, options.threshold);
    std::set<std::string> noted;
    for (const bench::Results& before : report.before.runs) {
        for (const bench::Results& after : report.after.runs) {
            for (const std::string& difference : bench::differences(before, after)) {
                if (noted.insert(difference).second)
                    remark("note: " + difference);
            }
        }
    }
    if (options.format == "csv")
        print(compare_csv(report));
    else if (options.format == "json")
        print(compare_json(report, options));
    else
        print(compare_text(report, options));
    return count(report.rows, Verdict::slower) > 0 ? static_cast<ExitCode>(ErrorKind::mismatch) : 0;
}

} // namespace

void add_compare_command(CLI::App& program, ExitCode& exit_code) {
    const auto [command, options] = add_subcommand<CompareOptions>(
        program, "compare", "Compare reports of an experiment row by row; exit code 4 if a row became slower",
        [&exit_code](const CLI::App& /*command*/, const CompareOptions& given) {
            exit_code = compare(given);
        });
    command.add_input("BEFORE", options.before, "a report of scanline bench --output, as JSON")->required();
    command.add_input("AFTER", options.after, "the report to compare with it")->required();
    command
        .add_input("--before", options.more_before,
                   "further runs of BEFORE: a change counts if it exceeds by how much runs of a side differ")
        ->type_name("FILE ...");
    command.add_input("--after", options.more_after, "further runs of AFTER")->type_name("FILE ...");
    add_number(command, "--threshold", options.threshold, {0, 10},
               "relative change in time that counts, if it exceeds the noise of both sides")
        ->capture_default_str()
        ->type_name("X");
    add_format_option(command, options.format, {"text", "csv", "json"});
}

} // namespace scanline::cli
