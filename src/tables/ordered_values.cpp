#include "scanline/tables/ordered_values.h"

#include "scanline/core/text.h"
#include "scanline/ranks/lists.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace scanline::tables {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// The rank of each value among the distinct ones.
template <class Value>
struct Ranked {
    std::vector<double> values; ///< ranks, NaN if missing
    std::vector<Value> distinct;
};
template <class Value>
Ranked<Value> ranks_of(const std::vector<std::optional<Value>>& values, CancelPoll& poll) {
    std::vector<Value> distinct;
    for (const std::optional<Value>& value : values)
        if (value)
            distinct.push_back(*value);
    cancellable_sort(distinct.begin(), distinct.end(), std::less<>(), poll);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::vector<double> ranks;
    ranks.reserve(values.size());
    for (const std::optional<Value>& value : values) {
        poll.count();
        ranks.push_back(
            value ? static_cast<double>(std::ranges::lower_bound(distinct, *value) - distinct.begin())
                  : missing);
    }
    return {std::move(ranks), std::move(distinct)};
}

/// Makes ranks among this rank's values ranks among those of all.
template <class Of>
void rank_over_ranks(ranks::Communicator& ranks, Of& order) {
    const auto own = std::move(order.distinct);
    if constexpr (std::is_same_v<Of, Ranked<std::string>>)
        order.distinct = gather_texts(ranks, own);
    else
        order.distinct = gather_lists(ranks, std::span(own));
    std::ranges::sort(order.distinct);
    order.distinct.erase(std::unique(order.distinct.begin(), order.distinct.end()), order.distinct.end());
    for (double& value : order.values)
        if (!std::isnan(value))
            value = static_cast<double>(
                std::ranges::lower_bound(order.distinct, own[static_cast<std::size_t>(value)]) -
                order.distinct.begin());
}

/// A number without a double of its own.
struct Untold {
    std::size_t place;
    Decimal number;
};

OrderedNumbers ranked(const std::vector<double>& values, const std::vector<Untold>& untold,
                      CancelPoll& poll) {
    std::vector<std::optional<Decimal>> numbers;
    numbers.reserve(values.size());
    for (auto next = untold.begin(); const double value : values) {
        poll.count(16);
        if (next != untold.end() && next->place == numbers.size())
            numbers.emplace_back(next++->number);
        else
            numbers.push_back(std::isnan(value) ? std::nullopt : std::optional(decimal_of(value)));
    }
    auto [ranks, distinct] = ranks_of(numbers, poll);
    return {std::move(ranks), true, std::move(distinct)};
}

class NumberReader {
public:
    NumberReader(const data::Table& table, std::size_t column, std::size_t rows, const Reading& reading,
                 const std::optional<Decimal>& step)
        : table_(table), column_(column), reading_(reading), step_(step),
          has_plain_elements_(!step && reading.missing.empty()), is_text_(!step && table.is_text()) {
        values_.reserve(rows);
    }

    void read(std::size_t row) {
        std::string buffer;
        read(row, is_text_ ? table_.text_view(row, column_, buffer) : std::string_view());
    }

    /// cell: its text, if the table is one of text.
    void read(std::size_t row, std::string_view cell) {
        if (is_text_)
            if (const std::optional<double> number = short_number(cell))
                return values_.push_back(*number);
        if (const std::optional<data::ArrayNumber> element =
                has_plain_elements_ ? table_.element(row, column_) : std::nullopt)
            std::visit(
                [this](auto number) {
                    constexpr double exact = 0x1p53;
                    const auto value = static_cast<double>(number);
                    if (std::is_floating_point_v<decltype(number)> || std::abs(value) < exact)
                        values_.push_back(value);
                    else
                        add(decimal_of(number));
                },
                *element);
        else if (const std::optional<Decimal> number = number_in(table_, row, column_, reading_))
            add(step_ && number->is_finite() ? steps_in(*number, row) : *number);
        else
            values_.push_back(missing);
    }

    OrderedNumbers ordered(CancelPoll& poll) && {
        if (untold_.empty())
            return {std::move(values_)};
        return ranked(values_, untold_, poll);
    }

private:
    /// A number of so few digits that is_told_by_double().
    std::optional<double> short_number(std::string_view cell) const {
        constexpr double least = 1e-250, greatest = 1e250;
        if (cell.size() > std::size_t{std::numeric_limits<double>::digits10})
            return std::nullopt;
        const std::optional<double> number = plain_double(cell, reading_);
        if (number == 0)
            return 0; // also for -0
        return number && std::abs(*number) > least && std::abs(*number) < greatest ? number : std::nullopt;
    }

    void add(const Decimal& number) {
        if (!is_told_by_double(number))
            untold_.push_back({values_.size(), number});
        values_.push_back(number_of(number));
    }

    Decimal steps_in(const Decimal& number, std::size_t row) const {
        if (const std::optional<Int128> steps = floor_of_ratio(number, *step_))
            return normal_decimal(*steps, 0);
        throw table_.cell_error(
            row, column_,
            fmt::format("is more than 10^38 steps of {}: take larger steps, or none", text_of(*step_)));
    }

    const data::Table& table_;
    const std::size_t column_;
    const Reading& reading_;
    const std::optional<Decimal> step_;
    const bool has_plain_elements_, is_text_;
    std::vector<double> values_;
    std::vector<Untold> untold_;
};

using Order = std::variant<OrderedNumbers, Ranked<Date>, Ranked<std::string>>;

/// The values of a column as doubles of the same order, NaN if missing.
Order order_of(const data::Table& table, std::size_t column, const ColumnType& type,
               std::span<const std::uint32_t> rows, const Reading& reading, const ColumnWork& work) {
    if (type.kind == Kind::number)
        return ordered_numbers(table, column, rows, reading, {}, work);
    if (type.kind == Kind::date && !type.dates)
        throw usage_error(fmt::format("several formats fit the dates of {}: choose one by --date-format",
                                      table.title(column)));
    const bool is_as_written = is_text_as_written(table, column, reading);
    const auto ranks = [&](auto read) -> Order {
        std::vector<decltype(read(std::string()))> values;
        values.reserve(rows.size());
        work.for_each_row([&](std::size_t place) {
            const std::string cell = table.text(rows[place], column);
            const bool is_value = is_as_written ? !cell.empty() : !is_missing(cell, reading);
            values.push_back(is_value ? read(cell) : std::nullopt);
        });
        return ranks_of(values, work.poll());
    };
    return type.kind == Kind::date ? ranks([&](const std::string& cell) { return type.dates->read(cell); })
                                   : ranks([](const std::string& cell) { return std::optional(cell); });
}

/// Of the rows of all ranks, if there are several.
template <class Of>
std::vector<double> values_of(Of& order, ranks::Communicator* ranks) {
    if (ranks == nullptr)
        return std::move(order.values);
    if constexpr (std::is_same_v<Of, OrderedNumbers>)
        order_over_ranks(*ranks, {&order, 1});
    else
        rank_over_ranks(*ranks, order);
    return gather_lists(*ranks, std::span<const double>(order.values));
}

} // namespace

Decimal parse_step(std::string_view what, std::string_view text) {
    const std::optional<Decimal> step = read_decimal(text);
    constexpr std::int64_t most = 1'000'000'000'000'000;
    if (!step || step->units <= 0 || step->units >= most || !step->is_finite())
        throw usage_error(fmt::format("{}: '{}' is not a number greater than 0, of up to 15 digits", what,
                                      printable(text)));
    return *step;
}

OrderedNumbers ordered_numbers(const data::Table& table, std::size_t column,
                               std::span<const std::uint32_t> rows, const Reading& reading,
                               const std::optional<Decimal>& step, const ColumnWork& work) {
    NumberReader reader(table, column, rows.size(), reading, step);
    work.for_each_row([&](std::size_t place) { reader.read(rows[place]); });
    return std::move(reader).ordered(work.poll());
}

void order_over_ranks(ranks::Communicator& ranks, std::span<OrderedNumbers> columns) {
    std::vector<std::uint64_t> ranked_on;
    for (const OrderedNumbers& column : columns)
        ranked_on.push_back(column.are_ranks);
    ranks.add(ranked_on);
    for (std::size_t number = 0; number < columns.size(); ++number) {
        if (ranked_on[number] == 0)
            continue;
        OrderedNumbers& column = columns[number];
        CancelPoll poll;
        if (!column.are_ranks)
            column = ranked(column.values, {}, poll);
        rank_over_ranks(ranks, column);
    }
}

std::vector<TypedNumbers> typed_numbers(const data::Table& table, std::span<const std::size_t> columns,
                                        const Reading& reading, const cpu::Options& options,
                                        ranks::Communicator* ranks) {
    std::vector<TypeSniffer> sniffers(columns.size(), TypeSniffer(reading));
    std::vector<OrderedNumbers> numbers(columns.size());
    const auto read = [&](std::size_t number, const ColumnWork& work) {
        const std::size_t column = columns[number];
        TypeSniffer& sniffer = sniffers[number];
        if (!table.is_text() || is_text_as_written(table, column, reading))
            return sniff(table, column, reading, sniffer, work.poll());
        NumberReader reader(table, column, table.rows(), reading, {});
        std::string buffer;
        work.for_each_row([&](std::size_t row) {
            if (sniffer.is_text())
                return;
            const std::string_view cell = table.text_view(row, column, buffer);
            if (!is_missing(cell, reading))
                sniffer.add(cell);
            if (sniffer.can_be_numbers())
                reader.read(row, cell);
        });
        if (sniffer.can_be_numbers())
            numbers[number] = std::move(reader).ordered(work.poll());
    };
    for_each_column(columns.size(), table.rows(), options, {}, read);
    if (ranks != nullptr) {
        merge_over_ranks(*ranks, sniffers);
        order_over_ranks(*ranks, numbers);
    }
    std::vector<TypedNumbers> typed(columns.size());
    for (std::size_t number = 0; number < columns.size(); ++number)
        if ((typed[number].type = sniffers[number].type()).kind == Kind::number)
            typed[number].numbers = std::move(numbers[number].values);
    return typed;
}

SortColumn parse_sort_column(std::string_view option, const data::Table& table, std::string_view text) {
    const bool is_name = std::ranges::find(table.names(), text) != table.names().end();
    for (const auto& [ending, is_descending] : {std::pair(":desc", true), {":asc", false}})
        if (!is_name && text.ends_with(ending))
            return {table.column(option, text.substr(0, text.rfind(':'))), is_descending};
    return {table.column(option, text)};
}

std::vector<std::uint32_t> sorted_rows(const data::Table& table, std::span<const std::uint32_t> rows,
                                       std::span<const SortColumn> columns, const Reading& reading,
                                       const cpu::Options& options, ranks::Communicator* ranks) {
    std::vector<std::size_t> numbers(columns.size());
    std::ranges::transform(columns, numbers.begin(), &SortColumn::column);
    const std::vector<ColumnType> types = types_of(table, numbers, reading, options, ranks);
    std::vector<Order> found(columns.size());
    for_each_column(columns.size(), rows.size(), options, {},
                    [&](std::size_t number, const ColumnWork& work) {
                        found[number] = order_of(table, numbers[number], types[number], rows, reading, work);
                    });
    std::vector<std::vector<double>> orders;
    for (Order& order : found)
        orders.push_back(std::visit([&](auto& of) { return values_of(of, ranks); }, order));
    std::vector<std::uint32_t> places(static_cast<std::size_t>(
        ranks == nullptr ? std::ssize(rows) : share_of(*ranks, std::ssize(rows)).all));
    std::iota(places.begin(), places.end(), 0u);
    CancelPoll poll(options.limits.cancelled);
    const auto precedes = [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double first = orders[i][a], second = orders[i][b];
            if (std::isnan(first) != std::isnan(second))
                return std::isnan(second);
            if (first < second || first > second)
                return (first < second) != columns[i].is_descending;
        }
        return a < b;
    };
    cancellable_sort(places.begin(), places.end(), precedes, poll);
    return places;
}

} // namespace scanline::tables
