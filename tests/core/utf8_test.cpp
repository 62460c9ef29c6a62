#include "scanline/core/utf8.h"

#include <catch2/catch_all.hpp>

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
    // A byte that continues, one cut off, more bytes than needed, half a pair, beyond the last.
    for (const char* text : {"\x80", "\xff", "\xc3", "\xe6\x97", "\xc0\xaf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                             "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80"})
        check(text, 0, 0);
}

TEST_CASE("Bytes that are not UTF-8 are replaced one by one") {
    CHECK(valid_utf8("a\xff\xfe z") == "a\xEF\xBF\xBD\xEF\xBF\xBD z");
    CHECK(valid_utf8("\xC3\xA4\xE2\x82\xAC") == "\xC3\xA4\xE2\x82\xAC");
    CHECK(count_characters("\xC3\xA4\xE2\x82\xAC!") == 3);
}

} // namespace scanline::utf8_test
