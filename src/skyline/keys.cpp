#include "scanline/skyline/keys.h"

#include "candidates.h"

#include "scanline/core/memory.h"

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

template <class C>
void rank_column(const points::Points<C>& table, const KeyColumn& chosen, std::vector<std::int64_t>& order,
                 Keys& keys, CancelPoll& poll) {
    const auto dimensions = static_cast<std::size_t>(table.dimensions);
    const auto value = [&](std::int64_t row) { return table[row][chosen.column]; };
    for (std::size_t row = 0; row < order.size(); ++row)
        order[row] = static_cast<std::int64_t>(row);
    cancellable_sort(
        order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return value(a) < value(b); },
        poll);
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && value(order[i - 1]) < value(order[i]))
            ++rank;
        keys.values[static_cast<std::size_t>(order[i]) * dimensions + chosen.column] =
            rank ^ reversal(chosen.direction);
    }
}

} // namespace

template <points::DeviceCoordinate C>
std::optional<Keys> keys_of_columns(std::span<const C> values, std::size_t columns,
                                    std::span<const KeyColumn> chosen, const cpu::Options& options) {
    Keys keys{{}, static_cast<int>(chosen.size())};
    const std::size_t rows = values.size() / columns;
    make_room(keys.values, static_cast<std::int64_t>(rows * chosen.size()), what, options.limits.cancelled);
    cpu::ThreadTeam team(
        cpu::worthwhile_threads(options, static_cast<std::int64_t>(rows) / cpu::items_of_a_thread));
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
    make_room(keys.values, static_cast<std::int64_t>(table.coordinates.size()), what, cancelled);
    cpu::ThreadTeam team(static_cast<int>(std::min<std::size_t>(
        columns,
        static_cast<std::size_t>(cpu::worthwhile_threads(options, table.size() / cpu::items_of_a_thread)))));
    in_turn(team, columns, 1, cancelled,
            [&](std::size_t first, std::size_t last, std::size_t /*thread*/, CancelPoll& poll) {
                std::vector<std::int64_t> order;
                make_room(order, table.size(), what, cancelled);
                for (std::size_t column = first; column < last; ++column)
                    rank_column(table, chosen[column], order, keys, poll);
            });
    return keys;
}

template std::optional<Keys> keys_of_columns(std::span<const std::int32_t>, std::size_t,
                                             std::span<const KeyColumn>, const cpu::Options&);
template std::optional<Keys> keys_of_columns(std::span<const float>, std::size_t, std::span<const KeyColumn>,
                                             const cpu::Options&);
template Keys keys_of(const points::Points<std::int32_t>&, std::span<const Direction>, const cpu::Options&);
template Keys keys_of(const points::Points<float>&, std::span<const Direction>, const cpu::Options&);
template Keys keys_of(const points::Points<double>&, std::span<const Direction>, const cpu::Options&);

} // namespace scanline::skyline
