#include "systems/kdtree/kdtree_results.h"
#include "systems/find_experiment.h"

#include <filesystem>

namespace scanline::systems::test {

const Experiment& kdtree_experiment(const std::string& name) {
    return find_experiment(name);
}

Results made_up_kdtrees(const std::string& experiment) {
    Results results;
    results.experiment = experiment;
    results.title = std::string(kdtree_experiment(experiment).title);
    results.environment.processor = "a made-up processor";
    return results;
}

void add_kdtree(Results& results, const KdtreePoint& point, double milliseconds) {
    const bool asks = point.task != "build" && point.task != "verify";
    Row row;
    row.axes = {{"task", point.task},
                {"points", point.points},
                {"elements", std::to_string(point.elements)},
                {"dimensions", std::to_string(point.dimensions)},
                {"type", point.type},
                {"queries", asks ? std::to_string(point.queries) : "-"},
                {"k", point.k},
                {"threads", point.threads > 0 ? std::to_string(point.threads) : "-"},
                {"by", point.by},
                {"library", point.by.starts_with("scanline-") ? "-" : point.by + " 1.0"}};
    row.items = asks ? point.queries : point.elements;
    row.repetitions.assign(6, {{{"whole", milliseconds}}, milliseconds});
    results.rows.push_back(std::move(row));
}

std::vector<Peer> fakes(const std::vector<std::string>& faults) {
    std::vector<Peer> peers;
    for (const std::string& fault : faults)
        peers.push_back(find_peer(fault, {SCANLINE_FAKE_PEERS}));
    return peers;
}

std::vector<Peer> fakes_named(const std::vector<std::string>& names) {
    std::vector<Peer> peers;
    for (const std::string& name : names)
        peers.emplace_back(name, std::filesystem::path(SCANLINE_FAKE_PEERS) / "scanline_peer_none.so");
    return peers;
}

std::vector<std::string> stage_names(const Row& row) {
    std::vector<std::string> names;
    for (const Stage& stage : row.repetitions.front().stages)
        names.push_back(stage.name);
    return names;
}

} // namespace scanline::systems::test
