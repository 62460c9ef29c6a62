#include "scanline/systems/kdtree.h"

#include "experiments/kdtree_rows.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/markdown_table.h"
#include "scanline/bench/wording.h"

#include <fmt/format.h>

namespace scanline::bench {

namespace {

std::string nanoseconds_of_an_item(const Row& row) {
    return three_digits(row.milliseconds().median * 1e6 / static_cast<double>(row.items));
}

} // namespace

std::string kdtree_summary(const Results& results) {
    MarkdownTable table({{"task", Align::left},
                         {"points", Align::left},
                         {"elements"},
                         {"dimensions"},
                         {"queries"},
                         {"k"},
                         {"threads"},
                         {"by", Align::left},
                         {"ms"},
                         {"ns each"},
                         {"beside", Align::left},
                         {"its ms"},
                         {"its over ours"}});
    for (const Row& ours : results.rows) {
        if (!ours.measured() || !ours.axis(by_axis).starts_with(by_scanline))
            continue;
        AxisValues same;
        std::vector<std::string> own;
        for (const std::string_view axis :
             {task_axis, points_axis, elements_axis, dimensions_axis, queries_axis, k_axis, threads_axis}) {
            // What has no threads stands beside any number of them.
            if (axis != threads_axis || ours.axis(axis) != no_value)
                same.emplace_back(axis, ours.axis(axis));
            own.push_back(ours.axis(axis));
        }
        const double milliseconds = ours.milliseconds().median;
        own.insert(own.end(), {ours.axis(by_axis), three_digits(milliseconds), nanoseconds_of_an_item(ours)});
        const auto add = [&](std::vector<std::string> beside) {
            beside.insert(beside.begin(), own.begin(), own.end());
            table.add(beside);
        };
        bool alone = true;
        for (const Row* theirs : results.where(same)) {
            if (theirs == &ours || !theirs->measured())
                continue;
            alone = false;
            const double others = theirs->milliseconds().median;
            add({contender_of(*theirs), three_digits(others),
                 milliseconds > 0 ? fmt::format("{:.2f}", others / milliseconds) : std::string(no_value)});
        }
        if (alone)
            add({std::string(no_value), std::string(no_value), std::string(no_value)});
    }
    return table.format();
}

} // namespace scanline::bench
