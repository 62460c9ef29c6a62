#include "cube_case.h"

#include "scanline/cube/build.h"
#include "scanline/cube/cuboids.h"
#include "scanline/cube/device_build.h"
#include "scanline/cube/device_groups.h"
#include "scanline/cube/device_histograms.h"
#include "scanline/cube/device_query.h"
#include "scanline/cube/generate.h"
#include "scanline/cube/histograms.h"
#include "scanline/cube/reference/tree.h"
#include "scanline/systems/reference_passes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>

namespace scanline::systems {

namespace {

using cube::Fold;
using cube::Groups;
using cube::Query;
using cube::Rows;
using cube::Shape;
using Codes = std::vector<std::uint32_t>;

constexpr std::int64_t max_rows = 1500; ///< each query of the reference reads all of them
constexpr std::int64_t rows_of_one_group = 256;
constexpr std::uint64_t cube_game = 5; ///< separates the deals from those of other cases
constexpr int queries_of_case = 12, selections_of_case = 3;

const std::vector<Shape> all_shapes{
    {{3, 5, 40}, {Fold::sum, Fold::min, Fold::max}},
    {{1}, {}},
    {{50, 2, 50, 3, 9}, {Fold::sum}},
    {Codes(32, 2), {Fold::min}},
    {{1, 1, 1}, {Fold::max}},
    {{70'000, 4}, {Fold::sum, Fold::sum}}, // histograms beyond shared memory
    {{17, 300}, {}},
};

// Codes of each dimension are independent.
Rows random_rows(const Shape& shape, std::int64_t size, double zipf, Random& random) {
    Rows rows{shape, {}, {}};
    for (const std::uint32_t cardinality : shape.cardinalities)
        rows.codes.push_back(cube::generate({1, cardinality, size}, zipf, random.next()).codes.front());
    for (std::size_t m = 0; m < shape.folds.size(); ++m) {
        const std::int64_t unit = random.below(2) == 0 ? 1 : std::int64_t{1} << 40;
        std::vector<std::int64_t>& column = rows.measures.emplace_back(static_cast<std::size_t>(size));
        std::ranges::generate(column, [&] { return random.between(-50, 50) * unit; });
    }
    return rows;
}

std::vector<Rows> make_batches(const CubeCase& test) {
    Random random(test.seed);
    Shape fewer = test.shape;
    for (std::uint32_t& cardinality : fewer.cardinalities)
        cardinality = random.below(4) == 0 ? (cardinality + 1) / 2 : cardinality;
    std::vector<Rows> batches;
    for (std::size_t i = 0; i < test.batches.size(); ++i) {
        const Shape& shape = i + 1 < test.batches.size() ? fewer : test.shape;
        batches.push_back(random_rows(shape, test.batches[i], test.zipf, random));
    }
    return batches;
}

Rows join(const std::vector<Rows>& batches) {
    Rows all = batches.front();
    all.shape = batches.back().shape;
    const auto append = [](auto& columns, const auto& further) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            columns[c].insert(columns[c].end(), further[c].begin(), further[c].end());
    };
    for (std::size_t i = 1; i < batches.size(); ++i) {
        append(all.codes, batches[i].codes);
        append(all.measures, batches[i].measures);
    }
    return all;
}

/// Queries of every kind: half of their codes are those of a row, so that many cells have rows.
class RandomQueries {
public:
    RandomQueries(const Rows& rows, const std::vector<int>& path, Random& random)
        : rows_(rows), path_(path), random_(random) {}

    Query operator()() {
        Query query;
        const bool on_path = random_.below(3) == 0;
        const std::size_t row =
            random_.below(static_cast<std::uint64_t>(std::max(rows_.size(), std::int64_t{1})));
        const std::size_t most = random_.below(path_.size() + 1);
        for (std::size_t level = 0; level < path_.size(); ++level) {
            if (on_path ? level < most : random_.below(2 * path_.size()) < 3)
                query.where.push_back({path_[level], codes(path_[level], row, on_path)});
        }
        if (random_.below(3) > 0)
            return query;
        for (const int dimension : path_)
            if (query.group_by.size() < 2 && random_.below(3) == 0)
                query.group_by.push_back(dimension);
        query.having = random_.between(1, 3);
        if (!query.group_by.empty() && random_.below(2) == 0)
            query.top = top();
        return query;
    }

private:
    Codes codes(int dimension, std::size_t row, bool one) {
        const auto d = static_cast<std::size_t>(dimension);
        const std::uint32_t cardinality = rows_.shape.cardinalities[d];
        const auto any = [&] { return static_cast<std::uint32_t>(random_.below(cardinality)); };
        Codes codes{random_.below(4) > 0 && rows_.size() > 0 ? rows_.codes[d][row] : any()};
        if (!one && random_.below(3) == 0)
            codes.resize(random_.below(5));
        if (codes.size() != 1)
            std::ranges::generate(codes, any);
        return codes;
    }

    cube::Top top() {
        cube::Top top{.groups = random_.between(1, 4), .smallest = random_.below(2) == 0};
        if (!rows_.shape.folds.empty() && random_.below(2) == 0)
            top.measure = static_cast<int>(random_.below(rows_.shape.folds.size()));
        return top;
    }

    const Rows& rows_;
    const std::vector<int>& path_;
    Random& random_;
};

Wrong wrong_tree(std::string_view who, const cube::Tree& found, const cube::Tree& right) {
    const std::string difference = cube::reference::difference(found, right);
    return difference.empty() ? Wrong() : fmt::format("the tree of the {} has wrong {}", who, difference);
}

// Ignores the method.
bool same_groups(const Groups& found, const Groups& right) {
    return found.codes == right.codes && found.count == right.count && found.values == right.values;
}

// Groups by the first and the last level, both and neither.
Wrong wrong_cuboids(const Rows& rows, const cube::Tree& tree, Query query, const cpu::Options& options) {
    std::vector<std::vector<int>> sets{{}, {tree.path.front()}};
    if (tree.path.size() > 1)
        sets.insert(sets.end(), {{tree.path.back()}, {tree.path.front(), tree.path.back()}});
    query.group_by.clear();
    query.top.reset();
    const std::vector<Groups> found = cube::cuboids(tree, sets, query, options);
    for (std::size_t i = 0; i < sets.size(); ++i) {
        query.group_by = sets[i];
        if (!same_groups(found[i], cube::reference::answer(rows, query)))
            return fmt::format("the cuboid of {} dimensions is wrong", sets[i].size());
    }
    return {};
}

/// Selections after the last step, and their histograms.
struct Brushing {
    std::vector<std::vector<bool>> selected; ///< [dimension][code]; empty selects all codes
    std::vector<cube::Histogram> histograms;
};

// A histogram is what a query groups by its dimension.
Wrong wrong_histograms(const Rows& rows, const std::vector<std::vector<bool>>& selected,
                       const std::vector<cube::Histogram>& found) {
    std::vector<cube::Condition> conditions;
    for (std::size_t d = 0; d < selected.size(); ++d) {
        Codes codes;
        for (std::uint32_t code = 0; code < selected[d].size(); ++code)
            if (selected[d][code])
                codes.push_back(code);
        if (!selected[d].empty())
            conditions.push_back({static_cast<int>(d), std::move(codes)});
    }
    for (std::size_t d = 0; d < found.size(); ++d) {
        Query query{.where = conditions, .group_by = {static_cast<int>(d)}};
        std::erase_if(query.where, [&](const auto& one) { return one.dimension == query.group_by.front(); });
        const Groups right = cube::reference::answer(rows, query);
        std::size_t group = 0;
        for (std::uint32_t code = 0; code < found[d].count.size(); ++code) {
            const bool has_rows = group < right.count.size() && right.codes.front()[group] == code;
            bool is_wrong = found[d].count[code] != (has_rows ? right.count[group] : 0);
            for (std::size_t m = 0; m < right.values.size() && has_rows; ++m)
                is_wrong = is_wrong || found[d].values[m][code] != right.values[m][group];
            if (is_wrong)
                return fmt::format("the histogram of dimension {} is wrong at code {}", d, code);
            group += has_rows ? 1 : 0;
        }
    }
    return {};
}

Wrong brush(const Rows& rows, Random& random, const cpu::Options& options, Brushing& brushing) {
    cube::Histograms histograms(rows, options);
    brushing.selected.resize(rows.codes.size());
    for (int step = 0; step < selections_of_case; ++step) {
        const std::size_t d = random.below(rows.codes.size());
        std::optional<Codes> codes;
        brushing.selected[d].clear();
        if (random.below(4) > 0) {
            codes.emplace();
            for (std::uint32_t code = 0; code < rows.shape.cardinalities[d]; ++code) {
                brushing.selected[d].push_back(random.below(2) == 0);
                if (brushing.selected[d].back())
                    codes->push_back(code);
            }
        }
        brushing.histograms = histograms.select(static_cast<int>(d), codes);
        if (Wrong wrong = wrong_histograms(rows, brushing.selected, brushing.histograms))
            return "the CPU: " + *wrong;
    }
    return {};
}

/// The checked results of the CPU.
struct Right {
    cube::Tree tree;
    std::vector<Query> queries;
    std::vector<Groups> answers;
    Brushing brushing;
};

Wrong wrong_cells_on_gpu(const cube::DeviceQuery& find, const cube::DeviceTree& tree,
                         const cube::DeviceQueries& queries, const std::vector<Groups>& right) {
    const cube::DeviceCells cells = find(tree, queries);
    for (std::size_t i = 0; i < right.size(); ++i) {
        bool is_wrong = cells.count[i] != right[i].count.front();
        for (std::size_t m = 0; m < cells.values.size(); ++m)
            is_wrong = is_wrong || cells.values[m][i] != right[i].values[m].front();
        if (is_wrong)
            return fmt::format("the GPU answers cell {} wrongly", i);
    }
    return {};
}

// The twins of passes on the GPU.

using cube::Level;
using Run = std::array<std::uint32_t, 6>; ///< see shaders/cube/request.glsl

constexpr std::uint32_t nodes_run = 0x100;

/// Returns the range of side links of a code, or from the least to the greatest code of a set.
std::array<std::uint32_t, 2> side_links(const Level& level, const Codes& codes, bool one, std::uint32_t first,
                                        std::uint32_t end) {
    if (codes.empty())
        return {};
    const auto [least, greatest] = std::ranges::minmax(codes);
    std::array links{level.header_first[least], level.header_first[greatest + 1]};
    if (one) {
        const auto begin = level.side_link.begin();
        const auto before = [&](std::uint32_t node) {
            return static_cast<std::uint32_t>(std::lower_bound(begin + links[0], begin + links[1], node) -
                                              begin);
        };
        links = {before(first), before(end)};
    }
    return links;
}

// conditions: of the path's dimensions.
Run run_of(const cube::Tree& tree, const Codes& conditions, const std::vector<Codes>& sets) {
    const auto given = std::ranges::find_if(conditions.rbegin(), conditions.rend(),
                                            [](std::uint32_t code) { return code != cube::any_code; });
    const auto deepest = static_cast<std::uint32_t>(conditions.rend() - given);
    std::uint32_t node = 0, prefix = 0;
    for (; prefix < deepest && conditions[prefix] < cube::in_set(0); ++prefix) {
        const Level &level = tree.levels[prefix], &below = tree.levels[prefix + 1];
        const auto end = below.key.begin() + level.first_child[node + 1],
                   found = std::find(below.key.begin() + level.first_child[node], end, conditions[prefix]);
        if (found == end)
            return {0, 0, deepest, deepest, 0, 0};
        node = static_cast<std::uint32_t>(found - below.key.begin());
    }
    std::uint32_t first = node, end = node + 1;
    for (std::uint32_t level = prefix; level < deepest; ++level) {
        first = tree.levels[level].first_child[first];
        end = tree.levels[level].first_child[end];
    }
    if (prefix == deepest)
        return {first, end, deepest, prefix, first, end};
    const std::uint32_t last = conditions[deepest - 1];
    const bool one = last < cube::in_set(0);
    const Codes codes = one ? Codes{last} : sets[last ^ cube::in_set(0)];
    const auto links = side_links(tree.levels[deepest], codes, one, first, end);
    if (codes.empty())
        return {0, 0, deepest, prefix, 0, 0};
    if (links[1] - links[0] <= end - first)
        return {links[0], links[1], deepest, prefix, first, end};
    return {first, end, deepest | nodes_run, prefix, first, end};
}

// See shaders/cube/locate.comp.
ReferencePasses::Twin locate_twin(const cube::Tree& tree, const cube::DeviceQueries& queries) {
    return [&](std::span<const ReferencePasses::Words>, const ReferencePasses::Words& runs) {
        ReferencePasses::Words right;
        for (auto of = queries.conditions.begin(); of != queries.conditions.end();
             of += static_cast<std::ptrdiff_t>(tree.path.size())) {
            Codes conditions;
            for (const int dimension : tree.path)
                conditions.push_back(of[dimension]);
            const Run run = run_of(tree, conditions, queries.sets);
            right.insert(right.end(), run.begin(), run.end());
        }
        return runs == right;
    };
}

// Packs the codes of each row bit by bit. In updates, the levels of the old tree follow those of the new one.
// See shaders/cube/packed.glsl.
bool packs_rows(std::span<const ReferencePasses::Words> inputs, const ReferencePasses::Words& words) {
    const ReferencePasses::Words &levels = inputs[0], &codes = inputs[1];
    const auto column = [&](std::size_t level) { return levels[4 * level + 2]; };
    const auto first_bit = [&](std::size_t level) { return levels[4 * level + 3]; };
    std::size_t dimensions = 1;
    while (4 * (dimensions + 2) < levels.size() && first_bit(dimensions + 2) > first_bit(dimensions + 1))
        ++dimensions;
    const std::size_t rows = codes.size() / dimensions;
    ReferencePasses::Words right(words.size());
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t level = 1; level <= dimensions; ++level) {
            const std::uint32_t code = codes[column(level) + row], end = first_bit(level + 1);
            for (std::uint32_t bit = first_bit(level); bit < end; ++bit)
                right[bit / 32 * rows + row] |= (code >> (end - 1 - bit) & 1u) << (31 - bit % 32);
        }
    }
    return words == right;
}

// Ranks the groups by rows or by the measure, largest or smallest first. See shaders/cube/group_ranks.comp.
bool ranks_groups(std::span<const ReferencePasses::Words> inputs, const ReferencePasses::Words& high) {
    const ReferencePasses::Words &nodes = inputs[0], &counts = inputs[1], &values = inputs[2],
                                 &low = inputs[3];
    const auto ranks_by = [&](bool measure, std::uint32_t flip) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const std::size_t at = 2 * std::size_t{nodes[i]};
            const std::uint32_t low_word = measure ? values[at] : counts[nodes[i]],
                                high_word = measure ? values[at + 1] ^ 0x8000'0000u : 0;
            if (low[i] != (low_word ^ flip) || high[i] != (high_word ^ flip))
                return false;
        }
        return true;
    };
    return ranks_by(false, 0) || ranks_by(false, ~0u) ||
           (!values.empty() && (ranks_by(true, 0) || ranks_by(true, ~0u)));
}

// Twins of the passes whose faults could stay hidden: wrong words may still sort rows and groups correctly,
// a query that visits too many nodes still finds its cell, and nothing reads the root's side link. tree and
// queries must outlive them.
std::map<std::string_view, ReferencePasses::Twin> cube_twins(const cube::Tree& tree,
                                                             const cube::DeviceQueries& queries) {
    return {{"pack", packs_rows},
            {"ranks", ranks_groups},
            {"locate", locate_twin(tree, queries)},
            {"headers", [](auto inputs, const auto&) { return inputs[2].front() == 0; }}}; // side links
}

Wrong wrong_on_gpu(compute::Engine& engine, const CubeCase& test, const std::vector<Rows>& batches,
                   const Rows& rows, const Right& right) {
    std::vector<Query> cells;
    std::vector<Groups> cell_answers;
    for (std::size_t i = 0; i < right.queries.size(); ++i) {
        if (right.queries[i].group_by.empty() && right.queries[i].having == 1) {
            cells.push_back(right.queries[i]);
            cell_answers.push_back(right.answers[i]);
        }
    }
    const cube::DeviceQueries queries = cube::cell_queries(test.shape, cells);
    ReferencePasses twins(cube_twins(right.tree, queries));
    const ObserverScope scope(engine, &twins);
    cube::DeviceTree tree = cube::DeviceBuild(engine, batches.front().shape,
                                              test.path)(cube::upload_rows(engine, batches.front()));
    for (std::size_t i = 1; i < batches.size(); ++i)
        tree = cube::DeviceUpdate(engine, batches[i].shape, test.path)(tree,
                                                                       cube::upload_rows(engine, batches[i]));
    if (Wrong wrong = wrong_tree("GPU", cube::download_tree(engine, tree), right.tree))
        return wrong;
    if (Wrong wrong = wrong_cells_on_gpu(cube::DeviceQuery(engine, test.shape), tree, queries, cell_answers))
        return wrong;
    const cube::DeviceGroups groups(engine, test.shape);
    for (std::size_t i = 0; i < right.queries.size(); ++i) {
        if (!right.queries[i].group_by.empty() &&
            !same_groups(groups(tree, right.queries[i]), right.answers[i]))
            return fmt::format("the GPU answers query {} wrongly", i);
    }
    if (cube::DeviceHistograms(engine, test.shape)(cube::upload_rows(engine, rows),
                                                   right.brushing.selected) != right.brushing.histograms)
        return "the GPU finds wrong histograms";
    return twins.wrong();
}

} // namespace

// Constants that shaders are compiled with stay the same for many seeds in a row.
CubeCase random_cube_case(const CaseRequest& request) {
    Deal deal = Deal::own_at_first(request.seed, cube_game);
    Random random(request.seed);
    CubeCase test{.shape = deal.pick(all_shapes), .seed = request.seed};
    const std::int64_t most = std::min(request.largest, max_rows);
    test.batches.push_back(random_size(random, most, rows_of_one_group));
    for (std::uint64_t updates = request.turn % 3; updates > 0; --updates)
        test.batches.push_back(random_size(random, most / 2 + 1));
    test.path.resize(test.shape.cardinalities.size());
    std::iota(test.path.begin(), test.path.end(), 0);
    for (std::size_t left = test.path.size(); left > 1; --left)
        std::swap(test.path[left - 1], test.path[random.below(left)]);
    test.zipf = pick(random, std::array{0.0, 1.2, 4.0});
    test.threads = random.between(1, 3);
    return test;
}

std::string describe(const CubeCase& test) {
    return fmt::format("cube of {} codes, {} measures, {} rows, zipf {}, path {}, {} threads",
                       fmt::join(test.shape.cardinalities, " x "), test.shape.folds.size(),
                       fmt::join(test.batches, " + "), test.zipf, fmt::join(test.path, " "), test.threads);
}

Wrong check(compute::Engine* engine, const CubeCase& test) {
    const std::vector<Rows> batches = make_batches(test);
    const Rows rows = join(batches);
    const cpu::Options options{.threads = test.threads};
    Right right{cube::build(batches.front(), test.path, options), {}, {}, {}};
    for (std::size_t i = 1; i < batches.size(); ++i)
        right.tree = cube::update(right.tree, batches[i], options);
    if (Wrong wrong = wrong_tree("CPU", right.tree, cube::reference::build(rows, test.path)))
        return wrong;

    Random random(~test.seed);
    RandomQueries next(rows, test.path, random);
    for (int i = 0; i < queries_of_case; ++i) {
        right.queries.push_back(next());
        right.answers.push_back(cube::reference::answer(rows, right.queries.back()));
    }
    const std::vector<Groups> answers = cube::answer(right.tree, right.queries, options);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (!same_groups(answers[i], right.answers[i]))
            return fmt::format("the CPU answers query {} wrongly by {}", i, to_string(answers[i].method));
    }
    if (Wrong wrong = wrong_cuboids(rows, right.tree, next(), options))
        return wrong;
    const std::vector<cube::Condition>& where = right.queries.front().where;
    if (cube::rows_behind(right.tree, where) != cube::reference::rows_behind(rows, where))
        return "the rows of query 0 are wrong";
    if (Wrong wrong = brush(rows, random, options, right.brushing))
        return wrong;
    return engine == nullptr ? Wrong() : wrong_on_gpu(*engine, test, batches, rows, right);
}

} // namespace scanline::systems
