#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_search.h"
#include "scanline/kdtree/device_verify.h"

#include "cancel_at.h"
#include "compute/compute_fixture.h"
#include "query_cases.h"
#include "support/error_message.h"

// GPU calls stop when cancelled, respect their memory limit, and reject the same coordinates as the CPU.

namespace scanline::kdtree::device_limits_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::error_message;

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// More queries than the first GPU batch, whose time is not known yet, and a batch of exactly that size.
class DeviceLimitsTest : public ComputeTest {
protected:
    const QueryCase<float> on_{PointSet::clustered, 4000, 3, 3000, 1400};
    const Points<float> few_ = part_of(on_.queries, 0, 512);
    const DeviceNodes<float> nodes_ = upload_nodes(engine(), on_.tree);
    static constexpr float radius_ = 60;

    /// Requires that search(queries, limits) can be cancelled anywhere, and finds the same afterwards and
    /// with a hook.
    template <class Search>
    void check_search(Search search) {
        const auto expected = search(on_.queries, {});
        check_cancelled_anywhere(
            4, [&](const CancelHook& hook) { search(few_, CallLimits{.cancelled = hook}); });
        const CancelAt of_few(never);
        search(few_, {.cancelled = of_few.hook()});
        CHECK((search(on_.queries, {.cancelled = CancelAt(never).hook()}) == expected));
        // After the first few.
        check_cancelled_at(of_few.calls() + 1, [&](const CancelHook& hook) {
            search(on_.queries, CallLimits{.cancelled = hook});
        });
        CHECK((search(on_.queries, {}) == expected));
    }
};

} // namespace

TEST_CASE_METHOD(DeviceLimitsTest, "Searches on the GPU are cancelled between their passes") {
    SECTION("of the nearest points") {
        const DeviceKnn<float> knn(engine(), 3, 4);
        check_search([&](const Points<float>& queries, const CallLimits& limits) {
            return knn(nodes_, queries, infinite_distance<float>, limits);
        });
    }
    SECTION("within a radius") {
        const DeviceRadiusSearch<float> search(engine(), 3);
        check_search([&](const Points<float>& queries, const CallLimits& limits) {
            return search(nodes_, queries, radius_, RowOrder::by_distance, limits);
        });
    }
    SECTION("in boxes") {
        const DeviceBoxSearch<float> search(engine(), 3);
        check_search([&](const Points<float>& queries, const CallLimits& limits) {
            return search(nodes_, {queries, queries}, limits);
        });
    }
}

TEST_CASE_METHOD(DeviceLimitsTest, "A query that looks at every part of a tree is cancelled between them") {
    // More nodes than a walk may visit on a software renderer.
    const std::vector<float> many = make_points<float>(PointSet::uniform, 50'000, 3, 1401);
    const DeviceNodes<float> nodes = upload_nodes(engine(), build<float>({many, 3}));
    const DeviceRadiusSearch<float> search(engine(), 3);
    const Points<float> one = part_of(on_.queries, 0, 1);
    check_cancelled_anywhere(engine().capabilities().software ? 20 : 4, [&](const CancelHook& hook) {
        search(nodes, one, 3e6f, RowOrder::by_index, {.cancelled = hook});
    });
}

TEST_CASE_METHOD(DeviceLimitsTest, "Builds and verifications on the GPU are cancelled between their passes") {
    const DeviceBuilder<float> build_on_gpu(engine(), 3);
    check_cancelled_anywhere(20, [&](const CancelHook& hook) {
        build_on_gpu(points::upload_points(engine(), on_.points), {.cancelled = hook});
    });
    check_cancelled_anywhere(
        3, [&](const CancelHook& hook) { points::upload_points(engine(), on_.points, {.cancelled = hook}); });
    const DevicePoints<float> uploaded = points::upload_points(engine(), on_.points);
    const DeviceTree tree = build_on_gpu(uploaded);
    check_cancelled_anywhere(
        2, [&](const CancelHook& hook) { download_tree(engine(), tree, uploaded, {.cancelled = hook}); });
    CHECK((download_tree(engine(), tree, uploaded) == on_.tree));
    const DeviceVerifier<float> verify(engine(), 3);
    check_cancelled_anywhere(
        5, [&](const CancelHook& hook) { verify(nodes_, on_.points, {.cancelled = hook}); });
    CHECK(verify(nodes_, on_.points) == std::nullopt);
}

TEST_CASE("A build on two devices is cancelled, whichever of them asks") {
    const auto devices = gl::spread_over_devices(2);
    const TwoDeviceBuilder<float> build_on_two({devices[0], devices[1]}, 3);
    const std::vector<float> coordinates = make_points<float>(PointSet::grid, 3000, 3, 1402);
    const Points<float> points{coordinates, 3};
    const CancelAt counted(never);
    const Tree<float> tree = build_on_two(points, {.limits = {.cancelled = counted.hook()}});
    CHECK((tree == build(points)));
    for (const std::int64_t call : {std::int64_t{1}, counted.calls() / 2, counted.calls()})
        check_cancelled_at(
            call, [&](const CancelHook& hook) { build_on_two(points, {.limits = {.cancelled = hook}}); });
    CHECK((build_on_two(points) == tree));
}

TEST_CASE_METHOD(DeviceLimitsTest, "Results of the GPU that need more memory than there is are refused") {
    const auto refused = [](auto search) { return error_message(ErrorKind::failure, search); };
    const DeviceKnn<float> knn(engine(), 3, 4);
    CHECK(refused([&] { knn(nodes_, few_, infinite_distance<float>, {.memory = 16'383}); }) ==
          "kdtree knn: it needs at least 16384 bytes, and 16383 are available: ask for less at a time");
    const DeviceRadiusSearch<float> search(engine(), 3);
    const Points<float> one = part_of(on_.queries, 0, 1);
    const std::int64_t bytes = 8 * nodes_.size();
    for (const float radius : {3e6f, infinite_distance<float>}) {
        CHECK(refused([&] { search(nodes_, one, radius, RowOrder::by_index, {.memory = bytes - 1}); }) ==
              "kdtree radius search: it needs at least " + std::to_string(bytes) + " bytes, and " +
                  std::to_string(bytes - 1) + " are available: ask for less at a time");
        const auto found = search(nodes_, one, radius, RowOrder::by_index, {.memory = bytes});
        CHECK((found == radius_search(on_.tree, one, radius, RowOrder::by_index, {.threads = 1})));
    }
    const DeviceBoxSearch<float> boxes(engine(), 3);
    const std::vector<float> low(3, -3e6f), high(3, 3e6f);
    CHECK(refused([&] {
              boxes(nodes_, {{low, 3}, {high, 3}}, {.memory = 4 * nodes_.size() - 1});
          }).find("kdtree box search: it needs at least ") == 0);
}

TEST_CASE_METHOD(ComputeTest, "The GPU refuses the coordinates that the CPU refuses, and takes all others") {
    const DeviceBuilder<float> build_on_gpu(engine(), 2);
    using Range = points::CoordinateRange<float>;
    constexpr float infinity = std::numeric_limits<float>::infinity(), fine = 0x1p-40f;
    const auto refused = [](auto build) {
        try {
            build();
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    for (const float size :
         {0.0f, Range::step, 3 * Range::step, fine - Range::step, fine, 1.0f, Range::greatest, infinity,
          Range::step / 2, 1.5f * Range::step, std::nextafter(Range::step, 1.0f), std::nextafter(fine, 0.0f),
          std::nextafter(Range::greatest, infinity), 1e21f, 1e-22f, std::numeric_limits<float>::max(),
          std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::min(),
          std::numeric_limits<float>::quiet_NaN()}) {
        for (const float coordinate : {size, -size}) {
            CAPTURE(coordinate);
            const std::vector<float> coordinates{1, 2, 3, coordinate, coordinate, 5};
            const Points<float> points{coordinates, 2};
            CHECK(refused([&] { build_on_gpu(points::upload_points(engine(), points)); }) ==
                  refused([&] { build(points); }));
        }
    }
    // Queries are checked on the CPU.
    const std::vector<float> xy{1, 2}, far{1e21f, 0};
    const DeviceNodes<float> nodes = upload_nodes(engine(), build<float>({xy, 2}));
    CHECK(refused([&] {
              DeviceKnn<float>(engine(), 2, 3)(nodes, Points<float>{far, 2});
          }).find("kdtree knn: row 0, column 0 is 1e+21, and float32") == 0);
    CHECK(refused([&] {
              DeviceRadiusSearch<float>(engine(), 2)(nodes, Points<float>{far, 2}, 1);
          }).find("kdtree radius search: row 0, column 0 is 1e+21, and float32") == 0);
}

TEST_CASE_METHOD(ComputeTest, "The GPU finds at both ends of the range what the CPU finds") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const DeviceKnn<float> knn_on_gpu(engine(), 2, 3);
    const DeviceRadiusSearch<float> radius_on_gpu(engine(), 2);
    for (const float unit : {0x1p-63f, 0x1p-62f, 0x1p50f}) {
        std::vector<float> coordinates = make_points<float>(PointSet::grid, 300, 2, 1403);
        for (float& coordinate : coordinates)
            coordinate *= unit;
        coordinates.insert(coordinates.end(), {infinity, 0});
        const Points<float> points{coordinates, 2};
        const Tree<float> tree = build(points);
        const DeviceNodes<float> nodes = upload_nodes(engine(), tree);
        CAPTURE(unit);
        CHECK((knn_on_gpu(nodes, points) == knn(tree, points, 3)));
        for (const float radius : {unit / 2, 3 * unit, std::numeric_limits<float>::max(), infinity}) {
            CAPTURE(radius);
            CHECK((radius_on_gpu(nodes, points, radius) == radius_search(tree, points, radius)));
        }
    }
}

} // namespace scanline::kdtree::device_limits_gl_test
