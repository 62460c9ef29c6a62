#include "experiments/image_settings.h"

#include "experiments/claim_list.h"
#include "experiments/row_access.h"
#include "experiments/streams.h"
#include "experiments/wording.h"
#include "paper_table1.h"

#include "scanline/catalog/compaction.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

bool is_the_papers(const Setting& setting) {
    return std::ranges::find(paper_algorithms, setting.algorithm) != paper_algorithms.end();
}

bool keeps(const Setting& setting, Order order) {
    return order == Order::any || catalog::find_compaction(setting.algorithm).monotonic;
}

std::vector<Setting> settings_in_paper(const DataSet& data) {
    std::vector<Setting> settings;
    for (const PaperTimes& times : paper_table1()) {
        const std::string algorithm{to_string(times.algorithm)};
        const std::optional<double> time =
            paper_milliseconds(data.image, data.negated, data.elements, times.block, algorithm);
        if (time && times.image == data.image)
            settings.push_back({algorithm, std::to_string(times.block), *time});
    }
    return settings;
}

} // namespace

std::string DataSet::picture() const {
    return image + (negated ? " negated" : "");
}

std::string DataSet::name() const {
    return fmt::format("{}, {}", picture(), element_count(elements));
}

AxisValues DataSet::axes() const {
    return {
        {"image", image}, {"negated", negated ? "true" : "false"}, {"elements", std::to_string(elements)}};
}

std::vector<DataSet> data_sets(const Results& results) {
    if (results.rows.empty())
        throw NotMeasured("nothing was measured");
    std::vector<DataSet> all;
    for (const Row& row : results.rows) {
        DataSet data{row.axis("image"), row.axis("negated") == "true", std::stoll(row.axis("elements"))};
        if (std::ranges::find(all, data.name(), &DataSet::name) == all.end())
            all.push_back(std::move(data));
    }
    return all;
}

std::vector<Setting> settings_here(const Results& results, const DataSet& data) {
    std::vector<Setting> settings;
    for (const Row* row : results.where(data.axes())) {
        if (row->measured())
            settings.push_back({row->axis("algorithm"), row->axis("block"), row->milliseconds().median});
    }
    return settings;
}

std::optional<Setting> best_of(const std::vector<Setting>& settings,
                               const std::function<bool(const Setting&)>& takes_part) {
    std::optional<Setting> best;
    for (const Setting& setting : settings) {
        if (takes_part(setting) && (!best || setting.milliseconds < best->milliseconds))
            best = setting;
    }
    return best;
}

Setting paper_best_here(const Results& results, const DataSet& data, Order order) {
    for (const int block : axis_numbers(results, "block")) {
        for (const std::string_view algorithm : paper_algorithms) {
            AxisValues axes = data.axes();
            axes.insert(axes.end(),
                        {{"algorithm", std::string(algorithm)}, {"block", std::to_string(block)}});
            measured_row(results, axes);
        }
    }
    const std::optional<Setting> best =
        best_of(settings_here(results, data),
                [order](const Setting& setting) { return is_the_papers(setting) && keeps(setting, order); });
    if (!best)
        throw NotMeasured("not measured: " + data.name());
    return *best;
}

Setting best_here(const Results& results, const DataSet& data, Order order) {
    const std::optional<Setting> best = best_of(
        settings_here(results, data), [order](const Setting& setting) { return keeps(setting, order); });
    if (!best)
        throw NotMeasured("not measured: " + data.name());
    return *best;
}

Setting best_in_paper(const DataSet& data, Order order) {
    const std::optional<Setting> best =
        best_of(settings_in_paper(data), [order](const Setting& setting) { return keeps(setting, order); });
    if (!best)
        throw NotMeasured("the paper has no times of " + data.name());
    return *best;
}

} // namespace scanline::bench
