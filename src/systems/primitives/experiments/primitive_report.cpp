#include "scanline/systems/primitive.h"

#include "scanline/bench/axes.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/curves.h"
#include "scanline/bench/markdown_table.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

// Its bandwidth over that of the copy, which reads and writes every element. None without a copy.
std::optional<double> part_of_the_copy(const Row& row) {
    if (row.roof_ratio() == 0)
        return std::nullopt;
    return static_cast<double>(row.bytes) / static_cast<double>(2 * word_bytes * row.items) /
           row.roof_ratio();
}

AxisValues place(std::int64_t size, std::string_view by) {
    AxisValues values{{std::string(elements_axis), std::to_string(size)},
                      {std::string(by_axis), std::string(by)}};
    if (by == by_scanline)
        values.emplace_back(variant_axis, auto_variant);
    return values;
}

// CUB's time over ours: above 1 we are faster.
MedianInterval speed_in_cubs(const Results& results, std::int64_t size) {
    return ratio_of_rounds(measured_row(results, place(size, by_cub)).totals(),
                           measured_row(results, place(size, by_scanline)).totals(), element_count(size));
}

Finding as_fast_as_cub(const Results& results, const std::vector<std::int64_t>& sizes, double speed) {
    Finding finding{true, ""};
    for (const std::int64_t size : sizes) {
        const MedianInterval ratio = speed_in_cubs(results, size);
        if (ratio.high < speed)
            finding.holds = false;
        else if (ratio.low < speed && finding.holds == true)
            finding.holds = std::nullopt;
        finding.evidence +=
            fmt::format("{}{:.3f} ({:.2f} to {:.2f}) at {}", finding.evidence.empty() ? "" : ", ",
                        ratio.median, ratio.low, ratio.high, element_count(size));
    }
    finding.evidence = "CUB's time over ours: " + finding.evidence;
    return finding;
}

Finding reaches_the_copy(const Results& results, std::int64_t size, double bandwidth) {
    const std::optional<double> part = part_of_the_copy(measured_row(results, place(size, by_scanline)));
    if (!part)
        throw NotMeasured("the copy was not measured at " + element_count(size));
    return {*part >= bandwidth, fmt::format("{:.3f} of the copy's at {}", *part, element_count(size))};
}

std::string list_of(const std::vector<std::int64_t>& sizes) {
    std::string text;
    for (const std::int64_t size : sizes)
        text += (text.empty() ? "" : ", ") + element_count(size);
    return text;
}

// One line for each variant and peer, in the order of their rows.
std::vector<chart::Series> curves_of_all(const Results& results,
                                         const Measure& measure = total_milliseconds) {
    std::vector<chart::Series> all;
    for (const Row& row : results.rows) {
        const std::string by = row.axis(by_axis), variant = row.axis(variant_axis);
        const std::string name = fmt::format("{}, {}", by, variant);
        if (std::ranges::count(all, name, &chart::Series::name) == 0)
            all.push_back(curve(results, name,
                                {{std::string(by_axis), by}, {std::string(variant_axis), variant}},
                                std::string(elements_axis), measure));
    }
    return all;
}

} // namespace

std::vector<Figure> primitive_figures(const Results& results) {
    const std::string under = subtitle(results, "medians and quartiles");
    chart::LineChart time{
        results.title, under, {"elements", chart::Scale::log2}, {"time (ms)", chart::Scale::log10}, {}};
    time.series = curves_of_all(results);
    time.series.push_back(roof_curve(results, std::string(elements_axis)));
    chart::LineChart rate{
        results.title, under, {"elements", chart::Scale::log2}, {"billion elements per second"}, {}};
    rate.series = curves_of_all(results, [](const Row& row) { return items_per_second(row, 1e9); });
    return {{results.experiment + "-time", std::move(time)}, {results.experiment + "-rate", std::move(rate)}};
}

std::vector<Claim> primitive_claims(const Primitive& primitive, const Results& results) {
    const PrimitiveGoals& goals = primitive.goals;
    ClaimList list(results);
    if (goals.speed > 0)
        list.add(fmt::format("{} is at least {:.2f} times as fast as CUB at {} elements", primitive.name,
                             goals.speed, list_of(goals.sizes)),
                 [&] { return as_fast_as_cub(results, goals.sizes, goals.speed); });
    if (goals.small_time > 0)
        list.add(fmt::format("{} takes at most {:.2f} times as long as CUB at {} elements", primitive.name,
                             goals.small_time, list_of(goals.small_sizes)),
                 [&] { return as_fast_as_cub(results, goals.small_sizes, 1 / goals.small_time); });
    if (goals.bandwidth > 0) {
        const std::int64_t size = goals.sizes.back();
        list.add(fmt::format("{} has at least {:.2f} of the copy's bandwidth at {} elements", primitive.name,
                             goals.bandwidth, element_count(size)),
                 [&] { return reaches_the_copy(results, size, goals.bandwidth); });
    }
    return list.take();
}

std::string primitive_summary(const Results& results) {
    MarkdownTable table({{"elements"},
                         {"variant", Align::left},
                         {"ms"},
                         {"GB/s"},
                         {"G elements/s"},
                         {"of the copy"},
                         {"peer", Align::left},
                         {"peer's ms"},
                         {"peer's over ours"}});
    for (const Row& ours : results.rows) {
        if (!is_ours(ours) || !ours.measured())
            continue;
        const double milliseconds = ours.milliseconds().median;
        const std::optional<double> part = part_of_the_copy(ours);
        const std::vector<std::string> own{ours.axis(elements_axis),
                                           ours.axis(variant_axis),
                                           three_digits(milliseconds),
                                           three_digits(ours.bytes_per_second() / 1e9),
                                           three_digits(ours.items_per_second() / 1e9),
                                           part ? fmt::format("{:.2f}", *part) : "-"};
        const auto add = [&](std::vector<std::string> beside) {
            beside.insert(beside.begin(), own.begin(), own.end());
            table.add(beside);
        };
        bool alone = true;
        for (const Row* theirs : results.where({{std::string(elements_axis), ours.axis(elements_axis)}})) {
            if (is_ours(*theirs) || !theirs->measured())
                continue;
            alone = false;
            const double others = theirs->milliseconds().median;
            add({theirs->axis(by_axis), three_digits(others),
                 milliseconds > 0 ? three_digits(others / milliseconds) : "-"});
        }
        if (alone)
            add({"-", "-", "-"});
    }
    return table.format();
}

} // namespace scanline::bench
