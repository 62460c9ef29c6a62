#include "command.h"
#include "text_table.h"

#include "scanline/catalog/compaction.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace scanline::cli {

namespace {

std::string list_text() {
    TextTable algorithms({"compaction", "order", "blocks", "needs", "what it does", "source"}, 6);
    for (const catalog::CompactionEntry& entry : catalog::compaction_algorithms())
        algorithms.add({fmt::format("{} ({})", entry.name, entry.title),
                        entry.monotonic ? "kept" : "not kept",
                        fmt::format("{} to {}", entry.min_block, entry.max_block),
                        fmt::format("OpenGL {}", to_string(entry.opengl)), std::string(entry.idea),
                        std::string(entry.source)});
    TextTable parameters({"parameter", "values", "meaning"}, 3);
    for (const catalog::Parameter& parameter : catalog::compaction_parameters())
        parameters.add(
            {std::string(parameter.name), std::string(parameter.values), std::string(parameter.description)});
    return algorithms.format() + "\n" + parameters.format();
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
                        {"min_block", entry.min_block},
                        {"max_block", entry.max_block},
                        {"default_block", entry.default_block},
                        {"era_max_block", entry.era_max_block}});
    }
    return nlohmann::ordered_json{{"compaction", std::move(list)}}.dump(2) + "\n";
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
