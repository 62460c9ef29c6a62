#include "device_steps.h"

#include <algorithm>

namespace scanline::skyline {

namespace {

using compute::Kernel;

constexpr int row_record = 1; ///< the row alone
constexpr int block_group = 64;

Kernel blocks_kernel(compute::Engine& engine, int dimensions, bool ordered, bool counters) {
    gl::Specialization constants = test_constants(dimensions, row_record, counters);
    constants.insert({{"ORDERED", ordered ? "1" : "0"}, {"ITEMS", "1"}});
    return {engine, "skyline/blocks", block_group, block_group, std::move(constants)};
}

class Blocks final : public Finder {
public:
    Blocks(compute::Engine& engine, int dimensions, bool sorted, bool counters)
        : dimensions_(dimensions), sorted_(sorted), counters_(counters), steps_(engine, row_record),
          tests_(blocks_kernel(engine, dimensions, sorted, counters)),
          sums_(engine, "skyline/sums",
                [&] {
                    gl::Specialization constants = table_constants(dimensions);
                    constants.emplace("RECORD", "1");
                    return constants;
                }()),
          sort_positions_(engine), sort_(engine), gather_(engine), copy_(engine), fill_(engine) {}

    void run(Search& search) const override {
        Records records(search, search.rows(), row_record);
        const TestSums sums(search, counters_);
        copy_(search.numbers, records.words);
        fill_(records.flags(), 1);
        if (sorted_)
            sort(search, records);
        const WholeStage stage(search.engine, "blocks");
        while (records.size > 0) {
            const std::int64_t killers = sorted_ ? std::min(block, records.size) : records.size;
            for (const Piece& piece : pieces_of(search.engine, dimensions_, {0, records.size, 0, killers}))
                run_tests(tests_, search, records, piece.targets,
                          {.cells = {}, .sums = sums.range(), .uniforms = piece.uniforms()});
            const std::int64_t left = alive_of(search, records, killers);
            steps_.keep_alive(search, records);
            steps_.mark(search, records, left);
            records.drop(left);
            search.settle(records.size);
            sums.take(search);
        }
    }

private:
    static constexpr std::int64_t block = 4096;

    static std::int64_t alive_of(const Search& search, const Records& records, std::int64_t first) {
        return std::ranges::count(search.engine.download(records.flags().part(0, first)), 1u);
    }

    // Stably by the low words of the sums, then by the high ones.
    void sort(const Search& search, Records& records) const {
        const WholeStage stage(search.engine, "sort");
        compute::Arena::Scope scratch(search.engine.arena());
        const auto take = [&] { return scratch.take<std::uint32_t>(records.size); };
        const Words low = take(), high = take(), positions = take(), keys = take();
        sums_.run(records.size, {.pass = "sums",
                                 .bindings = {{"table", search.table.range()},
                                              {"records", records.range()},
                                              {"low", low.range()},
                                              {"high", high.range()}}});
        sort_positions_(low, low, positions);
        gather_(high, positions, keys);
        sort_(keys, positions, keys, positions);
        steps_.reorder(records, positions);
    }

    int dimensions_;
    bool sorted_, counters_;
    RecordSteps steps_;
    Kernel tests_;
    compute::ElementwiseKernel sums_;
    compute::RadixSortPositions<std::uint32_t> sort_positions_;
    compute::RadixSortPairs<std::uint32_t> sort_;
    compute::Gather<std::uint32_t> gather_;
    compute::Copy<std::uint32_t> copy_;
    compute::Fill<std::uint32_t> fill_;
};

} // namespace

std::unique_ptr<const Finder> make_blocks(compute::Engine& engine, int dimensions, bool sorted,
                                          bool counters) {
    return std::make_unique<Blocks>(engine, dimensions, sorted, counters);
}

} // namespace scanline::skyline
