#include "scanline/ranks/splitters.h"

#include <limits>
#include <numeric>

namespace scanline::ranks {

namespace {

constexpr int digit_bits = 11;

/// A cut whose upper bits are known.
template <class Key>
struct Search {
    Key prefix = 0;          ///< the known bits
    std::int64_t before = 0; ///< elements that have to come before the cut, of those with this prefix
};

} // namespace

template <class Key>
std::vector<Cut<Key>> find_cuts(Communicator& ranks, std::span<const Key> keys) {
    const std::int64_t all = share_of(ranks, std::ssize(keys)).all;
    std::vector<Search<Key>> searches;
    for (int rank = 1; rank < ranks.size(); ++rank)
        searches.push_back({0, slice_of(all, rank, ranks.size()).first});
    std::vector<Cut<Key>> cuts(searches.size());
    if (searches.empty())
        return cuts;

    std::vector<std::uint64_t> own; // counts of the last round, before they are added up
    std::vector<Key> prefixes;
    for (int unknown = std::numeric_limits<Key>::digits; unknown > 0;) {
        const int bits = std::min(unknown, digit_bits), low = unknown - bits;
        const std::size_t digits = std::size_t{1} << bits;
        // Searches with the same prefix share counts. They ascend.
        prefixes.clear();
        for (const Search<Key>& search : searches)
            if (prefixes.empty() || prefixes.back() != search.prefix)
                prefixes.push_back(search.prefix);
        std::vector<std::uint64_t> counts(prefixes.size() * digits);
        const auto is_whole = unknown == std::numeric_limits<Key>::digits;
        for (const Key key : keys) {
            const Key prefix = is_whole ? 0 : key >> unknown;
            const auto found = std::ranges::lower_bound(prefixes, prefix);
            if (found != prefixes.end() && *found == prefix)
                ++counts[static_cast<std::size_t>(found - prefixes.begin()) * digits +
                         (static_cast<std::size_t>(key >> low) & (digits - 1))];
        }
        own = counts;
        ranks.add(counts);
        for (Search<Key>& search : searches) {
            const auto table = static_cast<std::size_t>(std::ranges::lower_bound(prefixes, search.prefix) -
                                                        prefixes.begin()) *
                               digits;
            std::size_t digit = 0;
            while (digit + 1 < digits && search.before >= static_cast<std::int64_t>(counts[table + digit]))
                search.before -= static_cast<std::int64_t>(counts[table + digit++]);
            search.prefix = static_cast<Key>((is_whole ? 0 : search.prefix << bits) | digit);
        }
        unknown = low;
    }
    // Ranks give their equal keys in their order, until there are enough before the cut.
    std::vector<std::uint64_t> equal(searches.size());
    for (std::size_t i = 0; i < searches.size(); ++i)
        cuts[i].key = searches[i].prefix;
    for (const Key key : keys) {
        const auto [first, last] = std::ranges::equal_range(cuts, key, {}, &Cut<Key>::key);
        for (auto cut = first; cut != last; ++cut)
            ++equal[static_cast<std::size_t>(cut - cuts.begin())];
    }
    std::vector<std::uint64_t> of_all(equal.size() * static_cast<std::size_t>(ranks.size()));
    ranks.gather(std::as_bytes(std::span(equal)), std::as_writable_bytes(std::span(of_all)));
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        std::int64_t left = searches[i].before;
        for (int rank = 0; rank <= ranks.rank(); ++rank) {
            cuts[i].equal_before = std::min(
                left, static_cast<std::int64_t>(of_all[static_cast<std::size_t>(rank) * equal.size() + i]));
            left -= cuts[i].equal_before;
        }
    }
    return cuts;
}

template std::vector<Cut<std::uint32_t>> find_cuts(Communicator&, std::span<const std::uint32_t>);
template std::vector<Cut<std::uint64_t>> find_cuts(Communicator&, std::span<const std::uint64_t>);

template <class Key>
Spread spread_by(std::span<const Key> keys, std::span<const Cut<Key>> cuts) {
    Spread spread{std::vector<std::int64_t>(cuts.size() + 1), RawArray<std::uint32_t>(keys.size())};
    // Of the cuts with its key, an element goes behind those that have enough equal ones before them.
    std::vector<std::int64_t> seen(cuts.size()); // equal keys so far, at the first of equal cuts
    RawArray<std::uint32_t> owner(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto [first, last] = std::ranges::equal_range(cuts, keys[i], {}, &Cut<Key>::key);
        auto cut = first;
        if (first != last) {
            const std::int64_t place = seen[static_cast<std::size_t>(first - cuts.begin())]++;
            while (cut != last && place >= cut->equal_before)
                ++cut;
        }
        owner[i] = static_cast<std::uint32_t>(cut - cuts.begin());
        ++spread.sent[owner[i]];
    }
    std::vector<std::int64_t> next(spread.sent.size());
    std::exclusive_scan(spread.sent.begin(), spread.sent.end(), next.begin(), std::int64_t{0});
    for (std::size_t i = 0; i < keys.size(); ++i)
        spread.order[static_cast<std::size_t>(next[owner[i]]++)] = static_cast<std::uint32_t>(i);
    return spread;
}

template Spread spread_by(std::span<const std::uint32_t>, std::span<const Cut<std::uint32_t>>);
template Spread spread_by(std::span<const std::uint64_t>, std::span<const Cut<std::uint64_t>>);

} // namespace scanline::ranks
