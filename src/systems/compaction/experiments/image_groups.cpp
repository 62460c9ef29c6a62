#include "experiments/image_groups.h"

#include "experiments/image_settings.h"
#include "experiments/paper_table1.h"
#include "experiments/streams.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include "scanline/systems/sweep.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

constexpr std::array<std::string_view, 3> ours_in_figures{"packed", "auto/global", "auto/regional"};

// With all settings of table 1 a group of 4M elements takes about 1.7 GB.
PlannedGroup plan_group(raster::Engine& engine, const std::shared_ptr<const Mask>& mask, bool negated,
                        std::int64_t elements, const std::vector<CompactionVariant>& settings) {
    return {DataSet{mask->name, negated, elements}.name(), static_cast<double>(elements),
            [&engine, mask, negated, elements, settings] {
                return compaction_group(engine, mask_stream(*mask, negated, elements), settings);
            }};
}

// What the figures compare, of the settings that were planned: the paper's four algorithms, and what is to be
// better than them.
std::vector<std::string> shown_in_figures(const Results& results) {
    const std::vector<std::string> planned = setting_names(results);
    std::vector<std::string> names;
    for (const std::string_view algorithm : paper_algorithms) {
        if (std::ranges::any_of(planned, [algorithm](std::string_view name) {
                return name.starts_with(algorithm) && name.substr(algorithm.size()).starts_with('/');
            }))
            names.emplace_back(algorithm);
    }
    for (const std::string_view name : ours_in_figures) {
        if (std::ranges::find(planned, name) != planned.end())
            names.emplace_back(name);
    }
    return names;
}

// For each data set the time of each algorithm in its best block size.
chart::GroupedBarChart chart_of(const Results& results, std::int64_t elements, bool negated) {
    chart::GroupedBarChart chart;
    chart.title = fmt::format("{}: the {}, {} elements", results.title, negated ? "negatives" : "images",
                              element_count(elements));
    chart.y = {"time (ms)"};
    chart.series = shown_in_figures(results);
    const bool by_blocks = std::ranges::find_first_of(chart.series, paper_algorithms) != chart.series.end();
    chart.subtitle =
        subtitle(results, by_blocks ? "each algorithm in its best block size, medians" : "medians");
    for (const DataSet& data : data_sets(results)) {
        if (data.elements != elements || data.negated != negated)
            continue;
        chart.groups.push_back(data.picture());
        std::vector<std::optional<double>> times;
        for (const std::string& shown : chart.series) {
            const std::optional<Setting> best =
                best_of(settings_here(results, data), [&shown](const Setting& setting) {
                    return setting.name() == shown || (setting.is_the_papers() && setting.algorithm == shown);
                });
            times.push_back(best ? std::optional(best->milliseconds) : std::nullopt);
        }
        chart.values.push_back(std::move(times));
    }
    return chart;
}

} // namespace

std::vector<PlannedGroup> image_groups(const Request& request,
                                       const std::vector<CompactionVariant>& settings) {
    const std::vector<std::shared_ptr<const Mask>> masks = read_masks(request.masks);
    const auto mixed = std::make_shared<const Mask>(mixed_mask(*masks.front()));
    std::vector<std::int64_t> sizes(paper_sizes.begin(), paper_sizes.end());
    if (request.quick)
        sizes = {quick_elements};
    raster::Engine& engine = request.machine->raster();
    std::vector<PlannedGroup> planned;
    for (const auto& mask : masks) {
        for (const std::int64_t elements : sizes) {
            for (const bool negated : {false, true})
                planned.push_back(plan_group(engine, mask, negated, elements, settings));
        }
    }
    for (const std::int64_t elements : sizes)
        planned.push_back(plan_group(engine, mixed, false, elements, settings));
    return planned;
}

std::vector<Figure> image_figures(const Results& results) {
    std::vector<Figure> all;
    if (results.rows.empty())
        return all;
    for (const int elements : axis_numbers(results, "elements")) {
        for (const bool negated : {false, true}) {
            chart::GroupedBarChart chart = chart_of(results, elements, negated);
            if (!chart.groups.empty())
                all.push_back(
                    {fmt::format("{}-{}-{}", results.experiment, elements, negated ? "negatives" : "images"),
                     std::move(chart)});
        }
    }
    return all;
}

} // namespace scanline::bench
