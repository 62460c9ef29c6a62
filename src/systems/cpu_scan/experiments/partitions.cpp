#include "experiments/scan_experiments.h"

#include "scanline/core/bits.h"
#include "scanline/cpu/scan.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <optional>

// The size of partitions: figure 10 of the paper, of several threads, and of one that gathers and scatters;
// and the partition more that the first thread has by dilation: figures 11 and 12.

namespace scanline::systems {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 6> partitioned{"scalar1-p", "scalar2-p",    "simd1-p",
                                                      "simd2-p",   "lookahead1-p", "lookahead2-p"};
constexpr std::array<std::string_view, 4> unpartitioned{"scalar1", "scalar2", "simd1", "simd2"};
constexpr std::array<std::string_view, 3> strided{"simd-v1-p", "simd-v2-p", "simd-t-p"};
constexpr std::array<std::string_view, 2> vertical{"simd-v1-p", "simd-v2-p"},
    by_registers{"simd1-p", "simd2-p"};
/// A choice is good that is within so much of the best.
constexpr double close = 1.05;

std::vector<std::int64_t> sizes_of(const Request& request) {
    return request.get(sizes_option, {request.quick ? 1 << 22 : 1 << 26});
}

std::vector<int> threads_of(const Request& request) {
    return request.get(threads_option, {cpu::ThreadTeam::all_processors()});
}

// First the partition that each takes by itself; then powers of two, each also with so many elements more.
std::vector<ScanCase> cases_by_size(Names algorithms, std::int64_t first, std::int64_t last, int step,
                                    std::initializer_list<std::int64_t> more) {
    std::vector<ScanCase> cases;
    for (const std::string_view name : algorithms) {
        const std::string algorithm(name);
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

std::vector<PlannedGroup> partition_size_groups(const Request& request) {
    const int step = request.quick ? 16 : 2;
    const std::vector<ScanCase> of_several = cases_by_size(partitioned, 1 << 12, 1 << 22, step, {0}),
                                // Beside powers of two by a line of each lane.
        of_one = cases_by_size(strided, 1 << 10, 1 << 20, step, {0, 256});
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes_of(request)) {
        for (const int threads : threads_of(request))
            planned.push_back(scan_group({in_place, elements, threads}, of_several, request));
        // Those of one thread are so slow that a part of the array tells as much.
        planned.push_back(
            scan_group({in_place, divide_rounding_up<std::int64_t>(elements, 4), 1}, of_one, request));
    }
    return planned;
}

std::vector<PlannedGroup> dilation_groups(const Request& request) {
    std::vector<ScanCase> cases;
    for (const Names algorithms : {Names(unpartitioned), Names(partitioned)}) {
        for (const std::string_view algorithm : algorithms) {
            for (int fifth = 0; fifth <= 5; fifth += request.quick ? 5 : 1)
                cases.push_back({.algorithm = std::string(algorithm), .dilation = fifth / 5.0});
        }
    }
    std::vector<PlannedGroup> planned;
    for (const std::int64_t elements : sizes_of(request)) {
        for (const int threads : threads_of(request))
            planned.push_back(scan_group({in_place, elements, threads}, cases, request));
    }
    return planned;
}

bool is_strided(const Row& row) {
    return std::ranges::find(strided, name_of(row)) != strided.end();
}

bool has_power_of_two(const Row& row) {
    return std::has_single_bit(static_cast<std::uint64_t>(row[partition_axis].value_or(0)));
}

// Rates of the largest size over an axis.
Figure rates_figure(const Results& results, const std::string& stem, const std::string& title,
                    const chart::Axis& x, std::string_view x_axis, const LineOf& line_of) {
    return scan_rates(
        results, stem, title, "in place, float32, medians and quartiles", x, x_axis,
        [&](const Row& row) { return is_of_largest(results, row) ? line_of(row) : std::string(); });
}

std::vector<Figure> partition_size_figures(const Results& results) {
    const chart::Axis x{"elements of a thread's partition", chart::Scale::log2};
    return {rates_figure(results, "-threads", "Size of partitions, several threads", x, partition_axis,
                         [](const Row& row) { return is_strided(row) ? std::string() : name_of(row); }),
            rates_figure(results, "-strided", "Size of partitions, one thread that gathers and scatters", x,
                         partition_axis, [](const Row& row) {
                             if (!is_strided(row))
                                 return std::string();
                             return name_of(row) + (has_power_of_two(row) ? ", powers of two" : "");
                         })};
}

std::vector<Figure> dilation_figures(const Results& results) {
    const auto figure = [&](const std::string& stem, const std::string& title, bool by_partitions) {
        return rates_figure(results, stem, title, {"dilation"}, dilation_axis, [=](const Row& row) {
            const std::string name = name_of(row);
            return name.ends_with("-p") == by_partitions ? name : std::string();
        });
    };
    return {figure("-whole", "Dilation over the whole array", false),
            figure("-partitions", "Dilation in partitions", true)};
}

// Judges the partitions that it takes by itself, in its first row, beside the best.
Finding default_is_good(const Results& results, std::string_view algorithm) {
    const auto usual = std::ranges::find_if(results.rows, [&](const Row& row) {
        return is_ours(row) && name_of(row) == algorithm && is_of_largest(results, row);
    });
    if (usual == results.rows.end() || !usual->measured())
        throw NotMeasured(fmt::format("{} was not measured as it is by itself", algorithm));
    const Row& best = fastest(largest_rows(results, algorithm));
    const double times = time_ratio(*usual, best);
    return {times <= close, fmt::format("{} with {}: {:.2f} of the best, with {}", algorithm,
                                        usual->axis(partition_axis), times, best.axis(partition_axis))};
}

// Judges by how much the best size that is no power of two is faster than the best one that is.
Finding power_of_two_loses(const Results& results, std::string_view algorithm) {
    std::vector<const Row*> powers, others;
    for (const Row* row : largest_rows(results, algorithm))
        (has_power_of_two(*row) ? powers : others).push_back(row);
    if (powers.empty() || others.empty())
        throw NotMeasured(fmt::format("{} was not measured with both", algorithm));
    const double gain = time_ratio(fastest(powers), fastest(others));
    return {gain > close, fmt::format("{} {:.2f} times as fast", algorithm, gain)};
}

// Judges how much faster the best dilation is than none.
auto gain(bool (*holds)(double gain)) {
    return [holds](const Results& results, std::string_view algorithm) -> Finding {
        const std::vector<const Row*> rows = largest_rows(results, algorithm);
        const auto none =
            std::ranges::find_if(rows, [](const Row* row) { return (*row)[dilation_axis].value_or(0) == 0; });
        if (none == rows.end())
            throw NotMeasured(fmt::format("{} was not measured without dilation", algorithm));
        const Row& best = fastest(rows);
        const double times = time_ratio(**none, best);
        return {holds(times),
                fmt::format("{} {:.3f} times as fast at {}", algorithm, times, best.axis(dilation_axis))};
    };
}

} // namespace

Experiment scan_partitions() {
    return scan_experiment(
        {.name = "cpu-scan-partition-size",
         .title = "Prefix sums by the size of partitions",
         .source = "Zhang, Wang, Ross, ADMS 2020, section 4.2.4",
         .figures = partition_size_figures,
         .claims =
             Claims{{"partitions that are taken by themselves are within 5 % of the best, several threads",
                     judge_of_each(partitioned, default_is_good, {}, "; ")},
                    {"partitions that are taken by themselves are within 5 % of the best, one thread that "
                     "gathers and scatters",
                     judge_of_each(strided, default_is_good, {}, "; ")},
                    {"the best partition of a vertical scan is no power of two, by more than 5 %",
                     judge_of_each(vertical, power_of_two_loses)}}
                 .about(memory_elements)},
        partition_size_groups);
}

Experiment scan_dilations() {
    return scan_experiment(
        {.name = "cpu-scan-dilation",
         .title = "Prefix sums by dilation",
         .source = "Zhang, Wang, Ross, ADMS 2020, figures 11 and 12",
         .figures = dilation_figures,
         .claims = Claims{{"without partitions the best dilation is more than 5 % faster than none",
                           judge_of_each(unpartitioned, gain([](double times) { return times > close; }))},
                          {"with partitions and registers it gains less than 5 %",
                           judge_of_each(by_registers, gain([](double times) { return times < close; }))}}
                       .about(memory_elements)},
        dilation_groups);
}

} // namespace scanline::systems
