#include "scanline/kdtree/tree_file.h"

#include "links.h"

#include "scanline/core/phases.h"

#include "scanline/data/checked_arrays.h"
#include "scanline/points/points.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <fmt/format.h>

namespace scanline::kdtree {
namespace {

namespace fs = std::filesystem;
using data::ElementType;
using data::NpyLayout;

constexpr const char* advice = "give what scanline kdtree build wrote";

class TreeReader {
public:
    explicit TreeReader(const fs::path& path) : arrays_(path, advice) {}

    TreeFile read() const {
        TreeFile file{read_tree(), {}};
        const auto [nodes, dimensions] = std::visit(
            [](const auto& tree) {
                return std::pair(tree.index.size(), static_cast<std::size_t>(tree.dimensions));
            },
            file.tree);
        if (arrays_.has("rows"))
            file.labels.rows = arrays_.list<std::int64_t>("rows", 1).front();
        if (arrays_.has("names"))
            file.labels.names = arrays_.texts("names", dimensions);
        if (arrays_.has("ids")) {
            file.labels.id = arrays_.texts("id", 1).front();
            file.labels.ids = arrays_.texts("ids", nodes);
        }
        return file;
    }

private:
    AnyTree read_tree() const {
        const NpyLayout points = arrays_.layout("points");
        if (points.shape.size() != 2 || points.shape[1] < 1 || points.shape[1] > std::size_t{max_dimensions})
            throw arrays_.wrong(
                fmt::format("its array points is no table of 1 to {} columns", max_dimensions));
        if (points.shape[0] > static_cast<std::size_t>(points::max_points))
            throw arrays_.wrong(fmt::format("its array points has {} rows, over the limit of {}",
                                            points.shape[0], points::max_points));
        if (points.type == ElementType::f32)
            return tree_of<float>(points);
        if (points.type == ElementType::f64)
            return tree_of<double>(points);
        if (points.type == ElementType::i32)
            return tree_of<std::int32_t>(points);
        throw arrays_.wrong(
            fmt::format("its array points is of {}, not of int32, float32 or float64", points.type_name()));
    }

    template <Coordinate C>
    Tree<C> tree_of(const NpyLayout& points) const {
        const std::size_t nodes = points.shape[0];
        const int dimensions = static_cast<int>(points.shape[1]);
        // Read before the links, whose memory depends only on their number.
        std::vector<C> coordinates = arrays_.elements<C>("points");
        require_links(nodes, dimensions);
        const NpyLayout root = arrays_.layout("root");
        const std::int32_t root_node = node_of({0, static_cast<std::int64_t>(nodes), 0});
        if (root.type != ElementType::i32 || root.byte_count() != sizeof(std::int32_t) ||
            arrays_.read("root").convert<std::int32_t>().front() != root_node)
            throw arrays_.wrong(fmt::format("its root is not {}, as of {} nodes", root_node, nodes));
        Tree<C> tree{dimensions, std::move(coordinates), arrays_.list<std::int32_t>("index", nodes)};
        if (std::ranges::any_of(tree.index, [](std::int32_t index) { return index < 0; }))
            throw arrays_.wrong("its array index has negative numbers");
        if constexpr (std::floating_point<C>) {
            CancelPoll never;
            if (const auto at = points::first_out_of_range<C>(tree.coordinates, never))
                throw arrays_.wrong(fmt::format("row {}, column {} of its array points {}",
                                                *at / points.shape[1], *at % points.shape[1],
                                                points::range_text<C>(tree.coordinates[*at])));
        }
        return tree;
    }

    void require_links(std::size_t nodes, int dimensions) const {
        const std::array names{"left", "right", "axis"};
        std::array<std::vector<std::int32_t>, 3> found;
        for (std::size_t i = 0; i < names.size(); ++i)
            found[i] = arrays_.list<std::int32_t>(names[i], nodes);
        std::atomic<bool> agree = true;
        visit_all_subtrees(static_cast<std::int64_t>(nodes), [&](const Subtree& subtree) {
            const auto node = static_cast<std::size_t>(subtree.root());
            if (found[0][node] != node_of(subtree.left()) || found[1][node] != node_of(subtree.right()) ||
                found[2][node] != subtree.axis(dimensions))
                agree = false;
        });
        if (agree)
            return;
        const Links links = make_links(static_cast<std::int64_t>(nodes), dimensions);
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::vector<std::int32_t>& right = i == 0 ? links.left : i == 1 ? links.right : links.axis;
            const auto [other, expected] = std::ranges::mismatch(found[i], right);
            if (other != found[i].end())
                throw arrays_.wrong(
                    fmt::format("{} of node {} is {}, not {}: the links do not follow from the {} nodes",
                                names[i], other - found[i].begin(), *other, *expected, nodes));
        }
    }

    const data::CheckedArrays arrays_;
};

} // namespace

template <Coordinate C>
void save_tree(const fs::path& path, const Tree<C>& tree, const PointLabels& labels) {
    const PhaseSpan span(Phase::write);
    const auto nodes = static_cast<std::size_t>(tree.size());
    const Links links = make_links(tree.size(), tree.dimensions);
    std::vector<data::NpzPart> parts{
        data::npz_part("points", tree.coordinates, {nodes, static_cast<std::size_t>(tree.dimensions)}),
        data::npz_part("index", tree.index, {nodes}), data::npz_part("left", links.left, {nodes}),
        data::npz_part("right", links.right, {nodes}), data::npz_part("axis", links.axis, {nodes})};
    data::NpzArrays small{{"root", data::make_npy<std::int32_t>(std::array{links.root}, {})}};
    if (labels.rows >= 0)
        small.emplace_back("rows", data::make_npy<std::int64_t>(std::array{labels.rows}, {1}));
    if (!labels.names.empty())
        data::put_texts(small, "names", labels.names);
    if (!labels.ids.empty()) {
        data::put_texts(small, "id", {labels.id});
        data::put_texts(small, "ids", labels.ids);
    }
    for (const auto& [name, array] : small)
        parts.push_back({name, array, array.bytes});
    data::write_npz(path, parts);
}

TreeFile load_tree(const fs::path& path) {
    const PhaseSpan span(Phase::check);
    return TreeReader(path).read();
}

template void save_tree(const fs::path&, const Tree<std::int32_t>&, const PointLabels&);
template void save_tree(const fs::path&, const Tree<float>&, const PointLabels&);
template void save_tree(const fs::path&, const Tree<double>&, const PointLabels&);

} // namespace scanline::kdtree
