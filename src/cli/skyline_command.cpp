#include "command.h"
#include "options.h"
#include "rank_files.h"
#include "skyline_backend.h"
#include "skyline_output.h"
#include "skyline_report.h"
#include "terminal.h"

#include "scanline/core/clock.h"
#include "scanline/core/format.h"
#include "scanline/core/message.h"
#include "scanline/core/named.h"
#include "scanline/data/file.h"
#include "scanline/data/table.h"
#include "scanline/tables/ordered_values.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>
#include <span>
#include <string>

namespace scanline::cli {

namespace {

using scanline::to_string;

enum class NanRows { refuse, drop };
constexpr auto table_of(NanRows) {
    using enum NanRows;
    return named<NanRows>({{refuse, "refuse"}, {drop, "drop"}});
}

// All but auto: "sweep (up to 3 columns), box-tree or bnl".
template <class Algorithm>
std::string names_with_limits() {
    std::vector<std::string> names;
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        int most = skyline::max_dimensions;
        while (!skyline::takes_dimensions(algorithm, most))
            --most;
        if (algorithm != Algorithm::automatic)
            names.push_back(most < skyline::max_dimensions
                                ? fmt::format("{} (up to {} columns)", to_string(algorithm), most)
                                : std::string(to_string(algorithm)));
    }
    return listed(names_of(names), "or");
}

struct SkylineSettings : BackendSettings, SkylineOutputSettings {
    std::string input;
    data::TextForm text;
    std::vector<std::string> max, min, ignore, where, epsilon;
    tables::Reading reading;
    std::optional<std::string> diff;
    NanRows nan = NanRows::refuse;
    skyline::Duplicates keep = skyline::Duplicates::all;
    SkylineAlgorithm algorithm;
    std::optional<int> threads;
    bool stats = false;
    std::string format = "text";
};

// Why a column that was not named takes no part.
std::string why_left_out(const tables::ColumnType& type, const tables::NumberForm& numbers) {
    if (type.kind == tables::Kind::unknown)
        return "no values";
    if (type.kind != tables::Kind::text || type.example.empty())
        return std::string(to_string(type.kind));
    const std::string example = printable(type.example, 20);
    if (tables::is_code(type.example))
        return fmt::format("codes such as '{}'", example);
    const std::string_view options = tables::options_that_read(type.example, numbers);
    return options.empty() ? "text" : fmt::format("'{}': {} reads it", example, options);
}

std::string listed_some(const std::vector<std::string>& names) {
    constexpr std::size_t most = 8;
    const std::span some(names.data(), std::min(names.size(), most));
    return fmt::format("{}{}", fmt::join(some, ", "),
                       names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
}

// Collects the columns that take part, in the order of the table.
class ColumnChoice {
public:
    explicit ColumnChoice(const data::Table& table) : table_(table), chosen_(table.columns()) {}

    void choose(std::string_view option, const std::vector<std::string>& names,
                skyline::Direction direction) {
        for (const std::string& name : names) {
            std::optional<skyline::QueryColumn>& chosen = chosen_[table_.column(option, name)];
            if (chosen)
                throw usage_error(fmt::format("{} {}: the column is named twice: give it one direction, once",
                                              option, printable(name)));
            chosen.emplace(skyline::QueryColumn{table_.column(option, name), direction});
        }
    }

    /// Chooses the columns of numbers. Returns which others it leaves out, if any.
    std::string choose_numbers(const std::vector<std::string>& ignored, std::optional<std::size_t> diff,
                               const tables::Reading& reading, const cpu::Options& options) {
        std::vector<bool> is_left_out(chosen_.size());
        for (const std::string& name : ignored)
            is_left_out[table_.column("--ignore", name)] = true;
        if (diff)
            is_left_out[*diff] = true;
        std::vector<std::size_t> columns;
        for (std::size_t column = 0; column < chosen_.size(); ++column)
            if (!is_left_out[column])
                columns.push_back(column);
        std::vector<tables::TypedNumbers> read =
            typed_numbers(table_, columns, reading, options, joined_ranks());
        std::vector<std::string> used, others;
        for (std::size_t place = 0; place < columns.size(); ++place) {
            const std::size_t column = columns[place];
            auto& [type, numbers] = read[place];
            if (table_.all_rows() == 0 || type.kind == tables::Kind::number) {
                skyline::QueryColumn& chosen = chosen_[column].emplace(skyline::QueryColumn{column});
                if (!numbers.empty())
                    chosen.numbers = std::make_shared<const std::vector<double>>(std::move(numbers));
                used.push_back("min " + table_.title(column));
            } else {
                others.push_back(
                    fmt::format("{} ({})", table_.title(column), why_left_out(type, reading.numbers)));
            }
        }
        if (others.empty())
            return {};
        if (used.empty())
            throw usage_error(
                fmt::format("no column takes part, because none is of numbers: {}: {}", listed_some(others),
                            ignored.empty() ? "correct one, or add one of numbers" : "ignore fewer"));
        return fmt::format("skyline: by {}; left out: {}", listed_some(used), listed_some(others));
    }

    void set_epsilon(const std::string& setting) {
        const std::size_t equals = setting.rfind('=');
        if (equals == std::string::npos)
            throw usage_error(
                fmt::format("--epsilon {} is not COL=E: name a column and a number", printable(setting)));
        const std::string name = setting.substr(0, equals);
        std::optional<skyline::QueryColumn>& chosen = chosen_[table_.column("--epsilon", name)];
        if (!chosen)
            throw usage_error(fmt::format("--epsilon {}: the column takes no part: leave it out, or name it "
                                          "with --min or --max",
                                          printable(name)));
        if (chosen->epsilon)
            throw usage_error(
                fmt::format("--epsilon {}: the column is named twice: give it one number", printable(name)));
        chosen->epsilon = tables::parse_step("--epsilon " + printable(name), setting.substr(equals + 1));
    }

    std::vector<skyline::QueryColumn> columns(std::optional<std::size_t> diff) const {
        if (diff && chosen_[*diff])
            throw usage_error(
                fmt::format("--diff {}: the column also takes part: leave it out of --min and --max",
                            table_.title(*diff)));
        std::vector<skyline::QueryColumn> columns;
        for (const std::optional<skyline::QueryColumn>& chosen : chosen_)
            if (chosen)
                columns.push_back(*chosen);
        if (columns.empty())
            throw usage_error("no column takes part, because all are ignored: ignore fewer");
        if (columns.size() > std::size_t{skyline::max_dimensions})
            throw usage_error(
                fmt::format("{} columns take part, and at most {} can: name fewer with --min and "
                            "--max, or --ignore some",
                            columns.size(), skyline::max_dimensions));
        return columns;
    }

private:
    const data::Table& table_;
    std::vector<std::optional<skyline::QueryColumn>> chosen_;
};

// note: what to say about columns that are left out.
skyline::TableQuery query_of(const data::Table& table, const SkylineSettings& settings, std::string& note) {
    skyline::TableQuery query;
    query.options = {.keep = settings.keep,
                     .cpu = {.threads = settings.threads.value_or(0), .limits = {.cancelled = interrupted}}};
    query.reading = settings.reading;
    if (settings.diff)
        query.diff = table.column("--diff", *settings.diff);
    ColumnChoice choice(table);
    choice.choose("--max", settings.max, skyline::Direction::max);
    choice.choose("--min", settings.min, skyline::Direction::min);
    if (settings.max.empty() && settings.min.empty())
        note = choice.choose_numbers(settings.ignore, query.diff, query.reading, query.options.cpu);
    for (const std::string& setting : settings.epsilon)
        choice.set_epsilon(setting);
    query.columns = choice.columns(query.diff);
    query.where = settings.where;
    query.drop_nan = settings.nan == NanRows::drop;
    query.layers = settings.layers;
    query.ranks = joined_ranks();
    return query;
}

std::unique_ptr<data::Table> read(const SkylineSettings& settings, std::optional<std::size_t>& known) {
    const auto bytes_of = [](const std::string& path) {
        std::error_code none; // of a file that cannot be read, which is said when it is
        return std::max<std::uint64_t>(std::filesystem::file_size(path, none), 1);
    };
    if (!settings.add)
        return read_table_part(settings.input, settings.text);
    const std::uint64_t old = bytes_of(settings.input), added = bytes_of(*settings.add);
    std::unique_ptr<data::Table> table =
        read_table_part(settings.input, settings.text, {0, old, old + added});
    known = table->all_rows();
    std::unique_ptr<data::Table> more =
        read_table_part(*settings.add, settings.text, {old, added, old + added});
    on_all_ranks([&] { table = data::join_tables("--add", std::move(table), std::move(more)); });
    return table;
}

void find_skyline(const CLI::App& command, const SkylineSettings& settings) {
    check_skyline_output(settings);
    const BackendRequest request = skyline_request(command, settings, settings.algorithm);
    interruptible([&] {
        std::optional<std::size_t> known;
        const std::unique_ptr<data::Table> table = read(settings, known);
        ranks::Communicator* const ranks = joined_ranks();
        std::optional<SkylineOutput> output;
        std::optional<SkylineBackend> backend;
        skyline::TableQuery query;
        std::string note;
        on_all_ranks([&] {
            output.emplace(*table, settings);
            query = query_of(*table, settings, note);
            backend.emplace(machine_options(settings), request, settings.algorithm,
                            static_cast<std::int64_t>(table->rows()), static_cast<int>(query.columns.size()));
            query.options.algorithm = backend->algorithm();
            query.device = backend->device();
        });
        const Stopwatch watch(steady_time);
        const skyline::TableAnswer found = with_progress(
            [&](const ProgressHook& progress) { return skyline::answer(*table, query, progress); });
        const SkylineReport report{*table,
                                   query,
                                   found,
                                   backend->chosen(),
                                   found.how.empty() ? backend->how_on_device() : found.how,
                                   known,
                                   watch.milliseconds()};
        on_all_ranks([&] {
            output->take(found, settings.reading, query.options.cpu);
            if (interrupted())
                throw Cancelled();
        });
        const bool tells = !ranks || ranks->rank() == 0;
        if (!note.empty() && tells)
            remark(note);
        output->write();
        const std::string text = !settings.stats             ? report.heading()
                                 : settings.format == "json" ? report.json()
                                                             : report.text();
        // Without a file, standard output carries the result.
        if (settings.output)
            tell(text);
        else if (tells && (settings.stats || found.dropped > 0))
            tell_aside(text);
        end_work();
    });
}

void add_repeated(Subcommand& command, const std::string& name, std::vector<std::string>& values,
                  const std::string& type, const std::string& text) {
    command.add_option(name, values, text)
        ->type_name(type)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace

void add_skyline_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, settings] = add_subcommand<SkylineSettings>(
        program, "skyline",
        "Find the rows of a table that no other row dominates: none is nowhere worse and somewhere better. "
        "Columns are named by name, or by number from 0",
        find_skyline);
    command.over_ranks();
    command.add_input("DATA", settings.input, table_files)->required();
    command.add_output("-o,--output", settings.output,
                       {.endings = {".csv", ".npy", ".npz"}, .may_be_standard = true},
                       "file for the result (.csv, .npy, .npz); default: CSV to standard output");
    command
        .add_input(
            "--add", settings.add,
            "new rows, with the columns of DATA, for a skyline DATA that was written as rows: with the "
            "options it was found with, gives the skyline of all rows; not with --layers or --emit ids")
        ->type_name("FILE");
    add_table_options(command, settings.text);
    command.offer_columns(add_list(command, "--max", settings.max, "columns whose large values are better"));
    command.offer_columns(
        add_list(command, "--min", settings.min,
                 "columns whose small values are better (default, without --max: all of numbers)"));
    const CLI::Option* ignore =
        add_list(command, "--ignore", settings.ignore, "columns with numbers that take no part");
    command.offer_columns(ignore);
    command.require(ignore, "neither --min nor --max",
                    [&settings = settings] { return settings.min.empty() && settings.max.empty(); });
    command.offer_columns(
        command.add_option("--diff", settings.diff, "a skyline for each value of this column")
            ->type_name("COL"));
    add_repeated(
        command, "--where", settings.where, "COL<=X",
        "use only rows that meet this condition (<=, >=, <, >, = or !=; a set: COL={A,B}; a range of "
        "numbers or dates: COL=2020..2021; missing values: COL=\"\"); may be repeated: rows must meet all");
    add_repeated(command, "--epsilon", settings.epsilon, "COL=E",
                 "compare the values of a column by floor(value / E); may be repeated");
    add_choice(command, "--keep", settings.keep, "which of the rows that compare equal to keep: {}");
    add_choice(command, "--nan", settings.nan,
               "what to do with rows that have missing values in columns that take part: {}");
    add_reading_options(command, settings.reading);
    add_number(command, "--layers", settings.layers, {1, 1'000'000},
               "find N skylines, each of the rows that those before it leave; adds a column `layer`");
    add_choice(command, "--emit", settings.emit,
               "ids (numbers of rows, from 0) or rows; default: rows of text, ids of arrays");
    command.offer_columns(
        add_list(command, "--columns", settings.columns, "columns to write, in this order; default: all"));
    command.offer_columns(
        add_list(command, "--sort", settings.sort,
                 "columns to sort the result by: COL or COL:desc; missing values come last"));
    add_number(command, "--limit", settings.limit, {1, std::numeric_limits<int>::max()},
               "write only the first N rows of the result");
    add_backend_options(command, settings);
    CLI::Option* const algorithm = detail::add_taken_option(
        command, "--algorithm",
        fmt::format("auto, or for cpu: {}; for compute: {}", names_with_limits<skyline::Algorithm>(),
                    names_with_limits<skyline::DeviceAlgorithm>()),
        // Options are taken in the order in which they are added, so the backend is known.
        [&settings](const detail::Values& values) {
            settings.algorithm = find_skyline_algorithm(values.front(), settings.backend);
        },
        [] { return std::string("auto"); });
    command.offer(algorithm->type_name("TEXT")->capture_default_str(), skyline_algorithm_names());
    add_number(command, "--threads", settings.threads, {1, cpu::ThreadTeam::max_threads},
               "threads of the CPU; default: all processors, or fewer for few rows");
    command.add_stats(settings.stats,
                      "report what was done and how long it took; on standard error without --output");
    add_format_option(command, settings.format, {"text", "json"});
    command.require(command.get_option("--format"), "--stats",
                    [&settings = settings] { return settings.stats; });
}

} // namespace scanline::cli
