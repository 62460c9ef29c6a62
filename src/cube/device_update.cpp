#include "scanline/cube/device_build.h"

#include "device_assembly.h"
#include "device_row_sort.h"
#include "scanline/compute/copy.h"
#include "scanline/core/bits.h"
#include "scanline/gl/cancellation_scope.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

constexpr const char* update_name = "cube update";
constexpr int tile_rows = 256;
constexpr int insertion_group = 256, insertion_items = 4; ///< of insertions.glsl

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

compute::Kernel insertion_kernel(compute::Engine& engine, std::string_view shader,
                                 gl::Specialization constants = {}) {
    constants.emplace("ITEMS", std::to_string(insertion_items));
    return {engine, shader, insertion_group, insertion_group * insertion_items, std::move(constants)};
}

} // namespace

struct DeviceUpdate::Parts {
    Parts(compute::Engine& on, const Shape& of, std::vector<int> in_order)
        : engine(on), shape(of), path(in_order.empty() ? default_path(of) : in_order),
          build(on, of, std::move(in_order)), row_sort(on, of),
          places(on, "cube/update_places", tile_rows, tile_rows, {}),
          nodes(on, "cube/update_nodes", tile_rows, tile_rows, {}),
          links(insertion_kernel(on, "cube/update_links")),
          copy(insertion_kernel(on, "cube/update_copy", Pyramids::constants(of))),
          rows(insertion_kernel(on, "cube/update_rows")), sides(insertion_kernel(on, "cube/update_sides")),
          level_records(on, "cube/update_levels"), cells(on, "cube/update_cells", Pyramids::constants(of), 1),
          headers(on, "cube/update_headers", {}, 1), scan(on, {.exclusive = true}), fill(on),
          pyramids(on, of), sort_entries(on, entry_sort_options(of)), copy_words(on), copy_pairs(on) {}

    compute::Engine& engine;
    Shape shape;
    std::vector<int> path;
    DeviceBuild build;
    RowSort row_sort;
    compute::Kernel places, nodes, links, copy, rows, sides;
    compute::ElementwiseKernel level_records, cells, headers;
    compute::Scan<std::uint32_t> scan;
    compute::Fill<std::uint32_t> fill;
    Pyramids pyramids;
    compute::RadixSortPositions<std::uint32_t> sort_entries;
    compute::Copy<std::uint32_t> copy_words;
    compute::Copy<compute::Pair> copy_pairs;
    SpareMemory spare;

    std::uint32_t levels() const { return word(levels_of(shape)); }

    /// The changes of update.glsl.
    struct Changes {
        Words all;
        std::int64_t levels, touched, inserted;

        static std::int64_t size(std::int64_t levels, std::int64_t touched, std::int64_t inserted) {
            return 3 * touched + levels + 3 * inserted;
        }
        Words entries() const { return all.part(3 * touched + levels, inserted); }
    };

    /// One update, on the way.
    struct Work {
        const DeviceTree& old;
        const DeviceRows& added;
        compute::Operation operation;
        Words records{}, words{}, order{}, places{}, numbers{};
        Changes changes{};

        std::uint32_t touched() const { return word(changes.touched); }
        std::uint32_t inserted() const { return word(changes.inserted); }

        template <class T = std::uint32_t>
        compute::ArrayView<T> take(std::int64_t size) {
            return operation.scratch().template take<T>(size);
        }
    };

    void sort_rows(Work& work) const {
        const WholeStage stage(engine, "key");
        const std::int64_t n = work.added.size();
        std::vector<std::uint32_t> known = cube::level_records(shape, path, n, {});
        const std::vector<std::uint32_t> of_old =
            cube::level_records(work.old.shape, path, n, work.old.first_node);
        known.insert(known.end(), of_old.begin(), of_old.end());
        work.records = work.take(std::ssize(known));
        work.words = work.take(n * row_sort.words());
        work.order = work.take(n);
        compute::upload<std::uint32_t>(work.records, known);
        row_sort.sort(work.added.codes.view(), n, work.records, work.words, work.order);
    }

    /// Numbers the nodes of the new tree, and makes it.
    DeviceTree number_nodes(Work& work) const {
        const WholeStage stage(engine, "merge");
        const std::int64_t n = work.added.size(), of_levels = levels();
        const std::int64_t tiles = divide_rounding_up(n, std::int64_t{tile_rows});
        const Words counts = work.take(2 * of_levels * tiles + 1);
        work.places = work.take(n * (of_levels + 1));
        fill(counts.part(counts.size() - 1, 1), 0);
        places.run(engine, n,
                   {.pass = "update-places",
                    .bindings = {{"levels", work.records.range()},
                                 {"words", work.words.range()},
                                 {"order", work.order.range()},
                                 {"keys", work.old.key.range()},
                                 {"first-children", work.old.first_child.range()},
                                 {"places", work.places.range()},
                                 {"counts", counts.range()}},
                    .uniforms = {levels(), word(tiles)},
                    .output = 5});
        scan(counts, counts);
        level_records.run(of_levels + 1,
                          {.pass = "update-levels",
                           .bindings = {{"counts", counts.range()}, {"levels", work.records.range()}},
                           .uniforms = {word(tiles)}});
        const std::vector<std::uint32_t> known = engine.download(work.records);
        std::vector<std::int64_t> first_node = first_nodes(std::span(known).first(known.size() / 2));
        // update_levels.comp counts touched nodes in the old records.
        const std::int64_t touched = known[known.size() - level_words + 2],
                           inserted = first_node.back() - work.old.nodes();
        require_fits(work.operation, shape, first_node.back());
        work.changes = {work.take(Changes::size(of_levels, touched, inserted)), of_levels, touched, inserted};
        DeviceTree tree = make_tree(spare, shape, path, std::move(first_node), work.old.rows() + n);
        copy_words(work.records.part(0, tree.levels.size()), tree.levels);
        nodes.run(engine, n,
                  {.pass = "update-nodes",
                   .bindings = {{"levels", work.records.range()},
                                {"words", work.words.range()},
                                {"order", work.order.range()},
                                {"places", work.places.range()},
                                {"counts", counts.range()},
                                {"changes", work.changes.all.range()}},
                   .uniforms = {levels(), word(touched), word(inserted), word(tiles)}});
        return tree;
    }

    void link_nodes(Work& work, DeviceTree& tree) const {
        const WholeStage stage(engine, "index");
        links.run(engine, tree.nodes(),
                  {.pass = "update-links",
                   .bindings = {{"levels", work.records.range()},
                                {"changes", work.changes.all.range()},
                                {"old-keys", work.old.key.range()},
                                {"old-parents", work.old.parent.range()},
                                {"keys", tree.key.range()},
                                {"parents", tree.parent.range()},
                                {"first-children", tree.first_child.range()}},
                   .uniforms = {levels(), work.touched(), work.inserted(), word(tree.rows())},
                   .output = 5});
        const std::int64_t n = work.added.size();
        rows.run(engine, tree.rows(),
                 {.pass = "update-rows",
                  .bindings = {{"places", work.places.part(work.places.size() - 2 * n, n).range()},
                               {"order", work.order.range()},
                               {"old-order", work.old.row_order.range()},
                               {"row-order", tree.row_order.range()}},
                  .uniforms = {word(n)}});
    }

    void fold_rows(Work& work, DeviceTree& tree) const {
        const WholeStage stage(engine, "roll-up");
        const std::int64_t n = work.added.size();
        const std::uint32_t pyramid = word(Pyramids::size_of_each(n));
        const Pairs folded = work.take<compute::Pair>(pyramids.size(n));
        pyramids.make(work.order, work.added.measures.view(), folded);
        work.numbers = work.take(work.old.nodes());
        copy.run(engine, tree.nodes(),
                 {.pass = "update-copy",
                  .bindings = {{"levels", work.records.range()},
                               {"changes", work.changes.all.range()},
                               {"old-counts", work.old.count.range()},
                               {"old-values", work.old.values.range()},
                               {"counts", tree.count.range()},
                               {"values", tree.values.range()},
                               {"numbers", work.numbers.range()},
                               {"pyramids", folded.range()}},
                  .uniforms = {levels(), work.touched(), work.inserted(), word(n), pyramid},
                  .output = 4});
        cells.run(
            work.changes.touched - work.changes.inserted,
            {.pass = "update-cells",
             .bindings = {{"levels", work.records.range()},
                          {"changes", work.changes.all.range()},
                          {"pyramids", folded.range()},
                          {"counts", tree.count.range()},
                          {"values", tree.values.range()}},
             .uniforms = {levels(), work.touched(), work.inserted(), word(n), pyramid, word(tree.nodes())},
             .output = 3});
        const std::int64_t first_leaf = tree.first_leaf(), leaves = tree.nodes() - first_leaf;
        scan(tree.count.part(first_leaf, leaves), tree.first_child.part(first_leaf + levels() - 1, leaves));
    }

    void merge_headers(Work& work, DeviceTree& tree) const {
        const WholeStage stage(engine, "header-table");
        const std::int64_t inserted = work.changes.inserted;
        const Words entries = work.take(inserted), order = work.take(inserted),
                    side_places = work.take(inserted);
        sort_entries(work.changes.entries(), entries, order);
        headers.run(std::max(inserted, tree.header_first.size()),
                    {.pass = "update-headers",
                     .bindings = {{"levels", work.records.range()},
                                  {"changes", work.changes.all.range()},
                                  {"entries", entries.range()},
                                  {"inserted", order.range()},
                                  {"old-headers", work.old.header_first.range()},
                                  {"old-side-links", work.old.side_link.range()},
                                  {"side-places", side_places.range()},
                                  {"headers", tree.header_first.range()}},
                     .uniforms = {levels(), work.touched(), work.inserted(), word(tree.header_first.size())},
                     .output = 6});
        sides.run(engine, tree.nodes(),
                  {.pass = "update-sides",
                   .bindings = {{"levels", work.records.range()},
                                {"changes", work.changes.all.range()},
                                {"side-places", side_places.range()},
                                {"inserted", order.range()},
                                {"old-side-links", work.old.side_link.range()},
                                {"numbers", work.numbers.range()},
                                {"side-links", tree.side_link.range()}},
                   .uniforms = {levels(), work.touched(), work.inserted()}});
    }

    DeviceTree update(const DeviceTree& old, const DeviceRows& added) const {
        Work work{old, added, {engine, update_name}};
        work.operation.require_fits({0, 0, old.rows() + added.size(), compute::ElementType::uint32},
                                    "array of rows");
        sort_rows(work);
        DeviceTree tree = number_nodes(work);
        link_nodes(work, tree);
        fold_rows(work, tree);
        merge_headers(work, tree);
        return tree;
    }

    /// The most rows whose changes and folded measures each fit a storage block, whatever they are.
    std::int64_t rows_at_once() const {
        const std::int64_t of_levels = levels();
        const std::int64_t words_of_row = std::max(Changes::size(0, of_levels, of_levels),
                                                   3 * std::ssize(shape.folds)); // 2, and the pyramid
        return std::max<std::int64_t>(
            (engine.capabilities().max_storage_block / 4 - of_levels) / words_of_row, 1);
    }

    DeviceRows part_of(const DeviceRows& all, std::int64_t first, std::int64_t size) const {
        const compute::Operation operation(engine, update_name);
        const auto columns = [&](const auto& copy_column, const auto& from, auto& to) {
            for (std::int64_t column = 0; column * size < to.size(); ++column)
                copy_column(from.view().part(column * all.size() + first, size),
                            to.view().part(column * size, size));
        };
        DeviceRows part{all.shape, size,
                        compute::DeviceArray<std::uint32_t>(std::ssize(shape.cardinalities) * size),
                        compute::DeviceArray<compute::Pair>(std::ssize(shape.folds) * size)};
        columns(copy_words, all.codes, part.codes);
        columns(copy_pairs, all.measures, part.measures);
        return part;
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
    const std::int64_t at_once = parts.rows_at_once();
    if (rows.size() <= at_once)
        return parts.update(tree, rows);
    DeviceTree updated;
    for (std::int64_t first = 0; first < rows.size(); first += at_once)
        updated = parts.update(first == 0 ? tree : updated,
                               parts.part_of(rows, first, std::min(at_once, rows.size() - first)));
    return updated;
}

} // namespace scanline::cube
