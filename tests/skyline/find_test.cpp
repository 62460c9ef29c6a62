#include "scanline/skyline/skyline.h"

#include "kdtree/cancel_at.h"
#include "kdtree/stages.h"
#include "support/error_message.h"
#include "tables.h"

#include "scanline/skyline/generate.h"
#include "scanline/skyline/reference/oracles.h"
#include "scanline/skyline/reference/sky_align.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

namespace scanline::skyline::find_test {

using namespace test;
using kdtree::test::check_cancelled_anywhere;
using kdtree::test::stages_of;
using scanline::test::usage_message;

namespace {

std::vector<Algorithm> algorithms_for(int dimensions) {
    std::vector<Algorithm> algorithms(enumerators<Algorithm>.begin(), enumerators<Algorithm>.end());
    if (dimensions > 3)
        std::erase(algorithms, Algorithm::sweep);
    return algorithms;
}

// That every algorithm finds what brute force does, of equal rows all and the first.
void check_all(const Keys& keys, std::initializer_list<int> threads) {
    const std::vector<std::uint32_t> ids = brute_force(keys);
    std::vector<std::uint32_t> firsts;
    for (const std::uint32_t id : ids) {
        const auto equal = [&](std::uint32_t other) {
            return std::equal(keys[other], keys[other] + keys.dimensions, keys[id]);
        };
        if (std::ranges::none_of(firsts, equal))
            firsts.push_back(id);
    }
    for (const Algorithm algorithm : algorithms_for(keys.dimensions)) {
        for (const int count : threads) {
            INFO(to_string(algorithm) << " by " << count << " threads");
            const cpu::Options options{.threads = count};
            REQUIRE((find(keys, {algorithm, Duplicates::all, options}).ids == ids));
            REQUIRE((find(keys, {algorithm, Duplicates::first, options}).ids == firsts));
        }
    }
    for (const auto variant : enumerators<reference::SkyAlignVariant>) {
        INFO(reference::to_string(variant));
        REQUIRE((reference::sky_align(keys, variant).ids == ids));
    }
}

} // namespace

TEST_CASE("A skyline is the rows that no other row dominates") {
    const std::vector<float> table{1, 4, 2, 2, 4, 1, 3, 3};
    CHECK(find(keys_of<float>({table, 2})).ids == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("Every algorithm finds what brute force does in random tables of few values") {
    constexpr int tables = 800;
    for (int table = 0; table < tables; ++table) {
        const auto seed = static_cast<std::uint64_t>(table);
        Random random(seed);
        const int dimensions = random.between(1, 6), rows = random.between(0, 150),
                  most = random.between(1, 9);
        INFO(rows << " rows of " << dimensions << " keys up to " << most << ", seed " << seed);
        check_all(random_keys(rows, dimensions, most, seed), {1 + table % 2});
    }
}

TEST_CASE("Every algorithm takes tables of any shape") {
    std::uint64_t seed = 3000;
    for (const int dimensions : {1, 2, 3, 4, 5, 12, 31}) {
        for (const std::int64_t rows : {0, 1, 2, 63, 64, 65, 500}) {
            INFO(rows << " rows of " << dimensions << " keys, seed " << ++seed);
            Keys keys = random_keys(rows, dimensions, 5, seed);
            check_all(keys, {1, 2});
            INFO("one column constant");
            for (std::int64_t row = 0; row < rows; ++row)
                keys.values[static_cast<std::size_t>(row * dimensions + dimensions / 2)] = 7;
            check_all(keys, {2});
            INFO("all rows equal");
            std::ranges::fill(keys.values, 7u);
            check_all(keys, {2});
        }
    }
}

TEST_CASE("A row that is worse than every median can be of the skyline") {
    // Most rows are better in the first column, in the second, in the third, but none in all of them.
    const Keys keys{{5, 5, 5, 9, 0, 0, 9, 0, 0, 0, 9, 0, 0, 9, 0, 0, 0, 9, 0, 0, 9}, 3};
    check_all(keys, {1, 2});
    CHECK(find(keys).ids.size() == 7);
}

TEST_CASE("Rows whose sums differ in their last bits alone are compared in order") {
    // The worst come first. Two rows make all sums differ by 36 bits.
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    constexpr std::size_t dimensions = 12;
    Keys keys{std::vector<std::uint32_t>(2 * dimensions, most), dimensions};
    keys.values.front() = keys.values.back() = 0;
    Random random(4000);
    for (int bits = 9; bits > 3; --bits) {
        for (int row = 0; row < 100; ++row) {
            std::vector<std::uint32_t> worse(dimensions, 100);
            for (int bit = 0; bit < bits; ++bit)
                worse[random.below(dimensions)] = 101;
            keys.values.insert(keys.values.end(), worse.begin(), worse.end());
        }
    }
    check_all(keys, {1, 2});
}

TEST_CASE("The greatest keys are keys like others") {
    constexpr auto most = std::numeric_limits<std::uint32_t>::max();
    check_all({{most, most, most, most}, 2}, {1});
    check_all({{most, 0, 0, most, most, most, most - 1, 1}, 2}, {1});
    check_all({std::vector<std::uint32_t>(310, most), 31}, {2});
}

TEST_CASE("Zero and negative zero are equal") {
    const std::vector<float> table{0.0f, 1, -0.0f, 1, -0.0f, 2};
    const Keys keys = keys_of<float>({table, 2});
    CHECK(find(keys).ids == std::vector<std::uint32_t>{0, 1});
    CHECK(find(keys, {.keep = Duplicates::first}).ids == std::vector<std::uint32_t>{0});
}

TEST_CASE("Tables of many batches have the skyline that the oracles find, whatever the threads") {
    for (const Kind kind : enumerators<Kind>) {
        for (const int dimensions : {2, 3, 4, 5, 12}) {
            INFO(to_string(kind) << ", " << dimensions << " columns");
            const Keys keys = keys_of<float>(generate(kind, 12'000, dimensions, 5000).points());
            const std::vector<std::uint32_t> ids = reference::sfs(keys).ids;
            const Skyline found = find(keys, {.cpu = {.threads = 1}});
            CHECK((found.ids == ids));
            const Skyline again = find(keys, {.cpu = {.threads = 2}});
            CHECK((again.ids == ids));
            CHECK(again.counters == found.counters);
            CHECK((find(keys, {Algorithm::box_tree}).ids == ids));
        }
    }
}

TEST_CASE("Equal rows cost no more tests than one") {
    Keys keys = random_keys(200, 5, 1'000'000, 6000);
    const Counters once = find(keys, {Algorithm::box_tree}).counters;
    const std::vector<std::uint32_t> values = keys.values;
    for (int copy = 0; copy < 9; ++copy)
        keys.values.insert(keys.values.end(), values.begin(), values.end());
    const Skyline found = find(keys, {Algorithm::box_tree});
    CHECK(found.counters == once);
    CHECK((found.ids == brute_force(keys)));
}

TEST_CASE("A search for a skyline is cancelled at any time") {
    const Keys keys = keys_of<float>(generate(Kind::anticorrelated, 100'000, 3, 7000).points());
    const Keys few{{keys.values.begin(), keys.values.begin() + 60'000}, 3};
    for (const Algorithm algorithm : algorithms_for(3)) {
        const bool simple = algorithm == Algorithm::sfs || algorithm == Algorithm::bnl;
        for (const int threads : {1, 2}) {
            INFO(to_string(algorithm) << " by " << threads << " threads");
            check_cancelled_anywhere(8, [&](const CancelHook& hook) {
                find(simple ? few : keys,
                     {algorithm, Duplicates::all, {.threads = threads, .limits = {.cancelled = hook}}});
            });
        }
    }
}

TEST_CASE("A search tells how many rows are settled, up to all of them") {
    for (const Kind kind : enumerators<Kind>) {
        for (const int dimensions : {1, 2, 3, 6}) {
            Keys keys = keys_of<float>(generate(kind, 20'000, dimensions, 7050).points());
            // Equal rows count as often as there are.
            keys.values.insert(keys.values.end(), keys.values.begin(), keys.values.begin() + 600);
            for (const int threads : {1, 2}) {
                INFO(to_string(kind) << ", " << dimensions << " columns by " << threads << " threads");
                std::vector<std::int64_t> settled;
                find(keys,
                     {.cpu = {.threads = threads}, .progress = [&](std::int64_t now, std::int64_t rows) {
                          REQUIRE(rows == keys.size());
                          settled.push_back(now);
                      }});
                CHECK(std::ranges::is_sorted(settled));
                CHECK(settled.back() == keys.size());
                CHECK((kind != Kind::anticorrelated || dimensions < 6 || settled.size() > 20));
            }
        }
    }
}

TEST_CASE("A search for a skyline tells its stages") {
    const auto stages = [](Algorithm algorithm, const Keys& keys) {
        return stages_of([&](PassObserver& observer) {
            find(keys, {algorithm, Duplicates::all, {.observer = &observer}});
        });
    };
    using Names = std::vector<std::string>;
    const Keys keys = random_keys(100, 3, 50, 7100);
    CHECK(stages(Algorithm::sweep, keys) == Names{"filter", "sort", "sweep"});
    CHECK(stages(Algorithm::bnl, keys) == Names{"bnl"});
    CHECK(stages(Algorithm::box_tree, keys) == Names{"filter", "sort", "build", "query"});
    CHECK(stages(Algorithm::sweep, random_keys(100, 1, 50, 7101)) == Names{"filter"});
}

TEST_CASE("The algorithm is chosen by the size of the table, with a reason") {
    CHECK(choose(1'000'000, 1).reason == "sweep: the skyline of one column is its minimum");
    CHECK(choose(1'000'000, 3).algorithm == Algorithm::sweep);
    CHECK(choose(10, 4).algorithm == Algorithm::sfs);
    CHECK(choose(1000, 4).algorithm == Algorithm::box_tree);
}

TEST_CASE("What cannot be found is refused with what is wrong and what to do") {
    const Keys keys = random_keys(5, 4, 9, 8000);
    CHECK(usage_message([&] { find(keys, {Algorithm::sweep}); }) ==
          "skyline: sweep takes at most 3 columns, not 4: take box-tree");
    CHECK(usage_message([&] {
              find(keys, {Algorithm::box_tree, Duplicates::all, {.threads = -1}});
          }) == "a team of -1 threads cannot be: it has 1 to 1024");
}

} // namespace scanline::skyline::find_test
