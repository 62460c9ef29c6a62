#include "scanline/kdtree/tree.h"

#include "point_sets.h"
#include "reference_tree.h"
#include "stages.h"
#include "support/error_message.h"
#include "textbook.h"

#include "scanline/cpu/thread_team.h"
#include "scanline/kdtree/verify.h"

#include <catch2/catch_all.hpp>

namespace scanline::kdtree::build_test {

using namespace test;
using scanline::test::error_message;

namespace {

// The expected tree of synthetic points, node for node, built with this many threads.
template <class C>
void check_tree(PointSet set, std::int64_t size, int dimensions, std::uint64_t seed,
                std::initializer_list<int> threads = {1}) {
    INFO(to_string(set) << ", " << size << " points of " << dimensions << " " << type_name<C>()
                        << " coordinates, seed " << seed);
    const std::vector<C> coordinates = make_points<C>(set, size, dimensions, seed);
    const Points<C> points{coordinates, dimensions};
    const std::vector<std::int32_t> reference = reference_tree(points);
    for (const int count : threads) {
        INFO(count << " threads");
        const Tree<C> tree = build(points, {.threads = count});
        REQUIRE(tree.dimensions == dimensions);
        // In extra parentheses: printing so many numbers takes minutes.
        REQUIRE((tree.index == reference));
        bool right = tree.coordinates.size() == tree.index.size() * static_cast<std::size_t>(dimensions);
        for (std::int64_t node = 0; right && node < tree.size(); ++node)
            right = std::equal(tree.points()[node], tree.points()[node] + dimensions,
                               points[tree.index[static_cast<std::size_t>(node)]]);
        REQUIRE(right);
    }
}

template <class C>
void check_sets(std::int64_t size, int dimensions, std::uint64_t seed, int threads = 1) {
    for (const PointSet set : all_point_sets)
        check_tree<C>(set, size, dimensions, seed, {threads});
}

} // namespace

TEST_CASE("A tree of six points is the one drawn in textbooks") {
    const Tree<float> tree = build<float>({textbook, 2});
    CHECK(tree.index == std::vector<std::int32_t>{0, 3, 1, 4, 5, 2});
    CHECK(tree.coordinates == std::vector<float>{2, 3, 4, 7, 5, 4, 8, 1, 7, 2, 9, 6});
}

TEST_CASE("Points of which no two are equal make the same tree without a sort") {
    for (const int dimensions : {1, 2, 3, 5}) {
        std::vector<float> numbers(static_cast<std::size_t>(2000 * dimensions));
        for (std::size_t i = 0; i < numbers.size(); ++i) // a permutation of 0 to 1999 in each column
            numbers[i] = static_cast<float>((i / static_cast<std::size_t>(dimensions) * 7 + i * 13) % 2000);
        const Points<float> points{numbers, dimensions};
        const Tree<float> tree = build(points);
        REQUIRE(build_distinct(tree.points()).coordinates == tree.coordinates);
    }
    CHECK(stages_of([](PassObserver& observer) {
              build_distinct<float>({textbook, 2}, {.observer = &observer});
          }) == std::vector<std::string>{"check", "build"});
}

TEMPLATE_TEST_CASE("Every small tree is that of the reference", "", std::int32_t, float) {
    for (std::int64_t size = 0; size <= 70; ++size) {
        for (const int dimensions : {1, 2, 3, 4, 8, 16, 32})
            check_sets<TestType>(size, dimensions, 100 + static_cast<std::uint64_t>(size));
    }
}

TEST_CASE("Trees of double coordinates are those of the reference") {
    std::uint64_t seed = 180;
    for (const std::int64_t size : {0, 1, 2, 33, 257, 1024}) {
        for (const int dimensions : {1, 2, 3, 4, 5})
            check_sets<double>(size, dimensions, ++seed);
    }
    check_tree<double>(PointSet::grid, 65'537, 3, 190, {2});
}

TEMPLATE_TEST_CASE("Trees around powers of two and of prime sizes are those of the reference", "",
                   std::int32_t, float) {
    std::uint64_t seed = 200;
    int dimensions = 1;
    for (const std::int64_t size :
         {127, 128, 129, 255, 256, 257, 509, 1023, 1024, 1025, 4093, 4095, 4096, 4097}) {
        dimensions = dimensions % 6 + 1;
        check_sets<TestType>(size, dimensions, ++seed);
    }
}

TEMPLATE_TEST_CASE("Small trees are those of the reference also by more threads than they are worth", "",
                   std::int32_t, float) {
    for (const std::int64_t size : {0, 1, 2, 3, 33}) {
        for (const int dimensions : {2, 5})
            check_sets<TestType>(size, dimensions, 150 + static_cast<std::uint64_t>(size), 5);
    }
}

TEST_CASE("A build takes exactly the threads asked for, and by itself no more than its points are worth") {
    const int all = cpu::ThreadTeam::all_processors();
    CHECK(build_threads(5, {.threads = 3}) == 3);
    CHECK(build_threads(1'000'000'000, {.threads = 1}) == 1);
    CHECK(build_threads(0) == 1);
    CHECK(build_threads(4095) == 1);
    CHECK(build_threads(4096) == std::min(2, all));
    CHECK(build_threads(points::max_points) == all);
}

TEST_CASE("Trees that several threads share are those of the reference") {
    // More than the smallest subtree that threads share.
    const auto threads = {0, 1, 2, 3, 8};
    check_tree<float>(PointSet::uniform, 65'537, 3, 300, threads);
    check_tree<std::int32_t>(PointSet::grid, 65'535, 4, 301, threads);
    check_tree<float>(PointSet::clustered, 65'536, 5, 302, threads);
}

TEST_CASE("A grid of 8000 places with 100,000 points is built of each once") {
    check_tree<float>(PointSet::grid, 100'000, 3, 400, {2});
    check_tree<std::int32_t>(PointSet::grid, 100'000, 3, 401, {2});
}

TEST_CASE("A million points come into a tree that the verifier finds right, whatever the threads", "[repeat]") {
    constexpr std::uint64_t seed = 500;
    for (const std::int64_t size : {(1 << 20) - 1, 1 << 20, (1 << 20) + 1}) {
        CAPTURE(size, seed);
        const std::vector<float> coordinates = make_points<float>(PointSet::uniform, size, 3, seed);
        const Points<float> points{coordinates, 3};
        const Tree<float> tree = build(points, {.threads = 1});
        CHECK(verify(tree, points).value_or("") == "");
        CHECK((build(points, {.threads = 3}) == tree));
    }
}

TEST_CASE("Of equal points the first stays, with its own zeros") {
    const std::vector<float> coordinates{1, 0.0f, -0.0f, 1, 0.0f, 1, 1, -0.0f, -0.0f, 1};
    const Tree<float> tree = build<float>({coordinates, 2});
    CHECK(tree.index == std::vector<std::int32_t>{1, 0});
    CHECK(std::signbit(tree.coordinates[0]));
    CHECK_FALSE(std::signbit(tree.coordinates[3]));
}

TEST_CASE("A build tells its stages") {
    CHECK(stages_of([](PassObserver& observer) {
              build<float>({textbook, 2}, {.observer = &observer});
          }) == std::vector<std::string>{"check", "sort", "remove-duplicates", "build"});
}

TEST_CASE("What cannot come into a tree is refused with where it is and what the limit is") {
    const auto refused = [](std::vector<float> coordinates, int dimensions, ErrorKind kind, int threads = 1) {
        return error_message(kind, [&] { build<float>({coordinates, dimensions}, {.threads = threads}); });
    };
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    CHECK(refused({1, 2, 3, 4, 5, no_number}, 2, ErrorKind::failure) ==
          "kdtree build: row 2, column 1 is not a number: leave such points out");
    const std::string range =
        ", and float32 coordinates are multiples of 2^-63 up to 2^60, so that no squared "
        "distance underflows or overflows: scale them, or use float64";
    CHECK(refused({1, 2, -1e21f, 4}, 2, ErrorKind::failure) ==
          "kdtree build: row 1, column 0 is -1e+21" + range);
    CHECK(refused({1, 2, 3, 1e-22f}, 2, ErrorKind::failure) ==
          "kdtree build: row 1, column 1 is 1e-22" + range);
    CHECK(refused({1}, 0, ErrorKind::usage) == "kdtree build: points have 1 to 32 dimensions, not 0");
    CHECK(refused({1}, 33, ErrorKind::usage) == "kdtree build: points have 1 to 32 dimensions, not 33");
    CHECK(refused({1, 2, 3}, 2, ErrorKind::usage) ==
          "kdtree build: 3 coordinates are no points of 2: give a multiple of it");
    CHECK(refused({1, 2}, 2, ErrorKind::usage, -1) == "a team of -1 threads cannot be: it has 1 to 1024");
}

} // namespace scanline::kdtree::build_test
