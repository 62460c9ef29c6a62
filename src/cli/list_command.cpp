#include "command.h"
#include "list_compute.h"
#include "list_cpu.h"
#include "options.h"
#include "terminal.h"

#include "scanline/bench/cpu_scan.h"
#include "scanline/bench/experiment.h"
#include "scanline/bench/primitive.h"
#include "scanline/catalog/compaction.h"
#include "scanline/core/names.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace scanline::cli {

namespace {

template <class Named>
std::string named(const std::vector<Named>& things) {
    return names_of(things, [](const Named& thing) { return thing.name; });
}

std::string blocks_text(const catalog::CompactionEntry& entry) {
    if (!entry.blockwise)
        return "the whole stream at once";
    return fmt::format("blocks of {} to {} (default {}, under era limits at most {})", entry.min_block,
                       entry.max_block, entry.default_block, entry.era_max_block);
}

std::string experiments_text() {
    TextTable table({"experiment", "what scanline bench measures", "source"}, 3);
    for (const bench::Experiment& one : bench::experiments())
        table.add({std::string(one.name), std::string(one.title), std::string(one.source)});
    return table.format();
}

nlohmann::ordered_json experiments_json() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const bench::Experiment& one : bench::experiments())
        list.push_back({{"name", one.name}, {"title", one.title}, {"source", one.source}});
    return list;
}

std::string primitives_text() {
    TextTable table({"primitive", "what scanline bench measures beside other libraries", "variants"}, 3);
    for (const bench::Primitive& primitive : bench::primitives())
        table.add({std::string(primitive.name), std::string(primitive.title), named(primitive.variants)});
    return table.format();
}

nlohmann::ordered_json primitives_json() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const bench::Primitive& primitive : bench::primitives()) {
        nlohmann::ordered_json variants = nlohmann::ordered_json::array();
        for (const bench::PrimitiveVariant& variant : primitive.variants)
            variants.push_back(variant.name);
        list.push_back(
            {{"name", primitive.name}, {"title", primitive.title}, {"variants", std::move(variants)}});
    }
    return list;
}

std::string list_text() {
    std::string text = "Compaction algorithms\n";
    for (const catalog::CompactionEntry& entry : catalog::compaction_algorithms())
        text += fmt::format("\n{:<5} {} ({}): {}\n"
                            "      order of survivors: {}; {}; backend {}, OpenGL {}\n"
                            "      {}\n"
                            "      {}\n",
                            entry.name, entry.title, entry.alias, entry.idea, entry.order, blocks_text(entry),
                            entry.backend, to_string(entry.opengl), named(catalog::parameters_of(entry)),
                            entry.source);
    TextTable parameters({"parameter", "values", "meaning"}, 3);
    for (const catalog::Parameter& parameter : catalog::compaction_parameters())
        parameters.add(
            {std::string(parameter.name), std::string(parameter.values), std::string(parameter.description)});
    return text + "\n" + parameters.format() + "\n" + compute_algorithms_text() + "\n" + cpu_scans_text() +
           "\n" + experiments_text() + "\n" + primitives_text();
}

nlohmann::ordered_json to_json(const std::vector<catalog::Parameter>& parameters) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const catalog::Parameter& parameter : parameters)
        list.push_back(
            {{"name", parameter.name}, {"values", parameter.values}, {"description", parameter.description}});
    return list;
}

/// A number that only the block-wise algorithms have.
nlohmann::ordered_json of_blocks(const catalog::CompactionEntry& entry, int number) {
    return entry.blockwise ? nlohmann::ordered_json(number) : nlohmann::ordered_json();
}

std::string list_json() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const catalog::CompactionEntry& entry : catalog::compaction_algorithms()) {
        list.push_back({{"name", entry.name},
                        {"alias", entry.alias},
                        {"title", entry.title},
                        {"idea", entry.idea},
                        {"source", entry.source},
                        {"backend", entry.backend},
                        {"opengl", to_string(entry.opengl)},
                        {"monotonic", entry.monotonic},
                        {"order", entry.order},
                        {"blockwise", entry.blockwise},
                        {"min_block", of_blocks(entry, entry.min_block)},
                        {"max_block", of_blocks(entry, entry.max_block)},
                        {"default_block", of_blocks(entry, entry.default_block)},
                        {"era_max_block", of_blocks(entry, entry.era_max_block)},
                        {"parameters", to_json(catalog::parameters_of(entry))}});
    }
    return nlohmann::ordered_json{{"compaction", std::move(list)},
                                  {"compute", compute_algorithms_json()},
                                  {"cpu", cpu_scans_json()},
                                  {"experiments", experiments_json()},
                                  {"primitives", primitives_json()}}
               .dump(2) +
           "\n";
}

} // namespace

void add_list_command(CLI::App& program, ExitCode& /*exit_code*/) {
    auto format = std::make_shared<std::string>("text");
    CLI::App* command =
        program.add_subcommand("list", "Every algorithm with its parameters, limits and needs");
    add_format_option(*command, *format, {"text", "json"});
    command->callback([format] { print(*format == "json" ? list_json() : list_text()); });
}

} // namespace scanline::cli
