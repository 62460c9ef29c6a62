#include "scanline/systems/compaction_case.h"

#include "scanline/raster/auto_compaction.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace scanline::systems::compaction_case_test {

using raster::Payload;
using Values = std::vector<float>;

TEST_CASE("A random case is a function of its seed") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        INFO("seed " << seed);
        const CompactionCase first = random_case(seed, seed, {.largest = 5000});
        const CompactionCase second = random_case(seed, seed, {.largest = 5000});
        CHECK(first.values == second.values);
        CHECK(describe(first) == describe(second));
        CHECK(first.values.size() <= 5000);
    }
    CHECK(describe(random_case(1, 1, {.largest = 5000})) != describe(random_case(2, 2, {.largest = 5000})));
}

TEST_CASE("Random cases try everything that there is to choose") {
    std::set<int> blocks, algorithms, prefix_sums, run_lengths, concatenations, payloads, negates;
    std::set<std::pair<int, bool>> automatic;
    std::set<std::string> kinds;
    std::set<std::size_t> remainders;
    bool empty = false, full = false, none = false, large = false;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        INFO("seed " << seed);
        const CompactionCase test = random_case(seed, seed, {.largest = 20'000});
        blocks.insert(test.block);
        algorithms.insert(static_cast<int>(test.options.algorithm));
        if (test.options.algorithm == raster::Algorithm::automatic)
            automatic.emplace(static_cast<int>(test.options.automatic.adaption),
                              test.options.automatic.among.empty());
        prefix_sums.insert(static_cast<int>(test.options.prefix_sum));
        run_lengths.insert(static_cast<int>(test.options.run_lengths));
        concatenations.insert(static_cast<int>(test.options.concatenation));
        payloads.insert(static_cast<int>(test.options.payload));
        negates.insert(test.options.discriminator.negate);
        kinds.insert(test.data.substr(0, test.data.find_first_of(" ,")));
        remainders.insert(test.values.size() % 16);
        const std::size_t survivors = expected_survivors(test).size();
        empty |= test.values.empty();
        full |= test.values.size() > 100 && survivors == test.values.size();
        none |= test.values.size() > 100 && survivors == 0;
        large |= test.values.size() > 10'000;
        CHECK(test.values.size() <= 20'000);
    }
    CHECK(blocks == std::set{2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096});
    CHECK(algorithms.size() == enumerators<raster::Algorithm>.size());
    // Every adaption, among all and among some.
    CHECK(automatic.size() == 2 * enumerators<raster::Adaption>.size());
    CHECK(prefix_sums.size() == enumerators<raster::PrefixSumMethod>.size());
    CHECK(run_lengths.size() == enumerators<raster::RunLengthMethod>.size());
    CHECK(concatenations.size() >= 2);
    CHECK(payloads.size() == 2);
    CHECK(negates.size() == 2);
    CHECK(kinds == std::set<std::string>{"a", "all", "alternating", "none", "random", "runs"});
    CHECK(remainders.size() == 16);
    CHECK(empty);
    CHECK(full);
    CHECK(none);
    CHECK(large);
}

TEST_CASE("Every algorithm takes its random cases, whatever the side of textures") {
    for (const int max_side : {16, 100, 2048, 16'384}) {
        // Many deals, few seeds of each.
        for (std::uint64_t seed = 1; seed < 100'000; seed += 37) {
            const CompactionCase test = random_case(seed, seed, {.largest = 300, .max_side = max_side});
            INFO("seed " << seed << ", textures up to " << max_side << ": " << describe(test));
            const raster::CompactionOptions& options = test.options;
            const auto layout = raster::make_stream_layout(static_cast<std::int64_t>(test.values.size()),
                                                           test.block, max_side);
            CHECK((test.block >= raster::min_block && test.block <= raster::max_block));
            const auto fits = [&](raster::Algorithm algorithm) {
                return row_of(algorithm).min_texture_side <= max_side;
            };
            CHECK(fits(options.algorithm));
            if (options.algorithm == raster::Algorithm::automatic) {
                CHECK(std::ranges::all_of(raster::auto_candidates(options.automatic), fits));
                CHECK_FALSE(raster::auto_plan(layout, options).costs.empty());
            }
        }
    }
}

TEST_CASE("Random cases in a row share the layouts that programs are compiled for") {
    constexpr std::uint64_t deal = 256;
    std::map<raster::Algorithm, std::set<std::tuple<int, int, int, Payload>>> in_a_deal, of_all;
    std::set<std::pair<int, Payload>> trees_in_a_deal;
    for (std::uint64_t seed = 0; seed < 200 * deal; seed += seed < deal ? 1 : 7) {
        const CompactionCase test = random_case(seed, seed, {.largest = 2000});
        const auto layout =
            raster::make_stream_layout(static_cast<std::int64_t>(test.values.size()), test.block, 16'384);
        const std::tuple program{test.block, layout.width, layout.height, test.options.payload};
        if (seed < deal) {
            in_a_deal[test.options.algorithm].insert(program);
            if (test.options.algorithm == raster::Algorithm::bt)
                trees_in_a_deal.emplace(test.block, test.options.payload);
        }
        of_all[test.options.algorithm].insert(program);
    }
    CHECK(in_a_deal[raster::Algorithm::histopyramid].size() == 1);
    CHECK(of_all[raster::Algorithm::histopyramid].size() > 30);
    CHECK(trees_in_a_deal.size() == 1);
    CHECK(in_a_deal[raster::Algorithm::packed].size() > 10);
}

TEST_CASE("Random cases of auto look at streams, take regions and take all of their choices") {
    std::set<raster::Algorithm> taken;
    int looks = 0, regions = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const CompactionCase test = random_case(seed, seed, {.largest = 20'000});
        if (test.options.algorithm != raster::Algorithm::automatic)
            continue;
        const auto layout =
            raster::make_stream_layout(static_cast<std::int64_t>(test.values.size()), test.block, 16384);
        const raster::AutoPlan plan = raster::auto_plan(layout, test.options);
        looks += plan.survey ? 1 : 0;
        for (const raster::CompactionCost& cost : plan.costs) {
            regions += cost.choice.algorithm == raster::Algorithm::packed &&
                               test.options.automatic.adaption == raster::Adaption::regional
                           ? 1
                           : 0;
            taken.insert(cost.choice.algorithm);
        }
    }
    CHECK(looks >= 20);
    CHECK(regions >= 10);
    CHECK(taken == std::set{raster::Algorithm::horn, raster::Algorithm::bt, raster::Algorithm::packed});
}

TEST_CASE("The survivors that are expected are those of the definition") {
    CompactionCase test;
    test.values = {5, 200, 128, 127.5f, 255};
    CHECK(expected_survivors(test) == Values{200, 128, 255});
    test.options.payload = Payload::index;
    CHECK(expected_survivors(test) == Values{1, 2, 4});
    test.options.discriminator.negate = true;
    CHECK(expected_survivors(test) == Values{0, 3});
    test.options.payload = Payload::value;
    CHECK(expected_survivors(test) == Values{5, 127.5f});
    test.options.discriminator = {.threshold = 0, .negate = false};
    CHECK(expected_survivors(test) == test.values);
    test.values.clear();
    CHECK(expected_survivors(test).empty());
}

TEST_CASE("The description of a case says all that it depends on") {
    CompactionCase test;
    test.values.resize(1000);
    test.block = 64;
    test.data = "all valid";
    test.options.algorithm = raster::Algorithm::rlz;
    test.options.prefix_sum = raster::PrefixSumMethod::blelloch;
    test.options.run_lengths = raster::RunLengthMethod::balanced_tree;
    test.options.concatenation = raster::ConcatenationMethod::quads;
    test.options.payload = Payload::index;
    test.options.discriminator.threshold = 77;
    for (const std::string part :
         {"rlz", "block 64", "1000 elements", "all valid", "prefix-sum blelloch", "run-lengths balanced-tree",
          "concatenate quads", ">= 77", "payload index"})
        CHECK_THAT(describe(test), Catch::Matchers::ContainsSubstring(part));

    test.options.algorithm = raster::Algorithm::automatic;
    CHECK_THAT(describe(test), Catch::Matchers::StartsWith("auto (global), "));
    test.options.automatic.adaption = raster::Adaption::temporal;
    test.options.automatic.among = {raster::Algorithm::horn, raster::Algorithm::bt};
    CHECK_THAT(describe(test), Catch::Matchers::StartsWith("auto (temporal, horn, bt), "));
}

} // namespace scanline::systems::compaction_case_test
