#include "scanline/cube/device_build.h"

#include "checks.h"
#include "device_headers.h"
#include "device_roll_up.h"
#include "device_row_sort.h"

#include "scanline/compute/fill.h"
#include "scanline/compute/scan.h"
#include "scanline/core/bits.h"
#include "scanline/cube/build.h"
#include "scanline/gl/cancellation_scope.h"

#include <fmt/format.h>
#include <optional>

namespace scanline::cube {

namespace {

template <class T>
using Columns = std::vector<std::vector<T>>;

constexpr int tile_rows = 256;
constexpr const char* device_build = "cube build";

} // namespace

struct DeviceBuild::Parts {
    Parts(compute::Engine& on, const Shape& of, std::vector<int> in_order)
        : engine(on), shape(of), path(require_path(of, std::move(in_order), device_build)), row_sort(on, of),
          heads(on, "cube/heads", tile_rows, tile_rows, {}),
          nodes(on, "cube/nodes", tile_rows, tile_rows, {}), first_nodes(on, "cube/first_nodes"),
          keys(on, "cube/keys"), scan(on, {.exclusive = true}), fill(on), header_tables(on, of), roll_up(on) {
    }

    compute::Engine& engine;
    Shape shape;
    std::vector<int> path;
    RowSort row_sort;
    compute::Kernel heads, nodes;
    compute::ElementwiseKernel first_nodes, keys;
    compute::Scan<std::uint32_t> scan;
    compute::Fill<std::uint32_t> fill;
    HeaderTables header_tables;
    RollUp roll_up;

    std::uint32_t levels() const { return static_cast<std::uint32_t>(levels_of(shape)); }

    // Where nodes begin, counted tile by tile.
    struct Index {
        Words first_levels; ///< of rows
        Words places;       ///< of the nodes of each level and tile
        std::uint32_t tiles;
    };
    Index find_heads(compute::Arena::Scope& scratch, const DeviceRows& rows, Words records,
                     Words order) const {
        const std::int64_t tiles = divide_rounding_up(rows.size(), std::int64_t{tile_rows});
        const Index index{scratch.take<std::uint32_t>(rows.size()),
                          scratch.take<std::uint32_t>(tiles * levels() + 1),
                          static_cast<std::uint32_t>(tiles)};
        fill(index.places.part(tiles * levels(), 1), 0);
        heads.run(engine, rows.size(),
                  {.pass = "heads",
                   .bindings = {{"order", order.range()},
                                {"codes", rows.codes.view().range()},
                                {"levels", records.range()},
                                {"first-levels", index.first_levels.range()},
                                {"counts", index.places.range()}},
                   .uniforms = {levels(), index.tiles}});
        scan(index.places, index.places);
        first_nodes.run(levels() + 1,
                        {.pass = "first-nodes",
                         .bindings = {{"places", index.places.range()}, {"levels", records.range()}},
                         .uniforms = {index.tiles}});
        return index;
    }

    static std::vector<std::int64_t> download_first_nodes(Words records) {
        const std::vector<std::uint32_t> words = compute::download(records);
        std::vector<std::int64_t> first;
        for (std::size_t i = 0; i < words.size(); i += 4)
            first.push_back(words[i]);
        return first;
    }

    void link_nodes(const Index& index, Words first_rows, DeviceTree& tree) const {
        nodes.run(engine, tree.rows(),
                  {.pass = "nodes",
                   .bindings = {{"first-levels", index.first_levels.range()},
                                {"places", index.places.range()},
                                {"levels", tree.levels.view().range()},
                                {"parents", tree.parent.view().range()},
                                {"first-children", tree.first_child.view().range()},
                                {"first-rows", first_rows.range()}},
                   .uniforms = {levels(), index.tiles},
                   .output = 3});
    }

    void tell_keys(const DeviceRows& rows, Words first_rows, DeviceTree& tree, Words entries) const {
        keys.run(tree.nodes(), {.pass = "keys",
                                .bindings = {{"first-rows", first_rows.range()},
                                             {"order", tree.row_order.view().range()},
                                             {"codes", rows.codes.view().range()},
                                             {"levels", tree.levels.view().range()},
                                             {"keys", tree.key.view().range()},
                                             {"counts", tree.count.view().range()},
                                             {"entries", entries.range()}},
                                .uniforms = {levels()},
                                .output = 4});
    }

    DeviceTree build(const DeviceRows& rows, bool with_headers) const {
        compute::Operation operation(engine, device_build);
        compute::Arena::Scope& scratch = operation.scratch();
        const std::vector<std::uint32_t> unknown = level_records(shape, path, rows.size(), {});
        const Words records = scratch.take<std::uint32_t>(static_cast<std::int64_t>(unknown.size()));
        compute::DeviceArray<std::uint32_t> order(rows.size());
        {
            const WholeStage stage(engine, "key");
            compute::upload<std::uint32_t>(records, unknown);
            row_sort.sort(rows, records, order.view());
        }
        std::optional<WholeStage> stage(std::in_place, engine, "index");
        const Index index = find_heads(scratch, rows, records, order.view());
        std::vector<std::int64_t> first_node = download_first_nodes(records);
        require_fits(operation, shape, first_node.back());
        if (!shape.folds.empty())
            operation.require_fits({0, 0, RollUp::pyramid_size(rows.size()), compute::ElementType::pair},
                                   "array of folded rows");
        DeviceTree tree = make_tree(engine, shape, path, std::move(first_node), std::move(order));
        const Words first_rows = scratch.take<std::uint32_t>(tree.first_child.size()),
                    entries = scratch.take<std::uint32_t>(tree.nodes());
        link_nodes(index, first_rows, tree);
        tell_keys(rows, first_rows, tree, entries);
        if (with_headers) {
            stage.emplace(engine, "header-table");
            header_tables.make(entries, tree);
        }
        stage.emplace(engine, "roll-up");
        roll_up.run(rows, first_rows, tree);
        return tree;
    }
};

DeviceBuild::DeviceBuild(compute::Engine& engine, const Shape& shape, std::vector<int> path)
    : parts_(make_hidden<const Parts>(engine, shape, std::move(path))) {}

DeviceTree DeviceBuild::build(const DeviceRows& rows, bool header_tables) const {
    const Parts& parts = *parts_;
    if (rows.shape != parts.shape)
        throw usage_error(
            fmt::format("{}: rows of {} dimensions and {} measures have another shape than this "
                        "is for: make another one",
                        device_build, rows.shape.cardinalities.size(), rows.shape.folds.size()));
    if (rows.size() == 0)
        return upload_tree(parts.engine, cube::build({rows.shape, Columns<std::uint32_t>(parts.path.size()),
                                                      Columns<std::int64_t>(rows.shape.folds.size())},
                                                     parts.path));
    return parts.build(rows, header_tables);
}

DeviceTree DeviceBuild::operator()(const DeviceRows& rows, const CallLimits& limits) const {
    const gl::CancellationScope cancellation(parts_->engine, limits.cancelled);
    return build(rows, true);
}

} // namespace scanline::cube
