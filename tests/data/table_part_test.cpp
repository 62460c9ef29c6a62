#include "scanline/data/table_part.h"

#include "files.h"
#include "scanline/core/random.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/threads.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace scanline::data::table_part_test {

using scanline::test::TemporaryFolder;
using test::error_of;
using test::get;
using test::put;
using Tables = std::vector<std::unique_ptr<Table>>;

namespace {

constexpr std::array<std::size_t, 5> part_counts{1, 2, 3, 5, 8};

/// The parts of several processes.
Tables read_parts(const std::filesystem::path& path, std::size_t parts, const TextForm& form = {},
                  const FilePlace& place = {}) {
    Tables tables(parts);
    ranks::run_on_threads(static_cast<int>(parts), [&](ranks::Communicator& ranks) {
        const auto part = static_cast<std::size_t>(ranks.rank());
        const auto on_all_parts = [&](const auto& step) {
            PartCounts own;
            ranks::agree_on(ranks, [&] { own = step(); });
            return ranks::gather(ranks, own);
        };
        tables[part] = read_table_part(path, form, part, parts, on_all_parts, place);
    });
    return tables;
}

std::string outcome_of(const auto& action) {
    try {
        return action();
    } catch (const Error& error) {
        return std::string("error: ") + error.what();
    }
}

/// All that a table tells of its rows, each with its number in the file.
std::string rows_of(const Table& table) {
    std::string text;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        text += table.cell_error(row, 0, table.csv_row(row)).what();
        for (std::size_t column = 0; column < table.columns(); ++column) {
            const auto element = table.element(row, column);
            text += fmt::format(
                "|{}|{}|{}", table.csv_cell(row, column), table.text(row, column),
                element ? std::visit([](auto number) { return fmt::to_string(number); }, *element) : "none");
        }
    }
    return text;
}

std::string start_of(const Table& table) {
    const Table::CsvForm form = table.csv_form();
    return fmt::format("{} of {} columns: {}|{}|{}|{}", table.all_rows(), table.columns(), form.before,
                       form.header, form.separator, form.line_end) +
           std::accumulate(table.names().begin(), table.names().end(), std::string());
}

/// Returns all that the parts of a table tell, if they are one after the other.
std::string joined(const Tables& parts) {
    std::string rows;
    std::size_t first = 0;
    for (const auto& part : parts) {
        CHECK(start_of(*part) == start_of(*parts[0]));
        CHECK(part->first_row() == first);
        first += part->rows();
        rows += rows_of(*part);
    }
    return start_of(*parts[0]) + rows;
}

void check_parts(const std::filesystem::path& path, const TextForm& form = {}) {
    const std::string whole = outcome_of([&] {
        const auto table = read_table(path, form);
        return start_of(*table) + rows_of(*table);
    });
    for (const std::size_t count : part_counts) {
        INFO(count << " parts of " << path << ": " << get(path).substr(0, 2000));
        CHECK(outcome_of([&] { return joined(read_parts(path, count, form)); }) == whole);
    }
}

/// Parts that share the rows of two files.
void check_shared(const std::filesystem::path& first, const std::filesystem::path& second) {
    const std::uint64_t old = std::filesystem::file_size(first), more = std::filesystem::file_size(second);
    const auto both = join_tables("--add", read_table(first), read_table(second));
    for (const std::size_t count : part_counts) {
        INFO(count << " parts of " << first << " and " << second);
        Tables parts = read_parts(first, count, {}, {0, old, old + more}),
               further = read_parts(second, count, {}, {old, more, old + more});
        for (std::size_t i = 0; i < count; ++i)
            parts[i] = join_tables("--add", std::move(parts[i]), std::move(further[i]));
        CHECK(joined(parts) == start_of(*both) + rows_of(*both));
    }
}

class RandomText {
public:
    explicit RandomText(std::uint64_t seed) : random_(seed) {}

    std::string make() {
        separator_ = pick<std::string>({",", ",", ";", "\t", "|"});
        line_end_ = pick<std::string>({"\n", "\n", "\r\n", "\r"});
        const std::size_t columns = 1 + below(4), rows = pick<std::size_t>({0, 1, 2, 4, 9, 40});
        std::string text = pick<std::string>({"", "", "\xef\xbb\xbf"});
        if (below(6) == 0)
            text += "sep=" + separator_ + line_end();
        if (below(4) == 0)
            text += "# a \"comment" + line_end() + blank_lines();
        if (below(4) > 0)
            text +=
                row(columns, {"x", "\"a \"\"b\"\"\"", "\"two" + line_end() + "lines\"", " y "}) + line_end();
        const bool is_damaged = below(8) == 0;
        for (std::size_t i = 0; i < rows; ++i) {
            text += blank_lines() + row(columns, {"1", "-2.5", " 3 ", "", "word", "\"quoted\"", " \" 7\" ",
                                                  "\"\"", "\"\"\"\"", "\"a" + line_end_ + line_end_ + "b\"",
                                                  "\"" + separator_ + "\r\n\"\"\n\""});
            if (is_damaged && below(rows) == 0)
                text += pick<std::string>({separator_, "\"", "5\" pipe", "\"a\"b", separator_ + "\"c"});
            text += i + 1 < rows || below(2) == 0 ? line_end() : "";
        }
        return text;
    }

private:
    std::size_t below(std::size_t size) { return static_cast<std::size_t>(random_.below(size)); }
    template <class T>
    T pick(const std::vector<T>& of) {
        return of[below(of.size())];
    }
    std::string line_end() { return below(10) > 0 ? line_end_ : pick<std::string>({"\n", "\r", "\r\n"}); }
    std::string blank_lines() { return below(5) > 0 ? "" : pick<std::string>({" ", ""}) + line_end(); }
    std::string row(std::size_t columns, const std::vector<std::string>& fields) {
        std::string text = pick(fields);
        for (std::size_t column = 1; column < columns; ++column)
            text += separator_ + pick(fields);
        return text;
    }

    Random random_;
    std::string separator_, line_end_;
};

} // namespace

TEST_CASE("Parts of a text have the rows of the whole, or its error") {
    const TemporaryFolder folder;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        INFO("seed " << seed);
        const std::filesystem::path path =
            put(folder / (seed % 3 == 0 ? "a.txt" : "a.csv"), RandomText(seed).make());
        TextForm form;
        if (seed % 2 == 0)
            form.has_header = seed % 4 == 0;
        check_parts(path, form);
    }
}

TEST_CASE("Parts begin anywhere in a text: in quotes, between CR and LF, and behind its last row") {
    const TemporaryFolder folder;
    for (const std::string_view text :
         {"", "\n", "x", "x,y\n", "1", "1,2\n3,4", "1,2\r\n3,4\r\n\r\n  ", "1\r2\r\r3\r",
          "x\n\n\n\n\n\n\n1\n", "x\n\"\n\n\n\n\n\n\n\n\n\n\n\"\n1\n", "1 2\n 3  \"a b\"\n",
          "a,b\n1,2\n3,\"4\n5,6\n", "a,b\n1,2\n3\n5,6\n7\n", "a,b\n1,2\n5\",6\n\"7\",8\n",
          "a\n5\"\n\"\n6\"\n\"\n", "a,b\n1,\"x\"y\n2,3\n", "a,5\n1,2\n", "x;y,z\n1,2\n"})
        check_parts(put(folder / "a.csv", text));
}

TEST_CASE("Parts share the rows of two files, which are one after the other, also if one has none") {
    const TemporaryFolder folder;
    const std::vector<std::string> texts{"x,y\n", "x,y\n1,2", "x,y\r\n1,2\r\n3,4\r\n5,6\r\n",
                                         "x,y\n\"a\n\nb\",1\n2,3\n\n\n\n\n\n\n\n\n\n\n4,5\n6,7\n",
                                         "x,y\n1,2\n5\",6\n\"7\",8\n"};
    for (const std::string& first : texts)
        for (const std::string& second : texts)
            check_shared(put(folder / "a.csv", first), put(folder / "b.csv", second));
    for (const std::size_t rows : {0u, 1u, 7u}) {
        std::vector<std::int32_t> numbers(2 * rows);
        std::iota(numbers.begin(), numbers.end(), 0);
        write_npy<std::int32_t>(folder / "a.npy", numbers, {rows, 2});
        write_npy<std::int32_t>(folder / "b.npy", std::vector<std::int32_t>{-1, -2, -3, -4}, {2, 2});
        check_shared(folder / "a.npy", folder / "b.npy");
        check_shared(folder / "b.npy", folder / "a.npy");
    }
}

TEST_CASE("Rows longer than the pieces that are read, and a long beginning") {
    const TemporaryFolder folder;
    const std::string lines(700'000, '\n');
    check_parts(put(folder / "a.csv", "x,y\n1,\"" + lines + "\"\n2,3\n\"" + lines + "\",4\r\n5,6\n"));
    check_parts(put(folder / "a.csv", lines + "x,y\n1,2\n3,4\n5\n"));
    check_parts(put(folder / "a.csv", "1,\"" + std::string(65531, 'a') + "\"\r\n3,4\r\n"),
                {.has_header = true});
}

TEST_CASE("What has no parts is read as a whole, of which each keeps its rows") {
    const TemporaryFolder folder;
    check_parts(put(folder / "a.csv", std::string_view("\xff\xfe"
                                                       "1\0,\0002\0\n\0003\0,\0004\0\n\0",
                                                       18)));
    // Of "x,y\n1,2\n3,4\n5,6\n".
    check_parts(
        put(folder / "a.csv.gz",
            test::from_hex("1f8b0800000000000203abd0a9e432d431e232d631e132d531e30200aaf0d54010000000")));
    CHECK(error_of([&] { read_parts("/dev/null", 2); }) ==
          "cannot read /dev/null: it is no regular file, and several ranks read parts of it; save it first");
    CHECK_THROWS_AS(read_parts(folder / "none.csv", 3), Error);
    check_parts(put(folder / "a.png", "1,2\n"));
    CHECK_THROWS_AS(read_parts(folder.path(), 3), Error);
}

TEST_CASE("Parts of arrays have the rows of the whole, or its error") {
    const TemporaryFolder folder;
    std::vector<std::int32_t> numbers(24);
    std::iota(numbers.begin(), numbers.end(), -5);
    for (const std::size_t rows : {0u, 2u, 6u, 24u}) {
        const std::vector<std::int32_t> some(numbers.begin(),
                                             numbers.begin() + static_cast<std::ptrdiff_t>(rows));
        write_npy<std::int32_t>(folder / "a.npy", some, {rows});
        check_parts(folder / "a.npy");
        write_npz(folder / "a.npz", {{"x", make_npy<std::int32_t>(some, {rows})},
                                     {"y", make_npy<double>(std::vector<double>(rows, 0.5), {rows})}});
        check_parts(folder / "a.npz");
    }
    for (const std::vector<std::size_t>& shape :
         {std::vector<std::size_t>{6, 4}, {4, 6}, {24, 1}, {1, 24}, {2, 3, 4}, {5, 0}, {}}) {
        const std::vector<std::int32_t> some(numbers.begin(), numbers.begin() + (shape.empty()   ? 1
                                                                                 : shape[1] == 0 ? 0
                                                                                                 : 24));
        write_npy<std::int32_t>(folder / "a.npy", some, shape);
        check_parts(folder / "a.npy");
        write_npz(folder / "a.npz", {{"rows", make_npy<std::int32_t>(some, shape)}});
        check_parts(folder / "a.npz");
        const std::string whole = get(folder / "a.npy");
        put(folder / "a.npy", std::string(whole).replace(whole.find("False"), 5, "True "));
        check_parts(folder / "a.npy");
        put(folder / "a.npy", std::string(whole).replace(whole.find("<i4"), 3, ">i4"));
        check_parts(folder / "a.npy");
    }
    write_npz(folder / "a.npz", {{"x", make_npy<std::int32_t>(numbers, {24})},
                                 {"y", make_npy<std::int32_t>(std::vector<std::int32_t>{1}, {1})}});
    check_parts(folder / "a.npz");
    check_parts(folder / "a.npz", {.separator = ','});
}

TEST_CASE("Parts of a large archive are read alone, and find together that elements are damaged") {
    const TemporaryFolder folder;
    constexpr std::size_t rows = 1'100'000;
    std::vector<double> numbers(2 * rows, 1.5);
    std::iota(numbers.begin(), numbers.end(), 0);
    const std::filesystem::path path = folder / "a.npz";
    const auto check = [&](std::size_t parts) {
        std::size_t row = 0;
        for (const auto& part : read_parts(path, parts))
            for (std::size_t i = 0; i < part->rows(); ++i, ++row)
                if (part->element(i, 1) != ArrayNumber(numbers[2 * row + 1]))
                    FAIL("row " << row << " of " << parts << " parts");
        CHECK(row == rows);
    };
    write_npz(path, {{"rows", make_npy<double>(numbers, {rows, 2})}});
    check(3);
    std::uint32_t sum = 0;
    for (const std::size_t first : {std::size_t{0}, rows / 3}) {
        std::vector<std::byte> some((first == 0 ? rows / 3 : rows - rows / 3) * 2 * sizeof(double));
        sum ^= NpzFile(path).read_part("rows", [&](const NpyLayout&) { return NpyPart{first, some}; });
        CHECK((sum == 0) == (first > 0));
    }
    std::string damaged = get(path);
    damaged[damaged.size() / 2] ^= 1;
    put(path, damaged);
    CHECK_THAT(error_of([&] { read_parts(path, 3); }),
               Catch::Matchers::StartsWith("cannot read ") && Catch::Matchers::ContainsSubstring("damaged"));
}

TEST_CASE("Damaged elements of small archives are found by all parts") {
    const TemporaryFolder folder;
    const std::vector<double> numbers(50, 1.5);
    write_npz(folder / "a.npz", {{"x", make_npy<double>(numbers, {50})}});
    std::string damaged = get(folder / "a.npz");
    damaged[damaged.find("\xf8\x3f") + 8] ^= 1;
    check_parts(put(folder / "a.npz", damaged));
}

TEST_CASE("A part of a text is read without the others") {
    const TemporaryFolder folder;
    put(folder / "a.csv", "x\n1\n2\n3\n");
    std::vector<PartCounts> found;
    const auto table = read_table_part(folder / "a.csv", {}, 1, 3, [&](const auto& step) {
        found.push_back(step());
        std::vector<PartCounts> all(3);
        if (found.size() == 2)
            all = {{.rows = 100, .feeds = 300}, found.back(), {.rows = 1000}};
        return all;
    });
    CHECK(found.at(1).rows == 1);
    CHECK(table->first_row() == 100);
    CHECK(table->all_rows() == 1101);
    CHECK(table->csv_row(0) == "3");
    CHECK(std::string(table->cell_error(0, 0, "is odd").what())
              .ends_with("row 100 (line 302), column 0 (x) is odd"));
}

} // namespace scanline::data::table_part_test
