#include "scanline/kdtree/device_verify.h"

#include "compute/compute_fixture.h"
#include "spoiled_tree.h"
#include "stages.h"
#include "support/error_message.h"
#include "support/shader_folder.h"
#include "textbook.h"

#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/tree.h"
#include "scanline/kdtree/verify.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

#include <bit>
#include <limits>
#include <numeric>

namespace scanline::kdtree::device_verify_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::error_message;
using scanline::test::ShaderFolder;

namespace {

template <class C>
std::string wrong_on_gpu(compute::Engine& engine, const Tree<C>& tree, const Points<C>& points) {
    return DeviceVerifier<C>(engine, points.dimensions)(upload_nodes(engine, tree), points)
        .value_or("nothing");
}

template <class C>
std::string wrong_on_cpu(const Tree<C>& tree, const Points<C>& points) {
    return verify(tree, points, {.threads = 1}).value_or("nothing");
}

// Describes the bounds fault of a tree: level by level, each from its first node on, against ancestors from
// the root on.
class BreadthFirst {
public:
    explicit BreadthFirst(const Tree<float>& tree) : tree_(tree) {}

    std::string wrong() const {
        for (int depth = 0; depth < levels(tree_.size()); ++depth)
            if (std::string found = wrong_of(tree_.whole(), depth, {}); found != "nothing")
                return found;
        return "nothing";
    }

private:
    struct Bound {
        std::int64_t node;
        int axis;
        bool below;
    };

    std::string wrong_of(const Subtree& subtree, int depth, std::vector<Bound> bounds) const {
        if (subtree.empty())
            return "nothing";
        const std::int64_t root = subtree.root();
        if (subtree.depth == depth)
            return wrong_beside(root, bounds);
        bounds.push_back({root, subtree.axis(tree_.dimensions), false});
        std::string left = wrong_of(subtree.left(), depth, bounds);
        if (left != "nothing")
            return left;
        bounds.back().below = true;
        return wrong_of(subtree.right(), depth, bounds);
    }

    std::string wrong_beside(std::int64_t node, const std::vector<Bound>& bounds) const {
        for (const Bound& bound : bounds) {
            const auto order = compare_super_keys(tree_.points()[node], tree_.points()[bound.node],
                                                  tree_.dimensions, bound.axis);
            if (bound.below ? order <= 0 : order >= 0)
                return fmt::format("node {} is in the {} subtree of node {}, but not {} by axis {}", node,
                                   bound.below ? "right" : "left", bound.node,
                                   bound.below ? "greater" : "less", bound.axis);
        }
        return "nothing";
    }

    const Tree<float>& tree_;
};

class DeviceVerifyTest : protected ComputeTest, protected SpoiledTree {
protected:
    std::string on_gpu() { return verify_(upload_nodes(engine(), tree_), points_).value_or("nothing"); }

    // For faults that the GPU and the CPU find first alike.
    void check_same() {
        const std::string wrong = on_gpu();
        CHECK(wrong != "nothing");
        CHECK(wrong == wrong_on_cpu(tree_, points_));
    }
    // For trees with several faults.
    void check_found() {
        CHECK(on_gpu() != "nothing");
        CHECK(wrong_on_cpu(tree_, points_) != "nothing");
    }

    DeviceVerifier<float> verify_{engine(), 3};
};

} // namespace

TEMPLATE_TEST_CASE("Every tree that was built is found right on the GPU", "", std::int32_t, float) {
    ComputeTest test;
    std::uint64_t seed = 700;
    for (const int dimensions : tested_dimensions<TestType>) {
        const DeviceVerifier<TestType> verify(test.engine(), dimensions);
        for (const std::int64_t size : {0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 1023, 1024, 1025, 20'011}) {
            for (const PointSet set : all_point_sets) {
                INFO(to_string(set) << ", " << size << " points of " << dimensions << " coordinates, seed "
                                    << seed);
                const std::vector<TestType> coordinates =
                    make_points<TestType>(set, size, dimensions, seed++);
                const Points<TestType> points{coordinates, dimensions};
                const Tree<TestType> tree = build(points, {.threads = 1});
                REQUIRE(verify(upload_nodes(test.engine(), tree), points).value_or("nothing") == "nothing");
            }
        }
    }
}

TEST_CASE("Trees are verified on every engine, as they were built on the GPU") {
    ComputeTest test;
    const std::vector<std::int32_t> coordinates = make_points<std::int32_t>(PointSet::grid, 20'000, 4, 690);
    const Points<std::int32_t> points{coordinates, 4};
    const DevicePoints<std::int32_t> uploaded = points::upload_points(test.engine(), points);
    const Tree<std::int32_t> tree =
        download_tree(test.engine(), DeviceBuilder<std::int32_t>(test.engine(), 4)(uploaded), uploaded);
    for (const auto* engines : {&test.engines(), &test.other_engines()}) {
        for (const auto& engine : *engines) {
            DeviceNodes<std::int32_t> nodes = upload_nodes(*engine, tree);
            const DeviceVerifier<std::int32_t> verify(*engine, 4);
            CHECK(verify(nodes, points) == std::nullopt);
            compute::upload<std::int32_t>(nodes.coordinates.view().part(4 * 777 + 3, 1),
                                          std::vector<std::int32_t>{1'000'000});
            CHECK_THAT(verify(nodes, points).value_or("nothing"),
                       Catch::Matchers::StartsWith("node 777 does not have the coordinates of point"));
        }
    }
}

TEST_CASE("A tree of other points is reported on the GPU by the first node that has another") {
    ComputeTest test;
    const std::vector<float> xy{2, 3, 5, 4, 9, 6}, others{2, 3, 5, 4, 9, 7};
    const DeviceVerifier<float> verify(test.engine(), 2);
    const DeviceNodes<float> nodes = upload_nodes(test.engine(), build<float>({xy, 2}));
    CHECK(verify(nodes, {xy, 2}) == std::nullopt);
    CHECK(verify(nodes, {others, 2}) == "node 2 does not have the coordinates of point 2, which it names");
}

TEST_CASE_METHOD(DeviceVerifyTest, "A tree of another size or dimension is found out on the GPU") {
    SECTION("dimensions") {
        tree_.dimensions = 2;
    }
    SECTION("coordinates") {
        tree_.coordinates.pop_back();
    }
    SECTION("more nodes than points") {
        points_.coordinates = points_.coordinates.first(90);
    }
    check_same();
}

TEST_CASE_METHOD(DeviceVerifyTest, "A tree of a node less is found out on the GPU") {
    tree_.index.pop_back();
    tree_.coordinates.resize(90);
    check_found();
    CHECK(on_gpu() == BreadthFirst(tree_).wrong());
}

TEST_CASE_METHOD(DeviceVerifyTest, "A node with another point is found out on the GPU") {
    using Limits = std::numeric_limits<float>;
    SECTION("none of those that there are") {
        tree_.index[4] = 31;
    }
    SECTION("a negative one") {
        tree_.index[4] = -1;
    }
    SECTION("the least number") {
        tree_.index[30] = std::numeric_limits<std::int32_t>::min();
    }
    SECTION("the greatest number") {
        tree_.index[0] = std::numeric_limits<std::int32_t>::max();
    }
    SECTION("another coordinate") {
        coordinate(9, 2) += 1;
    }
    SECTION("an infinite coordinate") {
        coordinate(30, 1) = -Limits::infinity();
    }
    SECTION("a coordinate that is no number") {
        coordinate(15, 0) = Limits::quiet_NaN();
    }
    SECTION("other names") {
        std::swap(tree_.index[3], tree_.index[4]);
    }
    SECTION("a wrong name before a wrong coordinate") {
        tree_.index[8] = -7;
        coordinate(9, 0) += 1;
    }
    SECTION("a wrong coordinate before a wrong name") {
        tree_.index[10] = -7;
        coordinate(9, 0) += 1;
    }
    SECTION("another point, but in its place") {
        points_.coordinates = coordinates_ = {tree_.coordinates};
    }
    check_same();
}

TEST_CASE_METHOD(DeviceVerifyTest, "Both zeros are one coordinate, which least floats are not") {
    coordinates_ = std::vector<float>(93, 0.0f);
    for (std::size_t node = 0; node < 31; ++node)
        coordinates_[3 * node] = static_cast<float>(node) - 15;
    points_.coordinates = coordinates_;
    tree_ = build(points_, {.threads = 1});
    coordinate(15, 0) = -0.0f;
    coordinate(15, 1) = -0.0f;
    CHECK(on_gpu() == "nothing");
    coordinate(15, 0) = std::numeric_limits<float>::denorm_min();
    check_same();
}

TEST_CASE_METHOD(
    DeviceVerifyTest,
    "Nodes at other places are found out on the GPU, however far they are from their ancestors") {
    SECTION("siblings") {
        swap_nodes(7, 23);
        CHECK_THAT(on_gpu(), Catch::Matchers::ContainsSubstring("node 7 is in the left subtree of node 15"));
        check_same();
    }
    SECTION("two leaves on both sides of the root") {
        // Their parents split by other axes: only the root detects some of them.
        for (std::size_t left = 0; left < 15; left += 2) {
            for (std::size_t right = 16; right < 31; right += 2) {
                swap_nodes(left, right);
                check_same();
                swap_nodes(left, right);
            }
        }
    }
    SECTION("any two nodes") {
        for (std::size_t a = 0; a < 31; ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                swap_nodes(a, b);
                check_found();
                CHECK(on_gpu() == BreadthFirst(tree_).wrong());
                swap_nodes(a, b);
            }
        }
    }
    SECTION("a node twice, another one not at all") {
        for (std::size_t node = 0; node < 31; ++node) {
            repeat_node(node, (node + 1) % 31);
            check_found();
            CHECK(on_gpu() == BreadthFirst(tree_).wrong());
            tree_ = build(points_, {.threads = 1});
        }
    }
}

TEST_CASE_METHOD(DeviceVerifyTest,
                 "A point that the tree has not, or a later one of equal points, is found out on the GPU") {
    SECTION("a point more") {
        add_points({1e7f, 1e7f, 1e7f});
        CHECK(on_gpu() == "point 31 is not found from the root on");
        check_same();
    }
    SECTION("points more, of which the first is told") {
        add_points({1e7f, 1e7f, 1e7f});
        add_points({coordinates_.begin(), coordinates_.begin() + 3});
        add_points({-1e7f, 1e7f, 1e7f});
        check_same();
    }
    SECTION("equal points") {
        for (std::size_t point = 0; point < 31; ++point)
            add_points({coordinates_.begin() + static_cast<std::ptrdiff_t>(3 * point),
                        coordinates_.begin() + static_cast<std::ptrdiff_t>(3 * point + 3)});
        CHECK(on_gpu() == "nothing");
        for (std::int32_t point = 0; point < 31; ++point) {
            const auto named = std::ranges::find(tree_.index, point);
            *named += 31;
            CHECK_THAT(on_gpu(),
                       Catch::Matchers::EndsWith(fmt::format(
                           "names point {}, but point {} is equal and before it", point + 31, point)));
            check_same();
            *named -= 31;
        }
    }
}

TEST_CASE("A node out of bounds is found out on the GPU, where every point is found without it") {
    ComputeTest test;
    for (const WrongTree& wrong : wrong_trees) {
        INFO(wrong.why);
        CHECK(wrong_on_gpu<float>(test.engine(), wrong.tree, {wrong.points, wrong.tree.dimensions}) ==
              wrong.told);
    }
}

TEST_CASE("Of the nodes out of bounds the GPU tells the first of the highest level, the CPU the first") {
    ComputeTest test;
    const std::vector<std::int32_t> points{1, 2, 5, 4, 3, 3, 0};
    const Tree<std::int32_t> tree{1, points, {0, 1, 2, 3, 4, 5, 6}};
    CHECK(wrong_on_gpu<std::int32_t>(test.engine(), tree, {points, 1}) ==
          "node 5 is in the right subtree of node 3, but not greater by axis 0");
    CHECK(wrong_on_cpu<std::int32_t>(tree, {points, 1}) ==
          "node 2 is in the left subtree of node 3, but not less by axis 0");
}

TEST_CASE("Nodes of a large tree that change places are reported breadth first") {
    ComputeTest test;
    Random random(710);
    for (const int dimensions : {1, 2, 4, 32}) {
        const DeviceVerifier<float> verify(test.engine(), dimensions);
        const std::vector<float> coordinates = make_points<float>(PointSet::uniform, 5000, dimensions, 711);
        const Tree<float> tree = build<float>({coordinates, dimensions});
        for (int i = 0; i < 12; ++i) {
            std::vector<float> rows = tree.coordinates;
            const auto row = [&] {
                return rows.begin() + static_cast<std::ptrdiff_t>(random.below(5000)) * dimensions;
            };
            const auto a = row(), b = row();
            std::swap_ranges(a, a + dimensions, b);
            Tree<float> spoiled{dimensions, rows, std::vector<std::int32_t>(5000)};
            std::iota(spoiled.index.begin(), spoiled.index.end(), 0);
            INFO(dimensions << " dimensions, nodes " << (a - rows.begin()) / dimensions << " and "
                            << (b - rows.begin()) / dimensions);
            const std::string wrong =
                verify(upload_nodes(test.engine(), spoiled), {rows, dimensions}).value_or("nothing");
            CHECK(wrong == BreadthFirst(spoiled).wrong());
            CHECK((wrong == "nothing") == (a == b));
        }
    }
}

TEST_CASE("A verification ends whatever the tree holds") {
    ComputeTest test;
    Random random(720);
    const DeviceVerifier<float> verify(test.engine(), 2);
    const std::vector<float> coordinates = make_points<float>(PointSet::uniform, 4000, 2, 721);
    const Points<float> points{coordinates, 2};
    const auto any_bits = [&random] { return static_cast<std::uint32_t>(random.below(1ull << 32)); };
    Tree<float> tree{2, std::vector<float>(8000), std::vector<std::int32_t>(4000)};
    SECTION("any bits") {
        for (float& coordinate : tree.coordinates)
            coordinate = std::bit_cast<float>(any_bits());
        for (std::int32_t& point : tree.index)
            point = std::bit_cast<std::int32_t>(any_bits());
    }
    SECTION("any points") {
        for (std::int32_t& point : tree.index)
            point = static_cast<std::int32_t>(random.below(4000));
    }
    const std::string wrong = verify(upload_nodes(test.engine(), tree), points).value_or("nothing");
    CHECK(wrong != "nothing");
    CHECK(wrong == wrong_on_cpu(tree, points));
}

TEST_CASE("More points than fit a storage block are held against a tree some at a time") {
    ComputeTest test;
    gl::Capabilities small = test.capabilities();
    small.max_storage_block = 1 << 12;                 // 512 points, at most 400 of them distinct
    compute::Engine engine(small, {.chained = false}); // its self-test needs more
    std::vector<float> coordinates = make_points<float>(PointSet::grid, 5000, 2, 730);
    const std::vector<float> first(coordinates.begin(), coordinates.begin() + 2);
    coordinates.insert(coordinates.end(), first.begin(), first.end());
    Tree<float> tree = build<float>({coordinates, 2});
    const auto check_same = [&](const std::string& part) {
        const std::string wrong = wrong_on_gpu<float>(engine, tree, {coordinates, 2});
        CHECK_THAT(wrong, Catch::Matchers::ContainsSubstring(part));
        CHECK(wrong == wrong_on_cpu<float>(tree, {coordinates, 2}));
    };
    check_same("nothing");
    SECTION("an equal point of the last piece") {
        *std::ranges::find(tree.index, 0) = 5000;
        check_same("names point 5000, but point 0 is equal and before it");
    }
    SECTION("points that are not there, in two pieces") {
        coordinates[8401] = 100;
        coordinates[9800] = -100;
        check_same("point 4200 is not found from the root on");
    }
    SECTION("other points, whose nodes are in another order than they") {
        const auto last = std::ranges::max_element(tree.index);
        coordinates[2 * static_cast<std::size_t>(*last)] += 0.5f;
        check_same(fmt::format("node {} does not have the coordinates of point {}", last - tree.index.begin(),
                               *last));
        coordinates[0] += 0.5f;
        check_same("does not have the coordinates of point");
    }
    SECTION("a point behind the last") {
        tree.index[200] = 5001;
        check_same("node 200 names point 5001 of 5001");
    }
    SECTION("more nodes than fit a storage block") {
        const std::vector<float> many = make_points<float>(PointSet::uniform, 513, 2, 731);
        const DeviceNodes<float> nodes{2, compute::DeviceArray<float>(many),
                                       compute::DeviceArray<std::uint32_t>(513)};
        CHECK_THAT(
            error_message(ErrorKind::usage,
                          [&] {
                              DeviceVerifier<float>(engine, 2)(nodes, {many, 2});
                          }),
            Catch::Matchers::StartsWith(
                "kdtree verify: the coordinates of the nodes has 1026 elements of float32 (4104 bytes)"));
    }
}

TEST_CASE_METHOD(DeviceVerifyTest, "A verifier takes scratch memory once") {
    const std::vector<float> coordinates = make_points<float>(PointSet::grid, 20'000, 3, 740);
    const Points<float> points{coordinates, 3};
    const DeviceNodes<float> nodes = upload_nodes(engine(), build(points));
    for (int i = 0; i < 2; ++i)
        verify_(nodes, points);
    const std::int64_t allocations = engine().arena().allocations();
    for (int i = 0; i < 3; ++i)
        CHECK(verify_(nodes, points) == std::nullopt);
    CHECK(engine().arena().allocations() == allocations);
}

TEST_CASE_METHOD(DeviceVerifyTest, "A check of a tree on the GPU tells its stages, as far as it comes") {
    const auto verify = [&](PassObserver& observer) {
        const DeviceNodes<float> nodes = upload_nodes(engine(), tree_);
        const ObserverScope scope(engine(), &observer);
        verify_(nodes, points_);
    };
    const auto stages = [&] { return stages_of(verify); };
    REQUIRE(levels(tree_.size()) == 5);
    CHECK(steps_of("check-level", verify) == std::vector{2, 3, 4, 5}); // the root has no ancestors
    CHECK(stages() == std::vector<std::string>{"check", "nodes", "bounds", "points"});
    swap_nodes(0, 30);
    CHECK(stages() == std::vector<std::string>{"check", "nodes", "bounds"});
    tree_.index[3] = -1;
    CHECK(stages() == std::vector<std::string>{"check", "nodes"});
    tree_.dimensions = 2;
    CHECK(stages() == std::vector<std::string>{"check"});
}

TEST_CASE_METHOD(DeviceVerifyTest, "A driver that takes what is right for wrong is told from a wrong tree") {
    add_points({coordinates_.begin(), coordinates_.begin() + 3}); // named by no node
    const auto refused = [&](const std::string& shader, const std::string& right, const std::string& wrong) {
        ShaderFolder shaders;
        shaders.replace(shader, right, wrong);
        compute::Engine broken(capabilities(), {.shaders = shaders.store()});
        return error_message(ErrorKind::failure, [&] { wrong_on_gpu(broken, tree_, points_); });
    };
    const std::string end = " as wrong, but it is right: its driver miscalculates, verify on the CPU";
    CHECK(refused("kdtree/verify_nodes.comp", "node, 0u) != 0", "node, 0u) == 0") ==
          "kdtree verify: the GPU reports node 0" + end);
    CHECK(refused("kdtree/verify_bounds.comp", "order >= 0 : order <= 0", "order >= 0 : order > 0") ==
          "kdtree verify: the GPU reports node 23" + end);
    CHECK(refused("kdtree/verify_points.comp", "if (order == 0)", "if (order == 2)") ==
          "kdtree verify: the GPU reports point 31" + end);
}

TEST_CASE_METHOD(DeviceVerifyTest,
                 "What the GPU cannot verify is refused with what it is and what the limit is") {
    const auto refused = [&](std::vector<float> points, int dimensions, ErrorKind kind, int of_verifier) {
        return error_message(kind, [&] {
            DeviceVerifier<float>(engine(), of_verifier)(
                upload_nodes(engine(), Tree<float>{of_verifier, {}, {}}), {points, dimensions});
        });
    };
    CHECK(refused({1, 2, 3, std::numeric_limits<float>::quiet_NaN()}, 2, ErrorKind::failure, 2) ==
          "kdtree verify: row 1, column 1 is not a number: leave such points out");
    CHECK(refused({1, 2, 3}, 2, ErrorKind::usage, 2) ==
          "kdtree verify: 3 coordinates are no points of 2: give a multiple of it");
    CHECK(refused({1, 2, 3}, 3, ErrorKind::usage, 2) ==
          "kdtree verify: points of 3 dimensions, where the verifier is for 2: make another one");
    for (const int dimensions : {0, 33})
        CHECK(refused({1, 2}, 2, ErrorKind::usage, dimensions) ==
              fmt::format("kdtree verify: points have 1 to 32 dimensions, not {}", dimensions));
}

TEST_CASE("An empty tree of no points is right on the GPU, and of some it is not") {
    ComputeTest test;
    const std::vector<std::int32_t> none, one{1, 2};
    CHECK(wrong_on_gpu<std::int32_t>(test.engine(), {2, {}, {}}, {none, 2}) == "nothing");
    CHECK(wrong_on_gpu<std::int32_t>(test.engine(), {2, {}, {}}, {one, 2}) ==
          "point 0 is not found from the root on");
}

} // namespace scanline::kdtree::device_verify_gl_test
