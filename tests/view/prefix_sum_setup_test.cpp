#include "scenes/prefix_sum/setup.h"

#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::prefix_sum::setup_test {

TEST_CASE("Every setting of prefix sums can be set to what it says it is") {
    Setup setup;
    for (const auto& [key, value] :
         std::vector<std::pair<std::string, std::string>>{{"variant", "chained"},
                                                          {"size", "31"},
                                                          {"values", "random"},
                                                          {"values-seed", "7"},
                                                          {"operator", "max"},
                                                          {"exclusive", "true"},
                                                          {"lanes", "5"},
                                                          {"tile", "6"},
                                                          {"partition", "3"},
                                                          {"dilation", "0.25"},
                                                          {"seed", "8"},
                                                          {"stalled", "2"},
                                                          {"measured-size", "2048"},
                                                          {"compare", "true"}}) {
        CAPTURE(key, value);
        set(setup, key, value);
        const std::vector<Setting> settings = settings_of(setup);
        const auto found = std::ranges::find(settings, key, &Setting::key);
        REQUIRE(found != settings.end());
        CHECK(found->value == value);
    }
    Setup copy;
    for (const Setting& setting : settings_of(setup))
        set(copy, setting.key, setting.value);
    CHECK(copy.spec.input == setup.spec.input);
    CHECK(copy.spec.stalled == 2);
    CHECK(copy.spec.seed == 8);
    CHECK(copy.tiles() == 6);
    CHECK(copy.spec.partition == 3);
    CHECK(copy.spec.dilation == 0.25);
    CHECK(copy.measured_size == 2048);
}

TEST_CASE("A session with edited elements comes back as it was") {
    Setup setup;
    setup.resize(5);
    setup.edit(2, 1);
    setup.edit(0, -4);
    CHECK(setup.values() == Values::edited);
    CHECK(setup.spec.input == std::vector{-1, 1, 8, 0, 4});
    Setup copy;
    for (const Setting& setting : settings_of(setup))
        set(copy, setting.key, setting.value);
    CHECK(copy.spec.input == setup.spec.input);
}

TEST_CASE("Elements follow from how they are chosen") {
    Setup setup;
    set(setup, "size", "9");
    CHECK(setup.spec.input == std::vector{3, 1, 7, 0, 4, 1, 6, 3, 3});
    set(setup, "values", "ascending");
    CHECK(setup.spec.input == std::vector{1, 2, 3, 4, 5, 6, 7, 8, 9});
    set(setup, "values", "ones");
    CHECK(setup.spec.input == std::vector<int>(9, 1));
    set(setup, "values", "4,-5,6,7");
    CHECK(setup.spec.input == std::vector{4, -5, 6, 7});
    set(setup, "size", "6");
    CHECK(setup.spec.input == std::vector{4, -5, 6, 7, 1, 1});
    setup.choose(Values::random);
    set(setup, "values-seed", "3");
    const std::vector<int> drawn = setup.spec.input;
    setup.draw_next();
    CHECK(setup.spec.input != drawn);
    set(setup, "values-seed", "3");
    CHECK(setup.spec.input == drawn);
}

TEST_CASE("The elements of the compaction example have the prefix sums of the paper's") {
    Setup setup;
    set(setup, "values", "compaction");
    const Timeline timeline = simulate(setup.spec);
    const Memory memory = memory_after(timeline, static_cast<int>(timeline.steps.size()));
    std::vector<int> sums;
    for (int i = 0; i < timeline.size; ++i)
        sums.push_back(memory.find({Space::output, i})->value.value);
    CHECK(sums == std::vector{1, 1, 1, 2, 3, 3, 3, 4, 5, 6, 6, 7, 8, 8, 9, 10});
}

TEST_CASE("Settings of prefix sums that do not exist or are out of range are refused and change nothing") {
    Setup setup;
    const auto check = [&setup](std::string_view key, std::string_view value) {
        CAPTURE(key, value);
        const std::vector<int> before = setup.spec.input;
        CHECK_THROWS_AS(set(setup, key, value), Error);
        CHECK(setup.spec.input == before);
    };
    check("variant", "fast");
    check("size", "3");
    check("size", "257");
    check("values", "1,2,3");
    check("values", "1,2,3,x");
    check("values", "1,2,3,");
    check("values", "1,2,3,1000");
    check("values", "twos");
    std::string many = "1";
    for (int i = 1; i <= max_elements; ++i)
        many += ",1";
    check("values", many);
    check("lanes", "0");
    check("lanes", "17");
    check("tile", "65");
    check("partition", "0");
    check("partition", "65");
    check("dilation", "1.5");
    check("dilation", "-0.25");
    check("stalled", "-1");
    check("measured-size", "512");
    check("measured-size", "1500");
    check("measured-size", "33554432");
    CHECK_THROWS_WITH(set(setup, "colour", "red"), Catch::Matchers::ContainsSubstring("prefix-sum") &&
                                                       Catch::Matchers::ContainsSubstring("stalled"));
    CHECK_THROWS_WITH(set(setup, "operator", "xor"), "operator xor is none of sum, min, max");
}

TEST_CASE("A dilation is described as it was chosen, and has two places") {
    Setup setup;
    setup.dilate(0.3f); // not what 0.3 is
    CHECK(setup.spec.dilation == 0.3);
    setup.dilate(7);
    CHECK(setup.spec.dilation == 1);
}

TEST_CASE("Behind the last seed comes the first") {
    Setup setup;
    set(setup, "seed", "9999");
    setup.shuffle();
    CHECK(setup.spec.seed == 0);
    setup.shuffle();
    CHECK(setup.spec.seed == 1);
    set(setup, "values-seed", "9999");
    setup.draw_next();
    CHECK(setup.values_seed() == 0);
}

TEST_CASE("An edited element stays within what is taken") {
    Setup setup;
    setup.edit(0, 5000);
    CHECK(setup.spec.input[0] == Setup::largest_value);
    setup.edit(0, -5000);
    CHECK(setup.spec.input[0] == -Setup::largest_value);
}

} // namespace scanline::view::prefix_sum::setup_test
