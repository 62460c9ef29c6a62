#include "scanline/data/csv.h"

#include "files.h"
#include "support/csv_file.h"
#include "support/temporary_folder.h"

namespace csv_test {

using namespace scanline;
using namespace scanline::data;
using namespace scanline::data::test;
using scanline::test::CsvFile;
using scanline::test::read_csv;
using scanline::test::TemporaryFolder;

TEST_CASE("Text is quoted only where it needs to be") {
    const CsvTable table{{"plain", "with space"},
                         {{"a,b", "say \"x\""}, {"two\nlines", "cr\r"}, {" z", "z\t"}, {"", "z z"}}};
    REQUIRE(format_csv(table) ==
            "plain,with space\n\"a,b\",\"say \"\"x\"\"\"\n\"two\nlines\",\"cr\r\"\n\" z\",\"z\t\"\n,z z\n");
}

TEST_CASE("A table written and read again is the same") {
    const TemporaryFolder folder;
    const std::string path = (folder / "t.csv").string();
    const CsvTable table{{"a", "b,c", "\"d\""}, {{"", "", ""}, {"1", "\r\n", ","}, {" x", "y ", "\xc3\xa4"}}};
    write_csv(path, table);
    const CsvFile again = read_csv(path);
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

} // namespace csv_test
