#include "scanline/kdtree/device_search.h"

#include "box_corners.h"
#include "compute/compute_fixture.h"
#include "query_cases.h"
#include "stages.h"
#include "support/error_message.h"
#include "support/first_difference.h"
#include "textbook.h"

namespace scanline::kdtree::device_box_search_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::error_message;
using scanline::test::first_difference;

namespace {

// The GPU must match the CPU search, which is tested against brute force.
template <class C>
void check_boxes(compute::Engine& engine, const DeviceBoxSearch<C>& search, const QueryCase<C>& on) {
    INFO(on.describe());
    const BoxCorners<C> corners(on.queries);
    const PointsInside found = search(upload_nodes(engine, on.tree), corners.boxes()),
                       expected = box_search(on.tree, corners.boxes(), {.threads = 1});
    REQUIRE(first_difference(found.offset, expected.offset) == "");
    REQUIRE(first_difference(found.index, expected.index) == "");
}

} // namespace

TEST_CASE("The points of six in a box are found on the GPU") {
    ComputeTest test;
    const std::vector<float> low{4, 1}, high{8, 4};
    const DeviceNodes<float> nodes = upload_nodes(test.engine(), build<float>({textbook, 2}));
    const DeviceBoxSearch<float> search(test.engine(), 2);
    const PointsInside found = search(nodes, Boxes<float>{{low, 2}, {high, 2}});
    CHECK(found.offset == std::vector<std::int64_t>{0, 3});
    CHECK(found.index == std::vector<std::int32_t>{1, 4, 5});
}

TEMPLATE_TEST_CASE("The points in boxes on the GPU are those that the CPU finds", "", std::int32_t, float) {
    ComputeTest test;
    std::uint64_t seed = 1400;
    for (const int dimensions : tested_dimensions<TestType>) {
        const DeviceBoxSearch<TestType> search(test.engine(), dimensions);
        for (const std::int64_t size : {0, 1, 2, 9, 33, 1000, 5000}) {
            for (const PointSet set : all_point_sets)
                check_boxes(test.engine(), search, QueryCase<TestType>(set, size, dimensions, 21, seed += 2));
        }
    }
}

TEST_CASE("Boxes of more points than a walk on a software renderer may take are found part by part") {
    ComputeTest test;
    check_boxes(test.engine(), DeviceBoxSearch<float>(test.engine(), 3),
                QueryCase<float>(PointSet::uniform, 100'000, 3, 9, 1490));
}

TEST_CASE("More points in boxes than fit a storage block are found some boxes at a time") {
    ComputeTest test;
    gl::Capabilities small = test.capabilities();
    small.max_storage_block = 1 << 16;
    compute::Engine engine(small, {.chained = false}); // its self-test needs more
    check_boxes(engine, DeviceBoxSearch<std::int32_t>(engine, 3),
                QueryCase<std::int32_t>(PointSet::grid, 4000, 3, 3001, 1492));
}

TEST_CASE("A box search on the GPU tells its stages, of counting and of collecting") {
    ComputeTest test;
    const DeviceNodes<float> nodes = upload_nodes(test.engine(), build<float>({textbook, 2}));
    const std::vector<float> low{4, 1}, high{8, 4};
    const DeviceBoxSearch<float> search(test.engine(), 2);
    CHECK(stages_of([&](PassObserver& observer) {
              const ObserverScope scope(test.engine(), &observer);
              search(nodes, Boxes<float>{{low, 2}, {high, 2}});
          }) == std::vector<std::string>{"sort-queries", "count", "sort-queries", "search", "sort-rows"});
}

TEST_CASE("Corners that are none of a box, or of other dimensions, are refused on the GPU") {
    ComputeTest test;
    const DeviceNodes<float> nodes = upload_nodes(test.engine(), build<float>({textbook, 2}));
    const std::vector<float> low{4, 1}, high{8, 0};
    const auto refused = [&](int dimensions, ErrorKind kind) {
        return error_message(kind, [&] {
            DeviceBoxSearch<float>(test.engine(),
                                   dimensions)(nodes, Boxes<float>{{low, dimensions}, {high, dimensions}});
        });
    };
    CHECK(refused(2, ErrorKind::failure) ==
          "kdtree box search: box 0 on axis 1 is from 1 to 0: give the lower end first");
    CHECK(refused(0, ErrorKind::usage) == "kdtree box search: points have 1 to 32 dimensions, not 0");
}

} // namespace scanline::kdtree::device_box_search_gl_test
