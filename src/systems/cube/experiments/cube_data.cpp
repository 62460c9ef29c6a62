#include "experiments/cube_data.h"

#include "scanline/core/random.h"
#include "scanline/cube/build.h"
#include "scanline/cube/reference/tree.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::systems {

namespace {

constexpr std::int64_t small_rows = 1 << 11;
constexpr std::size_t sampled = 32, brush_steps = 8;

cube::Rows part_of(const cube::Rows& rows, std::int64_t first, std::int64_t end) {
    cube::Rows part = rows;
    for (auto& column : part.codes)
        column = {column.begin() + first, column.begin() + end};
    for (auto& column : part.measures)
        column = {column.begin() + first, column.begin() + end};
    return part;
}

CubeData::Addition addition(const cube::Rows& rows, std::int64_t further) {
    const std::int64_t first = rows.size() - further;
    return {part_of(rows, first, rows.size()), cube::build(part_of(rows, 0, first))};
}

// Asks for the codes of random rows: in the first dimensions of the path, or in a third of those after the
// first.
std::vector<cube::Query> random_queries(const cube::Rows& rows, const std::vector<int>& path, bool of_path,
                                        std::int64_t size) {
    Random random(data_seed + (of_path ? 1 : 2));
    std::vector<cube::Query> queries(rows.size() > 0 ? static_cast<std::size_t>(size) : 0);
    for (cube::Query& query : queries) {
        const std::size_t row = random.below(static_cast<std::uint64_t>(rows.size())),
                          most = 1 + random.below(path.size());
        const auto add = [&](std::size_t level) {
            query.where.push_back({path[level], {rows.codes[static_cast<std::size_t>(path[level])][row]}});
        };
        for (std::size_t level = of_path ? 0 : 1; level < (of_path ? most : path.size()); ++level)
            if (of_path || random.below(3) == 0)
                add(level);
        if (query.where.empty() && path.size() > 1)
            add(1 + random.below(path.size() - 1));
    }
    return queries;
}

} // namespace

CubeData::CubeData(const cube::Generated& what, double zipf, std::int64_t queries)
    : rows(cube::generate(what, zipf, data_seed)), tree(cube::build(rows)),
      half(addition(rows, rows.size() - rows.size() / 2)),
      hundredth(addition(rows, (rows.size() + 99) / 100)),
      on_path(random_queries(rows, tree.path, true, queries)),
      off_path(random_queries(rows, tree.path, false, queries)), groups{.group_by = {0}} {
    if (what.dimensions > 1)
        groups.group_by.push_back(what.dimensions - 1);
    for (std::uint32_t step = 0; step < brush_steps; ++step) {
        std::vector<std::uint32_t>& codes = brush.emplace_back();
        for (std::uint32_t code = 0; code < (what.cardinality + 1) / 2; ++code)
            codes.push_back((step + code) % what.cardinality);
    }
}

bool CubeData::is_small() const {
    return rows.size() <= small_rows;
}

// Checks that every level counts each row once, and compares some nodes with a scan of all rows.
Wrong CubeData::wrong_sample() const {
    for (std::size_t level = 0; level < tree.levels.size(); ++level) {
        std::int64_t counted = 0;
        for (const std::uint32_t count : tree.levels[level].count)
            counted += count;
        if (counted != rows.size())
            return fmt::format("level {} counts {} rows of {}", level, counted, rows.size());
    }
    const std::span<const cube::Query> some = std::span(on_path).first(std::min(sampled, on_path.size()));
    const std::vector<cube::Groups> cells = cube::answer(tree, some);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const cube::Groups right = cube::reference::answer(rows, some[i]);
        if (cells[i].count != right.count || cells[i].values != right.values)
            return fmt::format("a node of level {} counts {} rows of {}", some[i].where.size(),
                               cells[i].count.front(), right.count.front());
    }
    return {};
}

Wrong CubeData::wrong_tree(const cube::Tree& found) {
    if (!tree_is_right_) {
        const std::string difference =
            is_small() ? cube::reference::difference(tree, cube::reference::build(rows, tree.path)) : "";
        if (!difference.empty())
            return difference;
        if (Wrong wrong = wrong_sample())
            return wrong;
        tree_is_right_ = true;
    }
    const std::string difference = cube::reference::difference(found, tree);
    return difference.empty() ? Wrong() : difference;
}

Wrong CubeData::wrong_cells(bool of_path, const CubeCells& found) {
    const std::vector<cube::Query>& queries = of_path ? on_path : off_path;
    std::optional<CubeCells>& right = right_cells_[of_path ? 0 : 1];
    if (found.count.size() != queries.size() || found.sum.size() != queries.size())
        return fmt::format("{} cells of {}", found.count.size(), queries.size());
    const std::size_t looked_at = is_small() ? queries.size() : std::min(sampled, queries.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const bool is_known = right && found.count[i] == right->count[i] && found.sum[i] == right->sum[i];
        if (is_known || (!right && i >= looked_at))
            continue;
        const cube::Groups cell = cube::reference::answer(rows, queries[i]);
        if (found.count[i] != cell.count.front() || found.sum[i] != cell.values.front().front())
            return fmt::format("query {} counts {} rows with sum {}, not {} and {}", i, found.count[i],
                               found.sum[i], cell.count.front(), cell.values.front().front());
        if (right)
            return fmt::format("query {} differs from the result before, which is wrong", i);
    }
    right = found;
    return {};
}

Wrong CubeData::wrong_groups(const cube::Groups& found) {
    if (!right_groups_)
        right_groups_ = cube::reference::answer(rows, groups);
    const bool is_right = found.codes == right_groups_->codes && found.count == right_groups_->count &&
                          found.values == right_groups_->values;
    return is_right ? Wrong() : fmt::format("{} groups differ from {}", found.size(), right_groups_->size());
}

Wrong CubeData::wrong_histograms(const std::vector<cube::Histogram>& found) {
    if (!right_histograms_) {
        right_histograms_.emplace();
        for (std::size_t d = 0; d < rows.codes.size(); ++d) {
            cube::Query query{.group_by = {static_cast<int>(d)}};
            if (d > 0)
                query.where = {{0, brush.back()}};
            const cube::Groups cells = cube::reference::answer(rows, query);
            const std::vector<std::int64_t> none(rows.shape.cardinalities[d]);
            cube::Histogram& right = right_histograms_->emplace_back(cube::Histogram{none, {none}});
            for (std::size_t cell = 0; cell < cells.count.size(); ++cell) {
                const std::uint32_t code = cells.codes.front()[cell];
                right.count[code] = cells.count[cell];
                right.values.front()[code] = cells.values.front()[cell];
            }
        }
    }
    if (found == *right_histograms_)
        return {};
    const auto wrong = std::ranges::mismatch(found, *right_histograms_).in1;
    return fmt::format("the histogram of dimension {} is wrong", wrong - found.begin());
}

} // namespace scanline::systems
