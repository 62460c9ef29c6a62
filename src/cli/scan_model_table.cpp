#include "scan_model_table.h"

#include "text_table.h"

#include <fmt/format.h>

namespace scanline::cli {

namespace {

void add(TextTable& table, const char* place, const std::vector<cpu::ScanStep>& steps) {
    for (const cpu::ScanStep& step : steps)
        table.add({place, std::to_string(step.from_bytes), step.choice.algorithm,
                   std::to_string(step.choice.threads),
                   step.choice.partition_bytes ? std::to_string(*step.choice.partition_bytes) : "-",
                   step.choice.dilation > 0 ? fmt::format("{}", step.choice.dilation) : "-"});
}

} // namespace

std::string scan_model_table(const cpu::ScanModel& model) {
    TextTable table({"scans", "from bytes", "auto chooses", "threads", "bytes of a partition", "dilation"},
                    1);
    add(table, "in place", model.in_place);
    add(table, "apart", model.apart);
    return table.format();
}

} // namespace scanline::cli
