#include "scanline/cube/device_groups.h"

#include "device_assembly.h"
#include "device_row_sort.h"
#include "fold.h"
#include "grouping.h"
#include "levels.h"

#include "scanline/compute/compact.h"
#include "scanline/gl/cancellation_scope.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace scanline::cube {

namespace {

constexpr const char* groups_name = "cube groups";
constexpr std::uint32_t none = 0xffffffff; ///< see group_request.glsl

using QueryLevels = std::vector<QueryLevel>;

// Packs a query for group_request.glsl.
std::vector<std::uint32_t> request_words(const DeviceTree& tree, const QueryLevels& asked) {
    std::vector<std::uint32_t> words = level_records(tree.shape, tree.path, tree.rows(), tree.first_node);
    const std::size_t first = words.size() + 4; // the root's are unused
    words.resize(first + 4 * tree.path.size(), none);
    for (std::size_t level = 0; level < asked.size(); ++level) {
        const QueryLevel& of = asked[level];
        const std::size_t at = first + 4 * level, bits = words.size();
        if (of.group)
            words[at + 2] = static_cast<std::uint32_t>(*of.group);
        if (!of.condition)
            continue;
        words[at] = static_cast<std::uint32_t>(bits);
        words[at + 1] = of.codes.empty() ? 0 : of.codes.back() / 32 + 1;
        words.resize(bits + words[at + 1]);
        for (const std::uint32_t code : of.codes)
            words[bits + code / 32] |= 1u << code % 32;
    }
    return words;
}

// Returns the shape of the tree of groups; without dimensions to group by, one with a single code.
Shape shape_of_groups(const Shape& shape, const std::vector<int>& group_by) {
    Shape groups{{}, shape.folds};
    for (const int dimension : group_by)
        groups.cardinalities.push_back(shape.cardinalities[static_cast<std::size_t>(dimension)]);
    if (group_by.empty())
        groups.cardinalities.push_back(1);
    return groups;
}

std::vector<int> numbers_up_to(std::size_t size) {
    std::vector<int> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

} // namespace

struct DeviceGroups::Parts {
    Parts(compute::Engine& on, const Shape& of)
        : engine(on), shape(of), select(on, "cube/group_select", {}, 1),
          cells(on, "cube/group_cells", measure_constants(of), 1), ranks(on, "cube/group_ranks", {}, 1),
          keep(on, "x != 0xffffffffu"), scan(on, {.exclusive = true}), gather(on), fill(on), sort_low(on),
          sort_high(on) {}

    compute::Engine& engine;
    Shape shape;
    compute::ElementwiseKernel select, cells, ranks;
    compute::CompactIf<std::uint32_t> keep;
    compute::Scan<std::uint32_t> scan;
    compute::Gather<std::uint32_t> gather;
    compute::Fill<std::uint32_t> fill;
    compute::RadixSortPositions<std::uint32_t> sort_low;
    compute::RadixSortPairs<std::uint32_t> sort_high;

    /// Makes trees of groups of one shape, that of the last query.
    struct Regrouping {
        Regrouping(compute::Engine& engine, const Shape& of)
            : shape(of), sort(engine, of), assembly(engine, of) {}

        Shape shape;
        RowSort sort;
        TreeAssembly assembly;
    };
    std::optional<Regrouping> regrouping;

    /// Selected nodes of the deepest level that a query names.
    struct Nodes {
        const DeviceTree& tree;
        std::uint32_t level, highest; ///< highest: the first level that the query names
        std::uint32_t dimensions;     ///< to group by
        Words request;
        Words numbers{}; ///< in their level

        std::int64_t first() const { return tree.first_node[level]; }
        std::int64_t size() const { return numbers.size(); }
    };

    // Selects the nodes that meet the conditions and have enough rows.
    Nodes find(compute::Arena::Scope& scratch, const DeviceTree& tree, const QueryLevels& asked,
               std::size_t dimensions, std::int64_t min_rows) const {
        const std::vector<std::uint32_t> words = request_words(tree, asked);
        const auto first = std::ranges::find_if(asked, [](const QueryLevel& level) { return level.asked(); });
        Nodes nodes{tree, word(std::ssize(asked)), word(first - asked.begin()) + 1,
                    static_cast<std::uint32_t>(dimensions), scratch.take<std::uint32_t>(std::ssize(words))};
        engine.upload<std::uint32_t>(nodes.request, words);
        const std::int64_t size = tree.nodes_of(static_cast<int>(nodes.level));
        const Words selected = scratch.take<std::uint32_t>(size), kept = scratch.take<std::uint32_t>(size),
                    number = scratch.take<std::uint32_t>(1);
        // Row counts fit 31 bits.
        const std::int64_t least = std::clamp<std::int64_t>(min_rows, 0, max_rows + 1);
        select.run(size,
                   {.pass = "select",
                    .bindings = {{"request", nodes.request.range()},
                                 {"keys", tree.key.range()},
                                 {"parents", tree.parent.range()},
                                 {"counts", tree.count.range()},
                                 {"selected", selected.range()}},
                    .uniforms = {word(levels_of(tree.shape)), nodes.level, nodes.highest, word(least)}});
        keep(selected, kept, number);
        nodes.numbers = kept.part(0, engine.download(number).front());
        return nodes;
    }

    /// Columns of cells: codes of each dimension to group by, rows, and measures.
    struct Cells {
        Words words;
        Pairs values;
        std::int64_t size;

        Words codes(std::int64_t dimensions) const { return words.part(0, dimensions * size); }
        Words rows() const { return words.part(words.size() - size, size); }
    };
    // Copies the cells of nodes, with at least one column of codes.
    Cells cells_of(compute::Operation& operation, const Nodes& nodes) const {
        const auto measures = static_cast<std::int64_t>(shape.folds.size());
        const std::int64_t n = nodes.size(), columns = std::max<std::int64_t>(nodes.dimensions, 1);
        const Cells found{operation.scratch().take<std::uint32_t>((columns + 1) * n),
                          operation.scratch().take<compute::Pair>(measures * n), n};
        operation.require_fits(found.words.range(), "array of codes of groups");
        operation.require_fits(found.values.range(), "array of values of groups");
        if (nodes.dimensions == 0)
            fill(found.codes(1), 0);
        const DeviceTree& tree = nodes.tree;
        cells.run(n, {.pass = "cells",
                      .bindings = {{"request", nodes.request.range()},
                                   {"nodes", nodes.numbers.range()},
                                   {"keys", tree.key.range()},
                                   {"parents", tree.parent.range()},
                                   {"counts", tree.count.range()},
                                   {"values", tree.values.range()},
                                   {"cells", found.words.range()},
                                   {"cell-values", found.values.range()}},
                      .uniforms = {word(levels_of(tree.shape)), nodes.level, nodes.highest, word(columns),
                                   word(tree.nodes())},
                      .output = 6});
        return found;
    }

    // Builds the tree of cells; its leaves are the groups.
    DeviceTree regroup(compute::Operation& operation, const Cells& found) {
        const Shape& of = regrouping->shape;
        const std::vector<int> path = numbers_up_to(of.cardinalities.size());
        const auto take = [&](std::int64_t size) { return operation.scratch().take<std::uint32_t>(size); };
        const std::vector<std::uint32_t> unknown = level_records(of, path, found.size, {});
        const Words records = take(std::ssize(unknown));
        engine.upload<std::uint32_t>(records, unknown);
        const Items items{.words = take(found.size * regrouping->sort.words()),
                          .order = take(found.size),
                          .measures = found.values,
                          .rows = 0,
                          .rows_before = take(found.size + 1)};
        operation.require_fits(items.words.range(), "array of packed codes");
        regrouping->sort.sort(found.codes(std::ssize(path)), found.size, records, items.words, items.order);
        gather(found.rows(), items.order, items.rows_before.part(0, found.size));
        fill(items.rows_before.part(found.size, 1), 0);
        scan(items.rows_before, items.rows_before);
        return regrouping->assembly.make(operation, items, records, path);
    }

    // Returns the top groups, in order.
    Words keep_top(compute::Arena::Scope& scratch, const Nodes& groups, const Top& top) const {
        const WholeStage stage(engine, "top");
        const std::int64_t n = groups.size(), kept = std::min(top.groups, n),
                           level_size = groups.tree.nodes() - groups.first();
        const auto take = [&](std::int64_t size) { return scratch.take<std::uint32_t>(size); };
        const Words low = take(n), high = take(n), positions = take(n), numbers = take(kept);
        const std::int64_t measure = top.measure.value_or(0);
        const Pairs values =
            top.measure ? groups.tree.values.part(measure * groups.tree.nodes() + groups.first(), level_size)
                        : Pairs();
        ranks.run(n, {.pass = "ranks",
                      .bindings = {{"nodes", groups.numbers.range()},
                                   {"counts", groups.tree.count.part(groups.first(), level_size).range()},
                                   {"values", values.range()},
                                   {"low", low.range()},
                                   {"high", high.range()}},
                      .uniforms = {top.measure ? 1u : 0u, top.smallest ? 0u : 1u}});
        sort_low(low, low, positions);
        gather(high, positions, low);
        sort_high(low, positions, low, positions);
        gather(groups.numbers, positions.part(0, kept), numbers);
        return numbers;
    }

    Groups download(const Cells& found, std::size_t dimensions) const {
        const WholeStage stage(engine, "download");
        const std::vector<std::uint32_t> words = engine.download(found.words);
        std::vector<std::int64_t> values(static_cast<std::size_t>(found.values.size()));
        engine.download_bytes(found.values.range(), std::as_writable_bytes(std::span(values)));
        Groups groups;
        const auto size = static_cast<std::ptrdiff_t>(found.size);
        for (std::size_t d = 0; d < dimensions; ++d) {
            const auto first = words.begin() + static_cast<std::ptrdiff_t>(d) * size;
            groups.codes.emplace_back(first, first + size);
        }
        groups.count.assign(words.end() - size, words.end());
        for (std::size_t m = 0; m < shape.folds.size(); ++m) {
            const auto first = values.begin() + static_cast<std::ptrdiff_t>(m) * size;
            groups.values.emplace_back(first, first + size);
        }
        return groups;
    }

    // Answers a query whose conditions no row meets.
    Groups no_groups(const Query& query) const {
        Groups groups;
        groups.codes.resize(query.group_by.size());
        groups.values.resize(shape.folds.size());
        if (!query.group_by.empty())
            return groups;
        groups.count = {0};
        for (std::size_t m = 0; m < shape.folds.size(); ++m)
            groups.values[m] = {none_of(shape.folds[m])};
        keep_asked(groups, query);
        return groups;
    }

    Groups answer(const DeviceTree& tree, const Query& query, const QueryLevels& asked) {
        compute::Operation operation(engine, groups_name);
        compute::Arena::Scope& scratch = operation.scratch();
        const std::size_t dimensions = query.group_by.size();
        std::optional<WholeStage> stage(std::in_place, engine, "select");
        const Nodes nodes = find(scratch, tree, asked, dimensions, 1);
        if (nodes.size() == 0)
            return no_groups(query);
        stage.emplace(engine, "group");
        const Shape of = shape_of_groups(shape, query.group_by);
        if (!regrouping || regrouping->shape != of)
            regrouping.emplace(engine, of);
        const DeviceTree grouped = regroup(operation, cells_of(operation, nodes));
        QueryLevels leaves(dimensions);
        for (std::size_t group = 0; group < dimensions; ++group)
            leaves[group].group = group;
        Nodes groups = find(scratch, grouped, leaves, dimensions, dimensions == 0 ? 1 : query.having);
        stage.reset();
        if (query.top)
            groups.numbers = keep_top(scratch, groups, *query.top);
        Groups answer = download(cells_of(operation, groups), dimensions);
        if (dimensions == 0)
            keep_asked(answer, query);
        return answer;
    }
};

DeviceGroups::DeviceGroups(compute::Engine& engine, const Shape& shape)
    : parts_(make_pimpl<Parts>(engine, shape)) {}

Groups DeviceGroups::operator()(const DeviceTree& tree, const Query& query, const CallLimits& limits) const {
    Parts& parts = *parts_;
    require_shape_of(tree, parts.shape, groups_name);
    const QueryLevels asked = query_levels(tree.shape, tree.path, query.where, query.group_by, groups_name);
    require_top(query, tree.shape, groups_name);
    const gl::CancellationScope cancellation(parts.engine, limits.cancelled);
    Groups groups = parts.answer(tree, query, asked);
    groups.method = nodes_are_cells(asked) ? Method::path : Method::scan;
    return groups;
}

} // namespace scanline::cube
