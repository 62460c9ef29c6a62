#include "scanline/tables/decimal.h"

#include <cmath>
#include <limits>
#include <random>

namespace scanline::tables::decimal_test {

namespace {

Decimal read(std::string_view text) {
    return read_decimal(text).value();
}

} // namespace

TEST_CASE("A decimal keeps every digit of its text") {
    CHECK(text_of(read("1204.50")) == "1204.5");
    CHECK(text_of(read("-.5e3")) == "-500");
    CHECK(text_of(read("+7.")) == "7");
    CHECK(text_of(read("-0.0")) == "0");
    CHECK(text_of(read("18446744073709551615")) == "18446744073709551615");
    CHECK(text_of(read("-0.12345678901234567890123456789012345678")) ==
          "-0.12345678901234567890123456789012345678");
    CHECK(text_of(read("1000000000000000000000000000000000000000000")) ==
          "1000000000000000000000000000000000000000000");
    CHECK(read("12345678901234567890.10") ==
          normal_decimal(Int128{123456789012} * 1'000'000'000 + 345678901, -1));
    CHECK(text_of(read("-Infinity")) == "-inf");
    CHECK(text_of(read("9999999999999999999")) == "9999999999999999999");
    CHECK(read("1e9999").exponent == 9999);
    for (const char* const text : {"", "-", ".", "1,5", "1e", "e5", "1.2.3", "0x10", "nan", "1e10000",
                                   "1e+-5", "--1", "1 2", "123456789012345678901234567890123456789"})
        CHECK(!read_decimal(text));
}

TEST_CASE("Decimals compare exactly, whatever their exponents") {
    const std::vector<std::string_view> ascending{"-inf",
                                                  "-1e400",
                                                  "-9007199254740993",
                                                  "-9007199254740992",
                                                  "-2",
                                                  "-1.9999999999999999999999999999999999999",
                                                  "-1e-400",
                                                  "0",
                                                  "1e-400",
                                                  "0.09999999999999999",
                                                  "0.1",
                                                  "0.10000000000000001",
                                                  "1",
                                                  "9007199254740992",
                                                  "9007199254740993",
                                                  "18446744073709551615",
                                                  "1e400",
                                                  "inf"};
    for (std::size_t i = 0; i < ascending.size(); ++i)
        for (std::size_t j = 0; j < ascending.size(); ++j) {
            CAPTURE(ascending[i], ascending[j]);
            CHECK((read(ascending[i]) <=> read(ascending[j])) == (i <=> j));
        }
    CHECK(read("3.00") == read("3"));
    CHECK(read("30e-1") == read("3"));
}

TEST_CASE("A decimal's nearest double is that of strtod, and knows whether it tells the decimal") {
    for (const char* const text :
         {"0", "1", "-0.1", "9007199254740993", "1e22", "1e23", "123456789012345678", "4.9e-324", "1e400",
          "-1e400", "1e-400", "0.30000000000000004", "1.7976931348623157e308", "98765432109876543210.123"}) {
        CAPTURE(text);
        CHECK(number_of(read(text)) == std::strtod(text, nullptr));
    }
    CHECK(is_told_by_double(read("0.1")));
    CHECK(is_told_by_double(read("0.30000000000000004")));
    CHECK(!is_told_by_double(read("0.30000000000000005")));
    CHECK(!is_told_by_double(read("9007199254740993")));
    CHECK(!is_told_by_double(read("1e400")));
    CHECK(!is_told_by_double(read("123456789012345e-329")));
    CHECK(is_told_by_double(read("-inf")));
    CHECK(decimal_of(0.1f) == read("0.1"));
    CHECK(decimal_of(536870912.0f) == read("536870912")); // not 536870900, which reads back as it
    CHECK(decimal_of(0x1p62) == read("4611686018427387904"));
    CHECK(decimal_of(0x1p63) == read("9223372036854776e3"));
    CHECK(decimal_of(-0.0) == read("0"));
    CHECK(decimal_of(-1e300) == read("-1e300"));
    CHECK(decimal_of(std::numeric_limits<std::uint64_t>::max()) == read("18446744073709551615"));
    CHECK(decimal_of(std::numeric_limits<std::int64_t>::min()) == read("-9223372036854775808"));
}

TEST_CASE("Units, quotients and their floors are exact") {
    CHECK(in_units(read("12.5"), 2) == 1250);
    CHECK(!in_units(read("12.5"), 0));
    CHECK(!in_units(read("1e38"), 1));
    CHECK(text_of(in_units(read("-1e38"), 0).value()) == "-1" + std::string(38, '0'));
    CHECK(!in_units(read("inf"), 0));
    CHECK(in_units(read("0"), -5) == 0);
    CHECK(floor_of_ratio(read("0.3"), read("0.1")) == 3);
    CHECK(floor_of_ratio(read("-0.3"), read("0.1")) == -3);
    CHECK(floor_of_ratio(read("-0.31"), read("0.1")) == -4);
    CHECK(floor_of_ratio(read("-1"), read("1e300")) == -1);
    CHECK(floor_of_ratio(read("1"), read("1e300")) == 0);
    CHECK(!floor_of_ratio(read("1e300"), read("1")));
    CHECK(nearest_quotient(7 * 7, 7, 1) == 0.7);
    CHECK(nearest_quotient(-1, 3, 0) == -1.0 / 3);
    CHECK(nearest_quotient(5, 1, 324) == 4.9406564584124654e-324);
    // Its first digits are those of a tie, (2^84 - 1) / 1112157627 / 2^84.
    CHECK(nearest_quotient(1, 1112157627, 0) == 1.0 / 1112157627);

    // Quotients of integers that doubles hold are rounded once by the processor, too.
    std::minstd_rand0 random(5);
    for (int i = 0; i < 1000; ++i) {
        const std::int64_t sum = static_cast<std::int64_t>(random()) << (random() % 20);
        const std::int64_t count = static_cast<std::int64_t>(1 + random() % 1000);
        CAPTURE(sum, count);
        CHECK(nearest_quotient(sum, count, 0) == static_cast<double>(sum) / static_cast<double>(count));
    }
}

} // namespace scanline::tables::decimal_test
