#include "scenes/compaction/image/model.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::compaction::image::settings_test {

namespace {

std::string value_of(const Setup& settings, std::string_view key) {
    const std::vector<Setting> all = settings_of(settings);
    const auto found = std::ranges::find(all, key, &Setting::key);
    REQUIRE(found != all.end());
    return found->value;
}

} // namespace

TEST_CASE("every setting of the picture's scene can be changed and read back") {
    const std::vector<std::pair<std::string, std::string>> changes{{"image", "finger"},
                                                                   {"draw", "true"},
                                                                   {"algorithm", "rlz"},
                                                                   {"block", "32"},
                                                                   {"b-algorithm", "packed"},
                                                                   {"b-block", "4096"},
                                                                   {"compare", "difference"},
                                                                   {"flip", "true"},
                                                                   {"threshold", "200.5"},
                                                                   {"negate", "true"},
                                                                   {"prefix-sum", "blelloch"},
                                                                   {"run-lengths", "balanced-tree"},
                                                                   {"payload", "value"},
                                                                   {"pass", "12"},
                                                                   {"pinned", "17"},
                                                                   {"grid", "true"},
                                                                   {"zoom", "8"},
                                                                   {"center-x", "0.25"},
                                                                   {"center-y", "0.75"},
                                                                   {"cap", "512"}};
    Setup settings;
    CHECK(settings_of(settings).size() == changes.size());
    for (const auto& [key, value] : changes) {
        CAPTURE(key);
        CHECK(value_of(settings, key) != value);
        set(settings, key, value);
        CHECK(value_of(settings, key) == value);
    }
    // What a session kept gives the same again.
    Setup again;
    for (const Setting& setting : settings_of(settings))
        set(again, setting.key, setting.value);
    for (const Setting& setting : settings_of(settings))
        CHECK(value_of(again, setting.key) == setting.value);
}

TEST_CASE("wrong values are refused with the key and what it takes, and change nothing") {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"algorithm", "quicksort"}, {"block", "3"},        {"block", "8192"},    {"compare", "maybe"},
        {"flip", "perhaps"},        {"threshold", "high"}, {"threshold", "nan"}, {"threshold", "255.5"},
        {"threshold", "-1"},        {"pass", "-1"},        {"pinned", "-2"},     {"zoom", "0"},
        {"zoom", "1000"},           {"center-x", "2"},     {"cap", "64"},        {"payload", "both"}};
    for (const auto& [key, value] : wrong) {
        CAPTURE(key, value);
        Setup settings;
        CHECK_THROWS_AS(set(settings, key, value), Error);
        for (const Setting& setting : settings_of(settings))
            CHECK(setting.value == value_of(Setup{}, setting.key));
    }
    Setup settings;
    CHECK_THROWS_WITH(
        set(settings, "compare", "maybe"),
        Catch::Matchers::ContainsSubstring("compare maybe is none of off, side-by-side, difference"));
    CHECK_THROWS_WITH(set(settings, "speed", "2"),
                      Catch::Matchers::ContainsSubstring("compaction-image has no setting speed"));
}

} // namespace scanline::view::compaction::image::settings_test
