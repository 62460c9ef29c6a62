#pragma once
#include "scanline/core/operator.h"
#include "scanline/ranks/communicator.h"

#include <cmath>
#include <compare>
#include <concepts>
#include <optional>
#include <span>
#include <type_traits>

namespace scanline::ranks {

// The parts of a scan of all ranks' elements, one rank's after the other's, that ranks cannot do alone.

/// Combines two results of a scan. Integers wrap around. Of NaN the older one stays. Of equal floats, float32
/// orders -0 before +0, and float64 keeps the older one.
template <class T>
T combine(Operator op, T older, T newer) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(older) || std::isnan(newer))
            return std::isnan(older) ? older : newer;
    }
    const auto comes_before = [](T a, T b) {
        if constexpr (std::same_as<T, float>)
            return std::is_lt(std::strong_order(a, b));
        else
            return a < b;
    };
    switch (op) {
    case Operator::sum:
        if constexpr (std::is_integral_v<T>) {
            using Bits = std::make_unsigned_t<T>;
            return static_cast<T>(static_cast<Bits>(older) + static_cast<Bits>(newer));
        } else {
            return older + newer;
        }
    case Operator::min: return comes_before(newer, older) ? newer : older;
    case Operator::max: return comes_before(older, newer) ? newer : older;
    }
    return older;
}

/// The elements of the ranks before this one.
template <class T>
struct Preceding {
    T total; ///< all of them combined
    T last;  ///< the last of them
};

/// Returns the elements before this rank's; none if no rank before it has any. own: the scan of this rank's
/// elements alone, to whose every result the total is to be combined.
///
///     // rank 0: 3 1, rank 1: none, rank 2: 7, of which inclusive sums are 3 4, none, and 7
///     // total and last: none on rank 0; 4 and 1 on ranks 1 and 2
template <class T>
std::optional<Preceding<T>> preceding_of(Communicator& ranks, std::span<const T> elements,
                                         std::span<const T> own, Operator op, bool exclusive) {
    struct Edge {
        bool any = false;
        Preceding<T> own{};
    };
    Edge edge;
    if (!elements.empty())
        edge = {true, {exclusive ? combine(op, own.back(), elements.back()) : own.back(), elements.back()}};
    const std::vector<Edge> all = gather(ranks, edge);
    std::optional<Preceding<T>> before;
    for (int rank = 0; rank < ranks.rank(); ++rank) {
        const auto& [any, next] = all[static_cast<std::size_t>(rank)];
        if (any)
            before = {before ? combine(op, before->total, next.total) : next.total, next.last};
    }
    return before;
}

/// Prefix sums of floats. They depend on the order of additions, so ranks add one after the other, in double
/// precision, each from where the one before it ended: the sums of one process.
template <std::floating_point T>
void add_in_turn(Communicator& ranks, std::span<const T> elements, std::span<T> sums, bool exclusive) {
    double sum = exclusive ? 0.0 : -0.0; // which changes no element, -0 included
    for (int turn = 0; turn < ranks.size(); ++turn) {
        if (turn == ranks.rank())
            for (std::size_t i = 0; i < elements.size(); ++i) {
                const double before = sum;
                sum += static_cast<double>(elements[i]);
                sums[i] = static_cast<T>(exclusive ? before : sum);
            }
        sum = gather(ranks, sum)[static_cast<std::size_t>(turn)];
    }
}

} // namespace scanline::ranks
