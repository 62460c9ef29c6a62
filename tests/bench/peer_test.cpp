#include "scanline/bench/peer.h"

#include "data/files.h"
#include "scanline/core/error.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <array>

namespace scanline::bench::peer_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
using data::test::error_of;
using Words = std::vector<std::uint32_t>;

namespace {

const std::filesystem::path fakes = SCANLINE_FAKE_PEERS;

Peer fake(const std::string& fault) {
    return find_peer(fault, {fakes});
}

Peer::Task open(const Peer& peer, const char* operation, const Words& elements) {
    return peer.open({operation, {peer_array("elements", std::span(elements))}});
}

} // namespace

TEST_CASE("A peer says what it is, and does a piece of work as often as it is asked") {
    const Peer peer = fake("none");
    CHECK(peer.name() == "none");
    CHECK(peer.description() == "Fake 1.0, made up");
    const Peer::Task scan = open(peer, "scan", {3, 1, 2});
    for (int run = 0; run < 3; ++run)
        CHECK(scan.run() == 0.25);
    CHECK(scan.output(SCANLINE_PEER_RESULTS, 3) == Words{3, 4, 6});
    CHECK(scan.output(SCANLINE_PEER_RESULTS, 2) == Words{3, 4});
    CHECK(scan.output(SCANLINE_PEER_COMPANIONS, 0).empty());
}

TEST_CASE("A peer gets everything that belongs to a piece of work, and its work outlives it") {
    const Words elements{1, 2}, values{10, 20}, flags{0, 100}, offsets{0, 1, 2};
    const auto task = [&] {
        return fake("none").open(
            {"echo",
             {peer_array("elements", std::span(elements)), peer_array("values", std::span(values)),
              peer_array("flags", std::span(flags)), peer_array("offsets", std::span(offsets))}});
    }();
    task.run();
    CHECK(task.output(SCANLINE_PEER_RESULTS, 2) == Words{11, 122});
    CHECK(task.output(SCANLINE_PEER_COMPANIONS, 3) == offsets);
}

TEST_CASE("Several pieces of work of a peer do not disturb each other") {
    const Peer peer = fake("none");
    const Peer::Task copy = open(peer, "copy", {5, 6}), scan = open(peer, "scan", {5, 6});
    copy.run();
    scan.run();
    CHECK(copy.output(SCANLINE_PEER_RESULTS, 2) == Words{5, 6});
    CHECK(scan.output(SCANLINE_PEER_RESULTS, 2) == Words{5, 11});
}

TEST_CASE("A peer that fails says who failed at what, and why") {
    CHECK_THAT(error_of([] { fake("no_device"); }), ContainsSubstring("scanline_peer_no_device.so") &&
                                                        EndsWith("cannot work here: the fake has no device"));
    CHECK(error_of([] { open(fake("no_memory"), "scan", {1}); }) ==
          "scan of no_memory: the fake has no memory");
    CHECK(error_of([] { open(fake("none"), "shuffle", {1}); }) == "shuffle of none: a fake has no shuffle");
    const Peer::Task tired = open(fake("no_run"), "scan", {1}),
                     forgetful = open(fake("no_output"), "scan", {1});
    tired.run();
    tired.run();
    CHECK(error_of([&] { tired.run(); }) == "a run of no_run: the fake is tired");
    forgetful.run();
    CHECK(error_of([&] { forgetful.output(SCANLINE_PEER_RESULTS, 1); }) ==
          "a result of no_output: the fake forgot");
}

TEST_CASE("A file that is no peer, or one of another interface, is refused with its path and the reason") {
    const scanline::test::TemporaryFolder folder;
    data::test::put(folder / "scanline_peer_text.so", "not a module");
    CHECK_THAT(error_of([&] { find_peer("text", {folder.path()}); }),
               ContainsSubstring((folder / "scanline_peer_text.so").string()) &&
                   ContainsSubstring("cannot be loaded"));
    CHECK_THAT(error_of([&] { Peer("z", "libdl.so.2"); }),
               ContainsSubstring("libdl.so.2 is no peer") && ContainsSubstring("scanline_peer_interface"));
    CHECK_THAT(error_of([] { fake("older"); }),
               ContainsSubstring("scanline_peer_older.so") &&
                   ContainsSubstring("interface " + std::to_string(SCANLINE_PEER_INTERFACE - 1)) &&
                   ContainsSubstring("build it again"));
}

TEST_CASE("A peer is taken from the first folder that has it") {
    const scanline::test::TemporaryFolder empty, first;
    std::filesystem::copy_file(fakes / "scanline_peer_wrong_result.so", first / "scanline_peer_none.so");
    const auto middle_of = [](const std::vector<std::filesystem::path>& folders) {
        return open(find_peer("none", folders), "copy", {7, 7, 7}).output(SCANLINE_PEER_RESULTS, 3)[1];
    };
    CHECK(middle_of({empty.path(), first.path(), fakes}) == 8);
    CHECK(middle_of({empty.path(), fakes, first.path()}) == 7);
}

TEST_CASE("A peer that is nowhere is refused with the folders, and a name that is none with names") {
    const scanline::test::TemporaryFolder first, second;
    CHECK_THAT(error_of([&] {
                   find_peer("cub", {first.path(), second.path()});
               }),
               ContainsSubstring("scanline_peer_cub.so in " + first.path().string() + ", " +
                                 second.path().string()) &&
                   ContainsSubstring("SCANLINE_PEER_DIR"));
    CHECK(error_of([&] { find_peer(std::string(100'000, 'x'), {first.path()}); }).size() <
          500 + first.path().string().size());
    for (const char* name : {"", "../cub", "CUB", "a.b"})
        CHECK_THAT(error_of([&] { find_peer(name, {fakes}); }, ErrorKind::usage),
                   ContainsSubstring("'" + std::string(name) + "'") && ContainsSubstring("cub or cpu"));
}

TEST_CASE("Of several peers those that work are taken, and what is wrong with the others is reported") {
    std::vector<std::string> missing;
    const std::array<std::string_view, 3> names{"nowhere", "none", "older"};
    const std::vector<Peer> found =
        find_usable_peers(names, {fakes}, [&](const std::string& line) { missing.push_back(line); });
    REQUIRE(found.size() == 1);
    CHECK(found.front().name() == "none");
    REQUIRE(missing.size() == 2);
    CHECK_THAT(missing[0], StartsWith("Without nowhere: there is no scanline_peer_nowhere.so"));
    CHECK_THAT(missing[1], StartsWith("Without older: ") && ContainsSubstring("build it again"));
}

TEST_CASE("Peers are looked for where the environment says, then by the program, then in its build tree") {
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const std::vector<std::filesystem::path> own{program, program.parent_path() / "tests/peers"};
    CHECK(peer_folders() == own);
    const scanline::test::EnvironmentVariable variable("SCANLINE_PEER_DIR", "/somewhere/else");
    CHECK(peer_folders() == std::vector<std::filesystem::path>{"/somewhere/else", own[0], own[1]});
}

} // namespace scanline::bench::peer_test
