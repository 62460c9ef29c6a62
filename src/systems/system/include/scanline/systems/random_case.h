#pragma once
#include "scanline/core/random.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

namespace scanline::systems {

/// Sizes that stress layouts: small ones of every residue, sizes around powers of two and, because large
/// arrays are slow, few of every larger order of magnitude. largest > 0.
inline std::int64_t random_size(Random& random, std::int64_t largest) {
    constexpr int small = 12;
    const int large =
        std::max(small, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(largest))) - 1);
    const auto power = [&](int low, int high) { return std::int64_t{1} << random.between(low, high); };
    const auto beside = [&](std::int64_t size) { return std::min(largest, size + random.between(-1, 1)); };
    const auto within = [&](std::int64_t low, std::int64_t high) {
        low = std::min(low, largest);
        high = std::min(high, largest);
        return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low) + 1));
    };
    const std::uint64_t kind = random.below(48);
    if (kind == 0) {
        const std::int64_t least = power(small, large);
        return within(least, 2 * least - 1);
    }
    if (kind == 1)
        return beside(power(small, large));
    if (kind < 14)
        return beside(power(1, small));
    return kind < 26 ? within(0, 70) : within(1, std::int64_t{1} << small);
}

/// The same, but half of the sizes exceed the elements that a single group takes, so that groups work
/// together.
inline std::int64_t random_size(Random& random, std::int64_t largest, std::int64_t of_one_group) {
    const std::int64_t size = random_size(random, largest);
    return random.below(2) == 0 ? std::min(largest, size + of_one_group) : size;
}

template <class List>
auto pick(Random& random, const List& list) {
    return list[random.below(list.size())];
}

/// Picks by the seed alone, so that equally spaced seeds use all values of the list equally often.
template <class List>
const auto& pick_evenly(std::uint64_t seed, const List& list) {
    constexpr std::uint64_t golden_ratio = 0x9e37'79b9'7f4a'7c15; // times 2^64
    return list[(seed * golden_ratio >> 32) * list.size() >> 32];
}

/// Picks the values that programs are specialized for. A deal lasts for many consecutive seeds, so that they
/// share programs. Over as many consecutive deals as a list has values, each value is dealt once.
///
///     Deal(0, 1).pick(enumerators<Operator>) ... Deal(255, 1).pick(enumerators<Operator>)   // all the same
class Deal {
public:
    static constexpr std::uint64_t seeds = 256;

    /// game: distinguishes independent deals from the same seeds. deals: the sequence repeats after this
    /// many; 0: never.
    Deal(std::uint64_t seed, std::uint64_t game, std::uint64_t deals = 0)
        : number_(deals > 0 ? seed / seeds % deals : seed / seeds), game_(game) {}

    /// The first 32 seeds pick by themselves, evenly: a run of a few seconds tries every value of a list. For
    /// programs that compile fast.
    static Deal own_at_first(std::uint64_t seed, std::uint64_t game) {
        Deal deal(seed, game);
        if (seed < 32)
            deal.own_seed_ = seed;
        return deal;
    }

    template <class List>
    typename List::value_type pick(const List& list) {
        ++picks_;
        if (own_seed_)
            return pick_evenly(*own_seed_ * (2 * picks_ + 1), list); // lists do not go in step
        List values = list;
        const std::uint64_t round = number_ / values.size();
        Random random((game_ << 48) ^ (picks_ << 40) ^ round);
        for (std::size_t left = values.size(); left > 1; --left)
            std::swap(values[left - 1], values[random.below(left)]);
        return values[number_ % values.size()];
    }

    std::uint64_t number() const { return number_; }

private:
    std::uint64_t number_, game_;
    std::uint64_t picks_ = 0;
    std::optional<std::uint64_t> own_seed_{};
};

} // namespace scanline::systems
