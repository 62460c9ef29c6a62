#pragma once
#include "measure_plans.h"
#include "scanline/core/error.h"
#include "scanline/raster/engine.h"
#include "support/gl_test.h"

#include <string>
#include <utility>

namespace scanline::bench {

// Runs without OpenGL, and in a capital letter those that no observer saw.
class MeasureTest : public scanline::test::GlTest {
protected:
    raster::Engine engine{context.capabilities()};
    std::string log; ///< what ran, in order
    scanline::test::FakeClock time;

    MeasureOptions repeat(int repetitions) { return bench::repeat(repetitions, time); }

    /// Work that notes its name, announces a stage of so many milliseconds and one of none, and takes longer
    /// outside of them.
    Work fake(char name, double milliseconds = 0, double outside = 0) {
        return [this, name, milliseconds, outside] {
            log += engine.observer() ? name : static_cast<char>(name - 'a' + 'A');
            {
                const StageScope scope(engine.observer(), "long");
                time.pass(milliseconds);
            }
            time.pass(outside);
            const StageScope scope(engine.observer(), "short");
        };
    }

    /// Work that fails when it runs for the n-th time.
    Work failing(char name, int run) {
        return [this, name, run, runs = 0]() mutable {
            log += name;
            const StageScope scope(engine.observer(), "failing");
            if (++runs == run)
                throw Error("the work cannot be done");
        };
    }

    /// Work that notes its name, with a clock of its own by which it takes so long, and no observer. passes:
    /// by the clock of the measurement.
    TimedWork timed(char name, double milliseconds, double passes = 0) {
        return [this, name, milliseconds, passes] {
            CHECK(engine.observer() == nullptr);
            log += name;
            time.pass(passes);
            return milliseconds;
        };
    }

    static Variant variant(const std::string& name, TimedWork work) {
        Variant made;
        made.axes = {{"name", name}};
        made.timed = std::move(work);
        return made;
    }
    static Variant variant(const std::string& name, Work work, const std::string& skipped = {}) {
        Variant made;
        made.axes = {{"name", name}};
        made.work = std::move(work);
        made.skipped = skipped;
        return made;
    }

    Group group_of(const std::string& names, Work roof = {}) {
        Group group;
        for (const char name : names)
            group.variants.push_back(variant({name}, fake(name, 1)));
        group.roof = std::move(roof);
        return group;
    }

    Results measure_wall(const Plan& plan, const MeasureOptions& options, const ProgressHook& progress = {}) {
        return measure(engine, gl::TimerKind::wall_clock, plan, options, progress);
    }
};

inline std::vector<std::string> names_of(const Repetition& repetition) {
    std::vector<std::string> names;
    for (const Stage& stage : repetition.stages)
        names.push_back(stage.name);
    return names;
}

} // namespace scanline::bench
