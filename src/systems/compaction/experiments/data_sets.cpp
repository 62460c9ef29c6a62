#include "experiments/data_sets.h"

#include "experiments/experiments.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/row_access.h"
#include "scanline/core/format.h"

#include "scanline/core/number.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

bool is_fixed(const Row& row) {
    return row.axis("algorithm") != to_string(raster::Algorithm::automatic);
}

const Row& fastest_in_order(const Results& results, const DataSet& data, Order order,
                            bool (*takes_part)(const Row& row)) {
    const Row* best = fastest(results, data, [&](const Row& row) {
        return takes_part(row) &&
               (order == Order::any || catalog::find_compaction(row.axis("algorithm")).monotonic);
    });
    if (best == nullptr)
        throw NotMeasured("not measured: " + data.name());
    return *best;
}

} // namespace

std::string DataSet::picture() const {
    return image + (negated ? " negated" : "");
}

std::string DataSet::name() const {
    return fmt::format("{}, {}", picture(), element_count(elements));
}

bool DataSet::in_paper() const {
    return paper_results().find(axes()) != nullptr;
}

std::vector<DataSet> data_sets(const Results& results) {
    if (results.rows.empty())
        throw NotMeasured("nothing was measured");
    std::vector<DataSet> all;
    for (const Row& row : results.rows) {
        const auto elements = read_number<std::int64_t>(row.axis("elements"), {0, raster::max_stream_size});
        if (!elements)
            throw NotMeasured("a row has no number of elements");
        const DataSet data{row.axis("image"), row.axis("negated") == "true", *elements};
        if (std::ranges::find(all, data) == all.end())
            all.push_back(data);
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

std::string setting_of(const Row& row) {
    std::string text = row.axis("algorithm");
    for (const char* choice : {"block", "adapt"}) {
        if (const std::string value = row.axis(choice); !value.empty() && value != no_value)
            text += "/" + value;
    }
    return text;
}

std::vector<std::string> settings_of(const Results& results) {
    std::vector<std::string> names;
    for (const Row& row : results.rows) {
        if (std::ranges::count(names, setting_of(row)) == 0)
            names.push_back(setting_of(row));
    }
    return names;
}

bool is_of_the_four(const Row& row) {
    return std::ranges::find(paper_algorithms, row.axis("algorithm")) != paper_algorithms.end();
}

const Row* fastest(const Results& results, const DataSet& data,
                   const std::function<bool(const Row& row)>& takes_part) {
    std::vector<const Row*> rows = results.where(data.axes());
    std::erase_if(rows, [&](const Row* row) { return !row->measured() || !takes_part(*row); });
    const auto first =
        std::ranges::min_element(rows, {}, [](const Row* row) { return row->milliseconds().median; });
    return first == rows.end() ? nullptr : *first;
}

const Row& best_of_four(const Results& results, const DataSet& data, Order order) {
    for (const int block : axis_numbers(results, "block")) {
        for (const std::string_view algorithm : paper_algorithms) {
            AxisValues axes = data.axes();
            axes.insert(axes.end(), {{"algorithm", algorithm}, {"block", block}});
            measured_row(results, axes);
        }
    }
    return fastest_in_order(results, data, order, is_of_the_four);
}

const Row& best_fixed(const Results& results, const DataSet& data, Order order) {
    return fastest_in_order(results, data, order, is_fixed);
}

const Row& row_of_setting(const Results& results, const DataSet& data, std::string_view setting) {
    const Row* row = fastest(results, data, [setting](const Row& one) { return setting_of(one) == setting; });
    if (row == nullptr)
        throw NotMeasured(fmt::format("not measured: {} on {}", setting, data.name()));
    return *row;
}

const Row& best_in_paper(const DataSet& data, Order order) {
    if (!data.in_paper())
        throw NotMeasured("the paper has no times of " + data.name());
    return fastest_in_order(paper_results(), data, order, is_fixed);
}

} // namespace scanline::bench
