#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace scanline::cpu {

/// Most bits per digit: three digits make a key, and the pending lines of 2^11 digits fit the L2 cache.
inline constexpr int radix_bits = 11;
inline constexpr std::size_t radix_values = std::size_t{1} << radix_bits;

/// Maps the bits of a key to an unsigned integer that increases with the key: complements the magnitude bits
/// of negative floats, and the bits of `flip` for all keys.
struct KeyOrder {
    std::uint32_t magnitude = 0; ///< 0x7fffffff for floats
    std::uint32_t flip = 0;

    std::uint32_t operator()(std::uint32_t bits) const {
        const auto sign = static_cast<std::uint32_t>(std::bit_cast<std::int32_t>(bits) >> 31);
        return bits ^ (sign & magnitude) ^ flip;
    }
};

/// One digit of a key.
struct RadixDigit {
    KeyOrder order;
    int shift = 0;
    std::uint32_t mask = radix_values - 1;

    std::size_t operator()(std::uint32_t bits) const { return order(bits) >> shift & mask; }
};

/// For each digit value, the number of keys that have it, or the position of the first.
using DigitTable = std::array<std::uint32_t, radix_values>;

/// For each digit value, a cache line for each of two output arrays, where keys wait until it is full.
struct alignas(64) WaitingLines {
    std::array<std::byte, 2 * 64 * radix_values> bytes;
};

/// The keys of one thread: elements first to last - 1 of an array. A pair is a 64-bit word with the key in
/// the low half and its position in the high half.
struct RadixPart {
    const void* array = nullptr; ///< keys or pairs
    std::size_t first = 0, last = 0;
};

/// The output of a pass: keys, pairs, or keys and positions in separate arrays.
struct RadixOutput {
    void* array = nullptr;
    std::uint32_t* positions = nullptr;
};

/// The kernels of one thread.
struct RadixKernels {
    /// The bits in which any key differs from `key`, after mapping by `order`.
    using DifferingBits = std::uint32_t (*)(const RadixPart& part, const KeyOrder& order, std::uint32_t key);
    /// Counts the keys with each value of the digit.
    using Count = void (*)(const RadixPart& part, const RadixDigit& digit, DigitTable& counts);
    /// Moves the keys to the positions from begin[value] on, stably: one by one, or, with lines, by whole
    /// lines that bypass the caches.
    using Scatter = void (*)(const RadixPart& part, const RadixDigit& digit, const DigitTable& begin,
                             const RadixOutput& output, WaitingLines* lines);

    DifferingBits differing_bits;
    Count count_keys, count_pairs;
    /// Numbered keys use their index as position.
    Scatter keys_to_keys, numbered_to_pairs, pairs_to_pairs, numbered_to_apart, pairs_to_apart;
};

/// For this processor's widest registers.
const RadixKernels& radix_kernels();

} // namespace scanline::cpu
