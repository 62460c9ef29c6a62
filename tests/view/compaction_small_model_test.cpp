#include "scenes/compaction/small/model.h"

#include "scanline/core/random.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <fmt/format.h>

namespace scanline::view::compaction::small::model_test {

using raster::Algorithm;

namespace {

/// Setups of all algorithms, methods and many sizes.
std::vector<Setup> many_setups(std::uint64_t seed) {
    Random random(seed);
    std::vector<Setup> setups;
    for (const Algorithm algorithm : small_algorithms) {
        for (const int size : {8, 13, 16, 33, 64, 200, 256}) {
            Setup setup;
            setup.set_size(size);
            setup.set_density(random.unit());
            setup.set_seed(random.between(0, 999));
            setup.set_block(1 << random.between(1, 8));
            setup.algorithm = algorithm;
            setup.prefix_sum = enumerators<raster::PrefixSumMethod>[random.below(3)];
            setup.run_lengths = enumerators<raster::RunLengthMethod>[random.below(3)];
            setups.push_back(setup);
        }
    }
    return setups;
}

std::string text_of(const Row& row) {
    std::string text;
    for (const Cell& cell : row.cells)
        text += cell.text.empty() ? "." : cell.text;
    return text;
}

#define DESCRIBE(setup)                                                                                      \
    INFO("algorithm " << to_string((setup).algorithm) << ", block " << (setup).block() << ", elements "      \
                      << (setup).elements())

} // namespace

TEST_CASE("The rows are the input and exactly the passes that the twin has run, with its numbers") {
    for (const Setup& setup : many_setups(1)) {
        DESCRIBE(setup);
        const Model model(setup);
        raster::reference::Trace trace;
        raster::reference::compact(setup.values(), setup.layout(), setup.options(), &trace);
        REQUIRE(model.rows().size() == trace.passes().size() + 1);
        for (std::size_t p = 0; p < trace.passes().size(); ++p) {
            const Row& row = model.rows()[p + 1];
            INFO(row.text.name << ", " << row.text.detail);
            CHECK(model.trace().passes()[p].name == trace.passes()[p].name);
            CHECK(row.cells.size() == trace.passes()[p].values.size());
            CHECK(row.channels == static_cast<std::size_t>(trace.passes()[p].channels));
            CHECK_FALSE(row.text.name.empty());
            CHECK_FALSE(row.text.meaning.empty());
            CHECK(row.text.channels.size() == (row.channels > 1 ? 4 : 0));
            if (row.text.kind != RowKind::counts)
                continue;
            for (std::size_t i = 0; i < row.cells.size(); ++i)
                CHECK(std::stof(row.cells[i].text) == trace.passes()[p].values[i]);
        }
        CHECK(model.trace().passes()[model.search_row() - 1].name == raster::pass::search);
    }
}

TEST_CASE("The last row is std::copy_if of the input, of Jumping Jack block by block in any order") {
    for (const Setup& setup : many_setups(2)) {
        DESCRIBE(setup);
        const Model model(setup);
        std::vector<std::string> input, found;
        for (std::size_t i = 0; i < setup.elements().size(); ++i)
            input.push_back(setup.elements()[i] == '1' ? model.label(i) : "");
        std::vector<std::string> expected;
        std::ranges::copy_if(input, std::back_inserter(expected),
                             [](const std::string& label) { return !label.empty(); });
        for (const Cell& cell : model.rows().back().cells)
            if (cell.kind == CellKind::survivor)
                found.push_back(cell.text);
        CHECK(static_cast<int>(expected.size()) == model.survivors());
        REQUIRE(found.size() == expected.size());
        // They stand at the front.
        for (std::size_t i = 0; i < found.size(); ++i)
            CHECK(model.rows().back().cells[i].text == found[i]);
        if (setup.algorithm == Algorithm::histopyramid) {
            std::ranges::sort(found);
            std::ranges::sort(expected);
        }
        if (setup.algorithm == Algorithm::jj) {
            auto first = std::size_t{0};
            const auto block = static_cast<std::size_t>(setup.block());
            for (std::size_t b = 0; b < input.size(); b += block) {
                const auto end = std::min(b + block, input.size());
                const auto survivors = static_cast<std::size_t>(
                    std::count(setup.elements().begin() + static_cast<std::ptrdiff_t>(b),
                               setup.elements().begin() + static_cast<std::ptrdiff_t>(end), '1'));
                const auto from = static_cast<std::ptrdiff_t>(first),
                           to = static_cast<std::ptrdiff_t>(first + survivors);
                std::sort(found.begin() + from, found.begin() + to);
                std::sort(expected.begin() + from, expected.begin() + to);
                first += survivors;
            }
        }
        CHECK(found == expected);
    }
}

TEST_CASE("Every survivor leads back to its source, and its path marks both ends and all copies between") {
    for (const Setup& setup : many_setups(3)) {
        DESCRIBE(setup);
        const Model model(setup);
        const std::size_t last = model.rows().size() - 1;
        int survivors = 0;
        for (std::size_t i = 0; i < model.rows().back().cells.size(); ++i) {
            CellId cell{last, i};
            if (model.rows().back().cells[i].kind != CellKind::survivor) {
                CHECK(model.copied_from(cell) == cell);
                continue;
            }
            ++survivors;
            for (CellId before = model.copied_from(cell); before != cell; before = model.copied_from(cell))
                cell = before;
            CHECK(cell.row == 0);
            CHECK(model.label(cell.index) == model.rows().back().cells[i].text);
            if (survivors % 16 != 1)
                continue;
            const auto up = model.path({last, i}), down = model.path(cell);
            CHECK(up[0][cell.index] == PathMark::copy);
            CHECK(down[last][i] == PathMark::copy);
            CHECK(down[model.search_row()] != std::vector<PathMark>(down[model.search_row()].size()));
            // A source has exactly one copy in every row of survivors that is not empty.
            for (std::size_t r = 1; r < model.rows().size(); ++r)
                if (model.trace().passes()[r - 1].name == raster::pass::search ||
                    model.trace().passes()[r - 1].name == raster::pass::concatenate)
                    CHECK(std::ranges::count(down[r], PathMark::copy) == 1);
        }
        CHECK(survivors == model.survivors());
    }
}

TEST_CASE("A path holds what a cell was computed from and what it went into, and nothing beside it") {
    Setup setup; // doubling over one block of 16
    const Model model(setup);
    const auto path = model.path({2, 5}); // the first sums: 5 and 4
    CHECK(path[2][5] == PathMark::copy);
    const auto marked = [&path](std::size_t row) {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < path[row].size(); ++i)
            if (path[row][i] != PathMark::none)
                places.push_back(i);
        return places;
    };
    CHECK(marked(0) == std::vector<std::size_t>{4, 5});
    CHECK(marked(1) == std::vector<std::size_t>{4, 5});
    CHECK(marked(2) == std::vector<std::size_t>{5});
    CHECK(marked(3) == std::vector<std::size_t>{5, 7});
    CHECK(marked(4) == std::vector<std::size_t>{5, 7, 9, 11});
}

TEST_CASE("A path goes past the rows between a pass and an earlier one that it reads") {
    Setup setup;
    setup.apply(Preset::figure_3);
    setup.algorithm = Algorithm::jj;
    setup.prefix_sum = raster::PrefixSumMethod::blelloch;
    const Model model(setup); // rows 2 and 3 go up the tree of eight, 4 to 6 down
    REQUIRE(model.rows()[5].text.detail == "down, level 1");
    const auto path = model.path({2, 0});
    using enum PathMark;
    CHECK(path[4] == std::vector{none, influence});
    // Node 1 has nothing before its parent: it reads its left sibling of row 2 alone.
    CHECK(path[5] == std::vector{none, influence, influence, influence});
}

TEST_CASE("Labels are letters in the stream's order, numbers where there are too many") {
    Setup setup;
    CHECK(text_of(Model(setup).rows()[0]) == ".ab..cd...e..f..");
    CHECK(text_of(Model(setup).rows().back()) == "dabefc..........");
    setup.set_size(32);
    setup.apply(Preset::all_valid);
    CHECK(Model(setup).label(0) == "1");
    CHECK(Model(setup).label(31) == "32");
    setup.set_size(26);
    CHECK(Model(setup).label(25) == "z");
    setup.set_size(27);
    CHECK(Model(setup).label(25) == "26");
}

TEST_CASE("The nodes of a tree stand over as many columns as they have leaves, a block's count over it") {
    Setup setup;
    setup.apply(Preset::two_blocks);
    setup.algorithm = Algorithm::bt;
    const Model model(setup);
    CHECK(model.columns() == 16);
    CHECK(model.rows()[1].columns == 1);
    CHECK(model.rows()[2].columns == 2);
    CHECK(model.rows()[4].columns == 8);
    CHECK(model.rows()[6].text.name == "block counts");
    CHECK(model.rows()[6].columns == 8);
}

TEST_CASE("Cells say what they are: elements, holes, padding, invalid flags, zeros") {
    Setup setup;
    setup.set_elements("100100110");
    setup.set_block(4);
    const Model model(setup);
    const auto kinds = [&model](std::size_t row) {
        std::vector<CellKind> all;
        for (const Cell& cell : model.rows()[row].cells)
            all.push_back(cell.kind);
        return all;
    };
    using enum CellKind;
    CHECK(kinds(0) == std::vector{survivor, hole, hole, survivor, hole, hole, survivor, survivor, hole,
                                  padding, padding, padding});
    CHECK(kinds(1) == std::vector{number, marked, marked, number, marked, marked, number, number, marked,
                                  marked, marked, marked});
    CHECK(kinds(2)[0] == zero);
    // Three blocks of four: their counts lie in two rows of two.
    const auto counts =
        std::ranges::find(model.rows(), "block counts", [](const Row& row) { return row.text.name; });
    REQUIRE(counts != model.rows().end());
    CHECK(kinds(static_cast<std::size_t>(counts - model.rows().begin())) ==
          std::vector{number, number, zero, padding});
}

TEST_CASE("Flags are marked where they say invalid, whichever of the two they count") {
    Setup setup;
    setup.set_elements("10010000");
    setup.algorithm = Algorithm::bt;
    const Row flags = Model(setup).rows()[1];
    REQUIRE(flags.text.name == "valid?");
    CHECK(flags.cells[0].kind == CellKind::number);
    CHECK(flags.cells[0].tip == "valid? 0: 1, valid");
    CHECK(flags.cells[1].kind == CellKind::marked);
    CHECK(flags.cells[1].tip == "valid? 1: 0, invalid");
}

TEST_CASE(
    "Packed numbers are described as counts and bits, and where the outputs of a lookup begin as it is") {
    Setup setup;
    setup.set_elements(std::string(20, '0') + std::string(40, '1') + std::string(4, '0'));
    setup.algorithm = Algorithm::packed;
    const Model model(setup);
    const Row &bits = model.rows()[1], &lookup = model.rows()[model.search_row() - 1];
    REQUIRE(bits.text.name == "packed bits");
    CHECK(bits.cells[1].text == "12");
    CHECK(bits.cells[1].tip == "packed bits 0, group 1: 12 survivors, bits 1111111111110000 from the right");
    CHECK(bits.cells[0].kind == CellKind::zero);
    REQUIRE(lookup.text.name == "lookup");
    CHECK(lookup.cells[4].tip == "lookup 1, first: 36"); // group 2, number 4 there
}

TEST_CASE("Rows about rows of blocks have padding behind the last of them") {
    Setup setup;
    setup.set_elements(std::string(200, '1'));
    setup.set_block(2); // 100 blocks, whose counts lie in seven rows of sixteen
    const Model model(setup);
    const auto totals =
        std::ranges::find(model.rows(), "row totals", [](const Row& row) { return row.text.name; });
    REQUIRE(totals != model.rows().end());
    CHECK(totals->cells.size() == 8);
    CHECK(std::ranges::count(totals->cells, CellKind::padding, &Cell::kind) == 1);
    CHECK(totals->cells.back().kind == CellKind::padding);
}

TEST_CASE("Fetches count a texel once where it is read again at once") {
    Setup setup;
    const Model model(setup);
    CHECK(model.rows()[1].fetches == 16);
    CHECK(model.rows()[2].fetches == 31); // doubling, offset 1: all but the first have two
    // Output 1 of Jumping Jack: the count, its flag, its element.
    CHECK(model.fetches({model.search_row(), 1}).size() == 3);
    // A descriptor: its sum, its count; there is one row only.
    setup.apply(Preset::two_blocks);
    const Model two(setup);
    const auto found =
        std::ranges::find(two.rows(), "descriptors", [](const Row& row) { return row.text.name; });
    REQUIRE(found != two.rows().end());
    CHECK(found->fetches == 4);
}

TEST_CASE("The cost of a search is that of the outputs that find an element") {
    Setup setup;
    // Chains of the example: 0 15 6; 3 14 7 12 8 11 9 10; 4 13; the others stay. Each has the count, two
    // fetches for each invalid element, the flag of the valid one and the element.
    const Model::SearchCost cost = Model(setup).search_cost();
    CHECK(cost.most == 1 + 2 * 7 + 2);
    CHECK(cost.mean == Catch::Approx(((1 + 2 * 2 + 2) + (1 + 2 * 7 + 2) + (1 + 2 * 1 + 2) + 3 * 3) / 6.0));
    setup.apply(Preset::none_valid);
    CHECK(Model(setup).search_cost().most == 0);
}

TEST_CASE("The facts of an element are its block, its number in every pass so far, and where it ends") {
    Setup setup(Preset::two_blocks);
    const Model model(setup);
    const std::size_t last = model.rows().size() - 1;
    // Element 10 is valid, the third of the second block: with two of the first, its place is behind them.
    const std::vector<Setting> facts = facts_of(model, 10, last);
    CHECK(facts.front().value == "1, place 2");
    CHECK(facts.back().key == "ends at");
    CHECK(facts.back().value == fmt::format("{} of {}", *model.place_of(10, last), model.survivors()));
    CHECK(model.origin_of({last, *model.place_of(10, last)}) == CellId{0, 10});
    CHECK(facts_of(model, 10, 1).size() == 3);
    CHECK(facts_of(model, 10, 1)[1].value == model.cell({1, 10}).text);
    // Element 8 is not.
    CHECK(facts_of(model, 8, last).back().value == "removed");
    CHECK_FALSE(model.place_of(8, last));
}

TEST_CASE("A cell stands for the element that it copies or counts, a node for none") {
    Setup setup(Preset::two_blocks);
    const Model jj(setup);
    CHECK(jj.element_of({1, 9}) == 9);
    CHECK(jj.element_of({jj.search_row(), 8}) == 10);
    setup.algorithm = raster::Algorithm::bt;
    const Model bt(setup);
    CHECK_FALSE(bt.element_of({2, 1}));
    CHECK(bt.number_of(9, 2) == CellId{2, 4});
}

TEST_CASE("The code of a pass has the numbers of the pinned element, and a branch not taken is not lit") {
    Setup setup(Preset::two_blocks); // 01100110 00100100
    const Model model(setup);
    const std::vector<Probe> probes = probes_of(model, 0);
    CHECK(listing_of(model, probes, 0, {0, {}}, 3).lines.empty());
    const Listing first = listing_of(model, probes, 0, {2, {}}, 0); // nothing is before element 0
    CHECK(first.lines[1].value == "1");
    CHECK(first.lines[3].value.empty());
    CHECK(std::ranges::count(first.current, 3u) == 0);
    const Listing fourth = listing_of(model, probes, 0, {2, {}}, 4);
    CHECK(fourth.lines[1].value == "1");
    CHECK(fourth.lines[3].value == "1");
    CHECK(fourth.lines[4].value == "2");
    CHECK(std::ranges::count(fourth.current, 3u) == 1);
}

TEST_CASE("The code of a search lights the line of every fetch, from the sum at the end to the copy") {
    for (const auto algorithm : small_algorithms) {
        INFO(to_string(algorithm));
        Setup setup(Preset::two_blocks);
        setup.algorithm = algorithm;
        const Model model(setup);
        const std::vector<Probe> probes = probes_of(model, 0);
        for (std::size_t fetch = 0; fetch < probes.size(); ++fetch) {
            const Listing listing = listing_of(model, probes, 0, {model.search_row(), fetch}, {});
            REQUIRE(listing.current.size() == 1);
            const Listing::Line& lit = listing.lines[listing.current[0]];
            CHECK(lit.value.starts_with(model.cell(probes[fetch].cell).text));
            CHECK((fetch > 0 || listing.current[0] == 0));
            CHECK((fetch + 1 < probes.size() || lit.text.starts_with("out = stream")));
            // The search of run lengths begins with two fetches, and then goes on in a loop.
            if (algorithm == raster::Algorithm::rlz && fetch > 0 && fetch + 1 < probes.size())
                CHECK(lit.text.starts_with(fetch <= 2 ? "a = sums[i]" : "  a = sums[i + b]"));
        }
    }
}

} // namespace scanline::view::compaction::small::model_test
