#include "experiments/image_table_summary.h"

#include "experiments/claim_list.h"
#include "experiments/image_settings.h"
#include "experiments/row_access.h"
#include "experiments/wording.h"
#include "markdown_table.h"
#include "paper_table1.h"

#include "scanline/bench/sweep.h"

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

std::optional<double> time_here(const Results& results, const DataSet& data, const std::string& setting) {
    const std::vector<Setting> settings = settings_here(results, data);
    const auto found = std::ranges::find(settings, setting, &Setting::name);
    return found == settings.end() ? std::nullopt : std::optional(found->milliseconds);
}

std::optional<double> time_in_paper(const DataSet& data, const std::string& algorithm,
                                    const std::string& block) {
    if (block == no_value)
        return std::nullopt;
    return paper_milliseconds(data.image, data.negated, data.elements, std::stoi(block), algorithm);
}

// One image: a row for each setting, and for each data set the paper's time and the one measured here.
std::string times_of(const Results& results, const std::string& image) {
    std::vector<DataSet> sets = data_sets(results);
    std::erase_if(sets, [&image](const DataSet& data) { return data.image != image; });
    std::ranges::stable_sort(sets, {}, [](const DataSet& data) { return data.negated; });

    std::vector<MarkdownColumn> columns{{"algorithm", Align::left}, {"block"}};
    for (const DataSet& data : sets) {
        const std::string size = (data.negated ? "-" : "") + element_count(data.elements);
        columns.push_back({size + " paper"});
        columns.push_back({size + " here"});
    }
    MarkdownTable table(columns);
    for (const std::string& block : axis_values(results, "block")) {
        for (const std::string& algorithm : axis_values(results, "algorithm")) {
            if (results.where({{"algorithm", algorithm}, {"block", block}}).empty())
                continue;
            const std::string setting = Setting{algorithm, block}.name();
            std::vector<std::string> row{algorithm, block};
            for (const DataSet& data : sets) {
                row.push_back(cell(time_in_paper(data, algorithm, block), setting, winners_in_paper(data)));
                row.push_back(cell(time_here(results, data, setting), setting, winners_here(results, data)));
            }
            table.add(row);
        }
    }
    return table.format();
}

std::string name_and_time(const std::optional<Setting>& setting) {
    return setting ? fmt::format("{} {}", setting->name(), three_digits(setting->milliseconds)) : "-";
}

std::string winners(const Results& results) {
    std::vector<MarkdownColumn> columns;
    for (const char* name : {"data set", "paper", "here", "paper, in order", "here, in order", "here, of all",
                             "here, of all in order"})
        columns.push_back({name, Align::left});
    MarkdownTable table(columns);
    for (const DataSet& data : data_sets(results)) {
        const Winners paper = winners_in_paper(data), here = winners_here(results, data);
        table.add({data.name(), name_and_time(paper.best), name_and_time(here.best),
                   name_and_time(paper.best_in_order), name_and_time(here.best_in_order),
                   name_and_time(known([&] { return best_here(results, data, Order::any); })),
                   name_and_time(known([&] { return best_here(results, data, Order::kept); }))});
    }
    return table.format();
}

} // namespace

std::string image_table_summary(const Results& results) {
    if (results.rows.empty())
        return {};
    std::string text =
        "Times in ms, the paper's (GeForce 7300 Go) beside those measured here; -256K is the negative. "
        "Of the paper's four algorithms **the best** of each data set is marked, and with o the best "
        "that keeps the order.\n";
    for (const std::string& image : axis_values(results, "image"))
        text += fmt::format("\n### {}\n\n{}", image, times_of(results, image));
    return text + "\n### The best settings, algorithm/block and ms\n\n" + winners(results);
}

} // namespace scanline::bench
