#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_search.h"

#include "compute/compute_fixture.h"
#include "query_cases.h"
#include "stages.h"
#include "support/error_message.h"
#include "textbook.h"

namespace scanline::kdtree::device_knn_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::error_message;

namespace {

// The GPU must match the CPU search, which is tested against brute force.
template <class C>
void check_knn(compute::Engine& engine, const DeviceKnn<C>& search, const QueryCase<C>& on, int k,
               Distance<C> radius) {
    INFO(on.describe() << ", k " << k << ", radius " << radius);
    const Neighbors<C> found = search(upload_nodes(engine, on.tree), on.queries, radius),
                       expected = knn(on.tree, on.queries, k, radius, {.threads = 1});
    REQUIRE(found.index.size() == expected.index.size());
    for (std::size_t at = 0; at < found.index.size(); ++at) {
        INFO("query " << at / static_cast<std::size_t>(k) << ", place " << at % static_cast<std::size_t>(k));
        REQUIRE(found.index[at] == expected.index[at]);
        REQUIRE(found.squared_distance[at] == expected.squared_distance[at]);
    }
}

} // namespace

TEST_CASE("The three nearest of six points are found on the GPU") {
    ComputeTest test;
    const std::vector<float> query{6, 3, 9, 2};
    const DevicePoints<float> points = points::upload_points<float>(test.engine(), {textbook, 2});
    const DeviceNodes<float> nodes =
        take_nodes(test.engine(), DeviceBuilder<float>(test.engine(), 2)(points), points);
    const DeviceKnn<float> knn(test.engine(), 2, 3);
    const Neighbors<float> found = knn(nodes, Points<float>{query, 2});
    CHECK(found.index == std::vector<std::int32_t>{1, 5, 4, 4, 5, 2});
    CHECK(found.squared_distance == std::vector<float>{2, 2, 8, 2, 4, 16});
}

TEMPLATE_TEST_CASE("The nearest points on the GPU are those that the CPU finds", "", std::int32_t, float) {
    ComputeTest test;
    std::uint64_t seed = 900;
    constexpr std::array neighbors{1, 7, 64};
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
        const int dimensions = tested_dimensions<TestType>[i], k = neighbors[i];
        const DeviceKnn<TestType> search(test.engine(), dimensions, k);
        for (const std::int64_t size : {0, 1, 2, 8, 9, 10, 33, 1000, 5000}) {
            for (const PointSet set : all_point_sets) {
                const QueryCase<TestType> on(set, size, dimensions, 21, seed += 2);
                for (const Distance<TestType> radius :
                     {infinite_distance<TestType>, Distance<TestType>(3), Distance<TestType>(150'000)})
                    check_knn(test.engine(), search, on, k, radius);
            }
        }
    }
}

TEST_CASE("Queries that look at every point are answered, however many there are") {
    ComputeTest test;
    // No distance is finite, so nothing is pruned.
    std::vector<float> far = make_points<float>(PointSet::uniform, 50'000, 3, 990);
    for (std::size_t i = 0; i < far.size(); i += 3)
        far[i] = std::numeric_limits<float>::infinity();
    const Points<float> points{far, 3};
    const Tree<float> tree = build(points);
    const std::vector<float> queries(far.begin(), far.begin() + 15);
    const DeviceKnn<float> search(test.engine(), 3, 4);
    CHECK((search(upload_nodes(test.engine(), tree), Points<float>{queries, 3}) ==
           knn<float>(tree, {queries, 3}, 4)));
}

TEST_CASE("More queries than fit a storage block are asked some at a time") {
    ComputeTest test;
    gl::Capabilities small = test.capabilities();
    small.max_storage_block = 1 << 16;
    compute::Engine engine(small, {.chained = false}); // its self-test needs more
    const QueryCase<std::int32_t> on(PointSet::clustered, 4000, 3, 3001, 995);
    check_knn<std::int32_t>(engine, DeviceKnn<std::int32_t>(engine, 3, 5), on, 5,
                            infinite_distance<std::int32_t>);
}

TEST_CASE("What cannot be asked of the GPU is refused with what it is and what the limit is") {
    ComputeTest test;
    const DeviceNodes<float> nodes = upload_nodes(test.engine(), build<float>({textbook, 2}));
    const std::vector<float> query{6, 3};
    const auto refused = [&](int dimensions, int k, float radius, int of_queries) {
        return error_message(ErrorKind::usage, [&] {
            DeviceKnn<float>(test.engine(), dimensions, k)(nodes, Points<float>{query, of_queries}, radius);
        });
    };
    CHECK(refused(2, 65, 1, 2) == "kdtree knn: 65 neighbors cannot be asked for: ask for 1 to 64");
    CHECK(refused(0, 1, 1, 2) == "kdtree knn: points have 1 to 32 dimensions, not 0");
    CHECK(refused(2, 1, -1, 2) == "kdtree knn: a radius of -1 cannot be: give 0 or more");
    CHECK(refused(2, 1, 1, 1) == "kdtree knn: queries of 1 dimensions cannot be put to a tree of 2");
    CHECK(refused(1, 1, 1, 1) == "kdtree knn: a tree of 2 dimensions, where queries are of 1: make another");
    const DevicePoints<float> few = points::upload_points<float>(test.engine(), {query, 2});
    CHECK(error_message(
              ErrorKind::usage,
              [&] {
                  take_nodes(test.engine(), DeviceTree{2, compute::DeviceArray<std::uint32_t>(6)}, few);
              }) == "kdtree nodes: a tree of 6 nodes in 2 dimensions is none of 1 points in 2: give those it "
                    "was built of");
}

} // namespace scanline::kdtree::device_knn_gl_test
