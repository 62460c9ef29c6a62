#include "kdtree_queries.h"

#include "command.h"
#include "kdtree_parts.h"
#include "text_table.h"

#include "scanline/data/npz.h"
#include "scanline/kdtree/box_search.h"
#include "scanline/kdtree/knn.h"
#include "scanline/kdtree/points_file.h"
#include "scanline/kdtree/radius_search.h"
#include "scanline/kdtree/tree_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>

namespace scanline::cli {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What every kind of query is asked with.
struct Settings {
    std::string tree, queries, output;
    std::optional<int> threads;
    int repetitions = 1;
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
                    settings.tree, type_name<C>(), path));
}

// ask(tree, options): what is found in it.
template <kdtree::Coordinate C, class Ask>
void answer(const char* what, const Settings& settings, const kdtree::Tree<C>& tree, std::int64_t queries,
            Ask ask) {
    bench::StageTimes times;
    const kdtree::CpuOptions options{.threads = settings.threads.value_or(0), .observer = &times};
    decltype(ask(options)) found;
    const bench::Row row = repeated(settings.repetitions, times, [&] {
        found = {}; // there may be no memory for two
        found = ask(options);
    });
    data::write_npz(settings.output, arrays_of(found));
    const auto points = std::ranges::count_if(found.index, [](std::int32_t index) { return index >= 0; });
    TextTable facts({"backend", "cpu"}, 2);
    facts.add({"found", fmt::format("{} points", points)});
    facts.add({"repetitions", std::to_string(row.repetitions.size())});
    print(fmt::format("{} of {} queries in a tree of {} nodes, {} {} coordinates\n{}{}", what, queries,
                      tree.size(), tree.dimensions, type_name<C>(), facts.format("  "), stages_text(row)));
}

// work(tree), whatever its coordinates are.
template <class Work>
void with_tree(const Settings& settings, Work work) {
    require_npz(settings.output, "what is found");
    catch_interrupts();
    std::visit(work, kdtree::load_tree(settings.tree));
}

void knn(const KnnSettings& settings) {
    with_tree(settings, [&]<class C>(const kdtree::Tree<C>& tree) {
        const kdtree::PointCloud<C> queries = read_alike<C>(settings.queries, settings);
        answer("knn", settings, tree, queries.points().size(), [&](const kdtree::CpuOptions& options) {
            return kdtree::knn(tree, queries.points(), settings.k,
                               static_cast<kdtree::Distance<C>>(settings.radius), options);
        });
    });
}

void radius(const RadiusSettings& settings) {
    const auto order = std::ranges::find(kdtree::all_row_orders, settings.order,
                                         [](kdtree::RowOrder one) { return to_string(one); });
    with_tree(settings, [&]<class C>(const kdtree::Tree<C>& tree) {
        const kdtree::PointCloud<C> queries = read_alike<C>(settings.queries, settings);
        answer("radius", settings, tree, queries.points().size(), [&](const kdtree::CpuOptions& options) {
            return kdtree::radius_search(tree, queries.points(),
                                         static_cast<kdtree::Distance<C>>(settings.radius), *order, options);
        });
    });
}

void box(const BoxSettings& settings) {
    with_tree(settings, [&]<class C>(const kdtree::Tree<C>& tree) {
        const kdtree::PointCloud<C> low = read_alike<C>(settings.queries, settings),
                                    high = read_alike<C>(settings.high, settings);
        answer("box", settings, tree, low.points().size(), [&](const kdtree::CpuOptions& options) {
            return kdtree::box_search(tree, kdtree::Boxes<C>{low.points(), high.points()}, options);
        });
    });
}

// queries: the name of the file of them.
CLI::App& add_query(CLI::App& kdtree, const char* name, const char* description, Settings& settings,
                    const char* queries = "QUERIES",
                    const char* queries_help = "points, as kdtree build takes them") {
    CLI::App& command = *kdtree.add_subcommand(name, description);
    command.add_option("TREE", settings.tree, "what kdtree build wrote (.npz)")->required();
    command.add_option(queries, settings.queries, queries_help)->required();
    command.add_option("-o,--output", settings.output, "file for what is found (.npz)")
        ->required()
        ->type_name("FILE");
    add_worthwhile_threads_option(command, settings.threads, "queries");
    add_repetitions_option(command, settings.repetitions);
    return command;
}

void add_radius_option(CLI::App& command, double& radius, const char* help, bool required) {
    command.add_option("--radius", radius, help)
        ->check(number_between(0, infinity))
        ->type_name("R")
        ->required(required);
}

void add_knn(CLI::App& kdtree) {
    auto settings = std::make_shared<KnnSettings>();
    CLI::App& command = add_query(
        kdtree, "knn",
        "The k nearest points of each query: their indices, -1 for none, and squared distances, a row each",
        *settings);
    command.add_option("-k", settings->k, "how many")
        ->check(CLI::Range(1, kdtree::max_neighbors))
        ->capture_default_str()
        ->type_name("N");
    add_radius_option(command, settings->radius, "none that are farther away", false);
    command.callback([settings] { knn(*settings); });
}

void add_radius(CLI::App& kdtree) {
    auto settings = std::make_shared<RadiusSettings>();
    CLI::App& command =
        add_query(kdtree, "radius",
                  "All points within a radius of each query: those of query q are at offset[q] to "
                  "offset[q + 1] - 1 of index and squared_distance",
                  *settings);
    add_radius_option(command, settings->radius, "those at exactly this distance are within", true);
    std::vector<std::string> orders;
    for (const kdtree::RowOrder order : kdtree::all_row_orders)
        orders.emplace_back(to_string(order));
    command.add_option("--order", settings->order, "of the points of a query")
        ->check(CLI::IsMember(orders))
        ->capture_default_str();
    command.callback([settings] { radius(*settings); });
}

void add_box(CLI::App& kdtree) {
    auto settings = std::make_shared<BoxSettings>();
    CLI::App& command = add_query(
        kdtree, "box",
        "All points in boxes along the axes, by index: those of box b are at offset[b] to offset[b + 1] - 1",
        *settings, "LOW", "the low corner of each box, as points; on its sides is inside");
    command.add_option("HIGH", settings->high, "their high corners")->required();
    command.callback([settings] { box(*settings); });
}

} // namespace

void add_kdtree_queries(CLI::App& kdtree) {
    add_knn(kdtree);
    add_radius(kdtree);
    add_box(kdtree);
}

} // namespace scanline::cli
