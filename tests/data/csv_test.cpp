#include "scanline/data/csv.h"

#include "files.h"
#include "support/temporary_folder.h"

namespace csv_test {

using namespace scanline;
using namespace scanline::data;
using namespace scanline::data::test;
using scanline::test::TemporaryFolder;

namespace {

using Row = std::vector<std::string>;

CsvTable parse(std::string_view text) {
    const TemporaryFolder folder;
    return read_csv(put(folder / "table.csv", text));
}

/// The error of reading a text, without "cannot read PATH: ".
std::string error_in(std::string_view text) {
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "table.csv", text);
    const std::string message = error_of([&] { read_csv(path); });
    const std::string prefix = "cannot read " + path.string() + ": ";
    REQUIRE(message.substr(0, prefix.size()) == prefix);
    return message.substr(prefix.size());
}

} // namespace

TEST_CASE("A table is read with its header and rows") {
    const CsvTable table = parse("name,value\nfirst,1\nsecond,2\n");
    REQUIRE(table.header == Row{"name", "value"});
    REQUIRE(table.rows == std::vector<Row>{{"first", "1"}, {"second", "2"}});
}

TEST_CASE("Line ends may be LF or CR LF, and the last may be missing") {
    const CsvTable expected = parse("a,b\n1,2\n");
    for (const char* text : {"a,b\n1,2", "a,b\r\n1,2\r\n", "a,b\r\n1,2",
                             "\xef\xbb\xbf"
                             "a,b\n1,2\n",
                             "\na,b\n\n1,2\n\n"}) {
        CAPTURE(text);
        const CsvTable table = parse(text);
        REQUIRE(table.header == expected.header);
        REQUIRE(table.rows == expected.rows);
    }
}

TEST_CASE("Quoted fields hold commas, quotes and line ends; spaces belong to their field") {
    const CsvTable table = parse("a,b\n\"x,\"\"y\"\"\",\"two\nlines\"\n  left , right  \n\"\",\n");
    REQUIRE(table.rows == std::vector<Row>{{"x,\"y\"", "two\nlines"}, {"  left ", " right  "}, {"", ""}});
}

TEST_CASE("A header without rows is a table without rows") {
    REQUIRE(parse("a,b\n").header == Row{"a", "b"});
    REQUIRE(parse("a,b").rows.empty());
}

TEST_CASE("A row with more or fewer fields is named by its line") {
    REQUIRE(error_in("a,b\n1,2\n3\n") ==
            "line 3: the row has 1 fields where the header has 2; give it as many");
    REQUIRE(error_in("a,b\n\n1,2,3\n4,5\n") ==
            "line 3: the row has 3 fields where the header has 2; give it as many");
    REQUIRE(error_in("a,b\n\"1\n\",2\n3") ==
            "line 4: the row has 1 fields where the header has 2; give it as many");
    REQUIRE(error_in("a,b\n\"two\nlines\"\n") ==
            "line 2: the row has 1 fields where the header has 2; give it as many");
}

TEST_CASE("A quote that is not closed is named by the line of its row") {
    REQUIRE(error_in("a,b\n1,2\n3,\"4\n5,6\n") == "line 3: a quote is opened and not closed; close it");
}

TEST_CASE("A quote inside a field is named by its line") {
    const std::string what = "a quote stands inside a field; put the field in quotes and double the quote";
    REQUIRE(error_in("a,b\n1,2\n3,4\"5\n") == "line 3: " + what);
    REQUIRE(error_in("a,b\n1,\"2\"3\n") == "line 2: " + what);
}

TEST_CASE("An empty file and one of blank lines are no tables") {
    const std::string what = "the file is empty; a table begins with a line of column names";
    REQUIRE(error_in("") == what);
    REQUIRE(error_in("\n\r\n\n") == what);
    REQUIRE(error_in("\xef\xbb\xbf") == what);
}

TEST_CASE("A table that is missing or a folder is told with its path") {
    const TemporaryFolder folder;
    const std::string missing = (folder / "missing.csv").string();
    REQUIRE(error_of([&] { read_csv(missing); }) ==
            "cannot read " + missing + ": there is no such file; check the name");
    REQUIRE(error_of([&] { read_csv(folder.path()); }) ==
            "cannot read " + folder.path().string() + ": it is a folder; name a file in it");
}

TEST_CASE("Text is quoted only where it needs to be") {
    const CsvTable table{{"plain", "with space"},
                         {{"a,b", "say \"x\""}, {"two\nlines", "cr\r"}, {"", " z "}}};
    REQUIRE(format_csv(table) ==
            "plain,with space\n\"a,b\",\"say \"\"x\"\"\"\n\"two\nlines\",\"cr\r\"\n, z \n");
}

TEST_CASE("A table written and read again is the same") {
    const TemporaryFolder folder;
    const std::string path = (folder / "t.csv").string();
    const CsvTable table{{"a", "b,c", "\"d\""}, {{"", "", ""}, {"1", "\r\n", ","}, {" x", "y ", "\xc3\xa4"}}};
    write_csv(path, table);
    const CsvTable again = read_csv(path);
    REQUIRE(again.header == table.header);
    REQUIRE(again.rows == table.rows);

    const CsvTable one_column{{"only"}, {{""}, {"x"}, {""}}};
    write_csv(path, one_column);
    REQUIRE(get(path) == "only\n\"\"\nx\n\"\"\n");
    REQUIRE(read_csv(path).rows == one_column.rows);
}

TEST_CASE("A table that could not be read again is not written") {
    REQUIRE(error_of(
                [] {
                    format_csv({{"a", "b"}, {{"1", "2"}, {"3"}}});
                },
                ErrorKind::usage) ==
            "row 2 of the table has 1 fields where the header has 2; give it as many");
    REQUIRE(error_of([] { format_csv({}); }, ErrorKind::usage) ==
            "a table without columns cannot be written; give it at least one");
}

TEST_CASE("A column is found by its name, or the names are listed") {
    const CsvTable table{{"a", "b"}, {}};
    REQUIRE(table.column("b") == 1);
    REQUIRE(error_of([&] { (void)table.column("c"); }) == "there is no column 'c'; the columns are a, b");
}

TEST_CASE("A column of numbers is read to the last bit") {
    const CsvTable table{{"x"}, {{"1"}, {"-2.5e-3"}, {"0.1"}, {"1e300"}, {"nan"}}};
    const std::vector<double> values = table.numbers("x");
    REQUIRE(values.size() == 5);
    REQUIRE(values[0] == 1);
    REQUIRE(values[1] == -2.5e-3);
    REQUIRE(values[2] == 0.1);
    REQUIRE(values[3] == 1e300);
    REQUIRE(values[4] != values[4]);
}

TEST_CASE("A field that is no number is named by row and text") {
    for (const std::string field : {"", "abc", "1x", " 1", "1,5", "1e999"}) {
        const CsvTable table{{"x"}, {{"1"}, {field}}};
        REQUIRE(error_of([&] { (void)table.numbers("x"); }) ==
                "row 2 of column 'x' is '" + field +
                    "', which is not a number of double precision; correct it");
    }
}

} // namespace csv_test
