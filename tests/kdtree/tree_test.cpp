#include "scanline/kdtree/search.h"
#include "scanline/kdtree/trace.h"
#include "scanline/kdtree/tree.h"
#include "scanline/kdtree/verify.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <numeric>
#include <vector>

namespace scanline::kdtree::tree_test {

TEST_CASE("A subtree has its root in the middle, of two nodes the first") {
    CHECK(Subtree{0, 6}.root() == 2);
    CHECK(Subtree{0, 6}.left() == Subtree{0, 2, 1});
    CHECK(Subtree{0, 6}.right() == Subtree{3, 6, 1});
    CHECK(Subtree{4, 6}.root() == 4);
    CHECK(Subtree{4, 6}.left().empty());
    CHECK(Subtree{4, 5}.right().empty());
    CHECK(Subtree{0, 9, 7}.axis(3) == 1);
}

TEST_CASE("Siblings differ by one node at most, and levels are as few as can be") {
    const auto depth = [](auto& self, const Subtree& subtree) -> int {
        if (subtree.empty())
            return 0;
        const std::int64_t more = subtree.right().size() - subtree.left().size();
        CHECK((more == 0 || more == 1));
        return 1 + std::max(self(self, subtree.left()), self(self, subtree.right()));
    };
    for (std::int64_t size = 0; size <= 300; ++size) {
        CAPTURE(size);
        CHECK(depth(depth, {0, size}) == levels(size));
    }
    CHECK(levels(0) == 0);
    CHECK(levels(1) == 1);
    CHECK(levels(1 << 20) == 21);
    CHECK(levels((1 << 20) - 1) == 20);
}

TEST_CASE("The children of a median are at twice its place on the next level, and all levels are the tree") {
    const std::vector<std::int32_t> textbook_index{0, 3, 1, 4, 5, 2};
    CHECK(medians(textbook_index, 0) == std::vector<std::int32_t>{1});
    CHECK(medians(textbook_index, 1) == std::vector<std::int32_t>{0, 5});
    CHECK(medians(textbook_index, 2) == std::vector<std::int32_t>{-1, 3, 4, 2});
    CHECK_THROWS_WITH(medians(textbook_index, 3),
                      "kdtree medians: a tree of 6 nodes has no level 3: it has 3");
    for (const int size : {1, 2, 3, 10, 63, 64, 65, 1000}) {
        CAPTURE(size);
        std::vector<std::int32_t> index(static_cast<std::size_t>(size));
        std::iota(index.begin(), index.end(), 0); // the points are the nodes
        const Links links = make_links(size, 2);
        int nodes = 0;
        std::vector<std::int32_t> above;
        for (int level = 0; level < levels(size); ++level) {
            const std::vector<std::int32_t> here = medians(index, level);
            REQUIRE(here.size() == std::size_t{1} << level);
            nodes +=
                static_cast<int>(std::ranges::count_if(here, [](std::int32_t node) { return node >= 0; }));
            for (std::size_t place = 0; place < above.size(); ++place) {
                const auto parent = static_cast<std::size_t>(above[place]);
                CHECK(here[2 * place] == links.left[parent]);
                CHECK(here[2 * place + 1] == links.right[parent]);
            }
            above = here;
        }
        CHECK(nodes == size);
    }
}

TEST_CASE("The links of a large tree, which threads share, are those of its subtrees") {
    constexpr std::int64_t size = (1 << 20) + 77;
    const Links links = make_links(size, 3);
    std::int64_t nodes = 0, wrong = 0;
    std::vector<Subtree> waiting{{0, size, 0}};
    const auto root_of = [](const Subtree& subtree) {
        return subtree.empty() ? -1 : static_cast<std::int32_t>(subtree.root());
    };
    while (!waiting.empty()) {
        const Subtree subtree = waiting.back();
        waiting.pop_back();
        if (subtree.empty())
            continue;
        const auto node = static_cast<std::size_t>(subtree.root());
        ++nodes;
        wrong += links.left[node] != root_of(subtree.left()) ||
                 links.right[node] != root_of(subtree.right()) || links.axis[node] != subtree.depth % 3;
        waiting.push_back(subtree.left());
        waiting.push_back(subtree.right());
    }
    CHECK(nodes == size);
    CHECK(wrong == 0);
}

TEST_CASE("Links lead from the root to every node once") {
    const Links links = make_links(6, 2);
    CHECK(links.root == 2);
    CHECK(links.left == std::vector<std::int32_t>{-1, -1, 0, -1, 3, -1});
    CHECK(links.right == std::vector<std::int32_t>{1, -1, 4, -1, 5, -1});
    CHECK(links.axis == std::vector<std::int32_t>{1, 0, 0, 0, 1, 0});
    CHECK(make_links(0, 3).root == -1);
    CHECK(make_links(0, 3).left.empty());
}

TEST_CASE("A tree of double is the same tree, and tells apart what float does not") {
    const std::vector<std::int32_t> whole{16'777'217, 0, 16'777'216, 1, 5, 5, 16'777'217, 1};
    const Tree<double> tree = widen(build<std::int32_t>({whole, 2}));
    const std::vector<double> coordinates(whole.begin(), whole.end()), query{16'777'216.75, 0};
    CHECK((tree == build<double>({coordinates, 2})));
    CHECK(verify<double>(tree, {coordinates, 2}) == std::nullopt);
    const Neighbors<double> found = knn<double>(tree, {query, 2}, 2);
    CHECK(found.index == std::vector<std::int32_t>{0, 3});
    CHECK(found.squared_distance == std::vector<double>{0.0625, 1.0625});
    const QueryTrace<double> trace = trace_knn<double>(tree, query, 2);
    CHECK(found_nodes(trace, trace.size()).size() == 2);
}

} // namespace scanline::kdtree::tree_test
