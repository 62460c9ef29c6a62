#include "scanline/bench/report.h"

#include "scanline/core/text.h"
#include "scanline/data/csv.h"

#include <fmt/format.h>

namespace scanline::bench {

namespace {

using Fields = std::vector<std::string>;

const std::string total = "total"; ///< in the place of a stage

void append(Fields& fields, const Fields& more) {
    fields.insert(fields.end(), more.begin(), more.end());
}

std::string milliseconds_text(double milliseconds) {
    return fmt::format("{:.6f}", milliseconds);
}

} // namespace

std::string report_csv(const Results& results) {
    data::CsvTable table{{"experiment"}, {}};
    if (!results.rows.empty()) {
        for (const auto& axis : results.rows.front().axes)
            table.header.push_back(axis.axis);
    }
    append(table.header, {"seed", "items", "bytes", "repetition", "stage", "ms", "roof_ms"});
    const Fields counted = counted_names(results);
    append(table.header, counted);
    append(table.header, {"skipped", "gpu", "driver", "processor", "timer", "build_type", "version", "date"});

    const Environment& with = results.environment;
    for (const Row& row : results.rows) {
        const auto add = [&](const std::string& repetition, const std::string& stage, const std::string& ms) {
            Fields& fields = table.rows.emplace_back(Fields{results.experiment});
            for (const auto& axis : row.axes)
                fields.push_back(axis.value.text());
            append(fields, {std::to_string(row.seed), std::to_string(row.items), std::to_string(row.bytes),
                            repetition, stage, ms,
                            row.roof_milliseconds ? milliseconds_text(*row.roof_milliseconds) : ""});
            for (const std::string& name : counted) {
                const auto count = row.count(name, stage == total ? "" : stage);
                fields.push_back(count ? std::to_string(*count) : "");
            }
            append(fields, {row.skipped, with.gpu, with.driver, with.processor, with.timer, with.build_type,
                            with.version, with.date});
        };
        if (!row.measured())
            add("", "", "");
        for (std::size_t i = 0; i < row.repetitions.size(); ++i) {
            const std::string number = std::to_string(i + 1);
            for (const Stage& stage : row.repetitions[i].stages)
                add(number, stage.name, milliseconds_text(stage.milliseconds));
            add(number, total, milliseconds_text(row.repetitions[i].milliseconds));
        }
    }
    return valid_utf8(data::format_csv(table));
}

} // namespace scanline::bench
