#include "kdtree_query.h"
#include "kdtree_ranks.h"
#include "options.h"
#include "point_rows.h"
#include "scanline/core/memory.h"
#include "scanline/core/message.h"
#include "scanline/core/number.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"
#include "scanline/data/csv.h"
#include "scanline/data/file.h"
#include "scanline/data/npz.h"
#include "scanline/data/table.h"
#include "scanline/kdtree/device_search.h"
#include "scanline/kdtree/rank_search.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/points/convert.h"
#include "scanline/points/points_file.h"
#include "scanline/ranks/lists.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scanline::cli {

namespace {

// Ctrl-C ends a call, and results leave memory for the text of a table.
CallLimits call_limits() {
    CallLimits limits{.cancelled = interrupted};
    if (const std::optional<std::int64_t> available = available_memory())
        limits.memory = *available / 2;
    return limits;
}

// The part of a call that does not depend on the coordinate type.
struct Call {
    BackendRequest request;
    NoDevice no_device{.remedy = "build the tree with --coordinates float32"};
    kdtree::PointLabels labels{};
    std::unique_ptr<data::Table> table{}; ///< of the points, if asked for
    points::FilePoints queries{};         ///< of the first file, without the points
    std::vector<std::string> sources{};   ///< where the queries come from
    std::vector<std::vector<std::string>> facts{};
    // If there are ranks.
    std::vector<std::int32_t> found_on{}; ///< the rank of each point found
    std::int64_t visits = 0;              ///< of queries to ranks

    std::string query_name(std::size_t query) const {
        return queries.ids.empty() ? std::to_string(queries.row_of(static_cast<std::int64_t>(query)))
                                   : queries.ids[query];
    }
};

// add(fields, i): a row for result i.
template <points::Coordinate C, class Add>
void add_rows(const Add& add, const Call& call, const Knn& /*query*/, const kdtree::Neighbors<C>& found) {
    const auto k = static_cast<std::size_t>(found.k);
    for (std::size_t i = 0; i < found.index.size(); ++i)
        if (found.index[i] >= 0)
            add(std::vector{call.query_name(i / k), std::to_string(i % k + 1),
                            fmt::format("{}", std::sqrt(found.squared_distance[i]))},
                i);
}

/// query: a search that finds any number of points for each query.
template <class Kind, class Found, class Add>
void add_rows(const Add& add, const Call& call, const Kind& query, const Found& found) {
    for (std::size_t q = 0; q + 1 < found.offset.size(); ++q)
        for (auto i = static_cast<std::size_t>(found.offset[q]);
             i < static_cast<std::size_t>(found.offset[q + 1]); ++i) {
            std::vector<std::string> fields{call.query_name(q)};
            if constexpr (std::same_as<Kind, RadiusSearch>) {
                if (query.order == kdtree::RowOrder::by_distance)
                    fields.push_back(std::to_string(i - static_cast<std::size_t>(found.offset[q]) + 1));
                fields.push_back(fmt::format("{}", std::sqrt(found.squared_distance[i])));
            }
            add(std::move(fields), i);
        }
}

/// Stored: the coordinates of the tree's file, which C holds.
template <points::Coordinate Stored, class Kind, points::Coordinate C, class Found>
void write_rows(const Kind& query, const Call& call, const kdtree::Tree<C>& tree, const Found& found) {
    const PhaseSpan span(Phase::write);
    const auto coordinate = [&tree](std::size_t node, int axis) {
        return fmt::format("{}", static_cast<Stored>(tree.points()[static_cast<std::int64_t>(node)][axis]));
    };
    ranks::Communicator* const ranks = joined_ranks();
    std::int64_t most = tree.index.empty() ? -1 : std::ranges::max(tree.index);
    if (ranks)
        most = std::ranges::max(ranks::gather(*ranks, most));
    std::optional<PointRows> rows;
    on_all_ranks([&] {
        rows.emplace(query.fields(), call.labels, tree.index, most, tree.dimensions, coordinate,
                     call.table.get());
    });
    if (is_speaker())
        rows->add_names();
    std::vector<std::string> rests;
    if (ranks)
        rests =
            ask_owners(found.index,
                       call.table ? owners_of(found.index, static_cast<std::int64_t>(call.table->first_row() +
                                                                                     call.table->rows()))
                                  : call.found_on,
                       [&rows](std::int32_t point) { return rows->rest_of(point); });
    add_rows(
        [&](std::vector<std::string> fields, std::size_t i) {
            rows->add(std::move(fields), found.index[i], ranks ? rests[i] : rows->rest_of(found.index[i]));
        },
        call, query, found);
    std::optional<std::filesystem::path> path;
    if (!query.output.empty())
        path = query.output;
    write_own_text(path, rows->text());
}

// By two threads of an AMD EPYC, which look at some nodes for each result and level.
template <class Kind, points::Coordinate C>
std::optional<double> cpu_seconds(const Kind& query, const kdtree::Tree<C>& tree, std::int64_t queries) {
    if constexpr (std::same_as<Kind, Knn>) {
        constexpr double of_level_and_neighbor = 5e-9;
        return of_level_and_neighbor * static_cast<double>(queries) * (query.k + 8) *
               kdtree::levels(tree.size()) * query.repetitions * 2 / cpu::ThreadTeam::all_processors();
    } else {
        return std::nullopt; // not known before
    }
}

/// nodes: this rank's. Results are those of one process.
template <class Kind, points::Coordinate C, class Found>
std::vector<machine::Repetition> answer_over_ranks(const Kind& query, Call& call,
                                                   const ChosenBackend& backend, const kdtree::Tree<C>& nodes,
                                                   const Clouds<C>& clouds, Found& found) {
    machine::StageTimes times;
    const cpu::Options options{.threads = query.threads.value_or(0), .limits = call_limits()};
    kdtree::Tree<C> own;
    Clouds<C> asked;
    std::function<Found()> find = [&] { return query.on_cpu(own, asked, options); };
    std::optional<kdtree::DeviceNodes<std::conditional_t<points::DeviceCoordinate<C>, C, float>>> on_gpu;
    on_all_ranks([&] {
        own = rank_builder<C>(backend, query, nodes.dimensions)(nodes.points());
        for (std::int32_t& index : own.index)
            index = nodes.index[static_cast<std::size_t>(index)];
        if constexpr (points::DeviceCoordinate<C>) {
            if (backend.gpu) {
                compute::Engine& engine = backend.gpu->compute();
                on_gpu = kdtree::upload_nodes(engine, own);
                auto ask = query.on_gpu(engine, *on_gpu, asked, options.limits);
                find = [ask = std::make_shared<decltype(ask)>(std::move(ask))] { return (*ask)(); };
            }
        }
    });
    kdtree::RankQueries<C> queries = query.template over_ranks<C>();
    for (const points::PointCloud<C>& cloud : clouds)
        queries.corners.push_back(cloud.points());
    const kdtree::RankSearch<C> search = [&](Clouds<C> corners) {
        asked = std::move(corners);
        return rows_of<C>(find());
    };
    kdtree::RankFound<C> all;
    auto repetitions = repeat(query.repetitions, times, all, [&] {
        return kdtree::search_over_ranks(
            *joined_ranks(), own.points(), queries, search,
            {.threads = options.threads, .observer = &times, .limits = options.limits});
    });
    call.visits = all.visits;
    call.found_on = std::move(all.rank);
    take_rows(std::move(all.points), queries.k, found);
    return repetitions;
}

template <points::Coordinate Stored, class Kind, points::Coordinate C>
void answer(const Kind& query, Call& call, const kdtree::Tree<C>& tree, const Clouds<C>& clouds) {
    BackendRequest request = call.request;
    request.bytes = static_cast<std::int64_t>(tree.coordinates.size() * sizeof(C));
    request.cpu_seconds = cpu_seconds(query, tree, clouds[0].points().size());
    request.device_seconds = copy_seconds(2 * request.bytes);
    machine::Machine machine(machine_options(query));
    std::optional<ChosenBackend> backend;
    on_all_ranks([&] { backend = choose_backend_for<C>(machine, request, call.no_device); });
    const CallLimits limits = call_limits();
    decltype(query.on_cpu(tree, clouds, cpu::Options())) found;
    std::vector<machine::Repetition> repetitions;
    if (joined_ranks()) {
        repetitions = answer_over_ranks(query, call, *backend, tree, clouds, found);
    } else if (!backend->gpu) {
        machine::StageTimes times;
        const cpu::Options options{
            .threads = query.threads.value_or(0), .observer = &times, .limits = limits};
        repetitions =
            repeat(query.repetitions, times, found, [&] { return query.on_cpu(tree, clouds, options); });
    } else if constexpr (points::DeviceCoordinate<C>) {
        compute::Engine& engine = backend->gpu->compute();
        const kdtree::DeviceNodes<C> nodes = kdtree::upload_nodes(engine, tree);
        const auto ask = query.on_gpu(engine, nodes, clouds, limits);
        DeviceStageTimes times(*backend->gpu);
        repetitions = repeat(query.repetitions, times, found, ask);
    }
    if (query.output.empty()) {
        // Standard output carries the result.
        for (const std::vector<std::string>& fact : call.facts)
            if (is_speaker())
                remark(fmt::format("{}", fmt::join(fact, ": ")));
        return write_rows<Stored>(query, call, tree, found);
    }
    const std::int64_t points =
        of_all_ranks(std::ranges::count_if(found.index, [](std::int32_t index) { return index >= 0; }));
    if (query.writes_rows())
        write_rows<Stored>(query, call, tree, found);
    else
        write_own_npz(query.output, parts_of(found));
    const std::int64_t queries = of_all_ranks(clouds[0].points().size());
    TextTable facts = backend_table(*backend);
    if (joined_ranks()) {
        facts.add({"ranks", std::to_string(joined_ranks()->size())});
        facts.add(
            {"ranks visited",
             fmt::format("{:.2f} a query", static_cast<double>(call.visits) /
                                               static_cast<double>(std::max<std::int64_t>(1, queries)))});
    }
    for (const std::vector<std::string>& fact : call.facts)
        facts.add(fact);
    facts.add({"found", fmt::format("{} points", points)});
    print_report(fmt::format("{} of {} queries in a tree of {} nodes, {} {} coordinates", Kind::name, queries,
                             of_all_ranks(tree.size()), tree.dimensions, type_name<C>()),
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
void answer_in_type(const Kind& query, Call& call, kdtree::Tree<C> tree,
                    std::vector<points::AnyPointCloud> clouds) {
    if constexpr (!std::same_as<C, double>) {
        for (std::size_t i = 0; i < clouds.size(); ++i) {
            const std::int64_t unheld = of_all_ranks(points::count_unheld<C>(clouds[i]));
            if (unheld == 0)
                continue;
            const std::string why = unheld_text(unheld, clouds[i], call.sources[i], type_name<C>());
            call.no_device = {.reason =
                                  fmt::format("{}, as those of {} are, and float64 is for the CPU alone", why,
                                              printable_path(query.tree)),
                              .remedy = fmt::format("--coordinates {} to round them", type_name<C>())};
            const kdtree::Tree<double> wide = kdtree::widen(std::exchange(tree, {}));
            return answer<C>(query, call, wide, converted<double>(std::move(clouds)));
        }
    }
    answer<C>(query, call, tree, converted<C>(std::move(clouds)));
}

/// The points of --at.
FileCloud points_at(const Query& query, int dimensions) {
    std::vector<double> numbers;
    for (const std::string& point : query.at) {
        const std::vector<std::string> coordinates = split_list("--at", point);
        if (coordinates.size() != static_cast<std::size_t>(dimensions))
            throw usage_error(
                fmt::format("--at {}: it has {} coordinates, and the tree's points have {}: give as "
                            "many, with commas between them",
                            printable(point), coordinates.size(), dimensions));
        constexpr double most = std::numeric_limits<double>::max();
        for (const std::string& coordinate : coordinates)
            numbers.push_back(parse_number<double>("--at", coordinate, {-most, most}));
    }
    if (!is_speaker())
        numbers.clear(); // the first rank asks
    FileCloud cloud{points::make_points("--at", std::move(numbers), dimensions, query.reading.type)};
    add_rounding(cloud, "--at", query.reading);
    return cloud;
}

/// Moves points between ranks until each has as many as in the other cloud, unless that has others in all.
void align(points::AnyPointCloud& cloud, const points::AnyPointCloud& with) {
    ranks::Communicator& ranks = *joined_ranks();
    const auto share = [&](const auto& points) { return ranks::share_of(ranks, points.points().size()); };
    const ranks::Share have = std::visit(share, cloud), want = std::visit(share, with);
    if (have.all != want.all)
        return;
    std::visit(
        [&]<points::Coordinate C>(points::PointCloud<C>& points) {
            std::vector<std::int64_t> sent;
            for (const ranks::Slice& there : ranks::gather(ranks, want.slice))
                sent.push_back(std::max<std::int64_t>(0, std::min(have.slice.end(), there.end()) -
                                                             std::max(have.slice.first, there.first)) *
                               points.dimensions);
            const RawArray<C> own =
                ranks::exchange_lists(ranks, std::span<const C>(points.coordinates), sent);
            points.coordinates.assign(own.begin(), own.end());
        },
        cloud);
}

template <class Kind>
void run(const CLI::App& command, const Kind& query) {
    if (query.queries.empty() == query.at.empty())
        throw usage_error(fmt::format("{}: give a file QUERIES or points with --at{}", Kind::name,
                                      query.at.empty() ? "" : ", not both"));
    Call call{kdtree_request(command, query, Kind::name)};
    kdtree::TreeFile file = kdtree::load_tree(query.tree, joined_ranks());
    call.labels = std::move(file.labels);
    points::PointsReading reading = query.reading;
    reading.names = call.labels.names;
    reading.is_finite = Kind::is_finite;
    std::vector<points::AnyPointCloud> clouds;
    const auto take = [&](FileCloud read, std::string source) {
        clouds.push_back(std::move(read.file.points));
        call.sources.push_back(std::move(source));
        call.facts.insert(call.facts.end(), read.facts.begin(), read.facts.end());
        if (clouds.size() == 1)
            call.queries = std::move(read.file);
    };
    for (const std::string& path : query.files()) {
        FileCloud read = read_cloud(path, reading);
        if (!read.file.unused.empty() && is_speaker())
            remark(fmt::format("of {}, only the columns with the tree's names are read: {}",
                               printable_path(path), fmt::join(read.file.names, ", ")));
        take(std::move(read), printable_path(path));
    }
    if (joined_ranks() && clouds.size() > 1)
        align(clouds[1], clouds[0]);
    if (!query.at.empty())
        take(points_at(query, std::visit([](const auto& tree) { return tree.dimensions; }, file.tree)),
             "--at");
    if (query.table)
        call.table = read_table_part(*query.table, query.reading.text);
    interruptible([&] {
        std::visit([&](auto& tree) { answer_in_type(query, call, std::move(tree), std::move(clouds)); },
                   file.tree);
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
    command.over_ranks();
    command.add_input("TREE", query.tree, "a tree from kdtree build (.npz)")->required();
    command.add_input(queries, query.queries, queries_help)->required(!Kind::is_finite);
    command.add_output("-o,--output", query.output, {.endings = {".npz", ".csv"}, .may_be_standard = true},
                       "file for the results (.npz, .csv); default: CSV to standard output");
    if (Kind::is_finite)
        command.add_option("--at", query.at, "a query, such as 48.1,11.6; may be repeated")
            ->type_name("X,Y,...")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    const auto writes_rows = [&query = query] { return query.writes_rows(); };
    command.require(
        command
            .add_input(
                "--table", query.table,
                "the table of all points, in the formats of kdtree build but .ply: its columns take the "
                "place of the coordinates in CSV")
            ->type_name("FILE"),
        "results in .csv", writes_rows);
    add_points_options(command, query.reading, "queries");
    command.require(command.add_option("--id", query.reading.id, "a column that names the queries in CSV")
                        ->type_name("COL"),
                    "results in .csv", writes_rows);
    add_kdtree_options(command, query, "queries");
    return added;
}

void add_radius_option(Subcommand& command, double& radius, const char* help, bool required) {
    add_number(command, "--radius", radius, {0, std::numeric_limits<double>::infinity()}, help)
        ->type_name("R")
        ->required(required);
}

} // namespace

void add_kdtree_queries(CLI::App& kdtree) {
    const auto [knn, nearest] =
        add_query<Knn>(kdtree, "knn",
                       "Find the k nearest points of each query: a row of indices, "
                       "-1 for none, and one of squared distances; in CSV a row for each point found");
    add_number(knn, "-k", nearest.k, {1, kdtree::max_neighbors}, "number of neighbours")
        ->capture_default_str();
    add_radius_option(knn, nearest.radius, "maximum distance", false);

    const auto [radius, within] = add_query<RadiusSearch>(
        kdtree, "radius",
        "Find all points within a radius of each query: those of query q are at offset[q] "
        "to offset[q + 1] - 1 of index and squared_distance");
    add_radius_option(radius, within.radius, "maximum distance, inclusive", true);
    add_choice(radius, "--order", within.order, "order of each query's points: {}");

    const auto [box, inside] = add_query<BoxSearch>(
        kdtree, "box",
        "Find all points in axis-aligned boxes, by index: those of box b are at offset[b] to offset[b + 1] - "
        "1",
        "LOW", "the low corner of each box, in the formats of kdtree build; boxes include their sides");
    box.add_input("HIGH", inside.high, "the high corner of each box")->required();
}

} // namespace scanline::cli
