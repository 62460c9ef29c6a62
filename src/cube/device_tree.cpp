#include "checks.h"
#include "device_memory.h"

#include "scanline/core/bits.h"
#include "scanline/cpu/shared_work.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace scanline::cube {

namespace {

using compute::ElementType;
using compute::Pair;

constexpr const char* upload_name = "cube upload";

template <class Upload>
void upload_pieces(std::int64_t size, const CancelHook& cancelled, Upload upload) {
    constexpr std::int64_t piece = 16 << 20; // elements
    CancelPoll poll(cancelled);
    for (std::int64_t first = 0; first < size; first += piece) {
        poll.ask();
        upload(first, std::min(piece, size - first));
    }
}

int bits_of_codes(std::uint32_t cardinality) {
    return cardinality <= 2 ? 1 : static_cast<int>(std::bit_width(cardinality - 1));
}

void require_same_shape(std::string_view of, const Shape& shape, const Shape& wanted, const char* what) {
    if (shape != wanted)
        throw usage_error(fmt::format(
            "{}: {} of {} dimensions and {} measures {} another shape than this was "
            "made for: make one for that shape",
            what, of, shape.cardinalities.size(), shape.folds.size(), of == "rows" ? "have" : "has"));
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

} // namespace

TreeMemory SpareMemory::take(std::int64_t words) const {
    using Memory = compute::DeviceArray<std::uint32_t>;
    if (spare_->size() < words || spare_->size() / 2 > words) {
        *spare_ = {};
        *spare_ = Memory(words + words / 8); // updates make trees grow
    }
    const auto give_back = [keeper = std::weak_ptr<Memory>(spare_)](Memory* memory) {
        if (const auto spare = keeper.lock())
            *spare = std::move(*memory);
        delete memory;
    };
    return {new Memory(std::exchange(*spare_, {})), give_back};
}

int bits_of_row(const Shape& shape) {
    int bits = 0;
    for (const std::uint32_t cardinality : shape.cardinalities)
        bits += bits_of_codes(cardinality);
    return bits;
}

std::int64_t header_entries(const Shape& shape) {
    std::int64_t entries = 0;
    for (const std::uint32_t cardinality : shape.cardinalities)
        entries += std::int64_t{cardinality} + 1;
    return entries;
}

std::vector<std::uint32_t> level_records(const Shape& shape, std::span<const int> path, std::int64_t rows,
                                         std::span<const std::int64_t> first_node) {
    std::vector<std::uint32_t> words;
    std::int64_t header = 0;
    const int bits = bits_of_row(shape);
    int bit = -bits & 31; // after the padding
    for (std::size_t level = 0; level <= path.size() + 1; ++level) {
        const bool has_dimension = level > 0 && level <= path.size();
        const auto dimension = static_cast<std::size_t>(has_dimension ? path[level - 1] : 0);
        const std::uint32_t cardinality = has_dimension ? shape.cardinalities[dimension] : 0;
        words.push_back(first_node.empty() ? 0 : word(first_node[level]));
        words.push_back(word(header));
        words.push_back(word(static_cast<std::int64_t>(dimension) * rows));
        words.push_back(word(level == 0 ? 0 : bit));
        header += has_dimension ? std::int64_t{cardinality} + 1 : 0;
        bit += has_dimension ? bits_of_codes(cardinality) : 0;
    }
    return words;
}

gl::Specialization measure_constants(const Shape& shape) {
    std::string folds;
    for (const Fold fold : shape.folds)
        folds += std::to_string(static_cast<int>(fold)) + "u, ";
    return {{"MEASURES", std::to_string(shape.folds.size()) + "u"}, {"FOLDS", folds + "0u"}};
}

void require_fits(const compute::Operation& operation, const Shape& shape, std::int64_t nodes) {
    const auto require = [&](std::int64_t size, ElementType type, std::string_view what) {
        operation.require_fits({0, 0, size, type}, what);
    };
    require(nodes + levels_of(shape), ElementType::uint32, "array of nodes");
    require(nodes * static_cast<std::int64_t>(shape.folds.size()), ElementType::pair, "array of values");
    require(header_entries(shape), ElementType::uint32, "array of header tables");
}

void require_shape_of(const DeviceRows& rows, const Shape& shape, const char* what) {
    require_same_shape("rows", rows.shape, shape, what);
}
void require_shape_of(const DeviceTree& tree, const Shape& shape, const char* what) {
    require_same_shape("a tree", tree.shape, shape, what);
}

DeviceTree make_tree(const SpareMemory& spare, const Shape& shape, std::span<const int> path,
                     std::vector<std::int64_t> first_node, std::int64_t rows) {
    DeviceTree tree;
    tree.shape = shape;
    tree.path.assign(path.begin(), path.end());
    tree.first_node = std::move(first_node);
    const std::int64_t nodes = tree.nodes(), values = nodes * static_cast<std::int64_t>(shape.folds.size());
    std::int64_t words = 0; // so far
    const auto place = [&words](std::int64_t size, std::int64_t words_each = 1) {
        constexpr std::int64_t aligned = compute::Arena::alignment / 4;
        const std::int64_t first = words / words_each;
        words += divide_rounding_up(size * words_each, aligned) * aligned;
        return compute::BufferRange{0, first, size};
    };
    const std::pair<Words*, std::int64_t> arrays[]{
        {&tree.levels, static_cast<std::int64_t>(level_words) * (levels_of(shape) + 1)},
        {&tree.key, nodes},
        {&tree.parent, nodes},
        {&tree.count, nodes},
        {&tree.first_child, nodes + levels_of(shape)},
        {&tree.side_link, nodes},
        {&tree.header_first, header_entries(shape)},
        {&tree.row_order, rows}};
    for (const auto& [array, size] : arrays)
        *array = Words(place(size));
    const compute::BufferRange of_values = place(values, 2);
    tree.memory = spare.take(words);
    const unsigned buffer = tree.memory->view().range().buffer;
    for (const auto& [array, size] : arrays)
        *array = Words(compute::BufferRange{buffer, array->range().first, size});
    tree.values = Pairs({buffer, of_values.first, values, compute::ElementType::pair});
    return tree;
}

DeviceRows upload_rows(compute::Engine& engine, const Rows& rows, const CallLimits& limits) {
    const compute::Operation operation(engine, upload_name);
    {
        cpu::ThreadTeam team(cpu::threads_for({}, rows.size() / cpu::items_of_a_thread));
        require_rows(rows, team, limits.cancelled, upload_name);
    }
    const std::int64_t size = rows.size();
    const auto dimensions = static_cast<std::int64_t>(rows.codes.size()),
               measures = static_cast<std::int64_t>(rows.measures.size());
    operation.require_fits({0, 0, dimensions * size, ElementType::uint32}, "array of codes");
    operation.require_fits({0, 0, measures * size, ElementType::pair}, "array of measures");
    DeviceRows uploaded{rows.shape, size, compute::DeviceArray<std::uint32_t>(dimensions * size),
                        compute::DeviceArray<Pair>(measures * size)};
    const auto upload_column = [&](const auto& column, const auto& view, std::int64_t number) {
        const auto bytes = std::as_bytes(std::span(column));
        const std::int64_t width = size == 0 ? 0 : static_cast<std::int64_t>(bytes.size()) / size;
        upload_pieces(size, limits.cancelled, [&](std::int64_t first, std::int64_t count) {
            engine.upload_bytes(view.part(number * size + first, count).range(),
                                bytes.subspan(static_cast<std::size_t>(first * width),
                                              static_cast<std::size_t>(count * width)));
        });
    };
    for (std::int64_t d = 0; d < dimensions; ++d)
        upload_column(rows.codes[static_cast<std::size_t>(d)], uploaded.codes.view(), d);
    for (std::int64_t m = 0; m < measures; ++m)
        upload_column(rows.measures[static_cast<std::size_t>(m)], uploaded.measures.view(), m);
    return uploaded;
}

Tree download_tree(compute::Engine& engine, const DeviceTree& tree) {
    Tree result{tree.shape, tree.path, {}, engine.download(tree.row_order)};
    std::int64_t header = 0;
    for (int level = 0; level < static_cast<int>(levels_of(tree.shape)); ++level) {
        const std::int64_t first = tree.first_node[static_cast<std::size_t>(level)],
                           size = tree.nodes_of(level);
        const auto nodes = [&](const auto& array) { return engine.download(array.part(first, size)); };
        Level part{nodes(tree.key),
                   nodes(tree.parent),
                   engine.download(tree.first_child.part(first + level, size + 1)),
                   nodes(tree.count),
                   {},
                   {},
                   {}};
        for (std::size_t m = 0; m < tree.shape.folds.size(); ++m) {
            part.values.emplace_back(static_cast<std::size_t>(size));
            engine.download_bytes(
                tree.values.part(static_cast<std::int64_t>(m) * tree.nodes() + first, size).range(),
                std::as_writable_bytes(std::span(part.values.back())));
        }
        if (level > 0) {
            const auto dimension = static_cast<std::size_t>(tree.path[static_cast<std::size_t>(level) - 1]);
            const std::int64_t entries = std::int64_t{tree.shape.cardinalities[dimension]} + 1;
            part.side_link = nodes(tree.side_link);
            part.header_first = engine.download(tree.header_first.part(header, entries));
            header += entries;
        }
        result.levels.push_back(std::move(part));
    }
    return result;
}

DeviceTree upload_tree(compute::Engine& engine, const Tree& tree) {
    const compute::Operation operation(engine, upload_name);
    std::vector<std::int64_t> first_node{0};
    for (const Level& level : tree.levels)
        first_node.push_back(first_node.back() + level.size());
    require_fits(operation, tree.shape, first_node.back());
    DeviceTree uploaded = make_tree(SpareMemory(), tree.shape, tree.path, std::move(first_node), tree.rows());
    std::vector<std::uint32_t> key, parent, count, first_child, side_link{0}, header_first;
    for (const Level& level : tree.levels) {
        append(key, level.key);
        append(parent, level.parent);
        append(count, level.count);
        append(first_child, level.first_child);
        append(side_link, level.side_link);
        append(header_first, level.header_first);
    }
    const auto upload = [&](Words array, std::span<const std::uint32_t> words) {
        engine.upload<std::uint32_t>(array, words);
    };
    upload(uploaded.levels, level_records(tree.shape, tree.path, tree.rows(), uploaded.first_node));
    upload(uploaded.key, key);
    upload(uploaded.parent, parent);
    upload(uploaded.count, count);
    upload(uploaded.first_child, first_child);
    upload(uploaded.side_link, side_link);
    upload(uploaded.header_first, header_first);
    upload(uploaded.row_order, tree.row_order);
    std::vector<std::int64_t> values;
    for (std::size_t m = 0; m < tree.shape.folds.size(); ++m)
        for (const Level& level : tree.levels)
            append(values, level.values[m]);
    engine.upload_bytes(uploaded.values.range(), std::as_bytes(std::span(values)));
    return uploaded;
}

} // namespace scanline::cube
