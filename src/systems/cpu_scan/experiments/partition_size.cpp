#include "experiments/scan_claims.h"
#include "experiments/scan_experiments.h"
#include "experiments/scan_figures.h"
#include "experiments/scan_group.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"

#include "scanline/core/bits.h"
#include "scanline/cpu/scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <optional>

// The size of partitions: figure 10 of the paper, of several threads, and of one that gathers and scatters.

namespace scanline::bench {

namespace {

constexpr std::array several{"scalar1-p", "scalar2-p", "simd1-p", "simd2-p", "lookahead1-p", "lookahead2-p"};
constexpr std::array strided{"simd-v1-p", "simd-v2-p", "simd-t-p"};
/// A choice of size is good that is within so much of the best.
constexpr double close = 1.05;

// What each takes by itself is the first of its cases; then powers of two, each also with so many elements
// more.
std::vector<ScanCase> cases_by_size(std::span<const char* const> algorithms, std::int64_t first,
                                    std::int64_t last, int step, std::initializer_list<std::int64_t> more) {
    std::vector<ScanCase> cases;
    for (const char* algorithm : algorithms) {
        const std::optional<std::int64_t> usual =
            cpu::Scan(cpu::find_scan_algorithm(algorithm)).partition(sizeof(float));
        cases.push_back({.algorithm = algorithm, .partition = usual});
        for (const std::int64_t above : more) {
            for (std::int64_t power = first; power <= last; power *= step) {
                if (power + above != usual)
                    cases.push_back({.algorithm = algorithm, .partition = power + above});
            }
        }
    }
    return cases;
}

std::vector<PlannedGroup> partition_size_groups(const CpuScanOptions& options) {
    const int step = options.quick ? 16 : 2;
    const std::vector<ScanCase> of_several = cases_by_size(several, 1 << 12, 1 << 22, step, {0}),
                                // Beside powers of two by a line of each lane.
        of_one = cases_by_size(strided, 1 << 10, 1 << 20, step, {0, 256});
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes_of(options, {options.quick ? 1 << 22 : 1 << 26})) {
        for (const int threads : asked_threads_or_most(options))
            planned.push_back(scan_group({in_place, elements, threads}, of_several, options));
        // Those of one thread are so slow that a part of the array tells as much.
        planned.push_back(
            scan_group({in_place, divide_rounding_up<std::int64_t>(elements, 4), 1}, of_one, options));
    }
    return planned;
}

bool is_strided(const Row& row) {
    return std::ranges::find(strided, name_of(row)) != strided.end();
}

bool has_power_of_two(const Row& row) {
    return std::has_single_bit(static_cast<std::uint64_t>(axis_number(row, partition_axis).value_or(0)));
}

std::vector<Figure> partition_size_figures(const Results& results) {
    const auto chart = [&](const std::string& title, bool of_strided) {
        return scan_rates(results, title, "in place, float32, medians and quartiles",
                          {"elements of a thread's partition", chart::Scale::log2}, partition_axis,
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

// The time with the partitions that an algorithm takes by itself, its first row, over that with the best
// ones.
Finding usual_is_good(const Results& results, std::span<const char* const> algorithms) {
    Finding finding{true, ""};
    for (const char* algorithm : algorithms) {
        const Row& usual = first_row(results, algorithm);
        const std::vector<const Row*> rows = largest_rows(results, algorithm);
        const Row& best = fastest(rows);
        const double times = time_ratio(usual, best);
        finding.holds = *finding.holds && times <= close;
        finding.evidence +=
            fmt::format("{}{} with {}: {:.2f} of the best, with {}", finding.evidence.empty() ? "" : "; ",
                        algorithm, usual.axis(partition_axis), times, best.axis(partition_axis));
    }
    return finding;
}

// By how much the best size that is no power of two is faster than the best one that is.
Finding powers_of_two_lose(const Results& results) {
    Finding finding{true, ""};
    for (const char* algorithm : {"simd-v1-p", "simd-v2-p"}) {
        std::vector<const Row*> powers, others;
        for (const Row* row : largest_rows(results, algorithm))
            (has_power_of_two(*row) ? powers : others).push_back(row);
        if (powers.empty() || others.empty())
            throw NotMeasured(fmt::format("{} was not measured with both", algorithm));
        const double gain = time_ratio(fastest(powers), fastest(others));
        finding.holds = *finding.holds && gain > close;
        finding.evidence +=
            fmt::format("{}{} {:.2f} times as fast", finding.evidence.empty() ? "" : ", ", algorithm, gain);
    }
    return finding;
}

std::vector<Claim> partition_size_claims(const Results& results) {
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

Experiment scan_partitions() {
    return {.name = "cpu-scan-partition-size",
            .title = "Prefix sums by the size of partitions",
            .source = "Zhang, Wang, Ross, ADMS 2020, section 4.2.4",
            .needs = Needs::processor,
            .axes = scan_axes(true),
            .plan = scan_plan_of<partition_size_groups>,
            .figures = partition_size_figures,
            .claims = partition_size_claims,
            .summary = scan_summary};
}

} // namespace scanline::bench
