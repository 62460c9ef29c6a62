#pragma once
#include "compute_fixture.h"
#include "scanline/compute/radix_sort.h"
#include "select_values.h"

#include <algorithm>
#include <compare>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace scanline::test {

/// The kinds of keys for testing sorts, each for a reason.
enum class Keys {
    random,   ///< any bits, including NaN for floats
    odd,      ///< edge cases of orders, many times each
    sorted,   ///< every digit in runs
    reversed, ///< the same in reverse
    equal,    ///< one digit fills a whole tile
    two,      ///< two keys, one of them rare
    skewed,   ///< small numbers: the high digits are all or nearly all equal
};

inline constexpr std::array all_keys{Keys::random, Keys::odd, Keys::sorted, Keys::reversed,
                                     Keys::equal,  Keys::two, Keys::skewed};

/// "random", "odd" ...
constexpr std::string_view to_string(Keys keys) {
    switch (keys) {
    case Keys::random: return "random";
    case Keys::odd: return "odd";
    case Keys::sorted: return "sorted";
    case Keys::reversed: return "reversed";
    case Keys::equal: return "equal";
    case Keys::two: return "two";
    case Keys::skewed: return "skewed";
    }
    return "";
}

template <class K>
std::vector<K> make_keys(Keys kind, std::int64_t size, Random& random) {
    std::vector<K> keys = random_elements<K>(random, size);
    const auto less = [](K a, K b) { return std::strong_order(a, b) < 0; };
    switch (kind) {
    case Keys::random: break;
    case Keys::odd: std::ranges::generate(keys, [&] { return odd_element<K>(random); }); break;
    case Keys::sorted: std::sort(keys.begin(), keys.end(), less); break;
    case Keys::reversed: std::sort(keys.rbegin(), keys.rend(), less); break;
    case Keys::equal: std::ranges::fill(keys, odd_element<K>(random)); break;
    case Keys::two: std::ranges::generate(keys, [&] { return random.below(50) == 0 ? K(-3) : K(5); }); break;
    case Keys::skewed:
        std::ranges::generate(keys, [&] {
            const std::uint64_t most = std::uint64_t{1} << random.below(20);
            return static_cast<K>(random.below(most));
        });
        break;
    }
    return keys;
}

/// A size and its kind of keys.
struct SortCase {
    std::int64_t size;
    Keys kind;
};

/// Every kind of keys at tile edges; for unsigned keys in ascending order also every size, with one kind in
/// turn: effects of type and order do not depend on the size.
template <class K>
std::vector<SortCase> sort_cases(std::uint64_t seed, bool descending) {
    std::vector<SortCase> cases;
    for (const std::int64_t size : {4097, 16'384})
        for (const Keys kind : all_keys)
            cases.push_back({size, kind});
    const bool every_size = std::is_same_v<K, std::uint32_t> && !descending;
    const auto sizes = every_size ? select_sizes(seed, 2) : std::vector<std::int64_t>{0, 1, 20'011};
    for (std::size_t i = 0; i < sizes.size(); ++i)
        cases.push_back({sizes[i], all_keys[i % all_keys.size()]});
    return cases;
}

/// Maps a key to an unsigned number of the same order; ranges of bits refer to it.
inline std::uint32_t ordered(std::uint32_t key) {
    return key;
}
inline std::uint32_t ordered(std::int32_t key) {
    return static_cast<std::uint32_t>(std::int64_t{key} - std::numeric_limits<std::int32_t>::min());
}
inline std::uint32_t ordered(float key) {
    // Negative magnitudes count down from zero.
    constexpr std::uint32_t zero = 0x80000000u;
    const auto bits = std::bit_cast<std::uint32_t>(key);
    return bits < zero ? zero + bits : zero - 1 - (bits - zero);
}

/// The position of every key in the sorted array's order: a stable sort by the standard library.
template <class K>
std::vector<std::uint32_t> sorted_positions(const std::vector<K>& keys,
                                            const compute::RadixSortOptions& options) {
    const auto digits = [&](std::uint32_t position) {
        const std::uint64_t below_end = ordered(keys[position]) & ((std::uint64_t{1} << options.end_bit) - 1);
        return below_end >> options.begin_bit;
    };
    std::vector<std::uint32_t> positions(keys.size());
    std::iota(positions.begin(), positions.end(), 0u);
    std::stable_sort(positions.begin(), positions.end(), [&](std::uint32_t a, std::uint32_t b) {
        return options.descending ? digits(a) > digits(b) : digits(a) < digits(b);
    });
    return positions;
}

/// The placement of a sort's arrays, and the number of keys to sort.
struct SortTrial {
    std::int64_t keys_first = GuardedArray<std::uint32_t>::guard_size;
    std::int64_t values_first = GuardedArray<std::uint32_t>::guard_size;
    bool keys_in_place = false, values_in_place = false;
    std::optional<std::uint32_t> count{}; ///< on the GPU; none: all
};

/// A sorted array and its destination: itself or a separate array.
template <class T>
class SortedArray {
public:
    SortedArray(const std::vector<T>& values, std::int64_t first, bool in_place)
        : values_(values), input_(values, first) {
        if (!in_place)
            output_.emplace(static_cast<std::int64_t>(values.size()), first + 1);
    }
    compute::ArrayView<T> input() { return input_.view(); }
    compute::ArrayView<T> output() { return output_ ? output_->view() : input_.view(); }

    /// Sets the expected result: the first elements from the positions, the others unchanged.
    void expect(const std::vector<std::uint32_t>& positions) {
        expected_ = output_ ? output_->download() : values_;
        for (std::size_t i = 0; i < positions.size(); ++i)
            expected_[i] = values_[positions[i]];
    }
    std::string fault() const {
        if (std::string fault = difference(output_ ? output_->download() : input_.download(), expected_);
            !fault.empty())
            return fault;
        if (output_ && !difference(input_.download(), values_).empty())
            return "the input has changed";
        return input_.intact() && (!output_ || output_->intact()) ? "" : "what lies beside has changed";
    }

private:
    std::vector<T> values_, expected_;
    GuardedArray<T> input_;
    std::optional<GuardedArray<T>> output_;
};

// Calls any kind of sort.
template <class K, class... Count>
void sort_arrays(const compute::RadixSort<K>& sort, SortedArray<K>& keys, SortedArray<std::uint32_t>& /**/,
                 Count... count) {
    sort(keys.input(), keys.output(), count...);
}
template <class K, class... Count>
void sort_arrays(const compute::RadixSortPairs<K>& sort, SortedArray<K>& keys,
                 SortedArray<std::uint32_t>& values, Count... count) {
    sort(keys.input(), values.input(), keys.output(), values.output(), count...);
}
template <class K, class... Count>
void sort_arrays(const compute::RadixSortPositions<K>& sort, SortedArray<K>& keys,
                 SortedArray<std::uint32_t>& positions, Count... count) {
    sort(keys.input(), keys.output(), positions.output(), count...);
}

/// The values that move with keys: all distinct, none equal to its position.
template <class K>
std::vector<std::uint32_t> values_of(const compute::RadixSortPairs<K>& /*sort*/, std::size_t size) {
    std::vector<std::uint32_t> values(size);
    for (std::size_t i = 0; i < size; ++i)
        values[i] = static_cast<std::uint32_t>(i) * 2654435761u + 1u; // odd factor: all distinct
    return values;
}
template <class K>
std::vector<std::uint32_t> values_of(const compute::RadixSortPositions<K>& /*sort*/, std::size_t size) {
    std::vector<std::uint32_t> values(size);
    std::iota(values.begin(), values.end(), 0u);
    return values;
}
template <class K>
std::vector<std::uint32_t> values_of(const compute::RadixSort<K>& /*sort*/, std::size_t /*size*/) {
    return {};
}

/// Sorts the keys. Returns the first error in the keys, the payload, the inputs or the guard words; empty if
/// there is none.
template <template <class> class Sort, class K>
std::string sort_fault(const Sort<K>& sort, const std::vector<K>& keys,
                       const compute::RadixSortOptions& options, const SortTrial& trial = {}) {
    const auto taken = std::min<std::size_t>(trial.count.value_or(0xffffffffu), keys.size());
    std::vector<std::uint32_t> positions = sorted_positions(
        std::vector<K>(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(taken)), options);
    SortedArray<K> key_array(keys, trial.keys_first, trial.keys_in_place);
    SortedArray<std::uint32_t> value_array(values_of(sort, keys.size()), trial.values_first,
                                           trial.values_in_place);
    key_array.expect(positions);
    value_array.expect(value_array.input().empty() ? std::vector<std::uint32_t>() : positions);
    if (trial.count) {
        GuardedArray<std::uint32_t> count(std::vector<std::uint32_t>{*trial.count}, 5);
        sort_arrays(sort, key_array, value_array, compute::ArrayView<const std::uint32_t>(count.view()));
        if (count.download().front() != *trial.count || !count.intact())
            return "the count or what lies beside it has changed";
    } else {
        sort_arrays(sort, key_array, value_array);
    }
    if (const std::string fault = key_array.fault(); !fault.empty())
        return "keys: " + fault;
    if (const std::string fault = value_array.fault(); !fault.empty())
        return "values: " + fault;
    return "";
}

} // namespace scanline::test
