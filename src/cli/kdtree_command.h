#pragma once
#include "backend.h"
#include "options.h"

#include "scanline/core/cancellation.h"
#include "scanline/data/npy.h"
#include "scanline/points/points_file.h"

#include <CLI/CLI.hpp>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The subcommands of scanline kdtree, and what they have in common.

namespace scanline::cli {

/// knn, radius and box.
void add_kdtree_queries(CLI::App& kdtree);

/// "int32", "float32" or "float64".
template <points::Coordinate C>
std::string_view type_name() {
    return to_string(data::element_type_of<C>());
}

/// A tree, or what is found in one.
inline const OutputRules npz_output{.endings = {".npz"}};

/// What every command has that computes with trees.
struct KdtreeSettings : BackendSettings {
    std::optional<int> threads;
    int repetitions = 1;
};

/// --backend, --tier, --gl-device, --threads and --repetitions. pieces: what threads share, "points".
void add_kdtree_options(CLI::App& command, KdtreeSettings& settings, std::string_view pieces);

/// --coordinates, "auto" or the name of a type. of: what is read, "points".
void add_coordinates_option(CLI::App& command, std::string& coordinates, std::string_view of);

/// Points as a file has them, or rounded to the type that --coordinates names.
struct FileCloud {
    points::AnyPointCloud points;
    std::string rounded; ///< what the report says of that; empty where nothing
                         ///< was to be rounded
};
FileCloud read_cloud(const std::string& path, const std::string& coordinates);

/// "3 of 20 coordinates of queries.csv are not float32"
std::string unheld_text(std::int64_t unheld, const points::AnyPointCloud& points, const std::string& path,
                        std::string_view type);

/// Why a call cannot be left to a GPU, and what to do where one is asked for.
struct NoDevice {
    std::string reason = "float64 coordinates are for the CPU alone";
    std::string remedy;
};

/// As choose_backend(), where only the CPU can: auto takes it. Errors: usage where compute is asked for.
ChosenBackend choose_cpu(const BackendRequest& request, const NoDevice& why);

/// What computes with coordinates of a type; `why` is of those with which no GPU does.
template <points::Coordinate C>
ChosenBackend choose_backend_for(machine::Machine& machine, const BackendRequest& request,
                                 const NoDevice& why) {
    if constexpr (points::DeviceCoordinate<C>)
        return machine::choose_backend(machine, request);
    else
        return choose_cpu(request, why);
}

/// As backend_request(), where threads are asked for of the CPU alone. what: "kdtree build". Errors: usage
/// for --threads of compute too.
BackendRequest kdtree_request(const CLI::App& command, const KdtreeSettings& settings, std::string_view what,
                              std::initializer_list<const char*> more = {});

/// Times the stages of what runs on the compute engine, as StageTimes those of the CPU.
class DeviceStageTimes {
public:
    explicit DeviceStageTimes(machine::Machine& machine)
        : timer_(machine.timer()), scope_(machine.compute(), &timer_) {}

    machine::Repetition take() { return machine::take_stages(timer_); }

private:
    gl::StageTimer timer_;
    ObserverScope scope_;
};

/// Calls work(), from which Ctrl-C gets out.
template <class Work>
void interruptible(Work work) {
    catch_interrupts();
    try {
        work();
    } catch (const Cancelled&) {
        throw Error("interrupted: nothing was written");
    }
}

/// Sets the result to work(), whose stages `times` sees, as often as is asked for, after a warm-up where that
/// is more than once. There is never more than one result: there may be no memory for two. Throws Cancelled
/// when interrupted.
template <class Times, class Result, class Work>
std::vector<machine::Repetition> repeat(int repetitions, Times& times, Result& result, const Work& work) {
    auto all =
        machine::repeat({.repetitions = repetitions, .warm_up = repetitions > 1, .stop = interrupted}, [&] {
            result = {};
            result = work();
            return times.take();
        });
    if (interrupted())
        throw Cancelled();
    return all;
}

/// Prints a heading, the facts, how many repetitions there were, and the stages of the median one.
void print_report(const std::string& heading, TextTable facts,
                  std::span<const machine::Repetition> repetitions);

} // namespace scanline::cli
