#include "cpu_scans/scan_claims.h"
#include "cpu_scans/scan_experiments.h"
#include "cpu_scans/scan_figures.h"
#include "cpu_scans/scan_group.h"
#include "experiments/row_access.h"
#include "experiments/wording.h"

#include "scanline/core/bits.h"
#include "scanline/cpu/scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

// The size of partitions: figure 10 of the paper, of several threads, and of one that gathers and scatters.

namespace scanline::bench {

namespace {

constexpr std::array several{"scalar1-p", "scalar2-p", "simd1-p", "simd2-p", "lookahead1-p", "lookahead2-p"};
constexpr std::array strided{"simd-v1-p", "simd-v2-p", "simd-t-p"};
/// A choice of size is good that is within so much of the best.
constexpr double close = 1.05;

// Of powers of two, each with so many elements more.
void add_cases(std::vector<ScanCase>& cases, std::span<const char* const> algorithms, std::int64_t first,
               std::int64_t last, int step, std::int64_t more) {
    for (const char* algorithm : algorithms) {
        for (std::int64_t partition = first; partition <= last; partition *= step)
            cases.push_back({.algorithm = algorithm, .partition = partition + more});
    }
}

std::int64_t usual_partition(std::string_view algorithm) {
    return cpu::Scan(cpu::find_scan_algorithm(algorithm)).partition(sizeof(float)).value_or(1);
}

// What each takes by itself, where that is not among them.
void add_usual(std::vector<ScanCase>& cases, std::span<const char* const> algorithms) {
    for (const char* algorithm : algorithms) {
        const std::int64_t usual = usual_partition(algorithm);
        if (std::ranges::none_of(cases, [&](const ScanCase& of) {
                return of.algorithm == algorithm && of.partition == usual;
            }))
            cases.push_back({.algorithm = algorithm, .partition = usual});
    }
}

std::vector<PlannedGroup> groups(const CpuScanOptions& options) {
    CpuScanOptions alone = options;
    alone.peers.clear();
    const int step = options.quick ? 16 : 2;
    std::vector<ScanCase> of_several, of_one;
    add_cases(of_several, several, 1 << 12, 1 << 22, step, 0);
    // Powers of two, and what lies a line of each lane beside them.
    for (const std::int64_t more : {0, 256})
        add_cases(of_one, strided, 1 << 10, 1 << 20, step, more);
    add_usual(of_several, several);
    add_usual(of_one, strided);
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes_of(options, {options.quick ? 1 << 22 : 1 << 26})) {
        planned.push_back(scan_group({in_place, elements, most_threads(options)}, of_several, alone));
        // Those of one thread are so slow that a part of the array tells as much.
        planned.push_back(
            scan_group({in_place, divide_rounding_up<std::int64_t>(elements, 4), 1}, of_one, alone));
    }
    return planned;
}

bool is_strided(const Row& row) {
    return std::ranges::find(strided, name_of(row)) != strided.end();
}

bool has_power_of_two(const Row& row) {
    return std::has_single_bit(static_cast<std::uint64_t>(axis_number(row, partition_axis).value_or(0)));
}

std::vector<Figure> figures(const Results& results) {
    const auto chart = [&](const std::string& title, bool of_strided) {
        return scan_rates(results, title, "in place, float32, medians and quartiles",
                          {"elements of a thread's partition", Scale::log2}, partition_axis,
                          [&, of_strided](const Row& row) {
                              if (is_strided(row) != of_strided || !is_of_largest(results, row))
                                  return std::string();
                              return name_of(row) +
                                     (of_strided && has_power_of_two(row) ? ", powers of two" : "");
                          });
    };
    return {{results.experiment + "-threads", chart("Size of partitions, several threads", false)},
            {results.experiment + "-strided",
             chart("Size of partitions, one thread that gathers and scatters", true)}};
}

// The time with the partitions that an algorithm takes by itself over that with the best ones.
Finding usual_is_good(const Results& results, std::span<const char* const> algorithms) {
    Finding finding{true, ""};
    for (const char* algorithm : algorithms) {
        const std::string partition = std::to_string(usual_partition(algorithm));
        const std::vector<const Row*> rows = largest_rows(results, algorithm);
        const Row* const best =
            *std::ranges::min_element(rows, {}, [](const Row* row) { return row->milliseconds().median; });
        const auto usual = std::ranges::find_if(
            rows, [&](const Row* row) { return row->axis(partition_axis) == partition; });
        if (usual == rows.end())
            throw NotMeasured(fmt::format("{} was not measured with {}", algorithm, partition));
        const double times = time_ratio(**usual, *best);
        finding.holds = *finding.holds && times <= close;
        finding.evidence +=
            fmt::format("{}{} with {}: {:.2f} of the best, with {}", finding.evidence.empty() ? "" : "; ",
                        algorithm, partition, times, best->axis(partition_axis));
    }
    return finding;
}

// By how much the best size that is no power of two is faster than the best one that is.
Finding powers_of_two_lose(const Results& results) {
    Finding finding{true, ""};
    for (const char* algorithm : {"simd-v1-p", "simd-v2-p"}) {
        const Row *power = nullptr, *other = nullptr;
        for (const Row* row : largest_rows(results, algorithm)) {
            const Row*& least = has_power_of_two(*row) ? power : other;
            if (least == nullptr || row->milliseconds().median < least->milliseconds().median)
                least = row;
        }
        if (power == nullptr || other == nullptr)
            throw NotMeasured(fmt::format("{} was not measured with both", algorithm));
        const double gain = time_ratio(*power, *other);
        finding.holds = *finding.holds && gain > close;
        finding.evidence +=
            fmt::format("{}{} {:.2f} times as fast", finding.evidence.empty() ? "" : ", ", algorithm, gain);
    }
    return finding;
}

std::vector<Claim> claims(const Results& results) {
    ClaimList list(results);
    list.add("partitions that are taken by themselves are within 5 % of the best, several threads",
             [&] { return usual_is_good(results, several); });
    list.add(
        "partitions that are taken by themselves are within 5 % of the best, one thread that gathers and "
        "scatters",
        [&] { return usual_is_good(results, strided); });
    list.add("the best partition of a vertical scan is no power of two, by more than 5 %",
             [&] { return powers_of_two_lose(results); });
    return list.take();
}

} // namespace

CpuScanExperiment scan_partitions() {
    return {.name = "cpu-scan-partition-size",
            .title = "Prefix sums by the size of partitions",
            .source = "Zhang, Wang, Ross, ADMS 2020, section 4.2.4",
            .peers = {},
            .automatic = false,
            .groups = groups,
            .figures = figures,
            .claims = claims};
}

} // namespace scanline::bench
