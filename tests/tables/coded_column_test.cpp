#include "scanline/tables/column_coder.h"

#include "scanline/data/npy.h"
#include "scanline/tables/condition.h"
#include "support/temporary_folder.h"

#include <cmath>
#include <fmt/format.h>
#include <fstream>

namespace scanline::tables::coded_column_test {

using Catch::Matchers::ContainsSubstring;
using Codes = std::vector<std::uint32_t>;

namespace {

template <class Action>
std::string error_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// Codes the one column of a text.
class Coding {
public:
    explicit Coding(Reading reading = {}) : reading_(std::move(reading)) {
        column.name = column.column = "v";
    }

    explicit Coding(DatePart part, Reading reading = {}) : Coding(std::move(reading)) {
        column.derivation = Derivation::part;
        column.part = part;
        column.type = type_of_part(part);
    }

    /// cells: separated by spaces; "-" is an empty cell.
    Codes code(std::string_view cells, const std::optional<BinPlan>& bins = {}) {
        const auto path = folder_ / "cells.csv";
        std::ofstream file(path);
        file << "n,v\n";
        std::istringstream words{std::string(cells)};
        for (std::string word; words >> word;)
            file << "1,\"" << (word == "-" ? "" : word) << "\"\n";
        file.close();
        return code(*data::read_table(path), 1, bins);
    }
    Codes code(const data::Table& table, std::size_t number, const std::optional<BinPlan>& bins = {}) {
        CancelPoll poll;
        return code_cells(table, number, reading_, bins, column, ColumnWork(table.rows(), poll));
    }
    std::string error(std::string_view cells) {
        return error_of([&] { code(cells); });
    }
    /// The values that meet a condition, in ascending order, separated by spaces; an empty one as "-".
    std::string meet(const std::string& condition) const {
        return texts(codes_that_meet(parse_condition("--where", condition), column, condition));
    }
    std::string texts(Codes codes) const {
        std::string all;
        for (const std::uint32_t code : column.ascending(std::move(codes)))
            all += (all.empty() ? "" : " ") +
                   (column.dictionary.text(code).empty() ? "-" : column.dictionary.text(code));
        return all;
    }

    CodedColumn column;

private:
    Reading reading_;
    test::TemporaryFolder folder_;
};

} // namespace

TEST_CASE("A dictionary finds each of many texts, and no other") {
    Dictionary dictionary;
    CHECK(!dictionary.find("0"));
    bool are_found = true;
    for (std::uint32_t code = 0; code < 200'000; ++code) // enough for some with equal hashes
        are_found = are_found && dictionary.add(std::to_string(code)) == code && !dictionary.find("x");
    CHECK(are_found);
}

TEST_CASE("A column with missing cells keeps its type, and missing cells are one value") {
    Coding ages;
    CHECK(ages.code("9 10 100 - 2 NA null NaN \\N #N/A None") == Codes{0, 1, 2, 3, 4, 3, 3, 3, 3, 3, 3});
    CHECK(ages.column.type.kind == Kind::number);
    CHECK(ages.texts(ages.column.ascending()) == "- 2 9 10 100");
    CHECK(ages.meet("v=2..20") == "2 9 10");
    CHECK(ages.meet("v=\"\"") == "-");
    CHECK(ages.meet("v!=\"\"") == "2 9 10 100");
    CHECK(ages.meet("v!=9") == "- 2 10 100");
    CHECK(ages.meet("v>9") == "10 100");

    CHECK(ages.code("NA 3") == Codes{3, 5});
    CHECK(ages.meet("v<=3") == "2 3");
    CHECK_THAT(ages.error("7 x"),
               ContainsSubstring("row 1 (line 3), column 1 (v) is 'x', which is not a number"));
    CHECK_THAT(ages.error("5,5"), ContainsSubstring("without --decimal-comma"));
    CHECK_THAT(ages.error("007"), ContainsSubstring("leading zeros"));
}

TEST_CASE("A column of which some cells are not numbers is text, and so are codes") {
    Coding names;
    names.code("Ada Nan 323 Bo");
    CHECK(names.column.type.kind == Kind::text);
    CHECK(names.texts(names.column.ascending()) == "323 Ada Bo Nan");
    CHECK(names.meet("v=B..C") == "Bo");
    CHECK_THAT(error_of([&] { names.meet("v=2..500"); }), ContainsSubstring("v has text, such as 'Ada'"));
    CHECK_THAT(error_of([&] { names.meet("v>2020-01-05"); }), ContainsSubstring("v has text, such as 'Ada'"));

    Coding codes;
    codes.code("02134 10001");
    CHECK(codes.column.type.kind == Kind::text);
    CHECK(codes.meet("v=02000..03000") == "02134");
    CHECK((is_code("01") && is_code("+00") && !is_code("0") && !is_code("0.5")));
    CHECK_THAT(error_of([&] { codes.meet("v=2134"); }),
               ContainsSubstring("no value 2134: it has 02134, 10001"));

    Coding as_written({.texts = {"v"}});
    as_written.code("NA 7 8");
    CHECK(as_written.column.type.kind == Kind::text);
    CHECK(as_written.meet("v=NA") == "NA");

    Coding unknown;
    unknown.code("- NA");
    CHECK(unknown.column.type.kind == Kind::unknown);
    Coding numbers;
    const test::TemporaryFolder folder;
    data::write_npy<float>(folder / "a.npy", std::vector{NAN}, {1, 1});
    numbers.code(*data::read_table(folder / "a.npy"), 0);
    CHECK(numbers.column.type.kind == Kind::number);
    unknown.code("12 7");
    CHECK(unknown.column.type.kind == Kind::number);
    CHECK(unknown.meet("v>7") == "12");
}

TEST_CASE("Elements of arrays have the codes of their texts, however many there are") {
    constexpr std::int64_t values = 20'011; // far more than are remembered
    std::vector<std::int64_t> elements;
    for (std::int64_t i = 0; i < 2 * values; ++i)
        elements.push_back(i * 7919 % values * 1'000'003 - values);
    const test::TemporaryFolder folder;
    data::write_npy<std::int64_t>(folder / "a.npy", elements, {elements.size(), 1});
    Coding coding;
    const Codes codes = coding.code(*data::read_table(folder / "a.npy"), 0);
    REQUIRE(codes.size() == elements.size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < codes.size(); ++i)
        wrong += coding.column.dictionary.text(codes[i]) == std::to_string(elements[i]) ? 0u : 1u;
    CHECK(wrong == 0);
    CHECK(coding.column.dictionary.size() == values);
}

TEST_CASE("Equal numbers are one value, shown as first written, and numbers compare exactly") {
    Coding prices;
    CHECK(prices.code("3.00 3 -0 0.0 0 3.0 30e-1 +4 4 inf") == Codes{0, 0, 1, 1, 1, 0, 0, 2, 2, 3});
    CHECK(prices.texts(prices.column.ascending()) == "-0 3.00 +4 inf");
    CHECK(prices.meet("v=3") == "3.00");
    CHECK(prices.meet("v={3,3.0}") == "3.00");
    CHECK(prices.code("5 3 Infinity") == Codes{4, 0, 3});

    for (const auto& [first, second] :
         std::initializer_list<std::pair<const char*, const char*>>{{"0", "-0"},
                                                                    {"-0", "0"},
                                                                    {"5", "5."},
                                                                    {"0.5", ".5"},
                                                                    {"1.50", "1.5"},
                                                                    {"7", "+7"},
                                                                    {"10", "1e1"}}) {
        CAPTURE(first, second);
        CHECK(Coding().code(fmt::format("{} {}", first, second)) == Codes{0, 0});
    }

    Coding ids;
    CHECK(ids.code("9007199254740992 9007199254740993 18446744073709551615 18446744073709551614") ==
          Codes{0, 1, 2, 3});
    CHECK(ids.meet("v>9007199254740992") == "9007199254740993 18446744073709551614 18446744073709551615");
    CHECK(ids.meet("v=..9007199254740992") == "9007199254740992");
    CHECK_THAT(error_of([&] { ids.meet("v=9007199254740994"); }), ContainsSubstring("has no value"));
    CHECK_THAT(error_of([&] { ids.meet("v=abc"); }), ContainsSubstring("'abc' is not a number"));
}

TEST_CASE("Numbers are read in other forms where these are asked for") {
    Coding commas({.numbers = {.decimal_comma = true}});
    CHECK(commas.code("5,5 5,50 3") == Codes{0, 0, 1});
    CHECK(commas.meet("v>3.2") == "5,5");
    CHECK(!read_cell("5.5", {.decimal_comma = true}));
    CHECK(Coding({.numbers = {.decimal_comma = true, .thousands = true}}).code("1.234 1234") == Codes{0, 0});
    Coding loose({.numbers = {.thousands = true, .loose = true}});
    CHECK(loose.code("\xc2\xa3\x31,000 1000 -\xe2\x82\xac"
                     "5 7% $7") == Codes{0, 0, 1, 2, 2});
    CHECK(loose.column.type.kind == Kind::number);
    CHECK(read_cell("1.234.567,8", {.decimal_comma = true, .thousands = true}) == read_decimal("1234567.8"));
    CHECK(read_cell("1'234", {.thousands = true}) == read_decimal("1234"));
    CHECK(read_cell("+123,456.5", {.thousands = true}) == read_decimal("123456.5"));
    CHECK(read_cell("1 234\xc2\xa0"
                    "567",
                    {.thousands = true}) == read_decimal("1234567"));
    CHECK(read_cell("\xe2\x88\x92$5", {.loose = true}) == read_decimal("-5"));
    for (const char* const text : {"1,23", "1,2345", "1234,567", ",123", "1,,234"}) {
        CAPTURE(text);
        CHECK(!read_cell(text, {.thousands = true}));
    }
    CHECK(options_that_read("5,5", {}) == "--decimal-comma");
    CHECK(options_that_read("2,590", {}) == "--thousands");
    CHECK(options_that_read("2.590,5", {}) == "--decimal-comma --thousands");
    CHECK(options_that_read("\xc2\xa3"
                            "5",
                            {}) == "--numbers loose");
    CHECK(options_that_read("Oslo", {}).empty());
}

TEST_CASE("Dates compare by time, and their parts are values") {
    Coding days;
    days.code("2020-03-05T10:00 2019-12-31 2021-01-01T00:00 2020-12-31T23:59:59");
    CHECK(days.column.type.kind == Kind::date);
    CHECK(days.meet("v=2020") == "2020-03-05T10:00 2020-12-31T23:59:59");
    CHECK(days.meet("v=2020..2021") == "2020-03-05T10:00 2020-12-31T23:59:59 2021-01-01T00:00");
    CHECK(days.meet("v<2020") == "2019-12-31");
    CHECK(days.meet("v<=2019") == "2019-12-31");
    CHECK(days.meet("v>=2020") == days.meet("v=2020..2021"));
    CHECK(days.meet("v>2020") == "2021-01-01T00:00");
    days.code("2020-03-05");
    CHECK(days.meet("v=2020-03-05") == "2020-03-05 2020-03-05T10:00");
    CHECK_THAT(error_of([&] { days.meet("v>soon"); }), ContainsSubstring("'soon' is not a date"));

    Coding german;
    german.code("03.04.2024 1.12.2023");
    CHECK(german.texts(german.column.ascending()) == "1.12.2023 03.04.2024");

    Coding months(DatePart::month);
    CHECK(months.code("2020-07-05 NA 2020-01-05 2020-10-05") == Codes{0, 1, 2, 3});
    CHECK(months.texts(months.column.ascending()) == "- 1 7 10");
    CHECK_THAT(months.error("2020-07-05 soon"), ContainsSubstring("is 'soon', which is not a date"));

    Coding either(DatePart::month);
    CHECK_THAT(either.error("03/04/2024 05/06/2024"), ContainsSubstring("choose one by --date-format"));
    CHECK(either.code("03/04/2024 05/26/2024").size() == 2);
    std::string unclear;
    for (int i = 0; i < 1024; ++i)
        unclear += "03/04/2024 ";
    CHECK(Coding(DatePart::month).code(unclear + "05/26/2024").size() == 1025);
    Coding days_first(DatePart::year_month, {.dates = DateFormat::parse("%d/%m/%Y")});
    days_first.code("03/04/2024 05/06/2023");
    CHECK(days_first.meet("v=2024") == "2024-04");
    Coding any_order;
    any_order.code("03/04/2024 05/06/2024");
    CHECK(any_order.meet("v=03/04/2024") == "03/04/2024");
}

TEST_CASE("Numbers that come later and lie beyond the edges have bins of their own") {
    Coding prices;
    prices.column.derivation = Derivation::bin;
    CHECK(prices.code("1 5 9 10 -", BinPlan{2}) == Codes{0, 1, 1, 1, 2});
    CHECK(prices.texts(prices.column.ascending()) == "- 0..5 5..10");
    CHECK(prices.code("55 -7 10") == Codes{3, 4, 1});
    CHECK(prices.texts(prices.column.ascending()) == "- below 0 0..5 5..10 above 10");
    CHECK(prices.meet("v=55") == "above 10");
    CHECK(prices.meet("v=7") == "5..10");
    CHECK(prices.meet("v=..5") == "below 0 0..5");
    CHECK(prices.meet("v>=5") == "5..10 above 10");
    CHECK(prices.meet("v=0..10") == "0..5 5..10");
    CHECK(prices.meet("v!=7") == "- below 0 0..5 above 10");
    CHECK_THAT(error_of([&] { prices.meet("v=3..10"); }), ContainsSubstring("3 is not an edge"));
    CHECK_THAT(error_of([&] { prices.meet("v>=-3"); }), ContainsSubstring("choose 0 or 5"));

    Coding ids;
    ids.column.derivation = Derivation::bin;
    CHECK(ids.code("9007199254740992 9007199254740993 9007199254740996", BinPlan{2}) == Codes{0, 0, 1});
    CHECK(ids.texts(ids.column.ascending()) ==
          "9007199254740992..9007199254740994 9007199254740994..9007199254740996");

    Coding none;
    none.column.derivation = Derivation::bin;
    none.code("- -", BinPlan{2});
    CHECK_THAT(error_of([&] { none.meet("v=5"); }), ContainsSubstring("v has no value 5"));
}

TEST_CASE("Conditions that are misspelt are refused") {
    for (const auto& [text, message] : std::initializer_list<std::pair<const char*, const char*>>{
             {"v", "is no condition"},
             {"v=<5", "=< is not a relation"},
             {"v===5", "=== is not a relation"},
             {"v<>5", "<> is not a relation"},
             {"v=", "the value of v is missing"},
             {"=5", "is no condition"},
             {"v={1,2", "} is expected at the end of a set"},
             {"v=\"a", "is not closed"},
             {"v=\"a\" b", "text follows the condition"},
             {"v<\"\"", "missing values have no order"}}) {
        CAPTURE(text);
        CHECK_THAT(
            error_of([&] { CellTest(parse_condition("--where", text), {.kind = Kind::number}, text); }),
            ContainsSubstring(message));
    }
    CHECK(parse_condition("--where", "city=Washington, D.C.").values ==
          std::vector<std::string>{"Washington, D.C."});
    CHECK(parse_condition("--where", "\"a<b\" == \"x\"\"y\"").values == std::vector<std::string>{"x\"y"});
}

} // namespace scanline::tables::coded_column_test
