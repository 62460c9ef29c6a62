#include "scenes/compaction/small/setup.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <functional>
#include <set>

namespace scanline::view::compaction::small::setup_test {

using raster::Algorithm;

TEST_CASE("The small scene begins with the paper's stream of 16 elements and Jumping Jack") {
    const Setup setup;
    CHECK(setup.preset() == Preset::jumping_jack);
    CHECK(setup.algorithm == Algorithm::jj);
    CHECK(setup.elements() == "0110011000100100");
    CHECK(setup.block() == 16);
    CHECK(setup.selected() == 0);
    CHECK(setup.pinned() == -1);
}

TEST_CASE("What is the same is called the same in the lists of the small scene") {
    Setup setup;
    const std::vector<Property> rows = properties_of(setup);
    const auto titles = [&rows](const char* key) {
        return list_of_names(std::ranges::find(rows, key, &Property::key)->choices,
                             std::mem_fn(&Setting::key));
    };
    CHECK(titles("prefix-sum") == titles("run-lengths"));
    CHECK(std::ranges::count(titles("algorithm"), "Run-Lengths of Zeros") == 1);
    CHECK(titles("compare").front() == "off");
}

TEST_CASE("The comparison offers no algorithm that is shown already") {
    Setup setup;
    const auto offered = [&setup] {
        const std::vector<Property> rows = properties_of(setup);
        std::vector<std::string> values;
        for (const Setting& one : std::ranges::find(rows, "compare", &Property::key)->choices)
            values.push_back(one.value);
        return values;
    };
    for (const Algorithm algorithm : small_algorithms) {
        setup.algorithm = algorithm;
        CHECK(offered().size() == small_algorithms.size());
        CHECK(std::ranges::count(offered(), to_string(algorithm)) == 0);
    }
    // One that is compared with itself stays in the list, where it is selected.
    setup.compare = {Algorithm::jj};
    setup.algorithm = Algorithm::jj;
    CHECK(std::ranges::count(offered(), "jj") == 1);
}

TEST_CASE("Presets of figures bring their stream and their algorithm") {
    Setup setup;
    setup.apply(Preset::figure_6);
    CHECK(setup.algorithm == Algorithm::bt);
    CHECK(setup.elements() == "10111110");
    CHECK(setup.block() == 8);
    CHECK(setup.selected() == 4);
    setup.apply(Preset::figure_5);
    CHECK(setup.algorithm == Algorithm::rlz);
    CHECK(setup.elements() == "00010100");
    CHECK(setup.run_lengths == raster::RunLengthMethod::balanced_tree);
}

TEST_CASE("Presets without a figure are made for the size that there is") {
    Setup setup;
    setup.set_size(20);
    const auto elements = [&setup](Preset preset) {
        setup.apply(preset);
        return setup.elements();
    };
    CHECK(elements(Preset::all_valid) == std::string(20, '1'));
    CHECK(elements(Preset::none_valid) == std::string(20, '0'));
    CHECK(elements(Preset::alternating) == "01010101010101010101");
    CHECK(elements(Preset::one_run) == "00000011111111100000");
    setup.set_size(32);
    CHECK(elements(Preset::alternating).size() == 32);
    CHECK(elements(Preset::longest_jumps) == "00000000100000000000000010000000");
    setup.set_block(8);
    CHECK(setup.elements() == "00001000000010000000100000001000");
}

TEST_CASE("Every preset but the one by hand has its turn, and then the first again") {
    Setup setup;
    std::set<Preset> seen;
    for (std::size_t i = 0; i + 1 < enumerators<Preset>.size(); ++i) {
        seen.insert(setup.preset());
        setup.apply_next_preset();
    }
    CHECK(seen.size() == enumerators<Preset>.size() - 1);
    CHECK_FALSE(seen.contains(Preset::edited));
    CHECK(setup.preset() == Preset::jumping_jack);
    setup.toggle(0);
    setup.apply_next_preset();
    CHECK(setup.preset() == Preset::jumping_jack);
}

TEST_CASE("Every algorithm has its turn, and then the first again; the longest jumps are Jumping Jack's") {
    Setup setup;
    std::set<Algorithm> seen;
    for (std::size_t i = 0; i < small_algorithms.size(); ++i) {
        seen.insert(setup.algorithm);
        setup.apply_next_algorithm();
    }
    CHECK(seen.size() == small_algorithms.size());
    CHECK(setup.algorithm == small_algorithms.front());
    setup.algorithm = Algorithm::bt;
    setup.apply(Preset::alternating);
    CHECK(setup.algorithm == Algorithm::bt);
    setup.apply(Preset::longest_jumps);
    CHECK(setup.algorithm == Algorithm::jj);
}

TEST_CASE("A random stream follows density and seed") {
    Setup setup;
    setup.set_size(256);
    setup.set_density(0.25);
    CHECK(setup.preset() == Preset::random);
    const std::string first = setup.elements();
    const auto valid = std::ranges::count(first, '1');
    CHECK(valid > 32);
    CHECK(valid < 96);
    setup.set_seed(2);
    CHECK(setup.elements() != first);
    setup.set_seed(1);
    CHECK(setup.elements() == first);
    setup.set_density(1);
    CHECK(setup.elements() == std::string(256, '1'));
    setup.set_density(1.5);
    CHECK(setup.density() == 1);
    setup.set_density(0.5);
    set(setup, "seed", "2");
    Setup other;
    other.set_size(256);
    other.set_density(0.5);
    CHECK(setup.elements() != other.elements());
    other.set_seed(2);
    CHECK(setup.elements() == other.elements());
    setup.set_seed(10000); // behind the largest
    CHECK(setup.seed() == 0);
}

TEST_CASE("Edits change one element or all, and are an edited stream") {
    Setup setup;
    setup.toggle(0);
    CHECK(setup.elements() == "1110011000100100");
    CHECK(setup.preset() == Preset::edited);
    setup.invert();
    CHECK(setup.elements() == "0001100111011011");
    setup.toggle(16);
    setup.toggle(-1);
    CHECK(setup.elements() == "0001100111011011");
}

TEST_CASE("A stream by hand is cut, or goes on with invalid elements, and block and output follow it") {
    Setup setup;
    setup.toggle(0);
    setup.select(12);
    setup.pin(15);
    setup.set_size(9);
    CHECK(setup.elements() == "111001100");
    CHECK(setup.selected() == 8);
    CHECK(setup.pinned() == 8);
    CHECK(setup.block() == 16);
    setup.set_size(8);
    CHECK(setup.block() == 8);
    setup.set_size(12);
    CHECK(setup.elements() == "111001100000");
    setup.set_size(1);
    CHECK(setup.size() == 8);
    setup.set_size(1000);
    CHECK(setup.size() == 256);
}

TEST_CASE("Values are valid where elements are 1, in the layout of the block") {
    Setup setup;
    setup.set_elements("10010000");
    setup.set_block(4);
    CHECK(setup.values() == std::vector<float>{255, 0, 0, 255, 0, 0, 0, 0});
    CHECK(setup.layout() == raster::StreamLayout{.size = 8, .block = 4, .width = 4, .height = 2});
    CHECK(setup.options().payload == raster::Payload::index);
}

TEST_CASE("All settings can be set to what they are in their order, and everything is as it was") {
    Setup setup;
    setup.apply(Preset::figure_5);
    setup.set_size(30);
    setup.toggle(20);
    setup.set_block(8);
    setup.algorithm = Algorithm::histopyramid;
    setup.prefix_sum = raster::PrefixSumMethod::automatic;
    setup.compare = {Algorithm::packed};
    setup.chains = ChainsShown::all;
    setup.select(7);
    setup.pin(3);
    Setup other;
    for (const Setting& setting : settings_of(setup))
        set(other, setting.key, setting.value);
    for (std::size_t i = 0; i < settings_of(setup).size(); ++i) {
        INFO(settings_of(setup)[i].key);
        CHECK(settings_of(other)[i].value == settings_of(setup)[i].value);
    }
    // ... also of a random one.
    setup.set_density(0.7);
    for (const Setting& setting : settings_of(setup))
        set(other, setting.key, setting.value);
    CHECK(other.elements() == setup.elements());
    CHECK(other.preset() == Preset::random);
}

TEST_CASE("The second algorithm compacts the same stream, and has methods to choose where it uses them") {
    Setup setup(Preset::four_blocks);
    CHECK_FALSE(setup.second());
    const auto shown = [&setup](std::string_view key) {
        const std::vector<Property> rows = properties_of(setup);
        return std::ranges::find(rows, key, &Property::key)->shown();
    };
    CHECK_FALSE(shown("run-lengths"));
    CHECK(shown("chains"));
    set(setup, "compare", "rlz");
    REQUIRE(setup.second());
    CHECK(setup.second()->algorithm == Algorithm::rlz);
    CHECK(setup.second()->elements() == setup.elements());
    CHECK_FALSE(setup.second()->second());
    CHECK(shown("run-lengths"));
    CHECK_FALSE(shown("chains"));
    setup.chains = ChainsShown::all;
    CHECK_FALSE(setup.shows_chains());
    setup.compare = {};
    CHECK(setup.shows_chains());
    setup.algorithm = Algorithm::horn;
    CHECK_FALSE(setup.shows_chains());
}

TEST_CASE("Settings that make no sense are usage errors and change nothing") {
    Setup setup;
    const auto fails = [&setup](std::string_view key, std::string_view value, const std::string& text) {
        INFO(key << "=" << value);
        CHECK_THROWS_WITH(set(setup, key, value), Catch::Matchers::ContainsSubstring(text));
    };
    fails("elements", "101", "8 to 256 characters");
    fails("elements", "10102010", "8 to 256 characters");
    fails("size", "7", "8 to 256");
    fails("preset", "figure-7", "figure-6");
    fails("algorithm", "auto", "jj, horn");
    fails("compare", "auto", "none, jj, horn");
    fails("chains", "two", "one, all");
    fails("density", "2", "0 to 1");
    fails("block", "12", "power of two");
    fails("colour", "red", "elements");
    CHECK(setup.elements() == "0110011000100100");
}

} // namespace scanline::view::compaction::small::setup_test
