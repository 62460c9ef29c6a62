#pragma once
#include "scanline/compute/reference/total_order.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace scanline::compute::reference {

/// What Merge makes of two sorted arrays, on the CPU.
template <class T>
std::vector<T> merge(std::span<const T> a, std::span<const T> b) {
    std::vector<T> merged;
    merged.reserve(a.size() + b.size());
    std::ranges::merge(a, b, std::back_inserter(merged), comes_before<T>);
    return merged;
}

/// What MergeByKey makes of two sorted arrays of keys and their values, on the CPU.
template <class Key, class Value>
std::pair<std::vector<Key>, std::vector<Value>>
merge_by_key(std::span<const Key> keys_a, std::span<const Value> values_a, std::span<const Key> keys_b,
             std::span<const Value> values_b) {
    using Entry = std::pair<Key, Value>;
    const auto entries = [](std::span<const Key> keys, std::span<const Value> values) {
        std::vector<Entry> all;
        for (std::size_t i = 0; i < keys.size(); ++i)
            all.emplace_back(keys[i], values[i]);
        return all;
    };
    std::vector<Entry> merged;
    std::ranges::merge(entries(keys_a, values_a), entries(keys_b, values_b), std::back_inserter(merged),
                       comes_before<Key>, &Entry::first, &Entry::first);
    std::pair<std::vector<Key>, std::vector<Value>> result;
    for (const auto& [key, value] : merged) {
        result.first.push_back(key);
        result.second.push_back(value);
    }
    return result;
}

} // namespace scanline::compute::reference
