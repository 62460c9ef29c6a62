#include "scanline/core/number.h"

#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>
#include <cstdint>
#include <limits>
#include <string>

namespace number_test {

using namespace scanline;

namespace {

constexpr int max_int = std::numeric_limits<int>::max(), min_int = std::numeric_limits<int>::min();
constexpr std::int64_t max_int64 = std::numeric_limits<std::int64_t>::max(),
                       min_int64 = std::numeric_limits<std::int64_t>::min();
constexpr std::uint64_t max_uint64 = std::numeric_limits<std::uint64_t>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<int> whole(std::string_view text) {
    return read_number<int>(text, {min_int, max_int});
}
std::optional<double> real(std::string_view text) {
    return read_number<double>(text, {-1e300, 1e300});
}

} // namespace

TEST_CASE("A whole number has an optional sign, and leading zeros that change nothing") {
    CHECK(whole("0") == 0);
    CHECK(whole("-0") == 0);
    CHECK(whole("4096") == 4096);
    CHECK(whole("+4096") == 4096);
    CHECK(whole("-4096") == -4096);
    CHECK(whole("010") == 10);
    CHECK(whole("00000000000000000000000000000000012") == 12);
}

TEST_CASE("A whole number may be a power of two, or have a point and an exponent") {
    CHECK(whole("2^0") == 1);
    CHECK(whole("2^12") == 4096);
    CHECK(whole("-2^3") == -8);
    CHECK(whole("1e3") == 1000);
    CHECK(whole("1E+3") == 1000);
    CHECK(whole("1.5e3") == 1500);
    CHECK(whole(".5e1") == 5);
    CHECK(whole("4.0") == 4);
    CHECK(whole("4.") == 4);
    CHECK(whole("1500e-2") == 15);
    CHECK(whole("0e-99") == 0);
    CHECK(whole("0.000e99") == 0);
}

TEST_CASE("Anything else is not a whole number") {
    for (const char* text :
         {"",     " ",     "-",     "+",     "--1",   "+-1",   "-+1",   "1 ",   " 1",    "1,0",      "x",
          "1x",   "0x3",   "0X3",   "0b1",   "1'000", "1_000", "1k",    "1M",   "2^",    "2^-1",     "2^x",
          "2^+1", "2^ 1",  "3^2",   "2^^2",  "1e",    "1e+",   "e3",    ".",    ".e1",   "1e-3",     "2.5",
          "1.5",  "15e-2", "1.2.3", "1e1.5", "inf",   "nan",   "1e3e3", "2**3", "1e999", "\xd9\xa3", "1\n"}) {
        INFO("'" << text << "'");
        CHECK(whole(text) == std::nullopt);
    }
    CHECK(whole(std::string_view("1\0", 2)) == std::nullopt);
}

TEST_CASE("A whole number is exact up to the ends of its type, and none beyond") {
    CHECK(whole("2147483647") == max_int);
    CHECK(whole("2147483648") == std::nullopt);
    CHECK(whole("-2147483648") == min_int);
    CHECK(whole("-2147483649") == std::nullopt);
    const auto int64 = [](std::string_view text) {
        return read_number<std::int64_t>(text, {min_int64, max_int64});
    };
    CHECK(int64("9223372036854775807") == max_int64);
    CHECK(int64("9223372036854775808") == std::nullopt);
    CHECK(int64("-9223372036854775808") == min_int64);
    CHECK(int64("-9223372036854775809") == std::nullopt);
    CHECK(int64("-2^63") == min_int64);
    CHECK(int64("9.223372036854775807e18") == max_int64);
    const auto uint64 = [](std::string_view text) {
        return read_number<std::uint64_t>(text, {0, max_uint64});
    };
    CHECK(uint64("18446744073709551615") == max_uint64);
    CHECK(uint64("18446744073709551616") == std::nullopt);
    CHECK(uint64("99999999999999999999") == std::nullopt);
    CHECK(uint64("-1") == std::nullopt);
    CHECK(uint64("-0") == 0);
    CHECK(uint64("2^63") == std::uint64_t{1} << 63);
    CHECK(uint64("2^64") == std::nullopt);
    CHECK(uint64("1e19") == std::uint64_t{10'000'000'000'000'000'000u});
    CHECK(uint64("1e20") == std::nullopt);
    CHECK(uint64("1e99999999999999999999") == std::nullopt);
}

TEST_CASE("A real number has the same spellings, and any fraction") {
    CHECK(real("0.25") == 0.25);
    CHECK(real("+0.25") == 0.25);
    CHECK(real("-.5") == -0.5);
    CHECK(real("5.") == 5.0);
    CHECK(real("1e-3") == 1e-3);
    CHECK(real("1.5e3") == 1500.0);
    CHECK(real("2^12") == 4096.0);
    CHECK(real("-2^3") == -8.0);
    CHECK(real("010") == 10.0);
    for (const char* text : {"", " 1", "1 ", "0x1p3", "0x10", "--1", "+-1", "nan", "-nan", "nan(1)", "inf",
                             "1e999", "1,5", "1.2.3", "2^", "2^0.5", "5%", "x", "1e"}) {
        INFO("'" << text << "'");
        CHECK(real(text) == std::nullopt);
    }
}

TEST_CASE("Infinity is a number where there is no end, and not a number is none") {
    const auto radius = [](std::string_view text) { return read_number<double>(text, {0, infinity}); };
    CHECK(radius("inf") == infinity);
    CHECK(radius("-inf") == std::nullopt);
    CHECK(radius("nan") == std::nullopt);
    CHECK(radius("1e308") == 1e308);
    CHECK(radius("1e309") == std::nullopt);
}

TEST_CASE("Both ends of the bounds are numbers") {
    CHECK(read_number<int>("1", {1, 5}) == 1);
    CHECK(read_number<int>("5", {1, 5}) == 5);
    CHECK(read_number<int>("0", {1, 5}) == std::nullopt);
    CHECK(read_number<int>("6", {1, 5}) == std::nullopt);
    CHECK(read_number<double>("0", {0, 1}) == 0.0);
    CHECK(read_number<double>("1", {0, 1}) == 1.0);
    CHECK(read_number<double>("1.0000001", {0, 1}) == std::nullopt);
    CHECK(read_number<double>("-1e-300", {0, 1}) == std::nullopt);
}

TEST_CASE("What is refused is named, with what it is for and the bounds") {
    const auto message_of = [](auto parse) -> std::string {
        try {
            parse();
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::usage);
            return error.what();
        }
        return "no error";
    };
    CHECK(parse_number<int>("--reps", "2^3", {1, 100'000}) == 8);
    CHECK(message_of([] {
              parse_number<int>("--reps", "0x3", {1, 100'000});
          }) == "--reps: '0x3' is not a whole number from 1 to 100000");
    CHECK(message_of([] {
              parse_number<std::uint64_t>("--seed", "-1", {0, max_uint64});
          }) == "--seed: '-1' is not a whole number from 0 to 18446744073709551615");
    CHECK(message_of([] {
              parse_number<double>("--scale", "", {0.5, 4});
          }) == "--scale: '' is not a number from 0.5 to 4");
    CHECK(message_of([] {
              parse_number<double>("--radius", "a\x1b[31m\n", {0, infinity});
          }) == R"(--radius: 'a\x1b[31m\n' is not a number from 0 to inf)");
    CHECK(message_of([] { parse_number<int>("--reps", std::string(1000, '9'), {1, 5}); }).size() < 150);
}

} // namespace number_test
