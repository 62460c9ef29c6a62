#pragma once
#include "scanline/bench/measure.h"
#include "scanline/compute/engine.h"
#include "support/gl_test.h"
#include "systems/find_experiment.h"

#include <string>
#include <vector>

namespace scanline::systems::test {

/// Measures experiments on OpenGL and the CPU in a few repetitions.
class ExperimentsTest : public scanline::test::GlTest {
protected:
    machine::Machine machine{context.capabilities(), {}};

    static Results measured(const char* experiment, const Request& options) {
        return measure(options.machine->compute(), gl::TimerKind::wall_clock,
                       make_plan(find_experiment(experiment), options),
                       {.repetitions = 2, .timeout_seconds = 3600, .overhead_repetitions = 0}, {});
    }

    static std::vector<std::string> group_names(const char* experiment, const Request& options) {
        std::vector<std::string> names;
        for (const PlannedGroup& group : make_plan(find_experiment(experiment), options).groups)
            names.push_back(group.what);
        return names;
    }

    /// A machine with this OpenGL, taken for a GPU or for a software renderer.
    machine::Machine machine_taken_for(bool software) const {
        gl::Capabilities capabilities = context.capabilities();
        capabilities.software = software;
        return machine::Machine(capabilities, {});
    }
};

} // namespace scanline::systems::test
