#include "device_assembly.h"

#include "scanline/core/bits.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace scanline::cube {

namespace {

constexpr int tile_items = 256;

} // namespace

compute::RadixSortOptions entry_sort_options(const Shape& shape) {
    const auto entries = static_cast<std::uint64_t>(header_entries(shape));
    return {.end_bit = std::clamp(static_cast<int>(std::bit_width(entries)), 1, compute::key_bits)};
}

std::vector<std::int64_t> first_nodes(std::span<const std::uint32_t> records) {
    std::vector<std::int64_t> first;
    for (std::size_t i = 0; i < records.size(); i += level_words)
        first.push_back(records[i]);
    return first;
}

TreeAssembly::TreeAssembly(compute::Engine& engine, const Shape& shape)
    : engine_(engine), shape_(shape), heads_(engine, "cube/heads", tile_items, tile_items, {}),
      nodes_(engine, "cube/nodes", tile_items, tile_items, {}), first_nodes_(engine, "cube/first_nodes"),
      headers_(engine, "cube/headers"), scan_(engine, {.exclusive = true}), copy_(engine), fill_(engine),
      roll_up_(engine, shape), sort_entries_(engine, entry_sort_options(shape)) {}

TreeAssembly::Index TreeAssembly::find_heads(compute::Arena::Scope& scratch, const Items& items,
                                             Words records) const {
    const std::int64_t tiles = divide_rounding_up(items.size(), std::int64_t{tile_items});
    const auto levels = word(levels_of(shape_));
    const Index index{scratch.take<std::uint32_t>(tiles * levels + 1), word(tiles)};
    fill_(index.places.part(tiles * levels, 1), 0);
    heads_.run(engine_, items.size(),
               {.pass = "heads",
                .bindings = {{"levels", records.range()},
                             {"words", items.words.range()},
                             {"order", items.order.range()},
                             {"counts", index.places.range()}},
                .uniforms = {levels, index.tiles}});
    scan_(index.places, index.places);
    first_nodes_.run(levels + 1, {.pass = "first-nodes",
                                  .bindings = {{"places", index.places.range()}, {"levels", records.range()}},
                                  .uniforms = {index.tiles}});
    return index;
}

// One sort makes the tables of all levels; it overwrites the entries.
void TreeAssembly::make_header_tables(Words entries, DeviceTree& tree) const {
    const Words below_root = entries.part(1, tree.nodes() - 1);
    sort_entries_(below_root, below_root, tree.side_link.part(1, below_root.size()));
    headers_.run(std::max(tree.nodes(), tree.header_first.size()),
                 {.pass = "headers",
                  .bindings = {{"levels", tree.levels.range()},
                               {"entries", below_root.range()},
                               {"side-links", tree.side_link.range()},
                               {"headers", tree.header_first.range()}},
                  .uniforms = {word(levels_of(tree.shape)), word(tree.header_first.size())}});
}

DeviceTree TreeAssembly::make(compute::Operation& operation, const Items& items, Words records,
                              std::span<const int> path) const {
    compute::Arena::Scope& scratch = operation.scratch();
    std::optional<WholeStage> stage(std::in_place, engine_, "index");
    const Index index = find_heads(scratch, items, records);
    std::vector<std::int64_t> first_node = first_nodes(engine_.download(records));
    require_fits(operation, shape_, first_node.back());
    operation.require_fits({0, 0, roll_up_.scratch_size(items), compute::ElementType::pair},
                           "array of folded rows");
    DeviceTree tree = make_tree(spare_, shape_, path, std::move(first_node), items.rows);
    copy_(records, tree.levels);
    const Words first_items = scratch.take<std::uint32_t>(tree.first_child.size()),
                entries = scratch.take<std::uint32_t>(tree.nodes());
    nodes_.run(engine_, items.size(),
               {.pass = "nodes",
                .bindings = {{"levels", tree.levels.range()},
                             {"words", items.words.range()},
                             {"order", items.order.range()},
                             {"places", index.places.range()},
                             {"parents", tree.parent.range()},
                             {"first-children", tree.first_child.range()},
                             {"first-items", first_items.range()},
                             {"entries", entries.range()}},
                .uniforms = {word(levels_of(shape_)), index.tiles},
                .output = 4});
    stage.emplace(engine_, "roll-up");
    roll_up_.run(items, first_items, entries, tree);
    stage.emplace(engine_, "header-table");
    make_header_tables(entries, tree);
    return tree;
}

namespace {

constexpr std::int64_t fanout = 32;
constexpr std::uint32_t single_rows = 0xffffffff; ///< see aggregates.comp

} // namespace

Pyramids::Pyramids(compute::Engine& engine, const Shape& shape)
    : measures_(std::ssize(shape.folds)), item_values_(engine, "cube/item_values", constants(shape), 1),
      pyramid_(engine, "cube/pyramid", constants(shape), 1) {}

gl::Specialization Pyramids::constants(const Shape& shape) {
    gl::Specialization constants = measure_constants(shape);
    constants.emplace("FANOUT", std::to_string(fanout) + "u");
    return constants;
}

// A level with fewer values than the fanout is the last.
std::int64_t Pyramids::size_of_each(std::int64_t items) {
    std::int64_t size = items;
    for (std::int64_t level = items; level >= fanout;)
        size += level = divide_rounding_up(level, fanout);
    return size;
}

void Pyramids::make(Words order, compute::ArrayView<const compute::Pair> measures, Pairs pyramids) const {
    if (measures_ == 0)
        return;
    const std::int64_t pyramid = size_of_each(order.size());
    item_values_.run(order.size(), {.pass = "item-values",
                                    .bindings = {{"order", order.range()},
                                                 {"measures", measures.range()},
                                                 {"pyramids", pyramids.range()}},
                                    .uniforms = {word(pyramid)}});
    int step = 0;
    for (std::int64_t below = 0, size = order.size(); size >= fanout;) {
        const std::int64_t above = divide_rounding_up(size, fanout);
        pyramid_.run(above, {.pass = "pyramid",
                             .step = step++,
                             .bindings = {{"pyramids", pyramids.range()}},
                             .uniforms = {word(pyramid), word(below), word(size)}});
        below += size;
        size = above;
    }
}

RollUp::RollUp(compute::Engine& engine, const Shape& shape)
    : pyramids_(engine, shape), aggregates_(engine, "cube/aggregates", Pyramids::constants(shape), 1),
      copy_(engine) {}

std::int64_t RollUp::scratch_size(const Items& items) const {
    return pyramids_.size(items.size()) + divide_rounding_up(items.rows_before.size(), std::int64_t{2});
}

void RollUp::run(const Items& items, Words first_items, Words entries, DeviceTree& tree) const {
    compute::Arena::Scope scratch(aggregates_.engine().arena());
    const std::int64_t n = items.size(), behind = pyramids_.size(n);
    const Pairs pyramids = scratch.take<compute::Pair>(scratch_size(items));
    pyramids_.make(items.order, items.measures, pyramids);
    const bool single = items.rows_before.empty();
    if (!single)
        copy_(items.rows_before, Words(compute::as_words(pyramids.range())).part(2 * behind, n + 1));
    aggregates_.run(tree.nodes(),
                    {.pass = "aggregates",
                     .bindings = {{"levels", tree.levels.range()},
                                  {"first-items", first_items.range()},
                                  {"entries", entries.range()},
                                  {"pyramids", pyramids.range()},
                                  {"keys", tree.key.range()},
                                  {"counts", tree.count.range()},
                                  {"first-children", tree.first_child.range()},
                                  {"values", tree.values.range()}},
                     .uniforms = {word(levels_of(tree.shape)), word(n), word(Pyramids::size_of_each(n)),
                                  single ? single_rows : word(behind)},
                     .output = 5});
}

} // namespace scanline::cube
