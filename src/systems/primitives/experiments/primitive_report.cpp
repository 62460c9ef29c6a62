#include "scanline/systems/primitive.h"

#include "scanline/bench/axes.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/curves.h"
#include "scanline/bench/markdown_table.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"
#include "scanline/core/format.h"

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

const Row& our_row(const Results& results, std::int64_t size) {
    return measured_row(results,
                        {{elements_axis, size}, {by_axis, by_scanline}, {variant_axis, auto_variant}});
}

// CUB's time over ours: above 1 we are faster.
Finding as_fast_as_cub(const Results& results, const std::vector<std::int64_t>& sizes, double speed) {
    return judge_each(
        sizes,
        [&](std::int64_t size) -> Finding {
            const Row& ours = our_row(results, size);
            const Row& cubs = measured_row(results, {{elements_axis, size}, {by_axis, by_cub}});
            const MedianInterval ratio = ratio_of_rounds(cubs.totals(), ours.totals(), element_count(size));
            return {at_least(ratio, speed), fmt::format("{:.3f} ({:.2f} to {:.2f}) at {}", ratio.median,
                                                        ratio.low, ratio.high, element_count(size))};
        },
        "CUB's time over ours: ");
}

Finding reaches_the_copy(const Results& results, std::int64_t size, double bandwidth) {
    const std::optional<double> part = part_of_the_copy(our_row(results, size));
    if (!part)
        throw NotMeasured("the copy was not measured at " + element_count(size));
    return {*part >= bandwidth, fmt::format("{:.3f} of the copy's at {}", *part, element_count(size))};
}

} // namespace

std::vector<Figure> primitive_figures(const Results& results) {
    const std::string under = subtitle(results, "medians and quartiles");
    // One line for each variant and peer.
    const auto curves = [&](const Measure& measure) {
        return curves_by(
            results,
            [](const Row& row) { return fmt::format("{}, {}", row.axis(by_axis), row.axis(variant_axis)); },
            elements_axis, measure);
    };
    chart::LineChart time{results.title,
                          under,
                          {"elements", chart::Scale::log2},
                          {"time (ms)", chart::Scale::log10},
                          curves(total_milliseconds)};
    time.series.push_back(roof_curve(results, std::string(elements_axis)));
    chart::LineChart rate{results.title,
                          under,
                          {"elements", chart::Scale::log2},
                          {"billion elements per second"},
                          curves([](const Row& row) { return items_per_second(row, 1e9); })};
    return {{results.experiment + "-time", std::move(time)}, {results.experiment + "-rate", std::move(rate)}};
}

std::vector<Claim> primitive_claims(const Primitive& primitive, const Results& results) {
    const PrimitiveGoals& goals = primitive.goals;
    const std::string_view name = primitive.name;
    ClaimList list(results);
    if (goals.speed > 0)
        list.add(fmt::format("{} is at least {:.2f} times as fast as CUB at {} elements", name, goals.speed,
                             joined(goals.sizes, element_count)),
                 [&] { return as_fast_as_cub(results, goals.sizes, goals.speed); });
    if (goals.small_time > 0)
        list.add(fmt::format("{} takes at most {:.2f} times as long as CUB at {} elements", name,
                             goals.small_time, joined(goals.small_sizes, element_count)),
                 [&] { return as_fast_as_cub(results, goals.small_sizes, 1 / goals.small_time); });
    if (goals.bandwidth > 0) {
        const std::int64_t size = goals.sizes.back();
        list.add(fmt::format("{} has at least {:.2f} of the copy's bandwidth at {} elements", name,
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
        std::vector<std::vector<std::string>> peers;
        for (const Row* theirs : results.where({{elements_axis, ours.axis(elements_axis)}})) {
            if (is_ours(*theirs) || !theirs->measured())
                continue;
            const double others = theirs->milliseconds().median;
            peers.push_back({theirs->axis(by_axis), three_digits(others),
                             milliseconds > 0 ? three_digits(others / milliseconds) : "-"});
        }
        const std::optional<double> part = part_of_the_copy(ours);
        table.add_beside({ours.axis(elements_axis), ours.axis(variant_axis), three_digits(milliseconds),
                          three_digits(ours.bytes_per_second() / 1e9),
                          three_digits(ours.items_per_second() / 1e9),
                          part ? fmt::format("{:.2f}", *part) : "-"},
                         peers);
    }
    return table.format();
}

} // namespace scanline::bench
