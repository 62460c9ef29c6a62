#include "scanline/systems/primitive.h"

#include "scanline/core/format.h"

#include <fmt/format.h>

namespace scanline::systems {

namespace {

/// The variant and the peer that claims are about.
constexpr std::string_view auto_variant = "auto", by_cub = "cub";

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
Judge as_fast_as_cub(const std::vector<std::int64_t>& sizes, double speed) {
    const auto judge = [=](const Results& results, std::int64_t size) -> Finding {
        const Row& ours = our_row(results, size);
        const Row& cubs = measured_row(results, {{elements_axis, size}, {by_axis, by_cub}});
        const MedianInterval ratio = ratio_of_rounds(cubs, ours, element_count(size));
        return {at_least(ratio, speed),
                fmt::format("{} at {}", interval_text(ratio, 3), element_count(size))};
    };
    return judge_of_each(sizes, judge, "CUB's time over ours: ");
}

Judge reaches_the_copy(std::int64_t size, double bandwidth) {
    return [=](const Results& results) -> Finding {
        const std::optional<double> part = part_of_the_copy(our_row(results, size));
        if (!part)
            throw NotMeasured("the copy was not measured at " + element_count(size));
        return {*part >= bandwidth, fmt::format("{:.3f} of the copy's at {}", *part, element_count(size))};
    };
}

} // namespace

std::vector<Figure> primitive_figures(const Results& results) {
    const auto variant_or_peer = [](const Row& row) {
        return fmt::format("{}, {}", row[by_axis], row[variant_axis]);
    };
    return size_figures(results, "medians and quartiles", variant_or_peer, results.title, billions);
}

Claims primitive_claims(const Primitive& primitive) {
    const PrimitiveGoals& goals = primitive.goals;
    const std::string_view name = primitive.name;
    std::vector<ClaimSpec> claims;
    if (goals.speed > 0)
        claims.push_back({fmt::format("{} is at least {:.2f} times as fast as CUB at {} elements", name,
                                      goals.speed, joined(goals.sizes, element_count)),
                          as_fast_as_cub(goals.sizes, goals.speed)});
    if (goals.small_time > 0)
        claims.push_back({fmt::format("{} takes at most {:.2f} times as long as CUB at {} elements", name,
                                      goals.small_time, joined(goals.small_sizes, element_count)),
                          as_fast_as_cub(goals.small_sizes, 1 / goals.small_time)});
    if (goals.bandwidth > 0)
        claims.push_back({fmt::format("{} has at least {:.2f} of the copy's bandwidth at {} elements", name,
                                      goals.bandwidth, element_count(goals.sizes.back())),
                          reaches_the_copy(goals.sizes.back(), goals.bandwidth)});
    return Claims(std::move(claims));
}

std::string primitive_summary(const Results& results) {
    MarkdownTable table({"elements", "variant", "ms", "GB/s", "G elements/s", "of the copy", "peer",
                         "peer's ms", "peer's over ours"},
                        {"variant", "peer"});
    for (const Row* ours : measured_rows(results, {{by_axis, by_scanline}})) {
        const double milliseconds = ours->milliseconds().median;
        std::vector<std::vector<std::string>> peers;
        for (const Row* theirs : measured_rows(results, {{elements_axis, (*ours)[elements_axis]}})) {
            if (is_ours(*theirs))
                continue;
            const double others = theirs->milliseconds().median;
            peers.push_back({(*theirs)[by_axis], three_digits(others),
                             milliseconds > 0 ? three_digits(others / milliseconds) : "-"});
        }
        const std::optional<double> part = part_of_the_copy(*ours);
        table.add_beside({ours->axis(elements_axis), ours->axis(variant_axis), three_digits(milliseconds),
                          three_digits(ours->bytes_per_second() / 1e9),
                          three_digits(ours->items_per_second() / 1e9),
                          part ? fmt::format("{:.2f}", *part) : "-"},
                         peers);
    }
    return table.format();
}

} // namespace scanline::systems
