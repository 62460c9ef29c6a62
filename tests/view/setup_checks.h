#pragma once
#include "kit/scene.h"

#include <catch2/catch_all.hpp>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view::test {

/// Sets all settings of a scene's setup, in their order, and reads them back.
template <class Setup>
void check_read_back(const std::vector<std::pair<std::string, std::string>>& values) {
    Setup setup;
    for (const auto& [key, value] : values)
        set(setup, key, value);
    std::vector<std::pair<std::string, std::string>> back;
    for (const Setting& setting : settings_of(setup))
        back.emplace_back(setting.key, setting.value);
    CHECK(back == values);
}

/// The same for a scene of a table: its file and how that is read come first.
template <class Setup>
void check_table_read_back(const std::vector<std::pair<std::string, std::string>>& others) {
    std::vector<std::pair<std::string, std::string>> values{
        {"table", "/some/where.csv"}, {"separator", ";"},   {"header", "no"},
        {"null", "-, \"a,b\""},       {"text", "code"},     {"decimal-comma", "true"},
        {"thousands", "true"},        {"numbers", "loose"}, {"date-format", "%d.%m.%y"}};
    values.insert(values.end(), others.begin(), others.end());
    check_read_back<Setup>(values);
}

} // namespace scanline::view::test
