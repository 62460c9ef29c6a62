#pragma once
#include <bit>
#include <cstdint>
#include <type_traits>

namespace scanline {

/// Maps a key of 64 bits to a number in the order of the keys, and back: floats by their total order.
///
///     rank_of(-1.5) < rank_of(-0.0); rank_of(-0.0) < rank_of(0.0); key_of<double>(rank_of(0.5)) == 0.5
template <class K>
std::uint64_t rank_of(K key) {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    const auto bits = std::bit_cast<std::uint64_t>(key);
    if (std::is_unsigned_v<K>)
        return bits;
    return std::is_floating_point_v<K> && (bits & sign) != 0 ? ~bits : bits ^ sign;
}
template <class K>
K key_of(std::uint64_t rank) {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    if (std::is_unsigned_v<K>)
        return std::bit_cast<K>(rank);
    return std::bit_cast<K>(std::is_floating_point_v<K> && (rank & sign) == 0 ? ~rank : rank ^ sign);
}

} // namespace scanline
