// The program with one more system, which doubles numbers: everything that a new system needs.
#include "program.h"

#include "scanline/core/error.h"
#include "scanline/core/random.h"
#include "scanline/systems/all.h"

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using namespace scanline;

struct DoublingCase {
    std::int64_t size;
    std::uint64_t seed;
};

std::string describe(const DoublingCase& test) {
    return "doubling of " + std::to_string(test.size) + " numbers";
}

std::vector<std::uint64_t> doubled(std::vector<std::uint64_t> numbers) {
    for (std::uint64_t& number : numbers)
        number *= 2;
    return numbers;
}

std::vector<std::uint64_t> numbers(const DoublingCase& test) {
    Random random(test.seed);
    std::vector<std::uint64_t> all(static_cast<std::size_t>(test.size));
    for (std::uint64_t& number : all)
        number = random.next();
    return all;
}

std::optional<std::string> check(const DoublingCase& test) {
    const std::vector<std::uint64_t> before = numbers(test), after = doubled(before);
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (after[i] != before[i] + before[i])
            return "number " + std::to_string(i) + " is not doubled";
    }
    return std::nullopt;
}

bench::Plan plan(const bench::Request& request) {
    bench::Plan made;
    for (const std::int64_t size : request[bench::sizes_option]) {
        made.groups.push_back(
            {std::to_string(size), 1, [size, clock = request.clock] {
                 const auto input = std::make_shared<const std::vector<std::uint64_t>>(numbers({size, 1}));
                 bench::Group group;
                 bench::Variant loop;
                 loop.axes = {{"elements", std::to_string(size)}};
                 loop.seed = 1;
                 loop.items = size;
                 loop.bytes = 16 * size;
                 loop.timed = [input, clock] {
                     const Stopwatch watch(clock);
                     doubled(*input);
                     return watch.seconds() * 1000;
                 };
                 group.variants.push_back(std::move(loop));
                 return group;
             }});
    }
    return made;
}

// This size keeps the frame that asks about it for ever.
const std::vector<std::string> stuck{"13"};

[[noreturn]] bool spin() {
    for (std::puts("stuck");; std::fflush(stdout)) {
    }
}

systems::System doubling_system() {
    static const std::vector<bench::Experiment> experiments = [] {
        bench::Axis sizes = bench::axis_of_sizes();
        sizes.values = {"1000"};
        sizes.applies = [](const bench::Request& request) {
            return request.names("--sizes") != stuck || spin();
        };
        return std::vector<bench::Experiment>{
            {.name = "doubling-sizes",
             .title = "Doubling by size",
             .source = "this test",
             .needs = bench::Needs::processor,
             .axes = {sizes},
             .plan = plan,
             .figures = [](const bench::Results&) { return std::vector<bench::Figure>(); }}};
    }();
    return {.name = "doubling",
            .title = "Doubled numbers",
            .source = "this test",
            .entries = {{.kind = "doubling",
                         .name = "loop",
                         .title = "Loop",
                         .idea = "number by number",
                         .source = "this test",
                         .backend = "cpu"}},
            .checks = {{.name = "doubles",
                        .needs = bench::Needs::processor,
                        .covers = {"loop"},
                        .run =
                            [](machine::Machine& /*machine*/, const systems::CaseRequest& request) {
                                const auto largest = static_cast<std::uint64_t>(request.largest);
                                const DoublingCase test{static_cast<std::int64_t>(request.seed % largest),
                                                        request.seed};
                                return systems::run_case({"loop"}, test, [&] { return check(test); });
                            }}},
            .experiments = experiments};
}

} // namespace

int main(int argc, char** argv) {
    std::vector<systems::System> systems;
    const auto make = [&systems] {
        systems.assign(systems::all().begin(), systems::all().end());
        systems.push_back(doubling_system());
        return systems::Systems(systems);
    };
    return cli::run(make, argc, argv);
}
