#include "command.h"
#include "options.h"
#include "terminal.h"

#include "scanline/core/choice.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace scanline::cli {

namespace {

using nlohmann::ordered_json;
using systems::Entry;
using systems::Parameter;
using systems::System;

std::string opengl_text(const Entry& entry) {
    return entry.opengl ? fmt::format(", OpenGL {}", to_string(*entry.opengl)) : std::string();
}

std::string entry_text(const Entry& entry) {
    std::string text = fmt::format("\n{}{} ({}): {}\n      {}\n      backend {}{}", entry.name,
                                   entry.alias.empty() ? "" : fmt::format(" or {}", entry.alias), entry.kind,
                                   entry.title, entry.idea, entry.backend, opengl_text(entry));
    for (const systems::Property& property : entry.properties)
        text += fmt::format("; {}: {}", property.name, property.value);
    text += "\n";
    if (!entry.parameters.empty())
        text += fmt::format("      {}\n", names_of(entry.parameters));
    return text + fmt::format("      {}\n", entry.source);
}

// Lists each parameter once, even if several entries take it.
std::string parameters_text(const System& system) {
    TextTable table({"parameter", "values", "meaning"}, 3);
    std::vector<std::string_view> shown;
    for (const Entry& entry : system.entries) {
        for (const Parameter& parameter : entry.parameters) {
            if (std::ranges::find(shown, parameter.name) != shown.end())
                continue;
            shown.push_back(parameter.name);
            table.add({std::string(parameter.name), std::string(parameter.values),
                       std::string(parameter.description)});
        }
    }
    return shown.empty() ? std::string() : "\n" + table.format();
}

std::string experiments_text(const System& system) {
    if (system.experiments.empty())
        return {};
    TextTable table({"experiment", "what scanline bench measures", "source"}, 3);
    for (const bench::Experiment& one : system.experiments)
        table.add({std::string(one.name), std::string(one.title), std::string(one.source)});
    return "\n" + table.format();
}

std::string system_text(const System& system) {
    std::string text = fmt::format("{}: {} ({})\n", system.name, system.title, system.source);
    for (const Entry& entry : system.entries)
        text += entry_text(entry);
    return text + parameters_text(system) + experiments_text(system) +
           fmt::format("\nchecks of scanline verify: {}\n", names_of(system.checks));
}

std::string list_text(systems::Systems systems) {
    std::string text;
    for (const System& system : systems)
        text += (text.empty() ? "" : "\n") + system_text(system);
    return text;
}

ordered_json entry_json(const Entry& entry) {
    ordered_json json{{"name", entry.name},
                      {"kind", entry.kind},
                      {"alias", entry.alias},
                      {"title", entry.title},
                      {"idea", entry.idea},
                      {"source", entry.source},
                      {"backend", entry.backend},
                      {"opengl", entry.opengl ? ordered_json(to_string(*entry.opengl)) : ordered_json()}};
    json["properties"] = ordered_json::object();
    for (const systems::Property& property : entry.properties)
        json["properties"][property.name] = property.value;
    json["parameters"] = ordered_json::array();
    for (const Parameter& parameter : entry.parameters)
        json["parameters"].push_back(
            {{"name", parameter.name}, {"values", parameter.values}, {"description", parameter.description}});
    return json;
}

std::string list_json(systems::Systems systems) {
    ordered_json list = ordered_json::array();
    for (const System& system : systems) {
        ordered_json json{{"name", system.name}, {"title", system.title}, {"source", system.source}};
        for (const char* part : {"entries", "checks", "experiments"})
            json[part] = ordered_json::array();
        for (const Entry& entry : system.entries)
            json["entries"].push_back(entry_json(entry));
        for (const systems::Check& check : system.checks)
            json["checks"].push_back({{"name", check.name}, {"covers", check.covers}});
        for (const bench::Experiment& one : system.experiments)
            json["experiments"].push_back({{"name", one.name}, {"title", one.title}, {"source", one.source}});
        list.push_back(std::move(json));
    }
    return ordered_json{{"systems", std::move(list)}}.dump(2) + "\n";
}

struct ListSettings {
    std::string format = "text";
};

} // namespace

void add_list_command(CLI::App& program, ExitCode& /*exit_code*/, systems::Systems systems) {
    const auto [command, settings] = add_subcommand<ListSettings>(
        program, "list",
        "List every algorithm with its parameters, limits and needs, every experiment and every check",
        [systems](const CLI::App& /*command*/, const ListSettings& given) {
            print(given.format == "json" ? list_json(systems) : list_text(systems));
        });
    add_format_option(command, settings.format, {"text", "json"});
}

} // namespace scanline::cli
