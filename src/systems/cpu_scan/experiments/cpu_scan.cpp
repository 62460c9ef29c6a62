#include "scanline/systems/cpu_scan.h"

#include "experiments/scan_claims.h"
#include "experiments/scan_experiments.h"
#include "experiments/scan_group.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/markdown_table.h"
#include "scanline/bench/wording.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

// One median over another; "-" where there is none.
std::string times_text(const Row* other, const Row& one) {
    const double milliseconds = one.milliseconds().median;
    return other != nullptr && milliseconds > 0
               ? fmt::format("{:.2f}", other->milliseconds().median / milliseconds)
               : std::string(no_value);
}

} // namespace

Experiments cpu_scan_experiments() {
    static const std::array all{scans_of_one_thread(), scans_in_place(), scans_apart(), scan_partitions(),
                                scan_dilations()};
    return all;
}

CpuScanOptions scan_options(const Request& request) {
    return {.quick = request.quick,
            .sizes = request.numbers<std::int64_t>("--sizes"),
            .threads = request.numbers<int>("--threads"),
            .peers = request.peers,
            .clock = request.clock};
}

Plan scan_plan(std::vector<PlannedGroup> groups) {
    return {.roof = std::string(scan_roof), .groups = std::move(groups)};
}

std::string scan_summary(const Results& results) {
    return "Speed in parts of others of the same rounds:\n\n" + cpu_scan_summary(results);
}

std::vector<Axis> scan_axes(bool several_threads) {
    std::vector<Axis> axes{axis_of_sizes()};
    if (several_threads)
        axes.push_back(axis_of_threads("all processors, and 1, 2, 4 ... where the figure is over them"));
    return axes;
}

std::string cpu_scan_summary(const Results& results) {
    MarkdownTable table({{"place", Align::left},
                         {"elements"},
                         {"threads"},
                         {"scan", Align::left},
                         {"partition"},
                         {"dilation"},
                         {"ms"},
                         {"G elements/s"},
                         {"over scalar"},
                         {"over the best library"},
                         {"of the roof"}});
    for (const Row& row : results.rows) {
        if (!row.measured())
            continue;
        AxisValues same;
        for (const std::string_view axis : {place_axis, elements_axis, threads_axis})
            same.emplace_back(axis, row.axis(axis));
        const std::vector<const Row*> group = results.where(same);
        const Row *scalar = nullptr, *library = nullptr;
        for (const Row* other : group) {
            if (!other->measured())
                continue;
            if (is_ours(*other) && name_of(*other) == "scalar")
                scalar = other;
            if (is_library(*other) &&
                (library == nullptr || other->milliseconds().median < library->milliseconds().median))
                library = other;
        }
        table.add(
            {row.axis(place_axis), row.axis(elements_axis), row.axis(threads_axis), name_of(row),
             row.axis(partition_axis), row.axis(dilation_axis), three_digits(row.milliseconds().median),
             three_digits(row.items_per_second() / 1e9), times_text(scalar, row), times_text(library, row),
             row.roof_ratio() > 0 ? fmt::format("{:.2f}", 1 / row.roof_ratio()) : std::string(no_value)});
    }
    return table.format();
}

} // namespace scanline::bench
