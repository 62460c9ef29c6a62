#include "scanline/cube/histograms.h"

#include "checks.h"
#include "fold.h"

#include "scanline/core/memory.h"
#include "scanline/core/raw_array.h"

#include <algorithm>
#include <bit>

namespace scanline::cube {

namespace {

constexpr const char* histograms_operation = "cube histograms";

/// For each dimension, a cell for each code: the number of rows, then the measures.
using Table = std::vector<std::vector<std::int64_t>>;

} // namespace

struct Histograms::Parts {
    Parts(const Rows& of, const cpu::Options& with)
        : rows(of), options(with), team(cpu::threads_for(with, of.size() / cpu::items_of_a_thread)),
          cell(of.shape.folds.size() + 1),
          only_sums(std::ranges::all_of(of.shape.folds, [](Fold fold) { return fold == Fold::sum; })) {
        require_rows(rows, team, options.limits.cancelled, histograms_operation);
        excluded.allocate(static_cast<std::size_t>(rows.size()));
        std::ranges::fill(excluded, 0u);
        tables.resize(static_cast<std::size_t>(team.size()));
        for (const std::uint32_t cardinality : rows.shape.cardinalities) {
            allowed.emplace_back(cardinality, std::uint8_t{1});
            for (Table& table : tables)
                allocate(table.emplace_back(), std::int64_t{cardinality} * static_cast<std::int64_t>(cell),
                         histograms_operation);
            Histogram& histogram = current.emplace_back();
            allocate(histogram.count, cardinality, histograms_operation);
            histogram.values.resize(cell - 1);
            for (std::vector<std::int64_t>& values : histogram.values)
                allocate(values, cardinality, histograms_operation);
        }
        step(0);
    }

    /// Counts again after the selection of a dimension has changed.
    void step(std::size_t changed) {
        const StageScope stage(options.observer, "histograms");
        const bool hold = holds, from_scratch = !hold || !only_sums;
        holds = false;
        cpu::share_evenly(
            team, rows.size(), options.limits.cancelled,
            [&](int thread, std::int64_t begin, std::int64_t end, CancelPoll& poll) {
                Table& table = tables[static_cast<std::size_t>(thread)];
                if (from_scratch)
                    clear(table);
                in_pieces(end - begin, 4, poll, [&](std::int64_t first, std::int64_t last) {
                    const auto from = static_cast<std::size_t>(begin + first),
                               to = static_cast<std::size_t>(begin + last);
                    for (std::size_t d = hold ? changed : 0; d < (hold ? changed + 1 : dimensions()); ++d)
                        exclude(d, from, to, [&](std::size_t row, std::uint32_t others, std::int64_t sign) {
                            if (!from_scratch)
                                move(table, d, row, others, sign);
                        });
                    for (std::size_t row = from; from_scratch && row < to; ++row)
                        count(table, row);
                });
            });
        add_up();
        holds = true;
    }

    const Rows& rows;
    const cpu::Options options;
    cpu::ThreadTeam team;
    const std::size_t cell; ///< numbers in one
    const bool only_sums;

    std::vector<std::vector<std::uint8_t>> allowed; ///< [dimension][code]
    RawArray<std::uint32_t> excluded; ///< of each row, a bit for each dimension that excludes it
    std::vector<Table> tables;        ///< of each thread
    std::vector<Histogram> current;
    bool holds = false; ///< whether tables and excluded are right; not while a step runs

private:
    std::size_t dimensions() const { return rows.codes.size(); }

    void clear(Table& table) const {
        for (std::vector<std::int64_t>& cells : table)
            for (std::size_t i = 0; i < cells.size(); ++i)
                cells[i] = i % cell == 0 ? 0 : none_of(rows.shape.folds[i % cell - 1]);
    }

    // Sets the bits of a dimension. Calls changed(row, bits of the others, 1 or -1) for rows that it no
    // longer excludes, or does now.
    template <class Changed>
    void exclude(std::size_t dimension, std::size_t from, std::size_t to, Changed changed) {
        const std::uint8_t* const allows = allowed[dimension].data();
        const std::uint32_t* const codes = rows.codes[dimension].data();
        for (std::size_t row = from; row < to; ++row) {
            const std::uint32_t before = excluded[row], others = before & ~(std::uint32_t{1} << dimension),
                                now = others | std::uint32_t{allows[codes[row]] == 0} << dimension;
            if (before == now)
                continue;
            excluded[row] = now;
            changed(row, others, before > now ? 1 : -1);
        }
    }

    // A dimension's own selection does not matter to its histogram, so a row that one other dimension
    // excludes is in the histogram of that one alone.
    void move(Table& table, std::size_t changed, std::size_t row, std::uint32_t others,
              std::int64_t sign) const {
        if (others == 0) {
            for (std::size_t d = 0; d < dimensions(); ++d)
                if (d != changed)
                    add_sums(table, d, row, sign);
        } else if (std::has_single_bit(others)) {
            add_sums(table, static_cast<std::size_t>(std::countr_zero(others)), row, sign);
        }
    }

    void count(Table& table, std::size_t row) const {
        const std::uint32_t bits = excluded[row];
        if (bits == 0)
            for (std::size_t d = 0; d < dimensions(); ++d)
                add(table, d, row);
        else if (std::has_single_bit(bits))
            add(table, static_cast<std::size_t>(std::countr_zero(bits)), row);
    }

    std::int64_t* cell_of(Table& table, std::size_t dimension, std::size_t row) const {
        return table[dimension].data() + rows.codes[dimension][row] * cell;
    }

    void add_sums(Table& table, std::size_t dimension, std::size_t row, std::int64_t sign) const {
        std::int64_t* const to = cell_of(table, dimension, row);
        to[0] += sign;
        for (std::size_t m = 0; m + 1 < cell; ++m) {
            const std::int64_t value = rows.measures[m][row];
            to[m + 1] = Sum()(to[m + 1], sign < 0 ? Sum::negative(value) : value);
        }
    }

    void add(Table& table, std::size_t dimension, std::size_t row) const {
        if (only_sums)
            return add_sums(table, dimension, row, 1);
        std::int64_t* const to = cell_of(table, dimension, row);
        ++to[0];
        for (std::size_t m = 0; m + 1 < cell; ++m)
            to[m + 1] = combine(rows.shape.folds[m], to[m + 1], rows.measures[m][row]);
    }

    // Combines the tables of all threads.
    void add_up() {
        for (std::size_t d = 0; d < dimensions(); ++d) {
            Histogram& histogram = current[d];
            for (std::size_t code = 0; code < histogram.count.size(); ++code) {
                histogram.count[code] = 0;
                for (const Table& table : tables)
                    histogram.count[code] += table[d][code * cell];
                for (std::size_t m = 0; m + 1 < cell; ++m) {
                    std::int64_t value = none_of(rows.shape.folds[m]);
                    for (const Table& table : tables)
                        value = combine(rows.shape.folds[m], value, table[d][code * cell + m + 1]);
                    histogram.values[m][code] = value;
                }
            }
        }
    }
};

Histograms::Histograms(const Rows& rows, const cpu::Options& options)
    : parts_(make_pimpl<Parts>(rows, options)) {}

const std::vector<Histogram>& Histograms::select(int dimension,
                                                 const std::optional<std::vector<std::uint32_t>>& codes) {
    require_dimension(dimension, parts_->rows.shape, histograms_operation);
    std::vector<std::uint8_t>& allowed = parts_->allowed[static_cast<std::size_t>(dimension)];
    if (codes) {
        const std::vector<std::uint32_t> checked =
            require_codes(dimension, *codes, parts_->rows.shape, histograms_operation);
        std::ranges::fill(allowed, std::uint8_t{0});
        for (const std::uint32_t code : checked)
            allowed[code] = 1;
    } else {
        std::ranges::fill(allowed, std::uint8_t{1});
    }
    parts_->step(static_cast<std::size_t>(dimension));
    return parts_->current;
}

const std::vector<Histogram>& Histograms::current() const {
    return parts_->current;
}

} // namespace scanline::cube
