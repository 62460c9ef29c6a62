#include "scenes/compaction/small/model.h"

#include "scanline/core/random.h"

#include <catch2/catch_all.hpp>
#include <set>

namespace scanline::view::compaction::small::chains_test {

namespace {

Setup random_setup(int seed) {
    Random random(static_cast<std::uint64_t>(seed));
    Setup setup;
    setup.set_size(random.between(8, 256));
    setup.set_block(1 << random.between(1, 8));
    setup.set_density(random.unit());
    setup.set_seed(seed);
    return setup;
}

/// The chain of an output by the definition: the k-th invalid element of a block points to the k-th place
/// from the block's end.
std::vector<std::size_t> jumps_from(const Setup& setup, std::size_t output) {
    const auto block = static_cast<std::size_t>(setup.block());
    const std::size_t first = output - output % block;
    const auto invalid = [&](std::size_t place) {
        return place >= setup.elements().size() || setup.elements()[place] == '0';
    };
    std::vector<std::size_t> places{output};
    while (invalid(places.back())) {
        std::size_t rank = 0;
        for (std::size_t place = first; place <= places.back(); ++place)
            rank += static_cast<std::size_t>(invalid(place));
        places.push_back(first + block - rank);
    }
    return places;
}

} // namespace

TEST_CASE("The chains of Jumping Jack are those of the definition, and no place is in two of them") {
    for (int seed = 1; seed <= 30; ++seed) {
        const Setup setup = random_setup(seed);
        INFO("seed " << seed << ", block " << setup.block() << ", elements " << setup.elements());
        const Model model(setup);
        const Chains chains(model);
        REQUIRE(chains.all().size() == static_cast<std::size_t>(model.survivors()));
        std::set<std::size_t> used;
        std::size_t places = 0;
        for (std::size_t c = 0; c < chains.all().size(); ++c) {
            const Chain& chain = chains.all()[c];
            CHECK(chain.places == jumps_from(setup, chain.places.front()));
            CHECK(model.copied_from({model.search_row(), chain.places.front()}) ==
                  CellId{0, chain.places.back()});
            for (const std::size_t place : chain.places)
                CHECK(chains.at(place) == c);
            used.insert(chain.places.begin(), chain.places.end());
            places += chain.places.size();
        }
        CHECK(used.size() == places);
        CHECK(chains.shared() == 0);
        CHECK(chains.text().ends_with("no place used twice"));
    }
}

TEST_CASE("Jumps alternate in their direction, and those of one direction lie within or beside one another") {
    const Setup setup = random_setup(4);
    const Model model(setup);
    const Chains chains(model);
    std::vector<std::pair<std::size_t, std::size_t>> right, left;
    for (const Chain& chain : chains.all()) {
        for (std::size_t i = 1; i < chain.places.size(); ++i) {
            const std::size_t from = chain.places[i - 1], to = chain.places[i];
            (from < to ? right : left).emplace_back(std::min(from, to), std::max(from, to));
            if (i > 1)
                CHECK((chain.places[i - 2] < from) != (from < to));
        }
    }
    REQUIRE(right.size() > 3);
    for (const auto& side : {right, left}) {
        for (const auto& [a, b] : side)
            for (const auto& [c, d] : side)
                CHECK_FALSE((a < c && c <= b && b <= d)); // they neither cross nor touch
    }
}

TEST_CASE("Chains with places side by side have different colours, none of them the pinned element's") {
    Setup setup;
    setup.apply(Preset::four_blocks);
    const Model model(setup);
    const Chains chains(model);
    for (std::size_t place = 0; place + 1 < 32; ++place) {
        const auto a = chains.at(place), b = chains.at(place + 1);
        if (!a || !b || a == b)
            continue;
        const Chain &one = chains.all()[*a], &other = chains.all()[*b];
        if (one.jumps() > 0 && other.jumps() > 0)
            CHECK(one.series != other.series);
        CHECK(one.series != 6);
    }
}

TEST_CASE("The chains are counted from the data, and those of run lengths may meet") {
    Setup setup; // 0 15 6; 3 14 7 12 8 11 9 10; 4 13; the others stay
    CHECK(Chains(Model(setup)).text() == "3 chains, 10 jumps, no place used twice");
    setup.set_elements("00000010");
    CHECK(Chains(Model(setup)).text() == "1 chain, 3 jumps, no place used twice");
    setup.apply(Preset::all_valid);
    CHECK(Chains(Model(setup)).text() == "0 chains, 0 jumps, no place used twice");
    setup.apply(Preset::figure_2);
    const Model model(setup);
    const Chains chains(model);
    std::vector<int> visits(16);
    for (const Chain& chain : chains.all())
        for (const std::size_t place : chain.places)
            ++visits[place];
    CHECK(chains.shared() ==
          static_cast<std::size_t>(std::ranges::count_if(visits, [](int count) { return count > 1; })));
    CHECK(chains.shared() > 0);
}

} // namespace scanline::view::compaction::small::chains_test
