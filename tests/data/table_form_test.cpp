// What tables may be written in: separators, header, encodings, compression, pipes.
#include "scanline/data/table.h"

#include "encodings.h"
#include "files.h"
#include "input_file.h"
#include "scanline/data/npy.h"
#include "scanline/data/npz.h"
#include "support/temporary_folder.h"

#include <array>
#include <fmt/format.h>
#include <unistd.h>

namespace scanline::data::table_form_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::TemporaryFolder;
using test::from_hex;
using test::put;
using Ids = std::vector<std::uint32_t>;
using Names = std::vector<std::string>;

namespace {

class TableFormTest {
protected:
    std::unique_ptr<Table> read(const char* name, std::string_view text, const TextForm& form = {}) const {
        return read_table(put(folder / name, text), form);
    }
    /// The error from reading a text, without "cannot read PATH: ".
    std::string refusal(const char* name, std::string_view text, const TextForm& form = {}) const {
        const std::string message = test::error_of([&] { read(name, text, form); });
        const std::string prefix = "cannot read " + (folder / name).string() + ": ";
        CHECK(message.starts_with(prefix));
        return message.substr(std::min(prefix.size(), message.size()));
    }

    TemporaryFolder folder;
};

std::string cells(const Table& table, std::size_t row) {
    std::string line;
    for (std::size_t column = 0; column < table.columns(); ++column)
        line += "[" + table.text(row, column) + "]";
    return line;
}

// gzip -n of "x,y\n1,2\n" and of "3,4\n", by the program of that name.
const std::string first_member = from_hex("1f8b0800000000000003abd0a9e432d431e2020023df720008000000");
const std::string second_member = from_hex("1f8b080000000000000333d631e102003e2d72a904000000");

} // namespace

TEST_CASE_METHOD(TableFormTest, "The first line shows the separator, unless it is given") {
    CHECK(cells(*read("a.csv", "a|b\n1|2,5\n"), 0) == "[1][2,5]");
    CHECK(cells(*read("a.tsv", "a\tb c\n1\t2\n"), 0) == "[1][2]");
    CHECK(cells(*read("a.csv", "a:b,c\n1:2,3\n", {.separator = ':'}), 0) == "[1][2,3]");
    CHECK(read("a.csv", "a|b,c\n", {.separator = '|'})->names() == Names{"a", "b,c"});
    CHECK_THAT(refusal("a.csv", "a|b,c\n1,2\n"),
               ContainsSubstring("line 1: it has pipes and commas: choose by "
                                 "--separator, or separate columns by one"));
}

TEST_CASE_METHOD(TableFormTest, "Runs of blanks separate numbers, and anything in columns of text") {
    const auto points = read("a.csv", "  1   2.5 \n\n-3\t4 \n \t\n");
    REQUIRE(points->columns() == 2);
    REQUIRE(points->rows() == 2);
    CHECK(points->text(0, 1) == "2.5");
    CHECK(points->csv_rows({.rows = Ids{0, 1}}) == "  1   2.5 \n-3\t4 \n");
    const auto named = read("a.xyz", "name x\n\"a \"\"b\"  1\n c\t2\n");
    CHECK(named->names() == Names{"name", "x"});
    CHECK(cells(*named, 0) == "[a \"b][1]");
    CHECK(cells(*named, 1) == "[c][2]");
    CHECK(named->csv_rows({.rows = Ids{1}, .layers = Ids{7}}) == "name x layer\n c\t2 7\n");
    CHECK(read("a.csv", "full name\nAnn Lee\n")->columns() == 1);
    CHECK(read("a.csv", "x y\n1 2\n", {.separator = ' '})->columns() == 2);
    CHECK(read("a.txt", "full name,x\nAnn Lee,2\n")->columns() == 2);
    CHECK(refusal("a.txt", "1 2\n3\n") ==
          "line 2: its number of fields is 1, that of line 1 is 2; give every line as many");
    CHECK_THAT(refusal("a.txt", "\"a\"b 2\n"), ContainsSubstring("line 1: text follows a closing quote"));
}

TEST_CASE_METHOD(TableFormTest, "A line sep= names the separator, and is written back with the rows") {
    const auto table = read("a.csv", "\xef\xbb\xbfSep=;\r\na;b,c\r\n1;2\r\n");
    CHECK(table->names() == Names{"a", "b,c"});
    CHECK(table->csv_rows({.rows = Ids{0}, .layers = Ids{1}}) ==
          "\xef\xbb\xbfSep=;\r\na;b,c;layer\r\n1;2;1\r\n");
    const auto unnamed = read("a.csv", "sep=|\n1|2\n");
    CHECK(unnamed->rows() == 1);
    CHECK(unnamed->csv_rows({.rows = Ids{0}, .layers = Ids{1}}) == "sep=|\n1|2|1\n");
    CHECK(read("a.csv", "sep=;\na;b:c\n", {.separator = ':'})->names() == Names{"a;b", "c"});
    CHECK(read("a.csv", "sep=x\n1\n")->names() == Names{"sep=x"});
}

TEST_CASE_METHOD(TableFormTest, "Comments before the rows of columns may name them") {
    const auto saved = read("a.txt", "# made by hand\n# x y\n1.0 2.0\n3.0 4.0\n");
    CHECK(saved->names() == Names{"x", "y"});
    CHECK(saved->csv_rows({.rows = Ids{1}, .layers = Ids{1}}) == "# made by hand\n# x y layer\n3.0 4.0 1\n");
    CHECK(read("a.txt", "# x y\nOslo 4\n")->names() == Names{"x", "y"});
    CHECK(read("a.txt", "# two words\nx,y\n1,2\n")->names() == Names{"x", "y"});
    CHECK(read("a.txt", "# in all three\n1,2\n")->names().empty());
    CHECK(read("a.txt", "# 1 2\n3 4\n")->names().empty());
    const auto unnamed = read("a.txt", "# x y\n1 2\n", {.has_header = false});
    CHECK(unnamed->names().empty());
    CHECK(unnamed->csv_rows({.rows = Ids{0}}) == "# x y\n1 2\n");
    CHECK(read("a.csv", "# x,y\n1,2\n")->names() == Names{"# x", "y"});
    CHECK_THAT(refusal("a.txt", "# x\n"), ContainsSubstring("it has no lines"));
}

TEST_CASE_METHOD(TableFormTest, "A first line of names and numbers is what it is said to be") {
    const auto years = read("a.csv", "region,2023,2024\nEMEA,10,20\n", {.has_header = true});
    CHECK(years->names() == Names{"region", "2023", "2024"});
    CHECK(years->column("--max", "2024") == 2);
    CHECK(years->rows() == 1);
    const auto rows = read("a.csv", "region,2023\nEMEA,10\n", {.has_header = false});
    CHECK(rows->names().empty());
    CHECK(rows->rows() == 2);
    CHECK(read("a.csv", "a,b\nc,d\n", {.has_header = false})->rows() == 2);
    CHECK(read("a.csv", "1,2\n", {.has_header = true})->names() == Names{"1", "2"});
}

TEST_CASE_METHOD(TableFormTest, "UTF-16 with its mark is read, and written back as UTF-8") {
    // "ä,€,😀\n1,2,3\n" in both orders of bytes
    const std::string text = "\xc3\xa4,\xe2\x82\xac,\xf0\x9f\x98\x80\n1,2,3\n";
    const auto little = read("a.csv", from_hex("fffee4002c00ac202c003dd800de0a0031002c0032002c0033000a00"));
    CHECK(little->names() == Names{"\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80"});
    CHECK(little->csv_rows({.rows = Ids{0}}) == text);
    const auto big = read("a.csv", from_hex("feff00e4002c20ac002cd83dde00000a0031002c0032002c0033000a"));
    CHECK(big->csv_rows({.rows = Ids{0}}) == text);
    const auto half_at = [](int byte) {
        return fmt::format(
            "its byte {} begins half a character of UTF-16: the file is damaged; save it as UTF-8", byte);
    };
    CHECK(refusal("a.csv", from_hex("fffe61003dd86200")) == half_at(4));
    CHECK(refusal("a.csv", from_hex("fffe3dd8")) == half_at(4));
    CHECK(refusal("a.csv", from_hex("fffe00de6100")) == half_at(2));
    CHECK(refusal("a.csv", from_hex("fffe610062")) == half_at(4));
    CHECK(refusal("a.csv", from_hex("61002c0062000a00")) ==
          "line 1: it has bytes that are no text; save the file as UTF-8");
    CHECK(first_columns(put(folder / "a.csv", from_hex("fffe61000a0062000a00"))).has_text);
}

TEST_CASE_METHOD(TableFormTest, "Compressed tables are read, all members of them, whatever their name") {
    const auto table = read("a.csv.gz", first_member + second_member + std::string(512, '\0'));
    CHECK(table->rows() == 2);
    CHECK(table->csv_rows({.rows = Ids{0, 1}}) == "x,y\n1,2\n3,4\n");
    CHECK(read("a.csv", first_member)->rows() == 1);
    CHECK_THAT(test::error_of([&] { read("a.doc.gz", first_member); }, ErrorKind::usage),
               ContainsSubstring("tables are read from .csv, "));
    const std::string incomplete = "its compressed text has no end: the file is incomplete; get it again";
    for (const std::size_t size : {3u, 12u, 27u})
        CHECK(refusal("a.csv.gz", first_member.substr(0, size)) == incomplete);
    std::string damaged = first_member;
    damaged[20] ^= 1; // in the checksum
    CHECK_THAT(refusal("a.csv.gz", damaged), ContainsSubstring("its compressed text is damaged (incorrect "));
    CHECK(refusal("a.csv.gz", first_member + "more") ==
          "other bytes follow its compressed text: it is damaged; get it again");
    CHECK_THAT(test::error_of([&] { inflated("a.gz", std::as_bytes(std::span(first_member)), 1000); }),
               ContainsSubstring("a.gz: not enough memory for the 65536 bytes"));
}

TEST_CASE_METHOD(TableFormTest,
                 "Pipes are read like files, and arrays in them are known by their first bytes") {
    // As a shell gives it for <(...).
    const auto through_pipe = [](const std::string& bytes) {
        std::array<int, 2> ends{};
        REQUIRE(::pipe(ends.data()) == 0);
        const FileDescriptor out(ends[0]);
        FileDescriptor in(ends[1]);
        REQUIRE(::write(in.number(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
        REQUIRE(in.close());
        return read_table(fmt::format("/dev/fd/{}", out.number()));
    };
    const auto file = [&](const char* name) { return test::get(folder / name); };
    CHECK(through_pipe("a;b\n1;2\n")->names() == Names{"a", "b"});
    CHECK(through_pipe(first_member)->rows() == 1);
    const std::array<std::int16_t, 4> numbers{1, 2, 3, 4};
    write_npy(folder / "a.npy", make_npy<std::int16_t>(numbers, {2, 2}));
    CHECK(cells(*through_pipe(file("a.npy")), 1) == "[3][4]");
    write_npz(folder / "a.npz", {{"x", make_npy<std::int16_t>(numbers, {4})}});
    const auto archive = through_pipe(file("a.npz"));
    CHECK(archive->names() == Names{"x"});
    CHECK(archive->text(3, 0) == "4");
    CHECK_FALSE(archive->is_text());
    CHECK(read("a.csv", file("a.npy"))->rows() == 2);
    CHECK_THAT(test::error_of([&] { read_table(folder / "a.npy", {.has_header = true}); }, ErrorKind::usage),
               ContainsSubstring("--header and --no-header are for text, and ") &&
                   ContainsSubstring("a.npy holds arrays: leave them out"));
}

TEST_CASE("A separator is a word or a character that no number has") {
    CHECK(parse_separator("--separator", "comma") == ',');
    CHECK(parse_separator("--separator", "tab") == '\t');
    CHECK(parse_separator("--separator", "blank") == ' ');
    CHECK(parse_separator("--separator", "pipe") == '|');
    CHECK(parse_separator("--separator", "~") == '~');
    for (const char* wrong : {"", "x", "5", ".", "-", "\"", "\n", "::", "\xc2\xa6"})
        CHECK_THAT(test::error_of([&] { parse_separator("--separator", wrong); }, ErrorKind::usage),
                   ContainsSubstring("is no separator: give one character, such as ','"));
}

} // namespace scanline::data::table_form_test
