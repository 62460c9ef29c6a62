#include "scanline/cube/cube.h"

#include "coding.h"
#include "plan.h"
#include "storage.h"
#include "tree_fault.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/cube/build.h"
#include "scanline/cube/update.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>

namespace scanline::cube {

using tables::Decimal;

namespace {

/// Lists the distinct columns of measures.
std::vector<std::string> columns_of(const std::vector<Measure>& measures) {
    std::vector<std::string> names;
    for (const Measure& measure : measures)
        if (measure.stored >= 0 && std::ranges::count(names, measure.column) == 0)
            names.push_back(measure.column);
    return names;
}

Shape shape_of(const std::vector<Dimension>& dimensions, const std::vector<Fold>& folds) {
    Shape shape{{}, folds};
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

/// The changes to a cube that the rows of a table bring.
struct Addition {
    std::vector<Dimension> dimensions;
    std::vector<Measure> measures;
    Rows rows{}; ///< the new ones
    bool changes_old = false;
    std::vector<std::vector<std::int64_t>> old{}; ///< [measure][row], rewritten; only if changes_old
};

/// Extends the storage of a measure to the new numbers, and writes them; rewrites the old ones if the storage
/// has changed.
void store_numbers(std::size_t stored, const Cube& cube, std::span<const Decimal> numbers, Addition& addition,
                   CancelPoll& poll) {
    const auto is_of_it = [stored](const Measure& measure) {
        return measure.stored == static_cast<int>(stored);
    };
    const Measure& of = *std::ranges::find_if(cube.measures, is_of_it);
    const std::vector<std::int64_t>& old = cube.rows.measures[stored];
    const Storage before{cube.rows.shape.folds[stored], of.digits, of.is_key, of.is_rounded};
    const Storage now = extended(before, old, numbers, poll);
    for (Measure& measure : addition.measures)
        if (is_of_it(measure)) {
            measure.digits = now.digits;
            measure.is_key = now.is_key;
            measure.is_rounded = now.is_rounded;
        }
    addition.rows.measures.push_back(stored_numbers(numbers, now, poll));
    if (old.empty() || now.writes_as(before))
        return;
    if (!addition.changes_old)
        addition.old = cube.rows.measures;
    addition.changes_old = true;
    addition.old[stored] = stored_again(old, before, now, poll);
}

Addition addition_of(const Cube& cube, const data::Table& table,
                     const std::vector<std::optional<BinPlan>>& bins, const Making& making) {
    Addition addition{cube.dimensions, cube.measures};
    const std::vector<std::string> names = columns_of(cube.measures);
    CodedColumns coded = code_columns(table, addition.dimensions, bins, names, making.operation(),
                                      making.options(), [&](double part) { making.show_reading(part); });
    addition.rows.shape = shape_of(addition.dimensions, cube.rows.shape.folds);
    addition.rows.codes = std::move(coded.codes);
    CancelPoll poll(making.options().cpu.limits.cancelled);
    for (std::size_t stored = 0; stored < cube.rows.measures.size(); ++stored) {
        const auto measure = std::ranges::find(cube.measures, static_cast<int>(stored), &Measure::stored);
        const auto name = std::ranges::find(names, measure->column) - names.begin();
        store_numbers(stored, cube, coded.numbers[static_cast<std::size_t>(name)], addition, poll);
    }
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
    Cube cube;
    with_memory(table, making.operation(), [&] {
        cube.dimensions = std::move(draft.dimensions);
        cube.measures = std::move(draft.measures);
        cube.rows.measures.resize(draft.folds.size());
        cube.rows.shape.folds = std::move(draft.folds);
        Addition addition = addition_of(cube, table, draft.bins, making);
        cube.dimensions = std::move(addition.dimensions);
        cube.measures = std::move(addition.measures);
        cube.rows = std::move(addition.rows);
        cube.tree = making.build(cube.rows, whole_path(draft.path, cube.rows.shape));
    });
    return cube;
}

void add_rows(Cube& cube, const data::Table& table, const CubeOptions& options) {
    const Making making(options, "cube update");
    with_memory(table, making.operation(), [&] {
        Addition addition =
            addition_of(cube, table, std::vector<std::optional<BinPlan>>(cube.dimensions.size()), making);
        if (addition.changes_old) {
            Rows rows{addition.rows.shape, cube.rows.codes, std::move(addition.old)};
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
        cube.measures = std::move(addition.measures);
    });
}

std::optional<std::string> tree_fault(const Cube& cube, const CancelHook& cancelled) {
    CancelPoll poll(cancelled);
    return tree_fault(cube.tree, cube.rows, poll);
}

} // namespace scanline::cube
