#include "scanline/kdtree/tree.h"

#include <catch2/catch.hpp>

namespace scanline::kdtree {

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

TEST_CASE("Links lead from the root to every node once") {
    const Links links = make_links(6, 2);
    CHECK(links.root == 2);
    CHECK(links.left == std::vector<std::int32_t>{-1, -1, 0, -1, 3, -1});
    CHECK(links.right == std::vector<std::int32_t>{1, -1, 4, -1, 5, -1});
    CHECK(links.axis == std::vector<std::int32_t>{1, 0, 0, 0, 1, 0});
    CHECK(make_links(0, 3).root == -1);
    CHECK(make_links(0, 3).left.empty());
}

} // namespace scanline::kdtree
