#include "outcome.h"

#include "data/files.h"
#include "scanline/bench/report.h"
#include "support/temporary_folder.h"

#include <algorithm>

namespace bench_primitive_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace fs = std::filesystem;

namespace {

const fs::path fakes = SCANLINE_FAKE_PEERS;

// Peers are searched in this folder first.
Setting with_peers(const fs::path& folder, Setting setting = {}) {
    setting.environment["SCANLINE_PEER_DIR"] = folder.string();
    return setting;
}

// Puts fakes with the names of the usual peers into a folder.
void put_peers(const TemporaryFolder& folder, const std::string& cub, const std::string& cpu) {
    const auto put = [&folder](const std::string& fault, const std::string& name) {
        fs::copy_file(fakes / ("scanline_peer_" + fault + ".so"), folder / ("scanline_peer_" + name + ".so"));
    };
    put(cub, "cub");
    put(cpu, "cpu");
}

Arguments scan(Arguments more) {
    Arguments arguments = bench_of("scan", {"--sizes", "1000,2^12", "--reps", "2"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

} // namespace

TEST_CASE("A primitive is measured beside the usual peers, with the copy, a summary and claims") {
    const TemporaryFolder peers, folder;
    put_peers(peers, "none", "none");
    const std::string text = run_well(scan({"-o", folder.path().string()}), with_peers(peers.path()));
    CHECK_THAT(text,
               StartsWith("## scan: Inclusive prefix sums") && ContainsSubstring("a roof is one copy") &&
                   ContainsSubstring("wait for each other") && ContainsSubstring("Noise") &&
                   ContainsSubstring("Fake 1.0, made up") && ContainsSubstring("| peer's over ours |") &&
                   ContainsSubstring("### Claims") && ContainsSubstring("times as fast as CUB"));
    // Runs are timed as a whole, so that measuring stages costs nothing.
    CHECK_THAT(text, !ContainsSubstring("Overhead"));
    const bench::Results results = bench::read_results(folder / "scan.json");
    CHECK(results.complete);
    REQUIRE(results.rows.size() == 2 * 3);
    for (const char* elements : {"1000", "4096"}) {
        const bench::Row* ours =
            results.find({{"elements", elements}, {"by", "scanline"}, {"variant", "auto"}});
        REQUIRE(ours != nullptr);
        CHECK(ours->repetitions.size() == 2);
        CHECK(ours->roof_milliseconds);
        for (const char* by : {"cub", "cpu"}) {
            const bench::Row* theirs = results.find({{"elements", elements}, {"by", by}});
            REQUIRE(theirs != nullptr);
            CHECK(theirs->totals() == std::vector<double>{0.25, 0.25});
        }
    }
    for (const char* file : {"scan.md", "scan.csv", "scan-time.svg", "scan-rate.svg"})
        CHECK(fs::exists(folder / file));
}

TEST_CASE("A usual peer that is not there or has no device is left out with a line of the report") {
    const TemporaryFolder peers, folder;
    put_peers(peers, "no_device", "none");
    const std::string text = run_well(scan({"-o", folder.path().string()}), with_peers(peers.path()));
    CHECK_THAT(text, ContainsSubstring("\nWithout cub: " + (peers / "scanline_peer_cub.so").string()) &&
                         ContainsSubstring("the fake has no device") && !ContainsSubstring("Without cpu"));
    CHECK(data::test::get(folder / "scan.md") == text);
    CHECK_THAT(data::test::get(folder / "scan.csv"),
               ContainsSubstring(",cpu,") && !ContainsSubstring(",cub,"));
}

TEST_CASE("A peer that was asked for by name must be there") {
    const TemporaryFolder peers;
    put_peers(peers, "no_device", "none");
    const Setting setting = with_peers(peers.path(), without_opengl());
    check_refused(run(scan({"--peer", "cpu,cub"}), setting), 1, {"scanline_peer_cub.so", "no device"});
    check_refused(run(scan({"--peer", "nobody"}), setting), 1,
                  {"scanline_peer_nobody.so", peers.path().string(), "SCANLINE_PEER_DIR"});
    check_refused(run(scan({"--peer", "../cpu"}), setting), 2, {"../cpu"});
}

TEST_CASE("Peers are those asked for, or none") {
    const TemporaryFolder folder;
    const auto peers_of = [&folder](const std::string& asked) {
        run_well(scan({"--peer", asked, "-o", folder.path().string()}), with_peers(fakes));
        std::vector<std::string> by;
        for (const bench::Row& row : bench::read_results(folder / "scan.json").rows) {
            if (row.axis("elements") == "1000")
                by.push_back(row.axis("by"));
        }
        return by;
    };
    CHECK(peers_of("none") == std::vector<std::string>{"scanline"});
    CHECK(peers_of("no_memory,no_output") == std::vector<std::string>{"scanline", "no_memory", "no_output"});
}

TEST_CASE("A wrong result is an error of its row, and of the run once all is reported") {
    const TemporaryFolder peers, folder;
    put_peers(peers, "wrong_result", "none");
    const Outcome outcome = run(scan({"-o", folder.path().string()}), with_peers(peers.path()));
    check_message(outcome, 4, {"2 of 6 results are wrong", "scan of 1000 by cub", "element 500 is"});
    CHECK_THAT(outcome.out, ContainsSubstring("wrong result: element 500 is") &&
                                ContainsSubstring("| peer's over ours |"));
    const bench::Results results = bench::read_results(folder / "scan.json");
    CHECK(results.rows.size() == 6);
    CHECK(results.find({{"by", "cub"}}) == nullptr);
    CHECK(results.find({{"by", "cpu"}}) != nullptr);
}

TEST_CASE("Variants, tier and a quick choice of sizes are as asked") {
    const TemporaryFolder folder;
    run_well(scan({"--peer", "none", "--variant", "tree-reduce-then-scan,auto", "--tier", "shared-memory",
                   "-o", folder.path().string()}));
    const bench::Results results = bench::read_results(folder / "scan.json");
    REQUIRE(results.rows.size() == 4);
    CHECK(results.where({{"tier", "shared-memory"}}).size() == 4);
    CHECK(results.rows[0].axis("variant") == "auto");
    CHECK(results.rows[1].axis("variant") == "tree-reduce-then-scan");
    run_well({"bench", "copy", "--quick", "--peer", "none", "--reps", "1", "-o", folder.path().string()});
    const bench::Results quick = bench::read_results(folder / "copy.json");
    REQUIRE(quick.rows.size() == 3);
    CHECK(quick.rows.back().items == 1 << 20);
}

TEST_CASE("Sizes are numbers in any spelling") {
    const TemporaryFolder folder;
    run_well({"bench", "scan", "--sizes", "1,2^0,2^4,17,1e2", "--reps", "1", "--peer", "none", "-o",
              folder.path().string()});
    std::vector<std::int64_t> items;
    for (const bench::Row& row : bench::read_results(folder / "scan.json").rows)
        items.push_back(row.items);
    CHECK(items == std::vector<std::int64_t>{1, 1, 16, 17, 100});
}

TEST_CASE("A primitive asked for what is wrong is refused before anything is measured") {
    const auto refuse = [](const Arguments& more, const std::vector<std::string>& parts) {
        Arguments arguments{"bench", "scan", "--peer", "none"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        check_refused(run(arguments, without_opengl()), 2, parts);
    };
    for (const char* size :
         {"0", "-1", "2^31", "2^-1", "2^", "1073741825", "1e-6", "many", "99999999999999999999"})
        refuse({"--sizes", std::string("1024,") + size}, {"--sizes: ", size, "1 to 1073741824"});
    refuse({"--quick", "--sizes", "1024"}, {"--quick", "--sizes"});
    for (const char* list : {"--sizes", "--variant", "--peer"})
        refuse({list, ""}, {list, "empty"});
    refuse({"--variant", "sideways"}, {"scan has no variant sideways", "horizontal-chained"});
    refuse({"--tier", "T2"}, {"--tier", "T2", "shared-memory", "ballot", "subgroup"});
    check_refused(run({"bench", "scan", "--peer", "none"}, without_opengl()), 3, {});
}

} // namespace bench_primitive_gl_test
