#include "results.h"

#include "scanline/cube/cube.h"
#include "scanline/cube/question.h"

#include <array>

namespace scanline::python {

namespace {

using cube::AnswerTable, cube::Cube;
using Names = std::vector<std::string>;
using Columns = std::vector<std::pair<std::string, py::object>>;

/// A table of arrays of numbers and lists of texts.
std::unique_ptr<data::Table> table_of(const Columns& columns) {
    std::vector<data::TableColumn> copied;
    for (const auto& [name, values] : columns) {
        data::TableColumn& column = copied.emplace_back(data::TableColumn{name, {}});
        const auto take = [&column, &of = values]<class T>(T /*type*/) {
            if (!py::isinstance<py::array_t<T>>(of))
                return false;
            const auto numbers = of.template cast<Array<T>>();
            column.values = std::vector<T>(numbers.data(), numbers.data() + numbers.size());
            return true;
        };
        if (!take(double{}) && !take(std::int64_t{}))
            column.values = values.cast<Names>();
    }
    return data::make_table(copied, frame_name);
}

/// Returns work(limits) of a cube with so many rows. No call changes a cube, so any may share it.
template <class Work>
auto on(std::int64_t rows, const Work& work) {
    decltype(work(CallLimits())) made;
    run_on_cpu(1e-7 * static_cast<double>(rows),
               [&](const Place& place) { made = work(CallLimits{.cancelled = place.cancelled}); });
    return made;
}

AnswerTable ask(const Cube& cube, const std::string& text) {
    return on(cube.rows.size(), [&](const CallLimits& limits) {
        const cube::Question question = parse_question(cube, text);
        cube::Groups groups =
            answer(cube.tree, std::array<cube::Query, 1>{question}, {.limits = limits}).front();
        keep_asked(question, groups);
        return answer_table(cube, question, groups, question.ranking.has_value());
    });
}

AnswerTable rows_of(const Cube& cube, const std::string& text) {
    const cube::Question asked = parse_question(cube, text);
    if (!asked.group_by.empty() || asked.having != 1 || asked.top || asked.ranking || !asked.limits.empty())
        throw usage_error(
            fmt::format("rows {}: rows have no groups: leave out =*, having, top, bottom", text));
    return on(cube.rows.size(), [&](const CallLimits& limits) {
        return row_table(cube, rows_behind(cube.tree, asked.where, limits));
    });
}

/// The dimensions from the root of the tree down, each with the kind of its values.
std::vector<std::pair<std::string, std::string>> dimensions_of(const Cube& cube) {
    std::vector<std::pair<std::string, std::string>> named;
    for (const int number : cube.tree.path) {
        const cube::Dimension& one = cube.dimensions[static_cast<std::size_t>(number)];
        named.emplace_back(one.name, to_string(one.edges.empty() ? one.type.kind : tables::Kind::text));
    }
    return named;
}

} // namespace

void add_cube(py::module_& module) {
    py::class_<AnswerTable>(module, "AnswerTable")
        .def_readonly("names", &AnswerTable::names)
        .def_readonly("rows", &AnswerTable::rows);
    py::class_<Cube>(module, "CubeData")
        .def(py::init([](const Columns& columns, const Names& dimensions, const Names& measures,
                         const Names& path, const Names& bins, const Names& texts) {
            const auto table = table_of(columns);
            const cube::CubePlan plan{dimensions, measures, path, bins, {.texts = texts}};
            return on(1 << 30, [&](const CallLimits& limits) {
                return make_cube(*table, plan, {.cpu = {.limits = limits}});
            });
        }))
        .def("updated",
             [](const Cube& cube, const Columns& columns) {
                 const auto table = table_of(columns);
                 return on(1 << 30, [&](const CallLimits& limits) {
                     Cube made = cube;
                     add_rows(made, *table, {.cpu = {.limits = limits}});
                     return made;
                 });
             })
        .def("ask", &ask)
        .def("rows", &rows_of)
        .def("dimensions", &dimensions_of)
        .def("size", [](const Cube& cube) { return cube.rows.size(); })
        .def("save", [](const Cube& cube, const std::string& path) {
            run_on_cpu(1, [&](const Place&) { write_cube(path, cube); });
        });
    module.def("load_cube", [](const std::string& path) {
        return on(1 << 30, [&](const CallLimits& limits) { return cube::read_cube(path, limits.cancelled); });
    });
}

} // namespace scanline::python
