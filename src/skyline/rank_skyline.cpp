#include "rank_skyline.h"

#include "find.h"

#include "scanline/ranks/agreement.h"
#include "scanline/ranks/lists.h"

#include <algorithm>
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

/// Finds the skyline of all ranks' rows. Each rank has that of its own, gets from every other those rows that
/// may dominate some, by the least and the greatest number of each column, and compares its own with them
/// alone: rows of one rank are not compared with each other again.
class Meeting {
public:
    /// is_own_skyline: the own rows do not dominate each other.
    Meeting(ranks::Communicator& ranks, const GroupedRows& own, bool is_own_skyline, const Options& options,
            const RankFinder& finder, RankLayers& work)
        : ranks_(ranks), own_(own), is_own_skyline_(is_own_skyline), options_(options), finder_(finder),
          work_(work), gone_(own.size()) {}

    /// Returns the places of the own rows that are in it.
    Places operator()() {
        if (!is_own_skyline_)
            ranks::agree_on(ranks_, [&] { compare(left(), {}, true); });
        is_own_skyline_ = true;
        bounds_ = ranks::gather_lists<double>(ranks_, bounds());
        for (int step = 1; step < ranks_.size(); ++step)
            meet(step);
        return left();
    }

private:
    Places left() const {
        Places places = all_places(own_.size());
        std::erase_if(places, [this](std::uint32_t place) { return gone_[place]; });
        return places;
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

    /// The places of the rows that are left and that may dominate some of a rank, or else be dominated; or
    /// equal some.
    Places facing(int rank, bool dominate) const {
        const double* const low = bounds_.data() + static_cast<std::size_t>(rank) * 2 * own_.columns;
        const double* const high = low + own_.columns;
        const auto is_below = [this](const double* a, const double* b) {
            return std::equal(a + 1, a + own_.columns, b + 1, std::less_equal<>());
        };
        Places places = left();
        std::erase_if(places, [&](std::uint32_t place) {
            const double* const row = own_[place];
            return row[0] < low[0] || row[0] > high[0] ||
                   !(dominate ? is_below(row, high) : is_below(low, row));
        });
        return places;
    }

    /// Sends rows to the rank `step` before this one.
    void meet(int step) {
        const int size = ranks_.size(), to = (ranks_.rank() + size - step) % size,
                  from = (ranks_.rank() + step) % size;
        const Places sent = facing(to, true);
        work_.sent += std::ssize(sent);
        std::vector<std::int64_t> counts(static_cast<std::size_t>(size));
        counts[static_cast<std::size_t>(to)] = static_cast<std::int64_t>(sent.size() * own_.columns);
        const RawArray<double> received =
            ranks::exchange_lists<double>(ranks_, taken(own_, sent).numbers, counts);
        ranks::agree_on(ranks_, [&] {
            if (received.size() > 0)
                compare(facing(from, false), std::span(received.data(), received.size()),
                        from < ranks_.rank());
        });
    }

    /// Removes own rows that others dominate or, unless they are a skyline, own ones. others_first: also
    /// those that others equal, if only the first of equal rows stays.
    void compare(const Places& own, std::span<const double> others, bool others_first) {
        const std::size_t columns = own_.columns, first_own = others.size() / columns,
                          size = first_own + own.size();
        std::vector<double> groups, numbers;
        groups.reserve(size);
        numbers.reserve(size * (columns - 1));
        const auto add = [&](const double* row) {
            groups.push_back(*row);
            numbers.insert(numbers.end(), row + 1, row + columns);
        };
        for (std::size_t at = 0; at < others.size(); at += columns)
            add(others.data() + at);
        for (const std::uint32_t place : own)
            add(own_[place]);
        // Of all groups at once, as each of them would take a sort.
        const Keys keys =
            keys_of_numbers(numbers, std::vector<Direction>(columns - 1, Direction::min), options_.cpu);
        const auto group = [&](std::uint32_t row) { return groups[row]; };
        Places order = all_places(size);
        if (!std::ranges::is_sorted(order, {}, group))
            std::ranges::stable_sort(order, {}, group);
        Options options = options_;
        options.keep = others_first ? options_.keep : Duplicates::all;
        for (std::span<const std::uint32_t> rest = order, members; !rest.empty();
             rest = rest.subspan(members.size())) {
            members = std::ranges::equal_range(rest, group(rest.front()), {}, group);
            const auto others_here =
                static_cast<std::size_t>(std::ranges::lower_bound(members, first_own) - members.begin());
            if (others_here == members.size() || (others_here == 0 && is_own_skyline_))
                continue;
            Keys some{{}, keys.dimensions};
            if (members.size() < size)
                for (const std::uint32_t row : members)
                    some.values.insert(some.values.end(), keys[row], keys[row + 1]);
            for (const std::uint32_t row : members.subspan(others_here))
                gone_[own[row - first_own]] = true;
            const Skyline stay = beside(members.size() < size ? some : keys, others_here, options);
            for (const std::uint32_t id : stay.ids)
                if (id >= others_here)
                    gone_[own[members[id] - first_own]] = false;
            work_.counters.dominance_tests += stay.counters.dominance_tests;
            work_.counters.mask_tests += stay.counters.mask_tests;
        }
    }

    /// The rows from `others` on that stay, and with algorithms other than the box tree also some before.
    Skyline beside(const Keys& keys, std::size_t others, Options options) const {
        const Algorithm algorithm = options.algorithm == Algorithm::automatic
                                        ? choose(keys.size(), keys.dimensions).algorithm
                                        : options.algorithm;
        if (!is_own_skyline_ || algorithm != Algorithm::box_tree || keys.size() >= finder_.min_device_rows)
            return finder_.find(keys, options);
        options.progress = {};
        options.cpu.threads = std::min(options.cpu.threads,
                                       std::max(1, static_cast<int>(keys.size() / cpu::items_of_a_thread)));
        return box_tree_beside(keys, others, options);
    }

    ranks::Communicator& ranks_;
    const GroupedRows& own_;
    bool is_own_skyline_;
    const Options& options_;
    const RankFinder& finder_;
    RankLayers& work_;
    std::vector<bool> gone_;     ///< own rows found dominated
    std::vector<double> bounds_; ///< of all ranks
};

} // namespace

RankLayers peel_over_ranks(ranks::Communicator& ranks, GroupedRows rows, int most, const Options& options,
                           const RankFinder& finder) {
    RankLayers layers;
    layers.of_row.resize(rows.size());
    Options all = options;
    all.keep = Duplicates::all;
    Places ids = all_places(rows.size());
    for (int layer = 1; layer <= most && ranks::share_of(ranks, std::ssize(ids)).all > 0; ++layer) {
        // A layer is found with its duplicates, which the next one would take for its own.
        const bool is_whole = layer == most || options.keep == Duplicates::all;
        const Places found = Meeting(ranks, rows, most == 1, is_whole ? options : all, finder, layers)();
        const Places kept = is_whole ? all_places(found.size())
                                     : Meeting(ranks, taken(rows, found), false, options, finder, layers)();
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
