#include "scanline/bench/results.h"
#include "systems/cpu_scan/cpu_scan_results.h"

#include <catch2/catch_all.hpp>

#include <map>

// Peers beside the scans on the CPU, by fakes.

namespace scanline::systems::cpu_scan_peers_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

Results measured_with(const char* experiment, const std::vector<std::string>& peers) {
    CpuScanOptions options{.quick = true, .sizes = {999}, .threads = {1}};
    for (const std::string& name : peers)
        options.peers.push_back(find_peer(name, {SCANLINE_FAKE_PEERS}));
    return measure(make_plan(cpu_scan_experiment(experiment), options),
                   {.repetitions = 4, .timeout_seconds = 3600}, {});
}

} // namespace

TEST_CASE("A peer has a row in each group, named by its description, and finds the elements put back") {
    for (const char* experiment : {"cpu-scan-fig6", "cpu-scan-fig7", "cpu-scan-fig8"}) {
        INFO(experiment);
        const Results results = measured_with(experiment, {"none"});
        const std::vector<const Row*> rows = results.where({{"by", "none"}});
        CHECK(rows.size() == (std::string(experiment) == "cpu-scan-fig6" ? 2 : 1));
        for (const Row* row : rows) {
            CHECK(row->skipped == "");
            CHECK(row->totals() == std::vector<double>(4, 0.25));
            CHECK(row->axis("algorithm") == "Fake 1.0, made up");
            CHECK(row->axis("partition") == "-");
            CHECK(row->axis("dilation") == "-");
            CHECK(row->roof_milliseconds.value_or(0) > 0);
        }
        CHECK(wrong_rows(results).empty());
    }
}

TEST_CASE("Peers take no part where an experiment has no place for them") {
    for (const char* experiment : {"cpu-scan-partition-size", "cpu-scan-dilation"}) {
        CHECK(cpu_scan_experiment(experiment).peers.empty());
        CHECK(measured_with(experiment, {"none"}).where({{"by", "none"}}).empty());
    }
}

TEST_CASE("A peer whose sums are wrong, or that writes none, is skipped as wrong, in place and apart") {
    for (const char* experiment : {"cpu-scan-fig7", "cpu-scan-fig8"}) {
        INFO(experiment);
        // The right sums of the one before must not be taken for those of the idle one.
        const Results results = measured_with(experiment, {"none", "idle", "wrong_result"});
        CHECK(results.complete);
        CHECK(results.find({{"by", "none"}}) != nullptr);
        const std::vector<const Row*> wrong = wrong_rows(results);
        REQUIRE(wrong.size() == 2);
        CHECK(wrong[0]->axis("by") == "idle");
        CHECK_THAT(wrong[0]->skipped, StartsWith("wrong result: sum ") && ContainsSubstring(", not "));
        CHECK(wrong[1]->axis("by") == "wrong_result");
        CHECK_THAT(wrong[1]->skipped, StartsWith("wrong result: sum 499 is "));
        for (const Row* row : wrong)
            CHECK_FALSE(row->measured());
    }
}

TEST_CASE("A peer that fails is skipped with its reason, which is not that it was wrong") {
    const Results results = measured_with("cpu-scan-fig8", {"no_memory", "no_run", "none"});
    const auto skipped = [&](const char* by) {
        const std::vector<const Row*> rows = results.where({{"by", by}});
        REQUIRE(rows.size() == 1);
        CHECK_FALSE(rows.front()->measured());
        return rows.front()->skipped;
    };
    CHECK_THAT(skipped("no_memory"), ContainsSubstring("the fake has no memory"));
    CHECK_THAT(skipped("no_run"), ContainsSubstring("the fake is tired"));
    CHECK(wrong_rows(results).empty());
    CHECK(results.find({{"by", "none"}}) != nullptr);
    CHECK(results.find({{"by", "scanline"}}) != nullptr);
}

} // namespace scanline::systems::cpu_scan_peers_test
