#pragma once
#include <cstdint>

namespace scanline {

/// A seeded stream of random numbers, the same on every machine and compiler (unlike the distributions of
/// <random>): SplitMix64 of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014.
///
///     Random random(1);
///     random.next() == 0x910a2dec89025cc1
class Random {
public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    /// As after so many calls of next(). All functions below call it once.
    constexpr void skip(std::uint64_t calls) { state_ += 0x9e3779b97f4a7c15u * calls; }

    /// Uniform in [0, bound), 0 < bound <= 2^32: the high half of a product, so the bias stays below 2^-32.
    constexpr std::uint64_t below(std::uint64_t bound) { return ((next() >> 32) * bound) >> 32; }

    /// Uniform in [low, high], both inclusive.
    constexpr int between(int low, int high) {
        return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low) + 1));
    }

    /// Uniform in [0, 1) with 53 bits. Exact arithmetic only, so the same everywhere.
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    std::uint64_t state_;
};

} // namespace scanline
