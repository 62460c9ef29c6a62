#include "experiments/data_sets.h"
#include "scanline/core/format.h"

#include <fmt/format.h>

namespace scanline::systems {

namespace {

// The row that find(arguments...) gives; null if it was not measured.
template <class... Parameters, class... Arguments>
const Row* known(const Row& (*find)(Parameters...), const Arguments&... arguments) {
    try {
        return &find(arguments...);
    } catch (const NotMeasured&) {
        return nullptr;
    }
}

double milliseconds_of(const Row& row) {
    return row.milliseconds().median;
}

// The winners of a data set, as far as they are known.
struct Winners {
    const Row *best, *best_in_order;
};

Winners winners_here(const Results& results, const DataSet& data) {
    return {known(best_of_four, results, data, Order::any), known(best_of_four, results, data, Order::kept)};
}

Winners winners_in_paper(const DataSet& data) {
    return {known(best_in_paper, data, Order::any), known(best_in_paper, data, Order::kept)};
}

// The time of a setting, marked where it won.
std::string cell(const Results& results, const DataSet& data, const std::string& setting,
                 const Winners& winners) {
    const Row* row = known(row_of_setting, results, data, setting);
    if (row == nullptr)
        return "-";
    const std::string text = three_digits(milliseconds_of(*row));
    return (row == winners.best ? "**" + text + "**" : text) + (row == winners.best_in_order ? " o" : "");
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
    for (const std::string& setting : distinct_values(results, setting_of)) {
        std::vector<std::string> fields{setting};
        for (const DataSet& data : sizes) {
            if (data.in_paper())
                fields.push_back(cell(paper_results(), data, setting, winners_in_paper(data)));
            fields.push_back(cell(results, data, setting, winners_here(results, data)));
        }
        table.add(fields);
    }
    return table.format();
}

// A table for each picture, the images before the negatives.
std::string times_of_pictures(const Results& results) {
    std::string text;
    for (const bool negated : {false, true}) {
        for (const std::string& image : axis_values(results, image_axis)) {
            std::vector<DataSet> sizes = data_sets(results);
            std::erase_if(
                sizes, [&](const DataSet& data) { return data.image != image || data.negated != negated; });
            if (!sizes.empty())
                text += fmt::format("\n### {}\n\n{}", sizes.front().picture(), times_of(results, sizes));
        }
    }
    return text;
}

std::string name_and_time(const Row* row) {
    return row != nullptr ? fmt::format("{} {}", setting_of(*row), three_digits(milliseconds_of(*row))) : "-";
}

// The paper's four: who wins there and here.
std::string winners_of_the_four(const Results& results) {
    const std::initializer_list<std::string_view> names{"data set", "paper", "here", "paper, in order",
                                                        "here, in order"};
    MarkdownTable table(names, names);
    for (const DataSet& data : data_sets(results)) {
        const Winners paper = winners_in_paper(data), here = winners_here(results, data);
        table.add({data.name(), name_and_time(paper.best), name_and_time(here.best),
                   name_and_time(paper.best_in_order), name_and_time(here.best_in_order)});
    }
    return table.format();
}

// How many times as long the first one takes.
std::string factor(const Row* over, const Row* under) {
    return over != nullptr && under != nullptr
               ? fmt::format("{:.2f}", milliseconds_of(*over) / milliseconds_of(*under))
               : "-";
}

// Packed over the four, and auto over the best fixed setting.
std::string packed_and_auto(const Results& results) {
    MarkdownTable table({"data set", "best of the four", "packed", "gain", "best fixed, in order",
                         "auto: global", "regional", "temporal"},
                        {"data set", "best of the four", "best fixed, in order"});
    for (const DataSet& data : data_sets(results)) {
        const auto here = [&](std::string_view setting) {
            return known(row_of_setting, results, data, setting);
        };
        const Row *four = winners_here(results, data).best, *packed = here("packed"),
                  *fixed = known(best_fixed, results, data, Order::kept);
        table.add({data.name(), name_and_time(four),
                   packed != nullptr ? three_digits(milliseconds_of(*packed)) : "-", factor(four, packed),
                   name_and_time(fixed), factor(here("auto/global"), fixed),
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
    text += times_of_pictures(results);
    text += "\n### The best of the paper's four, with block and ms\n\n" + winners_of_the_four(results);
    return text +
           "\n### Packed and auto\n\nGain: the best of the four over packed. Auto by each adaption: its time "
           "over that of the best fixed setting that keeps the order.\n\n" +
           packed_and_auto(results);
}

} // namespace scanline::systems
