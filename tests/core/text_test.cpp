#include "scanline/core/text.h"

#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>

namespace text_test {

using namespace scanline;
using Catch::Matchers::ContainsSubstring;

namespace {

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("Text of letters of any language is printed as it is") {
    for (const char* text : {"", "plain", "a 'quote' and a \\backslash", "\xc3\xa4\xc3\xb6",
                             "\xe6\x97\xa5\xe6\x9c\xac", "\xf0\x9f\x98\x80", "\xef\xbf\xbd"})
        CHECK(printable(text) == text);
}

TEST_CASE("Control characters are escaped, so that text stays on its line and commands no terminal") {
    CHECK(printable("a\nb\r\tc") == R"(a\nb\r\tc)");
    CHECK(printable("\x1b[2J\x07\x7f") == R"(\x1b[2J\x07\x7f)");
    CHECK(printable(std::string_view("a\0b", 3)) == R"(a\x00b)");
    // The second one also starts a terminal command.
    CHECK(printable("\xc2\x80\xc2\x9b") == R"(\u0080\u009b)");
    CHECK(printable("\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xef\xbb\xbf") ==
          R"(\u2028\u202e\u2066\u061c\ufeff)");
}

TEST_CASE("Bytes that are not UTF-8 are escaped one by one") {
    CHECK(printable("\xff\xfe") == R"(\xff\xfe)");
    CHECK(printable("a\xc3") == R"(a\xc3)");
    CHECK(printable("\xc3(") == R"(\xc3()");
    CHECK(printable("\xe6\x97") == R"(\xe6\x97)");
    // An overlong encoding, half a surrogate pair, and a code beyond the last character.
    CHECK(printable("\xc0\xaf") == R"(\xc0\xaf)");
    CHECK(printable("\xe0\x80\xaf") == R"(\xe0\x80\xaf)");
    CHECK(printable("\xed\xa0\x80") == R"(\xed\xa0\x80)");
    CHECK(printable("\xf4\x90\x80\x80") == R"(\xf4\x90\x80\x80)");
}

TEST_CASE("Long text is shortened at a character, and says so") {
    CHECK(printable("abcdef", 6) == "abcdef");
    CHECK(printable("abcdef", 5) == "abcde...");
    CHECK(printable("\xc3\xa4\xc3\xb6\xc3\xbc", 2) == "\xc3\xa4\xc3\xb6...");
    CHECK(printable(std::string(1'000'000, '\x1b')).size() < 400);
}

TEST_CASE("A path is escaped and stays whole") {
    const std::string folder(300, 'x');
    CHECK(printable_path("/" + folder + "/a\nb") == "/" + folder + "/a\\nb");
}

TEST_CASE("A list has its entries without the spaces around them") {
    CHECK(split_list("k", "") == Texts{});
    CHECK(split_list("k", "  ") == Texts{});
    CHECK(split_list("k", "a") == Texts{"a"});
    CHECK(split_list("k", " a,b , c d ") == Texts{"a", "b", "c d"});
}

TEST_CASE("Quotes at the start of an entry hold its commas") {
    CHECK(split_list("k", R"(city,"a,b")") == Texts{"city", "a,b"});
    CHECK(split_list("k", R"( "a, ""b""" , "c,d":sum)") == Texts{R"(a, "b")", "c,d:sum"});
    CHECK(split_list("k", R"(5" pipe,"x")") == Texts{R"(5" pipe)", "x"});
    CHECK_THROWS_WITH(split_list("--dims", R"(a,"b,c)"),
                      ContainsSubstring(R"(--dims: 'a,"b,c')") && ContainsSubstring("not closed: close it"));
    CHECK_THROWS_WITH(split_list("--dims", R"(a,"")"), ContainsSubstring("empty entry"));
}

TEST_CASE("An empty entry of a list is refused, wherever it is") {
    for (const char* list : {",", "a,,b", "a,", ",a", "a, ,b"}) {
        INFO(list);
        CHECK_THROWS_WITH(split_list("--sizes", list), ContainsSubstring("--sizes: ") &&
                                                           ContainsSubstring(list) &&
                                                           ContainsSubstring("empty entry"));
    }
}

} // namespace text_test

namespace scanline::utf8_test {

TEST_CASE("A text begins with a character of one to four bytes, or with none") {
    const auto check = [](const char* text, char32_t code, std::size_t size) {
        CAPTURE(text);
        const Utf8Character character = first_character(text);
        CHECK(character.size == size);
        CHECK(character.code == code);
    };
    check("a!", 'a', 1);
    check("\x7f", 0x7f, 1);
    check("\xc2\x80!", 0x80, 2);
    check("\xdf\xbf", 0x7ff, 2);
    check("\xe0\xa0\x80", 0x800, 3);
    check("\xef\xbf\xbf", 0xffff, 3);
    check("\xf0\x90\x80\x80", 0x10000, 4);
    check("\xf4\x8f\xbf\xbf", 0x10ffff, 4);
    // A continuation byte, truncated sequences, overlong encodings, half a surrogate pair, beyond the last
    // character.
    for (const char* text : {"\x80", "\xff", "\xc3", "\xe6\x97", "\xc0\xaf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                             "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80"})
        check(text, 0, 0);
}

TEST_CASE("Bytes that are not UTF-8 are replaced one by one") {
    CHECK(valid_utf8("a\xff\xfe z") == "a\xEF\xBF\xBD\xEF\xBF\xBD z");
    CHECK(valid_utf8("\xC3\xA4\xE2\x82\xAC") == "\xC3\xA4\xE2\x82\xAC");
    CHECK(count_characters("\xC3\xA4\xE2\x82\xAC!") == 3);
}

TEST_CASE("The last comma of a list becomes a word") {
    CHECK(listed("0, 2, 5", "and") == "0, 2 and 5");
    CHECK(listed("0, 2", "or") == "0 or 2");
    CHECK(listed("0", "and") == "0");
}

TEST_CASE("Spaces and tabs are trimmed at both ends alone") {
    CHECK(trimmed(" \ta b\t ") == "a b");
    CHECK(trimmed("a") == "a");
    CHECK(trimmed(" \t ").empty());
    CHECK(trimmed("").empty());
}

TEST_CASE("Words are quoted where a shell would take them for something else") {
    CHECK(shell_word("a/b-1_2.png") == "a/b-1_2.png");
    CHECK(shell_word("my a.png") == "'my a.png'");
    CHECK(shell_word("$HOME/`a`\"*") == "'$HOME/`a`\"*'");
    CHECK(shell_word("it's") == "'it'\\''s'");
    CHECK(shell_word("") == "''");
    CHECK(shell_word("a\x1b[2J'\\b\xff") == R"($'a\033[2J\047\134b\377')");
    CHECK(shell_word("\t\x7f\xc3\xa9") == R"($'\011\177\303\251')");
}

} // namespace scanline::utf8_test
