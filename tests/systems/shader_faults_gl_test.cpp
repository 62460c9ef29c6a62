// What verify finds in wrong shaders of k-d trees, of skylines, of cubes, and of the primitives that have no
// cases of their own.
#include "scanline/compute/engine.h"
#include "scanline/systems/all.h"
#include "scanline/systems/verify.h"
#include "support/gl_test.h"
#include "support/shader_folder.h"

namespace scanline::systems::shader_faults_gl_test {

namespace {

VerifyReport verify_with(const gl::Capabilities& capabilities, const test::ShaderFolder& shaders,
                         const char* check) {
    machine::Machine machine(capabilities,
                             {.tier = compute::Tier::shared_memory, .shaders = shaders.store()});
    VerifyOptions options;
    options.seed = 0;
    options.cases = 6;
    options.seconds = 1e6;
    options.largest = 2000;
    options.only = {check};
    return verify(systems::all(), machine, options);
}

} // namespace

TEST_CASE_METHOD(test::GlTest, "Trees, skylines, cubes, words and scans of a right driver pass") {
    if (!context.capabilities().compute_shader) {
        WARN("not tried: " << context.capabilities().renderer << " has no compute shaders");
        return;
    }
    for (const char* check : {"words", "kdtree", "skyline", "cube", "cpu-scan"}) {
        INFO(check);
        CHECK(verify_with(context.capabilities(), {}, check).passed == 6);
    }
}

TEST_CASE_METHOD(test::GlTest, "A word that is stored wrongly is found", "[repeat]") {
    if (!context.capabilities().compute_shader) {
        WARN("not tried: " << context.capabilities().renderer << " has no compute shaders");
        return;
    }
    struct Fault {
        const char *check, *file, *right, *wrong;
    };
    for (const Fault& fault :
         {Fault{"kdtree", "kdtree/box.comp", "= node;", "= node + 1u;"},
          {"kdtree", "kdtree/knn.comp", "= t_points[place];", "= t_points[place] + 1u;"},
          {"kdtree", "kdtree/links.comp", "= node_of(left_of(segment));",
           "= node_of(left_of(segment)) + 1u;"},
          {"skyline", "skyline/prefilter.comp", "better || equal ? 1u", "better ? 1u"},
          {"skyline", "skyline/masks.comp", "past * 2u", "2u - past * 2u"},
          {"skyline", "skyline/codes.comp", "step - 1u])", "step])"},
          {"cube", "cube/locate.comp", "greatest + 1u", "greatest"},
          {"cube", "cube/aggregates.comp", "(low < a.x ? 1u : 0u)", "0u"},
          {"cube", "cube/update_headers.comp", "first_node + first + i;", "first_node + first;"},
          {"words", "compute/segment_ends.comp", "= result;", "= result + 1u;"},
          {"words", "compute/split.comp", "begins ? 1u : 0u", "begins ? 0u : 1u"},
          {"words", "compute/merge_partition.comp", "+ diagonal] = split;", "+ diagonal] = split + 1u;"}}) {
        INFO(fault.file);
        test::ShaderFolder shaders;
        shaders.replace(fault.file, fault.right, fault.wrong);
        const VerifyReport report = verify_with(context.capabilities(), shaders, fault.check);
        CHECK(report.failed > 0);
        CHECK(report.refused == 0);
    }
}

} // namespace scanline::systems::shader_faults_gl_test
