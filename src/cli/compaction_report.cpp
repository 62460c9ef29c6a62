#include "compaction.h"

#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/text.h"
#include "scanline/data/csv.h"
#include "scanline/raster/passes.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace scanline::cli {

namespace {

namespace stage = raster::stage;
using Json = nlohmann::ordered_json;

const machine::Stage* find_stage(const CompactionRun& run, std::string_view name) {
    const auto found = std::ranges::find(run.times.stages, name, &machine::Stage::name);
    return found == run.times.stages.end() ? nullptr : &*found;
}

std::string block_text(const CompactionRun& run, const char* none) {
    return run.block ? std::to_string(*run.block) : none;
}

std::string algorithm_text(const CompactionRun& run) {
    return run.choice.empty() ? run.algorithm : fmt::format("{} ({})", run.algorithm, run.choice);
}

// The backend and device; raster is the default and not named.
std::string machine_text(const CompactionRun& run) {
    switch (run.backend) {
    case Backend::raster: return run.renderer;
    case Backend::compute: return fmt::format("{}, {}", run.backend_text, run.renderer);
    case Backend::cpu:
    case Backend::automatic: break;
    }
    return run.backend_text;
}

std::string heading(const CompactionRun& run) {
    return fmt::format("{}  {} x {}, {} of {} valid ({:.2f} %)\n", printable_path(run.image), run.width,
                       run.height, with_commas(run.valid), with_commas(run.total),
                       100.0 * static_cast<double>(run.valid) / static_cast<double>(run.total));
}

std::string table(std::span<const CompactionRun> runs) {
    std::vector<std::string_view> stages;
    // The table shows only stages that occur.
    std::ranges::copy_if(stage::all, std::back_inserter(stages), [runs](std::string_view name) {
        return std::ranges::any_of(
            runs, [name](const CompactionRun& run) { return find_stage(run, name) != nullptr; });
    });
    // Other backends have a single stage.
    if (stages.empty())
        stages.emplace_back(runs.front().times.stages.front().name);
    std::vector<std::string> header{"algorithm", "block"};
    header.insert(header.end(), stages.begin(), stages.end());
    header.emplace_back("total ms");
    TextTable table(std::move(header), 1);
    for (const CompactionRun& run : runs) {
        std::vector<std::string> row{algorithm_text(run), block_text(run, "-")};
        for (const std::string_view name : stages) {
            const machine::Stage* found = find_stage(run, name);
            row.push_back(found ? fmt::format("{:.3f}", found->milliseconds) : "-");
        }
        row.push_back(fmt::format("{:.3f}", run.times.milliseconds));
        table.add(std::move(row));
    }
    return table.format("  ");
}

std::string report_text(const std::vector<CompactionRun>& runs) {
    if (runs.empty())
        return {};
    std::string text =
        fmt::format("{}, times in ms by {}\n", machine_text(runs.front()), to_string(runs.front().timer));
    for (auto first = runs.begin(); first != runs.end();) {
        const auto last = std::find_if(
            first, runs.end(), [first](const CompactionRun& run) { return run.image != first->image; });
        text += "\n" + heading(*first) + table({first, last});
        first = last;
    }
    return text;
}

Json or_null(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

std::string report_json(const std::vector<CompactionRun>& runs) {
    Json array = Json::array();
    for (const CompactionRun& run : runs) {
        Json stages = Json::array();
        for (const machine::Stage& stage : run.times.stages)
            stages.push_back({{"name", stage.name}, {"ms", stage.milliseconds}});
        array.push_back({{"image", run.image},
                         {"width", run.width},
                         {"height", run.height},
                         {"total", run.total},
                         {"valid", run.valid},
                         {"backend", to_string(run.backend)},
                         {"algorithm", run.algorithm},
                         {"choice", or_null(run.choice)},
                         {"block", run.block ? Json(*run.block) : Json()},
                         {"monotonic", run.monotonic},
                         {"timer", to_string(run.timer)},
                         {"gl_renderer", or_null(run.renderer)},
                         {"stages", std::move(stages)},
                         {"ms", run.times.milliseconds}});
    }
    // File names may be any bytes; replace what is not UTF-8 rather than fail.
    return array.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string report_csv(const std::vector<CompactionRun>& runs) {
    data::CsvTable table{{"image", "width", "height", "total", "valid", "backend", "algorithm", "block",
                          "monotonic", "timer", "gl_renderer", "repetition", "stage", "ms"},
                         {}};
    for (const CompactionRun& run : runs) {
        const auto add = [&](std::size_t repetition, const std::string& stage, double milliseconds) {
            table.rows.push_back(
                {run.image, std::to_string(run.width), std::to_string(run.height), std::to_string(run.total),
                 std::to_string(run.valid), std::string(to_string(run.backend)), run.algorithm,
                 block_text(run, ""), run.monotonic ? "true" : "false", std::string(to_string(run.timer)),
                 run.renderer, std::to_string(repetition), stage, fmt::format("{:.6f}", milliseconds)});
        };
        for (std::size_t repetition = 0; repetition < run.repetitions.size(); ++repetition) {
            const machine::Repetition& times = run.repetitions[repetition];
            for (const machine::Stage& stage : times.stages)
                add(repetition + 1, stage.name, stage.milliseconds);
            add(repetition + 1, "total", times.milliseconds);
        }
    }
    return data::format_csv(table);
}

} // namespace

void print_runs(const std::vector<CompactionRun>& runs, const std::string& format) {
    tell(format == "json" ? report_json(runs) : format == "csv" ? report_csv(runs) : report_text(runs));
    if (interrupted())
        throw Error("interrupted: what had been measured is above");
}

} // namespace scanline::cli
