// A check that never fails checks nothing: shaders of every primitive are broken, and the check must tell.
#include "compute/emulated_subgroups.h"
#include "scanline/compute/engine.h"
#include "scanline/systems/compute_case.h"
#include "support/gl_test.h"
#include "support/shader_folder.h"

namespace scanline::systems::compute_faults_gl_test {

using compute::ElementType;
using compute::ScanOrder;

namespace {

struct Fault {
    const char* shader;
    const char* right;
    const char* wrong;
    ComputeCase test;
    const char* told;      ///< what the check says
    bool by_lanes = false; ///< a shader of the highest tier; otherwise of the lowest, which all drivers take
};

ComputeCase scan_case(ElementType type, const compute::ScanOptions& options) {
    ComputeCase test;
    test.type = type;
    test.size = 3000;
    test.seed = 11;
    test.input_begin = 1;
    test.output_begin = 2;
    test.scan = options;
    test.scan.partition = 256;
    return test;
}

ComputeCase compact_case(ScanOrder order, bool predicate) {
    ComputeCase test;
    test.primitive = ComputePrimitive::compact;
    test.size = test.capacity = 3000;
    test.output_begin = 2;
    test.seed = 12;
    test.compact = {.order = order, .partition = 256};
    test.predicate = predicate;
    return test;
}

ComputeCase sort_case(ElementType type, bool positions, std::int64_t size = 3000) {
    ComputeCase test;
    test.primitive = ComputePrimitive::sort;
    test.type = type;
    test.size = size;
    test.seed = 13;
    test.positions = positions;
    return test;
}

// A sum of floats that may be wrong by what additions lose.
ComputeCase fractions() {
    return scan_case(ElementType::float32, {.order = ScanOrder::reduce_then_scan});
}

ComputeCase with_count(ComputeCase test, std::int64_t count) {
    test.count = count;
    return test;
}
ComputeCase with_capacity(ComputeCase test, std::int64_t capacity) {
    test.capacity = capacity;
    return test;
}

} // namespace

TEST_CASE_METHOD(test::GlTest, "A compute primitive with a broken shader does not pass its check",
                 "[repeat]") {
    if (!context.capabilities().compute_shader) {
        WARN("not tried: " << context.capabilities().renderer << " has no compute shaders");
        return;
    }
    const char* const before = "return totals[u_first[TOTALS] + tile];";
    const Fault fault = GENERATE_COPY(values<Fault>({
        {"compute/scan_tile.comp", before, "return IDENTITY;",
         scan_case(ElementType::uint32, {.order = ScanOrder::reduce_then_scan}), "results: element 256 is "},
        {"compute/scan_tile.comp", before, "return IDENTITY;", fractions(), "results: element "},
        // One part in a thousand.
        {"compute/scan_tile.comp", before, "return 1.001 * totals[u_first[TOTALS] + tile];", fractions(),
         "results: element "},
        {"compute/scan_tile.comp", "n / TILE + (n % TILE != 0u ? 1u : 0u)", "n / TILE",
         scan_case(ElementType::int32, {.op = compute::Operator::min, .order = ScanOrder::reduce_then_scan}),
         "results: element 2816 is "},
        {"compute/scan_tile.comp", "? ~bits : bits | 0x80000000u", "? bits : bits | 0x80000000u",
         scan_case(ElementType::float32, {.op = compute::Operator::max, .exclusive = true}),
         "results: element "},
        {"compute/scan_tile.comp", "return min(u_length, count[u_first[7]]);", "return u_length;",
         with_count(scan_case(ElementType::uint32, {}), 1000), "results: element "},
        {"compute/compact_tile.comp", "selected[u_first[3]] = before + total;",
         "selected[u_first[3]] = before + total + 1u;", compact_case(ScanOrder::reduce_then_scan, false),
         "count of the selected: element 0 is "},
        {"compute/compact_tile.comp", "output_elements[u_first[2] + before] = element;",
         "output_elements[u_first[2] + before + 1u] = element;", compact_case(ScanOrder::chained, true),
         "selected elements: element 0 is "},
        {"compute/compact_tile.comp", "is_selected != 0u && before < u_capacity",
         "is_selected != 0u && before + 1u < u_capacity",
         with_capacity(compact_case(ScanOrder::reduce_then_scan, false), 100),
         "selected elements: element 99 is "},
        {"compute/compact_tile.comp", "output_elements[u_first[2] + before] = element;",
         "output_elements[u_first[2] + before - 1u] = element;", compact_case(ScanOrder::chained, false),
         "the selected elements were written beyond their 3000 elements, at -1"},
        {"compute/radix_count.comp", "(order >> u_shift) & u_mask", "(order >> (u_shift ^ 8u)) & u_mask",
         sort_case(ElementType::uint32, false), "sorted keys: element "},
        {"compute/radix_scatter_serial.comp", "return index;", "return index ^ 1u;",
         sort_case(ElementType::float32, true), "positions: element 0 is "},
        {"compute/radix_scatter_serial.comp", "key ^= 0x80000000u;", "", sort_case(ElementType::int32, false),
         "sorted keys: element "},
        {"compute/radix_group.comp", "shift_of_pass(pass), mask_of_pass(pass)",
         "shift_of_pass(pass ^ 1u), mask_of_pass(pass)", sort_case(ElementType::int32, true, 300),
         "sorted keys: element ", true},
        {"compute/radix_sweep.comp", " + t_before[i] - t_starts[i]", " - t_starts[i]",
         sort_case(ElementType::float32, false, 20'000), "sorted keys: element ", true},
    }));
    INFO(fault.shader << ": " << fault.wrong << ", " << describe(fault.test));
    gl::Capabilities capabilities = context.capabilities();
    const auto shaders = test::shaders_to_break(capabilities, fault.by_lanes);
    if (!shaders)
        return;
    compute::Engine::Options options{.tier = compute::Tier::shared_memory, .shaders = shaders->store()};
    if (fault.by_lanes) {
        options.tier = compute::Tier::subgroup;
        options.chained = true;
    }
    {
        compute::Engine engine(capabilities, options);
        CHECK(check(engine, fault.test) == std::nullopt);
    }
    shaders->replace(fault.shader, fault.right, fault.wrong);
    options.shaders = shaders->store();
    compute::Engine engine(capabilities, options);
    const std::optional<std::string> different = check(engine, fault.test);
    REQUIRE(different);
    CHECK_THAT(*different, Catch::Matchers::StartsWith(fault.told));
}

TEST_CASE_METHOD(test::GlTest, "Random cases of compute primitives come out right in every tier") {
    if (!context.capabilities().compute_shader) {
        WARN("not tried: " << context.capabilities().renderer << " has no compute shaders");
        return;
    }
    for (const compute::Tier tier : enumerators<compute::Tier>) {
        std::optional<compute::Engine> engine;
        try {
            engine.emplace(context.capabilities(), compute::Engine::Options{.tier = tier});
        } catch (const Error& error) {
            WARN(error.what());
            continue;
        }
        // Of 24 deals.
        for (std::uint64_t deal = 0; deal < 24; ++deal) {
            const std::uint64_t seed = 1 + 256 * deal;
            const ComputeCase test = random_compute_case(
                seed, deal, {.largest = 20'000, .shader_int64 = context.capabilities().shader_int64});
            INFO("tier " << to_string(tier) << ", seed " << seed << ", " << describe(test));
            CHECK(check(*engine, test) == std::nullopt);
        }
    }
}

} // namespace scanline::systems::compute_faults_gl_test
