#include "scanline/data/number_table.h"

#include "files.h"
#include "scanline/core/random.h"
#include "support/temporary_folder.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

namespace scanline::data::number_table_test {

using scanline::test::TemporaryFolder;
using test::put;

namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

NumberTable read(std::string_view text) {
    const TemporaryFolder folder;
    return read_number_table(put(folder / "table.csv", text));
}

/// The error from reading a text, without "cannot read PATH: ".
std::string refusal(std::string_view text) {
    const TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "table.csv", text);
    const std::string message = test::error_of([&] { read_number_table(path); });
    const std::string prefix = "cannot read " + path.string() + ": ";
    CHECK(message.find('\n') == std::string::npos);
    return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

} // namespace

TEST_CASE("A table of numbers is read row by row, below names or without") {
    const NumberTable named = read("x;y\n 1;+2.5\n-3;4e2\n");
    CHECK(named.names == Names{"x", "y"});
    CHECK(named.columns == 2);
    CHECK(named.rows() == 2);
    CHECK(named.numbers == Numbers{1, 2.5, -3, 400});
    const NumberTable bare = read("1,2,3\n4,5,6");
    CHECK(bare.names.empty());
    CHECK(bare.columns == 3);
    CHECK(bare.numbers == Numbers{1, 2, 3, 4, 5, 6});
    const NumberTable none = read("x,y\n");
    CHECK(none.columns == 2);
    CHECK(none.rows() == 0);
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
    CHECK(std::isnan(read("NaN\n").numbers.at(0)));
}

TEST_CASE("What begins like a number and is none is refused in the first line, not taken for a name") {
    const auto remedy = [](const std::string& field) {
        return "line 1, column 0 is '" + field +
               "', which is no number; correct it, or begin a name with a letter";
    };
    for (const std::string field :
         {"1.5D3", "0x10", "1'000", "1_000", "1 000", "--1", "+-1", "1..2", "$5", "(5)", "5%", "1e", "12:30",
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
    const std::string rest = "', beside numbers; begin with a line of names or of numbers";
    CHECK(refusal("1,2,3x\n4,5,6\n") == "line 1, column 2 is '3x" + rest);
    CHECK(refusal("x,2\n4,5\n") == "line 1, column 0 is 'x" + rest);
    // A number that is too large still counts as a number.
    CHECK(refusal("x,1e999\n4,5\n") == "line 1, column 0 is 'x" + rest);
}

TEST_CASE("Two separators in the first line are refused by their names") {
    const std::string rest =
        ": separate columns by one of them, write decimal points rather than commas, and "
        "put quotes around a name with a separator in it";
    CHECK(refusal("1,5;2,5\n") == "line 1: it has commas and semicolons" + rest);
    CHECK(refusal("1;2\t3\n") == "line 1: it has semicolons and tabs" + rest);
    CHECK(refusal("x\ty,z\n1\t2\n") == "line 1: it has tabs and commas" + rest);
    CHECK(read("\"east, m\";\"a \"\"b\"\"; c\"\n1;2\n").names == Names{"east, m", "a \"b\"; c"});
    CHECK(read(" \"x;\" ,y\n1,2\n").names == Names{"x;", "y"});
}

TEST_CASE("An empty field is refused where a number is due") {
    CHECK(refusal("0.5,,0.6\n") == "line 1, column 1 is empty; write a number");
    CHECK(refusal("x,y\n1,2\n3,\n") == "line 3, column 1 (y) is empty; write a number");
    CHECK(refusal("1;2\n;3\n") == "line 2, column 0 is empty; write a number");
    CHECK(refusal("1\t2\n3\t \n") == "line 2, column 1 is empty; write a number");
    CHECK(refusal("1\n\"\"\n") == "line 2, column 0 is empty; write a number");
    CHECK(refusal(",\n1,2\n") == "line 1, column 0 is empty; write a name or a number");
    CHECK(refusal("x,\n1,2\n") == "line 1, column 1 is empty; write a name or a number");
}

TEST_CASE("What is no number is refused with its line, its column and the column's name") {
    CHECK(refusal("x,y\n1,2\n1,two\n") == "line 3, column 1 (y) is 'two', which is no number; correct it");
    CHECK(refusal("1,2\n\n\n1,two\n") == "line 4, column 1 is 'two', which is no number; correct it");
    CHECK(refusal("\"x\ny\",z\n1,two\n") == "line 3, column 1 (z) is 'two', which is no number; correct it");
    CHECK(refusal("1\n2 3\n") == "line 2, column 0 is '2 3', which is no number; correct it");
    CHECK(refusal("1\n+-3\n") == "line 2, column 0 is '+-3', which is no number; correct it");
    CHECK(refusal("1\n\"2\n") == "line 2: a quote is opened and not closed; close it");
    CHECK(refusal("1,2\n\"3\"4,5\n") == "line 2: text follows a closing quote; put the whole field in "
                                        "quotes and double the quotes in it");
    CHECK(refusal("1\n2\"\n") == "line 2, column 0 is '2\"', which is no number; correct it");
    const std::string decimal = "', which is no number; write a decimal point and no other commas";
    CHECK(refusal("x;y\n1,5;2,5\n") == "line 2, column 0 (x) is '1,5" + decimal);
    CHECK(refusal("x,y\n1,\"2,5\"\n") == "line 2, column 1 (y) is '2,5" + decimal);
    CHECK(refusal("x,y\n1;2\n") ==
          "line 2, column 0 (x) is '1;2', which is no number; separate all lines as the first one");
    CHECK(refusal("1,2\n3\n" + std::string(99, 'x')).find("line 2") == 0);
    CHECK(refusal("1\n" + std::string(99, 'x') + "\n") ==
          "line 2, column 0 is '" + std::string(80, 'x') + "...', which is no number; correct it");
    CHECK(refusal("1\n\x1b[2J\n") == "line 2, column 0 is '\\x1b[2J', which is no number; correct it");
}

TEST_CASE("A number that double precision cannot hold is refused") {
    const std::string rest = "', which double precision cannot hold; scale the column";
    CHECK(refusal("1,2\n1e999,3\n") == "line 2, column 0 is '1e999" + rest);
    CHECK(refusal("-1e-999\n") == "line 1, column 0 is '-1e-999" + rest);
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

TEST_CASE("A file of no lines, and one that is no text, is refused") {
    const std::string none = "it has no lines; begin with a line of names or of numbers";
    CHECK(refusal("") == none);
    CHECK(refusal("\n \n") == none);
    CHECK(refusal("\xef\xbb\xbf\n") == none);
    // "x" and a newline in UTF-16.
    CHECK(refusal(std::string_view("\xff\xfex\0\n\0", 6)) ==
          "line 1, column 0 has bytes that are no text; save the file as UTF-8");
    CHECK(refusal(std::string(100, '\0')) ==
          "line 1, column 0 has bytes that are no text; save the file as UTF-8");
    CHECK(test::error_of([] { read_number_table("missing.csv"); }) ==
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
        if (std::isnan(number))
            continue;
        numbers.push_back(number);
        const char* const space = random.below(4) == 0 ? " " : "";
        text += fmt::format("{}{:.17g}{}{}", space, number, space, numbers.size() % 3 == 0 ? "\n" : ",");
    }
    const NumberTable table = read(text);
    CHECK(table.columns == 3);
    CHECK((table.numbers == numbers));
}

} // namespace scanline::data::number_table_test
