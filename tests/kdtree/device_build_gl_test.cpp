#include "scanline/kdtree/device_build.h"

#include "compute/compute_fixture.h"
#include "compute/emulated_subgroups.h"
#include "point_sets.h"
#include "reference_tree.h"
#include "stages.h"
#include "support/error_message.h"
#include "support/first_difference.h"
#include "textbook.h"

#include "scanline/kdtree/tree.h"

#include <catch2/catch_all.hpp>
#include <utility>

namespace scanline::kdtree::device_build_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::error_message;
using scanline::test::first_difference;

namespace {

template <class C>
std::vector<std::uint32_t> index_of(compute::Engine& engine, const DeviceBuilder<C>& builder,
                                    const Points<C>& points) {
    return builder(points::upload_points(engine, points)).index.download();
}

// The tree of synthetic points must equal the CPU's.
template <class C>
void check_tree(compute::Engine& engine, const DeviceBuilder<C>& builder, PointSet set, std::int64_t size,
                int dimensions, std::uint64_t seed) {
    INFO(to_string(set) << ", " << size << " points of " << dimensions
                        << (std::is_same_v<C, float> ? " float" : " int32") << " coordinates, tier "
                        << to_string(engine.tier()) << ", seed " << seed);
    const std::vector<C> coordinates = make_points<C>(set, size, dimensions, seed);
    const Points<C> points{coordinates, dimensions};
    const Tree<C> expected = build(points, {.threads = 1});
    const std::vector<std::uint32_t> nodes(expected.index.begin(), expected.index.end());
    REQUIRE(first_difference(index_of(engine, builder, points), nodes) == "");
}

/// While in scope, the driver has no memory for larger buffers than this.
class ScarceMemory {
public:
    explicit ScarceMemory(GLsizeiptr bytes) {
        most = bytes;
        real = std::exchange(glBufferData, &allocate);
    }
    ~ScarceMemory() { glBufferData = real; }
    ScarceMemory(const ScarceMemory&) = delete;
    ScarceMemory& operator=(const ScarceMemory&) = delete;

private:
    // The driver itself refuses what no machine has.
    static void GLAPIENTRY allocate(GLenum target, GLsizeiptr bytes, const void* data, GLenum usage) {
        real(target, bytes > most ? GLsizeiptr{1} << 52 : bytes, data, usage);
    }
    static inline GLsizeiptr most = 0;
    static inline PFNGLBUFFERDATAPROC real = nullptr;
};

} // namespace

TEMPLATE_TEST_CASE("Every small tree built on the GPU is that of the CPU", "", std::int32_t, float) {
    ComputeTest test;
    for (const int dimensions : tested_dimensions<TestType>) {
        const DeviceBuilder<TestType> builder(test.engine(), dimensions);
        for (int size = 0; size <= 70; ++size)
            check_tree(test.engine(), builder, set_in_turn(size + dimensions), size, dimensions,
                       100 + static_cast<std::uint64_t>(size));
    }
}

TEMPLATE_TEST_CASE("Trees of which groups finish parts are those of the CPU, in every tier", "", std::int32_t,
                   float) {
    ComputeTest test;
    for (const auto& engine : test.engines()) {
        std::uint64_t seed = 200;
        for (const int dimensions : tested_dimensions<TestType>) {
            const DeviceBuilder<TestType> builder(*engine, dimensions);
            for (const std::int64_t size :
                 {509, 510, 511, 512, 513, 1021, 1024, 1025, 1026, 2047, 4095, 4096, 20'011})
                check_tree(*engine, builder, size % 2 == 0 ? PointSet::uniform : PointSet::clustered, size,
                           dimensions, ++seed);
        }
    }
}

TEST_CASE(
    "Trees of many dimensions, whose points move down several levels in two or three passes, are those of "
    "the CPU") {
    ComputeTest test;
    // The fields of points have 8, 16 and 32 bits, and the last bits to move by are 1 or 2.
    for (const int dimensions : {6, 7, 8, 9, 16, 17}) {
        const DeviceBuilder<float> builder(test.engine(), dimensions);
        for (const std::int64_t size : {511, 4099, 40'009})
            check_tree(test.engine(), builder, PointSet::clustered, size, dimensions,
                       static_cast<std::uint64_t>(size + dimensions));
    }
}

TEST_CASE("Trees built by groups of another size are those of the CPU") {
    ComputeTest test;
    for (const auto& engine : test.other_engines()) {
        const DeviceBuilder<std::int32_t> four(*engine, 4);
        for (const std::int64_t size : {2047, 2048, 2049, 4097, 40'009})
            check_tree(*engine, four, PointSet::grid, size, 4, static_cast<std::uint64_t>(size));
        const DeviceBuilder<float> two(*engine, 2, BuildVariant::split_first);
        check_tree(*engine, two, PointSet::clustered, 100'003, 2, 280);
    }
}

TEST_CASE("Trees built by subgroups are those of the CPU") {
    ComputeTest test;
    const scanline::test::EmulatedSubgroups shaders;
    const auto engine = shaders.make_engine(test.capabilities());
    if (!engine)
        return;
    for (const int dimensions : {2, 4, 5}) {
        const DeviceBuilder<std::int32_t> builder(*engine, dimensions);
        for (const std::int64_t size : {255, 1025, 5003})
            check_tree(*engine, builder, PointSet::uniform, size, dimensions,
                       static_cast<std::uint64_t>(size + dimensions));
    }
}

TEMPLATE_TEST_CASE("Trees whose halves are sorted by themselves are those of the CPU", "", std::int32_t,
                   float) {
    ComputeTest test;
    std::uint64_t seed = 250;
    for (const int dimensions : tested_dimensions<TestType>) {
        const DeviceBuilder<TestType> builder(test.engine(), dimensions, BuildVariant::split_first);
        for (const std::int64_t size : {0, 1, 2, 3, 4, 5, 6, 7, 8, 31, 32, 33, 511, 1025, 2048, 4099, 20'011})
            for (const PointSet set : {PointSet::uniform, PointSet::grid, PointSet::all_equal})
                check_tree(test.engine(), builder, set, size, dimensions, ++seed);
    }
}

TEST_CASE("Trees of sizes around powers of two are those of the CPU") {
    ComputeTest test;
    const DeviceBuilder<float> sorts_all(test.engine(), 3),
        splits_first(test.engine(), 3, BuildVariant::split_first);
    for (std::int64_t power = 256; power <= std::int64_t{1} << 17; power *= 8) {
        for (const std::int64_t size : {power - 1, power, power + 1}) {
            const auto& builder = size == power ? splits_first : sorts_all;
            check_tree(test.engine(), builder, PointSet::clustered, size, 3,
                       static_cast<std::uint64_t>(size));
        }
    }
    constexpr std::int64_t large = (std::int64_t{1} << 20) + 1;
    check_tree(test.engine(), sorts_all, PointSet::clustered, large, 3, large);
}

TEST_CASE("Points of every kind come into the tree of the CPU") {
    ComputeTest test;
    std::uint64_t seed = 300;
    const DeviceBuilder<float> three(test.engine(), 3);
    const DeviceBuilder<std::int32_t> four(test.engine(), 4, BuildVariant::split_first);
    for (const PointSet set : all_point_sets) {
        check_tree(test.engine(), three, set, 10'007, 3, ++seed);
        check_tree(test.engine(), four, set, 5'003, 4, ++seed);
    }
    check_tree(test.engine(), three, PointSet::grid, 100'000, 3, ++seed);
}

TEST_CASE("What nearly is in order, or all around zero, or of all numbers, comes into the tree of the CPU") {
    ComputeTest test;
    const DeviceBuilder<float> two(test.engine(), 2);
    // Both zeros are one coordinate; of equal points, the first keeps its own.
    const std::vector<float> zeros{1, 0.0f, -0.0f, 1, 0.0f, 1, 1, -0.0f, -0.0f, 1};
    CHECK(index_of<float>(test.engine(), two, {zeros, 2}) == std::vector<std::uint32_t>{1, 0});
    const std::vector<float> textbook_points(textbook.begin(), textbook.end());
    CHECK(index_of<float>(test.engine(), two, {textbook_points, 2}) ==
          std::vector<std::uint32_t>{0, 3, 1, 4, 5, 2});
}

TEST_CASE("Trees of more groups than a row has are those of the CPU") {
    // Simulates a driver that supports few groups per row, which large trees meet on every driver.
    ComputeTest test;
    gl::Capabilities narrow = test.capabilities();
    narrow.max_work_groups_x = 3;
    compute::Engine engine(narrow);
    const DeviceBuilder<std::int32_t> builder(engine, 3);
    check_tree(engine, builder, PointSet::grid, 30'011, 3, 401);
    // Simulates one whose storage blocks hold the orders of only a few subtrees at a time.
    gl::Capabilities small = test.capabilities();
    small.max_storage_block = 1 << 17;
    compute::Engine frugal(small, {.chained = false}); // its self-test needs more
    const DeviceBuilder<float> in_parts(frugal, 4);
    check_tree(frugal, in_parts, PointSet::clustered, 30'011, 4, 402);
    // Downloads take a few thousand points at a time there.
    const std::vector<float> coordinates = make_points<float>(PointSet::clustered, 30'011, 4, 402);
    const DevicePoints<float> uploaded = points::upload_points<float>(frugal, {coordinates, 4});
    CHECK((download_tree(frugal, in_parts(uploaded), uploaded) == build<float>({coordinates, 4})));
}

TEST_CASE("A builder takes scratch memory once") {
    ComputeTest test;
    const DeviceBuilder<float> builder(test.engine(), 3);
    const std::vector<float> coordinates = make_points<float>(PointSet::grid, 20'000, 3, 500);
    const DevicePoints<float> points = points::upload_points<float>(test.engine(), {coordinates, 3});
    for (int i = 0; i < 2; ++i)
        builder(points);
    const std::int64_t allocations = test.engine().arena().allocations();
    const std::vector<std::uint32_t> first = builder(points).index.download();
    for (int i = 0; i < 5; ++i)
        CHECK((builder(points).index.download() == first));
    CHECK(test.engine().arena().allocations() == allocations);
}

TEST_CASE("A build on the GPU tells its stages, and passes within them") {
    ComputeTest test;
    const std::vector<float> coordinates = make_points<float>(PointSet::uniform, 3000, 3, 600);
    const DevicePoints<float> points = points::upload_points<float>(test.engine(), {coordinates, 3});
    const auto stages = [&](BuildVariant variant) {
        const DeviceBuilder<float> builder(test.engine(), 3, variant);
        return stages_of([&](PassObserver& observer) {
            const ObserverScope scope(test.engine(), &observer);
            builder(points);
        });
    };
    using Stages = std::vector<std::string>;
    CHECK(stages(BuildVariant::sort_all) ==
          Stages{"check", "sort", "remove-duplicates", "sort-others", "build"});
    CHECK(stages(BuildVariant::split_first) == Stages{"check", "sort", "remove-duplicates", "sort-others",
                                                      "build", "sort-others", "build", "build"});
}

TEST_CASE("A build takes no more scratch than it says") {
    ComputeTest test;
    constexpr std::int64_t size = 1 << 15;
    for (const BuildVariant variant : enumerators<BuildVariant>) {
        for (const int dimensions : {1, 2, 3, 4, 8, 32}) {
            for (const PointSet set : {PointSet::uniform, PointSet::grid}) {
                INFO(to_string(variant) << ", " << dimensions << " dimensions, " << to_string(set));
                compute::Engine engine(test.capabilities());
                const std::vector<float> coordinates = make_points<float>(set, size, dimensions, 650);
                const DevicePoints<float> points =
                    points::upload_points<float>(test.engine(), {coordinates, dimensions});
                const DeviceBuilder<float> build(engine, dimensions, variant);
                build(points);
                const int orders = std::min(dimensions, levels(size) - 1);
                const int splits = variant == BuildVariant::split_first ? 2 * orders + 12 : 4 * orders + 20;
                const int sorts = set == PointSet::grid ? 33 : 21; // the grid has ties
                // The tables of sorts, 2 bytes for each of so few points.
                constexpr std::int64_t tables = 1 << 16;
                CHECK(engine.arena().peak_bytes() <= std::max(splits, sorts) * size + tables);
            }
        }
    }
}

TEST_CASE("A tree is downloaded with the coordinates of its points, and only of those") {
    ComputeTest test;
    const std::vector<std::int32_t> coordinates = make_points<std::int32_t>(PointSet::grid, 20'000, 4, 700);
    const Points<std::int32_t> points{coordinates, 4};
    const DevicePoints<std::int32_t> uploaded = points::upload_points(test.engine(), points);
    const DeviceTree tree = DeviceBuilder<std::int32_t>(test.engine(), 4)(uploaded);
    CHECK((download_tree(test.engine(), tree, uploaded) == build(points)));
    CHECK(error_message(
              ErrorKind::usage,
              [&] {
                  download_tree(test.engine(), tree,
                                points::upload_points<std::int32_t>(test.engine(), {coordinates, 2}));
              }) == "kdtree download: a tree of " + std::to_string(tree.size()) +
                        " nodes in 4 dimensions is none of 40000 points in 2: give those it was built of");
}

TEST_CASE("A downloaded tree whose nodes name no point is refused") {
    ComputeTest test; // the driver's memory
    const std::vector<std::int32_t> coordinates{1, 2, 3};
    for (const std::uint32_t point : {3u, 0xffff'ffffu}) {
        DeviceTree tree{1, compute::DeviceArray<std::uint32_t>(std::vector{0u, point, 2u})};
        const auto points = points::upload_points<std::int32_t>(test.engine(), {coordinates, 1});
        CHECK(error_message(ErrorKind::failure, [&] { download_tree(test.engine(), tree, points); }) ==
              fmt::format("kdtree download: node 1 names point {} of 3: the GPU's driver miscalculates, "
                          "build on the CPU",
                          static_cast<std::int32_t>(point)));
    }
}

TEST_CASE(
    "A build for which the GPU has not the memory tells the bytes, and the next one finds all in order") {
    struct MemoryTest : ComputeTest {
        void take_errors() { context.take_debug_errors(); }
    } test;
    // Stays below the size of large-page allocations, which use other functions.
    const std::vector<std::int32_t> coordinates = make_points<std::int32_t>(PointSet::grid, 60'000, 3, 850);
    const Points<std::int32_t> points{coordinates, 3};
    const DevicePoints<std::int32_t> uploaded = points::upload_points(test.engine(), points);
    const DeviceBuilder<std::int32_t> build_on_gpu(test.engine(), 3);
    int refused = 0;
    for (GLsizeiptr bytes = 4096; bytes < 1 << 22; bytes += bytes / 2) {
        CAPTURE(bytes);
        test.engine().arena().clear();
        try {
            const ScarceMemory scarce(bytes);
            build_on_gpu(uploaded);
        } catch (const Error& error) {
            ++refused;
            CHECK(error.kind() == ErrorKind::failure);
            CHECK_THAT(error.what(), Catch::Matchers::StartsWith("the GPU has no room for an array of ") &&
                                         Catch::Matchers::ContainsSubstring(" bytes"));
        }
    }
    CHECK(refused > 3);
    test.take_errors();
    check_tree(test.engine(), build_on_gpu, PointSet::grid, 60'000, 3, 851);
}

TEST_CASE("What cannot be built on the GPU is refused with where it is and what the limit is") {
    ComputeTest test;
    const DeviceBuilder<float> builder(test.engine(), 3);
    std::vector<float> coordinates = make_points<float>(PointSet::uniform, 5000, 3, 800);
    const auto refused = [&](ErrorKind kind) {
        return error_message(kind, [&] { index_of<float>(test.engine(), builder, {coordinates, 3}); });
    };
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    coordinates[3 * 4321 + 2] = no_number;
    coordinates[3 * 4400] = -no_number;
    CHECK(refused(ErrorKind::failure) ==
          "kdtree build: row 4321, column 2 is not a number: leave such points out");
    coordinates[1] = no_number;
    CHECK(refused(ErrorKind::failure) ==
          "kdtree build: row 0, column 1 is not a number: leave such points out");

    CHECK(error_message(ErrorKind::usage, [&] {
              index_of<float>(test.engine(), builder, {coordinates, 2});
          }) == "kdtree build: points of 2 dimensions, where the builder is for 3: make another one");
    CHECK(error_message(ErrorKind::usage, [&] { DeviceBuilder<float>(test.engine(), 33); }) ==
          "kdtree build: points have 1 to 32 dimensions, not 33");
    DevicePoints<float> uneven = points::upload_points<float>(test.engine(), {coordinates, 3});
    uneven.columns[1] = compute::DeviceArray<float>(4999);
    CHECK_THAT(error_message(ErrorKind::usage, [&] { builder(uneven); }),
               Catch::Matchers::ContainsSubstring(
                   "kdtree build: 4999 elements given for the column of coordinates, 5000 needed"));
    gl::Capabilities small = test.capabilities();
    small.max_storage_block = 16'384;
    compute::Engine engine(small);
    CHECK_THAT(error_message(ErrorKind::usage,
                             [&] {
                                 points::upload_points<float>(engine, {coordinates, 3});
                             }),
               Catch::Matchers::ContainsSubstring("points upload") &&
                   Catch::Matchers::ContainsSubstring("16384"));
}

} // namespace scanline::kdtree::device_build_gl_test
