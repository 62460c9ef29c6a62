#include "scanline/tables/column_type.h"

#include "scanline/core/random.h"
#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <iterator>

namespace scanline::tables::column_type_test {

namespace {

using Cells = std::vector<std::string>;

/// The type that all cells have, from its definition.
ColumnType expected_type(const Cells& cells, const Reading& reading) {
    if (cells.empty())
        return {};
    const auto is_number = [&](const std::string& cell) {
        return !is_code(cell) && read_cell(cell, reading.numbers);
    };
    ColumnType type{.kind = Kind::text};
    if (is_number(cells.front())) {
        const auto other = std::ranges::find_if_not(cells, is_number);
        other == cells.end() ? type.kind = Kind::number : (type.example = *other, Kind::text);
        return type;
    }
    DateSniffer dates;
    for (const std::string& cell : cells) {
        dates.add(cell);
        if (reading.dates ? !reading.dates->read(cell) : !dates.fits()) {
            type.example = cell;
            return type;
        }
    }
    type.kind = Kind::date;
    type.dates = reading.dates;
    if (const auto fitting = dates.candidates(); !type.dates && fitting.size() == 1)
        type.dates = fitting.front();
    return type;
}

TypeSniffer sniffed(const Cells& cells, const Reading& reading) {
    TypeSniffer sniffer(reading);
    for (const std::string& cell : cells)
        if (!sniffer.is_text() && !is_missing(cell, reading))
            sniffer.add(cell);
    return sniffer;
}

void check(const ColumnType& found, const ColumnType& expected) {
    const auto pattern = [](const ColumnType& type) { return type.dates ? type.dates->pattern() : "none"; };
    REQUIRE(found.kind == expected.kind);
    REQUIRE(found.example == expected.example);
    REQUIRE(pattern(found) == pattern(expected));
}

/// Cells that more than one type may read, many of them alike.
Cells random_cells(Random& random) {
    static const std::vector<Cells> pools{
        {"1", "-2.5", "1e400", "NA", "0"},
        {"20240703", "00010203", "19990101", "00991231", "1"},
        {"3/4/2024", "04/03/2024", "13/4/2024", "4/13/2024", "5/5/2024", ""},
        {"2024-07-03", "2024-W27-3", "2024-07", "2024-07-03 13:05", "NA"},
        {"1.2.2024", "1.2", "31.12.1999", "1.2.2024"},
        {"007", "7", "NA", "08"},
        {"x", "20240703", "00010203", "3/4/2024", "1", "2024-07-03", "NA", "Jan 1 2000", "1-Jan-2000"},
        {"NA", ""}};
    const Cells& pool = pools[random.below(static_cast<std::uint32_t>(pools.size()))];
    Cells cells;
    for (auto left = random.below(9); left > 0; --left)
        cells.push_back(pool[random.below(static_cast<std::uint32_t>(pool.size()))]);
    if (random.below(4) == 0)
        cells.emplace_back("x y");
    return cells;
}

/// Cuts cells into parts, some of them empty.
std::vector<Cells> parts_of(const Cells& cells, std::size_t parts, Random& random) {
    std::vector<std::size_t> cuts{0, cells.size()};
    while (cuts.size() <= parts)
        cuts.push_back(random.below(static_cast<std::uint32_t>(cells.size() + 1)));
    std::ranges::sort(cuts);
    std::vector<Cells> cut;
    for (std::size_t i = 0; i < parts; ++i)
        cut.emplace_back(cells.begin() + static_cast<std::ptrdiff_t>(cuts[i]),
                         cells.begin() + static_cast<std::ptrdiff_t>(cuts[i + 1]));
    return cut;
}

Cells without_missing(const Cells& cells) {
    Cells values;
    std::ranges::copy_if(cells, std::back_inserter(values), [](auto& cell) { return !is_missing(cell, {}); });
    return values;
}

Reading random_reading(Random& random) {
    Reading reading;
    if (random.below(4) == 0)
        reading.dates = DateFormat::parse(random.below(2) == 0 ? "%Y%m%d" : "%d/%m/%Y");
    return reading;
}

} // namespace

TEST_CASE("Sniffers of parts, joined in any order of neighbours, find the type of the whole column") {
    Random random(1);
    for (int round = 0; round < 20'000; ++round) {
        const Cells cells = random_cells(random);
        const Reading reading = random_reading(random);
        CAPTURE(cells);
        const ColumnType expected = expected_type(without_missing(cells), reading);
        check(sniffed(cells, reading).type(), expected);
        std::vector<TypeSniffer> sniffers;
        for (const Cells& part : parts_of(cells, 1 + random.below(5), random))
            sniffers.push_back(sniffed(part, reading));
        while (sniffers.size() > 1) {
            const std::size_t at = random.below(static_cast<std::uint32_t>(sniffers.size() - 1));
            sniffers[at].add(sniffers[at + 1]);
            sniffers.erase(sniffers.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        }
        check(sniffers.front().type(), expected);
    }
}

TEST_CASE("Ranks find the types of columns of which each has seen a part") {
    Random random(2);
    for (const int ranks : {1, 2, 3, 5, 8})
        for (int round = 0; round < 20; ++round) {
            const Reading reading = random_reading(random);
            std::vector<ColumnType> expected;
            std::vector<std::vector<Cells>> parts;
            for (auto columns = random.below(6); columns > 0; --columns) {
                const Cells cells = random_cells(random);
                expected.push_back(expected_type(without_missing(cells), reading));
                parts.push_back(parts_of(cells, static_cast<std::size_t>(ranks), random));
            }
            std::vector<std::vector<ColumnType>> found(static_cast<std::size_t>(ranks));
            ranks::run_on_threads(ranks, [&](ranks::Communicator& of) {
                const auto rank = static_cast<std::size_t>(of.rank());
                std::vector<TypeSniffer> sniffers;
                for (const std::vector<Cells>& column : parts)
                    sniffers.push_back(sniffed(column[rank], reading));
                merge_over_ranks(of, sniffers);
                for (const TypeSniffer& sniffer : sniffers)
                    found[rank].push_back(sniffer.type());
            });
            for (const std::vector<ColumnType>& types : found)
                for (std::size_t column = 0; column < expected.size(); ++column)
                    check(types[column], expected[column]);
        }
}

TEST_CASE("What is known without cells holds for all parts") {
    const Reading reading{.numbers = {.decimal_comma = true}};
    for (const Kind kind : {Kind::number, Kind::text}) {
        TypeSniffer known(reading), none(reading);
        known.set(kind);
        none.add(known);
        known.add(none);
        CHECK((known.type().kind == kind && none.type().kind == kind));
        CHECK((none.type().example.empty() && none.is_text() == (kind == Kind::text)));
        CHECK(known.type().numbers == (kind == Kind::number ? NumberForm() : reading.numbers));
    }
}

} // namespace scanline::tables::column_type_test
