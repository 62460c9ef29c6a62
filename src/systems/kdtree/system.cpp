#include "scanline/systems/kdtree.h"
#include "scanline/systems/kdtree_case.h"

namespace scanline::catalog {

namespace {

constexpr std::string_view brown = "Brown, JCGT 2015";

std::vector<Entry> make_entries() {
    const auto on_gpu = [](std::string_view kind, std::string_view name, std::string_view title,
                           std::string_view idea, std::string_view source) {
        return Entry{.kind = kind,
                     .name = name,
                     .title = title,
                     .idea = idea,
                     .source = source,
                     .backend = "cpu, compute",
                     .opengl = gl::Version{4, 3}};
    };
    return {
        on_gpu("k-d tree build", "sort-all", "Presort all coordinates",
               "points are sorted once by each super key; each level splits the sorted arrays stably", brown),
        {.kind = "k-d tree build",
         .name = "split-first",
         .title = "Split by the first coordinate first",
         .idea = "points are sorted by the first coordinate; each half sorts the others by itself",
         .source = "Robinson, with Brown's algorithm of JCGT 2015",
         .backend = "compute",
         .opengl = gl::Version{4, 3}},
        on_gpu("k-d tree", "verify", "Verifier", "every subtree is on its side of every super key above it",
               brown),
        on_gpu("k-d tree query", "knn", "Nearest neighbors", "the k nearest points of each query point",
               brown),
        on_gpu("k-d tree query", "radius", "Radius search",
               "the points within a distance of each query point", brown),
        on_gpu("k-d tree query", "box", "Box search", "the points inside each box", brown),
    };
}

CheckOutcome run(machine::Machine& machine, std::uint64_t seed, std::int64_t largest) {
    const KdtreeCase test = random_kdtree_case(seed, {.largest = largest});
    std::vector<std::string_view> ran{"sort-all", "verify", "knn", "radius", "box"};
    compute::Engine* const engine = machine.has_compute() ? &machine.compute() : nullptr;
    if (engine != nullptr)
        ran.emplace_back("split-first");
    return run_case(ran, test, [&] { return check(engine, test); });
}

} // namespace

System kdtree_system() {
    return {.name = "kdtree",
            .title = "Balanced k-d trees",
            .source = "Brown, JCGT 2015; Robinson",
            .entries = make_entries(),
            .checks = {{.name = "kdtree",
                        .needs = bench::Needs::compute_or_processor,
                        .covers = {"sort-all", "split-first", "verify", "knn", "radius", "box"},
                        .run = run}},
            .experiments = bench::kdtree_experiments()};
}

} // namespace scanline::catalog
