#include "kdtree_command.h"
#include "options.h"

#include "scanline/core/memory.h"
#include "scanline/core/text.h"
#include "scanline/data/npz.h"
#include "scanline/kdtree/device_search.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/points/convert.h"
#include "scanline/points/points_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace scanline::cli {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Each consumes its argument, so that results are never in memory twice.
template <class T>
data::NpyArray take_row(std::vector<T>& elements) {
    const std::vector<T> taken = std::exchange(elements, {});
    return data::make_npy<T>(taken, {taken.size()});
}

// Queries are rows.
template <class T>
data::NpyArray take_rows(std::vector<T>& elements, int columns) {
    const std::vector<T> taken = std::exchange(elements, {});
    const auto width = static_cast<std::size_t>(columns);
    return data::make_npy<T>(taken, {taken.size() / width, width});
}

template <points::Coordinate C>
data::NpzArrays take_arrays(kdtree::Neighbors<C>& found) {
    data::NpzArrays arrays;
    arrays.emplace_back("index", take_rows(found.index, found.k));
    arrays.emplace_back("squared_distance", take_rows(found.squared_distance, found.k));
    return arrays;
}

template <points::Coordinate C>
data::NpzArrays take_arrays(kdtree::PointsWithin<C>& found) {
    data::NpzArrays arrays;
    arrays.emplace_back("offset", take_row(found.offset));
    arrays.emplace_back("index", take_row(found.index));
    arrays.emplace_back("squared_distance", take_row(found.squared_distance));
    return arrays;
}

data::NpzArrays take_arrays(kdtree::PointsInside& found) {
    data::NpzArrays arrays;
    arrays.emplace_back("offset", take_row(found.offset));
    arrays.emplace_back("index", take_row(found.index));
    return arrays;
}

// Ctrl-C ends a call, and results leave memory for making the file.
CallLimits call_limits() {
    CallLimits limits{.cancelled = interrupted};
    if (const std::optional<std::int64_t> available = available_memory())
        limits.memory = *available / 2;
    return limits;
}

template <points::Coordinate C>
using Clouds = std::vector<points::PointCloud<C>>;

// Stays finite, however large.
template <points::Coordinate C>
kdtree::Distance<C> radius_of(double radius) {
    using Radius = kdtree::Distance<C>;
    return static_cast<Radius>(
        std::isinf(radius) ? radius : std::min(radius, double{std::numeric_limits<Radius>::max()}));
}

/// The common settings of all kinds of queries. A kind adds its name, its query files, and the answers:
/// on_cpu(), and on_gpu(), which compiles and returns the function that answers.
struct Query : KdtreeSettings {
    std::string tree, queries, output;
    std::string coordinates = "auto";

    std::vector<std::string> files() const { return {queries}; }
};

struct Knn : Query {
    static constexpr const char* name = "kdtree knn";
    int k = 1;
    double radius = infinity;

    template <points::Coordinate C>
    auto on_cpu(const kdtree::Tree<C>& nodes, const Clouds<C>& clouds, const cpu::Options& options) const {
        return kdtree::knn(nodes, clouds[0].points(), k, radius_of<C>(radius), options);
    }
    template <points::DeviceCoordinate C>
    auto on_gpu(compute::Engine& engine, const kdtree::DeviceNodes<C>& nodes, const Clouds<C>& clouds,
                const CallLimits& limits) const {
        return [&, this, find = kdtree::DeviceKnn<C>(engine, nodes.dimensions, k)] {
            return find(nodes, clouds[0].points(), radius_of<C>(radius), limits);
        };
    }
};

struct RadiusSearch : Query {
    static constexpr const char* name = "kdtree radius";
    double radius = 0;
    kdtree::RowOrder order = kdtree::RowOrder::by_distance;

    template <points::Coordinate C>
    auto on_cpu(const kdtree::Tree<C>& nodes, const Clouds<C>& clouds, const cpu::Options& options) const {
        return kdtree::radius_search(nodes, clouds[0].points(), radius_of<C>(radius), order, options);
    }
    template <points::DeviceCoordinate C>
    auto on_gpu(compute::Engine& engine, const kdtree::DeviceNodes<C>& nodes, const Clouds<C>& clouds,
                const CallLimits& limits) const {
        return [&, this, find = kdtree::DeviceRadiusSearch<C>(engine, nodes.dimensions)] {
            return find(nodes, clouds[0].points(), radius_of<C>(radius), order, limits);
        };
    }
};

struct BoxSearch : Query {
    static constexpr const char* name = "kdtree box";
    std::string high;

    std::vector<std::string> files() const { return {queries, high}; }

    template <points::Coordinate C>
    static kdtree::Boxes<C> boxes(const Clouds<C>& corners) {
        return {corners[0].points(), corners[1].points()};
    }
    template <points::Coordinate C>
    auto on_cpu(const kdtree::Tree<C>& nodes, const Clouds<C>& corners, const cpu::Options& options) const {
        return kdtree::box_search(nodes, boxes(corners), options);
    }
    template <points::DeviceCoordinate C>
    auto on_gpu(compute::Engine& engine, const kdtree::DeviceNodes<C>& nodes, const Clouds<C>& corners,
                const CallLimits& limits) const {
        return [&, find = kdtree::DeviceBoxSearch<C>(engine, nodes.dimensions)] {
            return find(nodes, boxes(corners), limits);
        };
    }
};

// The part of a call that does not depend on the coordinate type.
struct Call {
    BackendRequest request;
    NoDevice no_device{.remedy = "build the tree with --coordinates float32"};
    std::vector<std::string> rounded{}; ///< for the report: each query file that was rounded
};

template <class Kind, points::Coordinate C>
void answer(const Kind& query, const Call& call, const kdtree::Tree<C>& tree, const Clouds<C>& clouds) {
    BackendRequest request = call.request;
    request.bytes = static_cast<std::int64_t>(tree.coordinates.size() * sizeof(C));
    machine::Machine machine(machine_options(query));
    const ChosenBackend backend = choose_backend_for<C>(machine, request, call.no_device);
    const CallLimits limits = call_limits();
    decltype(query.on_cpu(tree, clouds, cpu::Options())) found;
    std::vector<machine::Repetition> repetitions;
    if (!backend.gpu) {
        machine::StageTimes times;
        const cpu::Options options{
            .threads = query.threads.value_or(0), .observer = &times, .limits = limits};
        repetitions =
            repeat(query.repetitions, times, found, [&] { return query.on_cpu(tree, clouds, options); });
    } else if constexpr (points::DeviceCoordinate<C>) {
        compute::Engine& engine = backend.gpu->compute();
        const kdtree::DeviceNodes<C> nodes = kdtree::upload_nodes(engine, tree);
        const auto ask = query.on_gpu(engine, nodes, clouds, limits);
        DeviceStageTimes times(*backend.gpu);
        repetitions = repeat(query.repetitions, times, found, ask);
    }
    const auto points = std::ranges::count_if(found.index, [](std::int32_t index) { return index >= 0; });
    data::write_npz(query.output, take_arrays(found));
    TextTable facts = backend_table(backend);
    for (const std::string& text : call.rounded)
        facts.add({"rounded", text});
    facts.add({"found", fmt::format("{} points", points)});
    print_report(fmt::format("{} of {} queries in a tree of {} nodes, {} {} coordinates", Kind::name,
                             clouds[0].points().size(), tree.size(), tree.dimensions, type_name<C>()),
                 std::move(facts), repetitions);
}

template <points::Coordinate C>
Clouds<C> converted(std::vector<points::AnyPointCloud> clouds) {
    Clouds<C> made;
    for (points::AnyPointCloud& cloud : clouds)
        made.push_back(points::convert_points<C>(std::move(cloud)));
    return made;
}

// In the tree's coordinate type, or in double if that cannot represent the queries.
template <class Kind, points::Coordinate C>
void answer_in_type(const Kind& query, Call call, kdtree::Tree<C> tree,
                    std::vector<points::AnyPointCloud> clouds) {
    if constexpr (!std::same_as<C, double>) {
        const std::vector<std::string> paths = query.files();
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const std::int64_t unheld = points::count_unheld<C>(clouds[i]);
            if (unheld == 0)
                continue;
            const std::string why = unheld_text(unheld, clouds[i], paths[i], type_name<C>());
            call.no_device = {.reason =
                                  fmt::format("{}, as those of {} are, and float64 is for the CPU alone", why,
                                              printable_path(query.tree)),
                              .remedy = fmt::format("--coordinates {} to round them", type_name<C>())};
            const kdtree::Tree<double> wide = kdtree::widen(std::exchange(tree, {}));
            return answer(query, call, wide, converted<double>(std::move(clouds)));
        }
    }
    answer(query, call, tree, converted<C>(std::move(clouds)));
}

template <class Kind>
void run(const CLI::App& command, const Kind& query) {
    Call call{kdtree_request(command, query, Kind::name)};
    kdtree::AnyTree any = kdtree::load_tree(query.tree);
    std::vector<points::AnyPointCloud> clouds;
    for (const std::string& path : query.files()) {
        FileCloud read = read_cloud(path, query.coordinates);
        clouds.push_back(std::move(read.points));
        if (!read.rounded.empty())
            call.rounded.push_back(read.rounded);
    }
    interruptible([&] {
        std::visit([&](auto& tree) { answer_in_type(query, call, std::move(tree), std::move(clouds)); }, any);
    });
}

// Adds the options common to all kinds; queries: the name of the query file argument. Returns the command and
// the query.
template <class Kind>
std::pair<Subcommand&, Kind&> add_query(CLI::App& kdtree, const char* name, const char* description,
                                        const char* queries = "QUERIES",
                                        const char* queries_help = "points, in the formats of kdtree build") {
    const auto added = add_subcommand<Kind>(kdtree, name, description, run<Kind>);
    auto& [command, query] = added;
    command.add_input("TREE", query.tree, "a tree from kdtree build (.npz)")->required();
    command.add_input(queries, query.queries, queries_help)->required();
    command.add_output("-o,--output", query.output, npz_output, "file for the results (.npz)")->required();
    add_coordinates_option(command, query.coordinates, "queries");
    add_kdtree_options(command, query, "queries");
    return added;
}

void add_radius_option(CLI::App& command, double& radius, const char* help, bool required) {
    add_number(command, "--radius", radius, {0, infinity}, help)->type_name("R")->required(required);
}

} // namespace

void add_kdtree_queries(CLI::App& kdtree) {
    const auto [knn, nearest] = add_query<Knn>(kdtree, "knn",
                                               "Find the k nearest points of each query: a row of indices, "
                                               "-1 for none, and one of squared distances");
    add_number(knn, "-k", nearest.k, {1, kdtree::max_neighbors}, "number of neighbours")
        ->capture_default_str();
    add_radius_option(knn, nearest.radius, "maximum distance", false);

    const auto [radius, within] = add_query<RadiusSearch>(
        kdtree, "radius",
        "Find all points within a radius of each query: those of query q are at offset[q] "
        "to offset[q + 1] - 1 of index and squared_distance");
    add_radius_option(radius, within.radius, "maximum distance, inclusive", true);
    add_choice(radius, "--order", within.order, kdtree::all_row_orders,
               "order of each query's points: by-distance or by-index");

    const auto [box, inside] = add_query<BoxSearch>(
        kdtree, "box",
        "Find all points in axis-aligned boxes, by index: those of box b are at offset[b] to offset[b + 1] - "
        "1",
        "LOW", "the low corner of each box, in the formats of kdtree build; boxes include their sides");
    box.add_input("HIGH", inside.high, "the high corner of each box")->required();
}

} // namespace scanline::cli
