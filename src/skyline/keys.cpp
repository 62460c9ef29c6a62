#include "scanline/skyline/keys.h"

#include "candidates.h"

#include "scanline/core/memory.h"
#include "scanline/cpu/radix_sort.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace scanline::skyline {

namespace {

constexpr const char* what = find_operation;

/// An unsigned integer of the same order. Of -0 and 0 it is the same.
std::uint32_t ordered(std::int32_t value) {
    return std::bit_cast<std::uint32_t>(value) ^ 0x8000'0000u;
}
std::uint32_t ordered(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);
    return bits ^ ((0u - (bits >> 31)) | 0x8000'0000u);
}

/// The bits of a key that make greater values the better ones.
std::uint32_t reversal(Direction direction) {
    return direction == Direction::max ? ~0u : 0u;
}

/// Writes the keys of these rows. Returns true if a value is NaN.
template <class C>
bool write_keys(const C* row, const C* end, std::size_t columns, std::span<const KeyColumn> chosen,
                std::uint32_t* keys) {
    int nans = 0;
    const auto write = [&](C value, std::uint32_t reversed) {
        if constexpr (std::floating_point<C>)
            nans |= static_cast<int>(std::isnan(value));
        *keys++ = ordered(value) ^ reversed;
    };
    std::size_t place = 0;
    const bool are_all_alike =
        chosen.size() == columns && std::ranges::all_of(chosen, [&](const KeyColumn& column) {
            return column.column == place++ && column.direction == chosen[0].direction;
        });
    if (are_all_alike) {
        for (const std::uint32_t reversed = reversal(chosen[0].direction); row != end; ++row)
            write(*row, reversed);
        return nans != 0;
    }
    for (; row != end; row += columns)
        for (const KeyColumn& column : chosen)
            write(row[column.column], reversal(column.direction));
    return nans != 0;
}

/// Ranks the values of columns, one column after the other: sorts the rows by what float32 holds of their
/// values, and those that are equal so far by the values.
class Ranking {
public:
    Ranking(const points::Points<double>& table, const cpu::Options& options)
        : table_(table), cancelled_(options.limits.cancelled),
          team_(cpu::threads_for(options, table.size() / cpu::items_of_a_thread)),
          sort_({.threads = team_.size()}) {
        allocate(values_, table.size(), what, cancelled_);
        allocate(rounded_, table.size(), what, cancelled_);
        allocate(order_, table.size(), what, cancelled_);
    }

    void operator()(const KeyColumn& chosen, Keys& keys) {
        for_each_row([&](std::size_t row) { rounded_[row] = static_cast<float>(value(row, chosen)); });
        sort_(std::span<const float>(rounded_), std::span(rounded_), std::span(order_));
        sort_equal(chosen);
        for_each_row([&](std::size_t i) { values_[i] = value(order_[i], chosen); });
        CancelPoll poll(cancelled_);
        const std::uint32_t reversed = reversal(chosen.direction);
        std::uint32_t rank = 0;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            poll.count();
            rank += static_cast<std::uint32_t>(i > 0 && values_[i - 1] < values_[i]);
            keys.values[order_[i] * columns() + chosen.column] = rank ^ reversed;
        }
    }

private:
    std::size_t columns() const { return static_cast<std::size_t>(table_.dimensions); }
    double value(std::size_t row, const KeyColumn& chosen) const {
        return table_.coordinates[row * columns() + chosen.column];
    }

    void sort_equal(const KeyColumn& chosen) {
        CancelPoll poll(cancelled_);
        const auto begin = order_.begin();
        for (std::size_t first = 0, last; first < order_.size(); first = last) {
            poll.count();
            for (last = first + 1; last < order_.size() && rounded_[last] == rounded_[first];)
                ++last;
            if (last - first > 1)
                cancellable_sort(
                    begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last),
                    [&](std::uint32_t a, std::uint32_t b) { return value(a, chosen) < value(b, chosen); },
                    poll);
        }
    }

    template <class Work>
    void for_each_row(Work work) {
        constexpr std::size_t piece = 1 << 12;
        in_turn(team_, order_.size(), piece, cancelled_,
                [&](std::size_t first, std::size_t last, std::size_t /*thread*/, CancelPoll& poll) {
                    poll.count(static_cast<std::int64_t>(last - first));
                    for (std::size_t i = first; i < last; ++i)
                        work(i);
                });
    }

    const points::Points<double>& table_;
    const CancelHook& cancelled_;
    cpu::ThreadTeam team_;
    cpu::RadixSort sort_;
    std::vector<double> values_;
    std::vector<float> rounded_;
    std::vector<std::uint32_t> order_;
};

} // namespace

template <points::DeviceCoordinate C>
std::optional<Keys> keys_of_columns(std::span<const C> values, std::size_t columns,
                                    std::span<const KeyColumn> chosen, const cpu::Options& options) {
    Keys keys{{}, static_cast<int>(chosen.size())};
    const std::size_t rows = values.size() / columns;
    allocate(keys.values, static_cast<std::int64_t>(rows * chosen.size()), what, options.limits.cancelled);
    cpu::ThreadTeam team(cpu::threads_for(options, static_cast<std::int64_t>(rows) / cpu::items_of_a_thread));
    std::atomic<bool> has_nan = false;
    constexpr std::size_t piece = 1 << 12;
    in_turn(team, rows, piece, options.limits.cancelled,
            [&](std::size_t first, std::size_t last, std::size_t /*thread*/, CancelPoll& poll) {
                poll.count(static_cast<std::int64_t>((last - first) * chosen.size()));
                if (write_keys(values.data() + first * columns, values.data() + last * columns, columns,
                               chosen, keys.values.data() + first * chosen.size()))
                    has_nan = true;
            });
    return has_nan ? std::nullopt : std::optional(std::move(keys));
}

template <points::Coordinate C>
Keys keys_of(const points::Points<C>& table, std::span<const Direction> directions,
             const cpu::Options& options) {
    if (table.dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: {} columns are over the limit of {}: leave some out", what,
                                      table.dimensions, max_dimensions));
    const CancelHook& cancelled = options.limits.cancelled;
    points::require_shape(table, what);
    if (!directions.empty() && directions.size() != static_cast<std::size_t>(table.dimensions))
        throw usage_error(fmt::format("{}: {} directions for {} columns: give one for each, or none", what,
                                      directions.size(), table.dimensions));
    const auto columns = static_cast<std::size_t>(table.dimensions);
    std::vector<KeyColumn> chosen(columns);
    for (std::size_t column = 0; column < columns; ++column)
        chosen[column] = {column, directions.empty() ? Direction::min : directions[column]};
    if constexpr (points::DeviceCoordinate<C>) {
        if (std::optional<Keys> keys = keys_of_columns(table.coordinates, columns, chosen, options))
            return std::move(*keys);
    }
    points::require_numbers(table, what, cancelled);
    Keys keys{{}, table.dimensions};
    if constexpr (!points::DeviceCoordinate<C>) {
        allocate(keys.values, static_cast<std::int64_t>(table.coordinates.size()), what, cancelled);
        Ranking rank(table, options);
        for (const KeyColumn& column : chosen)
            rank(column, keys);
    }
    return keys;
}

template std::optional<Keys> keys_of_columns(std::span<const std::int32_t>, std::size_t,
                                             std::span<const KeyColumn>, const cpu::Options&);
template std::optional<Keys> keys_of_columns(std::span<const float>, std::size_t, std::span<const KeyColumn>,
                                             const cpu::Options&);
template Keys keys_of(const points::Points<std::int32_t>&, std::span<const Direction>, const cpu::Options&);
template Keys keys_of(const points::Points<float>&, std::span<const Direction>, const cpu::Options&);
template Keys keys_of(const points::Points<double>&, std::span<const Direction>, const cpu::Options&);

Keys keys_of_numbers(std::span<const double> values, std::span<const Direction> directions,
                     const cpu::Options& options) {
    const auto columns = static_cast<int>(directions.size());
    const auto narrowed = [&]<class C>(C /*type*/) {
        const std::vector<C> narrow(values.begin(), values.end());
        return keys_of<C>(points::Points<C>{narrow, columns}, directions, options);
    };
    if (std::ranges::all_of(
            values, [](double value) { return static_cast<double>(static_cast<float>(value)) == value; }))
        return narrowed(float{});
    if (std::ranges::all_of(values, [](double value) {
            return std::abs(value) < 0x1p31 && static_cast<double>(static_cast<std::int32_t>(value)) == value;
        }))
        return narrowed(std::int32_t{});
    return keys_of<double>(points::Points<double>{values, columns}, directions, options);
}

} // namespace scanline::skyline
