// The pictures of the explorer against loops over the rows, without OpenGL.
#include "explorer_cases.h"
#include "scenes/explorer/bars.h"
#include "scenes/explorer/icicle.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>
#include <map>
#include <set>

namespace scanline::view::explorer::cases {

using scanline::test::TemporaryFolder;

namespace {

bool is_selected(const Data& data, const std::vector<Selected>& selected, std::size_t row) {
    for (std::size_t d = 0; d < selected.size(); ++d)
        if (selected[d] && std::ranges::count(*selected[d], data.cube->rows.codes[d][row]) == 0)
            return false;
    return true;
}

/// The codes of a row along the path, as far as a level.
std::vector<std::uint32_t> way_of(const Data& data, std::size_t row, std::size_t level) {
    std::vector<std::uint32_t> way;
    for (std::size_t at = 0; at < level; ++at)
        way.push_back(data.cube->rows.codes[static_cast<std::size_t>(data.tree->path[at])][row]);
    return way;
}

} // namespace

TEST_CASE("missing values have a bar of their own, and a group without values has no value") {
    const TemporaryFolder folder;
    const std::string file = put(folder, "city,rent\nA,NA\nB,-3\nA,\nC,4.25\nB,0.5\nC,NA\nD,null\nB,10\n");
    const auto data =
        explorer({{"table", file}, {"path", "city, rent"}, {"bins", "rent:2"}, {"measure", "rent:avg"}});
    CHECK(shown(*data, 0) == std::vector<std::string>{"C", "B", "A", "D"});
    CHECK(shown(*data, 1) == std::vector<std::string>{"", "-10..0", "0..10"});
    const Bars cities = bars_of(*data, 0, data->totals[0], {});
    CHECK(cities.bars[0].total == 4.25);
    CHECK(cities.bars[1].total == 2.5);
    CHECK(cities.bars[2].total == std::nullopt);
    CHECK(cities.low == 0);
    const Icicle icicle = lay_out(*data, {}, {}, 2, 0);
    CHECK(data->long_text(icicle.rows[0][0].measured) == "2.94");
    for (const IcicleBlock& block : icicle.rows[1]) {
        const std::string& city = data->value(0, data->tree->levels[1].key[block.node]);
        CHECK((data->long_text(block.measured) == "-") == (city == "A" || city == "D"));
    }
    CHECK(short_number(std::nullopt) == "-");
    CHECK(short_number(1.25) == "1.25");
    CHECK(short_number(1234) == "1,234");
    CHECK(short_number(-12'000) == "-12,000");
    CHECK(short_number(999'999.6) == "1.00M");
    CHECK(short_number(1e300) == "1e+300");
}

TEST_CASE("sums beyond 64 bits are exact in merged blocks too, and what is selected whole is drawn whole") {
    const TemporaryFolder folder;
    std::string text = "word,kind,size\n";
    for (int i = 0; i < 60; ++i) // 2^53 + 1 each, which a double rounds
        text += fmt::format("{},x{},{}\n", i < 3 ? "a" : fmt::format("w{}", i), i,
                            i < 3   ? "9007199254740993"
                            : i < 6 ? "9000000000000000001"
                                    : "-1");
    const auto data =
        explorer({{"table", put(folder, text)}, {"path", "word, kind"}, {"measure", "size:sum"}});
    CHECK(data->long_text(lay_out(*data, {}, {}, 1, 0).rows[0][0].measured) == "27,027,021,597,764,222,928");
    const Icicle merged = lay_out(*data, {}, {}, 2, 0.5);
    REQUIRE(merged.rows[1].size() == 1);
    CHECK(data->long_text(merged.rows[1][0].measured) == "27,027,021,597,764,222,928");
    Choice all{{std::vector{*data->dimension(0).dictionary.find("a")}, {}}, {}};
    const Icicle drilled = lay_out(*data, {all.selected[0]->front()}, selected_weights(*data, all, {}), 1, 0);
    CHECK(drilled.rows[0][0].fraction() == 1);
}

TEST_CASE("a chart has room for the bars of the selection, which may be longer than those of all rows") {
    const TemporaryFolder folder;
    const auto data = explorer({{"table", put(folder, "name,kind,value\nA,x,-5.5\nA,y,8\nB,y,1\n")},
                                {"path", "name, kind"},
                                {"measure", "value:sum"}});
    const Bars all = bars_of(*data, 0, data->totals[0], {});
    CHECK(all.low == 0);
    CHECK(all.high == 2.5);
    const Bars x = bars_of(*data, 0, data->histograms->select(1, std::vector<std::uint32_t>{0})[0], {});
    CHECK(x.low == -5.5);
    CHECK(x.high == 2.5);
}

TEST_CASE("a click toggles a value, and a drag selects those between") {
    CHECK(toggled({}, 3, 5) == std::vector<std::uint32_t>{3});
    CHECK(toggled(std::vector<std::uint32_t>{1, 3}, 2, 5) == std::vector<std::uint32_t>{1, 2, 3});
    CHECK(toggled(std::vector<std::uint32_t>{1, 3}, 3, 5) == std::vector<std::uint32_t>{1});
    CHECK(toggled(std::vector<std::uint32_t>{3}, 3, 5) == Selected());
    CHECK(toggled(std::vector<std::uint32_t>{0, 1}, 2, 3) == Selected());
    Bars bars;
    for (const std::uint32_t code : {4u, 0u, 2u, 1u, 3u})
        bars.bars.push_back({.code = code});
    CHECK(brushed(bars, 3, 1) == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(brushed(bars, 0, 4) == Selected());
    CHECK(bars.at(-1) == 0);
    CHECK(bars.at(0.39) == 1);
    CHECK(bars.at(7) == 4);
}

TEST_CASE("texts are shown by what is measured, numbers and bins ascending") {
    const auto data = explorer({{"path", "city, when.hour, price"}, {"measure", "price:sum"}});
    const auto sum = [&](std::uint32_t code) { return data->totals[0].values[0][code]; };
    for (std::size_t i = 1; i < data->order[0].size(); ++i)
        CHECK(sum(data->order[0][i - 1]) >= sum(data->order[0][i]));
    for (std::size_t i = 1; i < data->order[1].size(); ++i)
        CHECK(std::stoi(data->value(1, data->order[1][i - 1])) <
              std::stoi(data->value(1, data->order[1][i])));
    CHECK(std::ranges::is_sorted(data->order[2]));
}

TEST_CASE("bars have the rows that all other dimensions select") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto data = explorer({{"count", "500"}, {"seed", std::to_string(seed)}});
        const std::vector<Selected> selected = random_selection(*data, random);
        for (std::size_t d = 0; d < selected.size(); ++d)
            data->histograms->select(static_cast<int>(d), selected[d]);
        for (int d = 0; d < data->dimensions(); ++d) {
            const auto at = static_cast<std::size_t>(d);
            std::vector<Selected> others = selected;
            others[at].reset();
            std::map<std::uint32_t, double> total, now;
            for (std::size_t row = 0; row < 500; ++row) {
                ++total[data->cube->rows.codes[at][row]];
                now[data->cube->rows.codes[at][row]] += is_selected(*data, others, row) ? 1 : 0;
            }
            const Bars bars = bars_of(*data, d, data->histograms->current()[at], selected[at]);
            for (const Bar& bar : bars.bars) {
                CHECK(bar.total == total[bar.code]);
                CHECK(bar.now == now[bar.code]);
                CHECK(bar.selected == (!selected[at] || std::ranges::count(*selected[at], bar.code) > 0));
            }
        }
    }
}

TEST_CASE("an icicle's blocks have the rows of their nodes and the selected share; thin ones are merged") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto data = explorer({{"count", "500"},
                                    {"seed", std::to_string(seed)},
                                    {"measure", std::array{"count", "price:sum", "price:max"}[seed % 3]},
                                    {"path", "channel, product, when.month, city"}});
        const Choice choice{random_selection(*data, random), {}};
        const auto drill = way_of(*data, random.below(500), random.below(3));
        const double least = 0.002 * random.between(1, 10);
        const Icicle icicle = lay_out(*data, drill, selected_weights(*data, choice, {}), 9, least);
        REQUIRE(icicle.rows.size() == 5 - drill.size());
        REQUIRE(icicle.rows[0].size() == 1);
        for (std::size_t row = 0; row < icicle.rows.size(); ++row) {
            const std::size_t level = drill.size() + row;
            std::map<std::vector<std::uint32_t>, std::pair<double, double>> wanted;
            for (std::size_t r = 0; r < 500; ++r) {
                const double weight =
                    seed % 3 == 1 ? static_cast<double>(data->cube->rows.measures[0][r]) : 1;
                auto& [all, selected] = wanted[way_of(*data, r, level)];
                all += weight;
                selected += choice.has_selection() && !is_selected(*data, choice.selected, r) ? 0 : weight;
            }
            double end = 0;
            std::size_t thin = 0;
            for (const IcicleBlock& block : icicle.rows[row]) {
                CHECK(block.begin >= end - 1e-9);
                end = block.end;
                if (block.merged > 0)
                    continue;
                const auto& [all, selected] = wanted[cube::codes_of(*data->tree, level, block.node)];
                CHECK(block.weight == all);
                CHECK(block.selected == selected);
                const cube::Level& nodes = data->tree->levels[level];
                CHECK(block.count == nodes.count[block.node]);
                CHECK(data->long_text(block.measured) ==
                      data->long_text(data->measured(block.count, nodes.values, block.node)));
                thin += block.width() < least - 1e-9 ? 1u : 0u;
            }
            CHECK(end <= 1 + 1e-9);
            CHECK(thin <= (row == 0 ? std::size_t{0}
                                    : icicle.rows[row - 1].size())); // one thin child is none of several
        }
        // Children fill their parents: nothing is lost to those that are merged.
        double selected = 0, weight = 0;
        for (const IcicleBlock& block : icicle.rows[1]) {
            weight += block.weight;
            selected += block.selected;
        }
        CHECK(weight == icicle.rows[0][0].weight);
        CHECK(selected == icicle.rows[0][0].selected);
    }
}

TEST_CASE("nodes too thin to be seen are one block of others, and the widest stand first") {
    const TemporaryFolder folder;
    std::string text = "word,kind\n";
    for (int i = 0; i < 900; ++i)
        text += fmt::format("{},{}\n", i < 400 ? "a" : i < 700 ? "b" : fmt::format("w{}", i), i % 2);
    const auto data = explorer({{"table", put(folder, text)}, {"path", "word, kind"}});
    const Icicle icicle = lay_out(*data, {}, {}, 3, 0.01);
    REQUIRE(icicle.rows[1].size() == 3);
    CHECK(data->value(0, data->tree->levels[1].key[icicle.rows[1][0].node]) == "a");
    CHECK(icicle.rows[1][0].width() == Catch::Approx(4.0 / 9));
    CHECK(icicle.rows[1][2].merged == 200);
    CHECK(icicle.rows[1][2].end == Catch::Approx(1));
    CHECK(icicle.rows[2].size() == 4);
    CHECK(icicle.rows[1][2].selected == 200);
    const Choice some = parse_choice(*data, [&] {
        Setup setup = data->setup;
        setup.select = "word={w700,w701,w899,a}";
        return setup;
    }());
    CHECK(lay_out(*data, {}, selected_weights(*data, some, {}), 3, 0.01).rows[1][2].selected == 3);
    CHECK(block_at(icicle, 1, 0.5) == &icicle.rows[1][1]);
    CHECK(block_at(icicle, 2, 0.9) == nullptr);
    CHECK(block_at(icicle, 3, 0.5) == nullptr);
}

} // namespace scanline::view::explorer::cases
