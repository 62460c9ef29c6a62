#include "systems/cpu_scan/cpu_scan_results.h"
#include "systems/find_experiment.h"

#include <catch2/catch_all.hpp>

#include <string>

namespace scanline::systems::test {

const Experiment& cpu_scan_experiment(const std::string& name) {
    return find_experiment(name);
}

Plan make_plan(const Experiment& experiment, const CpuScanOptions& options) {
    Request request;
    request.quick = options.quick;
    for (const std::int64_t size : options.sizes)
        request.values["--sizes"].push_back(std::to_string(size));
    if (experiment.name != "cpu-scan-fig6") {
        for (const int threads : options.threads)
            request.values["--threads"].push_back(std::to_string(threads));
    }
    request.peers = options.peers;
    request.context.lend<cpu::ScanModel>([model = options.model] { return model; });
    request.clock = options.clock;
    return bench::make_plan(experiment, request);
}

Results made_up_scans(const std::string& experiment) {
    Results results;
    results.experiment = experiment;
    results.title = std::string(cpu_scan_experiment(experiment).title);
    results.roof = "a roof";
    results.environment.processor = "a made-up processor";
    return results;
}

void add_scan(Results& results, const ScanPoint& point, double milliseconds, double roof) {
    Row row;
    row.axes = {{"place", point.place},
                {"elements", std::to_string(point.elements)},
                {"threads", std::to_string(point.threads)},
                {"by", point.by},
                {"algorithm", point.algorithm},
                {"partition", point.partition},
                {"dilation", point.dilation}};
    row.items = point.elements;
    row.bytes = 8 * point.elements;
    row.repetitions.assign(3, {{{"whole", milliseconds}}, milliseconds});
    if (roof > 0)
        row.roof_milliseconds = roof;
    results.rows.push_back(std::move(row));
}

void add_scans(Results& results, const std::string& place, std::int64_t elements, int threads,
               const ScanTimes& times, const std::string& by) {
    for (const auto& [algorithm, nanoseconds] : times) {
        const double scale = 1e-6 * static_cast<double>(elements);
        add_scan(results, {place, elements, threads, by, algorithm}, nanoseconds * scale,
                 scan_roof_nanoseconds * scale);
    }
}

void add_peers(Results& results, const std::string& place, std::int64_t elements, int threads,
               const ScanTimes& times) {
    for (const auto& [name, nanoseconds] : times)
        add_scans(results, place, elements, threads, {{name + " 1.0", nanoseconds}}, name);
}

void set_nanoseconds(Results& results, const std::string& place, std::int64_t elements, int threads,
                     const std::string& algorithm, double nanoseconds) {
    set_time(results,
             {{"place", place},
              {"elements", std::to_string(elements)},
              {"threads", std::to_string(threads)},
              {"algorithm", algorithm}},
             nanoseconds * 1e-6 * static_cast<double>(elements));
}

Claim scan_claim(const Results& results, const std::string& part) {
    return the_one(cpu_scan_experiment(results.experiment).claims(results), part);
}

std::optional<bool> scan_claim_holds(const Results& results, const std::string& part) {
    const Claim claim = scan_claim(results, part);
    INFO(claim.claim << ": " << claim.evidence);
    CHECK_FALSE(claim.evidence.empty());
    return claim.holds;
}

void check_good_claims(const Results& results) {
    check_good_claims(results, cpu_scan_experiment(results.experiment).claims);
}

} // namespace scanline::systems::test
