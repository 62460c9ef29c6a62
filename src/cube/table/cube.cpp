#include "scanline/cube/cube.h"

#include "plan.h"
#include "storage.h"
#include "tree_fault.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/cube/build.h"
#include "scanline/cube/update.h"
#include "scanline/tables/column_work.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>

namespace scanline::cube {

namespace {

/// Lists the distinct columns of measures.
std::vector<std::string> columns_of(const std::vector<Measure>& measures) {
    std::vector<std::string> names;
    for (const Measure& measure : measures)
        if (measure.aggregate != Aggregate::count && std::ranges::count(names, measure.column) == 0)
            names.push_back(measure.column);
    return names;
}

Shape shape_of(const std::vector<Dimension>& dimensions, std::vector<Fold> folds) {
    Shape shape{{}, std::move(folds)};
    // A cardinality is at least 1, even without rows.
    for (const Dimension& dimension : dimensions)
        shape.cardinalities.push_back(
            static_cast<std::uint32_t>(std::max<std::int64_t>(dimension.dictionary.size(), 1)));
    return shape;
}

template <class T>
void append_columns(std::vector<std::vector<T>>& columns, const std::vector<std::vector<T>>& further) {
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i].insert(columns[i].end(), further[i].begin(), further[i].end());
}

template <class T>
void reserve_columns(std::vector<std::vector<T>>& columns, std::int64_t size) {
    for (std::vector<T>& column : columns)
        column.reserve(static_cast<std::size_t>(size));
}

/// Does not throw if the capacity suffices.
void append(Rows& rows, Rows further) {
    rows.shape = std::move(further.shape);
    append_columns(rows.codes, further.codes);
    append_columns(rows.measures, further.measures);
}

/// Makes the tree and reports progress.
class Making {
public:
    Making(const CubeOptions& options, std::string_view operation)
        : options_(options), operation_(operation) {}

    std::string_view operation() const { return operation_; }
    const CubeOptions& options() const { return options_; }

    void show_reading(double part) const { show(part * reading, "reading columns"); }

    Tree build(const Rows& rows, const std::vector<int>& path) const {
        show(reading, "building the tree");
        Tree tree = options_.maker != nullptr ? options_.maker->build(rows, path)
                                              : cube::build(rows, path, options_.cpu);
        show(1, "building the tree");
        return tree;
    }

    Tree update(const Tree& tree, const Rows& rows) const {
        show(reading, "updating the tree");
        Tree updated = options_.maker != nullptr ? options_.maker->update(tree, rows)
                                                 : cube::update(tree, rows, options_.cpu);
        show(1, "updating the tree");
        return updated;
    }

private:
    static constexpr double reading = 0.6; ///< share of the time

    void show(double part, const char* what) const {
        if (options_.progress)
            options_.progress(part, what);
    }

    const CubeOptions& options_;
    std::string_view operation_;
};

Numbers numbers_in(const data::Table& table, std::size_t column, const tables::Reading& reading,
                   const tables::ColumnWork& work) {
    Numbers numbers;
    numbers.values.reserve(table.rows());
    work.for_each_row([&](std::size_t row) {
        const std::optional<Decimal> number = number_in(table, row, column, reading);
        if (number && !number->is_finite())
            throw table.cell_error(row, column, "is infinite: correct it, or leave the measure out");
        if (!number && numbers.is_missing.empty())
            numbers.is_missing.resize(table.rows());
        if (!number)
            numbers.is_missing[row] = true;
        if (number)
            numbers.facts.add(*number);
        numbers.values.push_back(number.value_or(Decimal()));
    });
    return numbers;
}

/// The changes to a cube that the rows of a table bring.
struct Addition {
    std::vector<Dimension> dimensions;
    Stored stored{};
    Rows rows{}; ///< the new ones
};

Addition addition_of(const Cube& cube, const data::Table& table,
                     const std::vector<std::optional<tables::BinPlan>>& bins, const Making& making) {
    const auto rows = static_cast<std::int64_t>(table.rows());
    if (rows > max_rows)
        throw usage_error(fmt::format("{}: {} rows exceed the limit of {}: split them between cubes",
                                      making.operation(), rows, max_rows));
    Addition addition{cube.dimensions};
    const std::vector<std::string> names = columns_of(cube.measures);
    std::vector<std::size_t> columns;
    for (const Dimension& dimension : cube.dimensions)
        columns.push_back(table.column(fmt::format("{}: dimension", making.operation()), dimension.column));
    for (const std::string& name : names)
        columns.push_back(table.column(fmt::format("{}: measure", making.operation()), name));
    addition.rows.codes.resize(cube.dimensions.size());
    std::vector<Numbers> numbers(names.size());
    tables::for_each_column(
        columns.size(), table.rows(), making.options().cpu, [&](double part) { making.show_reading(part); },
        [&](std::size_t number, const tables::ColumnWork& work) {
            if (number < addition.dimensions.size())
                addition.rows.codes[number] = code_cells(table, columns[number], cube.reading, bins[number],
                                                         addition.dimensions[number], work);
            else
                numbers[number - addition.dimensions.size()] =
                    numbers_in(table, columns[number], cube.reading, work);
        });
    CancelPoll poll(making.options().cpu.limits.cancelled);
    addition.stored = stored_with(cube, names, numbers, making.operation(), poll);
    addition.rows.shape = shape_of(addition.dimensions, addition.stored.folds);
    addition.rows.measures = std::move(addition.stored.arrays);
    return addition;
}

template <class Work>
void with_memory(const data::Table& table, std::string_view operation, Work work) {
    try {
        work();
    } catch (const std::bad_alloc&) {
        throw Error(fmt::format("{}: not enough memory for {} rows: leave columns out, or split the rows "
                                "between cubes",
                                operation, table.rows()));
    }
}

} // namespace

int Cube::dimension(std::string_view name) const {
    return static_cast<int>(&find_named("dimension", name, dimensions) - dimensions.data());
}

int Cube::measure(std::string_view name) const {
    return static_cast<int>(&find_named("measure", name, measures) - measures.data());
}

Cube make_cube(const data::Table& table, const CubePlan& plan, const CubeOptions& options) {
    Draft draft = draft_of(table, plan);
    const Making making(options, "cube build");
    Cube cube{.reading = plan.reading};
    with_memory(table, making.operation(), [&] {
        cube.dimensions = std::move(draft.dimensions);
        cube.measures = std::move(draft.measures);
        Addition addition = addition_of(cube, table, draft.bins, making);
        cube.dimensions = std::move(addition.dimensions);
        cube.measures = std::move(addition.stored.measures);
        cube.rows = std::move(addition.rows);
        cube.tree = making.build(cube.rows, whole_path(draft.path, cube.rows.shape));
    });
    return cube;
}

void add_rows(Cube& cube, const data::Table& table, const CubeOptions& options) {
    const Making making(options, "cube update");
    with_memory(table, making.operation(), [&] {
        Addition addition = addition_of(
            cube, table, std::vector<std::optional<tables::BinPlan>>(cube.dimensions.size()), making);
        if (addition.stored.changes_old) {
            Rows rows{addition.rows.shape, cube.rows.codes, std::move(addition.stored.old)};
            append(rows, std::move(addition.rows));
            cube.tree = making.build(rows, cube.tree.path);
            cube.rows = std::move(rows);
        } else {
            Tree tree = making.update(cube.tree, addition.rows);
            const std::int64_t size = cube.rows.size() + addition.rows.size();
            reserve_columns(cube.rows.codes, size);
            reserve_columns(cube.rows.measures, size);
            append(cube.rows, std::move(addition.rows));
            cube.tree = std::move(tree);
        }
        cube.dimensions = std::move(addition.dimensions);
        cube.measures = std::move(addition.stored.measures);
    });
}

std::optional<std::string> tree_fault(const Cube& cube, const CancelHook& cancelled) {
    CancelPoll poll(cancelled);
    return tree_fault(cube.tree, cube.rows, poll);
}

} // namespace scanline::cube
