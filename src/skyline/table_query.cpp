#include "scanline/skyline/table_query.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <unordered_map>
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
    }

    TableAnswer operator()() {
        if (const std::optional<Keys> keys = keys_of_whole_array()) {
            answer_.filtered = keys->size();
            answer_.groups = 1;
            progress_(0, finding);
            find_in(*keys, {}, [this](double part) { progress_(part, finding); });
            return std::move(answer_);
        }
        read_rows();
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
        if (array == nullptr || !query_.where.empty() || query_.diff)
            return std::nullopt;
        std::vector<KeyColumn> chosen;
        for (const QueryColumn& column : query_.columns) {
            if (column.epsilon > 0)
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

    /// Reads a number; none if its row is to be dropped.
    std::optional<double> number(std::size_t row, std::size_t column) const {
        const std::optional<double> number = table_.number(row, column);
        if (number && !std::isnan(*number))
            return number;
        if (!query_.drop_nan)
            throw table_.cell_error(row, column,
                                    number
                                        ? "is not a number (NaN): correct it, leave the column out, or leave "
                                          "such rows out with --nan drop"
                                        : "is empty: write a number, leave the column out, or leave such "
                                          "rows out with --nan drop");
        return std::nullopt;
    }

    /// None if the row is to be dropped.
    std::optional<bool> meets(std::size_t row, const Condition& condition) const {
        if (condition.is_of_equality())
            return condition.holds(table_.text(row, condition.column));
        const std::optional<double> value = number(row, condition.column);
        return value ? std::optional(condition.holds(*value)) : std::nullopt;
    }

    void read_rows() {
        for (std::uint32_t row = 0; row < table_.rows(); ++row) {
            if (row % 4096 == 0)
                progress_(static_cast<double>(row) / static_cast<double>(table_.rows()) / 2, "reading rows");
            poll_.count(static_cast<std::int64_t>(16 * query_.columns.size()));
            read_row(row);
        }
    }

    void read_row(std::uint32_t row) {
        bool whole = true;
        for (const Condition& condition : query_.where) {
            const std::optional<bool> met = meets(row, condition);
            if (met && !*met)
                return;
            whole &= met.has_value();
        }
        ++answer_.filtered;
        const std::size_t size = values_.size();
        for (const QueryColumn& column : query_.columns) {
            const std::optional<double> value = whole ? number(row, column.column) : std::nullopt;
            whole &= value.has_value();
            if (whole)
                values_.push_back(column.epsilon > 0 ? std::floor(*value / column.epsilon) : *value);
        }
        if (whole) {
            rows_.push_back(row);
            return;
        }
        values_.resize(size);
        ++answer_.dropped;
    }

    /// Divides rows_ into groups, in the order of their first rows. Returns indices into rows_.
    std::vector<Rows> divide() const {
        std::vector<Rows> groups;
        if (!query_.diff) {
            groups.emplace_back(rows_.size());
            std::iota(groups[0].begin(), groups[0].end(), 0u);
            return groups;
        }
        std::unordered_map<std::string, std::size_t> numbers;
        for (std::uint32_t place = 0; place < rows_.size(); ++place) {
            const auto [group, is_new] =
                numbers.try_emplace(table_.text(rows_[place], *query_.diff), groups.size());
            if (is_new)
                groups.emplace_back();
            groups[group->second].push_back(place);
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
        const bool on_device = query_.device && keys.size() >= query_.device->least_rows;
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
                    answer_.layers.push_back(layers.of_row[i]);
                }
            return count(keys, layers.counters, on_device ? query_.device->how : layers.how);
        }
        const Skyline found = on_device ? query_.device->find(keys, options.progress) : find(keys, options);
        for (const std::uint32_t id : found.ids)
            answer_.rows.push_back(row(id));
        count(keys, found.counters,
              on_device ? query_.device->how
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
        if (answer_.how.empty() || keys.size() > largest_)
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
            sort(answer_.layers);
    }

    static constexpr const char* finding = "finding skylines";

    const data::Table& table_;
    const TableQuery& query_;
    const std::function<void(double, const std::string&)>& progress_;
    CancelPoll poll_;
    std::vector<Direction> directions_;
    Rows rows_;
    std::vector<double> values_; ///< of rows_, row by row
    std::int64_t largest_ = 0;
    TableAnswer answer_;
};

} // namespace

TableAnswer answer(const data::Table& table, const TableQuery& query,
                   const std::function<void(double part, const std::string& what)>& progress) {
    if (table.rows() > std::size_t{points::max_points})
        throw usage_error(fmt::format("skyline: {} rows cannot be searched: there are at most {}",
                                      table.rows(), points::max_points));
    return Answering(table, query, progress)();
}

} // namespace scanline::skyline
