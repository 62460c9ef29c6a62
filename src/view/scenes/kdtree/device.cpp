#include "scenes/kdtree/device.h"

#include "scanline/core/format.h"
#include "scanline/core/random.h"
#include "scanline/kdtree/device_search.h"
#include "scanline/kdtree/search.h"
#include "scanline/points/device_points.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <span>

namespace scanline::view::kdtree_scene {

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
    std::vector<Levels> take(int above, int levels) {
        std::map<int, Levels> of_step;
        double unassigned = 0; // passes without a step prepare the next one, or finish
        const std::vector<gl::TimedSpan> spans = timer_.take();
        for (std::size_t i = 0; i < spans.size(); ++i) {
            unassigned += spans[i].milliseconds;
            if (steps_[i] == 0)
                continue;
            const int level = above + steps_[i] - 1;
            Levels& one = of_step.try_emplace(level, Levels{level, level}).first->second;
            one.milliseconds += std::exchange(unassigned, 0);
            if (spans[i].name == "subtrees")
                one.last = levels - 1;
        }
        std::vector<Levels> times;
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
    if (machine.capabilities().software && points > max_software_points)
        return fmt::format("more than {} points take a software renderer too long",
                           with_commas(max_software_points));
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

DeviceBuild build_on_device(machine::Machine& machine, const Run& run, kdtree::BuildVariant variant,
                            const CancelHook& cancelled) {
    DeviceBuild made;
    made.not_run = why_not_built(machine, run.cloud.points().size());
    if (!made.ran())
        return made;
    compute::Engine& engine = machine.compute();
    const CallLimits limits{.cancelled = cancelled};
    const auto points = points::upload_points<float>(engine, run.cloud.points(), limits);
    const kdtree::DeviceBuilder<float> build(engine, points.dimensions(), variant);
    made.difference = first_difference(run.tree.index, build(points, limits).index.download());

    gl::StageTimer stages(machine.timer(), machine.clock());
    made.times = machine::median_time(
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

namespace {

/// A sample of this many queries estimates how many points the others find.
constexpr std::int64_t sampled = 8;
/// Limits of found points: in total, in total for a software renderer, and per batch.
constexpr std::int64_t max_found = 1 << 26, max_software_found = 1 << 20, max_at_a_time = 1 << 22;
/// Limits of queries: in total for a software renderer, and per batch.
constexpr std::int64_t max_software_queries = 1 << 14, max_queries_at_a_time = 1 << 18;

using Queries = points::Points<float>;
using Nodes = kdtree::DeviceNodes<float>;

/// Uniform within the bounds.
std::vector<float> make_queries(const Run& run, std::int64_t count) {
    Random random(static_cast<std::uint64_t>(run.setup.seed));
    std::vector<float> coordinates;
    coordinates.reserve(static_cast<std::size_t>(count * run.tree.dimensions));
    for (std::int64_t query = 0; query < count; ++query) {
        for (int axis = 0; axis < run.tree.dimensions; ++axis)
            coordinates.push_back(
                static_cast<float>(run.bounds.low[axis] + random.unit() * run.bounds.side(axis)));
    }
    return coordinates;
}

std::vector<float> moved(const Queries& queries, float by) {
    std::vector<float> coordinates(queries.coordinates.begin(), queries.coordinates.end());
    for (float& coordinate : coordinates)
        coordinate += by;
    return coordinates;
}

std::span<const std::int32_t> row_of(const kdtree::Neighbors<float>& found, std::size_t query) {
    const auto k = static_cast<std::size_t>(found.k);
    return std::span(found.index).subspan(query * k, k);
}
template <class Rows>
std::span<const std::int32_t> row_of(const Rows& found, std::size_t query) {
    const auto first = static_cast<std::size_t>(found.offset[query]);
    return std::span(found.index).subspan(first, static_cast<std::size_t>(found.offset[query + 1]) - first);
}

/// first: the number of the first query.
template <class Results>
std::string difference_of(const Results& cpu, const Results& gpu, std::int64_t first, std::int64_t queries) {
    if (cpu == gpu)
        return {};
    for (std::int64_t query = 0; query < queries; ++query) {
        const auto at = static_cast<std::size_t>(query);
        if (!std::ranges::equal(row_of(cpu, at), row_of(gpu, at)))
            return fmt::format("Query {} finds other points on the GPU.", with_commas(first + query));
    }
    return "The GPU finds the same points at other distances.";
}

/// Limits how many queries a side gets.
void limit(Answered& side, std::int64_t most, const std::string& why) {
    if (most >= side.queries)
        return;
    side.queries = most;
    side.limit = fmt::format("Only {} queries: {}.", with_commas(most), why);
}

std::int64_t queries_for(std::int64_t found, double per_query) {
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(static_cast<double>(found) / std::max(per_query, 1.0)));
}

/// on_cpu(queries, options), and on_gpu(make_search(engine), nodes, queries, limits), answer queries.
template <class OnCpu, class MakeSearch, class OnGpu>
Batch answer(machine::Machine& machine, const Run& run, std::int64_t wanted, const BuildProgress& progress,
             const CancelHook& cancelled, OnCpu on_cpu, MakeSearch make_search, OnGpu on_gpu) {
    const CallLimits limits{.cancelled = cancelled};
    const std::vector<float> coordinates = make_queries(run, wanted);
    const Queries all{coordinates, run.tree.dimensions};
    const auto some = [&](std::int64_t first, std::int64_t count) {
        const auto stride = static_cast<std::size_t>(all.dimensions);
        return Queries{all.coordinates.subspan(static_cast<std::size_t>(first) * stride,
                                               static_cast<std::size_t>(count) * stride),
                       all.dimensions};
    };
    Batch batch;
    batch.cpu.queries = wanted;
    batch.threads = cpu::threads_for({}, wanted / 64);

    // Not timed: it counts the results, and the driver compiles.
    const Queries sample = some(0, std::min(sampled, wanted));
    const double per_query =
        static_cast<double>(on_cpu(sample, cpu::Options{.limits = limits}).index.size()) /
        static_cast<double>(sample.size());
    const std::string many = fmt::format("each finds about {} points", short_count(per_query));
    limit(batch.cpu, queries_for(max_found, per_query), many);
    batch.gpu.queries = batch.cpu.queries;
    std::optional<std::invoke_result_t<MakeSearch, compute::Engine&>> search;
    std::optional<Nodes> nodes;
    if (!machine.has_compute()) {
        batch.gpu = {.limit = "There are no compute shaders here."};
    } else {
        if (machine.capabilities().software) {
            limit(batch.gpu, max_software_queries, "more take a software renderer too long");
            limit(batch.gpu, queries_for(max_software_found, per_query), many);
        }
        search.emplace(make_search(machine.compute()));
        nodes.emplace(kdtree::upload_nodes(machine.compute(), run.tree));
        on_gpu(*search, *nodes, sample, limits);
    }

    const std::int64_t at_a_time = std::min(queries_for(max_at_a_time, per_query), max_queries_at_a_time);
    machine::StageTimes cpu_times(machine.clock());
    gl::StageTimer gpu_times(machine.timer(), machine.clock());
    for (std::int64_t first = 0; first < batch.cpu.queries;) {
        // Ends where the GPU's queries do, so that all of these are compared.
        const std::int64_t end = first < batch.gpu.queries ? batch.gpu.queries : batch.cpu.queries;
        const std::int64_t count = std::min(at_a_time, end - first);
        progress(static_cast<double>(first) / static_cast<double>(batch.cpu.queries));
        const Queries queries = some(first, count);
        const auto found = on_cpu(queries, cpu::Options{.observer = &cpu_times, .limits = limits});
        batch.cpu.milliseconds += cpu_times.take().milliseconds;
        batch.found += std::ranges::count_if(found.index, [](std::int32_t point) { return point >= 0; });
        if (first < batch.gpu.queries) {
            const ObserverScope scope(machine.compute(), &gpu_times);
            const auto other = on_gpu(*search, *nodes, queries, limits);
            batch.gpu.milliseconds += machine::take_stages(gpu_times).milliseconds;
            if (batch.difference.empty())
                batch.difference = difference_of(found, other, first, count);
        }
        first += count;
    }
    return batch;
}

} // namespace

Batch run_queries(machine::Machine& machine, const Run& run, const Setup& setup,
                  const BuildProgress& progress, const CancelHook& cancelled) {
    const kdtree::Tree<float>& tree = run.tree;
    const auto reach = static_cast<float>(setup.reach * run.bounds.largest_side());
    const int k = setup.neighbors;
    const auto all = [&](auto on_cpu, auto make_search, auto on_gpu) {
        return answer(machine, run, setup.queries, progress, cancelled, on_cpu, make_search, on_gpu);
    };
    switch (setup.query) {
    case Query::nearest:
        return all(
            [&](const Queries& queries, const cpu::Options& options) {
                return kdtree::knn(tree, queries, k, kdtree::infinite_distance<float>, options);
            },
            [&](compute::Engine& engine) { return kdtree::DeviceKnn<float>(engine, tree.dimensions, k); },
            [](const auto& search, const Nodes& nodes, const Queries& queries, const CallLimits& limits) {
                return search(nodes, queries, kdtree::infinite_distance<float>, limits);
            });
    case Query::radius:
        return all(
            [&](const Queries& queries, const cpu::Options& options) {
                return kdtree::radius_search(tree, queries, reach, kdtree::RowOrder::by_index, options);
            },
            [&](compute::Engine& engine) {
                return kdtree::DeviceRadiusSearch<float>(engine, tree.dimensions);
            },
            [&](const auto& search, const Nodes& nodes, const Queries& queries, const CallLimits& limits) {
                return search(nodes, queries, reach, kdtree::RowOrder::by_index, limits);
            });
    case Query::box:
        return all(
            [&](const Queries& queries, const cpu::Options& options) {
                const std::vector<float> low = moved(queries, -reach), high = moved(queries, reach);
                return kdtree::box_search(tree, {{low, tree.dimensions}, {high, tree.dimensions}}, options);
            },
            [&](compute::Engine& engine) { return kdtree::DeviceBoxSearch<float>(engine, tree.dimensions); },
            [&](const auto& search, const Nodes& nodes, const Queries& queries, const CallLimits& limits) {
                const std::vector<float> low = moved(queries, -reach), high = moved(queries, reach);
                return search(nodes, {{low, tree.dimensions}, {high, tree.dimensions}}, limits);
            });
    }
    return {};
}

} // namespace scanline::view::kdtree_scene
