#pragma once
#include "scanline/cpu/auto_scan.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/systems/cpu_scan.h"
#include "systems/made_up_results.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scanline::systems::test {

/// What tests ask experiments for.
struct CpuScanOptions {
    bool quick = false;
    std::vector<std::int64_t> sizes{}; ///< empty: those of the experiment
    std::vector<int> threads{};        ///< empty: those of the experiment
    std::vector<Peer> peers{};
    cpu::ScanModel model = cpu::default_scan_model(cpu::ThreadTeam::all_processors());
    Clock clock = steady_time;
};

/// The experiment of this name; throws where there is none.
const Experiment& cpu_scan_experiment(const std::string& name);
/// Its plan by typed options.
Plan make_plan(const Experiment& experiment, const CpuScanOptions& options);

/// Where a row of a scan on the CPU is on the axes.
struct ScanPoint {
    std::string place;
    std::int64_t elements;
    int threads;
    std::string by, algorithm;
    std::string partition = "-", dilation = "-";
};

/// Results of an experiment that nobody measured: without rows.
Results made_up_scans(const std::string& experiment);
/// A row of three repetitions of the same time; its roof takes `roof` milliseconds, none where it is 0.
void add_scan(Results& results, const ScanPoint& point, double milliseconds, double roof = 0);

/// Algorithms, or peers, with nanoseconds an element.
using ScanTimes = std::vector<std::pair<std::string, double>>;
inline constexpr double scan_roof_nanoseconds = 0.09; ///< an element
/// Rows of a group, whose roof takes so long.
void add_scans(Results& results, const std::string& place, std::int64_t elements, int threads,
               const ScanTimes& times, const std::string& by = "scanline");
/// The same of peers, which are called "tbb" and describe themselves as "tbb 1.0".
void add_peers(Results& results, const std::string& place, std::int64_t elements, int threads,
               const ScanTimes& times);
void set_nanoseconds(Results& results, const std::string& place, std::int64_t elements, int threads,
                     const std::string& algorithm, double nanoseconds);

/// What the experiment says of the one claim that contains `part`; throws where there is not exactly one.
Claim scan_claim(const Results& results, const std::string& part);
/// Whether it holds; checks that it says why.
std::optional<bool> scan_claim_holds(const Results& results, const std::string& part);
/// check_good_claims() of the experiment's.
void check_good_claims(const Results& results);

} // namespace scanline::systems::test
