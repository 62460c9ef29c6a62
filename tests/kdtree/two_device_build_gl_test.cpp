#include "scanline/kdtree/device_build.h"

#include "point_sets.h"
#include "stages.h"
#include "support/error_message.h"
#include "support/first_difference.h"
#include "support/gl_test.h"
#include "textbook.h"

#include "scanline/kdtree/tree.h"

#include <atomic>
#include <catch2/catch_all.hpp>
#include <numeric>

namespace scanline::kdtree::two_device_build_gl_test {

using namespace test;
using scanline::test::error_message;
using scanline::test::first_difference;
using scanline::test::GlTest;

namespace {

// With fewer than two GPUs, uses two contexts on one.
template <class C>
TwoDeviceBuilder<C> make_builder(int dimensions, std::int64_t piece = 1 << 22) {
    const std::vector<gl::ContextRequest> devices = gl::spread_over_devices(2);
    return {{devices[0], devices[1]}, dimensions, piece};
}

// The tree must equal the CPU's.
template <class C>
void check_tree(const TwoDeviceBuilder<C>& builder, const Points<C>& points) {
    const Tree<C> found = builder(points), expected = build(points, {.threads = 1});
    REQUIRE(first_difference(found.index, expected.index) == "");
    REQUIRE((found == expected));
}

template <class C>
void check_made_tree(const TwoDeviceBuilder<C>& builder, PointSet set, std::int64_t size, int dimensions,
                     std::uint64_t seed) {
    INFO(to_string(set) << ", " << size << " points of " << dimensions
                        << (std::is_same_v<C, float> ? " float" : " int32") << " coordinates, seed " << seed);
    const std::vector<C> coordinates = make_points<C>(set, size, dimensions, seed);
    check_tree(builder, Points<C>{coordinates, dimensions});
}

} // namespace

TEMPLATE_TEST_CASE("Trees built on two devices are those of the CPU", "", std::int32_t, float) {
    std::uint64_t seed = 1500;
    for (const int dimensions : tested_dimensions<TestType>) {
        const auto builder = make_builder<TestType>(dimensions);
        for (int size = 0; size <= 70; ++size)
            check_made_tree(builder, set_in_turn(size + dimensions), size, dimensions, ++seed);
    }
}

TEST_CASE("Points of every kind come into the tree of the CPU on two devices, around powers of two") {
    std::uint64_t seed = 1570;
    const auto builder = make_builder<float>(3);
    for (const PointSet set : all_point_sets)
        for (const std::int64_t size : {511, 512, 513, 1009, 4095, 4096, 4097})
            check_made_tree(builder, set, size, 3, ++seed);
}

TEST_CASE("Large trees built on two devices are those of the CPU, with odd sizes and duplicates") {
    const auto builder = make_builder<std::int32_t>(3);
    check_made_tree(builder, PointSet::grid, 100'001, 3, 1590);
    check_made_tree(builder, PointSet::clustered, 131'071, 3, 1591);
}

TEST_CASE("Points of which one device has all that are less, or equal ones of the other, come together") {
    const auto builder = make_builder<float>(2);
    std::vector<float> coordinates = make_points<float>(PointSet::uniform, 3001, 2, 1595);
    const auto by_row = [&](auto order) {
        std::vector<std::array<float, 2>> rows;
        for (std::size_t i = 0; i < coordinates.size(); i += 2)
            rows.push_back({coordinates[i], coordinates[i + 1]});
        std::ranges::sort(rows, order);
        coordinates.clear();
        for (const auto& [x, y] : rows)
            coordinates.insert(coordinates.end(), {x, y});
    };
    SECTION("ascending: nothing is swapped") {
        by_row(std::less<>());
    }
    SECTION("descending: all is swapped") {
        by_row(std::greater<>());
    }
    SECTION("the second half is the first one again") {
        coordinates.insert(coordinates.end(), coordinates.begin(), coordinates.end());
    }
    SECTION("the low points are there twice, so that the median moves") {
        by_row(std::less<>());
        coordinates.insert(coordinates.end(), coordinates.begin(), coordinates.begin() + 2400);
    }
    SECTION("the high points are there twice") {
        by_row(std::greater<>());
        coordinates.insert(coordinates.end(), coordinates.begin(), coordinates.begin() + 2400);
    }
    SECTION("one point many times between others") {
        for (std::size_t i = 500; i < 5000; ++i)
            coordinates[i] = 3;
    }
    check_tree(builder, Points<float>{coordinates, 2});
}

TEST_CASE("Runs of any number of pieces change sides, both ways or one way") {
    constexpr std::int64_t piece = 1000, half = 30 * piece;
    const auto builder = make_builder<std::int32_t>(1, piece);
    std::vector<std::int32_t> line(2 * half);
    std::iota(line.begin(), line.end(), 0);
    const auto low = line.begin(), high = low + half, end = line.end();
    SECTION("both ways") {
        for (const std::int64_t moved :
             {std::int64_t{0}, std::int64_t{1}, piece - 1, piece, piece + 1, 3 * piece + 1, half - 1, half}) {
            INFO(moved << " points");
            std::swap_ranges(high - moved, high, high);
            check_tree(builder, Points<std::int32_t>{line, 1});
            std::ranges::sort(line);
        }
    }
    SECTION("only to the first, which has but one point") {
        std::fill(low, high, -1);
        check_tree(builder, Points<std::int32_t>{line, 1});
    }
    SECTION("only to the second") {
        std::fill(high, end, 2 * half);
        check_tree(builder, Points<std::int32_t>{line, 1});
    }
}

TEST_CASE("A device that fails amid the exchange stops the other, and both build on") {
    const auto builder = make_builder<std::int32_t>(3, 16);
    const std::vector<std::int32_t> coordinates = make_points<std::int32_t>(PointSet::uniform, 2001, 3, 1596);
    const Points<std::int32_t> points{coordinates, 3};
    // Cancels whoever asks then, and nobody else. Returns the number of calls.
    const auto cancel_one = [&](std::int64_t call) {
        std::atomic<std::int64_t> calls = 0;
        const auto built = [&] {
            builder(points, {.limits = {.cancelled = [&] { return ++calls == call; }}});
        };
        if (call == 0)
            built();
        else
            CHECK_THROWS_AS(built(), Cancelled);
        return calls.load();
    };
    const std::int64_t calls = cancel_one(0);
    CHECK(calls > 300); // some 250 of them in the exchange
    for (std::int64_t call = 1; call < calls - 50; call += 7) {
        INFO("call " << call << " of " << calls);
        cancel_one(call);
    }
    check_tree(builder, points);
}

TEST_CASE_METHOD(GlTest, "Two devices build a tree of more points than one binds at once", "[repeat]") {
    const gl::Capabilities& capabilities = context.capabilities();
    const std::int64_t size = capabilities.max_storage_block / 4 + 1;
    if (size > (1 << 25) + 1) {
        WARN("not tried: storage blocks of " << capabilities.renderer << " are too large");
        return;
    }
    std::vector<std::int32_t> line(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < line.size(); ++i)
        line[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(i) * 0x9e3779b1u);
    const Points<std::int32_t> points{line, 1};
    compute::Engine engine(capabilities);
    CHECK_THAT(error_message(ErrorKind::usage, [&] { points::upload_points(engine, points); }),
               Catch::Matchers::ContainsSubstring("binds at most"));
    CHECK((make_builder<std::int32_t>(1)(points) == build(points)));
}

TEST_CASE("A build on two devices tells its stages and its devices") {
    const auto builder = make_builder<float>(2);
    CHECK(stages_of([&](PassObserver& observer) {
              builder(Points<float>{textbook, 2}, {.observer = &observer});
          }) == std::vector<std::string>{"check", "sort", "swap", "merge", "balance", "build"});
    for (const std::string& renderer : builder.renderers())
        CHECK_FALSE(renderer.empty());
}

TEST_CASE("What two devices cannot build is refused, and they build on") {
    const auto builder = make_builder<float>(2);
    const auto refused = [&](std::vector<float> points, int dimensions, ErrorKind kind) {
        return error_message(kind, [&] { builder(Points<float>{points, dimensions}); });
    };
    CHECK(refused({1, 2, 3, std::numeric_limits<float>::quiet_NaN()}, 2, ErrorKind::failure) ==
          "kdtree build: row 1, column 1 is not a number: leave such points out");
    CHECK(refused({1, 2, 3}, 3, ErrorKind::usage) ==
          "kdtree build: points of 3 dimensions, where the builder is for 2: make another one");
    CHECK(error_message(ErrorKind::usage, [] { make_builder<float>(33); }) ==
          "kdtree build: points have 1 to 32 dimensions, not 33");
    CHECK(error_message(ErrorKind::usage, [] {
              TwoDeviceBuilder<float>({gl::ContextRequest{.device = 99}, gl::ContextRequest{}}, 2);
          }).find("99") != std::string::npos);
    check_tree(builder, Points<float>{textbook, 2});
}

} // namespace scanline::kdtree::two_device_build_gl_test
