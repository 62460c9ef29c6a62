#include "device_levels.h"
#include "device_steps.h"
#include "scanline/compute/scan.h"
#include "scanline/core/random.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <optional>

namespace scanline::skyline {

namespace {

/// Finds the first of each run of equal rows, in the order of hashes of rows. Rows whose hashes are equal by
/// chance may split a run; each part has a leader then.
class DistinctRows {
public:
    DistinctRows(compute::Engine& engine, int dimensions);

    struct Found {
        Words leaders;          ///< rows that stand for their equals
        Words order, leader_of; ///< rows by hash, and where in this order the leader of each is
    };
    /// Allocates in the search's scratch memory.
    Found find(const Search& search) const;
    /// Marks the rows whose leaders are marked.
    void spread_marks(const Search& search, const Found& found) const;

private:
    compute::ElementwiseKernel hashes_, leaders_, spread_;
    compute::RadixSortPositions<std::uint32_t> sort_positions_;
    compute::Scan<std::uint32_t> last_leader_;
    compute::Compact<std::uint32_t> compact_;
};

/// True if so many rows of a sample are equal that tests between equal rows, which decide nothing, may take
/// most of the time.
bool has_many_equal_rows(const Keys& keys) {
    constexpr std::int64_t max_sampled = 1024;
    constexpr std::ptrdiff_t many = 16;
    const std::int64_t sampled = std::min(keys.size(), max_sampled);
    std::vector<const std::uint32_t*> rows;
    for (std::int64_t i = 0; i < sampled; ++i)
        rows.push_back(keys[keys.size() * i / sampled]);
    const auto compare = [&](const std::uint32_t* a, const std::uint32_t* b) {
        return std::lexicographical_compare_three_way(a, a + keys.dimensions, b, b + keys.dimensions);
    };
    std::ranges::sort(rows, [&](auto a, auto b) { return compare(a, b) < 0; });
    std::ptrdiff_t equal = 0;
    for (std::size_t i = 1; i < rows.size(); ++i)
        equal += compare(rows[i - 1], rows[i]) == 0 ? 1 : 0;
    return equal >= many;
}

DistinctRows::DistinctRows(compute::Engine& engine, int dimensions)
    : hashes_(engine, "skyline/hashes", table_constants(dimensions)),
      leaders_(engine, "skyline/leaders", table_constants(dimensions)), spread_(engine, "skyline/spread"),
      sort_positions_(engine), last_leader_(engine, {.op = Operator::max}), compact_(engine) {}

DistinctRows::Found DistinctRows::find(const Search& search) const {
    const auto take = [&](compute::Arena::Scope& scratch) {
        return scratch.take<std::uint32_t>(search.rows());
    };
    Found found{take(search.scratch), take(search.scratch), take(search.scratch)};
    compute::Arena::Scope scratch(search.engine.arena());
    const Words hashes = take(scratch), flags = take(scratch), count = scratch.take<std::uint32_t>(1);
    hashes_.run(search.rows(), {.pass = "hashes",
                                .bindings = {{"table", search.table.range()}, {"hashes", hashes.range()}}});
    sort_positions_(hashes, hashes, found.order);
    leaders_.run(search.rows(), {.pass = "leaders",
                                 .bindings = {{"table", search.table.range()},
                                              {"order", found.order.range()},
                                              {"leaders", found.leader_of.range()},
                                              {"flags", flags.range()}},
                                 .output = 2});
    last_leader_(found.leader_of, found.leader_of);
    compact_(found.order, flags, found.leaders, count);
    found.leaders = found.leaders.part(0, search.engine.download(count).front());
    return found;
}

void DistinctRows::spread_marks(const Search& search, const Found& found) const {
    spread_.run(search.rows(), {.pass = "spread-marks",
                                .bindings = {{"order", found.order.range()},
                                             {"leaders", found.leader_of.range()},
                                             {"marks", search.marks.range(), false}}});
}

using compute::Kernel;

constexpr int chunk = 64;       ///< points of a chunk
constexpr int thresholds = 127; ///< of a column, see codes.comp
constexpr std::int64_t sampled_rows = 1024;

int record_of(int dimensions) {
    return 2 + (dimensions + 3) / 4;
}

// Strong rows that all others are tested against first.
std::int64_t strong_rows(const compute::Engine& engine) {
    return engine.capabilities().software ? 128 : 1024;
}

// Each round of levels waits for the GPU, so rounds are large.
std::int64_t points_of_round(const compute::Engine& engine, std::int64_t points) {
    return std::max<std::int64_t>(points / 8, engine.capabilities().software ? 512 : 1 << 14);
}

Kernel tests_kernel(compute::Engine& engine, int dimensions, bool in_cells, bool counters) {
    gl::Specialization constants = test_constants(dimensions, record_of(dimensions), counters);
    constants.insert({{"CELLS", in_cells ? "1" : "0"}, {"WIDTH", std::to_string(chunk)}});
    return {engine, "skyline/code_tests", chunk, chunk, std::move(constants)};
}

// The columns in the mask, and the bits of each; the first ones have one more.
struct MaskShape {
    int columns, steps, finer;

    int bits() const { return columns * steps + finer; }
    std::int64_t cells() const {
        std::int64_t product = 1;
        for (int column = 0; column < columns; ++column)
            product *= steps + (column < finer ? 2 : 1);
        return product;
    }
    MaskShape next() const {
        return finer + 1 < columns ? MaskShape{columns, steps, finer + 1} : MaskShape{columns, steps + 1, 0};
    }
};

// As many cells as there are chunks of points.
MaskShape mask_shape(std::int64_t points, int dimensions) {
    const std::int64_t cells = std::max<std::int64_t>(points / chunk, 2);
    const int halved = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(cells))) - 1;
    MaskShape shape{std::min(dimensions, halved), 1, 0};
    while (shape.next().bits() < 32 && shape.next().cells() <= cells)
        shape = shape.next();
    return shape;
}

// Quantiles of each column of a sample of the rows.
std::vector<std::uint32_t> sample_thresholds(const Keys& keys) {
    Random random(1);
    const std::int64_t size = std::min(keys.size(), sampled_rows);
    std::vector<std::int64_t> rows(static_cast<std::size_t>(size));
    for (std::int64_t& row : rows)
        row = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(keys.size())));
    std::vector<std::uint32_t> found, column(rows.size());
    for (int axis = 0; axis < keys.dimensions; ++axis) {
        std::ranges::transform(rows, column.begin(), [&](std::int64_t row) { return keys[row][axis]; });
        std::ranges::sort(column);
        for (std::int64_t i = 1; i <= thresholds; ++i)
            found.push_back(column[static_cast<std::size_t>(i * size / (thresholds + 1))]);
    }
    return found;
}

class Cells final : public Finder {
public:
    Cells(compute::Engine& engine, int dimensions, bool counters)
        : dimensions_(dimensions), counters_(counters),
          levels_(engine, dimensions, record_of(dimensions),
                  {.kernel = tests_kernel(engine, dimensions, true, counters),
                   .width = chunk,
                   .by_chunks = true,
                   .counters = counters}),
          codes_([&] {
              gl::Specialization constants = table_constants(dimensions);
              constants.emplace("RECORD", std::to_string(record_of(dimensions)));
              return compute::ElementwiseKernel(engine, "skyline/codes", std::move(constants), 1);
          }()),
          strong_tests_(tests_kernel(engine, dimensions, false, counters)),
          sort_by_sum_(engine, {.begin_bit = 0, .end_bit = 12}), fill_(engine) {}

    void run(Search& search) const override {
        if (!has_many_equal_rows(search.keys))
            return find(search, search.numbers);
        if (!distinct_)
            distinct_.emplace(search.engine, dimensions_);
        const DistinctRows::Found distinct = [&] {
            const WholeStage stage(search.engine, "distinct-rows");
            return distinct_->find(search);
        }();
        find(search, distinct.leaders);
        distinct_->spread_marks(search, distinct);
    }

private:
    // Marks the skyline of these rows, few of which are equal.
    void find(Search& search, Words rows) const {
        Records records(search, rows.size(), record_of(dimensions_));
        const MaskShape shape = mask_shape(rows.size(), dimensions_);
        make_records(search, shape, rows, records);
        {
            const WholeStage stage(search.engine, "strong-rows");
            const TestSums sums(search, counters_);
            test_against_strong(search, records, sums);
            sums.take(search);
            levels_.steps().keep_alive(search, records);
            search.settle(records.size);
        }
        const WholeStage stage(search.engine, "cells");
        levels_.run(search, records,
                    {.mask_bits = shape.bits(),
                     .points_at_once = points_of_round(search.engine, records.size),
                     .stats = false});
    }

    // Sorted by the sums of their codes, the strongest first.
    void make_records(const Search& search, const MaskShape& shape, Words rows, Records& records) const {
        const WholeStage stage(search.engine, "codes");
        compute::Arena::Scope scratch(search.engine.arena());
        const Words sums = scratch.take<std::uint32_t>(records.size),
                    positions = scratch.take<std::uint32_t>(records.size),
                    limits = scratch.take<std::uint32_t>(std::int64_t{thresholds} * dimensions_);
        compute::upload<std::uint32_t>(limits, sample_thresholds(search.keys));
        codes_.run(records.size, {.pass = "codes",
                                  .bindings = {{"table", search.table.range()},
                                               {"rows", rows.range()},
                                               {"thresholds", limits.range()},
                                               {"records", records.range()},
                                               {"sums", sums.range()}},
                                  .uniforms = {static_cast<std::uint32_t>(shape.columns),
                                               static_cast<std::uint32_t>(shape.steps),
                                               static_cast<std::uint32_t>(shape.finer)}});
        sort_by_sum_(sums, sums, positions);
        levels_.steps().reorder(records, positions);
        fill_(records.flags(), 1);
    }

    void test_against_strong(const Search& search, const Records& records, const TestSums& sums) const {
        const std::int64_t killers = std::min(records.size, strong_rows(search.engine));
        for (const Piece& piece : pieces_of(search.engine, dimensions_, {0, records.size, 0, killers}))
            run_tests(strong_tests_, search, records, piece.targets,
                      {.cells = {}, .sums = sums.range(), .uniforms = piece.uniforms()});
    }

    int dimensions_;
    bool counters_;
    LevelSearch levels_; // first, because its tests take longest to compile
    compute::ElementwiseKernel codes_;
    mutable std::optional<DistinctRows> distinct_; // few tables need it
    Kernel strong_tests_;
    compute::RadixSortPositions<std::uint32_t> sort_by_sum_;
    compute::Fill<std::uint32_t> fill_;
};

} // namespace

std::unique_ptr<const Finder> make_cells(compute::Engine& engine, int dimensions, bool counters) {
    return std::make_unique<Cells>(engine, dimensions, counters);
}

} // namespace scanline::skyline
