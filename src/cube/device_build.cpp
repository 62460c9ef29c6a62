#include "scanline/cube/device_build.h"
#include "checks.h"
#include "device_assembly.h"
#include "device_row_sort.h"
#include "scanline/compute/copy.h"
#include "scanline/cube/build.h"
#include "scanline/gl/cancellation_scope.h"

#include <fmt/format.h>

namespace scanline::cube {

namespace {

template <class T>
using Columns = std::vector<std::vector<T>>;

constexpr const char* device_build = "cube build";

} // namespace

struct DeviceBuild::Parts {
    Parts(compute::Engine& on, const Shape& of, std::vector<int> in_order)
        : engine(on), shape(of), path(require_path(of, std::move(in_order), device_build)), row_sort(on, of),
          copy(on), assembly(on, of) {}

    compute::Engine& engine;
    Shape shape;
    std::vector<int> path;
    RowSort row_sort;
    compute::Copy<std::uint32_t> copy;
    TreeAssembly assembly;

    DeviceTree build(const DeviceRows& rows) const {
        compute::Operation operation(engine, device_build);
        const std::vector<std::uint32_t> unknown = level_records(shape, path, rows.size(), {});
        const auto take = [&](std::int64_t size) { return operation.scratch().take<std::uint32_t>(size); };
        const Words records = take(static_cast<std::int64_t>(unknown.size()));
        const Items items{take(rows.size() * row_sort.words()), take(rows.size()), rows.measures.view(),
                          rows.size()};
        operation.require_fits(items.words.range(), "array of packed codes");
        {
            const WholeStage stage(engine, "key");
            compute::upload<std::uint32_t>(records, unknown);
            row_sort.sort(rows.codes.view(), rows.size(), records, items.words, items.order);
        }
        DeviceTree tree = assembly.make(operation, items, records, path);
        copy(items.order, tree.row_order);
        return tree;
    }
};

DeviceBuild::DeviceBuild(compute::Engine& engine, const Shape& shape, std::vector<int> path)
    : parts_(make_pimpl<const Parts>(engine, shape, std::move(path))) {}

DeviceTree DeviceBuild::operator()(const DeviceRows& rows, const CallLimits& limits) const {
    const Parts& parts = *parts_;
    require_shape_of(rows, parts.shape, device_build);
    if (rows.size() == 0)
        return upload_tree(parts.engine, cube::build({rows.shape, Columns<std::uint32_t>(parts.path.size()),
                                                      Columns<std::int64_t>(rows.shape.folds.size())},
                                                     parts.path));
    const gl::CancellationScope cancellation(parts.engine, limits.cancelled);
    return parts.build(rows);
}

namespace {

constexpr const char* update_name = "cube update";

void require_kind(const DeviceTree& tree, const Shape& shape, const std::vector<int>& path) {
    bool fits = tree.path == path && tree.shape.folds == shape.folds;
    for (std::size_t d = 0; fits && d < shape.cardinalities.size(); ++d)
        fits = tree.shape.cardinalities[d] <= shape.cardinalities[d];
    if (!fits)
        throw usage_error(
            fmt::format("{}: the tree has another path, other measures or a larger cardinality than "
                        "the rows: add rows of its kind",
                        update_name));
}

// Returns the part of a node array that belongs to the leaves.
Words of_leaves(const DeviceTree& tree, Words nodes) {
    return nodes.part(tree.first_leaf(), tree.nodes() - tree.first_leaf());
}

} // namespace

struct DeviceUpdate::Parts {
    Parts(compute::Engine& on, const Shape& of, std::vector<int> in_order)
        : engine(on), shape(of), path(in_order.empty() ? default_path(of) : in_order),
          build(on, of, std::move(in_order)), row_sort(on, of),
          pack_leaves(on, "cube/pack", {{"LEAVES", "1"}}, 1), merge_items(on, "cube/merge_items", {}, 1),
          merge_rows(on, "cube/merge_rows", {}, 1), scan(on, {.exclusive = true}), assembly(on, of) {}

    compute::Engine& engine;
    Shape shape;
    std::vector<int> path;
    DeviceBuild build;
    RowSort row_sort;
    compute::ElementwiseKernel pack_leaves, merge_items, merge_rows;
    compute::Scan<std::uint32_t> scan;
    TreeAssembly assembly;

    // The records of the old tree follow: its leaves climb by them.
    std::vector<std::uint32_t> records_of(const DeviceTree& old, std::int64_t rows) const {
        std::vector<std::uint32_t> words = level_records(shape, path, rows, {});
        const std::vector<std::uint32_t> more = level_records(shape, path, rows, old.first_node);
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    void merge(const DeviceTree& old, Words records, Words row_order, const Items& items) const {
        const std::uint32_t levels = word(levels_of(shape));
        const std::int64_t leaves = items.leaves;
        pack_leaves.run(leaves, {.pass = "pack-leaves",
                                 .bindings = {{"levels", records.range()},
                                              {"keys", old.key.range()},
                                              {"parents", old.parent.range()},
                                              {"words", items.words.range()}},
                                 .uniforms = {levels, items.count(), 0u, levels + 1}});
        merge_items.run(items.size(), {.pass = "merge-items",
                                       .bindings = {{"levels", records.range()},
                                                    {"words", items.words.range()},
                                                    {"row-order", row_order.range()},
                                                    {"leaf-rows", of_leaves(old, old.count).range()},
                                                    {"order", items.order.range()},
                                                    {"rows-before", items.rows_before.range()}},
                                       .uniforms = {levels, items.count(), word(leaves)}});
        scan(items.rows_before, items.rows_before);
    }

    // Writes the row order: all rows in the order of items.
    void order_rows(const DeviceTree& old, const Items& items, DeviceTree& tree) const {
        const std::int64_t first_rows = old.first_leaf() + levels_of(shape) - 1;
        merge_rows.run(tree.rows(),
                       {.pass = "merge-rows",
                        .bindings = {{"order", items.order.range()},
                                     {"rows-before", items.rows_before.range()},
                                     {"first-rows", old.first_child.part(first_rows, items.leaves).range()},
                                     {"old-order", old.row_order.range()},
                                     {"row-order", tree.row_order.range()}},
                        .uniforms = {items.count(), word(items.leaves), word(old.rows())}});
    }

    DeviceTree update(const DeviceTree& old, const DeviceRows& rows) const {
        compute::Operation operation(engine, update_name);
        operation.require_fits({0, 0, old.rows() + rows.size(), compute::ElementType::uint32},
                               "array of rows");
        const std::vector<std::uint32_t> known = records_of(old, rows.size());
        const auto take = [&](std::int64_t size) { return operation.scratch().take<std::uint32_t>(size); };
        const std::int64_t size = old.nodes() - old.first_leaf() + rows.size();
        const Words records = take(static_cast<std::int64_t>(known.size())), row_order = take(rows.size());
        const Items items{take(size * row_sort.words()),
                          take(size),
                          rows.measures.view(),
                          old.rows() + rows.size(),
                          take(size + 1),
                          &old,
                          size - rows.size()};
        operation.require_fits(items.words.range(), "array of packed codes");
        {
            const WholeStage stage(engine, "key");
            compute::upload<std::uint32_t>(records, known);
            row_sort.sort(rows.codes.view(), rows.size(), records, items.words, row_order);
        }
        {
            const WholeStage stage(engine, "merge");
            merge(old, records, row_order, items);
        }
        const auto new_records = static_cast<std::int64_t>(known.size() / 2);
        DeviceTree tree = assembly.make(operation, items, records.part(0, new_records), path);
        order_rows(old, items, tree);
        return tree;
    }
};

DeviceUpdate::DeviceUpdate(compute::Engine& engine, const Shape& shape, std::vector<int> path)
    : parts_(make_pimpl<const Parts>(engine, shape, std::move(path))) {}

DeviceTree DeviceUpdate::operator()(const DeviceTree& tree, const DeviceRows& rows,
                                    const CallLimits& limits) const {
    const Parts& parts = *parts_;
    require_shape_of(rows, parts.shape, update_name);
    require_kind(tree, parts.shape, parts.path);
    if (tree.rows() == 0)
        return parts.build(rows, limits);
    const gl::CancellationScope cancellation(parts.engine, limits.cancelled);
    return parts.update(tree, rows);
}

} // namespace scanline::cube
