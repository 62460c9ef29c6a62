#include "scanline/kdtree/search.h"

#include "box_corners.h"
#include "query_cases.h"
#include "stages.h"
#include "support/error_message.h"
#include "textbook.h"

namespace scanline::kdtree::box_search_test {

using namespace test;
using scanline::test::error_message;

namespace {

// Brute force: all points inside each box.
template <class C>
PointsInside reference_search(const QueryCase<C>& on, const Boxes<C>& boxes) {
    PointsInside expected{{0}, {}};
    std::vector<std::int32_t> points = on.distinct;
    std::ranges::sort(points);
    for (std::int64_t box = 0; box < boxes.low.size(); ++box) {
        std::ranges::copy_if(points, std::back_inserter(expected.index), [&](std::int32_t point) {
            bool inside = true;
            for (int axis = 0; axis < on.points.dimensions; ++axis)
                inside = inside && boxes.low[box][axis] <= on.points[point][axis] &&
                         on.points[point][axis] <= boxes.high[box][axis];
            return inside;
        });
        expected.offset.push_back(static_cast<std::int64_t>(expected.index.size()));
    }
    return expected;
}

template <class C>
void check_boxes(const QueryCase<C>& on, int threads = 1) {
    CAPTURE(threads);
    const BoxCorners<C> corners(on.queries);
    const PointsInside found = box_search(on.tree, corners.boxes(), {.threads = threads}),
                       expected = reference_search(on, corners.boxes());
    const auto wrong = std::ranges::mismatch(found.offset, expected.offset).in1 - found.offset.begin();
    INFO("first wrong offset: of box " << wrong << " of " << corners.boxes().low.size());
    REQUIRE((found == expected));
}

} // namespace

TEST_CASE("The points inside of a box among six are those worked out by hand") {
    const std::vector<float> low{4, 1}, high{8, 4};
    const PointsInside found = box_search<float>(build<float>({textbook, 2}), {{low, 2}, {high, 2}});
    CHECK(found.offset == std::vector<std::int64_t>{0, 3});
    CHECK(found.index == std::vector<std::int32_t>{1, 4, 5});
}

TEMPLATE_TEST_CASE("The points inside of boxes are those of a search that looks at every point", "",
                   std::int32_t, float, double) {
    for_each_case<TestType>([](const QueryCase<TestType>& on) { check_boxes(on); });
}

TEST_CASE("Both ends of a box belong to it, also where they are the same, and both zeros are one") {
    const std::vector<float> line{1, 2, 3, 4, 0.0f}, low{2, 3, 1.5f, -0.0f}, high{3, 3, 1.75f, -0.0f};
    const PointsInside found = box_search<float>(build<float>({line, 1}), {{low, 1}, {high, 1}});
    CHECK(found.offset == std::vector<std::int64_t>{0, 2, 3, 3, 4});
    CHECK(found.index == std::vector<std::int32_t>{1, 2, 2, 4});
}

TEST_CASE("Corners of boxes may lie where no point may") {
    using Limits = std::numeric_limits<float>;
    const std::vector<float> low{Limits::lowest(), Limits::denorm_min()}, high{Limits::max(), Limits::max()};
    const PointsInside found = box_search<float>(build<float>({textbook, 1}), {{low, 1}, {high, 1}});
    CHECK(found.offset == std::vector<std::int64_t>{0, 9, 18});
}

TEMPLATE_TEST_CASE("The points inside of boxes are the same by any number of threads", "", std::int32_t,
                   float) {
    const QueryCase<TestType> on(PointSet::grid, 5000, 3, 500, 950);
    INFO(on.describe());
    for (const int threads : {0, 1, 2, 5})
        check_boxes(on, threads);
}

TEST_CASE("No boxes have no points inside") {
    const PointsInside found = box_search<float>(build<float>({textbook, 2}), {{{}, 2}, {{}, 2}});
    CHECK(found.offset == std::vector<std::int64_t>{0});
    CHECK(found.index.empty());
}

TEST_CASE("A search of boxes tells its stages") {
    CHECK(stages_of([](PassObserver& observer) {
              box_search<float>(build<float>({textbook, 2}), {{textbook, 2}, {textbook, 2}},
                                {.observer = &observer});
          }) == std::vector<std::string>{"check", "count", "search"});
}

TEST_CASE("A box that cannot be is refused with where it is and the reason") {
    const Tree<float> tree = build<float>({textbook, 2});
    const auto refused = [&tree](std::vector<float> low, int low_dimensions, std::vector<float> high,
                                 int high_dimensions, ErrorKind kind = ErrorKind::usage) {
        return error_message(kind, [&] {
            box_search<float>(tree, {{low, low_dimensions}, {high, high_dimensions}});
        });
    };
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    CHECK(refused({1, 2, 3}, 3, {4, 5}, 2) ==
          "kdtree box search, low corners: queries of 3 dimensions cannot be put to a tree of 2");
    CHECK(refused({1, 2}, 2, {4, 5}, 1) ==
          "kdtree box search, high corners: queries of 1 dimensions cannot be put to a tree of 2");
    CHECK(refused({1, 2, 3, 4}, 2, {4, 5}, 2) ==
          "kdtree box search: 2 low and 1 high corners are no boxes: give as many of both");
    CHECK(refused({1, 2, 3, 4}, 2, {4, 5, 6, no_number}, 2, ErrorKind::failure) ==
          "kdtree box search, high corners: row 1, column 1 is not a number: leave such points out");
    CHECK(refused({1, 2, 3, 4}, 2, {4, 5, 6, 3.5f}, 2, ErrorKind::failure) ==
          "kdtree box search: box 1 on axis 1 is from 4 to 3.5: give the lower end first");
}

} // namespace scanline::kdtree::box_search_test
