#include "kdtree/device.h"

#include "scanline/core/format.h"
#include "scanline/points/device_points.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace scanline::view {

namespace {

/// Times the levels of a build by their passes.
class LevelTimer final : public PassObserver {
public:
    explicit LevelTimer(machine::Machine& machine) : timer_(machine.timer(), machine.clock()) {}

    void stage_begins(std::string_view stage) override { building_ = stage == "build"; }
    void pass_begins(const Pass& pass) override {
        if (!building_)
            return;
        steps_.push_back(pass.step);
        timer_.begin(std::string(pass.name));
    }
    void pass_ends(const Pass& /*pass*/) override {
        if (building_)
            timer_.end();
    }

    /// above: levels above those that the passes count from 1; levels: of the tree.
    std::vector<KdLevels> take(int above, int levels) {
        std::map<int, KdLevels> of_step;
        double unassigned = 0; // passes without a step prepare the next one, or finish
        const std::vector<gl::TimedSpan> spans = timer_.take();
        for (std::size_t i = 0; i < spans.size(); ++i) {
            unassigned += spans[i].milliseconds;
            if (steps_[i] == 0)
                continue;
            const int level = above + steps_[i] - 1;
            KdLevels& one = of_step.try_emplace(level, KdLevels{level, level}).first->second;
            one.milliseconds += std::exchange(unassigned, 0);
            if (spans[i].name == "subtrees")
                one.last = levels - 1;
        }
        std::vector<KdLevels> times;
        for (const auto& [level, one] : of_step)
            times.push_back(one);
        if (!times.empty())
            times.back().milliseconds += unassigned;
        return times;
    }

private:
    gl::SpanTimer timer_;
    bool building_ = false;
    std::vector<int> steps_; ///< of the timed passes
};

} // namespace

std::string why_not_built(machine::Machine& machine, std::int64_t points) {
    if (!machine.has_compute())
        return "no compute shaders here";
    if (machine.capabilities().software && points > most_software_points)
        return fmt::format("more than {} points take a software renderer too long",
                           with_commas(most_software_points));
    return {};
}

std::string first_difference(std::span<const std::int32_t> cpu, std::span<const std::uint32_t> gpu) {
    if (cpu.size() != gpu.size())
        return fmt::format("The CPU's tree has {} nodes, the GPU's {}.", cpu.size(), gpu.size());
    const auto [at, other] = std::ranges::mismatch(
        cpu, gpu, [](std::int32_t a, std::uint32_t b) { return static_cast<std::uint32_t>(a) == b; });
    if (at == cpu.end())
        return {};
    return fmt::format("Node {} is point {} on the CPU, and point {} on the GPU.", at - cpu.begin(), *at,
                       *other);
}

KdDeviceBuild build_on_device(machine::Machine& machine, const KdRun& run, kdtree::BuildVariant variant,
                              const CancelHook& cancelled) {
    KdDeviceBuild made;
    made.not_run = why_not_built(machine, run.cloud.points().size());
    if (!made.ran())
        return made;
    compute::Engine& engine = machine.compute();
    const CallLimits limits{.cancelled = cancelled};
    const auto points = points::upload_points<float>(engine, run.cloud.points(), limits);
    const kdtree::DeviceBuilder<float> build(engine, points.dimensions(), variant);
    made.difference = first_difference(run.tree.index, build(points, limits).index.download());

    gl::StageTimer stages(machine.timer(), machine.clock());
    made.times = median_time(
        [&] {
            const ObserverScope scope(engine, &stages);
            build(points);
            return machine::take_stages(stages);
        },
        cancelled);

    LevelTimer levels(machine);
    const ObserverScope scope(engine, &levels);
    build(points);
    // The halves are split by their own root's level, and the whole's by the sort.
    const int above = variant == kdtree::BuildVariant::split_first ? 1 : 0;
    made.levels = levels.take(above, run.levels());
    return made;
}

} // namespace scanline::view
