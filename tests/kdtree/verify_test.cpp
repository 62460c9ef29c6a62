#include "scanline/kdtree/verify.h"

#include "point_sets.h"

#include "scanline/kdtree/build.h"

#include <catch2/catch.hpp>

namespace scanline::kdtree {

using namespace test;

namespace {

// 31 nodes: a full tree of five levels, over points that are all different in every coordinate.
class VerifyTest {
protected:
    static constexpr std::uint64_t seed = 600;

    std::vector<float> coordinates_ = make_points<float>(PointSet::uniform, 31, 3, seed);
    Points<float> points_{coordinates_, 3};
    Tree<float> tree_ = build(points_, {.threads = 1});

    std::string wrong() const { return verify(tree_, points_).value_or("nothing"); }

    // Two nodes change places, coordinates and all.
    void swap_nodes(std::size_t a, std::size_t b) {
        std::swap(tree_.index[a], tree_.index[b]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            std::swap(tree_.coordinates[3 * a + axis], tree_.coordinates[3 * b + axis]);
    }
    // The node is one of another point, which the tree then has twice.
    void repeat_node(std::size_t node, std::size_t instead_of) {
        tree_.index[instead_of] = tree_.index[node];
        std::copy_n(tree_.coordinates.begin() + static_cast<std::ptrdiff_t>(3 * node), 3,
                    tree_.coordinates.begin() + static_cast<std::ptrdiff_t>(3 * instead_of));
    }
};

} // namespace

TEST_CASE_METHOD(VerifyTest, "A tree that was built is found right") {
    CHECK(wrong() == "nothing");
}

TEST_CASE_METHOD(VerifyTest, "A tree of another size or dimension is found out") {
    SECTION("dimensions") {
        tree_.dimensions = 2;
        CHECK(wrong() == "the tree has 2 dimensions, the points have 3");
    }
    SECTION("coordinates") {
        tree_.coordinates.pop_back();
        CHECK(wrong() == "the tree has 92 coordinates for 31 nodes, not 93");
    }
    SECTION("more nodes than points") {
        points_.coordinates = points_.coordinates.first(90);
        CHECK(wrong() == "the tree has 31 nodes for 30 points");
    }
    SECTION("a node less") {
        tree_.index.pop_back();
        tree_.coordinates.resize(90);
        CHECK(wrong() != "nothing");
    }
}

TEST_CASE_METHOD(VerifyTest, "A node with another point is found out") {
    SECTION("none of those that there are") {
        tree_.index[4] = 31;
        CHECK(wrong() == "node 4 names point 31 of 31");
    }
    SECTION("a negative one") {
        tree_.index[4] = -1;
        CHECK(wrong() == "node 4 names point -1 of 31");
    }
    SECTION("another coordinate") {
        tree_.coordinates[3 * 9 + 2] += 1;
        CHECK_THAT(wrong(), Catch::Matchers::StartsWith("node 9 has not the coordinates of point"));
    }
    SECTION("other names") {
        std::swap(tree_.index[3], tree_.index[4]);
        CHECK_THAT(wrong(), Catch::Matchers::StartsWith("node 3 has not the coordinates of point"));
    }
}

TEST_CASE_METHOD(VerifyTest,
                 "Nodes at other places are found out, however far they are from their ancestors") {
    SECTION("siblings") {
        swap_nodes(7, 23);
        CHECK_THAT(wrong(), Catch::Matchers::Contains("subtree of node 15"));
    }
    SECTION("the root with a leaf") {
        swap_nodes(15, 0);
        CHECK(wrong() != "nothing");
    }
    SECTION("two leaves on both sides of the root, each right beside its parent") {
        // Only the root knows: the leaves' parents split by other axes.
        for (std::size_t left = 0; left < 15; left += 2) {
            for (std::size_t right = 16; right < 31; right += 2) {
                swap_nodes(left, right);
                CHECK_THAT(wrong(), Catch::Matchers::Contains("node"));
                swap_nodes(left, right);
            }
        }
    }
    SECTION("any two nodes") {
        for (std::size_t a = 0; a < 31; ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                swap_nodes(a, b);
                CHECK(wrong() != "nothing");
                swap_nodes(a, b);
            }
        }
    }
    SECTION("a node twice, another one not at all") {
        for (std::size_t node = 0; node < 31; ++node) {
            repeat_node(node, (node + 1) % 31);
            CHECK(wrong() != "nothing");
            tree_ = build(points_, {.threads = 1});
        }
    }
}

TEST_CASE_METHOD(VerifyTest, "A point that the tree has not, or a later one of equal points, is found out") {
    SECTION("a point more") {
        coordinates_.insert(coordinates_.end(), {1e7f, 1e7f, 1e7f});
        points_.coordinates = coordinates_;
        CHECK(wrong() == "point 31 is not found from the root on");
    }
    SECTION("equal points") {
        coordinates_.insert(coordinates_.end(), coordinates_.begin(), coordinates_.begin() + 3);
        points_.coordinates = coordinates_;
        CHECK(wrong() == "nothing");
        *std::ranges::find(tree_.index, 0) = 31;
        CHECK_THAT(wrong(), Catch::Matchers::EndsWith("names point 31, but point 0 is equal and before it"));
    }
}

TEST_CASE("An empty tree of no points is right, and of some it is not") {
    const std::vector<std::int32_t> none, one{1, 2};
    CHECK_FALSE(verify<std::int32_t>({2, {}, {}}, {none, 2}).has_value());
    CHECK(verify<std::int32_t>({2, {}, {}}, {one, 2}) == "point 0 is not found from the root on");
}

} // namespace scanline::kdtree
