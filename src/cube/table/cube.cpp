#include "scanline/cube/cube.h"

#include "rank_build.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/cube/build.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/lists.h"
#include "scanline/tables/column_coder.h"
#include "storage.h"
#include "tree_fault.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <utility>

namespace scanline::cube {

namespace {

/// A plan resolved against a table.
struct Draft {
    std::vector<Dimension> dimensions; ///< without values
    std::vector<Measure> measures;
    std::vector<int> path;                              ///< the part that the plan names
    std::vector<std::optional<tables::BinPlan>> bins{}; ///< [dimension]
};

using tables::DatePart;
using tables::Derivation;

[[noreturn]] void refuse_plan(std::string_view kind, std::string_view name, std::string_view why) {
    throw usage_error(fmt::format("cube build: {} {} {}", kind, printable(name), why));
}

void require_new(std::string_view kind, std::string_view name, bool is_known) {
    if (is_known)
        refuse_plan(kind, name, "is named twice: name it once");
}

Dimension dimension_of(const data::Table& table, const std::string& name) {
    Dimension dimension{.name = name, .column = name};
    if (std::ranges::find(table.names(), name) == table.names().end())
        for (const DatePart part : enumerators<tables::DatePart>)
            if (const std::string ending = fmt::format(".{}", to_string(part)); name.ends_with(ending)) {
                dimension.column = name.substr(0, name.size() - ending.size());
                dimension.derivation = Derivation::part;
                dimension.part = part;
                dimension.type = tables::type_of_part(part);
            }
    table.column("cube build: dimension", dimension.column);
    return dimension;
}

/// Reads "price:sum".
Measure measure_of(const data::Table& table, const std::string& text) {
    const std::size_t colon = text.rfind(':');
    const auto aggregate = colon == std::string::npos
                               ? std::nullopt
                               : find_choice(text.substr(colon + 1), enumerators<Aggregate>);
    if (!aggregate)
        refuse_plan(
            "measure", text,
            "names no aggregate: write COLUMN:AGGREGATE, with one of sum, min, max and avg, or :count");
    Measure measure{.column = text.substr(0, colon), .aggregate = *aggregate};
    if ((measure.aggregate == Aggregate::count) != measure.column.empty())
        refuse_plan("measure", text,
                    measure.column.empty() ? "names no column: write COLUMN:AGGREGATE, or :count"
                                           : "counts rows, which takes no column: write :count");
    if (!measure.column.empty())
        table.column("cube build: measure", measure.column);
    return measure;
}

std::size_t known_dimension(std::string_view kind, std::string_view name, const Draft& draft) {
    const auto found = std::ranges::find(draft.dimensions, name, &Dimension::name);
    if (found == draft.dimensions.end())
        refuse_plan(kind, name, fmt::format("is not one of the dimensions {}", names_of(draft.dimensions)));
    return static_cast<std::size_t>(found - draft.dimensions.begin());
}

/// Reads "price:20:quantiles".
void add_bins(const std::string& text, Draft& draft) {
    std::string_view rest = text;
    constexpr std::string_view quantiles = ":quantiles";
    tables::BinPlan plan{.are_quantiles = rest.ends_with(quantiles)};
    if (plan.are_quantiles)
        rest.remove_suffix(quantiles.size());
    const std::size_t colon = rest.rfind(':');
    if (colon == std::string_view::npos)
        refuse_plan("bins", text, "have no count: write DIMENSION:COUNT, or DIMENSION:COUNT:quantiles");
    plan.most = parse_number<int>(fmt::format("cube build: bins {}", printable(text)), rest.substr(colon + 1),
                                  {1, tables::max_bins});
    const std::string_view name = rest.substr(0, colon);
    const std::size_t number = known_dimension("bins", name, draft);
    Dimension& dimension = draft.dimensions[number];
    require_new("bins", name, dimension.derivation == Derivation::bin);
    if (dimension.derivation != Derivation::value)
        refuse_plan("bins", name,
                    "would split a part of a date, which has few values anyway: leave them out");
    dimension.derivation = Derivation::bin;
    draft.bins[number] = plan;
}

/// Errors: usage; see make_cube().
Draft draft_of(const data::Table& table, const CubePlan& plan) {
    const auto dimensions = static_cast<std::int64_t>(plan.dimensions.size());
    if (dimensions < 1 || dimensions > max_dimensions)
        throw usage_error(fmt::format("cube build: {} dimensions is out of range: choose 1 to {}", dimensions,
                                      max_dimensions));
    Draft draft;
    for (const std::string& name : plan.dimensions) {
        require_new("dimension", name, std::ranges::count(draft.dimensions, name, &Dimension::name) > 0);
        draft.dimensions.push_back(dimension_of(table, name));
    }
    for (const std::string& text : plan.measures) {
        Measure measure = measure_of(table, text);
        require_new("measure", text, std::ranges::count(draft.measures, measure.name(), &Measure::name) > 0);
        draft.measures.push_back(std::move(measure));
    }
    for (const std::string& name : plan.path) {
        const auto number = static_cast<int>(known_dimension("path", name, draft));
        require_new("path", name, std::ranges::count(draft.path, number) > 0);
        draft.path.push_back(number);
    }
    draft.bins.resize(plan.dimensions.size());
    for (const std::string& text : plan.bins)
        add_bins(text, draft);
    return draft;
}

/// Completes a path with the dimensions it leaves out, see CubePlan. An empty path stays empty.
std::vector<int> whole_path(std::vector<int> path, const Shape& shape) {
    if (path.empty())
        return path;
    for (const int dimension : default_path(shape))
        if (std::ranges::count(path, dimension) == 0)
            path.push_back(dimension);
    return path;
}

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

/// Gives each rank an equal slice of the known rows, which every rank holds, followed by the ranks' own rows.
class RowDeal {
public:
    RowDeal(ranks::Communicator& ranks, std::int64_t known, std::int64_t own) : ranks_(ranks), known_(known) {
        const ranks::Share share = share_of(ranks, own);
        const auto slice = [&](int rank) { return ranks::slice_of(known + share.all, rank, ranks.size()); };
        const auto own_before = [&](std::int64_t row) {
            return std::clamp<std::int64_t>(row - known - share.slice.first, 0, own);
        };
        slice_ = slice(ranks.rank());
        for (int rank = 0; rank < ranks.size(); ++rank)
            sent_.push_back(own_before(slice(rank).end()) - own_before(slice(rank).first));
    }

    template <class T>
    std::vector<std::vector<T>> operator()(const std::vector<std::vector<T>>& known,
                                           const std::vector<std::vector<T>>& own) const {
        std::vector<std::vector<T>> dealt;
        for (std::size_t i = 0; i < own.size(); ++i) {
            const auto at = [&](std::int64_t row) { return known[i].begin() + std::min(row, known_); };
            std::vector<T>& column = dealt.emplace_back(at(slice_.first), at(slice_.end()));
            const RawArray<T> received =
                ranks::exchange_lists(ranks_, std::span<const T>(own[i]), std::span(sent_));
            column.insert(column.end(), received.begin(), received.end());
        }
        return dealt;
    }

private:
    ranks::Communicator& ranks_;
    std::int64_t known_;
    ranks::Slice slice_;             ///< of all rows
    std::vector<std::int64_t> sent_; ///< own ones to each rank
};

/// Makes the tree and reports progress.
class Making {
public:
    Making(const CubeOptions& options, std::string_view operation)
        : options_(options), operation_(operation) {}

    std::string_view operation() const { return operation_; }
    const CubeOptions& options() const { return options_; }

    void show_reading(double part) const { show(part * reading, "reading columns"); }

    /// Runs what may fail on some ranks, without calls to the others.
    template <class Action>
    void on_all_ranks(Action action) const {
        ranks::agree_on(options_.ranks, action);
    }

    Tree build(const Rows& rows, const std::vector<int>& path) const {
        show(reading, "building the tree");
        const auto built = [&](const Rows& some) {
            return options_.maker != nullptr ? options_.maker->build(some, path)
                                             : cube::build(some, path, options_.cpu);
        };
        Tree tree =
            options_.ranks != nullptr
                ? build_over_ranks(*options_.ranks, rows, path.empty() ? default_path(rows.shape) : path,
                                   options_.cpu, built)
                : built(rows);
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
    Numbers numbers{.rows = table.rows(), .number = [&table, column, &reading](std::size_t row) {
                        return number_in(table, row, column, reading);
                    }};
    struct alignas(128) PartFacts { // in cache lines of its own
        NumberFacts facts;
    };
    std::vector<PartFacts> parts(work.threads());
    work.share_rows([&](std::size_t thread, std::size_t row) {
        NumberFacts& facts = parts[thread].facts;
        const std::optional<Decimal> number = numbers.number(row);
        if (!number)
            facts.add_missing();
        else if (number->is_finite())
            facts.add(*number);
        else
            throw table.cell_error(row, column, "is infinite: correct it, or leave the measure out");
    });
    for (const PartFacts& part : parts)
        numbers.facts.add(part.facts);
    return numbers;
}

/// The changes to a cube that the rows of a table bring.
struct Addition {
    std::vector<Dimension> dimensions;
    Stored stored{};
    Rows rows{}; ///< the new ones
};

/// Finishes the codes and the facts of numbers with those of all ranks.
void share_columns(ranks::Communicator& ranks, std::size_t rows, const Making& making,
                   const std::vector<std::unique_ptr<tables::ColumnCoder>>& coders,
                   std::vector<std::vector<std::uint32_t>>& codes, std::vector<Numbers>& numbers) {
    for (const auto& coder : coders)
        coder->share(ranks);
    making.on_all_ranks([&] {
        tables::for_each_column(coders.size(), rows, making.options().cpu, {},
                                [&](std::size_t number, const tables::ColumnWork& work) {
                                    codes[number] = coders[number]->code(work);
                                });
    });
    for (std::size_t d = 0; d < coders.size(); ++d)
        coders[d]->share_codes(ranks, codes[d]);
    for (Numbers& some : numbers)
        for (const NumberFacts& facts : gather(ranks, std::exchange(some.facts, {})))
            some.facts.add(facts);
}

Addition addition_of(const Cube& cube, const data::Table& table,
                     const std::vector<std::optional<tables::BinPlan>>& bins, const Making& making) {
    ranks::Communicator* const ranks = making.options().ranks;
    const auto own_rows = static_cast<std::int64_t>(table.rows()),
               rows = cube.rows.size() + (ranks != nullptr ? share_of(*ranks, own_rows).all : own_rows);
    Addition addition{cube.dimensions};
    const std::vector<std::string> names = columns_of(cube.measures);
    std::vector<Numbers> numbers(names.size());
    std::vector<std::vector<std::uint32_t>>& codes = addition.rows.codes;
    codes.resize(cube.dimensions.size());
    std::vector<std::unique_ptr<tables::ColumnCoder>> coders(ranks != nullptr ? codes.size() : 0);
    making.on_all_ranks([&] {
        if (rows > max_rows)
            throw usage_error(fmt::format("{}: {} rows exceed the limit of {}: split them between cubes",
                                          making.operation(), rows, max_rows));
        std::vector<std::size_t> columns;
        for (const Dimension& dimension : cube.dimensions)
            columns.push_back(
                table.column(fmt::format("{}: dimension", making.operation()), dimension.column));
        for (const std::string& name : names)
            columns.push_back(table.column(fmt::format("{}: measure", making.operation()), name));
        tables::for_each_column(
            columns.size(), table.rows(), making.options().cpu,
            [&](double part) { making.show_reading(part); },
            [&](std::size_t number, const tables::ColumnWork& work) {
                if (number >= codes.size()) {
                    numbers[number - codes.size()] = numbers_in(table, columns[number], cube.reading, work);
                } else if (ranks == nullptr) {
                    codes[number] = code_cells(table, columns[number], cube.reading, bins[number],
                                               addition.dimensions[number], work);
                } else {
                    coders[number] = make_column_coder(table, columns[number], cube.reading, bins[number],
                                                       addition.dimensions[number]);
                    coders[number]->look(work);
                }
            });
    });
    if (ranks != nullptr)
        share_columns(*ranks, table.rows(), making, coders, codes, numbers);
    // Ranks call each other in between, and fail alike, if they do: only one process is cancelled here.
    CancelPoll poll = ranks != nullptr ? CancelPoll() : CancelPoll(making.options().cpu.limits.cancelled);
    making.on_all_ranks(
        [&] { addition.stored = stored_with(cube, names, numbers, making.operation(), poll, ranks); });
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
    const Making making(options, "cube build");
    Draft draft;
    making.on_all_ranks([&] { draft = draft_of(table, plan); });
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
        if (options.ranks != nullptr || addition.stored.changes_old) {
            Rows rows;
            if (options.ranks != nullptr) {
                const RowDeal dealt(*options.ranks, cube.rows.size(), addition.rows.size());
                rows = {addition.rows.shape, dealt(cube.rows.codes, addition.rows.codes),
                        dealt(addition.stored.changes_old ? addition.stored.old : cube.rows.measures,
                              addition.rows.measures)};
            } else {
                rows = {addition.rows.shape, cube.rows.codes, std::move(addition.stored.old)};
                append(rows, std::move(addition.rows));
            }
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

std::optional<std::string> tree_fault(const Tree& tree, const Rows& rows, const CancelHook& cancelled) {
    CancelPoll poll(cancelled);
    return tree_fault(tree, rows, poll);
}

} // namespace scanline::cube
