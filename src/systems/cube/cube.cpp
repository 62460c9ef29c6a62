#include "scanline/systems/cube.h"

#include "cube_case.h"

namespace scanline::systems {

namespace {

std::vector<Entry> make_entries() {
    const auto entry = [](std::string_view name, std::string_view title, std::string_view idea,
                          std::string_view source, bool on_gpu = true) {
        return Entry{.kind = "cube",
                     .name = name,
                     .title = title,
                     .idea = idea,
                     .source = source,
                     .backend = on_gpu ? "cpu, compute" : "cpu",
                     .opengl = on_gpu ? std::optional(gl::Version{4, 3}) : std::nullopt};
    };
    return {entry("h-tree-build", "Build of an H-tree",
                  "sorts rows once by the whole path; nodes begin where neighbours differ",
                  "Wang, Yu, section 5.1"),
            entry("h-tree-update", "Update of an H-tree",
                  "merges the tree of the new rows with the old one, level by level",
                  "Wang, Yu, section 5.2"),
            entry("on-path-query", "On-path query", "descends by binary search to the node that is the cell",
                  "Wang, Yu, section 5.3.1"),
            entry("online-cubing", "Online cubing",
                  "climbs from the nodes of the deepest level with a condition, or from its side links",
                  "Wang, Yu, section 5.3.2"),
            entry("group-by", "Groups of a query",
                  "the cells of all combinations of codes, with having and top", "Gray et al., ICDE 1996"),
            entry("cuboids", "Groups of many sets of dimensions",
                  "one search of the tree for all of them, then each set from its smallest ancestor",
                  "Gray et al., ICDE 1996", false),
            entry("linked-histograms", "Linked histograms",
                  "each dimension counts the rows that are selected in all others", "Crossfilter")};
}

CheckOutcome run(machine::Machine& machine, const CaseRequest& request) {
    const CubeCase test = random_cube_case(request);
    compute::Engine* const engine = machine.has_compute() ? &machine.compute() : nullptr;
    std::vector<std::string_view> ran{"h-tree-build", "on-path-query", "online-cubing",
                                      "group-by",     "cuboids",       "linked-histograms"};
    if (test.batches.size() > 1)
        ran.emplace_back("h-tree-update");
    return run_case(std::move(ran), test, [&] { return check(engine, test); });
}

} // namespace

System cube_system() {
    return {.name = "cube",
            .title = "Data cubes",
            .source = "Wang, Yu, \"Parallel H-Tree Based Data Cubing on Graphics Processors\"",
            .entries = make_entries(),
            .checks = {{.name = "cube",
                        .needs = Needs::compute_or_processor,
                        .covers = names_in(make_entries()),
                        .run = run}},
            .experiments = cube_experiments()};
}

} // namespace scanline::systems
