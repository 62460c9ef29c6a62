#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace scanline::cpu {

/// The most bits of a digit: three digits are a key, and the lines that wait for 2^11 digits fit the second
/// level cache.
inline constexpr int radix_bits = 11;
inline constexpr std::size_t radix_values = std::size_t{1} << radix_bits;

/// Turns the bits of a key into an unsigned integer that grows with the key: of negative floats the bits of
/// the magnitude are complemented, of all keys those of `flip`.
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

/// For each value of a digit the number of keys that have it, or the place of the first of them.
using DigitTable = std::array<std::uint32_t, radix_values>;

/// For each value of a digit a cache line of each of two output arrays, where keys wait until it is full.
struct alignas(64) WaitingLines {
    std::array<std::byte, 2 * 64 * radix_values> bytes;
};

/// The keys of one thread: those from first to last - 1 of an array. A pair is a word of 64 bits, with the
/// key below and its position above.
struct RadixPart {
    const void* array = nullptr; ///< of keys or pairs
    std::size_t first = 0, last = 0;
};

/// The output of a pass: keys or pairs, or keys and their positions apart.
struct RadixOutput {
    void* array = nullptr;
    std::uint32_t* positions = nullptr;
};

/// The kernels of one thread.
struct RadixKernels {
    /// The bits in which any of the keys differs from `key`, all of them ordered.
    using DifferingBits = std::uint32_t (*)(const RadixPart& part, const KeyOrder& order, std::uint32_t key);
    /// Counts the keys with each value of the digit.
    using Count = void (*)(const RadixPart& part, const RadixDigit& digit, DigitTable& counts);
    /// Moves the keys to the places from begin[value] on, in their order: one by one, or, where there are
    /// lines, by whole lines that bypass the caches.
    using Scatter = void (*)(const RadixPart& part, const RadixDigit& digit, const DigitTable& begin,
                             const RadixOutput& output, WaitingLines* lines);

    DifferingBits differing_bits;
    Count count_keys, count_pairs;
    /// Numbered keys have their index as position.
    Scatter keys_to_keys, numbered_to_pairs, pairs_to_pairs, numbered_to_apart, pairs_to_apart;
};

/// For the widest registers of this processor.
const RadixKernels& radix_kernels();

} // namespace scanline::cpu
