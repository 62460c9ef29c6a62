#include "auto_model_table.h"

#include "text_table.h"

#include "scanline/raster/auto_compaction.h"
#include "scanline/raster/stream_layout.h"

#include <array>
#include <fmt/format.h>
#include <limits>
#include <vector>

namespace scanline::cli {

namespace {

struct Size {
    std::int64_t elements;
    const char* name;
};
constexpr std::array sizes{Size{1 << 18, "256K"}, Size{1 << 20, "1M"}, Size{1 << 22, "4M"}};
constexpr std::array densities{0.05, 0.5, 0.95};

raster::StreamFeatures noise(double density) {
    return {density, 2 * density * (1 - density)};
}

std::string name_of(const raster::CompactionChoice& choice) {
    const std::string name(to_string(choice.algorithm));
    return choice.block > 0 ? fmt::format("{} {}", name, choice.block) : name;
}

raster::AutoPlan plan_of(const raster::AutoModel& model, std::int64_t elements) {
    const int row =
        raster::make_stream_layout(elements, raster::min_block, std::numeric_limits<int>::max()).width;
    return make_auto_plan(model, elements, raster::auto_candidates({}), row);
}

} // namespace

std::string auto_model_table(const raster::AutoModel& model, std::span<const bench::CostFit> fits) {
    std::vector<std::string> header{"ms of noise"}, chosen{"auto chooses"};
    std::string survey_pays;
    for (const Size& size : sizes) {
        const raster::AutoPlan plan = plan_of(model, size.elements);
        for (const double density : densities) {
            header.push_back(fmt::format("{} {:.0f} %", size.name, 100 * density));
            chosen.push_back(name_of(plan.best(size.elements, noise(density)).choice));
        }
        if (plan.survey)
            survey_pays += fmt::format("{}{}", survey_pays.empty() ? "" : ", ", size.name);
    }
    if (!fits.empty()) {
        header.insert(header.end(), {"error", "worst"});
        chosen.insert(chosen.end(), {"", ""});
    }

    TextTable table(std::move(header), 1);
    for (std::size_t i = 0; i < model.costs.size(); ++i) {
        const raster::CompactionCost& cost = model.costs[i];
        std::vector<std::string> row{name_of(cost.choice)};
        for (const Size& size : sizes) {
            for (const double density : densities)
                row.push_back(fmt::format("{:.3f}", cost.milliseconds(size.elements, noise(density))));
        }
        if (!fits.empty())
            row.insert(row.end(), {fmt::format("{:.0f} %", 100 * fits[i].median_error),
                                   fmt::format("{:.0f} %", 100 * fits[i].worst_error)});
        table.add(std::move(row));
    }
    table.add(std::move(chosen));
    return table.format() + fmt::format("A look at the stream takes {:.3f} ms and pays at {}.\n",
                                        model.survey_milliseconds,
                                        survey_pays.empty() ? "none of these sizes" : survey_pays);
}

} // namespace scanline::cli
