#include "scanline/points/points_file.h"

#include "data/files.h"
#include "scanline/core/random.h"
#include "support/temporary_folder.h"

#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

namespace scanline::points::text_test {

using data::test::put;
using scanline::test::TemporaryFolder;

namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

/// The points of a text, of float64.
struct Table {
    Names names;
    std::size_t columns, rows;
    Numbers numbers;
};

Table read(std::string_view text) {
    const TemporaryFolder folder;
    const FilePoints read = read_points(put(folder / "table.csv", text), {.type = CoordinateType::float64});
    const auto& cloud = std::get<PointCloud<double>>(read.points);
    return {read.names, static_cast<std::size_t>(cloud.dimensions), static_cast<std::size_t>(read.file_rows),
            cloud.coordinates};
}

/// The error from reading a text, without "cannot read PATH: ".
std::string refusal(std::string_view text) {
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "table.csv", text);
    const std::string message = data::test::error_of([&] { read_points(path); });
    const std::string prefix = "cannot read " + path.string() + ": ";
    CHECK(message.find('\n') == std::string::npos);
    return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

} // namespace

TEST_CASE("Points are read from text row by row, below names or without") {
    const Table named = read("x;y\n 1;+2.5\n-3;4e2\n");
    CHECK(named.names == Names{"x", "y"});
    CHECK(named.columns == 2);
    CHECK(named.rows == 2);
    CHECK(named.numbers == Numbers{1, 2.5, -3, 400});
    const Table bare = read("1,2,3\n4,5,6");
    CHECK(bare.names.empty());
    CHECK(bare.columns == 3);
    CHECK(bare.numbers == Numbers{1, 2, 3, 4, 5, 6});
    const Table none = read("x,y\n");
    CHECK(none.columns == 2);
    CHECK(none.rows == 0);
}

TEST_CASE("A first line of numbers in any common spelling is no header") {
    CHECK(read("+1,+2\n3,4\n").numbers == Numbers{1, 2, 3, 4});
    CHECK(read("1 ,2\n3,4\n").numbers == Numbers{1, 2, 3, 4});
    CHECK(read("1;2;3\n").numbers == Numbers{1, 2, 3});
    CHECK(read("1\t2\n").numbers == Numbers{1, 2});
    CHECK(read("  1 , 2  \n3,\t4\t\n").numbers == Numbers{1, 2, 3, 4});
    CHECK(read("1E3,-.5\n").numbers == Numbers{1000, -0.5});
    CHECK(read("5.,+.25e+1\n").numbers == Numbers{5, 2.5});
    CHECK(read("\"1\",\" +2 \" \n").numbers == Numbers{1, 2});
    CHECK(read("007\n").numbers == Numbers{7});
    constexpr double infinity = std::numeric_limits<double>::infinity();
    CHECK(read("inf,-Infinity\n").numbers == Numbers{infinity, -infinity});
}

TEST_CASE("What begins like a number and is none is refused in the first line, not taken for a name") {
    const auto remedy = [](const std::string& field) {
        return "the first line has '" + field +
               "' in column 0, which is no number: correct it, or begin a name with a letter";
    };
    for (const std::string field :
         {"1.5D3", "0x10", "1'000", "1_000", "--1", "+-1", "1..2", "$5", "(5)", "5%", "1e", "12:30",
          "\xe2\x88\x92"
          "5",
          "\xc2\xa0"
          "5"}) {
        CAPTURE(field);
        CHECK(refusal(field + "\n2\n") == remedy(field));
        CHECK(refusal("\"" + field + "\";x\n2;3\n") == remedy(field));
    }
    CHECK(refusal("\"1,234.5\",x\n1,2\n") == remedy("1,234.5"));
    CHECK(read("x1,_2,e3,a 5,\xce\xbe"
               "1\n1,2,3,4,5\n")
              .names == Names{"x1", "_2", "e3", "a 5",
                              "\xce\xbe"
                              "1"});
}

TEST_CASE("Numbers beside names in the first line are refused") {
    const std::string message = "line 1: it has names and numbers: begin with a line of names, or say what "
                                "it is by --header (names) or --no-header (a row)";
    CHECK(refusal("1,2,3x\n4,5,6\n") == message);
    CHECK(refusal("x,2\n4,5\n") == message);
    // A number that is too large still counts as a number.
    CHECK(refusal("x,1e999\n4,5\n") == message);
}

TEST_CASE("Two separators in the first line are refused by their names") {
    const std::string rest = ": choose by --separator, or separate columns by one of them, write decimal "
                             "points rather than commas, and "
                             "put quotes around a name with a separator in it";
    CHECK(refusal("1,5;2,5\n") == "line 1: it has commas and semicolons" + rest);
    CHECK(refusal("1;2\t3\n") == "line 1: it has semicolons and tabs" + rest);
    CHECK(refusal("x\ty,z\n1\t2\n") == "line 1: it has tabs and commas" + rest);
    CHECK(read("\"east, m\";\"a \"\"b\"\"; c\"\n1;2\n").names == Names{"east, m", "a \"b\"; c"});
    CHECK(read(" \"x;\" ,y\n1,2\n").names == Names{"x;", "y"});
}

TEST_CASE("An empty field is refused where a number is due") {
    const std::string rest = " is not a number: leave such rows out, as --nan drop does";
    CHECK(refusal("0.5,,0.6\n") == "row 0 (line 1), column 1" + rest);
    CHECK(refusal("x,y\n1,2\n3,\n") == "row 1 (line 3), column 1 (y)" + rest);
    CHECK(refusal("1\t2\n3\t \n") == "row 1 (line 2), column 1" + rest);
    CHECK(refusal("1\n\"\"\n") == "row 1 (line 2), column 0" + rest);
}

TEST_CASE("What is no number is refused with its line, its column, the column's name and the remedy") {
    const std::string rest =
        "', which is not a number: correct it, leave the column out, or name it with --null "
        "if it stands for no value; --columns names those of the coordinates";
    CHECK(refusal("x,y\n1,2\n1,two\n") == "row 1 (line 3), column 1 (y) is 'two" + rest);
    CHECK(refusal("1,2\n\n\n1,two\n") == "row 1 (line 4), column 1 is 'two" + rest);
    CHECK(refusal("\"x\ny\",z\n1,two\n") == "row 0 (line 3), column 1 (z) is 'two" + rest);
    CHECK(refusal("1\n2 3\n").find("row 1 (line 2), column 0 is '2 3'") == 0);
    CHECK(refusal("1\n+-3\n") == "row 1 (line 2), column 0 is '+-3" + rest);
    CHECK(refusal("1\n\"2\n") == "line 2: a quote is opened and not closed; close it");
    CHECK(refusal("1,2\n\"3\"4,5\n") == "line 2: text follows a closing quote; put the whole field in "
                                        "quotes and double the quotes in it");
    CHECK(refusal("x;y\n1,5;2,5\n")
              .find("row 0 (line 2), column 0 (x) is '1,5', which is not a number without "
                    "--decimal-comma") == 0);
    CHECK(refusal("1\n" + std::string(99, 'x') + "\n") ==
          "row 1 (line 2), column 0 is '" + std::string(80, 'x') + "..." + rest);
    CHECK(refusal("1\n\x1b[2J\n") == "row 1 (line 2), column 0 is '\\x1b[2J" + rest);
}

TEST_CASE("A number that double precision cannot hold is refused") {
    const std::string rest =
        ", which double precision cannot hold: scale the column; --columns names those of the "
        "coordinates";
    CHECK(refusal("1,2\n1e999,3\n") == "row 1 (line 2), column 0 is 1e999" + rest);
    CHECK(refusal("-1e-999\n") == "row 0 (line 1), column 0 is -1e-999" + rest);
}

TEST_CASE("A line of fewer or more fields than the first is refused") {
    CHECK(refusal("x,y\n1,2\n3\n") ==
          "line 3: its number of fields is 1, that of line 1 is 2; give every line as many");
    CHECK(refusal("\n1,2\n3,4,5\n") ==
          "line 3: its number of fields is 3, that of line 2 is 2; give every line as many");
    CHECK(refusal("1,2\n3,4,\n") ==
          "line 2: its number of fields is 3, that of line 1 is 2; give every line as many");
    CHECK(refusal("1\n2,\"a,b\"\n") ==
          "line 2: its number of fields is 2, that of line 1 is 1; give every line as many");
}

TEST_CASE("Lines end with LF, CR LF or CR, and blank ones are ignored") {
    const Numbers numbers{1, 2, 3, 4};
    CHECK(read("x,y\r\n1,2\r\n3,4\r\n").numbers == numbers);
    CHECK(read("x,y\r1,2\r3,4").numbers == numbers);
    CHECK(read("\n  \nx,y\n\n1,2\n\r\n3,4\n\n \n").numbers == numbers);
    CHECK(read("\xef\xbb\xbf"
               "x,y\n1,2\n3,4\n")
              .names == Names{"x", "y"});
    CHECK(read("\xef\xbb\xbf"
               "1,2\n3,4\n")
              .numbers == numbers);
}

TEST_CASE("A file of no lines is refused") {
    const std::string none = "it has no lines; begin with a line of names or of numbers";
    CHECK(refusal("") == none);
    CHECK(refusal("\n \n") == none);
    CHECK(refusal("\xef\xbb\xbf\n") == none);
    CHECK(data::test::error_of([] { read_points("missing.csv"); }) ==
          "cannot read missing.csv: there is no such file; check the name");
}

TEST_CASE("Random numbers come back bit by bit") {
    constexpr std::uint64_t seed = 17;
    CAPTURE(seed);
    Random random(seed);
    Numbers numbers;
    std::string text;
    while (numbers.size() < 3000) {
        const double number = std::bit_cast<double>(random.next());
        if (!is_in_range(number))
            continue;
        numbers.push_back(number);
        const char* const space = random.below(4) == 0 ? " " : "";
        text += fmt::format("{}{:.16e}{}{}", space, number, space, numbers.size() % 3 == 0 ? "\n" : ",");
    }
    const Table table = read(text);
    CHECK(table.columns == 3);
    CHECK((table.numbers == numbers));
}

} // namespace scanline::points::text_test
