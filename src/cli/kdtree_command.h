#pragma once
#include "backend.h"
#include "options.h"
#include "ranks.h"

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

// The subcommands of scanline kdtree, and their common parts.

namespace scanline::cli {

/// knn, radius and box.
void add_kdtree_queries(CLI::App& kdtree);

/// "int32", "float32" or "float64".
template <points::Coordinate C>
std::string_view type_name() {
    return to_string(data::element_type_of<C>());
}

/// For a tree, or query results.
inline const OutputRules npz_output{.endings = {".npz"}, .may_be_standard = true};

/// A number of this rank's things, added up over all ranks.
std::int64_t of_all_ranks(std::int64_t own);

/// The common settings of all commands that compute with trees.
struct KdtreeSettings : BackendSettings {
    std::optional<int> threads;
};

/// --backend, --tier, --gl-device, --threads and --repetitions. pieces: what the threads divide among them,
/// "points".
void add_kdtree_options(Subcommand& command, KdtreeSettings& settings, std::string_view pieces);

/// --columns, --nan, --coordinates, and the reading options. of: what the file holds, "points".
void add_points_options(Subcommand& command, points::PointsReading& reading, std::string_view of);

/// The points of a file, and lines of the report on what was rounded and left out.
struct FileCloud {
    points::FilePoints file;
    std::vector<std::vector<std::string>> facts{};
};
FileCloud read_cloud(const std::string& path, const points::PointsReading& reading);

/// The line on rounding, if there is a type to round to.
void add_rounding(FileCloud& cloud, const std::string& source, const points::PointsReading& reading);

/// "3 of 20 coordinates of queries.csv are not float32"
std::string unheld_text(std::int64_t unheld, const points::AnyPointCloud& points, const std::string& source,
                        std::string_view type);

/// Why a call cannot run on a GPU, and what to do if one was requested.
struct NoDevice {
    std::string reason = "float64 coordinates are for the CPU alone";
    std::string remedy;
};

/// As choose_backend(), if only the CPU can do the work: auto chooses it. Errors: usage if compute was
/// requested.
ChosenBackend choose_cpu(const BackendRequest& request, const NoDevice& why);

/// Chooses the backend for a coordinate type; `why`: for types that no GPU supports.
template <points::Coordinate C>
ChosenBackend choose_backend_for(machine::Machine& machine, const BackendRequest& request,
                                 const NoDevice& why) {
    if constexpr (points::DeviceCoordinate<C>)
        return machine::choose_backend(machine, request);
    else
        return choose_cpu(request, why);
}

/// As backend_request(); --threads is only for the CPU. what: "kdtree build". Errors: also usage for
/// --threads with compute.
BackendRequest kdtree_request(const CLI::App& command, const KdtreeSettings& settings, std::string_view what,
                              std::initializer_list<const char*> more = {});

/// Repeats result = work() as often as requested, timing its stages with `times`, after a warm-up if more
/// than once. Keeps only one result at a time, because memory may not hold two. Throws Cancelled if
/// interrupted, on all ranks alike.
template <class Times, class Result, class Work>
std::vector<machine::Repetition> repeat(int repetitions, Times& times, Result& result, const Work& work) {
    const auto stop = [] { return of_all_ranks(interrupted() ? 1 : 0) > 0; };
    auto all = machine::repeat({.repetitions = repetitions, .warm_up = repetitions > 1, .stop = stop}, [&] {
        result = {};
        result = work();
        return times.take();
    });
    if (stop())
        throw Cancelled();
    return all;
}

/// Prints a heading, the facts, the number of repetitions, and the stages of the median one.
void print_report(const std::string& heading, TextTable facts,
                  std::span<const machine::Repetition> repetitions);

} // namespace scanline::cli
