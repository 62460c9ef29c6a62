#include "scanline/systems/compaction.h"
#include "scanline/systems/compaction_case.h"
#include "scanline/systems/sweep.h"

#include <fmt/format.h>

namespace scanline::systems {

namespace {

// Reading every pass back and computing its twin costs more than the compaction: it is worth it now and then,
// up to so many elements.
constexpr std::uint64_t trace_every = 5; // seeds
constexpr std::size_t max_traced_size = 20'000;

std::optional<std::string> check_compaction(raster::Engine& engine, const CompactionCase& test,
                                            std::uint64_t seed) {
    const bool small = test.values.size() <= max_traced_size;
    const bool traced = small && seed % trace_every == 0;
    std::optional<std::string> wrong = check(engine, test, traced);
    // Once more, to say in which pass it began.
    if (wrong && small && !traced) {
        if (std::optional<std::string> pass = check(engine, test, true))
            return pass;
    }
    return wrong;
}

CheckOutcome run(machine::Machine& machine, const CaseRequest& request) {
    const CompactionCase test = random_case(
        request.seed, request.turn, {.largest = request.largest, .max_side = machine.raster().max_side()});
    return run_case({entry(test.options.algorithm).name}, test,
                    [&] { return check_compaction(machine.raster(), test, request.seed); });
}

std::string blocks_text(const CompactionEntry& entry) {
    if (!entry.blockwise)
        return "none: the whole stream at once";
    return fmt::format("{} to {}, under era limits at most {}", raster::min_block, raster::max_block,
                       entry.sm3_max_block);
}

Entry to_entry(const CompactionEntry& entry) {
    Entry made{.kind = "compaction",
               .name = entry.name,
               .title = entry.title,
               .alias = entry.alias,
               .idea = entry.idea,
               .source = entry.source,
               .backend = "raster",
               .opengl = gl::Version{2, 1},
               .properties = {{"order of survivors", std::string(to_string(entry.order))},
                              {"blocks", blocks_text(entry)}}};
    if (entry.blockwise)
        made.properties.push_back({"default block", std::to_string(entry.default_block)});
    for (const CompactionParameter& parameter : parameters_of(entry))
        made.parameters.push_back(parameter);
    return made;
}

} // namespace

System compaction_system() {
    System system{.name = "compaction",
                  .title = "Stream compaction by fragment shaders",
                  .source = "Moreira et al., GRAPP 2009",
                  .checks = {{.name = "compaction", .needs = Needs::raster, .turns = 2, .run = run}},
                  .experiments = compaction_experiments()};
    for (const CompactionEntry& one : compaction_algorithms()) {
        system.entries.push_back(to_entry(one));
    }
    system.checks.front().covers = names_in(system.entries);
    return system;
}

} // namespace scanline::systems
