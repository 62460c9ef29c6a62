#include "scanline/kdtree/tree_file.h"

#include "scanline/data/checked_arrays.h"
#include "scanline/points/points.h"

#include <algorithm>
#include <array>
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
        std::vector<C> coordinates = arrays_.read("points").convert<C>();
        const Links links = make_links(static_cast<std::int64_t>(nodes), dimensions);
        require_links("left", links.left);
        require_links("right", links.right);
        require_links("axis", links.axis);
        const NpyLayout root = arrays_.layout("root");
        if (root.type != ElementType::i32 || root.byte_count() != sizeof(std::int32_t) ||
            arrays_.read("root").convert<std::int32_t>().front() != links.root)
            throw arrays_.wrong(fmt::format("its root is not {}, as of {} nodes", links.root, nodes));
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

    void require_links(const char* name, const std::vector<std::int32_t>& links) const {
        const std::vector<std::int32_t> found = arrays_.list<std::int32_t>(name, links.size());
        const auto [other, right] = std::ranges::mismatch(found, links);
        if (other != found.end())
            throw arrays_.wrong(
                fmt::format("{} of node {} is {}, not {}: the links do not follow from the {} nodes", name,
                            other - found.begin(), *other, *right, links.size()));
    }

    const data::CheckedArrays arrays_;
};

} // namespace

template <Coordinate C>
void save_tree(const fs::path& path, const Tree<C>& tree, const PointLabels& labels) {
    const auto nodes = static_cast<std::size_t>(tree.size());
    const Links links = make_links(tree.size(), tree.dimensions);
    const auto of_nodes = [nodes](const std::vector<std::int32_t>& numbers) {
        return data::make_npy<std::int32_t>(numbers, {nodes});
    };
    data::NpzArrays arrays{
        {"points", data::make_npy<C>(tree.coordinates, {nodes, static_cast<std::size_t>(tree.dimensions)})},
        {"index", of_nodes(tree.index)},
        {"left", of_nodes(links.left)},
        {"right", of_nodes(links.right)},
        {"axis", of_nodes(links.axis)},
        {"root", data::make_npy<std::int32_t>(std::array{links.root}, {})}};
    if (labels.rows >= 0)
        arrays.emplace_back("rows", data::make_npy<std::int64_t>(std::array{labels.rows}, {1}));
    if (!labels.names.empty())
        data::put_texts(arrays, "names", labels.names);
    if (!labels.ids.empty()) {
        data::put_texts(arrays, "id", {labels.id});
        data::put_texts(arrays, "ids", labels.ids);
    }
    data::write_npz(path, arrays);
}

TreeFile load_tree(const fs::path& path) {
    return TreeReader(path).read();
}

template void save_tree(const fs::path&, const Tree<std::int32_t>&, const PointLabels&);
template void save_tree(const fs::path&, const Tree<float>&, const PointLabels&);
template void save_tree(const fs::path&, const Tree<double>&, const PointLabels&);

} // namespace scanline::kdtree
