#include "data/files.h"
#include "random_table.h"
#include "support/temporary_folder.h"

#include "scanline/core/random.h"
#include "scanline/data/npy.h"
#include "scanline/ranks/threads.h"
#include "scanline/skyline/generate.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace scanline::skyline::rank_query_test {

using namespace test;

namespace {

using Tables = std::vector<std::unique_ptr<data::Table>>;

/// Answers as so many ranks, and joins their rows.
TableAnswer ask_ranks(const Tables& parts, const TableQuery& query) {
    std::vector<TableAnswer> answers(parts.size());
    ranks::run_on_threads(static_cast<int>(parts.size()), [&](ranks::Communicator& ranks) {
        const auto rank = static_cast<std::size_t>(ranks.rank());
        TableQuery own = query;
        own.ranks = &ranks;
        answers[rank] = answer(*parts[rank], own);
    });
    TableAnswer all = answers.front();
    all.rows.clear();
    if (all.layers)
        all.layers->clear();
    std::uint32_t before = 0;
    for (std::size_t rank = 0; rank < parts.size();
         before += static_cast<std::uint32_t>(parts[rank++]->rows())) {
        for (const std::uint32_t row : answers[rank].rows)
            all.rows.push_back(before + row);
        if (all.layers)
            all.layers->insert(all.layers->end(), answers[rank].layers->begin(), answers[rank].layers->end());
        CHECK(answers[rank].groups == all.groups);
        CHECK(answers[rank].filtered == all.filtered);
    }
    return all;
}

void check_same(const TableAnswer& together, const TableAnswer& alone) {
    CHECK(together.rows == alone.rows);
    CHECK((together.layers == alone.layers));
    CHECK(together.filtered == alone.filtered);
    CHECK(together.dropped == alone.dropped);
    CHECK(together.groups == alone.groups);
}

/// The lines below the header of a CSV, cut into files of about equal or of any sizes.
Tables cut(const std::filesystem::path& folder, const std::string& csv, std::size_t parts, Random& random) {
    std::vector<std::string> lines;
    for (std::size_t first = 0, end; first < csv.size(); first = end + 1) {
        end = csv.find('\n', first);
        lines.push_back(csv.substr(first, end - first + 1));
    }
    std::vector<std::size_t> cuts{1};
    for (std::size_t part = 1; part < parts; ++part)
        cuts.push_back(1 + random.below(lines.size()));
    std::ranges::sort(cuts);
    cuts.push_back(lines.size());
    Tables tables;
    for (std::size_t part = 0; part < parts; ++part) {
        std::string text = lines[0];
        for (std::size_t line = cuts[part]; line < cuts[part + 1]; ++line)
            text += lines[line];
        tables.push_back(data::read_table(
            data::test::put(folder / fmt::format("{}-of-{}-{}.csv", part, parts, random.next()), text),
            {.has_header = true}));
    }
    return tables;
}

Tables cut(const std::string& csv, std::size_t parts, std::uint64_t seed) {
    const scanline::test::TemporaryFolder folder;
    Random random(seed);
    return cut(folder / ".", csv, parts, random);
}

} // namespace

TEST_CASE("Ranks find the rows, layers and groups of one process, for every query, however rows are cut") {
    const scanline::test::TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        RandomTable table(random);
        TableQuery& query = table.query;
        if (random.below(3) != 0)
            query.layers = random.between(1, 4);
        if (random.below(3) == 0)
            query.device = in_place_of_device(random.between(0, 30));
        if (random.below(2) == 0)
            query.options.algorithm = Algorithm::box_tree;
        const std::string csv = table.grow(random.below(90));
        const auto whole = data::read_table(data::test::put(folder / fmt::format("{}.csv", seed), csv),
                                            {.has_header = true});
        const TableAnswer alone = answer(*whole, query);
        CHECK(whole->csv_rows({.rows = alone.rows, .layers = alone.layers}) == table.expected());
        for (const std::size_t parts : {std::size_t{1}, 2 + random.below(4), std::size_t{8}}) {
            CAPTURE(parts);
            check_same(ask_ranks(cut(folder / ".", csv, parts, random), query), alone);
        }
    }
}

TEST_CASE("Ranks find the skylines of arrays, however many columns take part") {
    const scanline::test::TemporaryFolder folder;
    for (const int dimensions : {1, 2, 3, 6}) {
        CAPTURE(dimensions);
        const auto columns = static_cast<std::size_t>(dimensions);
        const std::vector<float> values = generate(Kind::anticorrelated, 4000, dimensions, 9).coordinates;
        const auto read = [&](std::size_t first, std::size_t end) {
            const auto path = folder / fmt::format("{}-{}-{}.npy", dimensions, first, end);
            data::write_npy<float>(path, std::span(values).subspan(first * columns, (end - first) * columns),
                                   {end - first, columns});
            return data::read_table(path);
        };
        TableQuery query;
        query.options.keep = Duplicates::first;
        for (std::size_t column = 0; column < columns; ++column)
            query.columns.push_back({column, column % 2 == 0 ? Direction::min : Direction::max});
        const TableAnswer alone = answer(*read(0, 4000), query);
        for (const std::size_t parts : {2u, 5u}) {
            Tables tables;
            for (std::size_t part = 0; part < parts; ++part)
                tables.push_back(read(4000 * part / parts, 4000 * (part + 1) / parts));
            check_same(ask_ranks(tables, query), alone);
        }
    }
}

TEST_CASE("Ranks send only what may dominate rows of others, or be dominated") {
    constexpr std::int64_t rows = 500;
    // No row dominates another.
    const auto sent_of = [](std::int64_t step, std::int64_t second) {
        Tables tables;
        for (const std::int64_t first : {std::int64_t{0}, second}) {
            std::vector<std::int64_t> x(rows), y(rows);
            for (std::int64_t i = 0; i < rows; ++i)
                y[static_cast<std::size_t>(i)] = -(x[static_cast<std::size_t>(i)] = first + step * i);
            tables.push_back(data::make_table({{"x", x}, {"y", y}}));
        }
        const TableAnswer found = ask_ranks(tables, {.columns = {{0}, {1}}});
        CHECK(found.rows.size() == 2 * rows);
        return found.sent;
    };
    CHECK(sent_of(1, rows) == 0);
    CHECK(sent_of(2, 1) == 2 * (rows - 1)); // the first row and the last are beside all
}

TEST_CASE("Ranks do not compare their own rows with each other again") {
    const std::vector<float> values = generate(Kind::anticorrelated, 8000, 6, 10).coordinates;
    const scanline::test::TemporaryFolder folder;
    Tables halves;
    for (const std::size_t half : {0u, 1u}) {
        const auto path = folder / fmt::format("{}.npy", half);
        data::write_npy<float>(path, std::span(values).subspan(half * 24'000, 24'000), {4000, 6});
        halves.push_back(data::read_table(path));
    }
    TableQuery query;
    for (std::size_t column = 0; column < 6; ++column)
        query.columns.push_back({column});
    std::int64_t alone = 0;
    for (const auto& half : halves)
        alone += answer(*half, query).counters.dominance_tests;
    // Otherwise it would be more than twice as many.
    const std::int64_t together = ask_ranks(halves, query).counters.dominance_tests;
    CHECK(together > alone);
    CHECK(together < alone * 9 / 5);
}

TEST_CASE("Ranks agree on what cells are: long numbers, numbers written otherwise, text on one rank") {
    // Doubles of the second and third numbers are equal.
    const std::string numbers = "x,y\n1,9007199254740993\n1,9007199254740992\n1,9007199254740993\n";
    const TableQuery both{.columns = {{0}, {1}}};
    CHECK(ask_ranks(cut(numbers, 3, 1), both).rows == std::vector<std::uint32_t>{1});
    const auto groups_of = [](const std::string& csv) {
        std::vector<std::int64_t> groups;
        for (std::uint64_t seed = 1; seed <= 9; ++seed)
            groups.push_back(ask_ranks(cut(csv, 3, seed), {.columns = {{0}}, .diff = 1}).groups);
        return groups;
    };
    CHECK(groups_of("x,g\n1,1.0\n2,1\n3,1e0\n4,2\n5,\n") == std::vector<std::int64_t>(9, 3));
    CHECK(groups_of("x,g\n1,1.0\n2,1\n3,1e0\n4,2\n5,none\n") == std::vector<std::int64_t>(9, 5));
}

TEST_CASE("A cell that is wrong on one rank is an error of all") {
    for (const char* cell : {"", "red"}) {
        const Tables parts = cut(fmt::format("x,y\n1,2\n3,4\n5,{}\n", cell), 3, 2);
        int failed = 0;
        std::string told;
        ranks::run_on_threads(3, [&](ranks::Communicator& ranks) {
            try {
                answer(*parts[static_cast<std::size_t>(ranks.rank())],
                       {.columns = {{0}, {1}}, .ranks = &ranks});
            } catch (const Error& error) {
                if (ranks.rank() == 0)
                    told = error.what();
            }
            const auto all = ranks::share_of(ranks, 1).all;
            if (ranks.rank() == 0)
                failed = static_cast<int>(all);
        });
        CAPTURE(told);
        CHECK(failed == 3);
        CHECK(told.find("column 1 (y) is ") != std::string::npos);
    }
}

} // namespace scanline::skyline::rank_query_test
