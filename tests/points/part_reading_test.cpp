#include "scanline/points/points_file.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/core/random.h"
#include "scanline/data/npy.h"
#include "scanline/data/npz.h"
#include "scanline/data/table_part.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

#include <mutex>

namespace scanline::points::part_reading_test {

using data::test::put;

namespace {

/// What ranks have read, put together.
FilePoints joined(std::vector<FilePoints> parts) {
    FilePoints all = std::move(parts.front());
    std::vector<std::int64_t> rows;
    const auto add_rows = [&](const FilePoints& part, std::size_t points) {
        for (std::size_t point = 0; point < points; ++point)
            rows.push_back(part.row_of(static_cast<std::int64_t>(point)));
    };
    const auto size = [](const FilePoints& part) {
        return static_cast<std::size_t>(
            std::visit([](auto& cloud) { return cloud.points().size(); }, part.points));
    };
    add_rows(all, size(all));
    for (const FilePoints& part : std::span(parts).subspan(1)) {
        add_rows(part, size(part));
        all.ids.insert(all.ids.end(), part.ids.begin(), part.ids.end());
        std::visit(
            [&]<class Cloud>(const Cloud& cloud) {
                auto& coordinates = std::get<Cloud>(all.points).coordinates; // throws for another type
                coordinates.insert(coordinates.end(), cloud.coordinates.begin(), cloud.coordinates.end());
            },
            part.points);
        REQUIRE((part.names == all.names && part.unused == all.unused && part.file_rows == all.file_rows));
        REQUIRE((part.dropped == all.dropped && part.changed == all.changed));
        REQUIRE(part.largest_change == all.largest_change);
    }
    all.rows.assign(rows.begin(), rows.end());
    return all;
}

PartReading part_of(ranks::Communicator& ranks) {
    const auto on_all_ranks = [&ranks](const std::function<data::PartCounts()>& step) {
        data::PartCounts own;
        ranks::agree_on(ranks, [&] { own = step(); });
        return gather(ranks, own);
    };
    return {ranks, [&ranks, on_all_ranks](const auto& path, const data::TextForm& form) {
                return data::read_table_part(path, form, static_cast<std::size_t>(ranks.rank()),
                                             static_cast<std::size_t>(ranks.size()), on_all_ranks);
            }};
}

/// Reads a file by ranks, and joins what they have.
FilePoints read_by(int ranks, const std::filesystem::path& path, const PointsReading& reading) {
    std::vector<FilePoints> parts(static_cast<std::size_t>(ranks));
    ranks::run_on_threads(ranks, [&](ranks::Communicator& of) {
        const PartReading part = part_of(of);
        parts[static_cast<std::size_t>(of.rank())] = read_points(path, reading, &part);
    });
    return joined(std::move(parts));
}

void check(const std::filesystem::path& path, const PointsReading& reading = {}) {
    const FilePoints expected = read_points(path, reading);
    for (const int ranks : {1, 2, 3, 5, 8}) {
        INFO(path.filename() << " by " << ranks << " ranks");
        const FilePoints found = read_by(ranks, path, reading);
        REQUIRE(found.points.index() == expected.points.index());
        std::visit(
            [&]<class Cloud>(const Cloud& cloud) {
                CHECK(cloud.coordinates == std::get<Cloud>(expected.points).coordinates);
                CHECK(cloud.dimensions == std::get<Cloud>(expected.points).dimensions);
            },
            found.points);
        CHECK((found.names == expected.names && found.ids == expected.ids));
        CHECK((found.unused == expected.unused && found.file_rows == expected.file_rows));
        CHECK((found.dropped == expected.dropped && found.changed == expected.changed));
        CHECK(found.largest_change == expected.largest_change);
        for (std::size_t point = 0; point < found.rows.size(); ++point)
            REQUIRE(found.rows[point] == expected.row_of(static_cast<std::int64_t>(point)));
    }
}

} // namespace

TEST_CASE("Ranks read the points of their rows with the type that all need") {
    const scanline::test::TemporaryFolder folder;
    Random random(1);
    for (const std::string last : {"2", "0.1", "16777217"})
        for (const int rows : {0, 1, 4, 21}) {
            std::string csv = "id,x,town,y\n";
            for (int row = 0; row < rows; ++row)
                csv += fmt::format("{},{},Oslo,{}\n", row, random.below(9), row + 1 < rows ? "0.5" : last);
            const auto path = put(folder / "a.csv", csv);
            check(path, {.columns = {"y", "x"}, .id = "id"});
            check(path, {.names = {"x", "y"}, .type = CoordinateType::float32});
        }
    put(folder / "p.ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\n"
                          "property double z\nend_header\n1 2 3\n4 5 6\n7 8 9\n0.1 1 7\n");
    check(folder / "p.ply");
    check(folder / "p.ply", {.columns = {"z", "x"}});
    for (const std::size_t rows : {0u, 2u, 9u}) {
        std::vector<float> floats(3 * rows, 0.5f);
        std::vector<std::int64_t> integers(3 * rows, 7);
        if (rows == 9u)
            floats.front() = 1e21f, integers.back() = std::int64_t{1} << 40;
        data::write_npy<float>(folder / "f.npy", floats, {rows, 3});
        data::write_npy<std::int64_t>(folder / "i.npy", integers, {rows, 3});
        check(folder / "f.npy");
        check(folder / "f.npy", {.columns = {"2", "0"}, .id = "1"});
        check(folder / "i.npy");
        check(folder / "i.npy", {.type = CoordinateType::float64});
        integers.resize(rows);
        floats.resize(rows);
        data::write_npz(folder / "c.npz", {{"x", data::make_npy<std::int64_t>(integers, {rows})},
                                           {"y", data::make_npy<std::int64_t>(integers, {rows})},
                                           {"z", data::make_npy<float>(floats, {rows})}});
        check(folder / "c.npz");
        check(folder / "c.npz", {.columns = {"x", "y"}});
    }
}

TEST_CASE("Ranks leave out rows that lack a coordinate, and add up what they left out and changed") {
    const scanline::test::TemporaryFolder folder;
    const auto path =
        put(folder / "a.csv", "id,x,y\na,1,NA\nb,NA,3\nc,0.1,1\nd,,4\ne,5,6\nf,0.3,2\ng,8,NA\n");
    check(path, {.id = "id", .drop_missing = true});
    check(path, {.columns = {"x", "y"}, .drop_missing = true, .type = CoordinateType::int32});
    check(put(folder / "none.csv", "x\nNA\nNA\n"), {.drop_missing = true});
    data::write_npy<float>(folder / "f.npy", std::vector{1.0f, NAN, 2.5f, 3.0f}, {4, 1});
    check(folder / "f.npy", {.drop_missing = true});
    PointsReading reading{.drop_missing = true};
    reading.cells.missing = {"7"};
    data::write_npy<std::int16_t>(folder / "i.npy", std::vector<std::int16_t>{7, 1, 2, 7, 5}, {5, 1});
    check(folder / "i.npy", reading);
}

TEST_CASE("Ranks refuse together what one finds, with its row of the file") {
    const scanline::test::TemporaryFolder folder;
    const auto refusals = [&](const std::filesystem::path& path, const PointsReading& reading) {
        std::vector<std::string> errors;
        std::mutex mutex;
        ranks::run_on_threads(3, [&](ranks::Communicator& of) {
            const PartReading part = part_of(of);
            try {
                read_points(path, reading, &part);
            } catch (const Error& error) {
                const std::scoped_lock lock(mutex);
                errors.emplace_back(error.what());
            }
        });
        REQUIRE(errors.size() == 3);
        CHECK((errors[0] == errors[1] && errors[1] == errors[2]));
        return errors[0];
    };
    using Catch::Matchers::ContainsSubstring;
    const auto path = put(folder / "a.csv", "x,y\n1,inf\n2,3\n3,4\n4,5\n5,nan\n6,7\n");
    CHECK_THAT(refusals(path, {.is_finite = true}),
               ContainsSubstring("row 4 (line 6), column 1 (y) is not a number"));
    CHECK_THAT(refusals(path, {.drop_missing = true, .is_finite = true}),
               ContainsSubstring("row 0 (line 2), column 1 (y) is infinite"));
    CHECK_THAT(refusals(put(folder / "b.csv", "x\n1\n2\n3\n1e200\n"), {}),
               ContainsSubstring("row 3 (line 5), column 0 (x) is 1e+200, and float64"));
    CHECK_THAT(refusals(put(folder / "b.csv", "x\n1\n2\n3\n1e39\n"), {.type = CoordinateType::float32}),
               ContainsSubstring("row 3 (line 5), column 0 (x) is 1e+39"));
    CHECK_THAT(refusals(put(folder / "b.csv", "x\n1\n2\n3\ntwo\n"), {}),
               ContainsSubstring("row 3 (line 5), column 0 (x) is 'two'"));
    put(folder / "p.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty double x\nproperty double y\n"
                          "property double z\nend_header\n1 2 3\n4 5 nan\n");
    CHECK_THAT(refusals(folder / "p.ply", {}), ContainsSubstring("row 1, column 2 (z) is not a number"));
    CHECK(refusals(path, {.columns = {"z"}}) ==
          data::test::error_of([&] { read_points(path, {.columns = {"z"}}); }, ErrorKind::usage));
}

} // namespace scanline::points::part_reading_test
