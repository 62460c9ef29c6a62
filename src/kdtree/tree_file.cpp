#include "scanline/kdtree/tree_file.h"

#include "links.h"

#include "scanline/core/phases.h"

#include "scanline/data/checked_arrays.h"
#include "scanline/points/points.h"
#include "scanline/ranks/agreement.h"

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
    /// Reads the slice of one of several ranks.
    TreeReader(const fs::path& path, int rank, int ranks)
        : arrays_(path, advice), rank_(rank), ranks_(ranks) {}

    TreeFile read() {
        TreeFile file{read_tree(), {}};
        const std::size_t nodes = arrays_.layout("points").shape[0],
                          dimensions = arrays_.layout("points").shape[1];
        if (arrays_.has("rows"))
            file.labels.rows = arrays_.list<std::int64_t>("rows", 1).front();
        if (arrays_.has("names"))
            file.labels.names = arrays_.texts("names", dimensions);
        if (arrays_.has("ids")) {
            file.labels.id = arrays_.texts("id", 1).front();
            std::vector<std::string> ids = arrays_.texts("ids", nodes);
            file.labels.ids = {std::move_iterator(ids.begin() + part_.first),
                               std::move_iterator(ids.begin() + part_.end())};
        }
        return file;
    }

    /// 0 once all ranks' are joined by exclusive or, unless the file is damaged.
    std::uint32_t sum() const { return sum_; }
    Error damaged() const { return arrays_.wrong("its arrays are damaged"); }

private:
    /// This rank's rows of an array with one for each node.
    template <class T>
    std::vector<T> rows(const std::string& name) {
        if (ranks_ == 1)
            return arrays_.elements<T>(name);
        return arrays_.rows<T>(name, static_cast<std::size_t>(part_.first),
                               static_cast<std::size_t>(part_.size), sum_);
    }
    std::vector<std::int32_t> list(const std::string& name, std::size_t nodes) {
        arrays_.require_list(name, ElementType::i32, nodes);
        return rows<std::int32_t>(name);
    }

    AnyTree read_tree() {
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
    Tree<C> tree_of(const NpyLayout& points) {
        const std::size_t nodes = points.shape[0];
        part_ = ranks::slice_of(static_cast<std::int64_t>(nodes), rank_, ranks_);
        const int dimensions = static_cast<int>(points.shape[1]);
        // Read before the links, whose memory depends only on their number.
        std::vector<C> coordinates = rows<C>("points");
        require_links(nodes, dimensions);
        const NpyLayout root = arrays_.layout("root");
        const std::int32_t root_node = node_of({0, static_cast<std::int64_t>(nodes), 0});
        if (root.type != ElementType::i32 || root.byte_count() != sizeof(std::int32_t) ||
            arrays_.read("root").convert<std::int32_t>().front() != root_node)
            throw arrays_.wrong(fmt::format("its root is not {}, as of {} nodes", root_node, nodes));
        Tree<C> tree{dimensions, std::move(coordinates), list("index", nodes)};
        if (std::ranges::any_of(tree.index, [](std::int32_t index) { return index < 0; }))
            throw arrays_.wrong("its array index has negative numbers");
        if constexpr (std::floating_point<C>) {
            CancelPoll never;
            if (const auto at = points::first_out_of_range<C>(tree.coordinates, never))
                throw arrays_.wrong(fmt::format("row {}, column {} of its array points {}",
                                                static_cast<std::size_t>(part_.first) + *at / points.shape[1],
                                                *at % points.shape[1],
                                                points::range_text<C>(tree.coordinates[*at])));
        }
        return tree;
    }

    void require_links(std::size_t nodes, int dimensions) {
        const std::array names{"left", "right", "axis"};
        std::array<std::vector<std::int32_t>, 3> found;
        for (std::size_t i = 0; i < names.size(); ++i)
            found[i] = list(names[i], nodes);
        std::atomic<bool> agree = true;
        const NodeRange range{part_.first, part_.end()};
        visit_all_subtrees(static_cast<std::int64_t>(nodes), range, [&](const Subtree& subtree) {
            const auto node = static_cast<std::size_t>(subtree.root() - range.first);
            if (found[0][node] != node_of(subtree.left()) || found[1][node] != node_of(subtree.right()) ||
                found[2][node] != subtree.axis(dimensions))
                agree = false;
        });
        if (agree)
            return;
        const Links links = make_links(static_cast<std::int64_t>(nodes), dimensions, range);
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::vector<std::int32_t>& right = i == 0 ? links.left : i == 1 ? links.right : links.axis;
            const auto [other, expected] = std::ranges::mismatch(found[i], right);
            if (other != found[i].end())
                throw arrays_.wrong(fmt::format(
                    "{} of node {} is {}, not {}: the links do not follow from the {} nodes", names[i],
                    range.first + (other - found[i].begin()), *other, *expected, nodes));
        }
    }

    const data::CheckedArrays arrays_;
    const int rank_, ranks_;
    ranks::Slice part_;
    std::uint32_t sum_ = 0;
};

} // namespace

template <Coordinate C>
TreeArrays arrays_of(const Tree<C>& tree, const PointLabels& labels, const TreePart& part) {
    const auto nodes = static_cast<std::size_t>(tree.size());
    TreeArrays arrays{
        make_links(part.nodes, tree.dimensions, {part.first, part.first + tree.size()}), {}, {}};
    const auto& [root, left, right, axis] = arrays.links;
    arrays.parts = {
        data::npz_part("points", tree.coordinates, {nodes, static_cast<std::size_t>(tree.dimensions)}),
        data::npz_part("index", tree.index), data::npz_part("left", left), data::npz_part("right", right),
        data::npz_part("axis", axis)};
    using Texts = std::vector<std::string>;
    data::NpzArrays& small = arrays.small;
    small.emplace_back("root", data::make_npy<std::int32_t>(std::array{root}, {}));
    if (labels.rows >= 0)
        small.emplace_back(
            "rows", data::make_npy(std::span(&labels.rows, part.leads ? 1 : 0), {part.leads ? 1U : 0U}));
    if (!labels.names.empty())
        data::put_texts(small, "names", part.leads ? labels.names : Texts());
    if (labels.has_ids() && part.nodes > 0) {
        data::put_texts(small, "id", part.leads ? Texts{labels.id} : Texts());
        data::put_texts(small, "ids", labels.ids);
    }
    for (const auto& [name, array] : small)
        arrays.parts.push_back({name, array, array.bytes});
    return arrays;
}

template <Coordinate C>
void save_tree(const fs::path& path, const Tree<C>& tree, const PointLabels& labels) {
    const PhaseSpan phase(Phase::write);
    data::write_npz(path, arrays_of(tree, labels, {0, tree.size()}).parts);
}

TreeFile load_tree(const fs::path& path, ranks::Communicator* ranks) {
    const PhaseSpan phase(Phase::check);
    if (!ranks)
        return TreeReader(path, 0, 1).read();
    std::optional<TreeFile> file;
    std::optional<TreeReader> reader;
    ranks::agree_on(*ranks, [&] { file = reader.emplace(path, ranks->rank(), ranks->size()).read(); });
    std::uint32_t sum = 0;
    for (const std::uint32_t part : ranks::gather(*ranks, reader->sum()))
        sum ^= part;
    ranks::agree(*ranks, sum == 0 ? std::nullopt : std::optional(reader->damaged()));
    return std::move(*file);
}

template TreeArrays arrays_of(const Tree<std::int32_t>&, const PointLabels&, const TreePart&);
template TreeArrays arrays_of(const Tree<float>&, const PointLabels&, const TreePart&);
template TreeArrays arrays_of(const Tree<double>&, const PointLabels&, const TreePart&);
template void save_tree(const fs::path&, const Tree<std::int32_t>&, const PointLabels&);
template void save_tree(const fs::path&, const Tree<float>&, const PointLabels&);
template void save_tree(const fs::path&, const Tree<double>&, const PointLabels&);

} // namespace scanline::kdtree
