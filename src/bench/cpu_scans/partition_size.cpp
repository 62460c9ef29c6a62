#include "cpu_scans/scan_claims.h"
#include "cpu_scans/scan_experiments.h"
#include "cpu_scans/scan_figures.h"
#include "cpu_scans/scan_group.h"
#include "experiments/row_access.h"
#include "experiments/wording.h"

#include "scanline/core/bits.h"
#include "scanline/cpu/processor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

// The size of partitions: figure 10 of the paper, of several threads, and of one that gathers and scatters.

namespace scanline::bench {

namespace {

constexpr std::array several{"scalar1-p", "scalar2-p", "simd1-p", "simd2-p", "lookahead1-p", "lookahead2-p"};
constexpr std::array strided{"simd-v1-p", "simd-v2-p", "simd-t-p"};
/// A choice of size is good that is within so much of the best.
constexpr double close = 1.05;

std::vector<ScanCase> cases(std::span<const char* const> algorithms, std::int64_t first, std::int64_t last,
                            int step) {
    std::vector<ScanCase> all;
    for (const char* algorithm : algorithms) {
        for (std::int64_t partition = first; partition <= last; partition *= step)
            all.push_back({.algorithm = algorithm, .partition = partition});
    }
    return all;
}

std::vector<PlannedGroup> groups(const CpuScanOptions& options) {
    CpuScanOptions alone = options;
    alone.peers.clear();
    const int step = options.quick ? 16 : 2;
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes_of(options, {options.quick ? 1 << 22 : 1 << 26})) {
        planned.push_back(scan_group({in_place, elements, most_threads(options)},
                                     cases(several, 1 << 12, 1 << 22, step), alone));
        // Those of one thread are so slow that a part of the array tells as much.
        planned.push_back(scan_group({in_place, divide_rounding_up<std::int64_t>(elements, 4), 1},
                                     cases(strided, 1 << 10, 1 << 20, step), alone));
    }
    return planned;
}

bool is_strided(const Row& row) {
    return std::ranges::find(strided, name_of(row)) != strided.end();
}

std::vector<Figure> figures(const Results& results) {
    const auto chart = [&](const std::string& title, const ShownRows& rows) {
        return scan_rates(results, title, "in place, float32, medians and quartiles",
                          {"elements of a thread's partition", Scale::log2}, partition_axis, rows);
    };
    return {{results.experiment + "-threads",
             chart("Size of partitions, several threads", [](const Row& row) { return !is_strided(row); })},
            {results.experiment + "-strided",
             chart("Size of partitions, one thread that gathers and scatters", is_strided)}};
}

// The time with partitions nearest to a size over that with the best ones.
Finding good_size(const Results& results, std::span<const char* const> algorithms, std::int64_t elements,
                  const std::string& what) {
    Finding finding{true, ""};
    for (const char* algorithm : algorithms) {
        const Row *best = nullptr, *nearest = nullptr;
        const auto distance = [&](const Row& row) {
            const auto partition = axis_number(row, partition_axis).value_or(1);
            return std::abs(std::log2(partition / static_cast<double>(elements)));
        };
        for (const Row& row : results.rows) {
            if (!row.measured() || name_of(row) != algorithm)
                continue;
            if (best == nullptr || row.milliseconds().median < best->milliseconds().median)
                best = &row;
            if (nearest == nullptr || distance(row) < distance(*nearest))
                nearest = &row;
        }
        if (best == nullptr)
            throw NotMeasured(fmt::format("{} was not measured", algorithm));
        const double times = nearest->milliseconds().median / best->milliseconds().median;
        finding.holds = *finding.holds && times <= close;
        finding.evidence +=
            fmt::format("{}{}: {} takes {:.2f} of the best, {}", finding.evidence.empty() ? "" : "; ",
                        algorithm, nearest->axis(partition_axis), times, best->axis(partition_axis));
    }
    finding.evidence = fmt::format("{} is {} elements; {}", what, elements, finding.evidence);
    return finding;
}

std::vector<Claim> claims(const Results& results) {
    ClaimList list(results);
    const cpu::Processor processor = cpu::this_processor();
    const auto elements_in = [](std::int64_t bytes) {
        return bytes / static_cast<std::int64_t>(sizeof(float));
    };
    list.add("partitions of half the second level cache are within 5 % of the best", [&] {
        return good_size(results, several, elements_in(processor.second_level_bytes / 2),
                         "half of the second level");
    });
    list.add(
        "partitions of the first level cache are within 5 % of the best for those that gather and scatter",
        [&] {
            return good_size(results, strided, elements_in(processor.first_level_bytes / 2),
                             "half of the first level");
        });
    return list.take();
}

} // namespace

CpuScanExperiment scan_partitions() {
    return {.name = "cpu-scan-partition-size",
            .title = "Prefix sums by the size of partitions",
            .source = "Zhang, Wang, Ross, ADMS 2020, section 4.2.4",
            .peers = {},
            .groups = groups,
            .figures = figures,
            .claims = claims};
}

} // namespace scanline::bench
