#include "data/files.h"
#include "scanline/core/random.h"
#include "systems/peer_of_build.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <numeric>

// The peers of tests/peers that scan floats.

namespace scanline::systems::float_peer_modules_test {

using Catch::Matchers::ContainsSubstring;
using Floats = std::vector<float>;

namespace {

constexpr std::uint64_t seed = 17;
constexpr float guard = 77;
constexpr std::size_t guards = 64;

struct Named {
    const char* name;
    bool one_thread;
};
constexpr Named all[]{{"cpu", true},     {"partial-sum", true},  {"intrinsics", true},
                      {"tbb", false},    {"tbb-scan", false},    {"tbb-scan-simd", false},
                      {"openmp", false}, {"gnu-parallel", false}};

// So small and whole that their sums are exact in every order.
Floats whole_floats(std::size_t size) {
    Random random(seed);
    Floats floats(size);
    std::ranges::generate(floats, [&] { return static_cast<float>(random.between(-8, 8)); });
    return floats;
}

Floats scanned(const Floats& floats, std::uint32_t times) {
    Floats sums = floats;
    for (std::uint32_t i = 0; i < times; ++i)
        std::partial_sum(sums.begin(), sums.end(), sums.begin());
    return sums;
}

PeerCase case_of(const float* floats, float* sums, std::size_t size, std::uint32_t threads,
                 std::uint32_t calls) {
    return {"scan-float32",
            {peer_array("elements", std::span(floats, size)), peer_array("sums", std::span(sums, size))},
            {{"threads", static_cast<double>(threads)}, {"calls", static_cast<double>(calls)}}};
}

Floats with_guards(Floats floats) {
    floats.resize(floats.size() + guards, guard);
    return floats;
}

// In parentheses of their own: a message with so many numbers takes minutes.
void check_apart(const Peer& peer, std::size_t size, std::uint32_t threads, std::uint32_t calls) {
    INFO(peer.name() << " of " << size << " apart, " << threads << " threads, " << calls << " calls, seed "
                     << seed);
    const Floats floats = whole_floats(size);
    const Floats before = with_guards(floats), expected = with_guards(scanned(floats, 1));
    Floats input = before, sums = with_guards(Floats(size, 55));
    const Peer::Task task = peer.open(case_of(input.data(), sums.data(), size, threads, calls));
    for (int run = 0; run < 2; ++run) {
        CHECK(task.run() >= 0);
        CHECK((sums == expected));
        CHECK((input == before));
        std::fill_n(sums.begin(), size, 55.0f);
    }
}

void check_in_place(const Peer& peer, std::size_t size, std::uint32_t threads, std::uint32_t calls) {
    INFO(peer.name() << " of " << size << " in place, " << threads << " threads, " << calls << " calls, seed "
                     << seed);
    const Floats floats = whole_floats(size);
    const Floats expected = with_guards(scanned(floats, calls));
    Floats sums = with_guards(floats);
    const Peer::Task task = peer.open(case_of(sums.data(), sums.data(), size, threads, calls));
    for (int run = 0; run < 2; ++run) {
        CHECK(task.run() >= 0);
        CHECK((sums == expected));
        std::ranges::copy(floats, sums.begin());
    }
}

} // namespace

TEST_CASE(
    "Every peer that scans floats does so in place and apart, by one thread or several, once or often") {
    for (const auto& [name, one_thread] : all) {
        const std::optional<Peer> peer = test::peer_of_build(name);
        if (!peer)
            continue;
        CHECK_FALSE(peer->description().empty());
        for (const std::uint32_t threads : {1u, 3u}) {
            if (one_thread && threads != 1)
                continue;
            for (const std::size_t size : {1u, 2u, 15u, 16u, 17u, 1000u, 100'003u}) {
                check_apart(*peer, size, threads, 1);
                check_apart(*peer, size, threads, 3);
                check_in_place(*peer, size, threads, 1);
            }
            // The sums of sums of sums of more are not exact.
            check_in_place(*peer, 150, threads, 3);
        }
    }
}

TEST_CASE("Peers for one thread refuse to be several") {
    for (const auto& [name, one_thread] : all) {
        const std::optional<Peer> peer = one_thread ? test::peer_of_build(name) : std::nullopt;
        if (!peer)
            continue;
        const Floats floats{3, 1, 2};
        Floats sums{5, 5, 5};
        const std::string message = data::test::error_of(
            [&] { peer->open(case_of(floats.data(), sums.data(), floats.size(), 3, 1)).run(); });
        CHECK_THAT(message, ContainsSubstring(name) && ContainsSubstring("it is for one thread"));
        CHECK(sums == Floats{5, 5, 5});
    }
}

TEST_CASE("Peers that scan floats alone refuse everything else") {
    for (const char* name :
         {"partial-sum", "intrinsics", "tbb-scan", "tbb-scan-simd", "openmp", "gnu-parallel"}) {
        const std::optional<Peer> peer = test::peer_of_build(name);
        if (!peer)
            continue;
        const std::vector<std::uint32_t> elements{3, 1, 2};
        const PeerCase work{"scan", {peer_array("elements", std::span(elements))}};
        CHECK_THAT(data::test::error_of([&] { peer->open(work); }),
                   ContainsSubstring("float32") && ContainsSubstring("scan"));
    }
}

TEST_CASE("The sums of a peer that scans floats are where they were asked for") {
    const std::optional<Peer> peer = test::peer_of_build("partial-sum");
    if (!peer)
        return;
    const Floats floats{3, 1, 2};
    Floats sums(3);
    const Peer::Task task = peer->open(case_of(floats.data(), sums.data(), 3, 1, 1));
    task.run();
    CHECK(sums == Floats{3, 4, 6});
    CHECK_THAT(data::test::error_of([&] { task.output(SCANLINE_PEER_RESULTS, 3); }),
               ContainsSubstring("where they were asked for"));
}

} // namespace scanline::systems::float_peer_modules_test
