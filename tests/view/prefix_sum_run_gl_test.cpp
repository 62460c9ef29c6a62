// The library's scans against the traces that show them.
#include "scenes/prefix_sum/run.h"
#include "scenes/prefix_sum/setup.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::view::prefix_sum::run_gl_test {

namespace {

bool never() {
    return false;
}

} // namespace

TEST_CASE("A scan of the library has the prefix sums of the variant that shows it") {
    machine::Machine machine;
    Setup setup;
    setup.resize(61);
    setup.choose(Values::random);
    setup.spec.dilation = 0.5;
    setup.edit(7, -30);
    for (const Variant variant : enumerators<Variant>) {
        for (const Operator op : enumerators<Operator>) {
            for (const bool exclusive : {false, true}) {
                CAPTURE(std::string(to_string(variant)), std::string(to_string(op)), exclusive);
                setup.spec.variant = variant;
                setup.spec.op = op;
                setup.spec.exclusive = exclusive;
                const ScanRun run = run_scan(machine, checked_request(setup.spec), setup.spec.input, never);
                const auto scan = library_scan(variant, machine.has_compute());
                REQUIRE(run.not_run.empty());
                CHECK(run.where == (scan ? scan->where : Where::cpu));
                CHECK(run.times.stages.empty());
                CHECK(first_difference(outputs(simulate(setup.spec)), run).empty());
            }
        }
    }
}

TEST_CASE("A variant that cannot run says why in a few words") {
    machine::Machine old({.highest = {2, 1}});
    if (old.has_compute()) {
        WARN("not tried: " << old.capabilities().renderer << " gives no lower version");
        return;
    }
    const std::vector<int> input{3, 1, 7, 0};
    const auto run = [&](Variant variant) {
        return run_scan(old, {.variant = variant, .repetitions = 1}, input, never);
    };
    CHECK(run(Variant::hillis_steele).not_run == "only compactions scan like this");
    CHECK(run(Variant::chained).not_run == "no compute shaders here");
    CHECK(run(Variant::horizontal).not_run.empty());
    CHECK(run(Variant::horizontal).where == Where::cpu);
    CHECK(run(Variant::horizontal).output == std::vector{3, 4, 11, 11});
    const ScanRun compared = run_scan(old, {.variant = Variant::hillis_steele}, input, never);
    CHECK(compared.output == std::vector{3, 4, 11, 11});
    CHECK(compared.how == "scalar, because only compactions scan like this");
}

TEST_CASE("A measured scan has times that add up, and is compared") {
    machine::Machine machine;
    for (const Variant variant : {Variant::reduce_then_scan, Variant::chained, Variant::scalar1_p}) {
        CAPTURE(std::string(to_string(variant)));
        Spec spec{.variant = variant, .input = {1}};
        const Measurement measured = measure(machine, measured_request(spec), 1 << 13, never);
        const auto scan = library_scan(variant, machine.has_compute());
        REQUIRE(measured.run.not_run.empty() == scan.has_value());
        if (!scan)
            continue;
        CHECK(measured.difference.empty());
        CHECK_FALSE(measured.run.how.empty());
        double sum = 0;
        for (const machine::Stage& stage : measured.run.times.stages)
            sum += stage.milliseconds;
        CHECK(sum == Catch::Approx(measured.run.times.milliseconds));
        const std::size_t passes = variant == Variant::reduce_then_scan && scan->where == Where::gpu ? 3 : 1;
        CHECK(measured.run.times.stages.size() == passes);
    }
}

TEST_CASE("A measurement that is no longer wanted has no times, and one that takes long is not begun") {
    machine::Machine machine;
    const ScanRequest request = measured_request({.variant = Variant::scalar1, .input = {1}});
    CHECK(measure(machine, request, 1 << 10, [] { return true; }).run.times.stages.empty());
    if (!machine.has_compute() || !machine.capabilities().software)
        return;
    const Measurement large = measure(machine, measured_request({.variant = Variant::chained, .input = {1}}),
                                      2 * max_software_elements, never);
    CHECK(large.run.not_run.find("take a software renderer too long") != std::string::npos);
}

} // namespace scanline::view::prefix_sum::run_gl_test
