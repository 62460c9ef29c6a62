#include "kdtree_queries.h"

#include "command.h"
#include "kdtree_parts.h"
#include "number_options.h"
#include "text_table.h"

#include "scanline/catalog/compaction.h"
#include "scanline/core/text.h"
#include "scanline/data/npz.h"
#include "scanline/kdtree/device_box_search.h"
#include "scanline/kdtree/device_knn.h"
#include "scanline/kdtree/device_radius_search.h"
#include "scanline/kdtree/points_file.h"
#include "scanline/kdtree/tree_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>

namespace scanline::cli {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What every kind of query is asked with.
struct Settings : KdtreeSettings {
    std::string tree, queries, output;
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

template <class T>
data::NpyArray row_of(const std::vector<T>& elements) {
    return data::make_npy<T>(elements, {elements.size()});
}

// Queries are rows.
template <class T>
data::NpyArray rows_of(const std::vector<T>& elements, int columns) {
    const auto width = static_cast<std::size_t>(columns);
    return data::make_npy<T>(elements, {elements.size() / width, width});
}

template <kdtree::Coordinate C>
data::NpzArrays arrays_of(const kdtree::Neighbors<C>& found) {
    return {{"index", rows_of(found.index, found.k)},
            {"squared_distance", rows_of(found.squared_distance, found.k)}};
}

template <kdtree::Coordinate C>
data::NpzArrays arrays_of(const kdtree::PointsWithin<C>& found) {
    return {{"offset", row_of(found.offset)},
            {"index", row_of(found.index)},
            {"squared_distance", row_of(found.squared_distance)}};
}

data::NpzArrays arrays_of(const kdtree::PointsInside& found) {
    return {{"offset", row_of(found.offset)}, {"index", row_of(found.index)}};
}

// Whose coordinates are of the tree's type.
template <kdtree::Coordinate C>
kdtree::PointCloud<C> read_alike(const std::string& path, const Settings& settings) {
    kdtree::AnyPointCloud points = kdtree::read_points(path);
    if (auto* const alike = std::get_if<kdtree::PointCloud<C>>(&points))
        return std::move(*alike);
    throw Error(
        fmt::format("the coordinates of {} are {}, those of {} are not: write them as .npy of that type",
                    printable_path(settings.tree), type_name<C>(), printable_path(path)));
}

/// Which kind of query is asked, as its request says, and how.
struct Kind {
    const Settings& settings;
    BackendRequest request;
};

// What is found by the CPU: on_cpu(options), or by a GPU: on_gpu(engine, nodes) makes what finds it.
template <kdtree::Coordinate C, class OnCpu, class OnGpu>
void answer(const Kind& kind, const kdtree::Tree<C>& tree, std::int64_t queries, OnCpu on_cpu, OnGpu on_gpu) {
    const Settings& settings = kind.settings;
    BackendRequest request = kind.request;
    request.bytes = static_cast<std::int64_t>(tree.coordinates.size() * sizeof(C));
    const ChosenBackend backend = choose_backend(request);
    decltype(on_cpu(kdtree::CpuOptions{})) found;
    bench::Row row;
    const auto repeat = [&](auto& times, const auto& ask) {
        row = repeated(settings.repetitions, times, [&] {
            found = {}; // there may be no memory for two
            found = ask();
        });
    };
    if (backend.compute) {
        compute::Engine& engine = backend.compute->engine();
        const kdtree::DeviceNodes<C> nodes = kdtree::upload_nodes(engine, tree);
        const auto ask = on_gpu(engine, nodes);
        DeviceStageTimes times(*backend.compute);
        repeat(times, ask);
    } else {
        bench::StageTimes times;
        repeat(times, [&] {
            return on_cpu(kdtree::CpuOptions{.threads = settings.threads.value_or(0), .observer = &times});
        });
    }
    data::write_npz(settings.output, arrays_of(found));
    const auto points = std::ranges::count_if(found.index, [](std::int32_t index) { return index >= 0; });
    TextTable facts = backend_table(backend);
    facts.add({"found", fmt::format("{} points", points)});
    facts.add({"repetitions", std::to_string(row.repetitions.size())});
    print(fmt::format("{} of {} queries in a tree of {} nodes, {} {} coordinates\n{}{}", request.what,
                      queries, tree.size(), tree.dimensions, type_name<C>(), facts.format("  "),
                      stages_text(row)));
}

// work(kind, tree), whatever its coordinates are.
template <class Work>
void with_tree(const CLI::App& command, const char* what, const Settings& settings, Work work) {
    const Kind kind{settings, parse_kdtree_settings(command, settings, what)};
    catch_interrupts();
    std::visit([&](const auto& tree) { work(kind, tree); }, kdtree::load_tree(settings.tree));
}

void knn(const CLI::App& command, const KnnSettings& settings) {
    with_tree(command, "kdtree knn", settings, [&]<class C>(const Kind& kind, const kdtree::Tree<C>& tree) {
        const kdtree::PointCloud<C> queries = read_alike<C>(settings.queries, settings);
        const auto radius = static_cast<kdtree::Distance<C>>(settings.radius);
        answer(
            kind, tree, queries.points().size(),
            [&](const kdtree::CpuOptions& options) {
                return kdtree::knn(tree, queries.points(), settings.k, radius, options);
            },
            [&](compute::Engine& engine, const kdtree::DeviceNodes<C>& nodes) {
                return [&, find = kdtree::DeviceKnn<C>(engine, tree.dimensions, settings.k)] {
                    return find(nodes, queries.points(), radius);
                };
            });
    });
}

void radius(const CLI::App& command, const RadiusSettings& settings) {
    const kdtree::RowOrder order = catalog::parse("--order", settings.order, kdtree::all_row_orders);
    with_tree(command, "kdtree radius", settings,
              [&]<class C>(const Kind& kind, const kdtree::Tree<C>& tree) {
                  const kdtree::PointCloud<C> queries = read_alike<C>(settings.queries, settings);
                  const auto radius = static_cast<kdtree::Distance<C>>(settings.radius);
                  answer(
                      kind, tree, queries.points().size(),
                      [&](const kdtree::CpuOptions& options) {
                          return kdtree::radius_search(tree, queries.points(), radius, order, options);
                      },
                      [&](compute::Engine& engine, const kdtree::DeviceNodes<C>& nodes) {
                          return [&, find = kdtree::DeviceRadiusSearch<C>(engine, tree.dimensions)] {
                              return find(nodes, queries.points(), radius, order);
                          };
                      });
              });
}

void box(const CLI::App& command, const BoxSettings& settings) {
    with_tree(command, "kdtree box", settings, [&]<class C>(const Kind& kind, const kdtree::Tree<C>& tree) {
        const kdtree::PointCloud<C> low = read_alike<C>(settings.queries, settings),
                                    high = read_alike<C>(settings.high, settings);
        const kdtree::Boxes<C> boxes{low.points(), high.points()};
        answer(
            kind, tree, low.points().size(),
            [&](const kdtree::CpuOptions& options) { return kdtree::box_search(tree, boxes, options); },
            [&](compute::Engine& engine, const kdtree::DeviceNodes<C>& nodes) {
                return [&, find = kdtree::DeviceBoxSearch<C>(engine, tree.dimensions)] {
                    return find(nodes, boxes);
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
