#include "device_steps.h"

#include "scanline/compute/reduce.h"
#include "scanline/compute/scan.h"

namespace scanline::skyline {

namespace {

gl::Specialization column_constants(int dimensions) {
    gl::Specialization constants = table_constants(dimensions);
    constants.emplace("RECORD", "1");
    return constants;
}

/// The least key of one column; of two, rows sorted by both whose second key is less than all before.
class Sweep final : public Finder {
public:
    Sweep(compute::Engine& engine, int dimensions)
        : dimensions_(dimensions), equal_(engine, "skyline/prefilter", table_constants(dimensions)),
          column_(engine, "skyline/column", column_constants(dimensions)), runs_(engine, "skyline/runs"),
          swept_(engine, "skyline/swept"), min_(engine, Operator::min), sort_positions_(engine),
          sort_(engine), min_before_(engine, {.op = Operator::min, .exclusive = true}),
          last_head_(engine, {.op = Operator::max}) {}

    void run(Search& search) const override {
        const WholeStage stage(search.engine, "sweep");
        if (dimensions_ == 1)
            mark_least(search);
        else
            sweep(search);
        search.settle(0);
    }

private:
    void mark_least(const Search& search) const {
        compute::Arena::Scope scratch(search.engine.arena());
        const Words least = scratch.take<std::uint32_t>(1);
        min_(search.table, least);
        equal_.run(search.rows(), {.pass = "equal",
                                   .bindings = {{"table", search.table.range()},
                                                {"least", least.range()},
                                                {"marks", search.marks.range()}}});
    }

    void take_column(const Search& search, Words order, std::uint32_t axis, Words column) const {
        column_.run(order.size(), {.pass = "column",
                                   .bindings = {{"table", search.table.range()},
                                                {"order", order.range()},
                                                {"column", column.range()}},
                                   .uniforms = {axis}});
    }

    void sweep(const Search& search) const {
        compute::Arena::Scope scratch(search.engine.arena());
        const auto take = [&] { return scratch.take<std::uint32_t>(search.rows()); };
        const Words x = take(), y = take(), order = take(), heads = take();
        take_column(search, search.numbers, 1, y);
        sort_positions_(y, y, order);
        take_column(search, order, 0, x);
        sort_(x, order, x, order);
        take_column(search, order, 1, y);
        runs_.run(search.rows(),
                  {.pass = "runs",
                   .bindings = {{"first", x.range()}, {"second", y.range()}, {"heads", heads.range()}}});
        last_head_(heads, heads);
        const Words before = x;
        min_before_(y, before);
        swept_.run(search.rows(), {.pass = "swept",
                                   .bindings = {{"second", y.range()},
                                                {"before", before.range(), false},
                                                {"heads", heads.range()},
                                                {"order", order.range()},
                                                {"marks", search.marks.range(), false}}});
    }

    int dimensions_;
    compute::ElementwiseKernel equal_, column_, runs_, swept_;
    compute::Reduce<std::uint32_t> min_;
    compute::RadixSortPositions<std::uint32_t> sort_positions_;
    compute::RadixSortPairs<std::uint32_t> sort_;
    compute::Scan<std::uint32_t> min_before_, last_head_;
};

} // namespace

std::unique_ptr<const Finder> make_sweep(compute::Engine& engine, int dimensions) {
    return std::make_unique<Sweep>(engine, dimensions);
}

} // namespace scanline::skyline
