#include "scanline/cpu/scan_algorithm.h"
#include "scanline/systems/cpu_case.h"
#include "scanline/systems/cpu_scan.h"

namespace scanline::catalog {

namespace {

CheckOutcome run(machine::Machine& /*machine*/, std::uint64_t seed, std::int64_t largest) {
    const CpuCase test = random_cpu_case(seed, {.largest = largest});
    return run_case({test.algorithm->name}, test, [&] { return check(test); });
}

} // namespace

System cpu_scan_system() {
    constexpr std::string_view paper = "Zhang, Wang, Ross, ADMS 2020";
    System system{.name = "cpu-scan",
                  .title = "Prefix sums on the CPU",
                  .source = paper,
                  .checks = {{.name = "cpu-scan", .needs = bench::Needs::processor, .run = run}},
                  .experiments = bench::cpu_scan_experiments()};
    for (const cpu::ScanAlgorithm& one : cpu::scan_algorithms()) {
        system.entries.push_back(
            {.kind = "scan on the CPU",
             .name = one.name,
             .title = one.name,
             .idea = one.summary,
             .source = one.kernel == cpu::ScanKernel::lookahead ? "Scanline's own" : paper,
             .backend = "cpu",
             .properties = {{"threads", one.multithreaded() ? "several" : "one"},
                            {"partitioned", one.partitioned ? "yes" : "no"}}});
        system.checks.front().covers.push_back(one.name);
    }
    return system;
}

} // namespace scanline::catalog
