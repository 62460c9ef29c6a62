#include "outcome.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace scanline::test {

Setting without_display() {
    Setting setting;
    setting.environment = {{"DISPLAY", std::nullopt}, {"WAYLAND_DISPLAY", std::nullopt}};
    return setting;
}

Arguments bench_of(const std::string& experiment, const Arguments& more) {
    Arguments arguments{"bench", experiment};
    arguments.insert(arguments.end(), more.begin(), more.end());
    if (std::ranges::find(more, "--timeout") == more.end())
        arguments.insert(arguments.end(), {"--timeout", "86400"});
    return arguments;
}

std::vector<std::string> lines_of(const std::string& text) {
    CHECK((text.empty() || text.back() == '\n'));
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

void check_refused(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts) {
    CHECK(outcome.out.empty());
    check_message(outcome, exit_code, parts);
}

void check_message(const Outcome& outcome, int exit_code, const std::vector<std::string>& parts) {
    CHECK(outcome.exit_code == exit_code);
    CHECK_THAT(outcome.err, Catch::Matchers::StartsWith("scanline: "));
    CHECK(lines_of(outcome.err).size() == 1);
    // Without paths, whose length depends on the machine.
    CHECK(std::regex_replace(outcome.err, std::regex("/[^\\s,;:']*"), "").size() < 500);
    for (const std::string& part : parts)
        CHECK_THAT(outcome.err, Catch::Matchers::ContainsSubstring(part));
}

std::string messages_of(const Outcome& outcome) {
    std::string messages;
    for (const std::string& line : lines_of(outcome.err))
        if (!line.starts_with("time: "))
            messages += line + "\n";
    return messages;
}

std::string run_well(const Arguments& arguments, const Setting& setting) {
    INFO(fmt::format("scanline {}", fmt::join(arguments, " ")));
    Outcome outcome = run(arguments, setting);
    CHECK(messages_of(outcome) == "");
    REQUIRE(outcome.exit_code == 0);
    return std::move(outcome.out);
}

nlohmann::json run_for_json(const Arguments& arguments, const Setting& setting) {
    return nlohmann::json::parse(run_well(arguments, setting));
}

nlohmann::json entries_of(const std::string& system) {
    const nlohmann::json list = run_for_json({"list", "--format", "json"});
    for (const nlohmann::json& one : list["systems"]) {
        if (one["name"] == system)
            return one["entries"];
    }
    FAIL("there is no system " << system);
    return {};
}

} // namespace scanline::test
