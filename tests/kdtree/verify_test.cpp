#include "scanline/kdtree/verify.h"

#include "spoiled_tree.h"
#include "stages.h"
#include "support/error_message.h"
#include "textbook.h"

#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

#include <tuple>

namespace scanline::kdtree::verify_test {

using namespace test;
using scanline::test::error_message;

namespace {

class VerifyTest : protected SpoiledTree {
protected:
    /// The first node, each before its subtrees, that is on the wrong side of an ancestor; -1 if none is.
    std::int64_t first_out_of_bounds(const Subtree& subtree) const {
        if (subtree.empty())
            return -1;
        const std::int64_t node = subtree.root();
        for (Subtree above = tree_.whole(); above.root() != node;
             above = node < above.root() ? above.left() : above.right()) {
            const auto super_key = [&](std::int64_t of) {
                const float* const at = tree_.points()[of];
                const int axis = above.axis(3);
                return std::tuple(at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]);
            };
            if (node < above.root() ? super_key(node) >= super_key(above.root())
                                    : super_key(node) <= super_key(above.root()))
                return node;
        }
        const std::int64_t left = first_out_of_bounds(subtree.left());
        return left >= 0 ? left : first_out_of_bounds(subtree.right());
    }
    std::string wrong() const { return verify(tree_, points_).value_or("nothing"); }
    std::vector<std::string> wrong_on_ranks(int count) const {
        std::vector<std::string> wrong(static_cast<std::size_t>(count));
        ranks::run_on_threads(count, [&](ranks::Communicator& ranks) {
            wrong[static_cast<std::size_t>(ranks.rank())] =
                verify(tree_, points_, {.threads = 1}, &ranks).value_or("nothing");
        });
        return wrong;
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
        coordinate(9, 2) += 1;
        CHECK_THAT(wrong(), Catch::Matchers::StartsWith("node 9 does not have the coordinates of point"));
    }
    SECTION("other names") {
        std::swap(tree_.index[3], tree_.index[4]);
        CHECK_THAT(wrong(), Catch::Matchers::StartsWith("node 3 does not have the coordinates of point"));
    }
}

TEST_CASE_METHOD(VerifyTest,
                 "Nodes at other places are found out, however far they are from their ancestors") {
    SECTION("siblings") {
        swap_nodes(7, 23);
        CHECK_THAT(wrong(), Catch::Matchers::ContainsSubstring("subtree of node 15"));
    }
    SECTION("the root with a leaf") {
        swap_nodes(15, 0);
        CHECK(wrong() != "nothing");
    }
    SECTION("two leaves on both sides of the root, each right beside its parent") {
        // Only the root detects this: the leaves' parents split by other axes.
        for (std::size_t left = 0; left < 15; left += 2) {
            for (std::size_t right = 16; right < 31; right += 2) {
                swap_nodes(left, right);
                CHECK_THAT(wrong(), Catch::Matchers::ContainsSubstring("node"));
                swap_nodes(left, right);
            }
        }
    }
    SECTION("any two nodes") {
        for (std::size_t a = 0; a < 31; ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                swap_nodes(a, b);
                CHECK_THAT(wrong(), Catch::Matchers::StartsWith(fmt::format(
                                        "node {} is in the ", first_out_of_bounds(tree_.whole()))));
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
        add_points({1e7f, 1e7f, 1e7f});
        CHECK(wrong() == "point 31 is not found from the root on");
    }
    SECTION("equal points") {
        add_points({coordinates_.begin(), coordinates_.begin() + 3});
        CHECK(wrong() == "nothing");
        *std::ranges::find(tree_.index, 0) = 31;
        CHECK_THAT(wrong(), Catch::Matchers::EndsWith("names point 31, but point 0 is equal and before it"));
    }
}

TEST_CASE_METHOD(VerifyTest, "What is wrong first is the same by any number of threads") {
    tree_.index[20] = tree_.index[25] = -1;
    for (const int threads : {0, 1, 2, 5}) {
        CAPTURE(threads);
        CHECK(verify(tree_, points_, {.threads = threads}) == "node 20 names point -1 of 31");
    }
}

TEST_CASE_METHOD(VerifyTest, "Ranks find wrong first what one process does") {
    for (const int count : {1, 2, 3, 8}) {
        const auto all = [count](const std::string& text) {
            return std::vector<std::string>(static_cast<std::size_t>(count), text);
        };
        CHECK(wrong_on_ranks(count) == all("nothing"));
        for (std::size_t node = 0; node < 31; ++node) {
            swap_nodes(node, 3 * node % 31);
            CHECK(wrong_on_ranks(count) == all(wrong()));
            repeat_node(30 - node, node);
            CHECK(wrong_on_ranks(count) == all(wrong()));
            tree_ = build(points_, {.threads = 1});
        }
    }
    add_points({1e7f, 1e7f, 1e7f});
    CHECK(wrong_on_ranks(2).back() == "point 31 is not found from the root on");
}

TEST_CASE("A node out of bounds is found out, where every point is found without it") {
    for (const WrongTree& wrong : wrong_trees) {
        INFO(wrong.why);
        CHECK(verify<float>(wrong.tree, {wrong.points, wrong.tree.dimensions}) == wrong.told);
    }
}

TEST_CASE("A tree of other points is reported by the first node that has another") {
    const std::vector<float> xy{2, 3, 5, 4, 9, 6}, others{2, 3, 5, 4, 9, 7};
    const Tree<float> tree = build<float>({xy, 2});
    CHECK(verify<float>(tree, {xy, 2}) == std::nullopt);
    CHECK(verify<float>(tree, {others, 2}) ==
          "node 2 does not have the coordinates of point 2, which it names");
}

TEST_CASE("A check of a tree tells its stages") {
    CHECK(stages_of([](PassObserver& observer) {
              verify<float>(build<float>({textbook, 2}), {textbook, 2}, {.observer = &observer});
          }) == std::vector<std::string>{"check", "nodes", "bounds", "points"});
}

TEST_CASE("Points that no tree can be of are refused, not told from it") {
    const auto refused = [](std::vector<float> points, int dimensions, ErrorKind kind, int threads = 1) {
        return error_message(kind, [&] {
            verify<float>({2, {}, {}}, {points, dimensions}, {.threads = threads});
        });
    };
    CHECK(refused({1, std::numeric_limits<float>::quiet_NaN()}, 2, ErrorKind::failure) ==
          "kdtree verify: row 0, column 1 is not a number: leave such points out");
    CHECK(refused({1, 2}, 33, ErrorKind::usage) == "kdtree verify: points have 1 to 32 dimensions, not 33");
    CHECK(refused({1, 2, 3}, 2, ErrorKind::usage) ==
          "kdtree verify: 3 coordinates are no points of 2: give a multiple of it");
    CHECK(refused({1, 2}, 2, ErrorKind::usage, -1) == "a team of -1 threads cannot be: it has 1 to 1024");
}

TEST_CASE("An empty tree of no points is right, and of some it is not") {
    const std::vector<std::int32_t> none, one{1, 2};
    CHECK_FALSE(verify<std::int32_t>({2, {}, {}}, {none, 2}).has_value());
    CHECK(verify<std::int32_t>({2, {}, {}}, {one, 2}) == "point 0 is not found from the root on");
}

} // namespace scanline::kdtree::verify_test
