#pragma once
#include "backend_settings.h"
#include "interrupt.h"
#include "subcommand.h"

#include "scanline/machine/repetition.h"
#include "scanline/core/cancellation.h"
#include "scanline/data/npy.h"
#include "scanline/kdtree/points_file.h"

#include <CLI/CLI.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What the subcommands of scanline kdtree have in common.

namespace scanline::cli {

/// "int32", "float32" or "float64".
template <kdtree::Coordinate C>
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
    kdtree::AnyPointCloud points;
    std::string rounded; ///< what the report says of that; empty where nothing was to be rounded
};
FileCloud read_cloud(const std::string& path, const std::string& coordinates);

/// "3 of 20 coordinates of queries.csv are not float32"
std::string unheld_text(std::int64_t unheld, const kdtree::AnyPointCloud& points, const std::string& path,
                        std::string_view type);

/// Why a call cannot be left to a GPU, and what to do where one is asked for.
struct NoDevice {
    std::string reason = "float64 coordinates are for the CPU alone";
    std::string remedy;
};
/// As choose_backend(), where only the CPU can: auto takes it. Errors: usage where compute is asked for.
ChosenBackend choose_cpu(const BackendRequest& request, const NoDevice& why);

/// What computes with coordinates of a type; `why` is of those with which no GPU does.
template <kdtree::Coordinate C>
ChosenBackend choose_backend_for(const BackendRequest& request, const NoDevice& why) {
    if constexpr (kdtree::DeviceCoordinate<C>)
        return choose_backend(request);
    else
        return choose_cpu(request, why);
}

/// An option that takes the name of one of all, and has one already: catalog::parse() gives which.
template <class List>
CLI::Option* add_choice_option(CLI::App& command, const char* name, std::string& choice, const List& all,
                               const char* help) {
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const auto one : all)
        names.emplace_back(to_string(one));
    return command.add_option(name, choice, help)->check(CLI::IsMember(names))->capture_default_str();
}

/// The backend that the settings ask for: threads are asked for of the CPU alone. what: "kdtree build"; more:
/// further options of compute alone. Errors: usage as parse_backend_settings(), and for --threads of compute.
BackendRequest parse_kdtree_settings(const CLI::App& command, const KdtreeSettings& settings,
                                     std::string_view what, std::initializer_list<const char*> more = {});

/// Times the stages of what runs on the engine of a session, as StageTimes those of the CPU.
class DeviceStageTimes {
public:
    explicit DeviceStageTimes(ComputeSession& session)
        : timer_(session.timer()), scope_(session.engine(), &timer_) {}

    bench::Repetition take() { return machine::take_stages(timer_); }

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

/// The times of work(), whose stages `times` sees, as often as is asked for, after a warm-up where that is
/// more than once. Throws Cancelled when interrupted.
template <class Times, class Work>
bench::Row repeated(int repetitions, Times& times, Work work) {
    if (repetitions > 1) {
        work();
        times.take();
    }
    bench::Row row;
    for (int i = 0; i < repetitions && !interrupted(); ++i) {
        work();
        row.repetitions.push_back(times.take());
    }
    if (interrupted())
        throw Cancelled();
    return row;
}

/// A table of the stages of the median repetition, and of them together.
std::string stages_text(const bench::Row& row);

} // namespace scanline::cli
