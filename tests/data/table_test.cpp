#include "scanline/data/table.h"

#include "files.h"
#include "scanline/data/npy.h"
#include "scanline/data/npz.h"
#include "support/temporary_folder.h"

#include <array>
#include <fmt/format.h>

namespace scanline::data::table_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::TemporaryFolder;
using test::from_hex;
using test::put;
using Ids = std::vector<std::uint32_t>;

namespace {

class TableTest {
protected:
    std::unique_ptr<Table> read(std::string_view text) const {
        return read_table(put(folder / "a.csv", text));
    }
    /// The error from reading a text, without "cannot read PATH: ".
    std::string refusal(std::string_view text) const {
        return without_path(test::error_of([&] { read(text); }));
    }
    std::string without_path(const std::string& message) const {
        const std::string prefix = "cannot read " + (folder / "a.csv").string() + ": ";
        CHECK(message.starts_with(prefix));
        return message.substr(std::min(prefix.size(), message.size()));
    }

    TemporaryFolder folder;
};

} // namespace

TEST_CASE("a table of columns in memory is as one from a file") {
    const auto table = make_table({{"city", std::vector<std::string>{"Oslo", "", "\xc3\x85lesund"}},
                                   {"price", std::vector<double>{2.5, 0.1, 4}},
                                   {"sold", std::vector<std::int64_t>{-1, 1LL << 60, 3}},
                                   {"f", std::vector<float>{0.5f, 1, 2}},
                                   {"i", std::vector<std::int32_t>{1, 2, 3}}});
    CHECK(table->names() == std::vector<std::string>{"city", "price", "sold", "f", "i"});
    CHECK(table->rows() == 3);
    CHECK(table->text(0, 0) == "Oslo");
    CHECK(table->text(1, 0).empty());
    CHECK(table->text(2, 0) == "\xc3\x85lesund");
    CHECK(table->element(1, 0) == std::nullopt);
    CHECK(table->element(1, 1) == ArrayNumber(0.1));
    CHECK(table->element(1, 2) == ArrayNumber(std::int64_t{1} << 60));
    CHECK(table->element(0, 3) == ArrayNumber(0.5f));
    CHECK(table->column("--min", "sold") == 2);
    CHECK(table->csv_rows({.rows = Ids{2, 0}}) ==
          "city,price,sold,f,i\n\xc3\x85lesund,4,3,2,3\nOslo,2.5,-1,0.5,1\n");
    CHECK(make_table({{"x", std::vector<double>{}}})->rows() == 0);
    CHECK(test::error_of([] { make_table({}); }, ErrorKind::usage) ==
          "table has no columns: give it at least one");
    CHECK(test::error_of([] {
              make_table({{"a", std::vector<double>{1}}, {"b", std::vector<std::string>{"x", "y"}}}, "mine");
          }) == "cannot read mine: its array b has 2 elements, a has 1: give every column as many");
}

TEST_CASE_METHOD(TableTest, "Cells are read as text, and rows come back byte for byte") {
    const auto table =
        read("\xef\xbb\xbfname; price ;n\r\n\"a \"\"b\"\"; c\" ; +1.50;007\r\n\r\nd;;nan\r\ne;1e2;\" 3 \"");
    CHECK(table->names() == std::vector<std::string>{"name", "price", "n"});
    CHECK(table->rows() == 3);
    CHECK(table->text(0, 0) == "a \"b\"; c");
    CHECK(table->text(0, 2) == "007");
    CHECK(table->text(0, 1) == "+1.50");
    CHECK(table->text(1, 1).empty());
    CHECK(table->text(2, 2) == "3");
    CHECK(table->element(0, 1) == std::nullopt);
    CHECK(table->csv_rows({.rows = Ids{0, 2}}) ==
          "\xef\xbb\xbfname; price ;n\r\n\"a \"\"b\"\"; c\" ; +1.50;007\r\n"
          "e;1e2;\" 3 \"\r\n");
    CHECK(table->csv_rows({.rows = Ids{1}, .layers = Ids{12}}) ==
          "\xef\xbb\xbfname; price ;n;layer\r\nd;;nan;12\r\n");
}

TEST_CASE_METHOD(TableTest,
                 "Chosen columns are written in the order they are named, their cells as they are") {
    using Columns = std::vector<std::size_t>;
    const auto table = read("\"a;b\";\"c \"\"d\"\"\"; e\r\n\"x;y\"; 05 ;\"\"\r\n;2;\r\n");
    CHECK(table->csv_rows({.rows = Ids{1, 0}, .columns = Columns{1, 0}}) ==
          "\"c \"\"d\"\"\";\"a;b\"\r\n2;\r\n 05 ;\"x;y\"\r\n");
    CHECK(table->csv_rows({.rows = Ids{0, 1}, .columns = Columns{2}}) == "e\r\n\"\"\r\n\"\"\r\n");
    CHECK(table->csv_rows({.rows = Ids{1}, .layers = Ids{3}, .columns = Columns{2}}) == "e;layer\r\n;3\r\n");
    CHECK(read("layer,x\n1,2\n")->csv_rows({.rows = Ids{0}, .layers = Ids{1}, .columns = Columns{1}}) ==
          "x,layer\n2,1\n");
    const auto both = join_tables("--add", read("x,y\n1,2\n"), read("x,y\n3,\"4\"\n"));
    CHECK(both->csv_rows({.rows = Ids{1, 0}, .columns = Columns{1}}) == "y\n\"4\"\n2\n");

    const std::array<std::int16_t, 6> elements{1, 2, 3, 4, 5, 6};
    write_npy(folder / "a.npy", make_npy<std::int16_t>(elements, {2, 3}));
    const auto array = read_table(folder / "a.npy");
    CHECK(array->csv_rows({.rows = Ids{1}, .columns = Columns{2, 0}}) == "x2,x0\n6,4\n");
    array->write_arrays(folder / "b.npy", {.rows = Ids{1, 0}, .columns = Columns{2, 0}});
    const std::array<std::int16_t, 4> chosen{6, 4, 3, 1};
    CHECK(read_npy(folder / "b.npy") == make_npy<std::int16_t>(chosen, {2, 2}));
    write_npz(folder / "a.npz",
              {{"x", make_npy<std::int16_t>(chosen, {4})}, {"y", make_npy<std::int16_t>(chosen, {4})}});
    read_table(folder / "a.npz")->write_arrays(folder / "b.npz", {.rows = Ids{0}, .columns = Columns{1}});
    CHECK(read_npz(folder / "b.npz") ==
          NpzArrays{{"y", make_npy<std::int16_t>(std::vector<std::int16_t>{6}, {1})}});
}

TEST_CASE_METHOD(TableTest, "No rows have the columns and types of some") {
    const auto table = read("x,y\n1,2\n");
    CHECK(table->csv_rows({.rows = {}, .layers = Ids{}}) == "x,y,layer\n");
    write_npy(folder / "a.npy", make_npy<float>(std::array{1.0f, 2.0f}, {1, 2}));
    read_table(folder / "a.npy")->write_arrays(folder / "b.npz", {.rows = {}, .layers = Ids{}});
    CHECK(read_npz(folder / "b.npz") == NpzArrays{{"rows", make_npy<float>(std::vector<float>(), {0, 2})},
                                                  {"layer", make_npy<std::uint32_t>(Ids{}, {0})}});
}

TEST_CASE_METHOD(TableTest, "A first line with numbers is a row, and columns have numbers then") {
    const auto table = read("1,2\n3,4\n");
    CHECK(table->rows() == 2);
    CHECK(table->names().empty());
    CHECK(table->column("--max", "1") == 1);
    CHECK(table->title(1) == "column 1");
    CHECK(table->csv_rows({.rows = Ids{1}, .layers = Ids{1}}) == "3,4,1\n");
    CHECK(read("x,y\n")->rows() == 0);
    CHECK(read("x\n5")->text(0, 0) == "5");
}

TEST_CASE_METHOD(TableTest, "A column is found by its name, or else its number") {
    const auto table = read("b,1x,a,a,\n1,2,3,4,5\n");
    CHECK(table->column("--max", "b") == 0);
    CHECK(table->column("--max", "4") == 4);
    CHECK(table->title(4) == "column 4");
    CHECK(table->title(0) == "b");
    CHECK(table->title(3) == "a (column 3)");
    const auto wrong = [&](std::string_view name) {
        return test::error_of([&] { table->column("--max", name); }, ErrorKind::usage);
    };
    CHECK_THAT(wrong("a"),
               ContainsSubstring("--max a: ") && ContainsSubstring("several columns of this name: give "
                                                                   "its number, from 0"));
    CHECK_THAT(wrong("c"), ContainsSubstring("--max c: ") &&
                               ContainsSubstring("has no such column: it has b, 1x, a, a, "));
    CHECK_THAT(wrong("5"), ContainsSubstring("has no such column"));
    CHECK_THAT(wrong("-1"), ContainsSubstring("has no such column"));
}

TEST_CASE_METHOD(TableTest, "A damaged text is refused with its place") {
    CHECK_THAT(refusal(" \n\n"), ContainsSubstring("it has no lines"));
    CHECK(refusal("a,1\n2,3\n") == "line 1: it has names and numbers: begin with a line of names, or say "
                                   "what it is by --header (names) or --no-header (a row)");
    CHECK(refusal("a,b\n1,2\n\n3\n") ==
          "line 4: its number of fields is 1, that of line 1 is 2; give every line as many");
    CHECK_THAT(refusal("a,b\n1,2,3\n"), ContainsSubstring("line 2: its number of fields is 3"));
    CHECK(refusal("a,b\n1,\"2\n") == "line 2: a quote is opened and not closed; close it");
    CHECK_THAT(refusal("a,b\n1,\"2\"3\n"), ContainsSubstring("line 2: text follows a closing quote"));
    const auto table = read("a,b\n\n1,x\n2,y\n");
    CHECK(without_path(table->cell_error(1, 1, "is 'y'").what()) == "row 1 (line 4), column 1 (b) is 'y'");
    CHECK_THAT(
        test::error_of([&] { table->write_arrays(folder / "b.npy", {.rows = Ids{0}}); }, ErrorKind::usage),
        ContainsSubstring("a.csv are text, which arrays cannot take: ") &&
            ContainsSubstring("write .csv, or ids only"));
    put(folder / "a.xlsx", "PK\x03\x04");
    CHECK_THAT(test::error_of([&] { read_table(folder / "a.xlsx"); }, ErrorKind::usage),
               ContainsSubstring("tables are read from .csv, .tsv, .tab, .txt, .dat, .xyz, .npy, .npz (each "
                                 "also as .gz), or from - (standard input), not from "));
    CHECK_THAT(test::error_of([&] { read_table(folder / "gone.csv"); }),
               ContainsSubstring("there is no such file"));
}

TEST_CASE_METHOD(TableTest, "The rows of an array are written with its type, layers beside them") {
    const std::array<std::int16_t, 6> elements{1, 2, 3, 4, 5, 6};
    write_npy(folder / "a.npy", make_npy<std::int16_t>(elements, {3, 2}));
    const auto table = read_table(folder / "a.npy");
    CHECK(table->rows() == 3);
    CHECK(table->element(2, 0) == ArrayNumber(std::int64_t{5}));
    CHECK(table->text(1, 1) == "4");
    CHECK(table->csv_rows({.rows = Ids{2}, .layers = Ids{1}}) == "x0,x1,layer\n5,6,1\n");
    table->write_arrays(folder / "b.npy", {.rows = Ids{0, 2}});
    const std::array<std::int16_t, 4> kept{1, 2, 5, 6};
    CHECK(read_npy(folder / "b.npy") == make_npy<std::int16_t>(kept, {2, 2}));
    table->write_arrays(folder / "b.npz", {.rows = Ids{0, 2}, .layers = Ids{2, 1}});
    const NpzArrays arrays = read_npz(folder / "b.npz");
    REQUIRE(arrays.size() == 2);
    CHECK(arrays[0] == std::pair{std::string("rows"), make_npy<std::int16_t>(kept, {2, 2})});
    CHECK(arrays[1] == std::pair{std::string("layer"), make_npy<std::uint32_t>(Ids{2, 1}, {2})});
    CHECK_THAT(
        test::error_of([&] { table->write_arrays(folder / "c.npy", {.rows = Ids{0}, .layers = Ids{1}}); },
                       ErrorKind::usage),
        ContainsSubstring("c.npy holds one array, and layers are another: write .npz or .csv"));
}

TEST_CASE_METHOD(TableTest, "Arrays of one dimension are columns with their names") {
    const std::array<float, 2> prices{0.1f, 2};
    const std::array<std::int64_t, 2> ids{9007199254740993, 7};
    write_npz(folder / "a.npz",
              {{"price", make_npy<float>(prices, {2})}, {"id", make_npy<std::int64_t>(ids, {2})}});
    const auto table = read_table(folder / "a.npz");
    CHECK(table->names() == std::vector<std::string>{"price", "id"});
    CHECK(table->csv_rows({.rows = Ids{0}}) == "price,id\n0.1,9007199254740993\n");
    CHECK(table->element(1, 0) == ArrayNumber(2.0f));
    CHECK(table->element(0, 1) == ArrayNumber(std::int64_t{9007199254740993}));
    CHECK_THAT(table->cell_error(0, 1, "is large").what(),
               ContainsSubstring("row 0, column 1 (id) is large"));
    table->write_arrays(folder / "b.npz", {.rows = Ids{1}});
    CHECK(read_npz(folder / "b.npz")[1].second.convert<int>() == std::vector<int>{7});
    CHECK_THAT(
        test::error_of([&] { table->write_arrays(folder / "b.npy", {.rows = Ids{1}}); }, ErrorKind::usage),
        ContainsSubstring("b.npy holds one array, and every column is one: write .npz or .csv"));

    write_npz(folder / "a.npz", {{"layer", make_npy<float>(prices, {2})}});
    CHECK_THAT(test::error_of(
                   [&] {
                       read_table(folder / "a.npz")
                           ->write_arrays(folder / "b.npz", {.rows = Ids{1}, .layers = Ids{1}});
                   },
                   ErrorKind::usage),
               ContainsSubstring("has a column layer already: rename it, or write ids"));
    CHECK_THAT(test::error_of([&] { read("layer,x\n1,2\n")->csv_rows({.rows = Ids{0}, .layers = Ids{1}}); },
                              ErrorKind::usage),
               ContainsSubstring("has a column layer already: rename it, or write ids"));
    const auto refused = [&](const NpzArrays& arrays) {
        write_npz(folder / "a.npz", arrays);
        return test::error_of([&] { read_table(folder / "a.npz"); });
    };
    const NpyArray two = make_npy<float>(prices, {2}), one = make_npy<float>({prices.data(), 1}, {1}),
                   square = make_npy<float>(prices, {1, 2}), cube = make_npy<float>(prices, {1, 1, 2});
    CHECK_THAT(refused({{"a", two}, {"b", one}}), ContainsSubstring("its array b has 1 elements, a has 2"));
    CHECK_THAT(refused({{"a", two}, {"b", square}}),
               ContainsSubstring("several arrays, not all of one dimension"));
    CHECK_THAT(refused({{"a", cube}}), ContainsSubstring("its array has 3 dimensions: give it two"));
    CHECK_THAT(refused({{"a", make_npy<float>({}, {2, 0})}}),
               ContainsSubstring("its array has the shape (2, 0), so no columns: give it at least one"));
    const std::string empty_archive = "PK\5\6" + std::string(18, '\0');
    CHECK_THAT(test::error_of([&] { read_table(put(folder / "a.npz", empty_archive)); }),
               ContainsSubstring("it has no arrays: save at least one with numpy.savez"));
}

TEST_CASE_METHOD(TableTest, "Columns of text and dates are no numbers, and keep their types") {
    const auto column = [](ElementType type, std::size_t characters, std::string_view elements) {
        NpyArray array{{type, {2}, characters}, {}};
        if (type == ElementType::datetime)
            array.unit = DateUnit::month;
        const auto bytes = std::as_bytes(std::span(elements));
        array.bytes.assign(bytes.begin(), bytes.end());
        return array;
    };
    const NpzArrays columns{
        {"name", column(ElementType::bytes, 3, std::string_view("a,bc\0\0", 6))},
        {"day", column(ElementType::datetime, 1, std::string_view("\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0", 16))},
        {"flag", column(ElementType::boolean, 1, std::string_view("\1\0", 2))},
        {"half", column(ElementType::f16, 1, std::string_view("\0\x3c\0\x38", 4))}};
    write_npz(folder / "a.npz", columns);
    const auto table = read_table(folder / "a.npz");
    CHECK(table->csv_rows({.rows = Ids{0, 1}}) ==
          "name,day,flag,half\n\"a,b\",1970-02,1,1\nc,1970-03,0,0.5\n");
    CHECK(table->element(0, 0) == std::nullopt);
    CHECK(table->element(1, 1) == std::nullopt);
    CHECK(table->element(0, 2) == ArrayNumber(std::uint64_t{1}));
    CHECK(table->element(1, 3) == ArrayNumber(0.5f));
    table->write_arrays(folder / "b.npz", {.rows = Ids{0, 1}});
    CHECK(read_npz(folder / "b.npz") == columns);

    NpzArrays wider = columns;
    wider[0].second = column(ElementType::bytes, 4, "1234567");
    wider[0].second.bytes.resize(8);
    write_npz(folder / "b.npz", wider);
    CHECK_THAT(test::error_of(
                   [&] { join_tables("--add", read_table(folder / "a.npz"), read_table(folder / "b.npz")); },
                   ErrorKind::usage),
               ContainsSubstring("has name of |S4, where ") && ContainsSubstring(" has |S3: convert it"));
}

TEST_CASE("A text column shows in the first row of a CSV file") {
    const TemporaryFolder folder;
    const auto has_text = [&](const std::string& text) {
        return first_columns(put(folder / "a.csv", text)).has_text;
    };
    CHECK(has_text("city;price\n\nOslo;3\n"));
    CHECK(has_text("1,2\n3,x\n"));
    CHECK(has_text("city,price\nOslo,3\n" + std::string(100'000, ' ')));
    CHECK_FALSE(has_text("x,y\n1,\"2\"\n"));
    CHECK_FALSE(has_text("x,y\n1,\n"));
    CHECK_FALSE(has_text("city,price\n"));
    CHECK_FALSE(has_text("a,b;c\n"));
    CHECK_FALSE(has_text(""));
    CHECK_FALSE(first_columns(folder / "gone.csv").has_text);
    CHECK(first_columns(put(folder / "a.txt", "# x y\n1 2\n3 high\n")).has_text);
    CHECK_FALSE(first_columns(put(folder / "b.xyz", "# x y\n1 2\n3 4\n")).has_text);
    // gzip -n of "x\na\n" and of "x\n1\n", by the program of that name.
    CHECK(
        first_columns(put(folder / "a.csv.gz", from_hex("1f8b0800000000000003abe04ae4020041616b1e04000000")))
            .has_text);
    CHECK_FALSE(
        first_columns(put(folder / "b.csv.gz", from_hex("1f8b0800000000000003abe032e40200153cd0a404000000")))
            .has_text);
    write_npz(folder / "a.npz", {{"n", make_npy<float>(std::vector<float>{1}, {1})}});
    CHECK_FALSE(first_columns(folder / "a.npz").has_text);
    CHECK(first_columns(folder / "a.npz").names == std::vector<std::string>{"n"});
    CHECK(first_columns(put(folder / "a.csv", "city;price\nOslo;3\n")).names ==
          std::vector<std::string>{"city", "price"});
    CHECK(first_columns(put(folder / "a.csv", "1;2\n3;4\n")).names.empty());
}

TEST_CASE("The first row of a table tells how many columns there are") {
    const TemporaryFolder folder;
    CHECK(first_columns(put(folder / "a.csv", "a,b,c,d,e\n1,2,3,4,5\n")).count == 5);
    CHECK(first_columns(put(folder / "a.xyz", "1 2 3\n")).count == 3);
    CHECK(first_columns(folder / "gone.csv").count == 0);
    write_npy(folder / "a.npy", make_npy<float>(std::vector<float>{1, 2, 3, 4}, {1, 4}));
    CHECK(first_columns(folder / "a.npy").count == 4);
    write_npz(folder / "a.npz", {{"n", make_npy<float>(std::vector<float>{1}, {1})},
                                 {"m", make_npy<float>(std::vector<float>{2}, {1})}});
    CHECK(first_columns(folder / "a.npz").count == 2);
}

TEST_CASE("The ending of a table in .gz is that of the table") {
    CHECK(table_ending_of("a.CSV.gz") == ".csv");
    CHECK(table_ending_of("a.xyz") == ".xyz");
    CHECK(table_ending_of("a.tar.gz") == ".gz");
    CHECK(table_ending_of("a.gz") == ".gz");
}

} // namespace scanline::data::table_test
