// Scans over ranks: what lies between the slices.
#pragma once
#include "scanline/compute/element.h"
#include "scanline/core/operator.h"
#include "scanline/ranks/communicator.h"

#include <cmath>
#include <concepts>
#include <optional>
#include <span>
#include <type_traits>

namespace scanline::cli {

/// As scans combine elements: integers wrap around; of equal floats, float32 takes -0 for less, and float64
/// the older one; the first NaN stays.
template <class T>
T combine(Operator op, T older, T newer) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(older) || std::isnan(newer))
            return std::isnan(older) ? older : newer;
    }
    const auto comes_before = [](T a, T b) {
        if constexpr (std::same_as<T, float>)
            return compute::comes_before(a, b);
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

/// What precedes a rank's slice, if anything does.
template <class T>
struct Preceding {
    T total; ///< of all elements before
    T last;  ///< of them
};

/// own: the scan of this rank's elements alone.
template <class T>
std::optional<Preceding<T>> preceding_of(ranks::Communicator& ranks, std::span<const T> elements,
                                         std::span<const T> own, Operator op, bool exclusive) {
    struct Edge {
        bool any = false;
        Preceding<T> own{};
    };
    Edge edge;
    if (!elements.empty())
        edge = {true, {exclusive ? combine(op, own.back(), elements.back()) : own.back(), elements.back()}};
    const std::vector<Edge> all = ranks::gather(ranks, edge);
    std::optional<Preceding<T>> before;
    for (int rank = 0; rank < ranks.rank(); ++rank) {
        const auto& [any, next] = all[static_cast<std::size_t>(rank)];
        if (any)
            before = {before ? combine(op, before->total, next.total) : next.total, next.last};
    }
    return before;
}

/// Sums of floats depend on their order, so ranks add one after the other, each from where the one before it
/// ended, as one process does.
template <std::floating_point T>
void add_in_turn(ranks::Communicator& ranks, std::span<const T> elements, std::span<T> sums, bool exclusive) {
    double sum = exclusive ? 0.0 : -0.0; // which changes no element, -0 included
    for (int turn = 0; turn < ranks.size(); ++turn) {
        if (turn == ranks.rank())
            for (std::size_t i = 0; i < elements.size(); ++i) {
                const double before = sum;
                sum += static_cast<double>(elements[i]);
                sums[i] = static_cast<T>(exclusive ? before : sum);
            }
        sum = ranks::gather(ranks, sum)[static_cast<std::size_t>(turn)];
    }
}

} // namespace scanline::cli
