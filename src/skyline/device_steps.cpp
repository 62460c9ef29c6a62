#include "device_steps.h"

#include <algorithm>

namespace scanline::skyline {

namespace {

// Of an invocation of a software renderer, in all of its loops.
constexpr std::int64_t max_iterations = 60'000;
// Of a target with a killer: some tens of milliseconds. Enough targets keep a large GPU busy.
constexpr std::int64_t max_pairs = std::int64_t{1} << 35, max_killers = 1 << 16;
constexpr std::int64_t max_pairs_in_software = std::int64_t{1} << 25;

} // namespace

Records::Records(Search& search, std::int64_t points, int words_of_record)
    : size(points), width(words_of_record), words(search.scratch.take<std::uint32_t>(points * width)),
      spare(search.scratch.take<std::uint32_t>(points * width)),
      alive(search.scratch.take<std::uint32_t>(points)) {}

void Records::drop(std::int64_t count) {
    words = words.part(count * width, words.size() - count * width);
    size -= count;
}

std::vector<compute::Kernel::Uniform> Piece::uniforms() const {
    return {static_cast<std::uint32_t>(first_target), static_cast<std::uint32_t>(first_target + targets),
            static_cast<std::uint32_t>(first_killer), static_cast<std::uint32_t>(killers_end)};
}

std::vector<Piece> pieces_of(const compute::Engine& engine, int dimensions, const Piece& all,
                             std::int64_t points_of_target) {
    const bool software = engine.capabilities().software;
    // Besides the test of a row, an invocation may look at a cell and load a point for each killer.
    const std::int64_t killers = software ? max_iterations / (2 * dimensions + 8) : max_killers,
                       pairs = software ? max_pairs_in_software : max_pairs;
    const std::int64_t targets = std::max<std::int64_t>(pairs / killers / points_of_target, 1);
    std::vector<Piece> pieces;
    for (std::int64_t killer = all.first_killer; killer < all.killers_end; killer += killers)
        for (std::int64_t target = 0; target < all.targets; target += targets)
            pieces.push_back({all.first_target + target, std::min(targets, all.targets - target), killer,
                              std::min(killer + killers, all.killers_end)});
    return pieces;
}

TestSums::TestSums(Search& search, bool wanted)
    : wanted_(wanted), sums_(search.scratch.take<std::uint32_t>(4)) {
    if (wanted_)
        compute::upload<std::uint32_t>(sums_, std::vector<std::uint32_t>(4));
}

Counters TestSums::take(Search& search) const {
    if (!wanted_)
        return {};
    const std::vector<std::uint32_t> sums = search.engine.download(sums_);
    const auto sum = [&](std::size_t at) {
        return static_cast<std::int64_t>(std::uint64_t{sums[at + 1]} << 32 | sums[at]);
    };
    const Counters counted{sum(0), sum(2)};
    compute::upload<std::uint32_t>(sums_, std::vector<std::uint32_t>(4));
    search.result.counters.dominance_tests += counted.dominance_tests;
    search.result.counters.mask_tests += counted.mask_tests;
    return counted;
}

gl::Specialization table_constants(int dimensions) {
    return {{"DIMENSIONS", std::to_string(dimensions)}};
}

gl::Specialization test_constants(int dimensions, int record, bool counters) {
    return {{"DIMENSIONS", std::to_string(dimensions)},
            {"RECORD", std::to_string(record)},
            {"COUNTERS", counters ? "1" : "0"}};
}

void run_tests(const compute::Kernel& kernel, const Search& search, const Records& records,
               std::int64_t invocations, const TestRun& run) {
    kernel.run(search.engine, invocations,
               {.pass = "test",
                .bindings = {{"table", search.table.range()},
                             {"records", records.range()},
                             {"cells", run.cells},
                             {"alive", records.flags().range()},
                             {"sums", run.sums}},
                .uniforms = run.uniforms,
                .output = 3});
}

RecordSteps::RecordSteps(compute::Engine& engine, int record)
    : engine_(&engine), pick_(engine, "skyline/pick", {{"RECORD", std::to_string(record)}}),
      mark_(engine, "skyline/mark", {{"RECORD", std::to_string(record)}}), compact_(engine), fill_(engine) {}

void RecordSteps::reorder(Records& records, Words positions) const {
    pick_.run(positions.size() * records.width, {.pass = "pick",
                                                 .bindings = {{"positions", positions.range()},
                                                              {"records", records.range()},
                                                              {"picked", records.spare.range()}}});
    std::swap(records.words, records.spare);
    records.size = positions.size();
}

void RecordSteps::keep_alive(const Search& search, Records& records) const {
    compute::Arena::Scope scratch(engine_->arena());
    const Words positions = scratch.take<std::uint32_t>(records.size), count = scratch.take<std::uint32_t>(1);
    compact_(search.numbers.part(0, records.size), records.flags(), positions, count);
    const std::int64_t left = engine_->download(count).front();
    if (left < records.size) {
        reorder(records, positions.part(0, left));
        fill_(records.flags(), 1);
    }
}

void RecordSteps::mark(const Search& search, const Records& records, std::int64_t count) const {
    mark_.run(count, {.pass = "mark",
                      .bindings = {{"marks", search.marks.range()},
                                   {"records", records.range()},
                                   {"marks", search.marks.range()}}});
}

} // namespace scanline::skyline
