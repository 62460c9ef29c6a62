#include "scanline/cube/device_build.h"

#include "device_headers.h"
#include "device_roll_up.h"
#include "device_row_sort.h"

#include "scanline/compute/fill.h"
#include "scanline/compute/scan.h"
#include "scanline/core/bits.h"
#include "scanline/gl/cancellation_scope.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <limits>
#include <optional>

namespace scanline::cube {

namespace {

constexpr int tile_rows = 256;
constexpr std::string_view build_name = "cube build";

const Shape& require_shape(const Shape& shape) {
    const auto dimensions = static_cast<std::int64_t>(shape.cardinalities.size());
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: {} dimensions are not 1 to {}: leave some out", build_name,
                                      dimensions, max_dimensions));
    return shape;
}

std::vector<int> require_path(const Shape& shape, std::vector<int> path) {
    if (path.empty())
        return default_path(shape);
    std::vector<int> sorted = path;
    std::ranges::sort(sorted);
    bool each_once = sorted.size() == shape.cardinalities.size();
    for (std::size_t d = 0; each_once && d < sorted.size(); ++d)
        each_once = sorted[d] == static_cast<int>(d);
    if (!each_once)
        throw usage_error(fmt::format("{}: the path {} does not name each of the dimensions 0 to {} once",
                                      build_name, fmt::join(path, " "), shape.cardinalities.size() - 1));
    return path;
}

// The tree of no rows: a root.
Tree empty_tree(const Shape& shape, const std::vector<int>& path) {
    Tree tree{shape, path, {}, {}};
    tree.levels.push_back({{0}, {0}, {0, 0}, {0}, {}, {}, {}});
    for (const Fold fold : shape.folds) {
        using Limits = std::numeric_limits<std::int64_t>;
        tree.levels[0].values.push_back({fold == Fold::sum   ? 0
                                         : fold == Fold::min ? Limits::max()
                                                             : Limits::min()});
    }
    for (const int dimension : path) {
        Level level{{}, {}, {0}, {}, {}, {}, {}};
        level.values.resize(shape.folds.size());
        level.header_first.resize(std::size_t{shape.cardinalities[static_cast<std::size_t>(dimension)]} + 1);
        tree.levels.push_back(std::move(level));
    }
    return tree;
}

} // namespace

struct DeviceBuild::Parts {
    Parts(compute::Engine& on, const Shape& of, std::vector<int> in_order)
        : engine(on), shape(require_shape(of)), path(require_path(of, std::move(in_order))), row_sort(on, of),
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
        compute::Operation operation(engine, build_name);
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
                        build_name, rows.shape.cardinalities.size(), rows.shape.folds.size()));
    if (rows.size() == 0)
        return upload_tree(parts.engine, empty_tree(parts.shape, parts.path));
    return parts.build(rows, header_tables);
}

DeviceTree DeviceBuild::operator()(const DeviceRows& rows, const CallLimits& limits) const {
    const gl::CancellationScope cancellation(parts_->engine, limits.cancelled);
    return build(rows, true);
}

} // namespace scanline::cube
