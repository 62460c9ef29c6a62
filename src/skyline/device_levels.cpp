#include "device_levels.h"

#include "scanline/core/bits.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace scanline::skyline {

namespace {

// A level is a number of bits of a mask.
constexpr compute::RadixSortOptions level_bits{.begin_bit = 0, .end_bit = 6};

gl::Specialization record_constants(int record) {
    return {{"RECORD", std::to_string(record)}};
}

} // namespace

LevelSearch::LevelSearch(compute::Engine& engine, int dimensions, int record, Tests tests)
    : engine_(&engine), dimensions_(dimensions), steps_(engine, record), tests_(std::move(tests)),
      take_masks_(engine, "skyline/take_masks", record_constants(record)),
      heads_(engine, "skyline/heads", record_constants(record)),
      chunks_(engine, "skyline/chunks", {{"WIDTH", std::to_string(tests_.width)}}),
      levels_(engine, "skyline/levels", record_constants(record), 1, 32), bits_(engine, "uint(bitCount(x))"),
      sort_positions_(engine), sort_by_level_(engine, level_bits), compact_(engine),
      scan_(engine, {.exclusive = true}), fill_(engine) {}

void LevelSearch::run(Search& search, Records& records, const Rules& rules) const {
    sort(records);
    const TestSums sums(search, tests_.counters);
    std::vector<std::int64_t> begin = begins(records, rules.mask_bits);
    for (int level = 0; level <= rules.mask_bits;) {
        auto next = static_cast<std::size_t>(level) + 1;
        while (next + 1 < begin.size() && begin[next] < rules.points_at_once)
            ++next;
        LevelStats stats{.level = level, .points = records.size, .pruned = 0, .counters = {}};
        if (begin[next] > 0) {
            const std::string name = fmt::format("level {}", level); // which the stage refers to
            const WholeStage stage(*engine_, name);
            test(search, records, begin[next], sums);
            stats.counters = sums.take(search);
            steps_.keep_alive(search, records);
            stats.pruned = stats.points - records.size;
            begin = begins(records, rules.mask_bits);
            const std::int64_t settled = begin[next];
            steps_.mark(search, records, settled);
            records.drop(settled);
            for (std::int64_t& first : begin)
                first -= std::min(first, settled);
            search.settle(records.size);
        }
        if (rules.stats)
            search.result.levels.push_back(stats);
        level = static_cast<int>(next);
    }
}

// By level, then mask; of equal masks, in the order that they have. All are alive then.
void LevelSearch::sort(Records& records) const {
    const WholeStage stage(*engine_, "sort");
    compute::Arena::Scope scratch(engine_->arena());
    const Words keys = scratch.take<std::uint32_t>(records.size),
                positions = scratch.take<std::uint32_t>(records.size);
    take_masks_.run(
        records.size,
        {.pass = "take-masks",
         .bindings = {{"records", records.range()}, {"records", records.range()}, {"masks", keys.range()}}});
    sort_positions_(keys, keys, positions);
    bits_(keys, keys);
    sort_by_level_(keys, positions, keys, positions);
    steps_.reorder(records, positions);
    fill_(records.flags(), 1);
}

std::vector<std::int64_t> LevelSearch::begins(const Records& records, int levels) const {
    compute::Arena::Scope scratch(engine_->arena());
    const Words begin = scratch.take<std::uint32_t>(levels + 2);
    levels_.run(
        begin.size(),
        {.pass = "levels",
         .bindings = {{"records", records.range()}, {"records", records.range()}, {"levels", begin.range()}},
         .uniforms = {static_cast<std::uint32_t>(records.size)}});
    const std::vector<std::uint32_t> found = engine_->download(begin);
    return {found.begin(), found.end()};
}

LevelSearch::Cells LevelSearch::find_cells(const Search& search, const Records& records,
                                           compute::Arena::Scope& scratch) const {
    const Words heads = scratch.take<std::uint32_t>(records.size), count = scratch.take<std::uint32_t>(1),
                cells = scratch.take<std::uint32_t>(2 * (records.size + 1));
    heads_.run(
        records.size,
        {.pass = "heads",
         .bindings = {{"records", records.range()}, {"records", records.range()}, {"heads", heads.range()}}});
    compact_(search.numbers.part(0, records.size), heads, cells.part(0, records.size), count);
    const std::int64_t found = engine_->download(count).front(), ends = found + 1;
    chunks_.run(ends, {.pass = "chunks",
                       .bindings = {{"cells", cells.range()}},
                       .uniforms = {static_cast<std::uint32_t>(records.size)}});
    if (!tests_.by_chunks)
        return {found, 0, cells.range()};
    const Words chunks = cells.part(ends, ends);
    scan_(chunks, chunks);
    return {found, engine_->download(chunks.part(found, 1)).front(), cells.range()};
}

void LevelSearch::test(const Search& search, const Records& records, std::int64_t killers,
                       const TestSums& sums) const {
    compute::Arena::Scope scratch(engine_->arena());
    const Cells cells = find_cells(search, records, scratch);
    const bool by_chunks = tests_.by_chunks;
    const std::int64_t width = by_chunks ? tests_.width : 1,
                       targets = by_chunks ? cells.chunks : records.size,
                       group = tests_.kernel.elements_per_group();
    for (const Piece& piece : pieces_of(*engine_, dimensions_, {0, targets, 0, killers}, width)) {
        std::vector<compute::Kernel::Uniform> uniforms = piece.uniforms();
        uniforms.emplace_back(static_cast<std::uint32_t>(cells.count));
        const std::int64_t groups = divide_rounding_up(piece.targets * width, group) * tests_.slices;
        run_tests(tests_.kernel, search, records, groups * group,
                  {.cells = cells.range, .sums = sums.range(), .uniforms = std::move(uniforms)});
    }
}

} // namespace scanline::skyline
