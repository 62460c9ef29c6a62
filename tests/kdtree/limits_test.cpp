#include "scanline/kdtree/search.h"
#include "scanline/kdtree/tree.h"
#include "scanline/kdtree/verify.h"

#include "cancel_at.h"
#include "point_sets.h"
#include "support/error_message.h"

// Calls stop when cancelled, and respect their memory limit.

namespace scanline::kdtree::limits_test {

using namespace test;
using scanline::test::error_message;

namespace {

constexpr std::uint64_t seed = 300;

class LimitsTest {
protected:
    // Many times the work between two polls.
    static constexpr std::int64_t size = 200'000, steps = size / CancelPoll::steps_between;

    const std::vector<float> coordinates_ = make_points<float>(PointSet::uniform, size, 2, seed);
    const Points<float> points_{coordinates_, 2};
    const Tree<float> tree_ = build(points_, {.threads = 1});
    const std::vector<float> origin_{0, 0}, low_{-1e6f, -1e6f}, high_{1e6f, 1e6f};
};

cpu::Options options(const CancelHook& hook, int threads = 1) {
    return {.threads = threads, .limits = {.cancelled = hook}};
}

} // namespace

TEST_CASE_METHOD(LimitsTest, "A build is cancelled at any time") {
    check_cancelled_anywhere(20 * steps, [this](const CancelHook& hook) { build(points_, options(hook)); });
    // With many dimensions, which use another build.
    check_cancelled_anywhere(20, [this](const CancelHook& hook) {
        build<float>({coordinates_, 5}, options(hook));
    });
}

TEST_CASE_METHOD(LimitsTest, "A cancelled build leaves no thread waiting for another") {
    const CancelAt never(std::numeric_limits<std::int64_t>::max());
    build(points_, options(never.hook(), 3));
    for (const std::int64_t call :
         {std::int64_t{1}, never.calls() / 8, never.calls() / 4, never.calls() / 2}) {
        CAPTURE(seed);
        check_cancelled_at(call, [this](const CancelHook& hook) { build(points_, options(hook, 3)); });
    }
}

TEST_CASE_METHOD(LimitsTest, "A search is cancelled within a single query") {
    const Points<float> query{origin_, 2};
    SECTION("of the nearest points") {
        // All points are equally near.
        std::vector<float> circle;
        for (int i = 0; i < size; ++i)
            circle.insert(circle.end(), {std::numeric_limits<float>::infinity(), static_cast<float>(i)});
        const Tree<float> tree = build<float>({circle, 2}, {.threads = 1});
        check_cancelled_anywhere(steps, [&](const CancelHook& hook) {
            knn(tree, query, 3, infinite_distance<float>, options(hook));
        });
    }
    SECTION("within a radius") {
        for (const RowOrder order : enumerators<RowOrder>)
            check_cancelled_anywhere(10 * steps, [&](const CancelHook& hook) {
                radius_search(tree_, query, 2e6f, order, options(hook));
            });
    }
    SECTION("within an infinite radius") {
        check_cancelled_anywhere(10 * steps, [&](const CancelHook& hook) {
            radius_search(tree_, query, infinite_distance<float>, RowOrder::by_distance, options(hook));
        });
    }
    SECTION("in a box") {
        check_cancelled_anywhere(10 * steps, [&](const CancelHook& hook) {
            box_search<float>(tree_, {{low_, 2}, {high_, 2}}, options(hook));
        });
    }
}

TEST_CASE_METHOD(LimitsTest, "A search is cancelled between queries, by whatever thread asks") {
    for (const int threads : {1, 3})
        check_cancelled_anywhere(size / 64, [&](const CancelHook& hook) {
            knn(tree_, points_, 1, infinite_distance<float>, options(hook, threads));
        });
}

TEST_CASE_METHOD(LimitsTest, "A verification is cancelled at any time") {
    check_cancelled_anywhere(4 * steps,
                             [this](const CancelHook& hook) { verify(tree_, points_, options(hook)); });
}

TEST_CASE_METHOD(LimitsTest, "Results that need more memory than there is are refused before any is taken") {
    const auto with_memory = [](std::int64_t bytes) {
        return cpu::Options{.threads = 1, .limits = {.memory = bytes}};
    };
    const std::vector<float> twice{0, 0, 0, 0};
    const Points<float> queries{twice, 2};
    const auto refused = [](auto search) { return error_message(ErrorKind::failure, search); };
    CHECK(refused([&] { knn(tree_, queries, 10, infinite_distance<float>, with_memory(159)); }) ==
          "kdtree knn: it needs at least 160 bytes, and 159 are available: ask for less at a time");
    CHECK(knn(tree_, queries, 10, infinite_distance<float>, with_memory(160)).index.size() == 20);

    constexpr float all = 2e6f;
    // Rows are sorted outside the results, with one extra slot each.
    constexpr std::int64_t results = 2 * size * 8, rows = (size + 1) * 8;
    for (const float radius : {all, infinite_distance<float>}) {
        CHECK(refused([&] {
                  radius_search(tree_, queries, radius, RowOrder::by_index, with_memory(results - 1));
              }) ==
              "kdtree radius search: it needs at least 3200000 bytes, and 3199999 are available: ask for "
              "less at a time");
        CHECK(refused([&] {
                  radius_search(tree_, queries, radius, RowOrder::by_index, with_memory(results + rows - 1));
              }) ==
              "kdtree radius search: it needs at least 4800008 bytes, and 4800007 are available: ask for "
              "less at a time");
        CHECK(radius_search(tree_, queries, radius, RowOrder::by_index, with_memory(results + rows))
                  .index.size() == 2 * size);
    }
    CHECK(refused([&] {
              box_search<float>(tree_, {{low_, 2}, {high_, 2}}, with_memory(4 * size - 1));
          }) == "kdtree box search: it needs at least 800000 bytes, and 799999 are available: ask for less "
                "at a time");
    CHECK(refused([&] { build(points_, with_memory(1000)); }) ==
          "kdtree build: it needs at least 4800000 bytes, and 1000 are available: ask for less at a time");
}

TEST_CASE_METHOD(LimitsTest, "Queries are no longer counted once their results are too many") {
    // Cancelling at every call would take a minute.
    const CancelAt never(std::numeric_limits<std::int64_t>::max());
    CHECK_THAT(error_message(ErrorKind::failure,
                             [&] {
                                 radius_search(tree_, points_, 3e6f, RowOrder::by_index,
                                               {.threads = 1,
                                                .limits = {.cancelled = never.hook(), .memory = 10'000'000}});
                             }),
               Catch::Matchers::EndsWith("and 10000000 are available: ask for less at a time"));
    // Sorting the queries asks once for 64 of them.
    CHECK(never.calls() < points_.size() / 64 + 100);
}

} // namespace scanline::kdtree::limits_test
