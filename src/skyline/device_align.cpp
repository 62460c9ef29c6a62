#include "device_levels.h"

#include "scanline/compute/gather_scatter.h"
#include "scanline/compute/reduce.h"

#include <limits>

namespace scanline::skyline {

namespace {

constexpr int align_record = 3; ///< row, median mask, quartile mask
constexpr int align_group = 64;
constexpr int padding = 32;   ///< points of a chunk: lanes that run together
constexpr int max_slices = 4; ///< see align.comp; of 2 to 16 the best

LevelSearch::Tests align_tests(compute::Engine& engine, int dimensions, const DeviceMethod& method) {
    const bool padded = method.algorithm == DeviceAlgorithm::sky_align_padded;
    const int group = padded ? padding : align_group,
              slices = method.counters || engine.capabilities().software ? 1 : max_slices;
    gl::Specialization constants = test_constants(dimensions, align_record, method.counters);
    constants.insert({{"QUARTILES", method.algorithm == DeviceAlgorithm::sky_align_no_quart ? "0" : "1"},
                      {"PADDED", padded ? "1" : "0"},
                      {"SLICES", std::to_string(slices)},
                      {"WIDTH", std::to_string(padding)}});
    return {.kernel = compute::Kernel(engine, "skyline/align", group, group, std::move(constants)),
            .width = padding,
            .by_chunks = padded,
            .slices = slices,
            .counters = method.counters};
}

class Align final : public Finder {
public:
    Align(compute::Engine& engine, int dimensions, const DeviceMethod& method)
        : dimensions_(dimensions), algorithm_(method.algorithm),
          worst_(engine, "skyline/worst", table_constants(dimensions)),
          prefilter_(engine, "skyline/prefilter", table_constants(dimensions)),
          masks_(engine, "skyline/masks", table_constants(dimensions)), column_([&] {
              gl::Specialization constants = table_constants(dimensions);
              constants.emplace("RECORD", "1");
              return compute::ElementwiseKernel(engine, "skyline/column", std::move(constants));
          }()),
          min_(engine, Operator::min), compact_(engine), sort_(engine), gather_(engine),
          levels_(engine, dimensions, align_record, align_tests(engine, dimensions, method)) {}

    void run(Search& search) const override {
        const Words rows = prefilter(search);
        Records records(search, rows.size(), align_record);
        make_records(search, rows, records);
        const bool sync = algorithm_ != DeviceAlgorithm::sky_align_no_sync;
        levels_.run(search, records,
                    {.mask_bits = dimensions_,
                     .points_at_once = sync ? 0 : std::numeric_limits<std::int64_t>::max(),
                     .stats = sync});
    }

private:
    // The rows that the one with the smallest worst key does not dominate.
    Words prefilter(const Search& search) const {
        const WholeStage stage(search.engine, "pre-filter");
        const Words rows = search.scratch.take<std::uint32_t>(search.rows());
        compute::Arena::Scope scratch(search.engine.arena());
        const Words flags = scratch.take<std::uint32_t>(search.rows()),
                    least = scratch.take<std::uint32_t>(1), count = scratch.take<std::uint32_t>(1);
        worst_.run(search.rows(), {.pass = "worst-keys",
                                   .bindings = {{"table", search.table.range()}, {"worst", flags.range()}}});
        min_(flags, least);
        prefilter_.run(search.rows(), {.pass = "pre-filter",
                                       .bindings = {{"table", search.table.range()},
                                                    {"least", least.range()},
                                                    {"alive", flags.range()}}});
        compact_(search.numbers, flags, rows, count);
        return rows.part(0, search.engine.download(count).front());
    }

    void make_records(const Search& search, Words rows, const Records& records) const {
        const WholeStage stage(search.engine, "masks");
        const auto size = static_cast<std::uint32_t>(rows.size());
        compute::Arena::Scope scratch(search.engine.arena());
        const Words column = scratch.take<std::uint32_t>(rows.size()),
                    places = scratch.take<std::uint32_t>(3),
                    quartiles = scratch.take<std::uint32_t>(std::int64_t{3} * dimensions_);
        compute::upload<std::uint32_t>(places,
                                       std::vector<std::uint32_t>{size / 4, size / 2, size / 4 + size / 2});
        for (int axis = 0; axis < dimensions_; ++axis) {
            column_.run(rows.size(), {.pass = "column",
                                      .bindings = {{"table", search.table.range()},
                                                   {"rows", rows.range()},
                                                   {"column", column.range()}},
                                      .uniforms = {static_cast<std::uint32_t>(axis)}});
            sort_(column, column);
            gather_(column, places, quartiles.part(std::int64_t{axis} * 3, 3));
        }
        masks_.run(rows.size(), {.pass = "masks",
                                 .bindings = {{"table", search.table.range()},
                                              {"rows", rows.range()},
                                              {"quartiles", quartiles.range()},
                                              {"records", records.range()}}});
    }

    int dimensions_;
    DeviceAlgorithm algorithm_;
    compute::ElementwiseKernel worst_, prefilter_, masks_, column_;
    compute::Reduce<std::uint32_t> min_;
    compute::Compact<std::uint32_t> compact_;
    compute::RadixSort<std::uint32_t> sort_;
    compute::Gather<std::uint32_t> gather_;
    LevelSearch levels_;
};

} // namespace

std::unique_ptr<const Finder> make_align(compute::Engine& engine, int dimensions,
                                         const DeviceMethod& method) {
    return std::make_unique<Align>(engine, dimensions, method);
}

} // namespace scanline::skyline
