#include "experiments/skyline_experiments.h"

#include "scanline/core/choice.h"
#include "scanline/core/format.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/skyline/device_skyline.h"
#include "scanline/skyline/skyline.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace scanline::bench {

namespace {

using compute::Engine;
using skyline::Algorithm;
using skyline::DeviceAlgorithm;
using skyline::DeviceSkyline;
using skyline::Skyline;
using Wrong = std::optional<std::string>;

/// Longer work is no slower on a GPU that was idle before it.
constexpr double short_milliseconds = 100;

struct SkylineData {
    points::PointCloud<float> table;
    skyline::Keys keys = skyline::keys_of(table.points());
    SkylineJudge judge{table.points()};
};

void set_counts(Variant& variant, const Skyline& found) {
    const auto add = [&](std::string_view name, std::int64_t value) {
        variant.counts.push_back({std::string(name), value});
    };
    add(skyline_count, static_cast<std::int64_t>(found.ids.size()));
    add(dominance_count, found.counters.dominance_tests);
    add(mask_count, found.counters.mask_tests);
}

// Of a table of one row or more.
void set_level_counts(Variant& variant, const Skyline& found) {
    const auto add = [&](std::string_view name, std::int64_t value, std::string_view stage) {
        variant.counts.push_back({std::string(name), value, std::string(stage)});
    };
    add(pruned_count, variant.items - found.levels.front().points, prefilter_stage);
    for (const skyline::LevelStats& level : found.levels) {
        const std::string stage = level_stage(level.level);
        add(points_count, level.points, stage);
        add(pruned_count, level.pruned, stage);
        add(dominance_count, level.counters.dominance_tests, stage);
        add(mask_count, level.counters.mask_tests, stage);
    }
}

/// One table, and the contenders that find its skyline.
class Contest {
public:
    Contest(const SkylineSetting& setting, const Request& request)
        : setting_(setting), request_(request),
          data_(new SkylineData{
              skyline::generate(setting.kind, setting.elements, setting.dimensions, primitive_seed)}) {}

    Group group() {
        if (Engine* const engine = engine_of(request_))
            add_device(*engine);
        if (setting_.by_levels)
            return take();
        const int processors = cpu::ThreadTeam::all_processors();
        const auto threads = request_.numbers<int>("--threads", {processors});
        if (takes_part(request_, cpu_variant))
            add_cpu(threads);
        for (const Peer& peer : request_.peers) {
            for (const int number : threads)
                add(no_value, peer.name(), number, peer.description(),
                    [&](Variant& variant) { return prepare_peer(peer, number, variant); });
        }
        return take();
    }

private:
    Group take() {
        group_.resources = data_;
        return std::move(group_);
    }

    bool is_named(std::string_view algorithm) const {
        const std::vector<std::string>& named = request_.names("--algorithm");
        return std::ranges::find(named, algorithm) != named.end();
    }
    bool is_taken(std::string_view algorithm, bool by_default) const {
        return request_.names("--algorithm").empty() ? by_default : is_named(algorithm);
    }

    // threads: 0 for work without threads of the CPU. prepare(variant) sets its work and checks a result.
    template <class Prepare>
    void add(std::string_view algorithm, std::string_view by, int threads, std::string_view library,
             Prepare prepare) {
        Variant variant{
            .axes = {{kind_axis, setting_.kind},
                     {elements_axis, setting_.elements},
                     {dimensions_axis, setting_.dimensions},
                     {algorithm_axis, algorithm},
                     {threads_axis, threads > 0 ? std::to_string(threads) : std::string(no_value)},
                     {by_axis, by},
                     {library_axis, library}},
            .seed = primitive_seed,
            .items = setting_.elements,
            .bytes = setting_.elements * setting_.dimensions * word_bytes};
        add_tried(group_, std::move(variant), prepare);
    }

    void add_device(Engine& engine) {
        for (const DeviceAlgorithm algorithm : enumerators<skyline::DeviceAlgorithm>) {
            const bool usual =
                takes_dimensions(algorithm, setting_.dimensions) &&
                (algorithm != DeviceAlgorithm::brute_force || setting_.elements <= most_brute_rows);
            const bool taken = setting_.by_levels ? algorithm == DeviceAlgorithm::sky_align
                                                  : is_taken(to_string(algorithm), usual);
            if (taken)
                add(to_string(algorithm), by_scanline_compute, 0, no_value,
                    [&](Variant& variant) { return prepare_device(engine, algorithm, variant); });
        }
    }

    Wrong prepare_device(Engine& engine, DeviceAlgorithm algorithm, Variant& variant) {
        if (!setting_.by_levels)
            require_short(engine, request_, setting_.elements, most_software_rows, "rows");
        const int columns = setting_.dimensions;
        const Skyline counted =
            DeviceSkyline(engine, columns, {.algorithm = algorithm, .counters = true})(data_->keys);
        set_counts(variant, counted);
        if (setting_.by_levels)
            set_level_counts(variant, counted);
        if (Wrong wrong = data_->judge.wrong(counted.ids))
            return wrong;
        const auto find =
            std::make_shared<const DeviceSkyline>(engine, columns, skyline::DeviceMethod{algorithm});
        const skyline::Keys& keys = data_->keys;
        if (setting_.by_levels)
            variant.staged = finished_stages(engine, [find, &keys] { (*find)(keys); });
        else
            variant.timed = [=, &keys, clock = request_.clock, last = short_milliseconds]() mutable {
                if (last < short_milliseconds)
                    (*find)(keys);
                const Stopwatch watch(clock);
                (*find)(keys);
                return last = watch.milliseconds();
            };
        return data_->judge.wrong((*find)(keys).ids);
    }

    // By default, algorithms on one thread get only small tables.
    void add_cpu(const std::vector<int>& all_threads) {
        for (const Algorithm algorithm : enumerators<skyline::Algorithm>) {
            const bool shared = algorithm == Algorithm::automatic || algorithm == Algorithm::box_tree ||
                                algorithm == Algorithm::sweep;
            const bool usual = shared ? algorithm == Algorithm::box_tree ||
                                            (algorithm == Algorithm::sweep &&
                                             takes_dimensions(algorithm, setting_.dimensions))
                                      : setting_.elements <= most_reference_rows;
            if (!is_taken(to_string(algorithm), usual))
                continue;
            for (const int threads : shared ? all_threads : std::vector{1})
                add(to_string(algorithm), by_scanline_cpu, threads, no_value, [&](Variant& variant) {
                    return prepare_cpu({.algorithm = algorithm, .cpu = {.threads = threads}}, variant);
                });
        }
    }

    Wrong prepare_cpu(const skyline::Options& options, Variant& variant) {
        const skyline::Keys& keys = data_->keys;
        variant.timed = [=, &keys, clock = request_.clock] {
            const Stopwatch watch(clock);
            skyline::find(keys, options);
            return watch.milliseconds();
        };
        const Skyline found = skyline::find(keys, options);
        set_counts(variant, found);
        return data_->judge.wrong(found.ids);
    }

    Wrong prepare_peer(const Peer& peer, int threads, Variant& variant) {
        const PeerCase work{.operation = "skyline",
                            .arrays = {peer_array("table", std::span(data_->table.coordinates))},
                            .numbers = {{"dimensions", static_cast<double>(setting_.dimensions)},
                                        {"threads", static_cast<double>(threads)}}};
        const auto task = std::make_shared<const Peer::Task>(peer.open(work));
        variant.timed = [task] { return task->run(); };
        task->run();
        const std::int64_t size = task->output(SCANLINE_PEER_COMPANIONS, 1).front();
        if (size > setting_.elements)
            return fmt::format("{} rows of {}", size, setting_.elements);
        std::vector<std::uint32_t> ids = task->output(SCANLINE_PEER_RESULTS, static_cast<std::size_t>(size));
        std::ranges::sort(ids);
        variant.counts = {{std::string(skyline_count), size}};
        return data_->judge.wrong(ids);
    }

    SkylineSetting setting_;
    Request request_;
    std::shared_ptr<SkylineData> data_;
    Group group_;
};

} // namespace

std::string level_stage(int level) {
    return fmt::format("level {}", level);
}

PlannedGroup skyline_group(const SkylineSetting& setting, const Request& request) {
    return {fmt::format("{}, {} rows of {}", to_string(setting.kind), element_count(setting.elements),
                        setting.dimensions),
            static_cast<double>(setting.elements) * setting.dimensions,
            [=] { return Contest(setting, request).group(); }};
}

} // namespace scanline::bench
