#include "grouping.h"

#include "fold.h"
#include "row_order.h"

#include <algorithm>
#include <numeric>

namespace scanline::cube {

namespace {

constexpr const char* grouping_operation = "cube groups";

/// Aggregates cells into groups.
class Regrouping {
public:
    Regrouping(const Groups& cells, std::span<const std::size_t> columns, std::span<const int> dimensions,
               const Shape& shape, CancelPoll& poll)
        : cells_(cells), columns_(columns), cardinalities_(columns.size()), folds_(shape.folds), poll_(poll) {
        std::ranges::transform(dimensions, cardinalities_.begin(), [&](int dimension) {
            return shape.cardinalities[static_cast<std::size_t>(dimension)];
        });
        groups_.codes.resize(columns.size());
        groups_.values.resize(folds_.size());
    }

    /// The number of possible groups; capped at most + 1.
    std::uint64_t combinations(std::uint64_t most) const {
        std::uint64_t product = 1;
        for (const std::uint32_t cardinality : cardinalities_)
            product = std::min(product * cardinality,
                               most + 1); // no overflow: most + 1 and cardinalities fit 32 bits
        return product;
    }

    Groups by_table(std::size_t combinations) {
        const std::size_t size = cells_.count.size();
        std::vector<std::uint32_t> places(size);
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for_cells(
                [&](std::size_t cell) { places[cell] = places[cell] * cardinalities_[c] + codes(c)[cell]; });
        fold(combinations, [&](std::size_t cell) { return places[cell]; });
        std::size_t groups = 0;
        for (std::size_t place = 0; place < combinations; ++place) {
            if (groups_.count[place] == 0 && !columns_.empty())
                continue;
            groups_.count[groups] = groups_.count[place];
            for (std::vector<std::int64_t>& values : groups_.values)
                values[groups] = values[place];
            std::size_t rest = place;
            for (std::size_t c = columns_.size(); c-- > 0; rest /= cardinalities_[c])
                groups_.codes[c].push_back(static_cast<std::uint32_t>(rest % cardinalities_[c]));
            ++groups;
        }
        groups_.count.resize(groups);
        for (std::vector<std::int64_t>& values : groups_.values)
            values.resize(groups);
        return std::move(groups_);
    }

    Groups by_order(const CancelHook& cancelled) {
        std::vector<Column> sorted;
        for (std::size_t c = 0; c < columns_.size(); ++c)
            sorted.push_back({codes(c), cardinalities_[c]});
        std::vector<std::uint32_t> order, places(cells_.count.size());
        cpu::ThreadTeam alone(1);
        order_by_codes(sorted, cells_.size(), order, alone, cancelled, grouping_operation);
        std::uint32_t groups = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            poll_.count();
            const std::uint32_t cell = order[i];
            const auto differs = [&](const Column& of) { return of.codes[cell] != of.codes[order[i - 1]]; };
            if (i == 0 || std::ranges::any_of(sorted, differs)) {
                ++groups;
                for (std::size_t c = 0; c < columns_.size(); ++c)
                    groups_.codes[c].push_back(codes(c)[cell]);
            }
            places[cell] = groups - 1;
        }
        fold(groups, [&](std::size_t cell) { return places[cell]; });
        return std::move(groups_);
    }

private:
    const std::vector<std::uint32_t>& codes(std::size_t column) const {
        return cells_.codes[columns_[column]];
    }

    template <class Work>
    void for_cells(Work work) {
        in_pieces(cells_.size(), 1, poll_, [&](std::int64_t first, std::int64_t last) {
            for (auto cell = static_cast<std::size_t>(first); cell < static_cast<std::size_t>(last); ++cell)
                work(cell);
        });
    }

    template <class PlaceOf>
    void fold(std::size_t places, PlaceOf place_of) {
        groups_.count.assign(places, 0);
        for_cells([&](std::size_t cell) { groups_.count[place_of(cell)] += cells_.count[cell]; });
        for (std::size_t m = 0; m < folds_.size(); ++m) {
            with_fold(folds_[m], [&](auto combine) {
                std::vector<std::int64_t>& values = groups_.values[m];
                values.assign(places, combine.none);
                for_cells([&](std::size_t cell) {
                    std::int64_t& value = values[place_of(cell)];
                    value = combine(value, cells_.values[m][cell]);
                });
            });
        }
    }

    const Groups& cells_;
    std::span<const std::size_t> columns_;
    std::vector<std::uint32_t> cardinalities_;
    const std::vector<Fold>& folds_;
    CancelPoll& poll_;
    Groups groups_;
};

} // namespace

Groups cells_found(const Tree& tree, const NodeSearch& search, std::size_t dimensions, CancelPoll& poll) {
    const Level& level = tree.levels[search.level()];
    Groups cells;
    cells.codes.resize(dimensions);
    cells.values.resize(tree.shape.folds.size());
    search.for_each(poll, [&](std::uint32_t node, const std::vector<std::uint32_t>& codes) {
        for (std::size_t d = 0; d < dimensions; ++d)
            cells.codes[d].push_back(codes[d]);
        cells.count.push_back(level.count[node]);
        for (std::size_t m = 0; m < cells.values.size(); ++m)
            cells.values[m].push_back(level.values[m][node]);
    });
    return cells;
}

Groups regroup(const Groups& cells, std::span<const std::size_t> columns, std::span<const int> dimensions,
               const Shape& shape, CancelPoll& poll, const CancelHook& cancelled) {
    Regrouping regrouping(cells, columns, dimensions, shape, poll);
    const std::uint64_t most = cells.count.size() + 16; // of a table that is worth clearing
    const std::uint64_t combinations = regrouping.combinations(most);
    return combinations <= most ? regrouping.by_table(combinations) : regrouping.by_order(cancelled);
}

void pick(Groups& groups, const std::vector<std::size_t>& order) {
    const auto pick_from = [&](auto& column) {
        auto all = std::move(column);
        column.clear();
        for (const std::size_t group : order)
            column.push_back(all[group]);
    };
    std::ranges::for_each(groups.codes, pick_from);
    std::ranges::for_each(groups.values, pick_from);
    pick_from(groups.count);
}

void keep_asked(Groups& groups, const Query& query) {
    std::vector<std::size_t> order(groups.count.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // One cell of all rows is an answer even without rows.
    if (!groups.codes.empty() || query.having > 1)
        std::erase_if(order, [&](std::size_t group) { return groups.count[group] < query.having; });
    if (query.top) {
        const std::vector<std::int64_t>& ranks =
            query.top->measure ? groups.values[static_cast<std::size_t>(*query.top->measure)] : groups.count;
        const auto kept = static_cast<std::ptrdiff_t>(std::min(query.top->groups, std::ssize(order)));
        std::partial_sort(order.begin(), order.begin() + kept, order.end(),
                          [&](std::size_t a, std::size_t b) {
                              if (ranks[a] != ranks[b])
                                  return query.top->smallest ? ranks[a] < ranks[b] : ranks[a] > ranks[b];
                              return a < b;
                          });
        order.resize(static_cast<std::size_t>(kept));
    }
    if (order.size() < groups.count.size() || query.top)
        pick(groups, order);
}

} // namespace scanline::cube
