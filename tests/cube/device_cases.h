#pragma once
#include "scanline/core/random.h"
#include "scanline/cube/tree.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace scanline::cube::test {

/// Rows whose codes are uniform, or skewed: a code is twice as likely as one twice as large.
inline Rows random_rows(const Shape& shape, std::int64_t size, bool skewed, std::uint64_t seed) {
    Random random(seed);
    Rows rows{shape, {}, {}};
    for (const std::uint32_t cardinality : shape.cardinalities) {
        std::vector<std::uint32_t> column(static_cast<std::size_t>(size));
        for (std::uint32_t& code : column)
            code = skewed ? static_cast<std::uint32_t>(std::pow(cardinality, random.unit())) % cardinality
                          : static_cast<std::uint32_t>(random.below(cardinality));
        rows.codes.push_back(std::move(column));
    }
    for (std::size_t m = 0; m < shape.folds.size(); ++m) {
        std::vector<std::int64_t> column(static_cast<std::size_t>(size));
        for (std::int64_t& value : column)
            value = static_cast<std::int64_t>(random.next()) >> 20; // sums pass 2^32 on either side of 0
        rows.measures.push_back(std::move(column));
    }
    return rows;
}

inline std::int64_t fold(Fold fold, std::int64_t a, std::int64_t b) {
    switch (fold) {
    case Fold::sum: return a + b;
    case Fold::min: return std::min(a, b);
    case Fold::max: return std::max(a, b);
    }
    return 0;
}

inline std::vector<std::uint32_t> codes_of(const Rows& rows, std::size_t row, const std::vector<int>& path,
                                           std::size_t levels) {
    std::vector<std::uint32_t> codes;
    for (std::size_t level = 0; level < levels; ++level)
        codes.push_back(rows.codes[static_cast<std::size_t>(path[level])][row]);
    return codes;
}

/// The tree by sorted maps from prefixes of the path to their rows, level by level.
inline Tree tree_by_maps(const Rows& rows, const std::vector<int>& path) {
    using Prefixes = std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;
    std::vector<Prefixes> levels(path.size() + 1);
    for (std::size_t level = 0; level < levels.size(); ++level)
        for (std::uint32_t row = 0; row < rows.size(); ++row)
            levels[level][codes_of(rows, row, path, level)].push_back(row);

    Tree tree{rows.shape, path, {}, {}};
    for (std::size_t l = 0; l < levels.size(); ++l) {
        Level level;
        level.values.resize(rows.shape.folds.size());
        std::map<std::uint32_t, std::vector<std::uint32_t>> by_key;
        for (auto& [prefix, members] : levels[l]) {
            const auto number = static_cast<std::uint32_t>(level.key.size());
            level.key.push_back(l == 0 ? 0 : prefix.back());
            by_key[level.key.back()].push_back(number);
            std::vector<std::uint32_t> parent = prefix;
            if (l > 0)
                parent.pop_back();
            level.parent.push_back(l == 0 ? 0
                                          : static_cast<std::uint32_t>(std::distance(
                                                levels[l - 1].begin(), levels[l - 1].find(parent))));
            level.first_child.push_back(static_cast<std::uint32_t>(
                l + 1 == levels.size() ? tree.row_order.size()
                                       : static_cast<std::size_t>(std::distance(
                                             levels[l + 1].begin(), levels[l + 1].lower_bound(prefix)))));
            level.count.push_back(static_cast<std::uint32_t>(members.size()));
            for (std::size_t m = 0; m < rows.measures.size(); ++m) {
                std::int64_t value = rows.measures[m][members.front()];
                for (std::size_t i = 1; i < members.size(); ++i)
                    value = fold(rows.shape.folds[m], value, rows.measures[m][members[i]]);
                level.values[m].push_back(value);
            }
            if (l + 1 == levels.size())
                tree.row_order.insert(tree.row_order.end(), members.begin(), members.end());
        }
        level.first_child.push_back(static_cast<std::uint32_t>(
            l + 1 == levels.size() ? tree.row_order.size() : levels[l + 1].size()));
        if (l > 0) {
            const auto cardinality = rows.shape.cardinalities[static_cast<std::size_t>(path[l - 1])];
            for (std::uint32_t key = 0; key < cardinality; ++key) {
                level.header_first.push_back(static_cast<std::uint32_t>(level.side_link.size()));
                level.side_link.insert(level.side_link.end(), by_key[key].begin(), by_key[key].end());
            }
            level.header_first.push_back(static_cast<std::uint32_t>(level.side_link.size()));
        }
        tree.levels.push_back(std::move(level));
    }
    return tree;
}

/// The first array that differs, or "".
inline std::string difference(const Tree& found, const Tree& right) {
    if (found.row_order != right.row_order)
        return "row order";
    if (found.levels.size() != right.levels.size())
        return "number of levels";
    for (std::size_t l = 0; l < right.levels.size(); ++l) {
        const Level &a = found.levels[l], &b = right.levels[l];
        const char* array = a.key != b.key                     ? "keys"
                            : a.parent != b.parent             ? "parents"
                            : a.first_child != b.first_child   ? "first children"
                            : a.count != b.count               ? "counts"
                            : a.values != b.values             ? "values"
                            : a.side_link != b.side_link       ? "side links"
                            : a.header_first != b.header_first ? "header tables"
                                                               : nullptr;
        if (array)
            return array + (" of level " + std::to_string(l));
    }
    return found == right ? "" : "shape or path";
}

} // namespace scanline::cube::test
