#include "kdtree_command.h"
#include "options.h"

#include "scanline/core/choice.h"
#include "scanline/core/memory.h"
#include "scanline/core/text.h"
#include "scanline/data/npz.h"
#include "scanline/kdtree/device_box_search.h"
#include "scanline/kdtree/device_knn.h"
#include "scanline/kdtree/device_radius_search.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/points/convert.h"
#include "scanline/points/points_file.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <utility>

namespace scanline::cli {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What every kind of query is asked with.
struct Settings : KdtreeSettings {
    std::string tree, queries, output;
    std::string coordinates = "auto";
};

struct KnnSettings : Settings {
    int k = 1;
    double radius = infinity;
};

struct RadiusSettings : Settings {
    double radius = 0;
    std::string order{to_string(kdtree::RowOrder::by_distance)};
};

struct BoxSettings : Settings {
    std::string high;
};

// Each makes an array of what it takes, so that there are never two of all results.
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

// Ctrl-C ends a call, and results leave room for the file that is made of them.
CallLimits call_limits() {
    CallLimits limits{.cancelled = interrupted};
    if (const std::optional<std::int64_t> available = available_memory())
        limits.memory = *available / 2;
    return limits;
}

/// Which kind of query is asked, as its request says, and how.
struct Kind {
    const Settings& settings;
    BackendRequest request;
    NoDevice no_device{.remedy = "build the tree with --coordinates float32"};
    std::vector<std::pair<std::string, std::string>> facts{}; ///< of queries that were rounded
};

// What is found by the CPU: on_cpu(options), or by a GPU: on_gpu(engine, nodes, limits) makes what finds it.
template <points::Coordinate C, class OnCpu, class OnGpu>
void answer(const Kind& kind, const kdtree::Tree<C>& tree, std::int64_t queries, OnCpu on_cpu, OnGpu on_gpu) {
    const Settings& settings = kind.settings;
    BackendRequest request = kind.request;
    request.bytes = static_cast<std::int64_t>(tree.coordinates.size() * sizeof(C));
    machine::Machine machine(machine_options(settings));
    const ChosenBackend backend = choose_backend_for<C>(machine, request, kind.no_device);
    const CallLimits limits = call_limits();
    decltype(on_cpu(cpu::Options{})) found;
    std::vector<machine::Repetition> repetitions;
    const auto repeat = [&](auto& times, const auto& ask) {
        repetitions = repeated(settings.repetitions, times, [&] {
            found = {}; // there may be no memory for two
            found = ask();
        });
    };
    if (!backend.gpu) {
        machine::StageTimes times;
        repeat(times, [&] {
            return on_cpu(
                cpu::Options{.threads = settings.threads.value_or(0), .observer = &times, .limits = limits});
        });
    } else if constexpr (points::DeviceCoordinate<C>) {
        compute::Engine& engine = backend.gpu->compute();
        const kdtree::DeviceNodes<C> nodes = kdtree::upload_nodes(engine, tree);
        const auto ask = on_gpu(engine, nodes, limits);
        DeviceStageTimes times(*backend.gpu);
        repeat(times, ask);
    }
    const auto points = std::ranges::count_if(found.index, [](std::int32_t index) { return index >= 0; });
    data::write_npz(settings.output, take_arrays(found));
    TextTable facts = backend_table(backend);
    for (const auto& [name, value] : kind.facts)
        facts.add({name, value});
    facts.add({"found", fmt::format("{} points", points)});
    facts.add({"repetitions", std::to_string(repetitions.size())});
    print(fmt::format("{} of {} queries in a tree of {} nodes, {} {} coordinates\n{}{}", request.what,
                      queries, tree.size(), tree.dimensions, type_name<C>(), facts.format("  "),
                      stages_text(repetitions)));
}

template <points::Coordinate C>
using Clouds = std::vector<points::PointCloud<C>>;

template <points::Coordinate C>
Clouds<C> converted(std::vector<points::AnyPointCloud> clouds) {
    Clouds<C> made;
    for (points::AnyPointCloud& cloud : clouds)
        made.push_back(points::convert_points<C>(std::move(cloud)));
    return made;
}

// work(kind, tree, queries): with coordinates of the tree's type, or of double where that does not hold those
// of the queries.
template <points::Coordinate C, class Work>
void with_type(Kind kind, kdtree::Tree<C> tree, std::vector<points::AnyPointCloud> queries,
               const std::vector<std::string>& paths, Work work) {
    if constexpr (!std::same_as<C, double>) {
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const std::int64_t unheld = points::count_unheld<C>(queries[i]);
            if (unheld == 0)
                continue;
            const std::string why = unheld_text(unheld, queries[i], paths[i], type_name<C>());
            kind.no_device = {.reason =
                                  fmt::format("{}, as those of {} are, and float64 is for the CPU alone", why,
                                              printable_path(kind.settings.tree)),
                              .remedy = fmt::format("--coordinates {} to round them", type_name<C>())};
            kdtree::Tree<double> wide = kdtree::widen(tree);
            tree = {};
            return work(kind, wide, converted<double>(std::move(queries)));
        }
    }
    work(kind, tree, converted<C>(std::move(queries)));
}

// paths: of the files of queries.
template <class Work>
void with_tree(const CLI::App& command, const char* what, const Settings& settings,
               const std::vector<std::string>& paths, Work work) {
    Kind kind{settings, parse_kdtree_settings(command, settings, what)};
    kdtree::AnyTree any = kdtree::load_tree(settings.tree);
    std::vector<points::AnyPointCloud> queries;
    for (const std::string& path : paths) {
        FileCloud read = read_cloud(path, settings.coordinates);
        queries.push_back(std::move(read.points));
        if (!read.rounded.empty())
            kind.facts.emplace_back("rounded", read.rounded);
    }
    interruptible([&] {
        std::visit(
            [&](auto& tree) { with_type(std::move(kind), std::move(tree), std::move(queries), paths, work); },
            any);
    });
}

// Finite where it was, however great.
template <points::Coordinate C>
kdtree::Distance<C> radius_of(double radius) {
    using Radius = kdtree::Distance<C>;
    return static_cast<Radius>(
        std::isinf(radius) ? radius : std::min(radius, double{std::numeric_limits<Radius>::max()}));
}

void knn(const CLI::App& command, const KnnSettings& settings) {
    with_tree(command, "kdtree knn", settings, {settings.queries},
              [&]<class C>(const Kind& kind, const kdtree::Tree<C>& tree, const Clouds<C>& clouds) {
                  const points::Points<C> queries = clouds[0].points();
                  const auto radius = radius_of<C>(settings.radius);
                  answer(
                      kind, tree, queries.size(),
                      [&](const cpu::Options& options) {
                          return kdtree::knn(tree, queries, settings.k, radius, options);
                      },
                      [&]<class D>(compute::Engine& engine, const kdtree::DeviceNodes<D>& nodes,
                                   const CallLimits& limits) {
                          return [&, find = kdtree::DeviceKnn<D>(engine, tree.dimensions, settings.k)] {
                              return find(nodes, queries, radius, limits);
                          };
                      });
              });
}

void radius(const CLI::App& command, const RadiusSettings& settings) {
    const kdtree::RowOrder order = parse_choice("--order", settings.order, kdtree::all_row_orders);
    with_tree(command, "kdtree radius", settings, {settings.queries},
              [&]<class C>(const Kind& kind, const kdtree::Tree<C>& tree, const Clouds<C>& clouds) {
                  const points::Points<C> queries = clouds[0].points();
                  const auto radius = radius_of<C>(settings.radius);
                  answer(
                      kind, tree, queries.size(),
                      [&](const cpu::Options& options) {
                          return kdtree::radius_search(tree, queries, radius, order, options);
                      },
                      [&]<class D>(compute::Engine& engine, const kdtree::DeviceNodes<D>& nodes,
                                   const CallLimits& limits) {
                          return [&, find = kdtree::DeviceRadiusSearch<D>(engine, tree.dimensions)] {
                              return find(nodes, queries, radius, order, limits);
                          };
                      });
              });
}

void box(const CLI::App& command, const BoxSettings& settings) {
    with_tree(command, "kdtree box", settings, {settings.queries, settings.high},
              [&]<class C>(const Kind& kind, const kdtree::Tree<C>& tree, const Clouds<C>& clouds) {
                  const kdtree::Boxes<C> boxes{clouds[0].points(), clouds[1].points()};
                  answer(
                      kind, tree, boxes.low.size(),
                      [&](const cpu::Options& options) { return kdtree::box_search(tree, boxes, options); },
                      [&]<class D>(compute::Engine& engine, const kdtree::DeviceNodes<D>& nodes,
                                   const CallLimits& limits) {
                          return [&, find = kdtree::DeviceBoxSearch<D>(engine, tree.dimensions)] {
                              return find(nodes, boxes, limits);
                          };
                      });
              });
}

// queries: the name of the file of them.
Subcommand& add_query(CLI::App& kdtree, const char* name, const char* description, Settings& settings,
                      const char* queries = "QUERIES",
                      const char* queries_help = "points, as kdtree build takes them") {
    Subcommand& command = *add_subcommand(kdtree, name, description);
    command.add_input("TREE", settings.tree, "what kdtree build wrote (.npz)")->required();
    command.add_input(queries, settings.queries, queries_help)->required();
    command.add_output("-o,--output", settings.output, npz_output, "file for what is found (.npz)")
        ->required();
    add_coordinates_option(command, settings.coordinates, "queries");
    add_kdtree_options(command, settings, "queries");
    return command;
}

void add_radius_option(CLI::App& command, double& radius, const char* help, bool required) {
    add_number(command, "--radius", radius, {0, infinity}, help)->type_name("R")->required(required);
}

void add_knn(CLI::App& kdtree) {
    auto settings = std::make_shared<KnnSettings>();
    Subcommand& command = add_query(
        kdtree, "knn",
        "The k nearest points of each query: their indices, -1 for none, and squared distances, a row each",
        *settings);
    add_number(command, "-k", settings->k, {1, kdtree::max_neighbors}, "how many")->capture_default_str();
    add_radius_option(command, settings->radius, "none that are farther away", false);
    command.callback([settings, &command] { knn(command, *settings); });
}

void add_radius(CLI::App& kdtree) {
    auto settings = std::make_shared<RadiusSettings>();
    Subcommand& command =
        add_query(kdtree, "radius",
                  "All points within a radius of each query: those of query q are at offset[q] to "
                  "offset[q + 1] - 1 of index and squared_distance",
                  *settings);
    add_radius_option(command, settings->radius, "those at exactly this distance are within", true);
    add_choice_option(command, "--order", settings->order, kdtree::all_row_orders,
                      "of the points of a query");
    command.callback([settings, &command] { radius(command, *settings); });
}

void add_box(CLI::App& kdtree) {
    auto settings = std::make_shared<BoxSettings>();
    Subcommand& command = add_query(
        kdtree, "box",
        "All points in boxes along the axes, by index: those of box b are at offset[b] to offset[b + 1] - 1",
        *settings, "LOW", "the low corner of each box, as points; on its sides is inside");
    command.add_input("HIGH", settings->high, "their high corners")->required();
    command.callback([settings, &command] { box(command, *settings); });
}

} // namespace

void add_kdtree_queries(CLI::App& kdtree) {
    add_knn(kdtree);
    add_radius(kdtree);
    add_box(kdtree);
}

} // namespace scanline::cli
