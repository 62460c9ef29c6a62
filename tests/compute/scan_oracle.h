#pragma once
#include "scanline/compute/element.h"
#include "support/values.h"

#include <compare>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

namespace scanline::test {

/// Applies an Operator to two values with the standard library.
template <class T>
T combined(compute::Operator op, T older, T newer) {
    const bool newer_is_less = std::strong_order(newer, older) < 0;
    switch (op) {
    case compute::Operator::sum:
        if constexpr (std::is_floating_point_v<T>)
            return older + newer;
        else // signed overflow is undefined
            return static_cast<T>(static_cast<std::make_unsigned_t<T>>(older) +
                                  static_cast<std::make_unsigned_t<T>>(newer));
    case compute::Operator::min: return newer_is_less ? newer : older;
    case compute::Operator::max: return newer_is_less ? older : newer;
    }
    return older;
}

/// The identity of a scan: for minima and maxima of floats, the NaN that counts as no value.
template <class T>
T beginning(compute::Operator op) {
    if (op == compute::Operator::sum)
        return T{0};
    if constexpr (std::is_floating_point_v<T>)
        return op == compute::Operator::min ? greatest_nan : min_nan;
    else
        return op == compute::Operator::min ? std::numeric_limits<T>::max()
                                            : std::numeric_limits<T>::lowest();
}

/// The expected result of a scan.
template <class T>
std::vector<T> expected_scan(const std::vector<T>& values, compute::Operator op, bool exclusive) {
    std::vector<T> results(values.size());
    const T first = beginning<T>(op);
    const auto combine = [op](T older, T newer) { return combined(op, older, newer); };
    if (exclusive)
        std::exclusive_scan(values.begin(), values.end(), results.begin(), first, combine);
    else
        std::inclusive_scan(values.begin(), values.end(), results.begin(), combine, first);
    // No value is written as an infinity.
    if constexpr (std::is_floating_point_v<T>) {
        if (op != compute::Operator::sum)
            for (T& result : results)
                if (std::strong_order(result, first) == 0)
                    result = op == compute::Operator::min ? std::numeric_limits<T>::infinity()
                                                          : -std::numeric_limits<T>::infinity();
    }
    return results;
}

} // namespace scanline::test
