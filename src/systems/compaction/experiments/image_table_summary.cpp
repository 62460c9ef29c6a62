#include "experiments/image_table_summary.h"

#include "experiments/image_settings.h"
#include "experiments/paper_table1.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/markdown_table.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include "scanline/systems/sweep.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

// The winners of a data set, as far as they are known.
struct Winners {
    std::optional<Setting> best, best_in_order;
};

std::optional<Setting> known(const std::function<Setting()>& find) {
    try {
        return find();
    } catch (const NotMeasured&) {
        return std::nullopt;
    }
}

Winners winners_here(const Results& results, const DataSet& data) {
    return {known([&] { return paper_best_here(results, data, Order::any); }),
            known([&] { return paper_best_here(results, data, Order::kept); })};
}

Winners winners_in_paper(const DataSet& data) {
    return {known([&] { return best_in_paper(data, Order::any); }),
            known([&] { return best_in_paper(data, Order::kept); })};
}

std::string cell(std::optional<double> milliseconds, const std::string& setting, const Winners& winners) {
    if (!milliseconds)
        return "-";
    std::string text = three_digits(*milliseconds);
    if (winners.best && winners.best->name() == setting)
        text = "**" + text + "**";
    if (winners.best_in_order && winners.best_in_order->name() == setting)
        text += " o";
    return text;
}

std::optional<double> time_of(const std::vector<Setting>& settings, const std::string& name) {
    const auto found = std::ranges::find(settings, name, &Setting::name);
    return found == settings.end() ? std::nullopt : std::optional(found->milliseconds);
}

// One picture: a row for each setting, and for each size the paper's time and the one measured here.
std::string times_of(const Results& results, const std::vector<DataSet>& sizes) {
    std::vector<MarkdownColumn> columns{{"setting", Align::left}};
    for (const DataSet& data : sizes) {
        if (data.in_paper())
            columns.push_back({element_count(data.elements) + " paper"});
        columns.push_back({element_count(data.elements) + " here"});
    }
    MarkdownTable table(columns);
    for (const std::string& setting : setting_names(results)) {
        std::vector<std::string> row{setting};
        for (const DataSet& data : sizes) {
            if (data.in_paper())
                row.push_back(
                    cell(time_of(settings_in_paper(data), setting), setting, winners_in_paper(data)));
            row.push_back(
                cell(time_of(settings_here(results, data), setting), setting, winners_here(results, data)));
        }
        table.add(row);
    }
    return table.format();
}

// The data sets by what they show, the images before the negatives.
std::vector<std::pair<std::string, std::vector<DataSet>>> pictures(const Results& results) {
    std::vector<DataSet> sets = data_sets(results);
    std::ranges::stable_sort(sets, {}, &DataSet::negated);
    std::vector<std::pair<std::string, std::vector<DataSet>>> all;
    for (DataSet& data : sets) {
        const std::string picture = data.picture();
        auto found = std::ranges::find(all, picture, [](const auto& entry) { return entry.first; });
        if (found == all.end())
            found = all.insert(found, {picture, {}});
        found->second.push_back(std::move(data));
    }
    return all;
}

std::string name_and_time(const std::optional<Setting>& setting) {
    return setting ? fmt::format("{} {}", setting->name(), three_digits(setting->milliseconds)) : "-";
}

// The paper's four: who wins there and here.
std::string winners_of_the_four(const Results& results) {
    MarkdownTable table({{"data set", Align::left},
                         {"paper", Align::left},
                         {"here", Align::left},
                         {"paper, in order", Align::left},
                         {"here, in order", Align::left}});
    for (const DataSet& data : data_sets(results)) {
        const Winners paper = winners_in_paper(data), here = winners_here(results, data);
        table.add({data.name(), name_and_time(paper.best), name_and_time(here.best),
                   name_and_time(paper.best_in_order), name_and_time(here.best_in_order)});
    }
    return table.format();
}

// How many times as long the first one takes.
std::string factor(const std::optional<Setting>& over, const std::optional<Setting>& under) {
    return over && under ? fmt::format("{:.2f}", over->milliseconds / under->milliseconds) : "-";
}

// Packed over the four, and auto over the best fixed setting.
std::string packed_and_auto(const Results& results) {
    MarkdownTable table({{"data set", Align::left},
                         {"best of the four", Align::left},
                         {"packed"},
                         {"gain"},
                         {"best fixed, in order", Align::left},
                         {"auto: global"},
                         {"regional"},
                         {"temporal"}});
    for (const DataSet& data : data_sets(results)) {
        const auto here = [&](std::string_view name) {
            return known([&] { return setting_here(results, data, name); });
        };
        const std::optional<Setting> four = winners_here(results, data).best, packed = here("packed"),
                                     fixed =
                                         known([&] { return best_fixed_here(results, data, Order::kept); });
        table.add({data.name(), name_and_time(four), packed ? three_digits(packed->milliseconds) : "-",
                   factor(four, packed), name_and_time(fixed), factor(here("auto/global"), fixed),
                   factor(here("auto/regional"), fixed), factor(here("auto/temporal"), fixed)});
    }
    return table.format();
}

} // namespace

std::string image_table_summary(const Results& results) {
    if (results.rows.empty())
        return {};
    std::string text =
        "Times in ms, the paper's (GeForce 7300 Go) beside those measured here. Of the paper's four "
        "algorithms **the best** of each data set is marked, and with o the best that keeps the order.\n";
    for (const auto& [picture, sizes] : pictures(results))
        text += fmt::format("\n### {}\n\n{}", picture, times_of(results, sizes));
    text += "\n### The best of the paper's four, with block and ms\n\n" + winners_of_the_four(results);
    return text +
           "\n### Packed and auto\n\nGain: the best of the four over packed. Auto by each adaption: its time "
           "over that of the best fixed setting that keeps the order.\n\n" +
           packed_and_auto(results);
}

} // namespace scanline::bench
