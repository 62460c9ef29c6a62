#include "scenes/prefix_sum/words.h"

#include "scanline/core/choice.h"
#include "scanline/cpu/scan.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/compute.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <map>
#include <string>

namespace scanline::view::prefix_sum::explanation_test {

namespace {

std::vector<std::string> lines_of(Variant variant) {
    std::vector<std::string> lines;
    for (const Command& command : facts_of(variant).commands)
        lines.push_back(std::string(to_string(command.where)) + ": " + command_text(command));
    return lines;
}

} // namespace

TEST_CASE("Every scan of the CPU is seen as one variant, but that of one thread element by element") {
    std::map<std::string_view, int> seen;
    for (const Variant variant : enumerators<Variant>) {
        for (const Command& command : facts_of(variant).commands) {
            for (const std::string_view name : command.names)
                seen[name] += command.where == Where::cpu;
        }
    }
    for (const cpu::ScanAlgorithm& scan : cpu::scan_algorithms()) {
        CAPTURE(std::string(scan.name));
        CHECK(seen[scan.name] == (scan.name == "scalar" ? 0 : 1));
    }
}

TEST_CASE("What is called as the CPU's scans are is what goes by that name there") {
    for (const Variant variant : enumerators<Variant>) {
        const std::string_view name = to_string(variant);
        CAPTURE(std::string(name));
        const auto all = cpu::scan_algorithms();
        if (std::ranges::find(all, name, &cpu::ScanAlgorithm::name) == all.end())
            continue;
        REQUIRE_FALSE(facts_of(variant).commands.empty());
        CHECK(facts_of(variant).commands.front().names.front() == name);
        CHECK(cpu::find_scan_algorithm(name).multithreaded() == uses_threads(variant));
        CHECK(cpu::find_scan_algorithm(name).partitioned == is_partitioned(variant));
    }
}

TEST_CASE("Every command that a variant names takes what it is said to take") {
    for (const Variant variant : enumerators<Variant>) {
        for (const Command& command : facts_of(variant).commands) {
            for (const std::string_view name : command.names) {
                CAPTURE(std::string(to_string(command.where)), std::string(name));
                if (command.where == Where::cpu)
                    CHECK_NOTHROW(cpu::find_scan_algorithm(name));
                else if (command.where == Where::gpu)
                    CHECK_NOTHROW(systems::find_scan(name));
                else
                    CHECK_NOTHROW(parse_choice("--prefix-sum", std::string(name),
                                               enumerators<raster::PrefixSumMethod>));
            }
        }
    }
}

TEST_CASE("A variant tells where it can be run") {
    using Lines = std::vector<std::string>;
    CHECK(lines_of(Variant::scalar1_p) ==
          Lines{"On the CPU: scanline scan --algorithm scalar1-p, simd1-p or lookahead1-p"});
    CHECK(lines_of(Variant::simd_v2) == Lines{"On the CPU: scanline scan --algorithm simd-v2 or simd-v2-p",
                                              "On the GPU: scanline scan --algorithm vertical"});
    CHECK(lines_of(Variant::blelloch) == Lines{"On the GPU: scanline scan --algorithm tree",
                                               "In a compaction: scanline compact --prefix-sum blelloch"});
    CHECK(lines_of(Variant::chained) == Lines{"On the GPU: scanline scan --algorithm chained"});
}

} // namespace scanline::view::prefix_sum::explanation_test
