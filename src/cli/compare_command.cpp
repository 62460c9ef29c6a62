#include "command.h"
#include "options.h"
#include "terminal.h"

#include "scanline/bench/compare.h"
#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/data/csv.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ranges>

namespace scanline::cli {

namespace {

using bench::Comparison;
using bench::Verdict;

struct CompareOptions {
    std::string before, after;
    double threshold = 0.05;
    std::string format = "text";
};

// Two results, and how their rows compare.
struct Report {
    bench::Results before, after;
    std::vector<Comparison> rows;
};

bool has_before(const Comparison& row) {
    return row.verdict != Verdict::only_after;
}
bool has_after(const Comparison& row) {
    return row.verdict != Verdict::only_before;
}
bool has_both(const Comparison& row) {
    return has_before(row) && has_after(row);
}

std::ptrdiff_t count(const std::vector<Comparison>& rows, Verdict verdict) {
    return std::ranges::count(rows, verdict, &Comparison::verdict);
}

std::string summary(const std::vector<Comparison>& rows) {
    std::vector<std::string> counts;
    for (const Verdict verdict : bench::all_verdicts) {
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

/// A row of a table; `none` is shown if one side lacks the row.
std::vector<std::string> fields_of(const Comparison& row, int decimals, const std::string& none) {
    const auto number = [decimals](double value) { return fmt::format("{:.{}f}", value, decimals); };
    std::vector<std::string> fields;
    for (const auto& axis : row.axes)
        fields.push_back(axis.value);
    fields.push_back(has_before(row) ? number(row.before_milliseconds) : none);
    fields.push_back(has_after(row) ? number(row.after_milliseconds) : none);
    fields.push_back(has_both(row) ? number(row.ratio) : none);
    fields.push_back(number(row.noise));
    fields.emplace_back(to_string(row.verdict));
    return fields;
}

std::string made_with(const bench::Results& results) {
    const bench::Environment& with = results.environment;
    return fmt::format("{}, timer {}, {}", with.gpu.empty() ? with.processor : with.gpu, with.timer,
                       with.date);
}

std::string compare_text(const Report& report, const CompareOptions& options) {
    const std::vector<std::string> columns{"before ms", "after ms", "ratio", "noise", "verdict"};
    std::vector<std::string> header = header_of(report, columns);
    const std::size_t axes = header.size() - columns.size();
    TextTable table(std::move(header), axes);
    for (const Comparison& row : report.rows)
        table.add(fields_of(row, 3, "-"));
    return fmt::format("{}: {}\nbefore  {}\nafter   {}\n\n{}\n{} (threshold {:g})\n",
                       report.before.experiment, report.before.title, made_with(report.before),
                       made_with(report.after), table.format(), summary(report.rows), options.threshold);
}

std::string compare_csv(const Report& report) {
    data::CsvTable table{header_of(report, {"before_ms", "after_ms", "ratio", "noise", "verdict"}), {}};
    for (const Comparison& row : report.rows)
        table.rows.push_back(fields_of(row, 6, ""));
    return data::format_csv(table);
}

nlohmann::ordered_json side_of(const std::string& path, const bench::Results& results) {
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

std::string compare_json(const Report& report, const CompareOptions& options) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Comparison& row : report.rows) {
        nlohmann::ordered_json axes = nlohmann::ordered_json::object();
        for (const auto& [axis, value] : row.axes)
            axes[axis] = value;
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
    const nlohmann::ordered_json json{{"experiment", report.before.experiment},
                                      {"threshold", options.threshold},
                                      {"before", side_of(options.before, report.before)},
                                      {"after", side_of(options.after, report.after)},
                                      {"rows", std::move(rows)}};
    // File names may be any bytes.
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

ExitCode compare(const CompareOptions& options) {
    Report report{bench::read_results(options.before), bench::read_results(options.after), {}};
    report.rows = bench::compare(report.before, report.after, options.threshold);
    for (const std::string& difference : bench::differences(report.before, report.after))
        print_message("note: " + difference);
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
        program, "compare",
        "Compare two reports of an experiment row by row; exit code 4 if a row became slower",
        [&exit_code](const CLI::App& /*command*/, const CompareOptions& given) {
            exit_code = compare(given);
        });
    command.add_input("BEFORE", options.before, "a report of scanline bench --output, as JSON")->required();
    command.add_input("AFTER", options.after, "the report to compare with it")->required();
    add_number(command, "--threshold", options.threshold, {0, 10},
               "relative change in time that counts, if it exceeds the noise of both")
        ->capture_default_str()
        ->type_name("X");
    add_format_option(command, options.format, {"text", "csv", "json"});
}

} // namespace scanline::cli
