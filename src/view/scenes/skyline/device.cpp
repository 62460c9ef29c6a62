#include "scenes/skyline/device.h"

#include "scanline/core/format.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/skyline/device_skyline.h"
#include "scanline/skyline/skyline.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace scanline::view::skyline_scene {

namespace {

/// A software renderer takes seconds for more: see work_of().
constexpr double max_software_work = 4e9;
constexpr int rows_at_once = 1 << 14; ///< generated between polls

/// Instructions, as the authors of SkyAlign count them.
double work_of(const skyline::Counters& counters, int dimensions) {
    return 3 * static_cast<double>(counters.mask_tests) +
           (6 * dimensions + 4) * static_cast<double>(counters.dominance_tests);
}

/// Times what comes before the levels, which the stages tell, and each level, which ends with progress.
class LevelClock final : public PassObserver {
public:
    explicit LevelClock(machine::Machine& machine) : timer_(machine.timer(), machine.clock()) {}

    void begin() { timer_.begin("before"); }
    void stage_ends(std::string_view stage) override {
        if (stage == "masks")
            next("level");
    }
    void level_ends() { next("level"); }

    /// After the search. The last span is that of collecting ids.
    machine::Repetition take(const skyline::Skyline& found) {
        timer_.end();
        const std::vector<gl::TimedSpan> spans = timer_.take();
        machine::Repetition times{{{"before levels", spans.front().milliseconds}},
                                  spans.front().milliseconds};
        std::size_t span = 1;
        for (std::size_t level = 0; level < found.levels.size(); ++level) {
            // A level with points of its own loses these at least.
            const std::int64_t after = level + 1 < found.levels.size() ? found.levels[level + 1].points : 0;
            const bool ran = found.levels[level].points != after && span < spans.size();
            times.stages.push_back({fmt::format("level {}", level), ran ? spans[span++].milliseconds : 0});
            times.milliseconds += times.stages.back().milliseconds;
        }
        return times;
    }

private:
    void next(const char* name) {
        timer_.end();
        timer_.begin(name);
    }

    gl::SpanTimer timer_;
};

struct TimedSkyline {
    skyline::Skyline found;
    machine::Repetition times;
};

TimedSkyline find_on_gpu(machine::Machine& machine, const skyline::DeviceSkyline& find,
                         const skyline::Keys& keys, const std::function<void(double)>& progress,
                         const CancelHook& cancelled) {
    LevelClock clock(machine);
    const ObserverScope scope(machine.compute(), &clock);
    clock.begin();
    TimedSkyline timed;
    timed.found = find(keys, {.progress =
                                  [&](std::int64_t settled, std::int64_t points) {
                                      clock.level_ends();
                                      progress(static_cast<double>(settled) / static_cast<double>(points));
                                  },
                              .limits = {.cancelled = cancelled}});
    timed.times = clock.take(timed.found);
    return timed;
}

std::string why_not_run(machine::Machine& machine, double work) {
    if (!machine.has_compute())
        return "no compute shaders here";
    if (machine.capabilities().software && work > max_software_work)
        return "so many tests take a software renderer too long";
    return {};
}

/// Returns the keys of the whole table. A generated table grows by pieces with seeds of their own.
skyline::Keys many_keys(const Run& run, const Setup& setup, const std::function<void(double)>& progress,
                        const CancelHook& cancelled) {
    if (setup.is_file())
        return sky_keys(*run.table, run.columns, run.whole, cancelled);
    skyline::Keys keys{{}, run.dimensions()};
    Setup piece = setup;
    for (int first = 0; first < setup.measured; first += piece.count, ++piece.seed) {
        CancelPoll(cancelled).ask();
        progress(static_cast<double>(first) / setup.measured);
        piece.count = std::min(rows_at_once, setup.measured - first);
        std::vector<std::uint32_t> rows(static_cast<std::size_t>(piece.count));
        std::iota(rows.begin(), rows.end(), 0u);
        const auto table = make_sky_table(piece, cancelled);
        const skyline::Keys some = sky_keys(*table, run.columns, rows, cancelled);
        keys.values.insert(keys.values.end(), some.values.begin(), some.values.end());
    }
    return keys;
}

std::string difference_of_ids(const skyline::Skyline& cpu, const skyline::Skyline& gpu) {
    return fmt::format("The CPU finds {} rows in the skyline, the GPU {}{}.", cpu.ids.size(), gpu.ids.size(),
                       cpu.ids.size() == gpu.ids.size() ? " others" : "");
}

} // namespace

std::string first_difference(const skyline::Skyline& cpu, const skyline::Skyline& gpu) {
    if (cpu.ids != gpu.ids)
        return difference_of_ids(cpu, gpu);
    for (std::size_t level = 0; level < std::min(cpu.levels.size(), gpu.levels.size()); ++level) {
        const skyline::LevelStats &one = cpu.levels[level], &other = gpu.levels[level];
        if (one != other)
            return fmt::format("Level {} has {} rows, {} pruned, {} MT and {} DT on the CPU, and {}, {}, {} "
                               "and {} on the GPU.",
                               level, one.points, one.pruned, one.counters.mask_tests,
                               one.counters.dominance_tests, other.points, other.pruned,
                               other.counters.mask_tests, other.counters.dominance_tests);
    }
    return cpu.counters == gpu.counters && cpu.levels.size() == gpu.levels.size()
               ? ""
               : "The levels on CPU and GPU add up to other counters.";
}

Check check_on_gpu(machine::Machine& machine, const Run& run, const CancelHook& cancelled) {
    Check check;
    check.not_run = why_not_run(machine, work_of(run.trace.found.counters, run.dimensions()));
    if (!check.ran())
        return check;
    const skyline::DeviceSkyline find(machine.compute(), run.dimensions(),
                                      {.algorithm = skyline::DeviceAlgorithm::sky_align, .counters = true});
    const auto find_once = [&] {
        return find_on_gpu(
            machine, find, run.keys, [](double) {}, cancelled);
    };
    check.difference = first_difference(run.trace.found, find_once().found);
    check.times = find_once().times; // the first time, drivers prepare programs
    return check;
}

Measured measure_sky(machine::Machine& machine, const Run& run, const Setup& setup,
                     const std::function<void(double)>& progress, const CancelHook& cancelled) {
    const skyline::Keys keys = many_keys(
        run, setup, [&](double part) { progress(0.3 * part); }, cancelled);
    Measured measured;
    measured.rows = keys.size();
    measured.how = skyline::choose(keys.size(), keys.dimensions).reason;
    measured.threads = cpu::ThreadTeam::all_processors();
    progress(0.3);
    skyline::Skyline on_cpu;
    measured.cpu = machine::median_time(
        [&] {
            return machine::time_whole("find", [&] {
                on_cpu = skyline::find(
                    keys, {.cpu = {.threads = measured.threads, .limits = {.cancelled = cancelled}}});
            });
        },
        cancelled);
    measured.found = static_cast<std::int64_t>(on_cpu.ids.size());
    // Rows of the skyline are tested against each other, the others against a few.
    const auto found = static_cast<double>(measured.found), rows = static_cast<double>(measured.rows);
    measured.not_run = why_not_run(machine, found * (3 * rows + 0.1 * found * (6 * keys.dimensions + 4)));
    if (!measured.ran())
        return measured;
    const skyline::DeviceSkyline find(machine.compute(), keys.dimensions,
                                      {.algorithm = skyline::DeviceAlgorithm::sky_align});
    const auto run_once = [&](double from) {
        return find_on_gpu(
            machine, find, keys, [&, from](double part) { progress(from + 0.25 * part); }, cancelled);
    };
    const skyline::Skyline on_gpu = run_once(0.5).found;
    if (on_gpu.ids != on_cpu.ids)
        measured.difference = difference_of_ids(on_cpu, on_gpu);
    measured.gpu = machine::median_time([&] { return run_once(0.75).times; }, cancelled);
    return measured;
}

} // namespace scanline::view::skyline_scene
