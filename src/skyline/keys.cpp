#include "scanline/skyline/keys.h"

#include "scanline/core/memory.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace scanline::skyline {

namespace {

constexpr const char* what = "skyline";

/// An unsigned integer of the same order. Of -0 and 0 it is the same.
std::uint32_t ordered(std::int32_t value) {
    return std::bit_cast<std::uint32_t>(value) ^ 0x8000'0000u;
}
std::uint32_t ordered(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);
    return (bits >> 31) != 0 ? ~bits : bits | 0x8000'0000u;
}

template <class C>
void rank_column(const points::Points<C>& table, std::size_t column, std::vector<std::int64_t>& order,
                 Keys& keys, CancelPoll& poll) {
    const auto dimensions = static_cast<std::size_t>(table.dimensions);
    const auto value = [&](std::int64_t row) { return table[row][column]; };
    for (std::size_t row = 0; row < order.size(); ++row)
        order[row] = static_cast<std::int64_t>(row);
    cancellable_sort(
        order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return value(a) < value(b); },
        poll);
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && value(order[i - 1]) < value(order[i]))
            ++rank;
        keys.values[static_cast<std::size_t>(order[i]) * dimensions + column] = rank;
    }
}

} // namespace

template <points::Coordinate C>
Keys keys_of(const points::Points<C>& table, std::span<const Direction> directions,
             const cpu::Options& options) {
    if (table.dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: {} columns are over the limit of {}: leave some out", what,
                                      table.dimensions, max_dimensions));
    const CancelHook& cancelled = options.limits.cancelled;
    points::require_numbers(table, what, cancelled);
    if (!directions.empty() && directions.size() != static_cast<std::size_t>(table.dimensions))
        throw usage_error(fmt::format("{}: {} directions for {} columns: give one for each, or none", what,
                                      directions.size(), table.dimensions));
    Keys keys{{}, table.dimensions};
    make_room(keys.values, static_cast<std::int64_t>(table.coordinates.size()), what, cancelled);
    CancelPoll poll(cancelled);
    if constexpr (points::DeviceCoordinate<C>) {
        std::ranges::transform(table.coordinates, keys.values.begin(), [&poll](C value) {
            poll.count();
            return ordered(value);
        });
    } else {
        std::vector<std::int64_t> order;
        make_room(order, table.size(), what, cancelled);
        for (std::size_t column = 0; column < static_cast<std::size_t>(table.dimensions); ++column)
            rank_column(table, column, order, keys, poll);
    }
    for (std::size_t column = 0; column < directions.size(); ++column) {
        if (directions[column] == Direction::max)
            for (std::size_t i = column; i < keys.values.size(); i += directions.size())
                keys.values[i] = ~keys.values[i];
    }
    return keys;
}

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
