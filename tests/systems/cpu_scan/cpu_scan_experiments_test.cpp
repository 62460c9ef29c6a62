#include "scanline/systems/cpu_scan.h"

#include "chart/well_formed.h"
#include "scanline/cpu/scan.h"
#include "support/fake_clock.h"
#include "systems/cpu_scan/cpu_scan_results.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace scanline::systems::cpu_scan_experiments_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

const CpuScanOptions tiny{.quick = true, .sizes = {1000, 4096}, .threads = {1, 2}};

const std::vector<std::string> every_case{
    "scalar",  "simd",  "lookahead", "scalar1",      "scalar1-p",    "scalar2",      "scalar2-p", "simd1",
    "simd1-p", "simd2", "simd2-p",   "lookahead1-p", "lookahead2-p", "lookahead2-p", "auto"};

/// What an experiment shall have of the tiny options: algorithms by place, elements and threads.
struct Expected {
    std::string name;
    std::vector<std::string> figures;
    std::map<std::string, std::vector<std::string>> groups;
};

std::vector<std::string> times(std::vector<std::string> names, std::size_t each) {
    std::vector<std::string> all;
    for (const std::string& name : names)
        all.insert(all.end(), each, name);
    return all;
}

// Each with what it takes by itself, and with these sizes of partitions where they are others.
std::vector<std::string> by_partition(const std::vector<std::string>& algorithms,
                                      const std::vector<std::int64_t>& sizes) {
    std::vector<std::string> cases;
    for (const std::string& algorithm : algorithms) {
        const std::int64_t usual = *cpu::Scan(cpu::find_scan_algorithm(algorithm)).partition(4);
        const auto others = std::ranges::count_if(sizes, [=](std::int64_t size) { return size != usual; });
        cases.insert(cases.end(), 1 + static_cast<std::size_t>(others), algorithm);
    }
    return cases;
}

std::vector<Expected> expected() {
    std::vector<std::string> apart_cases = every_case;
    apart_cases.emplace_back("copy");
    const std::vector<std::string> one{"scalar",  "simd",      "lookahead", "simd-v1", "simd-v1-p",
                                       "simd-v2", "simd-v2-p", "simd-t",    "simd-t-p"},
        one_apart{"scalar", "simd", "lookahead", "copy"};
    const std::vector<std::string> several = by_partition({"scalar1-p", "scalar2-p", "simd1-p", "simd2-p",
                                                           "lookahead1-p", "lookahead2-p"},
                                                          {1 << 12, 1 << 16, 1 << 20}),
                                   strided = by_partition({"simd-v1-p", "simd-v2-p", "simd-t-p"},
                                                          {1 << 10, 1 << 14, 1 << 18, (1 << 10) + 256,
                                                           (1 << 14) + 256, (1 << 18) + 256}),
                                   dilated = times({"scalar1", "scalar2", "simd1", "simd2", "scalar1-p",
                                                    "scalar2-p", "simd1-p", "simd2-p", "lookahead1-p",
                                                    "lookahead2-p"},
                                                   2);
    return {
        {"cpu-scan-fig6",
         {"cpu-scan-fig6"},
         {{"in cache 1000 1", one},
          {"in cache 4096 1", one},
          {"apart 1000 1", one_apart},
          {"apart 4096 1", one_apart}}},
        {"cpu-scan-fig7",
         {"cpu-scan-fig7-threads", "cpu-scan-fig7-size"},
         {{"in place 1000 2", every_case}, {"in place 4096 1", every_case}, {"in place 4096 2", every_case}}},
        {"cpu-scan-fig8",
         {"cpu-scan-fig8-threads", "cpu-scan-fig8-size"},
         {{"apart 1000 2", apart_cases}, {"apart 4096 1", apart_cases}, {"apart 4096 2", apart_cases}}},
        {"cpu-scan-partition-size",
         {"cpu-scan-partition-size-threads", "cpu-scan-partition-size-strided"},
         {{"in place 1000 1", several},
          {"in place 1000 2", several},
          {"in place 250 1", strided},
          {"in place 4096 1", several},
          {"in place 4096 2", several},
          {"in place 1024 1", strided}}},
        {"cpu-scan-dilation",
         {"cpu-scan-dilation-whole", "cpu-scan-dilation-partitions"},
         {{"in place 1000 1", dilated},
          {"in place 1000 2", dilated},
          {"in place 4096 1", dilated},
          {"in place 4096 2", dilated}}}};
}

std::string text_of(const Chart& chart) {
    return std::visit([](const auto& one) { return svg(one); }, chart);
}

void check_figures(const Results& results, const std::vector<std::string>& stems) {
    std::vector<std::string> found;
    for (const Figure& figure : cpu_scan_experiment(results.experiment).figures(results)) {
        INFO(figure.stem);
        found.push_back(figure.stem);
        const std::string text = text_of(figure.chart);
        CHECK_NOTHROW(chart::count_elements(text));
        for (const char* wrong : {"nan", "inf\""})
            CHECK_THAT(text, !ContainsSubstring(wrong));
    }
    CHECK(found == stems);
}

// What of a measured row can be told without knowing the machine.
void check_row(const Row& row) {
    INFO(row.axis("place") << " " << row.axis("elements") << " " << row.axis("by") << " "
                           << row.axis("algorithm") << " " << row.skipped);
    std::vector<std::string> axes;
    for (const auto& [name, value] : row.axes)
        axes.push_back(name);
    CHECK(axes == std::vector<std::string>{"place", "elements", "threads", "by", "algorithm", "partition",
                                           "dilation"});
    CHECK(row.skipped.empty());
    CHECK(row.repetitions.size() == 2);
    CHECK(row.roof_milliseconds.value_or(0) > 0);
    CHECK_FALSE(row.overhead);
    CHECK(std::to_string(row.items) == row.axis("elements"));
    CHECK(row.bytes == 8 * row.items);
    CHECK(row.seed != 0);
    const std::string algorithm = row.axis("algorithm");
    CHECK(row.axis("by") == (algorithm == "copy" ? "memory" : "scanline"));
    const bool chosen = algorithm == "auto" || algorithm == "copy";
    if (chosen)
        return;
    const cpu::ScanAlgorithm& one = cpu::find_scan_algorithm(algorithm);
    CHECK((row.axis("partition") != "-") == one.partitioned);
    CHECK((row.axis("dilation") != "-") == one.multithreaded());
    if (one.partitioned)
        CHECK(std::stoll(row.axis("partition")) > 0);
}

} // namespace

TEST_CASE("Every experiment with scans on the CPU has a name of its own, a title and a source") {
    std::set<std::string_view> names;
    for (const Experiment& experiment : cpu_scan_experiments()) {
        INFO(experiment.name);
        names.insert(experiment.name);
        CHECK_THAT(std::string(experiment.name), StartsWith("cpu-scan-"));
        CHECK_FALSE(experiment.title.empty());
        CHECK_THAT(std::string(experiment.source), ContainsSubstring("Zhang, Wang, Ross"));
        const Plan plan = make_plan(experiment, tiny);
        CHECK(plan.experiment == experiment.name);
        CHECK(plan.title == experiment.title);
        CHECK_THAT(plan.roof,
                   ContainsSubstring("increment in place") && ContainsSubstring("streaming copy apart"));
    }
    CHECK(names == std::set<std::string_view>{"cpu-scan-fig6", "cpu-scan-fig7", "cpu-scan-fig8",
                                              "cpu-scan-partition-size", "cpu-scan-dilation"});
}

TEST_CASE("Every plan with scans on the CPU is measured whole, on the axes that it says, and drawn") {
    for (const Expected& one : expected()) {
        INFO(one.name);
        const Experiment& experiment = cpu_scan_experiment(one.name);
        const Plan plan = make_plan(experiment, tiny);
        CHECK(plan.groups.size() == one.groups.size());
        const Results results = measure(plan, {.repetitions = 2, .timeout_seconds = 3600}, {});
        CHECK(results.complete);
        std::map<std::string, std::vector<std::string>> groups;
        for (const Row& row : results.rows) {
            check_row(row);
            groups[row.axis("place") + " " + row.axis("elements") + " " + row.axis("threads")].push_back(
                row.axis("algorithm"));
        }
        CHECK(groups == one.groups);
        check_figures(results, one.figures);
        for (const Claim& claim : experiment.claims(results))
            CHECK_FALSE(claim.evidence.empty());
        // A head, a rule, and every row.
        const std::string summary = cpu_scan_summary(results);
        CHECK(static_cast<std::size_t>(std::ranges::count(summary, '\n')) == results.rows.size() + 2);
    }
}

TEST_CASE("A quick plan has fewer groups than a whole one, and by default as many threads as processors") {
    const int processors = cpu::usable_processors();
    const auto whats = [](const char* name, const CpuScanOptions& options) {
        std::vector<std::string> all;
        for (const PlannedGroup& group : make_plan(cpu_scan_experiment(name), options).groups) {
            CHECK(group.weight > 0);
            all.push_back(group.what);
        }
        return all;
    };
    for (const Experiment& experiment : cpu_scan_experiments()) {
        INFO(experiment.name);
        const std::string name(experiment.name);
        CHECK(whats(name.c_str(), {.quick = true}).size() <= whats(name.c_str(), {}).size());
    }
    CHECK(whats("cpu-scan-fig6", {}).size() == 5);
    CHECK(whats("cpu-scan-fig6", {.quick = true}).size() == 3);
    CHECK(whats("cpu-scan-fig7", {.quick = true, .threads = {1, 3}}) ==
          std::vector<std::string>{"4K elements in place, 3 threads", "64K elements in place, 3 threads",
                                   "4M elements in place, 1 thread", "4M elements in place, 3 threads"});
    CHECK_THAT(whats("cpu-scan-fig8", {}).back(),
               StartsWith("256M elements apart") &&
                   EndsWith(fmt::format(", {} thread{}", processors, processors == 1 ? "" : "s")));
    CHECK(whats("cpu-scan-dilation", {.sizes = {10, 20}, .threads = {3}}) ==
          std::vector<std::string>{"10 elements in place, 3 threads", "20 elements in place, 3 threads"});
}

TEST_CASE("Auto takes part by the model that it is given") {
    CpuScanOptions options = tiny;
    options.sizes = {1000};
    options.threads = {cpu::ThreadTeam::all_processors()}; // which models are for
    options.model = {{{0, {"simd1-p", 2, 400}}}, {{0, {"lookahead"}}}};
    const auto auto_row = [&](const char* name) {
        const Results results = measure(make_plan(cpu_scan_experiment(name), options),
                                        {.repetitions = 1, .timeout_seconds = 3600}, {});
        const auto rows = results.where({{"by", "scanline"}, {"algorithm", "auto"}});
        REQUIRE(rows.size() == 1);
        return *rows.front();
    };
    const Row in_place = auto_row("cpu-scan-fig7");
    CHECK(in_place.measured());
    CHECK(in_place.axis("partition") == "100");
    CHECK(in_place.axis("dilation") == "-");
    CHECK(auto_row("cpu-scan-fig8").axis("partition") == "-");
    options.model.in_place = {{0, {"quicksort"}}};
    CHECK_THAT(auto_row("cpu-scan-fig7").skipped, ContainsSubstring("quicksort"));
}

TEST_CASE("A time is that of one scan, however often a short one is repeated") {
    // Each run takes as long as is between two looks at this clock.
    scanline::test::FakeClock time(std::chrono::milliseconds(256));
    const CpuScanOptions options{.sizes = {1000, 1 << 21}, .threads = {1}, .clock = time.clock()};
    const Results results = measure(make_plan(cpu_scan_experiment("cpu-scan-fig6"), options),
                                    {.repetitions = 5, .timeout_seconds = 3600}, {});
    // 256 short ones, or 4 long ones.
    for (const auto& [elements, milliseconds] : {std::pair{"1000", 1.0}, {"2097152", 64.0}}) {
        for (const char* algorithm : {"scalar", "simd", "copy"}) {
            const Row* row = results.find({{"elements", elements}, {"algorithm", algorithm}});
            REQUIRE(row != nullptr);
            CHECK(row->totals() == std::vector<double>(5, milliseconds));
            CHECK(row->roof_milliseconds == milliseconds);
        }
    }
}

TEST_CASE("Partitions and dilations are those that are asked for") {
    const auto values = [](const char* name, const char* algorithm, const char* axis, bool quick) {
        const CpuScanOptions options{.quick = quick, .sizes = {64}, .threads = {1}};
        const Group group = make_plan(cpu_scan_experiment(name), options).groups.front().make();
        std::vector<std::string> all;
        for (const Variant& variant : group.variants) {
            Row row;
            row.axes = variant.axes;
            if (row.axis("algorithm") == algorithm)
                all.push_back(row.axis(axis));
        }
        return all;
    };
    using Values = std::vector<std::string>;
    const std::string usual =
        std::to_string(*cpu::Scan(cpu::find_scan_algorithm("simd1-p")).partition(sizeof(float)));
    const auto with_usual_one = [&usual](Values sizes) {
        std::erase(sizes, usual);
        sizes.insert(sizes.begin(), usual);
        return sizes;
    };
    CHECK(values("cpu-scan-partition-size", "simd1-p", "partition", true) ==
          with_usual_one({"4096", "65536", "1048576"}));
    CHECK(values("cpu-scan-partition-size", "simd1-p", "partition", false) ==
          with_usual_one({"4096", "8192", "16384", "32768", "65536", "131072", "262144", "524288", "1048576",
                          "2097152", "4194304"}));
    CHECK(values("cpu-scan-dilation", "simd1", "dilation", true) == Values{"0", "1"});
    CHECK(values("cpu-scan-dilation", "simd1", "dilation", false) ==
          Values{"0", "0.2", "0.4", "0.6", "0.8", "1"});
}

TEST_CASE(
    "Of a run of scans without rows no claim is reported, and figures and summary are made all the same") {
    for (const Expected& one : expected()) {
        INFO(one.name);
        Results results = made_up_scans(one.name);
        for (const bool skipped : {false, true}) {
            if (skipped) {
                add_scan(results, {"in place", 1000, 1, "scanline", "simd"}, 1);
                results.rows.back().repetitions.clear();
                results.rows.back().skipped = "it cannot be";
            }
            const std::vector<Claim> claims = cpu_scan_experiment(one.name).claims(results);
            CHECK_FALSE(claims.empty());
            for (const Claim& claim : claims) {
                INFO(claim.claim);
                CHECK_FALSE(claim.holds.has_value());
                CHECK_FALSE(claim.evidence.empty());
            }
            check_figures(results, one.figures);
            CHECK(std::ranges::count(cpu_scan_summary(results), '\n') == 2);
        }
    }
}

} // namespace scanline::systems::cpu_scan_experiments_test
