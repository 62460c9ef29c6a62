#include "command.h"
#include "options.h"
#include "rank_files.h"
#include "skyline_backend.h"
#include "skyline_report.h"
#include "terminal.h"

#include "scanline/core/clock.h"
#include "scanline/core/format.h"
#include "scanline/core/message.h"
#include "scanline/core/named.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
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

enum class SkylineEmit { ids, rows };
constexpr auto table_of(SkylineEmit) {
    using enum SkylineEmit;
    return named<SkylineEmit>({{ids, "ids"}, {rows, "rows"}});
}
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

struct SkylineSettings : BackendSettings {
    std::string input;
    data::TextForm text;
    std::optional<std::string> output, add;
    std::vector<std::string> max, min, ignore, where, epsilon, columns, sort;
    tables::Reading reading;
    std::optional<std::string> diff;
    NanRows nan = NanRows::refuse;
    skyline::Duplicates keep = skyline::Duplicates::all;
    SkylineAlgorithm algorithm;
    std::optional<int> threads, layers, limit;
    std::optional<SkylineEmit> emit;
    bool stats = false;
    std::string format = "text";
};

SkylineEmit emit_of(const SkylineSettings& settings, const data::Table& table) {
    const bool rows = settings.add || table.is_text();
    return settings.emit.value_or(rows ? SkylineEmit::rows : SkylineEmit::ids);
}

// Some results need rows that a written skyline lacks.
void check_rows(const SkylineSettings& settings) {
    if (!settings.add)
        return;
    if (settings.layers)
        throw usage_error("--layers with --add: a second layer needs rows that DATA leaves out: find the "
                          "layers of the whole table");
    if (settings.emit == SkylineEmit::ids)
        throw usage_error(
            "--emit ids with --add: the rows of two files have no common numbers: leave out --emit ids");
}

// Rejects formats that cannot hold the result, before it is found.
void check_output(const SkylineSettings& settings, const data::Table& table) {
    const SkylineEmit emit = emit_of(settings, table);
    const std::string ending = settings.output ? data::ending_of(*settings.output) : ".csv";
    if (constexpr std::size_t most = std::size_t{1} << 32;
        emit == SkylineEmit::ids && table.all_rows() > most)
        throw usage_error(
            fmt::format("ids count at most 2^32 rows, and there are {}: give --emit rows", table.all_rows()));
    if (emit == SkylineEmit::ids && !settings.columns.empty())
        throw usage_error("--columns only works with rows, not ids: give --emit rows, or leave it out");
    if (emit == SkylineEmit::ids && ending == ".npz")
        throw usage_error(fmt::format("--output: {} cannot take ids: write .npy or .csv{}",
                                      printable_path(*settings.output),
                                      table.is_text() ? "" : ", or --emit rows"));
    if (emit == SkylineEmit::rows && ending != ".csv" && table.is_text())
        throw usage_error(fmt::format("--output: {} cannot take rows of text: write .csv{}",
                                      printable_path(*settings.output),
                                      settings.add || !settings.columns.empty() ? ""
                                      : ending == ".npz"                        ? ", or --emit ids as .npy"
                                                                                : ", or --emit ids"));
    if (emit == SkylineEmit::rows && ending == ".npy" && settings.layers)
        throw usage_error(
            fmt::format("--output: {} cannot take layers beside rows: write .npz or .csv, or --emit ids",
                        printable_path(*settings.output)));
}

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

// The rows of a skyline that are written, how their columns and order are chosen. Each rank has its own rows.
class Written {
public:
    Written(const data::Table& table, const SkylineSettings& settings) : table_(table), settings_(settings) {
        for (const std::string& name : settings.columns)
            if (columns_.push_back(table.column("--columns", name));
                std::ranges::count(columns_, columns_.back()) > 1)
                throw usage_error(
                    fmt::format("--columns {}: the column is named twice: name it once", printable(name)));
        for (const std::string& column : settings.sort)
            sort_.push_back(tables::parse_sort_column("--sort", table, column));
    }

    void take(const skyline::TableAnswer& found, const cpu::Options& options) {
        ranks::Communicator* const sorting = sort_.empty() ? nullptr : ranks_;
        std::vector<std::uint32_t> places =
            sorted_rows(table_, found.rows, sort_, settings_.reading, options, sorting);
        const std::int64_t first = ranks_ ? share_of(*ranks_, std::ssize(found.rows)).slice.first : 0;
        if (settings_.limit) {
            const auto left = std::max<std::int64_t>(*settings_.limit - (sorting ? 0 : first), 0);
            places.resize(std::min(places.size(), static_cast<std::size_t>(left)));
        }
        // The order takes a few numbers for each row of the result on every rank.
        if (sorting) {
            const std::vector<std::int64_t> firsts = gather(*sorting, first);
            for (const std::uint32_t place : places)
                owners_.push_back(
                    static_cast<std::int32_t>(std::ranges::upper_bound(firsts, place) - firsts.begin() - 1));
            for (std::uint32_t& place : places)
                place -= static_cast<std::uint32_t>(first); // others' wrap around
            std::erase_if(places, [&](std::uint32_t place) { return place >= found.rows.size(); });
        }
        const auto taken = [&places](const std::vector<std::uint32_t>& all) {
            std::vector<std::uint32_t> some(places.size());
            std::ranges::transform(places, some.begin(), [&all](std::uint32_t place) { return all[place]; });
            return some;
        };
        rows_ = taken(found.rows);
        if (found.layers)
            layers_ = taken(*found.layers);
    }

    void write() const {
        data::Table::Selection selection{.rows = rows_, .layers = layers_};
        if (!columns_.empty())
            selection.columns = columns_;
        if (settings_.output && data::ending_of(*settings_.output) != ".csv")
            return write_arrays(*settings_.output, selection);
        std::string header, text;
        std::vector<std::int64_t> sizes; // of rows that are dealt
        on_all_ranks([&] {
            header = text_of(part_of(selection, 0, 0));
            const std::size_t at_once = owners_.empty() ? rows_.size() : 1;
            for (std::size_t first = 0; first < rows_.size(); first += at_once) {
                const std::string lines = text_of(part_of(selection, first, at_once));
                text.append(lines, header.size());
                sizes.push_back(std::ssize(lines) - std::ssize(header));
            }
        });
        if (!owners_.empty()) {
            const auto dealt = deal_rows(*ranks_, owners_, std::as_bytes(std::span(text)), sizes);
            text.assign(reinterpret_cast<const char*>(dealt.data()), dealt.size());
        }
        if (is_speaker())
            text.insert(0, header);
        write_own_text(settings_.output, text);
    }

private:
    bool are_ids() const { return emit_of(settings_, table_) == SkylineEmit::ids; }
    std::size_t id(std::uint32_t row) const { return table_.first_row() + row; }

    static data::Table::Selection part_of(data::Table::Selection all, std::size_t first, std::size_t rows) {
        all.rows = all.rows.subspan(first, rows);
        if (all.layers)
            all.layers = all.layers->subspan(first, rows);
        return all;
    }

    std::string text_of(const data::Table::Selection& selection) const {
        if (!are_ids())
            return table_.csv_rows(selection);
        std::string text = selection.layers ? "id,layer\n" : "id\n";
        for (std::size_t i = 0; i < selection.rows.size(); ++i) {
            text += std::to_string(id(selection.rows[i]));
            text += selection.layers ? fmt::format(",{}\n", (*selection.layers)[i]) : "\n";
        }
        return text;
    }

    data::NpyArray ids() const {
        std::vector<std::uint32_t> numbers;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            numbers.push_back(static_cast<std::uint32_t>(id(rows_[i])));
            if (layers_)
                numbers.push_back((*layers_)[i]);
        }
        std::vector<std::size_t> shape{rows_.size()};
        if (layers_)
            shape.push_back(2);
        return data::make_npy<std::uint32_t>(numbers, shape);
    }

    void write_arrays(const std::string& path, const data::Table::Selection& selection) const {
        data::NpzArrays arrays;
        on_all_ranks([&] {
            if (are_ids())
                arrays.emplace_back("ids", ids());
            else
                arrays = table_.arrays_to_write(path, selection);
        });
        if (!owners_.empty())
            for (auto& [name, array] : arrays) {
                const std::vector<std::int64_t> sizes(
                    rows_.size(), std::ssize(array.bytes) / std::max<std::int64_t>(std::ssize(rows_), 1));
                array.bytes = deal_rows(*ranks_, owners_, array.bytes, sizes);
                array.shape.front() = static_cast<std::size_t>(own_slice(std::ssize(owners_)).size);
            }
        if (data::ending_of(path) == ".npy")
            return write_own_npy(path, arrays[0].second, arrays[0].second.bytes);
        std::vector<data::NpzPart> parts;
        for (const auto& [name, array] : arrays)
            parts.push_back({name, array, array.bytes});
        write_own_npz(path, parts, false); // offset is a column
    }

    const data::Table& table_;
    const SkylineSettings& settings_;
    std::vector<std::size_t> columns_;
    std::vector<tables::SortColumn> sort_;
    std::vector<std::uint32_t> rows_;
    std::optional<std::vector<std::uint32_t>> layers_;
    std::vector<std::int32_t> owners_; ///< of all rows in the order of --sort: the ranks that have them
    ranks::Communicator* const ranks_ = joined_ranks();
};

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
    check_rows(settings);
    const BackendRequest request = skyline_request(command, settings, settings.algorithm);
    interruptible([&] {
        std::optional<std::size_t> known;
        const std::unique_ptr<data::Table> table = read(settings, known);
        ranks::Communicator* const ranks = joined_ranks();
        std::optional<Written> written;
        std::optional<SkylineBackend> backend;
        skyline::TableQuery query;
        std::string note;
        on_all_ranks([&] {
            check_output(settings, *table);
            written.emplace(*table, settings);
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
            written->take(found, query.options.cpu);
            if (interrupted())
                throw Cancelled();
        });
        const bool tells = !ranks || ranks->rank() == 0;
        if (!note.empty() && tells)
            print_message(note);
        written->write();
        const std::string text = !settings.stats             ? report.heading()
                                 : settings.format == "json" ? report.json()
                                                             : report.text();
        // Without a file, standard output carries the result.
        if (settings.output)
            print(text);
        else if (tells && (settings.stats || found.dropped > 0))
            print_progress(text);
        end_work();
    });
}

void add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& values,
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
    command.add_output("-o,--output", settings.output, {.endings = {".csv", ".npy", ".npz"}},
                       "file for the result (.csv, .npy, .npz); default: CSV to standard output");
    command
        .add_input(
            "--add", settings.add,
            "new rows, with the columns of DATA, for a skyline DATA that was written as rows: with the "
            "options it was found with, gives the skyline of all rows; not with --layers or --emit ids")
        ->type_name("FILE");
    add_table_options(command, settings.text);
    add_list(command, "--max", settings.max, "columns whose large values are better");
    add_list(command, "--min", settings.min,
             "columns whose small values are better (default, without --max: all of numbers)");
    const CLI::Option* ignore =
        add_list(command, "--ignore", settings.ignore, "columns with numbers that take no part");
    command.require(ignore, "neither --min nor --max",
                    [&settings = settings] { return settings.min.empty() && settings.max.empty(); });
    command.add_option("--diff", settings.diff, "a skyline for each value of this column")->type_name("COL");
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
    add_list(command, "--columns", settings.columns, "columns to write, in this order; default: all");
    add_list(command, "--sort", settings.sort,
             "columns to sort the result by: COL or COL:desc; missing values come last");
    add_number(command, "--limit", settings.limit, {1, std::numeric_limits<int>::max()},
               "write only the first N rows of the result");
    add_backend_options(command, settings);
    detail::add_taken_option(
        command, "--algorithm",
        fmt::format("auto, or for cpu: {}; for compute: {}", names_with_limits<skyline::Algorithm>(),
                    names_with_limits<skyline::DeviceAlgorithm>()),
        // Options are taken in the order in which they are added, so the backend is known.
        [&settings](const detail::Values& values) {
            settings.algorithm = find_skyline_algorithm(values.front(), settings.backend);
        },
        [] { return std::string("auto"); })
        ->type_name("TEXT")
        ->capture_default_str();
    add_number(command, "--threads", settings.threads, {1, cpu::ThreadTeam::max_threads},
               "threads of the CPU; default: all processors, or fewer for few rows");
    command.add_stats(settings.stats,
                      "report what was done and how long it took; on standard error without --output");
    add_format_option(command, settings.format, {"text", "json"});
    command.require(command.get_option("--format"), "--stats",
                    [&settings = settings] { return settings.stats; });
}

} // namespace scanline::cli
