#include "experiments/image_settings.h"
#include "scanline/bench/axes.h"

#include "experiments/paper_table1.h"
#include "experiments/streams.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include "scanline/core/number.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/sweep.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

bool keeps(const Setting& setting, Order order) {
    return order == Order::any || catalog::find_compaction(setting.algorithm).monotonic;
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

bool DataSet::in_paper() const {
    return !settings_in_paper(*this).empty();
}

std::string Setting::name() const {
    std::string text = algorithm;
    for (const std::string& choice : {block, adapt}) {
        if (!choice.empty() && choice != no_value)
            text += "/" + choice;
    }
    return text;
}

bool Setting::is_the_papers() const {
    return std::ranges::find(paper_algorithms, algorithm) != paper_algorithms.end();
}

bool Setting::is_fixed() const {
    return algorithm != to_string(raster::Algorithm::automatic);
}

std::vector<DataSet> data_sets(const Results& results) {
    if (results.rows.empty())
        throw NotMeasured("nothing was measured");
    std::vector<DataSet> all;
    for (const Row& row : results.rows) {
        const auto elements = read_number<std::int64_t>(row.axis("elements"), {0, raster::max_stream_size});
        if (!elements)
            throw NotMeasured("a row has no number of elements");
        DataSet data{row.axis("image"), row.axis("negated") == "true", *elements};
        if (std::ranges::find(all, data.name(), &DataSet::name) == all.end())
            all.push_back(std::move(data));
    }
    return all;
}

std::vector<DataSet> data_sets_of_paper(const Results& results) {
    std::vector<DataSet> all = data_sets(results);
    std::erase_if(all, [](const DataSet& data) { return !data.in_paper(); });
    if (all.empty())
        throw NotMeasured("no data set of the paper was measured");
    return all;
}

std::vector<std::string> setting_names(const Results& results) {
    std::vector<std::string> names;
    for (const Row& row : results.rows) {
        std::string name = Setting{row.axis("algorithm"), row.axis("block"), row.axis("adapt")}.name();
        if (std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

std::vector<Setting> settings_here(const Results& results, const DataSet& data) {
    std::vector<Setting> settings;
    for (const Row* row : results.where(data.axes())) {
        if (!row->measured())
            continue;
        settings.push_back({row->axis("algorithm"), row->axis("block"), row->axis("adapt"),
                            row->milliseconds().median, row->totals(), row->whole_milliseconds()});
    }
    return settings;
}

std::vector<Setting> settings_in_paper(const DataSet& data) {
    std::vector<Setting> settings;
    for (const PaperTimes& times : paper_table1()) {
        const std::string algorithm{to_string(times.algorithm)};
        const std::optional<double> time =
            paper_milliseconds(data.image, data.negated, data.elements, times.block, algorithm);
        if (time && times.image == data.image)
            settings.push_back({algorithm, std::to_string(times.block), std::string(no_value), *time});
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
                [order](const Setting& setting) { return setting.is_the_papers() && keeps(setting, order); });
    if (!best)
        throw NotMeasured("not measured: " + data.name());
    return *best;
}

Setting best_fixed_here(const Results& results, const DataSet& data, Order order) {
    const std::optional<Setting> best =
        best_of(settings_here(results, data),
                [order](const Setting& setting) { return setting.is_fixed() && keeps(setting, order); });
    if (!best)
        throw NotMeasured("not measured: " + data.name());
    return *best;
}

Setting setting_here(const Results& results, const DataSet& data, std::string_view name) {
    for (Setting& setting : settings_here(results, data)) {
        if (setting.name() == name)
            return std::move(setting);
    }
    throw NotMeasured(fmt::format("not measured: {} on {}", name, data.name()));
}

Setting best_in_paper(const DataSet& data, Order order) {
    const std::optional<Setting> best =
        best_of(settings_in_paper(data), [order](const Setting& setting) { return keeps(setting, order); });
    if (!best)
        throw NotMeasured("the paper has no times of " + data.name());
    return *best;
}

} // namespace scanline::bench
