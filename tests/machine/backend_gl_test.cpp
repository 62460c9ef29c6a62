#include "scanline/machine/backend.h"

#include "support/error_message.h"

#include <catch2/catch_all.hpp>

#include <limits>

namespace scanline::machine::backend_gl_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::usage_message;

TEST_CASE("auto takes the CPU before OpenGL would have started, unless a device is named") {
    Machine machine;
    const ChosenBackend chosen = choose_backend(machine, {.cpu_seconds = 1e-6});
    CHECK(chosen.backend == Backend::cpu);
    CHECK(chosen.gpu == nullptr);
    CHECK(chosen.timer() == gl::TimerKind::wall_clock);
    CHECK(chosen.text() == "cpu (auto: done before OpenGL would have started)");
    Machine named({.device = 0});
    CHECK_THAT(choose_backend(named, {.cpu_seconds = 1e-6}).text(), !ContainsSubstring("done before"));
}

TEST_CASE("auto takes a GPU that can compute, and says otherwise why not") {
    Machine machine;
    const ChosenBackend chosen = choose_backend(machine, {});
    const gl::Capabilities& capabilities = machine.capabilities();
    CHECK(chosen.backend ==
          (!capabilities.software && machine.has_compute() ? Backend::compute : Backend::cpu));
    CHECK_THAT(chosen.reason, ContainsSubstring(capabilities.renderer));
    CHECK((chosen.gpu == &machine) == (chosen.backend == Backend::compute));
}

TEST_CASE("What is asked for by name is taken, without a reason") {
    Machine machine;
    CHECK(choose_backend(machine, {.backend = Backend::cpu}).text() == "cpu");
    CHECK(choose_backend(machine, {.backend = Backend::raster, .has_raster = true}).text() == "raster");
    CHECK_THAT(usage_message([&] { choose_backend(machine, {.backend = Backend::raster}); }),
               ContainsSubstring("only compacts"));
    if (!machine.has_compute()) {
        CHECK_THROWS_AS(choose_backend(machine, {.backend = Backend::compute}), Error);
        return;
    }
    const ChosenBackend compute = choose_backend(machine, {.backend = Backend::compute});
    CHECK(compute.text() == "compute");
    CHECK(compute.gpu == &machine);
    CHECK(choose_backend(machine, {.only_compute = true}).text() ==
          "compute (auto: only it has what was requested)");
    constexpr std::int64_t too_large = std::numeric_limits<std::int64_t>::max();
    CHECK_THAT(usage_message([&] {
                   choose_backend(machine, {.backend = Backend::compute, .what = "sort", .bytes = too_large});
               }),
               ContainsSubstring("sort on compute") && ContainsSubstring("--backend cpu"));
}

} // namespace scanline::machine::backend_gl_test
