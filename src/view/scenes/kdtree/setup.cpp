#include "scenes/kdtree/setup.h"

#include "scanline/core/choice.h"

#include "scanline/core/number.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::kdtree_scene {

bool Setup::same_search(const Setup& other) const {
    return query == other.query &&
           (query == Query::nearest ? neighbors == other.neighbors : reach == other.reach);
}

std::vector<Property> properties_of(Setup& setup) {
    const auto is_preset = [&setup] { return !setup.is_file(); };
    std::vector<Property> rows{
        file_row("points", "Points", setup.source, list_of_names(enumerators<points::PointDistribution>),
                 "Where the points lie. Files are opened with Ctrl+O or dropped on the window: PLY, text "
                 "in columns, NPY and NPZ of points with 2 or 3 coordinates."),
        drawing_row(setup.drawing).when([&setup] { return setup.show == Show::build; }),
        number_row("dimensions", "Coordinates", setup.dimensions, {2, 3}, "In the plane or in space.")
            .with_control([&setup](const Look& look, const Property& row) {
                const std::array<std::string, 2> names{"2", "3"};
                int index = setup.dimensions - 2;
                const bool changed = choice(look, row.label.c_str(), names, index, row.tooltip.c_str());
                setup.dimensions = index + 2;
                return changed;
            })
            .when(is_preset),
        number_row("count", "Number", setup.count, {1, Setup::max_points, 256}, "How many points there are.")
            .when(is_preset),
        number_row("seed", "Seed", setup.seed, {0, Setup::max_seed}, "Seed for generated points."),
        choice_row("show", "Show", setup.show, enumerators<Show>,
                   "What the steps go through: the build of the tree, or a query."),
        toggle_row("tree", "Tree", setup.tree,
                   "Draws the tree beside the points: a row for each level, a node for each point."),
        number_row("ranks", "Ranks", setup.ranks, {1, 8}, "How many processes build the tree together.")
            .when([&setup] { return setup.show == Show::build; }),
        choice_row("query", "Query", setup.query, enumerators<Query>,
                   "The nearest points, those within a radius, or those in a box."),
        number_row("neighbors", "Neighbors", setup.neighbors, {1, kdtree::max_neighbors, 16},
                   "How many of the nearest points are found.")
            .when([&setup] { return setup.query == Query::nearest; }),
        real_row("reach", setup.query == Query::radius ? "Radius" : "Half side", setup.reach,
                 {Setup::min_reach, 1}, "As a part of the points' largest side.")
            .when([&setup] { return setup.query != Query::nearest; })};
    for (int axis = 0; axis < 3; ++axis)
        rows.push_back(real_row(fmt::format("query-{}", "xyz"[axis]), fmt::format("Query {}", "xyz"[axis]),
                                setup.at[axis], {0, 1},
                                "Where the query is, as a part of the points' extent."));
    rows.push_back(toggle_row(
        "follow", "Follow mouse", setup.follow,
        "The query is where the mouse is. A click off all points holds it there; then it can be dragged."));
    rows.push_back(number_row("queries", "Queries", setup.queries, {Setup::min_queries, Setup::max_queries},
                              "How many queries of this kind run, all over the points' extent."));
    rows.push_back(toggle_row("many", "Timed", setup.many,
                              "Runs that many queries on CPU and GPU, times and compares them."));
    rows.push_back(choice_row("variant", "GPU's build", setup.variant, enumerators<kdtree::BuildVariant>,
                              "Whether the GPU sorts by all coordinates first, as Brown, or by one, and then "
                              "each half by the others."));
    // The number of points of a file is not known here.
    const auto last_point = [&setup] { return (setup.is_file() ? Setup::max_points : setup.count) - 1; };
    rows.push_back(number_row("pinned", "Pinned point", setup.pinned, {-1, Setup::max_points - 1},
                              "The point that is followed through all steps; -1 for none.")
                       .with_text([&setup, last_point] {
                           return std::to_string(setup.pinned <= last_point() ? setup.pinned : -1);
                       })
                       .with_set([&setup, last_point](std::string_view text) {
                           setup.pinned = parse_number<int>("pinned", text, {-1, last_point()});
                       }));
    setup.camera.add_rows(rows);
    return rows;
}

} // namespace scanline::view::kdtree_scene
