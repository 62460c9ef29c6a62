#include "experiments/scan_experiments.h"

#include "scanline/core/error.h"
#include "scanline/cpu/processor.h"
#include "scanline/cpu/scan.h"
#include "scanline/systems/scan_calibration.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace scanline::systems {

namespace {

/// What is that much slower than the fastest counts as fast too.
constexpr double as_fast = 1.03;
/// Where dilation gains by partitions, the gain is about the same from 0.6 to 1.
constexpr double good_dilation = 0.8;

// What may be fastest, by the threads it takes: what is before another has no more of them.
std::vector<ScanCase> candidates(bool every_team) {
    const cpu::Processor processor = cpu::this_processor();
    std::vector<ScanCase> all{{.algorithm = "lookahead", .threads = 1}};
    std::vector<int> teams = default_threads();
    if (!every_team)
        teams = {teams.back()};
    std::erase(teams, 1);
    for (const int threads : teams) {
        for (const std::int64_t part : {4, 8}) {
            const std::int64_t partition = processor.second_level_bytes / part / word_bytes;
            for (const char* algorithm : {"lookahead1-p", "lookahead2-p"})
                all.push_back({.algorithm = algorithm, .threads = threads, .partition = partition});
            all.push_back({.algorithm = "lookahead2-p",
                           .threads = threads,
                           .partition = partition,
                           .dilation = good_dilation});
        }
    }
    return all;
}

cpu::ScanChoice choice_of(const Row& row) {
    cpu::ScanChoice choice{row[algorithm_axis]};
    // Otherwise those that may work.
    if (cpu::find_scan_algorithm(choice.algorithm).multithreaded())
        choice.threads = row[threads_axis].value_or(1);
    if (const auto partition = row[partition_axis])
        choice.partition_bytes = *partition * word_bytes;
    choice.dilation = row[dilation_axis].value_or(0);
    return choice;
}

// The first of them that is as fast as the fastest.
const Row& best_of(const std::vector<const Row*>& rows) {
    const double least = fastest(rows).milliseconds().median;
    return **std::ranges::find_if(
        rows, [=](const Row* row) { return row->milliseconds().median <= as_fast * least; });
}

std::vector<cpu::ScanStep> steps_of(const Results& results, std::string_view place) {
    std::map<std::int64_t, std::vector<const Row*>> sizes;
    for (const Row* row : measured_rows(results, {{by_axis, by_scanline}, {place_axis, place}})) {
        if ((*row)[algorithm_axis] != auto_scan)
            sizes[row->items].push_back(row);
    }
    if (sizes.empty())
        throw usage_error(fmt::format("nothing was measured {}: measure there too", place));
    std::vector<cpu::ScanStep> steps;
    std::int64_t size_before = 0;
    for (const auto& [size, rows] : sizes) {
        cpu::ScanChoice choice = choice_of(best_of(rows));
        const double between =
            std::sqrt(static_cast<double>(size_before) * static_cast<double>(size)) * sizeof(float);
        if (steps.empty() || steps.back().choice != choice)
            steps.push_back({std::llround(between), std::move(choice)});
        size_before = size;
    }
    return steps;
}

} // namespace

ScanCalibrateOptions quick_scan_calibration() {
    return {.sizes = {1 << 12, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24},
            .repetitions = 5,
            .every_team = false};
}

cpu::ScanModel fit_scan_model(const Results& results) {
    return {steps_of(results, in_place), steps_of(results, apart)};
}

std::optional<cpu::ScanModel> calibrate_scans(const ScanCalibrateOptions& options,
                                              const ProgressHook& progress) {
    const std::vector<ScanCase> all = candidates(options.every_team);
    Plan plan{"cpu-scan-auto", "What auto goes by", {}, {}};
    for (const std::string_view place : {in_place, apart}) {
        for (const std::int64_t elements : options.sizes)
            plan.groups.push_back(scan_group({place, elements, 1}, all, {}));
    }
    const Results results = measure(plan, {.repetitions = options.repetitions}, progress);
    if (!results.complete)
        return std::nullopt;
    const std::vector<const Row*> wrong = wrong_rows(results);
    if (!wrong.empty())
        throw Error(ErrorKind::mismatch, fmt::format("a scan on the CPU by {} is wrong here: {}",
                                                     name_of(*wrong.front()), wrong.front()->skipped));
    if (!results.rows.empty() && std::ranges::none_of(results.rows, &Row::measured))
        throw Error("no scan on the CPU could be measured: " + results.rows.front().skipped);
    return fit_scan_model(results);
}

} // namespace scanline::systems
