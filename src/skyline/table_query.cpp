#include "scanline/skyline/table_query.h"

#include "scanline/core/text.h"
#include "scanline/tables/coded_column.h"
#include "scanline/tables/condition.h"
#include "scanline/tables/ordered_values.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace scanline::skyline {

namespace {

using Rows = std::vector<std::uint32_t>;
using Show = std::function<void(double part)>;

class Answering {
public:
    Answering(const data::Table& table, const TableQuery& query,
              const std::function<void(double, const std::string&)>& progress)
        : table_(table), query_(query), progress_(progress), poll_(query.options.cpu.limits.cancelled) {
        for (const QueryColumn& column : query.columns)
            directions_.push_back(column.direction);
        if (query.layers)
            answer_.layers.emplace();
    }

    TableAnswer operator()() {
        if (const std::optional<Keys> keys = keys_of_whole_array()) {
            answer_.filtered = keys->size();
            answer_.groups = 1;
            progress_(0, finding);
            find_in(*keys, {}, [this](double part) { progress_(part, finding); });
            return std::move(answer_);
        }
        progress_(0, reading);
        rows_ = tables::rows_that_meet("--where", query_.where, table_, query_.reading, query_.options.cpu,
                                       shown(0, 0.2, reading));
        answer_.filtered = std::ssize(rows_);
        read_numbers();
        const std::vector<Rows> groups = divide();
        answer_.groups = static_cast<std::int64_t>(groups.size());
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const Show show = [&](double part) {
                progress_(0.5 + (static_cast<double>(i) + part) / static_cast<double>(groups.size()) / 2,
                          finding);
            };
            show(0);
            poll_.ask();
            find_in_group(groups[i], show);
        }
        sort_rows();
        return std::move(answer_);
    }

private:
    /// Without a detour through double precision. None if there is no such array, or if rows have to be read
    /// one by one.
    std::optional<Keys> keys_of_whole_array() const {
        const data::NpyArray* const array = table_.whole_array();
        if (array == nullptr || !query_.where.empty() || query_.diff || !query_.reading.missing.empty())
            return std::nullopt;
        std::vector<KeyColumn> chosen;
        for (const QueryColumn& column : query_.columns) {
            if (column.epsilon)
                return std::nullopt;
            chosen.push_back({column.column, column.direction});
        }
        const auto keys_of_type = [&]<class C>(C /*type*/) {
            const std::span values(reinterpret_cast<const C*>(array->bytes.data()), array->element_count());
            return keys_of_columns<C>(values, table_.columns(), chosen, query_.options.cpu);
        };
        if (array->type == data::ElementType::f32)
            return keys_of_type(float{});
        if (array->type == data::ElementType::i32)
            return keys_of_type(std::int32_t{});
        return std::nullopt;
    }

    /// Shows the parts of some work as those from `first` to `last` of all.
    Show shown(double first, double last, const char* what) const {
        return [this, first, last, what](double part) { progress_(first + part * (last - first), what); };
    }

    /// Fills values_, and leaves the rows without all numbers out of rows_.
    void read_numbers() {
        const std::size_t columns = query_.columns.size();
        std::vector<std::vector<double>> read(columns);
        std::vector<std::span<const double>> numbers(columns);
        tables::for_each_column(columns, rows_.size(), query_.options.cpu, shown(0.2, 0.5, reading),
                                [&](std::size_t number, const tables::ColumnWork& work) {
                                    numbers[number] = numbers_of(query_.columns[number], read[number], work);
                                    if (!query_.drop_nan)
                                        require_all(query_.columns[number].column, numbers[number]);
                                });
        std::size_t kept = 0;
        values_.reserve(rows_.size() * columns);
        for (std::size_t place = 0; place < rows_.size(); ++place) {
            poll_.count(static_cast<std::int64_t>(columns));
            if (std::ranges::any_of(numbers, [&](const auto& column) { return std::isnan(column[place]); }))
                continue;
            for (const std::span<const double> column : numbers)
                values_.push_back(column[place]);
            rows_[kept++] = rows_[place];
        }
        answer_.dropped = static_cast<std::int64_t>(rows_.size() - kept);
        rows_.resize(kept);
    }

    /// The numbers of a column in the rows of rows_: in `read`, unless the caller has those of all rows.
    std::span<const double> numbers_of(const QueryColumn& column, std::vector<double>& read,
                                       const tables::ColumnWork& work) const {
        const bool is_read = column.numbers && !column.epsilon;
        if (is_read && rows_.size() == column.numbers->size())
            return *column.numbers;
        if (is_read) {
            read.resize(rows_.size());
            work.for_each_row([&](std::size_t place) { read[place] = (*column.numbers)[rows_[place]]; });
        } else {
            read = ordered_numbers(table_, column.column, rows_, query_.reading, column.epsilon, work).values;
        }
        return read;
    }

    void require_all(std::size_t column, std::span<const double> numbers) const {
        const auto found = std::ranges::find_if(numbers, [](double number) { return std::isnan(number); });
        if (found == numbers.end())
            return;
        const std::uint32_t row = rows_[static_cast<std::size_t>(found - numbers.begin())];
        const std::string cell = table_.text(row, column);
        throw table_.cell_error(
            row, column,
            fmt::format("is {}: write a number, leave the column out, or leave such rows out with --nan drop",
                        cell.empty() ? "empty" : fmt::format("'{}', a missing value", printable(cell))));
    }

    /// Divides rows_ into groups, in the order of their first rows. Returns indices into rows_.
    std::vector<Rows> divide() const {
        std::vector<Rows> groups;
        if (!query_.diff) {
            groups.emplace_back(rows_.size());
            std::iota(groups[0].begin(), groups[0].end(), 0u);
            return groups;
        }
        CancelPoll poll(query_.options.cpu.limits.cancelled);
        tables::CodedColumn column{.name = table_.title(*query_.diff)};
        const std::vector<std::uint32_t> codes =
            code_cells(table_, *query_.diff, query_.reading, {}, column, {table_.rows(), poll});
        std::vector<std::size_t> groups_of(static_cast<std::size_t>(column.dictionary.size()), none);
        for (std::uint32_t place = 0; place < rows_.size(); ++place) {
            std::size_t& group = groups_of[codes[rows_[place]]];
            if (group == none) {
                group = groups.size();
                groups.emplace_back();
            }
            groups[group].push_back(place);
        }
        return groups;
    }

    // Small groups get fewer threads.
    cpu::Options threads_for(std::size_t rows) const {
        cpu::Options options = query_.options.cpu;
        const auto worth =
            std::max<std::int64_t>(static_cast<std::int64_t>(rows) / cpu::items_of_a_thread, 1);
        options.threads = static_cast<int>(std::min<std::int64_t>(options.threads, worth));
        return options;
    }

    void find_in_group(const Rows& group, const Show& show) {
        const Keys keys = keys_of_numbers(values_of(group), directions_, threads_for(group.size()));
        Rows rows(group.size());
        std::ranges::transform(group, rows.begin(), [this](std::uint32_t place) { return rows_[place]; });
        find_in(keys, rows, show);
    }

    /// rows: of the table, for each row of keys; empty: all of it.
    void find_in(const Keys& keys, const Rows& rows, const Show& show) {
        Options options = query_.options;
        options.cpu = threads_for(static_cast<std::size_t>(keys.size()));
        options.progress = [&show](std::int64_t settled, std::int64_t all) {
            show(static_cast<double>(settled) / static_cast<double>(all));
        };
        const bool on_device = query_.device && keys.size() >= query_.device->min_rows;
        const auto row = [&rows](std::size_t i) {
            return rows.empty() ? static_cast<std::uint32_t>(i) : rows[i];
        };
        if (query_.layers) {
            const Layers layers = on_device
                                      ? peel_layers(keys, *query_.layers, options, query_.device->find, show)
                                      : find_layers(keys, *query_.layers, options, show);
            for (std::size_t i = 0; i < layers.of_row.size(); ++i)
                if (layers.of_row[i] > 0) {
                    answer_.rows.push_back(row(i));
                    answer_.layers->push_back(layers.of_row[i]);
                }
            return count(keys, layers.counters, layers.how);
        }
        const Skyline found = on_device ? query_.device->find(keys, options) : find(keys, options);
        for (const std::uint32_t id : found.ids)
            answer_.rows.push_back(row(id));
        count(keys, found.counters,
              on_device ? ""
              : options.algorithm == Algorithm::automatic
                  ? choose(keys.size(), keys.dimensions).reason
                  : fmt::format("{}, as asked", to_string(options.algorithm)));
    }

    std::vector<double> values_of(const Rows& group) {
        if (group.size() == rows_.size())
            return std::move(values_);
        const std::size_t columns = directions_.size();
        std::vector<double> values;
        values.reserve(group.size() * columns);
        for (const std::uint32_t place : group)
            values.insert(values.end(), values_.begin() + static_cast<std::ptrdiff_t>(place * columns),
                          values_.begin() + static_cast<std::ptrdiff_t>((place + 1) * columns));
        return values;
    }

    // The report names the algorithm of the largest group.
    void count(const Keys& keys, const Counters& counters, std::string how) {
        answer_.counters.dominance_tests += counters.dominance_tests;
        answer_.counters.mask_tests += counters.mask_tests;
        if (keys.size() > largest_)
            answer_.how = std::move(how);
        largest_ = std::max(largest_, keys.size());
    }

    // Groups interleave, so their rows are out of order.
    void sort_rows() {
        Rows order(answer_.rows.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::sort(order, {}, [&](std::uint32_t i) { return answer_.rows[i]; });
        const auto sort = [&](Rows& numbers) {
            Rows sorted;
            for (const std::uint32_t i : order)
                sorted.push_back(numbers[i]);
            numbers = std::move(sorted);
        };
        sort(answer_.rows);
        if (query_.layers)
            sort(*answer_.layers);
    }

    static constexpr const char *reading = "reading rows", *finding = "finding skylines";
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    const data::Table& table_;
    const TableQuery& query_;
    const std::function<void(double, const std::string&)>& progress_;
    CancelPoll poll_;
    std::vector<Direction> directions_;
    Rows rows_;
    std::vector<double> values_; ///< of rows_, row by row
    std::int64_t largest_ = -1;
    TableAnswer answer_;
};

} // namespace

TableAnswer answer(const data::Table& table, const TableQuery& query,
                   const std::function<void(double part, const std::string& what)>& progress) {
    if (table.rows() > std::size_t{points::max_points})
        throw usage_error(fmt::format("skyline: {} rows cannot be searched: there are at most {}",
                                      table.rows(), points::max_points));
    const std::function<void(double, const std::string&)> silent = [](double, const std::string&) {};
    return Answering(table, query, progress ? progress : silent)();
}

} // namespace scanline::skyline
