#pragma once
#include "brute_force.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/experiment.h"
#include "scanline/compute/engine.h"
#include "scanline/points/point_distribution.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scanline::bench {

// What the plans of k-d trees write into their rows, and what their reports read.

inline constexpr std::string_view task_axis = "task", points_axis = "points", dimensions_axis = "dimensions",
                                  type_axis = "type", queries_axis = "queries", k_axis = "k",
                                  library_axis = "library";
/// Scanline on the CPU, and on OpenGL.
inline constexpr std::string_view by_scanline_cpu = "scanline-cpu", by_scanline_compute = "scanline-compute";
/// The peer that claims are about.
inline constexpr std::string_view by_nanoflann = "nanoflann";
/// The peer that builds by one thread and does nothing else.
inline constexpr std::string_view by_nth_element = "nth-element";

/// The types of coordinates that are measured, and how reports name them: "int32", "float".
inline constexpr std::array measured_types{points::CoordinateType::int32, points::CoordinateType::float32};
std::string_view type_name(points::CoordinateType type);

/// Trees of more points take a software renderer too long to be measured by the way.
inline constexpr std::int64_t most_software_points = 1 << 20;

struct KdtreeOptions {
    bool quick = false; ///< fewer and smaller trees, seconds instead of minutes
    // Of these three the first ones are where the experiment stands; each list is gone through from there.
    // Empty: those of the experiment.
    std::vector<std::int64_t> sizes{};                      ///< points, each 1 or more
    std::vector<int> dimensions{};                          ///< each 1 to points::max_dimensions
    std::vector<points::PointDistribution> distributions{}; ///< of the points; queries lie in the same way
    points::CoordinateType type = points::CoordinateType::float32; ///< of measured_types
    std::vector<int> threads{};   ///< each 1 or more; empty: one, and as many as processors
    std::vector<int> neighbors{}; ///< each 1 to kdtree::max_neighbors; empty: 1 and 10
    std::int64_t queries = 0;     ///< that are asked at once; 0: those of the experiment
    std::vector<Peer> peers{};    ///< that shall take part
    bool cpu = true;              ///< Scanline on the CPU takes part
    /// What Scanline works on with OpenGL, which outlives the plan; null: it takes no part.
    compute::Engine* engine = nullptr;
    /// It does more than most_software_points on a software renderer too.
    bool large_on_software = false;
};

/// A setting with its data.
struct KdtreeCase {
    KdtreeSetting setting;
    std::variant<KdtreeData<std::int32_t>, KdtreeData<float>> data;
};

/// Says what is wrong with the result of the last run; none if nothing is.
using CheckResult = std::function<std::optional<std::string>()>;
/// Makes the task of a case ready: sets one of the works of the variant. The case outlives it. Errors: usage
/// and failure where the task is not theirs, or not by so many threads.
using PrepareKdtree = std::function<CheckResult(const KdtreeCase& on, int threads, Variant& variant)>;

/// f(setting, data, threads, variant), with data of either type.
template <class Function>
PrepareKdtree prepare_by(Function f) {
    return [f](const KdtreeCase& on, int threads, Variant& variant) {
        return std::visit([&](const auto& data) { return f(on.setting, data, threads, variant); }, on.data);
    };
}

/// Scanline on OpenGL. What is asked, and what comes out, is on the GPU; how it gets there and back is not
/// timed, but for the points that a tree is verified with. Errors: usage where the case is too large, see
/// KdtreeOptions::large_on_software; those of what builds and asks.
PrepareKdtree by_device(compute::Engine& engine, bool large_on_software);

/// All contenders by each number of threads, where they have any. What they cannot do is skipped with their
/// reason.
PlannedGroup kdtree_group(const KdtreeSetting& setting, const KdtreeOptions& options);

// What is claimed of k-d trees is measured of uniform points.

inline constexpr std::int64_t asked_elements = 1 << 20, gpu_queries = 1 << 20;
inline constexpr int asked_k = 10;
inline constexpr std::int64_t gpu_built_elements = 1 << 24;

/// True if OpenGL worked on a GPU that told its times.
bool on_gpu(const Results& results);
/// Judges whether a row took at most so long.
Finding takes_at_most(const Row& row, double milliseconds);
/// "scanline-cpu, threads: 2", "scanline-compute"
std::string contender_of(const Row& row);

/// What the sweep says of builds and queries.
std::vector<Claim> kdtree_claims(const Results& results);
/// The sweep from where it stands: the setting of its first row.
std::vector<Figure> kdtree_figures(const Results& results);
/// The stages of Scanline's builds, in nanoseconds for each point: bars of each setting by the number of
/// threads, and on OpenGL.
Figure kdtree_stages(const Results& results);

KdtreeOptions kdtree_options(const Request& request);
Plan kdtree_plan(const KdtreeOptions& options, std::vector<PlannedGroup> groups);
std::vector<PlannedGroup> kdtree_sweep_groups(const KdtreeOptions& options);
std::vector<PlannedGroup> kdtree_paper_groups(const KdtreeOptions& options);

/// What both experiments have in common; they fill in the rest.
Experiment kdtree_experiment(std::string_view name, std::string_view title, std::string_view source,
                             std::vector<PlannedGroup> groups(const KdtreeOptions& options));
Experiment kdtree_paper();

} // namespace scanline::bench
