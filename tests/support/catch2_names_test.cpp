#include "data/files.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

// Tests compile with Catch2 2, which Debian 12 has, and with Catch2 3, which Debian 13 has. What has a name
// in one of them alone, or another meaning, would go unnoticed on the other: tests use the names listed here,
// and both compile the list.
namespace scanline::test::catch2_names_test {

namespace {

#define NAMES_OF_BOTH(ENTRY)                                                                                 \
    ENTRY(Catch::Approx)                                                                                     \
    ENTRY(Catch::Generators::from_range)                                                                     \
    ENTRY(Catch::Matchers::ContainsSubstring)                                                                \
    ENTRY(Catch::Matchers::EndsWith)                                                                         \
    ENTRY(Catch::Matchers::Equals)                                                                           \
    ENTRY(Catch::Matchers::Matches)                                                                          \
    ENTRY(Catch::Matchers::StartsWith)
#define DECLARATION(name) using name;
#define TEXT(name) #name,
NAMES_OF_BOTH(DECLARATION)
const std::vector<std::string> names_of_both{NAMES_OF_BOTH(TEXT)};

std::string last_part(const std::string& name) {
    return name.substr(name.rfind(':') + 1);
}

/// What a text uses of Catch2 that is not of both versions, each with its line and the remedy.
std::vector<std::string> faults(const std::string& file, const std::string& text) {
    // Of the macros without a prefix, those that the headers of one version alone define.
    static const std::vector<std::string> macros{
        "ANON_TEST_CASE", "BENCHMARK",          "BENCHMARK_ADVANCED",          "SKIP",
        "STATIC_CHECK",   "STATIC_CHECK_FALSE", "TEST_CASE_PERSISTENT_FIXTURE"};
    static const std::string in_names = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:/";
    std::vector<std::string> found;
    for (std::size_t at = 0, end = 0; (at = text.find_first_of(in_names, end)) != std::string::npos;) {
        end = std::min(text.find_first_not_of(in_names, at), text.size());
        std::string name = text.substr(at, end - at);
        name.erase(0, name.find_first_not_of(':'));
        const bool header = name.starts_with("catch2/");
        if ((!header && name != "Catch" && !name.starts_with("Catch::") && !name.starts_with("CATCH_") &&
             !name.starts_with("INTERNAL_CATCH_") && std::ranges::count(macros, name) == 0) ||
            name == "catch2/catch_all" || std::ranges::count(names_of_both, name) > 0)
            continue;
        // Contains of Catch2 2 is ContainsSubstring of 3.
        const auto same = std::ranges::find_if(names_of_both, [&](const std::string& both) {
            return last_part(both).starts_with(last_part(name));
        });
        const auto line = 1 + std::ranges::count(text.substr(0, at), '\n');
        found.push_back(file + ':' + std::to_string(line) + ": " + name +
                        " is not listed as a name of both Catch2 2 and 3: write " +
                        (header ? "catch2/catch_all.hpp"
                         : same != names_of_both.end()
                             ? *same
                             : "what both have, or list it in tests/support/catch2_names_test.cpp"));
    }
    return found;
}

} // namespace

TEST_CASE("Names of Catch2 that one version alone has are refused with their place") {
    CHECK(faults("a.cpp",
                 "#include <catch2/catch_all.hpp>\nusing Catch::Matchers::Equals;\n::Catch::Approx(1);"
                 "Catch2_VERSION, SKIPPED")
              .empty());
    const std::string begin = "a.cpp:2: ", end = " is not listed as a name of both Catch2 2 and 3: write ",
                      other = "what both have, or list it in tests/support/catch2_names_test.cpp";
    for (const auto& [name, remedy] : std::vector<std::pair<std::string, std::string>>{
             {"Catch::Contains", "Catch::Matchers::ContainsSubstring"},
             {"Catch::Matchers::Contains", "Catch::Matchers::ContainsSubstring"},
             {"Catch::EndsWith", "Catch::Matchers::EndsWith"},
             {"Catch::StartsWith", "Catch::Matchers::StartsWith"},
             {"Catch::Detail::Approx", "Catch::Approx"},
             {"catch2/catch", "catch2/catch_all.hpp"},
             {"catch2/matchers/catch_matchers_string", "catch2/catch_all.hpp"},
             {"Catch::Matchers::SizeIs", other},
             {"Catch::Matchers", other},
             {"Catch", other},
             {"CATCH_CONFIG_MAIN", other},
             {"SKIP", other},
             {"STATIC_CHECK", other}})
        CHECK(faults("a.cpp", "\n(::" + name + ".x") == std::vector{begin + name + end + remedy});
}

TEST_CASE("Tests use only names that both versions of Catch2 have") {
    const std::filesystem::path folder = SCANLINE_TESTS_DIR;
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string file = entry.path().lexically_relative(folder).generic_string();
        // This one, and what Catch2 2 alone compiles.
        if ((!file.ends_with(".cpp") && !file.ends_with(".h")) || file == "support/catch2_names_test.cpp" ||
            file == "support/main.cpp")
            continue;
        std::ranges::move(faults("tests/" + file, data::test::get(entry.path())), std::back_inserter(found));
    }
    CHECK(found == std::vector<std::string>{});
}

} // namespace scanline::test::catch2_names_test
