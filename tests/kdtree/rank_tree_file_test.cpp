#include "scanline/kdtree/tree_file.h"

#include "point_sets.h"
#include "support/temporary_folder.h"

#include "scanline/data/file.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

namespace scanline::kdtree::rank_tree_file_test {

using namespace test;
using scanline::test::TemporaryFolder;

TEST_CASE("The links of some nodes are those of the whole tree") {
    for (const std::int64_t size : {1, 2, 7, 100, 2'500'000}) {
        const Links whole = make_links(size, 3);
        for (const NodeRange nodes :
             {NodeRange{0, size / 3}, NodeRange{size / 3, size}, NodeRange{size, size}}) {
            INFO("nodes " << nodes.first << " to " << nodes.last << " of " << size);
            const Links some = make_links(size, 3, nodes);
            const auto alike = [&](const std::vector<std::int32_t>& part,
                                   const std::vector<std::int32_t>& all) {
                return std::equal(part.begin(), part.end(), all.begin() + nodes.first,
                                  all.begin() + nodes.last);
            };
            CHECK(some.root == whole.root);
            CHECK((alike(some.left, whole.left) && alike(some.right, whole.right) &&
                   alike(some.axis, whole.axis)));
        }
    }
}

TEST_CASE("Ranks read their slices of a tree's nodes, and what it has once") {
    const TemporaryFolder folder;
    for (const std::int64_t size : {0, 2, 1000}) {
        const std::vector<float> coordinates = make_points<float>(PointSet::uniform, size, 3, 7400);
        const Tree<float> tree = build<float>({coordinates, 3});
        PointLabels labels{{"x", "y", "z"}, "name", {}, 2 * size};
        for (const std::int32_t index : tree.index)
            labels.ids.push_back("p" + std::to_string(index));
        save_tree(folder / "tree.npz", tree, labels);
        ranks::run_on_threads(3, [&](ranks::Communicator& ranks) {
            const ranks::Slice slice = ranks::slice_of(tree.size(), ranks.rank(), 3);
            const TreeFile part = load_tree(folder / "tree.npz", &ranks);
            const Tree<float>& nodes = std::get<Tree<float>>(part.tree);
            bool right = nodes.size() == slice.size && part.labels.names == labels.names &&
                         part.labels.rows == labels.rows && part.labels.ids.size() == nodes.index.size();
            for (std::int64_t node = 0; right && node < slice.size; ++node)
                right = std::equal(nodes.points()[node], nodes.points()[node] + 3,
                                   tree.points()[slice.first + node]) &&
                        nodes.index[static_cast<std::size_t>(node)] ==
                            tree.index[static_cast<std::size_t>(slice.first + node)] &&
                        part.labels.ids[static_cast<std::size_t>(node)] ==
                            labels.ids[static_cast<std::size_t>(slice.first + node)];
            ranks::agree(ranks, right ? std::nullopt : std::optional(Error("other nodes")));
        });
    }
}

TEST_CASE("Ranks see a damaged tree") {
    const TemporaryFolder folder;
    const std::vector<float> coordinates = make_points<float>(PointSet::uniform, 500, 2, 7410);
    save_tree(folder / "tree.npz", build<float>({coordinates, 2}));
    std::vector<std::byte> bytes = data::read_file(folder / "tree.npz");
    bytes[1000] ^= std::byte{1};
    data::write_file(folder / "tree.npz", bytes);
    CHECK_THROWS_AS(
        ranks::run_on_threads(3, [&](ranks::Communicator& ranks) { load_tree(folder / "tree.npz", &ranks); }),
        ranks::AgreedError);
}

} // namespace scanline::kdtree::rank_tree_file_test
