#include "rank_skyline.h"

#include "scanline/ranks/agreement.h"
#include "scanline/ranks/lists.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace scanline::skyline {

namespace {

using Places = std::vector<std::uint32_t>;

Places all_places(std::size_t size) {
    Places all(size);
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

GroupedRows taken(const GroupedRows& rows, const Places& places) {
    GroupedRows some{rows.columns};
    some.numbers.reserve(places.size() * rows.columns);
    for (const std::uint32_t place : places)
        some.numbers.insert(some.numbers.end(), rows[place], rows[place + 1]);
    return some;
}

/// Finds the skyline of all ranks' rows. First each rank compares its own, beside a few strong ones of all.
/// Then any two ranks meet once: one compares its rows with those of the other that may dominate some of them
/// or be dominated, by the least and the greatest number of each column, and says which are.
class Meeting {
public:
    Meeting(ranks::Communicator& ranks, const GroupedRows& own, const Options& options,
            const FindSkyline& find, RankLayers& work)
        : ranks_(ranks), own_(own), options_(options), find_(find), work_(work), gone_(own.size()) {}

    /// Returns the places of the own rows that are in it.
    Places operator()() {
        const std::vector<double> strong =
            ranks::gather_lists<double>(ranks_, taken(own_, strongest()).numbers);
        ranks::agree_on(ranks_, [&] { compare(all_places(own_.size()), strong, true); });
        bounds_ = ranks::gather_lists<double>(ranks_, bounds());
        for (int step = 1; 2 * step <= ranks_.size(); ++step)
            meet(step);
        Places places = all_places(own_.size());
        std::erase_if(places, [this](std::uint32_t place) { return gone_[place]; });
        return places;
    }

private:
    /// The rows with the least sums, which dominate many.
    Places strongest() {
        constexpr std::size_t most = 64;
        Places rows = all_places(own_.size());
        const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(most, rows.size()));
        const auto sum = [&](std::uint32_t row) {
            return std::accumulate(own_[row] + 1, own_[row + 1], 0.0);
        };
        // The sum of two infinities may be NaN.
        std::partial_sort(rows.begin(), end, rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::strong_order(sum(a), sum(b)) < 0;
        });
        rows.erase(end, rows.end());
        work_.sent += std::ssize(rows) * (ranks_.size() - 1);
        return rows;
    }

    /// The least numbers of the columns, then the greatest.
    std::vector<double> bounds() const {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        std::vector<double> bounds(own_.columns, infinity);
        bounds.resize(2 * own_.columns, -infinity);
        for (std::size_t i = 0; i < own_.numbers.size(); ++i)
            if (const std::size_t column = i % own_.columns; !gone_[i / own_.columns]) {
                bounds[column] = std::min(bounds[column], own_.numbers[i]);
                double& greatest = bounds[own_.columns + column];
                greatest = std::max(greatest, own_.numbers[i]);
            }
        return bounds;
    }

    /// The places of the rows that are left and that may dominate, equal or be dominated by some of a rank.
    Places facing(int rank) const {
        const double* const low = bounds_.data() + static_cast<std::size_t>(rank) * 2 * own_.columns;
        const double* const high = low + own_.columns;
        const auto is_below = [this](const double* a, const double* b) {
            return std::equal(a + 1, a + own_.columns, b + 1, std::less_equal<>());
        };
        Places places;
        for (std::uint32_t place = 0; place < own_.size(); ++place)
            if (const double* const row = own_[place]; !gone_[place] && low[0] <= row[0] &&
                                                       row[0] <= high[0] &&
                                                       (is_below(row, high) || is_below(low, row)))
                places.push_back(place);
        return places;
    }

    /// Sends rows to the rank `step` before this one, which compares them with its own. Half way around, both
    /// would send theirs to the other: only the upper one does.
    void meet(int step) {
        const int size = ranks_.size(), to = (ranks_.rank() + size - step) % size,
                  from = (ranks_.rank() + step) % size;
        const Places sent = 2 * step < size || to < step ? facing(to) : Places();
        work_.sent += std::ssize(sent);
        std::vector<std::int64_t> counts(static_cast<std::size_t>(size));
        counts[static_cast<std::size_t>(to)] = static_cast<std::int64_t>(sent.size() * own_.columns);
        const RawArray<double> received =
            ranks::exchange_lists<double>(ranks_, taken(own_, sent).numbers, counts);
        Places dominated;
        ranks::agree_on(ranks_, [&] {
            if (received.size() > 0)
                dominated =
                    compare(facing(from), std::span(received.data(), received.size()), ranks_.rank() < from);
        });
        counts.assign(counts.size(), 0);
        counts[static_cast<std::size_t>(from)] = std::ssize(dominated);
        for (const std::uint32_t place : ranks::exchange_lists<std::uint32_t>(ranks_, dominated, counts))
            gone_[sent[place]] = true;
    }

    /// Removes own rows that others dominate. Returns the places of the others that do not stay either.
    /// own_first: of equal rows, the own one stays if only one does.
    Places compare(const Places& own, std::span<const double> others, bool own_first) {
        GroupedRows both = taken(own_, own);
        both.numbers.insert(own_first ? both.numbers.end() : both.numbers.begin(), others.begin(),
                            others.end());
        const std::vector<bool> stay = undominated(both);
        const std::size_t other_size = both.size() - own.size(), first_own = own_first ? 0 : other_size,
                          first_other = own_first ? own.size() : 0;
        for (std::size_t i = 0; i < own.size(); ++i)
            gone_[own[i]] = !stay[first_own + i];
        Places dominated = all_places(other_size);
        std::erase_if(dominated, [&](std::uint32_t place) { return stay[first_other + place]; });
        return dominated;
    }

    /// Which rows are in the skyline of their group.
    std::vector<bool> undominated(const GroupedRows& rows) {
        const auto group = [&](std::uint32_t row) { return rows[row][0]; };
        std::vector<double> numbers;
        for (std::size_t row = 0; row < rows.size(); ++row)
            numbers.insert(numbers.end(), rows[row] + 1, rows[row + 1]);
        // Of all groups at once, as each of them would take a sort.
        const Keys keys =
            keys_of_numbers(numbers, std::vector<Direction>(rows.columns - 1, Direction::min), options_.cpu);
        Places order = all_places(rows.size());
        std::ranges::stable_sort(order, {}, group);
        std::vector<bool> stay(rows.size());
        for (std::span<const std::uint32_t> rest = order, members; !rest.empty();
             rest = rest.subspan(members.size())) {
            members = std::ranges::equal_range(rest, group(rest.front()), {}, group);
            Keys some{{}, keys.dimensions};
            for (const std::uint32_t row : members)
                some.values.insert(some.values.end(), keys[row], keys[row + 1]);
            const Skyline found = find_(some, options_);
            for (const std::uint32_t id : found.ids)
                stay[members[id]] = true;
            work_.counters.dominance_tests += found.counters.dominance_tests;
            work_.counters.mask_tests += found.counters.mask_tests;
        }
        return stay;
    }

    ranks::Communicator& ranks_;
    const GroupedRows& own_;
    const Options& options_;
    const FindSkyline& find_;
    RankLayers& work_;
    std::vector<bool> gone_;     ///< own rows found dominated
    std::vector<double> bounds_; ///< of all ranks
};

} // namespace

RankLayers peel_over_ranks(ranks::Communicator& ranks, GroupedRows rows, int most, const Options& options,
                           const FindSkyline& find) {
    RankLayers layers;
    layers.of_row.resize(rows.size());
    Options all = options;
    all.keep = Duplicates::all;
    Places ids = all_places(rows.size());
    for (int layer = 1; layer <= most && ranks::share_of(ranks, std::ssize(ids)).all > 0; ++layer) {
        // A layer is found with its duplicates, which the next one would take for its own.
        const bool is_whole = layer == most || options.keep == Duplicates::all;
        const Places found = Meeting(ranks, rows, is_whole ? options : all, find, layers)();
        const Places kept =
            is_whole ? all_places(found.size()) : Meeting(ranks, taken(rows, found), options, find, layers)();
        for (const std::uint32_t place : kept)
            layers.of_row[ids[found[place]]] = static_cast<std::uint32_t>(layer);
        Places left;
        std::ranges::set_difference(all_places(ids.size()), found, std::back_inserter(left));
        rows = taken(rows, left);
        for (std::uint32_t& place : left)
            place = ids[place];
        ids = std::move(left);
    }
    return layers;
}

} // namespace scanline::skyline
