#include "scenes/compaction/small/model.h"

#include "scanline/raster/reference/stages.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::compaction::small::search_test {

using raster::Algorithm;

namespace {

std::vector<std::string> texts_of(const Setup& setup) {
    std::vector<std::string> texts;
    for (const Probe& probe : probes_of(Model(setup), static_cast<std::size_t>(setup.selected())))
        texts.push_back(probe.text);
    return texts;
}
using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("Jumping Jack's search is described jump by jump") {
    Setup setup;
    CHECK(texts_of(setup) == Texts{"10 of 16 elements are invalid, so 6 survive: output 0 is one of them.",
                                   "Element 0 is invalid: follow its pointer.",
                                   "1 invalid up to element 0: 16 - 1 = 15, jump to 15.",
                                   "Element 15 is invalid: follow its pointer.",
                                   "10 invalid up to element 15: 16 - 10 = 6, jump to 6.",
                                   "Element 6 is valid: this is the one.",
                                   "Element 6 is valid: output 0 takes d."});
    setup.select(7);
    CHECK(texts_of(setup) == Texts{"10 of 16 elements are invalid, so 6 survive: output 7 stays empty."});
    setup.apply(Preset::two_blocks);
    setup.select(8);
    CHECK(texts_of(setup)[2] == "1 invalid up to element 8: 8 + 8 - 1 = 15, jump to 15.");
}

TEST_CASE("Horn's search is described by displacements") {
    Setup setup;
    setup.apply(Preset::figure_1);
    setup.select(2);
    CHECK(
        texts_of(setup) ==
        Texts{"10 of 16 elements are invalid, so 6 survive: output 2 is one of them.",
              "5 places further right, 4 invalid up to element 7: fewer than it would move, so look further "
              "left.",
              "2 places further right, 3 invalid up to element 4: more than it would move, so look further "
              "right.",
              "4 places further right, 3 invalid up to element 6: fewer than it would move, so look further "
              "left.",
              "3 places further right, 3 invalid up to element 5: as many as it would move. Is it valid?",
              "Element 5 is valid: this is the one.", "Element 5 is valid: output 2 takes c."});
}

TEST_CASE("The forward search is described as in figure 2") {
    Setup setup;
    setup.apply(Preset::figure_2);
    CHECK(texts_of(setup) ==
          Texts{"10 of 16 elements are invalid, so 6 survive: output 5 is one of them.",
                "Runs of 3 invalid ones up to element 5, and it has moved 0: go on at 5 + 3 = 8.",
                "Runs of 6 invalid ones up to element 8, and it has moved 3: go on at 5 + 6 = 11.",
                "Runs of 8 invalid ones up to element 11, and it has moved 6: go on at 5 + 8 = 13.",
                "Runs of 8 invalid ones up to element 13, and it has moved 8: found.",
                "Element 13 is valid: output 5 takes f."});
}

TEST_CASE("The descent of the binary tree is described as in figure 6") {
    Setup setup;
    setup.apply(Preset::figure_6);
    CHECK(texts_of(setup) ==
          Texts{"2 of 8 elements are invalid, so 6 survive: output 4 is one of them.",
                "The left child counts 3, for places 0 to 2 of the block: 4 is not there, so go right.",
                "The left child counts 2, for places 3 to 4 of the block: 4 is there, so go left.",
                "The left leaf counts 1, for place 3 of the block: 4 is not there, so go right.",
                "Element 5 is valid: output 4 takes e."});
}

TEST_CASE("The descent of the pyramid is described by ranks in quarters") {
    Setup setup;
    setup.algorithm = Algorithm::histopyramid;
    setup.select(2);
    CHECK(texts_of(setup) ==
          Texts{"The quarters count 2, 2, 1, 1: number 2 is number 0 of the top right one.",
                "The quarters count 1, 0, 1, 0: number 0 is number 0 of the top left one.",
                "Element 2 is valid: output 2 takes b."});
    setup.select(6);
    CHECK(texts_of(setup) == Texts{"6 elements survive: output 6 stays empty."});
}

TEST_CASE("Packed's search is described by groups") {
    Setup setup;
    setup.algorithm = Algorithm::packed;
    setup.select(2);
    CHECK(
        texts_of(setup) ==
        Texts{
            "6 elements survive: output 2 is one of them.",
            "The first of these 16 outputs is in group 0, as number 0 there. The groups from there on count "
            "6, 0, 0: the output's bit is the one of its rank.",
            "Element 5 is valid: output 2 takes c."});
}

TEST_CASE("Packed's search goes on at the starts where the outputs of a lookup lie far apart") {
    Setup setup;
    std::string elements(256, '0');
    for (const std::size_t valid : {3u, 70u, 71u, 140u, 210u, 255u})
        elements[valid] = '1';
    setup.set_elements(elements);
    setup.algorithm = Algorithm::packed;
    setup.select(1);
    CHECK(texts_of(setup) ==
          Texts{"6 elements survive: output 1 is one of them.",
                "The survivors of these 16 outputs lie far apart: search the starts.",
                "1 survivors lie before leaf 1.", "4 survivors lie before leaf 3.",
                "3 survivors lie before leaf 2.",
                "The groups from 4 on count 2, 0, 0, 0: the output's bit is the one of its rank.",
                "Element 70 is valid: output 1 takes b."});
    setup.set_elements(std::string(20, '0') + std::string(40, '1') + std::string(4, '0'));
    setup.select(17);
    CHECK(texts_of(setup)[1] == "The first of these 16 outputs is in group 2, as number 4 there. The groups "
                                "from there on count 16, 12, 0: the output's bit is the one of its rank.");
    setup.set_elements(std::string(28, '0') + std::string(36, '1'));
    CHECK(texts_of(setup)[1] == "The first of these 16 outputs is in group 2, as number 12 there. The groups "
                                "from there on count 16, 16, 0: the output's bit is the one of its rank.");
    setup.select(0);
    CHECK(texts_of(setup)[1] == "The first of these 16 outputs is in group 1, as number 0 there. The groups "
                                "from there on count 4, 16, 16: the output's bit is the one of its rank.");
}

TEST_CASE("Every search of a survivor ends with the element that it takes") {
    for (const Algorithm algorithm : small_algorithms) {
        for (const int size : {8, 31, 256}) {
            Setup setup;
            setup.set_size(size);
            setup.set_density(0.5);
            setup.set_block(16);
            setup.algorithm = algorithm;
            INFO(to_string(algorithm) << ", elements " << setup.elements());
            const Model model(setup);
            const Row& row = model.rows()[model.search_row()];
            for (std::size_t i = 0; i < row.cells.size(); ++i) {
                const std::vector<Probe> probes = probes_of(model, i);
                REQUIRE_FALSE(probes.empty());
                const bool survivor = row.cells[i].kind == CellKind::survivor;
                CHECK(std::ranges::count(probes, true, &Probe::copy) == (survivor ? 1 : 0));
                CHECK(std::ranges::none_of(probes, [](const Probe& probe) { return probe.text.empty(); }));
                if (survivor) {
                    CHECK(probes.back().copy);
                    CHECK(model.label(probes.back().cell.index) == row.cells[i].text);
                }
            }
        }
    }
}

TEST_CASE("A fetch follows the one before but for where the search begins") {
    Setup setup;
    const auto follows = [&setup] {
        std::vector<bool> all;
        for (const Probe& probe : probes_of(Model(setup), static_cast<std::size_t>(setup.selected())))
            all.push_back(probe.follows);
        return all;
    };
    CHECK(follows() == std::vector{false, false, true, true, true, true, true});
    setup.apply(Preset::figure_6);
    CHECK(follows() == std::vector{false, true, true, true, true});
    setup.algorithm = Algorithm::histopyramid;
    setup.select(0);
    CHECK(follows() == std::vector{false, true, true});
}

TEST_CASE("The worst case of Jumping Jack is the longest chain that any stream of 8 has") {
    Setup setup;
    setup.set_size(8);
    setup.apply(Preset::longest_jumps);
    const auto longest = [](const Model& model) {
        std::size_t most = 0;
        for (std::size_t i = 0; i < 8; ++i)
            most = std::max(most, model.fetches({model.search_row(), i}).size());
        return most;
    };
    const std::size_t worst = longest(Model(setup));
    // The count, flag and pointer of 7 invalid elements, flag and element of the valid one.
    CHECK(worst == 1 + 2 * 7 + 2);
    for (unsigned pattern = 0; pattern < 256; ++pattern) {
        std::string elements;
        for (unsigned bit = 0; bit < 8; ++bit)
            elements += (pattern >> bit & 1) != 0 ? '1' : '0';
        Setup other;
        other.set_elements(elements);
        CHECK(longest(Model(other)) <= worst);
    }
}

TEST_CASE("The steps are the input, every pass, and the fetches before the search's row") {
    Setup setup;
    const Model model(setup);
    const auto steps = make_steps(model, 3);
    REQUIRE(steps.size() == model.rows().size() + 3);
    CHECK(steps.front() == Step{0, {}});
    CHECK(steps.back() == Step{model.rows().size() - 1, {}});
    std::vector<std::size_t> rows;
    for (const Step& step : steps)
        if (!step.probe)
            rows.push_back(step.row);
    for (std::size_t r = 0; r < rows.size(); ++r)
        CHECK(rows[r] == r);
    const std::size_t search = model.search_row();
    CHECK(steps[search] == Step{search, 0});
    CHECK(steps[search + 2] == Step{search, 2});
    CHECK(steps[search + 3] == Step{search, {}});
}

TEST_CASE("A step is found again where the search has more or fewer fetches") {
    Setup setup;
    const Model model(setup);
    const int search = static_cast<int>(model.search_row());
    const auto row = model.search_row();
    const auto many = make_steps(model, 5), few = make_steps(model, 2);
    for (std::size_t i = 0; i < many.size(); ++i)
        CHECK(position_of(many, many[i]) == static_cast<int>(i));
    CHECK(position_of(few, {row, 1}) == search + 1);
    CHECK(position_of(few, {row, 4}) == search + 1);
    CHECK(position_of(few, {row, {}}) == search + 2);
    CHECK(position_of(few, {row + 1, {}}) == search + 3);
    CHECK(position_of(few, {row + 100, {}}) == static_cast<int>(few.size()) - 1);
}

} // namespace scanline::view::compaction::small::search_test
