#include "rank_build.h"

#include "fold.h"
#include "row_order.h"

#include "scanline/core/raw_array.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/lists.h"
#include "scanline/ranks/places.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace scanline::cube {

namespace {

/// Fills an array with of(i) by a team.
template <class T, class Of>
void fill(cpu::ThreadTeam& team, std::span<T> array, Of of) {
    share_parts(team, array.size(), static_cast<std::size_t>(team.size()),
                [&](std::size_t /*thread*/, std::size_t first, std::size_t last) {
                    for (std::size_t i = first; i < last; ++i)
                        array[i] = of(i);
                });
}

/// How many of a rank's rows, sorted by codes, go to each rank. Size: at least the number of columns.
template <std::size_t Size>
std::vector<std::int64_t> counts_of(ranks::Communicator& ranks, std::span<const Column> columns,
                                    std::span<const std::uint32_t> order, cpu::ThreadTeam& team) {
    using Codes = std::array<std::uint32_t, Size>;
    RawArray<Codes> sorted(order.size());
    fill(team, std::span<Codes>(sorted), [&](std::size_t i) {
        Codes codes{};
        for (std::size_t column = 0; column < columns.size(); ++column)
            codes[column] = columns[column].codes[order[i]];
        return codes;
    });
    return counts_by_slice(ranks, std::span<const Codes>(sorted), std::less<>());
}

/// Rows, and their numbers among all ranks' rows: ascending ones where codes are equal.
struct NumberedRows {
    Rows rows;
    std::vector<std::uint32_t> numbers{};
};

NumberedRows deal(ranks::Communicator& ranks, const Rows& rows, const std::vector<int>& path,
                  cpu::ThreadTeam& team, const cpu::Options& options) {
    const std::vector<Column> columns = columns_along(rows, path);
    std::vector<std::uint32_t> order;
    agree_on(ranks, [&] {
        order_by_codes(columns, rows.size(), order, team, options.limits.cancelled, "cube build");
    });
    constexpr std::size_t few = 4, some = 12; // to compare less than 128 bytes a row
    const std::vector<std::int64_t> sent = columns.size() <= few ? counts_of<few>(ranks, columns, order, team)
                                           : columns.size() <= some
                                               ? counts_of<some>(ranks, columns, order, team)
                                               : counts_of<max_dimensions>(ranks, columns, order, team);
    const auto dealt = [&]<class T>(const std::vector<T>& column) {
        RawArray<T> ordered(order.size());
        fill(team, std::span<T>(ordered), [&](std::size_t i) { return column[order[i]]; });
        const RawArray<T> received =
            exchange_lists(ranks, std::span<const T>(ordered), std::span<const std::int64_t>(sent));
        std::vector<T> kept(received.size());
        fill(team, std::span(kept), [&](std::size_t i) { return received[i]; });
        return kept;
    };
    NumberedRows own{{.shape = rows.shape, .codes = {}, .measures = {}}};
    for (const std::vector<std::uint32_t>& codes : rows.codes)
        own.rows.codes.push_back(dealt(codes));
    for (const std::vector<std::int64_t>& measure : rows.measures)
        own.rows.measures.push_back(dealt(measure));
    std::vector<std::uint32_t> numbers(order.size());
    std::iota(numbers.begin(), numbers.end(),
              static_cast<std::uint32_t>(share_of(ranks, rows.size()).slice.first));
    own.numbers = dealt(numbers);
    return own;
}

/// A rank's part of a tree before its nodes are joined with others'.
struct Part {
    std::int64_t rows = 0;
    std::array<std::uint32_t, max_dimensions> first{}, last{}; ///< codes of these rows along the path
    std::array<std::int64_t, max_dimensions + 1> nodes{};      ///< of each level
    /// Down to this level, its first node is the last one of the ranks before it.
    int joined = -1;

    bool is_joined(std::size_t level) const { return static_cast<int>(level) <= joined; }
    std::int64_t kept(std::size_t level) const { return nodes[level] - (is_joined(level) ? 1 : 0); }
};

std::vector<Part> parts_of(ranks::Communicator& ranks, const Tree& tree) {
    Part own{.rows = tree.rows()};
    for (std::size_t number = 0; number < tree.levels.size(); ++number) {
        const Level& level = tree.levels[number];
        own.nodes[number] = level.size();
        if (number > 0 && own.rows > 0) {
            own.first[number - 1] = level.key.front();
            own.last[number - 1] = level.key.back();
        }
    }
    std::vector<Part> parts = gather(ranks, own);
    const Part* before = nullptr; // the last one with rows
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
        Part& part = parts[rank];
        part.joined = rank > 0 ? 0 : -1; // all have a root
        if (part.rows == 0)
            continue;
        for (std::size_t level = 0;
             before != nullptr && level < tree.path.size() && part.first[level] == before->last[level];
             ++level)
            ++part.joined;
        before = &part;
    }
    return parts;
}

/// Joins the nodes at borders, and numbers nodes.
void join(ranks::Communicator& ranks, Tree& tree) {
    const std::vector<Part> parts = parts_of(ranks, tree);
    const auto rank = static_cast<std::size_t>(ranks.rank());
    const Part& own = parts[rank];
    std::vector<std::int64_t> firsts; // the aggregates of first nodes, level by level
    for (const Level& level : tree.levels) {
        const Cell cell =
            level.size() > 0 ? level.cell(0) : Cell{0, std::vector<std::int64_t>(level.values.size())};
        firsts.push_back(cell.count);
        firsts.insert(firsts.end(), cell.values.begin(), cell.values.end());
    }
    std::vector<std::int64_t> of_all(firsts.size() * parts.size());
    ranks.gather(std::as_bytes(std::span(firsts)), std::as_writable_bytes(std::span(of_all)));
    for (std::size_t number = 0; number < tree.levels.size(); ++number) {
        Level& level = tree.levels[number];
        const bool leaves = number + 1 == tree.levels.size();
        // The last node goes on in the ranks behind, until one of them begins another.
        for (std::size_t other = rank + 1; own.kept(number) > 0 && other < parts.size(); ++other) {
            if (parts[other].nodes[number] > 0 && !parts[other].is_joined(number))
                break;
            if (parts[other].nodes[number] == 0)
                continue;
            const std::int64_t* const first =
                of_all.data() + other * firsts.size() + number * (1 + level.values.size());
            level.count.back() += static_cast<std::uint32_t>(*first);
            for (std::size_t m = 0; m < level.values.size(); ++m)
                level.values[m].back() = combine(tree.shape.folds[m], level.values[m].back(), first[1 + m]);
            if (parts[other].nodes[number] > 1)
                break;
        }
        std::int64_t before = leaves || !own.is_joined(number + 1) ? 0 : -1; // children
        for (std::size_t other = 0; other < rank; ++other)
            before += leaves ? parts[other].rows : parts[other].kept(number + 1);
        for (std::uint32_t& child : level.first_child)
            child += static_cast<std::uint32_t>(before);
        if (rank + 1 < parts.size()) // only the last one has the end
            level.first_child.pop_back();
        if (own.is_joined(number)) {
            const auto drop_first = [](auto& array) { array.erase(array.begin()); };
            drop_first(level.key);
            drop_first(level.first_child);
            drop_first(level.count);
            std::ranges::for_each(level.values, drop_first);
        }
        level.parent = level.side_link = level.header_first = {};
    }
}

} // namespace

Tree build_over_ranks(ranks::Communicator& ranks, const Rows& rows, const std::vector<int>& path,
                      const cpu::Options& options, const std::function<Tree(const Rows& rows)>& build) {
    cpu::ThreadTeam team(cpu::threads_for(options, rows.size() / cpu::items_of_a_thread));
    const NumberedRows own = deal(ranks, rows, path, team, options);
    Tree tree;
    agree_on(ranks, [&] { tree = build(own.rows); });
    fill(team, std::span(tree.row_order), [&](std::size_t i) { return own.numbers[tree.row_order[i]]; });
    join(ranks, tree);
    return tree;
}

} // namespace scanline::cube
