#include "experiments/skyline_experiments.h"

#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <utility>

// The claims of the paper's section 6.2 about SkyAlign, its variants and GGS (sorted-blocks) on an NVIDIA GTX
// Titan, and further ones of this project, which has neither BSkyTree nor Hybrid: the CPU's box-tree stands
// for Hybrid.

namespace scanline::systems {

namespace {

using skyline::Kind;

constexpr std::string_view align = "sky-align", ggs = "sorted-blocks", no_quart = "sky-align-no-quart",
                           no_sync = "sky-align-no-sync", padded = "sky-align-padded";
constexpr int max_columns = 16, padded_columns = 8;
/// The paper finds that a GPU pays off from 6 columns on, and that DTs fall from 10 columns on.
constexpr int min_columns = 6, falling_columns = 10;
constexpr double nearly_ten_times = 8, nearly_five_orders = 1e4;

/// A table of the sweep.
struct Table {
    std::string kind;
    std::int64_t rows;
    int columns;

    bool operator==(const Table&) const = default;
};

Table table_of(Kind kind, std::int64_t rows, int columns) {
    return {std::string(to_string(kind)), rows, columns};
}

std::string describe(const Table& table) {
    return fmt::format("{}, {} x {}", table.kind, element_count(table.rows), table.columns);
}

const Row& row_of(const Results& results, const Table& table, std::string_view algorithm) {
    return measured_row(results, {{kind_axis, table.kind},
                                  {elements_axis, table.rows},
                                  {dimensions_axis, table.columns},
                                  {algorithm_axis, algorithm},
                                  {by_axis, by_scanline_compute}});
}

MedianInterval ratio(const Results& results, const Table& table, std::string_view over,
                     std::string_view under) {
    return ratio_of_rounds(row_of(results, table, over), row_of(results, table, under), describe(table));
}

using Applies = std::function<bool(const Table& table)>;

// The tables that apply, by rows, then columns.
std::vector<Table> tables_of(const Results& results, const Applies& applies) {
    std::vector<Table> tables = distinct_values(results, [](const Row& row) {
        return Table{row[kind_axis], row[elements_axis], row[dimensions_axis]};
    });
    std::erase_if(tables, [&](const Table& table) { return !applies(table); });
    if (tables.empty())
        throw NotMeasured("not measured: a table that this claim is about");
    std::ranges::sort(tables, {}, [](const Table& table) { return std::pair(table.rows, table.columns); });
    return tables;
}

bool is_hard(const Table& table) {
    return table.kind != to_string(Kind::correlated) && table.columns >= min_columns;
}

bool is_anticorrelated(const Table& table) {
    return table.kind == to_string(Kind::anticorrelated);
}

// Judges whether one takes at least as long as the other on every table; the evidence is the least ratio.
Judge never_faster(const std::vector<std::string_view>& slow, std::string_view fast,
                   const Applies& applies = is_hard) {
    return [=](const Results& results) -> Finding {
        std::vector<Finding> findings;
        std::optional<MedianInterval> least;
        std::string where;
        for (const Table& table : tables_of(results, applies)) {
            for (const std::string_view algorithm : slow) {
                const MedianInterval one = ratio(results, table, algorithm, fast);
                findings.push_back({at_least(one, 1), {}});
                if (!least || one.median < least->median) {
                    least = one;
                    where = fmt::format("{}, {}", algorithm, describe(table));
                }
            }
        }
        return {all_of(findings).holds, fmt::format("the least of {} ratios is {} ({})", findings.size(),
                                                    interval_text(*least, 2), where)};
    };
}

// Against GGS, and the fastest of the CPU.
Finding is_far_ahead(const Results& results) {
    const Table table = table_of(Kind::anticorrelated, default_rows, max_columns);
    std::vector<const Row*> others = measured_rows(results, {{kind_axis, table.kind},
                                                             {elements_axis, table.rows},
                                                             {dimensions_axis, table.columns},
                                                             {by_axis, by_scanline_cpu}});
    if (others.empty())
        throw NotMeasured("not measured: the CPU, " + describe(table));
    others.push_back(&row_of(results, table, ggs));
    const Row& next = fastest(others);
    const MedianInterval lead = ratio_of_rounds(next, row_of(results, table, align), describe(table));
    return {at_least(lead, nearly_ten_times),
            fmt::format("{} takes {} times as long", next[algorithm_axis], interval_text(lead, 1))};
}

// Time with the most rows over time with the fewest.
Finding grows_fastest(const Results& results) {
    return judge_each(enumerators<skyline::Kind>, [&](Kind kind) -> Finding {
        const std::vector<Table> tables = tables_of(results, [&](const Table& table) {
            return table.kind == to_string(kind) && table.columns == default_columns;
        });
        if (tables.size() < 2)
            throw NotMeasured("there is one number of rows");
        const auto growth = [&](std::string_view algorithm) {
            return row_of(results, tables.back(), algorithm).milliseconds().median /
                   row_of(results, tables.front(), algorithm).milliseconds().median;
        };
        const double theirs = growth(ggs), ours = growth(align);
        return {theirs > ours,
                fmt::format("{}: {:.1f} times, SkyAlign {:.1f}", to_string(kind), theirs, ours)};
    });
}

Finding makes_many_tests(const Results& results) {
    const Table table = table_of(Kind::anticorrelated, default_rows, max_columns);
    const auto tests = [&](std::string_view algorithm) {
        return tests_per_row(row_of(results, table, algorithm)).value_or(0);
    };
    const double theirs = tests(ggs), ours = tests(align);
    return {theirs >= nearly_five_orders * ours,
            fmt::format("{} of a row, SkyAlign {}", three_digits(theirs), three_digits(ours))};
}

// Judges whether a value only rises, or only falls, with the number of columns, for each kind of table.
Judge steady(std::optional<double> of(const Row& row), bool rises) {
    return [=](const Results& results) {
        return judge_each(std::vector{Kind::independent, Kind::anticorrelated}, [&](Kind kind) -> Finding {
            const std::vector<Table> tables = tables_of(results, [&](const Table& table) {
                return table.kind == to_string(kind) && table.rows == default_rows &&
                       table.columns >= falling_columns;
            });
            std::vector<double> values;
            for (const Table& table : tables)
                values.push_back(of(row_of(results, table, align)).value_or(0));
            const bool holds = rises ? std::ranges::is_sorted(values, std::less_equal())
                                     : std::ranges::is_sorted(values, std::greater_equal());
            return {values.size() < 2 ? std::nullopt : std::optional(holds),
                    fmt::format("{}: {}", to_string(kind), joined(values, three_digits, " "))};
        });
    };
}

// Quotients at the last of these tables over those at the first.
Judge changes(std::string_view variant, bool rises, const Applies& applies) {
    return [=](const Results& results) -> Finding {
        const std::vector<Table> tables = tables_of(results, applies);
        if (tables.size() < 2)
            throw NotMeasured("there is one such table");
        const MedianInterval first = ratio(results, tables.front(), variant, align),
                             last = ratio(results, tables.back(), variant, align);
        return {bench::changes(first, last, rises),
                fmt::format("{}: {}; {}: {}", describe(tables.front()), interval_text(first, 2),
                            describe(tables.back()), interval_text(last, 2))};
    };
}

Finding pads_well_with_few_columns(const Results& results) {
    const auto judge = [&](int columns) -> Finding {
        const MedianInterval one =
            ratio(results, table_of(Kind::independent, default_rows, columns), padded, align);
        return {columns == padded_columns ? at_most(one, 1) : at_least(one, 1),
                fmt::format("{} columns: {}", columns, interval_text(one, 2))};
    };
    return judge_each(std::vector{padded_columns, max_columns}, judge, "its time over SkyAlign's: ");
}

} // namespace

Claims skyline_claims() {
    const Applies by_columns = [](const Table& table) {
        return is_anticorrelated(table) && is_hard(table) && table.rows == default_rows;
    };
    const Applies by_rows = [](const Table& table) {
        return is_anticorrelated(table) && table.columns == default_columns;
    };
    return Claims{
        {"SkyAlign is at least as fast as GGS on independent and anticorrelated values of 6 columns and more",
         never_faster({ggs}, align), on_gpu},
        {fmt::format("SkyAlign is nearly an order of magnitude, at least {} times, as fast as the next on {} "
                     "anticorrelated columns",
                     nearly_ten_times, max_columns),
         is_far_ahead, on_gpu},
        {"the time of GGS grows faster with the number of rows than that of SkyAlign", grows_fastest, on_gpu},
        {fmt::format(
             "GGS makes nearly five orders of magnitude, at least {} times, as many dominance tests as "
             "SkyAlign on {} anticorrelated columns",
             nearly_five_orders, max_columns),
         makes_many_tests},
        {fmt::format("SkyAlign makes fewer dominance tests the more columns there are, from {} on",
                     falling_columns),
         steady([](const Row& row) { return tests_per_row(row); }, false)},
        {fmt::format("the work of SkyAlign rises with the number of columns, from {} on", falling_columns),
         steady(work_per_row, true)},
        {"without quartiles, SkyAlign is never faster", never_faster({no_quart}, align), on_gpu},
        {"quartiles are worth more, the more columns there are", changes(no_quart, true, by_columns), on_gpu},
        {"quartiles are worth more, the more rows there are", changes(no_quart, true, by_rows), on_gpu},
        {fmt::format("of {} columns, SkyAlign is never faster without repacking, however many rows there are",
                     default_columns),
         never_faster({no_sync}, align,
                      [](const Table& table) { return is_hard(table) && table.columns == default_columns; }),
         on_gpu},
        {"repacking is worth less, the more anticorrelated columns there are",
         changes(no_sync, false, by_columns), on_gpu},
        {fmt::format("padded cells are faster for {} independent columns, and slower for {}", padded_columns,
                     max_columns),
         pads_well_with_few_columns, on_gpu},
        {"what Scanline takes by itself is at least as fast as SkyAlign, its variants and GGS",
         never_faster({align, no_sync, no_quart, padded, ggs}, "auto",
                      [](const Table& table) { return table.columns >= min_columns; }),
         on_gpu}}
        .about(default_rows);
}

} // namespace scanline::systems
