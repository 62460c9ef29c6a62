#include "scanline/cube/device_update.h"

#include "device_headers.h"

#include "scanline/compute/fill.h"
#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/scan.h"
#include "scanline/gl/cancellation_scope.h"

#include <fmt/format.h>
#include <optional>

namespace scanline::cube {

namespace {

constexpr std::string_view update_name = "cube update";

void require_merge(const DeviceTree& tree, const DeviceTree& further) {
    bool fits = tree.path == further.path && tree.shape.folds == further.shape.folds;
    for (std::size_t d = 0; fits && d < further.shape.cardinalities.size(); ++d)
        fits = tree.shape.cardinalities[d] <= further.shape.cardinalities[d];
    if (!fits)
        throw usage_error(
            fmt::format("{}: the tree has another path, other measures or a larger cardinality than "
                        "the rows: add rows of its kind",
                        update_name));
}

std::uint32_t word(std::int64_t number) {
    return static_cast<std::uint32_t>(number);
}

} // namespace

struct DeviceUpdate::Parts {
    Parts(compute::Engine& on, const Shape& of, std::vector<int> path)
        : engine(on), build(on, of, std::move(path)), find_places(on, "cube/find_places", {}, 1),
          merge_old(on, "cube/merge_nodes", {{"FURTHER", "0"}}, 1),
          merge_further(on, "cube/merge_nodes", {{"FURTHER", "1"}}, 1), merge_words(on, "cube/merge_words"),
          merge_values(on, "cube/merge_values"), merge_links(on, "cube/merge_links", {}, 1),
          merge_rows(on, "cube/merge_rows", {}, 1), before(on, {.exclusive = true}), up_to(on), gather(on),
          fill(on), fill_pairs(on), header_tables(on, of) {}

    compute::Engine& engine;
    DeviceBuild build;
    compute::ElementwiseKernel find_places, merge_old, merge_further, merge_words, merge_values, merge_links,
        merge_rows;
    compute::Scan<std::uint32_t> before, up_to;
    compute::Gather<std::uint32_t> gather;
    compute::Fill<std::uint32_t> fill;
    compute::Fill<compute::Pair> fill_pairs;
    HeaderTables header_tables;

    /// Where the nodes of a further tree belong, see find_places.comp.
    struct Match {
        Words places;     ///< of further nodes
        Words new_before; ///< of each of them, and in all
        Words inserted;   ///< up to each old node
    };
    Match match(compute::Arena::Scope& scratch, const DeviceTree& old, const DeviceTree& further) const {
        const WholeStage stage(engine, "match");
        const std::int64_t levels = levels_of(further.shape);
        const Match found{scratch.take<std::uint32_t>(further.nodes()),
                          scratch.take<std::uint32_t>(further.nodes() + 1),
                          scratch.take<std::uint32_t>(old.nodes() + levels)};
        fill(found.inserted, 0);
        fill(found.places.part(0, 1), 0);
        fill(found.new_before.part(0, 1), 0);
        fill(found.new_before.part(further.nodes(), 1), 0);
        for (std::int64_t level = 1; level < levels; ++level) {
            const auto at = static_cast<std::size_t>(level);
            const std::int64_t first = further.first_node[at],
                               size = further.nodes_of(static_cast<int>(level));
            find_places.run(size, {.pass = "find-places",
                                   .step = static_cast<int>(level),
                                   .bindings = {{"old-keys", old.key.view().range()},
                                                {"old-children", old.first_child.view().range()},
                                                {"keys", further.key.view().part(first, size).range()},
                                                {"parents", further.parent.view().part(first, size).range()},
                                                {"places", found.places.range()},
                                                {"are-new", found.new_before.range()},
                                                {"inserted", found.inserted.range()}},
                                   .uniforms = {word(level), word(old.first_node[at]),
                                                word(further.first_node[at - 1]), word(first)},
                                   .output = 4});
        }
        before(found.new_before, found.new_before);
        up_to(found.inserted, found.inserted);
        return found;
    }

    std::vector<std::int64_t> merged_first_nodes(compute::Arena::Scope& scratch, const DeviceTree& old,
                                                 const DeviceTree& further, const Match& found) const {
        std::vector<std::uint32_t> at;
        for (const std::int64_t first : further.first_node)
            at.push_back(word(first));
        const auto size = static_cast<std::int64_t>(at.size());
        const Words indices = scratch.take<std::uint32_t>(size), more = scratch.take<std::uint32_t>(size);
        compute::upload<std::uint32_t>(indices, at);
        gather(found.new_before, indices, more);
        std::vector<std::int64_t> first = old.first_node;
        const std::vector<std::uint32_t> inserted = compute::download(more);
        for (std::size_t level = 0; level < first.size(); ++level)
            first[level] += inserted[level];
        return first;
    }

    // Finds the sources of merged nodes, and writes their parents.
    Pairs merge_nodes(compute::Arena::Scope& scratch, const DeviceTree& old, const DeviceTree& further,
                      const Match& found, DeviceTree& merged) const {
        const Pairs sources = scratch.take<compute::Pair>(merged.nodes());
        fill_pairs(sources, {});
        const auto number = [&](const compute::ElementwiseKernel& kernel, const DeviceTree& tree,
                                Words numbers) {
            kernel.run(tree.nodes(), {.pass = "merge-nodes",
                                      .bindings = {{"levels", tree.levels.view().range()},
                                                   {"merged-levels", merged.levels.view().range()},
                                                   {"parents", tree.parent.view().range()},
                                                   {"sources", compute::as_words(sources.range())},
                                                   {"merged-parents", merged.parent.view().range()},
                                                   {"before", numbers.range()},
                                                   {"ranks", found.new_before.range()}},
                                      .uniforms = {word(levels_of(tree.shape))},
                                      .output = 3});
        };
        number(merge_old, old, found.inserted);
        number(merge_further, further, found.places);
        return sources;
    }

    void merge_aggregates(const DeviceTree& old, const DeviceTree& further, Pairs sources,
                          DeviceTree& merged) const {
        const auto merge = [&](const compute::ElementwiseKernel& kernel, std::string_view pass, const auto& a,
                               const auto& b, const auto& to, std::uint32_t how) {
            kernel.run(merged.nodes(), {.pass = pass,
                                        .bindings = {{"sources", sources.range()},
                                                     {"old", a.range()},
                                                     {"further", b.range()},
                                                     {"merged", to.range()}},
                                        .uniforms = {how}});
        };
        merge(merge_words, "merge-keys", old.key.view(), further.key.view(), merged.key.view(), 0);
        merge(merge_words, "merge-counts", old.count.view(), further.count.view(), merged.count.view(), 1);
        for (std::size_t m = 0; m < merged.shape.folds.size(); ++m) {
            const auto measure = static_cast<std::int64_t>(m);
            const auto values = [&](const auto& tree) {
                return tree.values.view().part(measure * tree.nodes(), tree.nodes());
            };
            merge(merge_values, "merge-values", values(old), values(further), values(merged),
                  static_cast<std::uint32_t>(merged.shape.folds[m]));
        }
    }

    // The leaves' part of an array that has one more element for each level.
    static auto leaves_of(const DeviceTree& tree) {
        const std::int64_t level = levels_of(tree.shape) - 1;
        const std::int64_t first = tree.first_node[static_cast<std::size_t>(level)];
        return tree.first_child.view().part(first + level, tree.nodes() - first + 1);
    }

    void link(const DeviceTree& old, const DeviceTree& further, Pairs sources, Words entries,
              DeviceTree& merged) const {
        const auto first_leaf = [](const DeviceTree& tree) { return tree.first_node.end()[-2]; };
        const std::int64_t leaves = merged.nodes() - first_leaf(merged);
        merge_links.run(merged.nodes(), {.pass = "merge-links",
                                         .bindings = {{"levels", merged.levels.view().range()},
                                                      {"parents", merged.parent.view().range()},
                                                      {"keys", merged.key.view().range()},
                                                      {"first-children", merged.first_child.view().range()},
                                                      {"entries", entries.range()}},
                                         .uniforms = {word(levels_of(merged.shape)), word(merged.rows())},
                                         .output = 3});
        const Words first_rows(leaves_of(merged).range());
        before(merged.count.view().part(first_leaf(merged), leaves), first_rows.part(0, leaves));
        merge_rows.run(
            merged.rows(),
            {.pass = "merge-rows",
             .bindings = {{"first-rows", first_rows.range()},
                          {"sources", sources.part(first_leaf(merged), leaves).range()},
                          {"old-first", leaves_of(old).range()},
                          {"old-order", old.row_order.view().range()},
                          {"further-first", leaves_of(further).range()},
                          {"further-order", further.row_order.view().range()},
                          {"order", merged.row_order.view().range()}},
             .uniforms = {word(leaves), word(first_leaf(old)), word(first_leaf(further)), word(old.rows())}});
    }

    DeviceTree update(const DeviceTree& old, const DeviceTree& further) const {
        compute::Operation operation(engine, update_name);
        compute::Arena::Scope& scratch = operation.scratch();
        const Match found = match(scratch, old, further);
        std::optional<WholeStage> stage(std::in_place, engine, "merge");
        std::vector<std::int64_t> first_node = merged_first_nodes(scratch, old, further, found);
        const std::int64_t rows = old.rows() + further.rows();
        require_fits(operation, further.shape, first_node.back());
        operation.require_fits({0, 0, rows, compute::ElementType::uint32}, "array of rows");
        operation.require_fits({0, 0, first_node.back(), compute::ElementType::pair}, "array of sources");
        DeviceTree merged = make_tree(engine, further.shape, further.path, std::move(first_node),
                                      compute::DeviceArray<std::uint32_t>(rows));
        const Pairs sources = merge_nodes(scratch, old, further, found, merged);
        merge_aggregates(old, further, sources, merged);
        const Words entries = scratch.take<std::uint32_t>(merged.nodes());
        link(old, further, sources, entries, merged);
        stage.emplace(engine, "header-table");
        header_tables.make(entries, merged);
        return merged;
    }
};

DeviceUpdate::DeviceUpdate(compute::Engine& engine, const Shape& shape, std::vector<int> path)
    : parts_(make_hidden<const Parts>(engine, shape, std::move(path))) {}

DeviceTree DeviceUpdate::operator()(const DeviceTree& tree, const DeviceRows& rows,
                                    const CallLimits& limits) const {
    const Parts& parts = *parts_;
    const gl::CancellationScope cancellation(parts.engine, limits.cancelled);
    DeviceTree further = [&] {
        const WholeStage stage(parts.engine, "build");
        return parts.build.build(rows, tree.rows() == 0);
    }();
    require_merge(tree, further);
    return tree.rows() == 0 ? std::move(further) : parts.update(tree, further);
}

} // namespace scanline::cube
