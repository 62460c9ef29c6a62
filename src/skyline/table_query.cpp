#include "scanline/skyline/table_query.h"

#include "rank_skyline.h"

#include "scanline/core/text.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/lists.h"
#include "scanline/tables/column_coder.h"
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
        progress_(0, reading);
        on_all_ranks([&] {
            if (table_.rows() > std::size_t{points::max_points})
                throw usage_error(fmt::format("skyline: {} rows cannot be searched: there are at most {}",
                                              table_.rows(), points::max_points));
        });
        if (!query_.where.empty())
            rows_ = tables::rows_that_meet("--where", query_.where, table_, query_.reading,
                                           query_.options.cpu, shown(0, 0.2, reading), query_.ranks);
        if (query_.diff)
            code_groups();
        on_all_ranks([&] { find_own(); });
        if (query_.ranks != nullptr)
            join_ranks(*query_.ranks);
        count_layers();
        return std::move(answer_);
    }

private:
    template <class Action>
    void on_all_ranks(Action action) {
        ranks::agree_on(query_.ranks, action);
    }

    /// Gives each row the number of its group, the same on all ranks.
    void code_groups() {
        const tables::ColumnWork work(table_.rows(), poll_);
        diff_.name = table_.title(*query_.diff);
        const auto coder = make_column_coder(table_, *query_.diff, query_.reading, {}, diff_);
        on_all_ranks([&] { coder->look(work); });
        if (query_.ranks != nullptr)
            coder->share(*query_.ranks);
        on_all_ranks([&] { codes_ = coder->code(work); });
    }

    /// Answers for the rows of this table alone.
    void find_own() {
        if (const std::optional<Keys> keys = keys_of_whole_array()) {
            answer_.filtered = keys->size();
            answer_.groups = 1;
            progress_(0, finding);
            return find_in(*keys, {}, [this](double part) { progress_(part, finding); });
        }
        if (query_.where.empty()) {
            rows_.resize(table_.rows());
            std::iota(rows_.begin(), rows_.end(), 0u);
        }
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
    }

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
        std::vector<std::size_t> groups_of(static_cast<std::size_t>(diff_.dictionary.size()), none);
        for (std::uint32_t place = 0; place < rows_.size(); ++place) {
            std::size_t& group = groups_of[codes_[rows_[place]]];
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
        const bool on_device = is_for_device(keys);
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
        const Skyline found = find_one(keys, options);
        for (const std::uint32_t id : found.ids)
            answer_.rows.push_back(row(id));
        count(keys, found.counters,
              on_device ? ""
              : options.algorithm == Algorithm::automatic
                  ? choose(keys.size(), keys.dimensions).reason
                  : fmt::format("{}, as asked", to_string(options.algorithm)));
    }

    bool is_for_device(const Keys& keys) const {
        return query_.device && keys.size() >= query_.device->min_rows;
    }
    Skyline find_one(const Keys& keys, const Options& options) const {
        return is_for_device(keys) ? query_.device->find(keys, options) : find(keys, options);
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

    /// Leaves those of the rows that stay beside the rows of all ranks, and adds up the counts.
    void join_ranks(ranks::Communicator& ranks) {
        progress_(1, comparing);
        RankFinder finder{[this](const Keys& keys, Options options) {
            options.cpu = threads_for(static_cast<std::size_t>(keys.size()));
            options.progress = [](std::int64_t, std::int64_t) {};
            return find_one(keys, options);
        }};
        if (query_.device)
            finder.min_device_rows = query_.device->min_rows;
        const RankLayers found =
            peel_over_ranks(ranks, rows_of_rank(ranks), query_.layers.value_or(1), query_.options, finder);
        const Rows rows = std::exchange(answer_.rows, {});
        if (query_.layers)
            answer_.layers.emplace();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (found.of_row[i] > 0) {
                answer_.rows.push_back(rows[i]);
                if (query_.layers)
                    answer_.layers->push_back(found.of_row[i]);
            }
        if (query_.diff) {
            std::vector<std::uint64_t> in_group(static_cast<std::size_t>(diff_.dictionary.size()));
            for (const std::uint32_t row : rows)
                in_group[codes_[row]] = 1;
            ranks.add(in_group);
            answer_.groups = std::ssize(in_group) - std::ranges::count(in_group, 0u);
        }
        answer_.sent = found.sent;
        Counters& counters = answer_.counters;
        counters.dominance_tests += found.counters.dominance_tests;
        counters.mask_tests += found.counters.mask_tests;
        for (std::int64_t* count : {&answer_.filtered, &answer_.dropped, &answer_.sent,
                                    &counters.dominance_tests, &counters.mask_tests})
            *count = ranks::share_of(ranks, *count).all;
    }

    GroupedRows rows_of_rank(ranks::Communicator& ranks) {
        const std::size_t columns = query_.columns.size();
        std::vector<tables::OrderedNumbers> numbers(columns);
        on_all_ranks([&] {
            tables::for_each_column(columns, answer_.rows.size(), query_.options.cpu, {},
                                    [&](std::size_t number, const tables::ColumnWork& work) {
                                        const QueryColumn& column = query_.columns[number];
                                        numbers[number] =
                                            ordered_numbers(table_, column.column, answer_.rows,
                                                            query_.reading, column.epsilon, work);
                                    });
        });
        order_over_ranks(ranks, numbers);
        GroupedRows rows{columns + 1};
        rows.numbers.reserve(answer_.rows.size() * rows.columns);
        for (std::size_t place = 0; place < answer_.rows.size(); ++place) {
            rows.numbers.push_back(query_.diff ? codes_[answer_.rows[place]] : 0);
            for (std::size_t column = 0; column < columns; ++column)
                rows.numbers.push_back(numbers[column].values[place] *
                                       (directions_[column] == Direction::min ? 1 : -1));
        }
        return rows;
    }

    void count_layers() {
        std::vector<std::int64_t>& sizes = answer_.sizes;
        for (std::size_t i = 0; i < answer_.rows.size(); ++i) {
            const std::size_t layer = answer_.layers ? (*answer_.layers)[i] : 1;
            sizes.resize(std::max(sizes.size(), layer));
            ++sizes[layer - 1];
        }
        if (query_.ranks == nullptr)
            return;
        sizes.resize(std::ranges::max(ranks::gather(*query_.ranks, sizes.size())));
        for (std::int64_t& size : sizes)
            size = ranks::share_of(*query_.ranks, size).all;
    }

    static constexpr const char *reading = "reading rows", *finding = "finding skylines",
                                *comparing = "comparing with other ranks";
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    const data::Table& table_;
    const TableQuery& query_;
    const std::function<void(double, const std::string&)>& progress_;
    CancelPoll poll_;
    std::vector<Direction> directions_;
    Rows rows_;
    std::vector<double> values_;       ///< of rows_, row by row
    tables::CodedColumn diff_;         ///< with its groups
    std::vector<std::uint32_t> codes_; ///< of all rows, in diff_
    std::int64_t largest_ = -1;
    TableAnswer answer_;
};

} // namespace

TableAnswer answer(const data::Table& table, const TableQuery& query,
                   const std::function<void(double part, const std::string& what)>& progress) {
    const std::function<void(double, const std::string&)> silent = [](double, const std::string&) {};
    return Answering(table, query, progress ? progress : silent)();
}

} // namespace scanline::skyline
