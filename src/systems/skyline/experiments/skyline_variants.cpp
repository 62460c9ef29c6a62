#include "experiments/skyline_experiments.h"

#include "scanline/core/choice.h"
#include "scanline/core/format.h"
#include "scanline/core/random.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/skyline/device_skyline.h"
#include "scanline/skyline/skyline.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <memory>

namespace scanline::systems {

namespace {

using compute::Engine;
using skyline::Algorithm;
using skyline::DeviceAlgorithm;
using skyline::DeviceSkyline;
using skyline::Skyline;

constexpr std::uint32_t max_compared = 2048, sampled_rows = 32; ///< of those kept, and of the others

struct SkylineData {
    points::PointCloud<float> table;
    skyline::Keys keys = skyline::keys_of(table.points());
    SkylineJudge judge{table.points()};
};

void add_count(Variant& variant, std::string_view name, std::int64_t value, std::string_view stage = {}) {
    variant.counts.push_back({std::string(name), value, std::string(stage)});
}

void set_counts(Variant& variant, const Skyline& found) {
    add_count(variant, skyline_count, static_cast<std::int64_t>(found.ids.size()));
    add_count(variant, dominance_count, found.counters.dominance_tests);
    add_count(variant, mask_count, found.counters.mask_tests);
}

// Of a table of one row or more.
void set_level_counts(Variant& variant, const Skyline& found) {
    add_count(variant, pruned_count, variant.items - found.levels.front().points, prefilter_stage);
    for (const skyline::LevelStats& level : found.levels) {
        const std::string stage = level_stage(level.level);
        add_count(variant, points_count, level.points, stage);
        add_count(variant, pruned_count, level.pruned, stage);
        add_count(variant, dominance_count, level.counters.dominance_tests, stage);
        add_count(variant, mask_count, level.counters.mask_tests, stage);
    }
}

Variant row_of(const SkylineSetting& setting, const VariantKey& key) {
    return {.axes = {{kind_axis, setting.kind},
                     {elements_axis, setting.elements},
                     {dimensions_axis, setting.dimensions},
                     {algorithm_axis, key.name},
                     {threads_axis, key.threads},
                     {by_axis, key.by},
                     {library_axis, key.library}},
            .seed = data_seed,
            .items = setting.elements,
            .bytes = setting.elements * setting.dimensions * word_bytes};
}

// Whether it is one of --algorithm, or without any of the usual ones.
bool is_taken(const Request& request, std::string_view algorithm, bool usual) {
    const std::vector<std::string>& named = request.names("--algorithm");
    return named.empty() ? usual : std::ranges::find(named, algorithm) != named.end();
}

bool is_taken(const SkylineSetting& setting, const Request& request, DeviceAlgorithm algorithm) {
    if (setting.by_levels)
        return algorithm == DeviceAlgorithm::sky_align;
    return is_taken(request, to_string(algorithm),
                    takes_dimensions(algorithm, setting.dimensions) &&
                        (algorithm != DeviceAlgorithm::brute_force || setting.elements <= max_brute_rows));
}

// By default, algorithms on one thread get only small tables.
bool has_threads(Algorithm algorithm) {
    return algorithm == Algorithm::automatic || algorithm == Algorithm::box_tree ||
           algorithm == Algorithm::sweep;
}
bool is_taken(const SkylineSetting& setting, const Request& request, Algorithm algorithm) {
    const bool usual = has_threads(algorithm) ? algorithm == Algorithm::box_tree ||
                                                    (algorithm == Algorithm::sweep &&
                                                     takes_dimensions(algorithm, setting.dimensions))
                                              : setting.elements <= max_reference_rows;
    return is_taken(request, to_string(algorithm), usual);
}

Wrong prepare_device(const SkylineSetting& setting, const Request& request, SkylineData& data, Engine& engine,
                     DeviceAlgorithm algorithm, Variant& variant) {
    if (!setting.by_levels)
        require_short(engine, request, setting.elements, max_software_rows, "rows");
    const Skyline counted =
        DeviceSkyline(engine, setting.dimensions, {.algorithm = algorithm, .counters = true})(data.keys);
    set_counts(variant, counted);
    if (setting.by_levels)
        set_level_counts(variant, counted);
    if (Wrong wrong = data.judge.wrong(counted.ids))
        return wrong;
    const auto found = std::make_shared<Skyline>();
    const Work find = [found, &keys = data.keys,
                       find = std::make_shared<const DeviceSkyline>(engine, setting.dimensions,
                                                                    skyline::DeviceMethod{algorithm})] {
        *found = (*find)(keys);
    };
    if (setting.by_levels)
        try_finished_stages(variant, engine, find);
    else
        try_timed_on_device(variant, request.clock, find);
    return data.judge.wrong(found->ids);
}

Wrong prepare_cpu(SkylineData& data, const skyline::Options& options, const Clock& clock, Variant& variant) {
    const auto found = std::make_shared<Skyline>();
    try_timed(variant, clock, [=, &keys = data.keys] { *found = skyline::find(keys, options); });
    set_counts(variant, *found);
    return data.judge.wrong(found->ids);
}

Wrong prepare_peer(SkylineData& data, const Peer& peer, int threads, Variant& variant) {
    const auto task = try_peer(variant, peer,
                               {.operation = "skyline",
                                .arrays = {peer_array("table", std::span(data.table.coordinates))},
                                .numbers = {{"dimensions", static_cast<double>(data.table.dimensions)},
                                            {"threads", static_cast<double>(threads)}}});
    const std::int64_t size = task->output(SCANLINE_PEER_COMPANIONS, 1).front();
    if (size > variant.items)
        return fmt::format("{} rows of {}", size, variant.items);
    std::vector<std::uint32_t> ids = task->output(SCANLINE_PEER_RESULTS, static_cast<std::size_t>(size));
    std::ranges::sort(ids);
    add_count(variant, skyline_count, size);
    return data.judge.wrong(ids);
}

Group make_group(const SkylineSetting& setting, const Request& request) {
    const std::shared_ptr<SkylineData> data(
        new SkylineData{skyline::generate(setting.kind, setting.elements, setting.dimensions, data_seed)});
    const auto threads = request.get(threads_option, {cpu::ThreadTeam::all_processors()});
    Comparison all(request, data, threads, [&](const VariantKey& key) { return row_of(setting, key); });
    for (const DeviceAlgorithm algorithm : enumerators<skyline::DeviceAlgorithm>) {
        if (is_taken(setting, request, algorithm))
            all.on_device(to_string(algorithm), [&](Engine& engine, Variant& variant) {
                return prepare_device(setting, request, *data, engine, algorithm, variant);
            });
    }
    if (setting.by_levels)
        return all.group();
    for (const Algorithm algorithm : enumerators<skyline::Algorithm>) {
        if (is_taken(setting, request, algorithm))
            all.on_cpu(to_string(algorithm), has_threads(algorithm) ? threads : std::vector{1},
                       [&](int number, Variant& variant) {
                           return prepare_cpu(*data, {.algorithm = algorithm, .cpu = {.threads = number}},
                                              request.clock, variant);
                       });
    }
    all.by_peers(no_value, [&](const Peer& peer, int number, Variant& variant) {
        return prepare_peer(*data, peer, number, variant);
    });
    return all.group();
}

} // namespace

std::string level_stage(int level) {
    return fmt::format("level {}", level);
}

PlannedGroup skyline_group(const SkylineSetting& setting, const Request& request) {
    return {fmt::format("{}, {} rows of {}", to_string(setting.kind), element_count(setting.elements),
                        setting.dimensions),
            static_cast<double>(setting.elements) * setting.dimensions,
            [=] { return make_group(setting, request); }};
}

std::optional<std::uint32_t> SkylineJudge::dominating(std::uint32_t row) const {
    const auto columns = static_cast<std::size_t>(table_.dimensions);
    const float* const q = table_[row];
    const auto size = static_cast<std::uint32_t>(table_.size());
    for (std::uint32_t other = 0; other < size; ++other) {
        const float* const p = table_[other];
        bool everywhere = true, somewhere = false;
        for (std::size_t column = 0; column < columns && everywhere; ++column) {
            everywhere = p[column] <= q[column];
            somewhere = somewhere || p[column] < q[column];
        }
        if (everywhere && somewhere)
            return other;
    }
    return std::nullopt;
}

Wrong SkylineJudge::wrong_row(const std::vector<std::uint32_t>& ids, std::uint32_t row) const {
    const bool kept = std::ranges::binary_search(ids, row);
    const std::optional<std::uint32_t> by = dominating(row);
    if (kept && by)
        return fmt::format("keeps row {}, which row {} dominates", row, *by);
    if (!kept && !by)
        return fmt::format("misses row {}, which no row dominates", row);
    return std::nullopt;
}

Wrong SkylineJudge::wrong(const std::vector<std::uint32_t>& ids) {
    const auto size = static_cast<std::uint32_t>(table_.size());
    if (std::ranges::adjacent_find(ids, std::greater_equal()) != ids.end())
        return "row numbers do not ascend";
    if (!ids.empty() && ids.back() >= size)
        return fmt::format("there is no row {}: there are {}", ids.back(), size);
    if (right_ && ids != *right_) {
        const auto [ours, theirs] = std::ranges::mismatch(ids, *right_);
        const std::uint32_t row =
            std::min(ours == ids.end() ? size : *ours, theirs == right_->end() ? size : *theirs);
        const Wrong wrong = wrong_row(ids, row);
        return wrong ? wrong : fmt::format("differs in row {} from the result before, which is wrong", row);
    }
    if (!right_) {
        Random random(data_seed);
        const bool all = size <= max_compared;
        for (std::uint32_t i = 0; i < (all ? size : 2 * sampled_rows); ++i) {
            const bool any = i % 2 == 0 || ids.empty();
            const std::uint32_t row = all   ? i
                                      : any ? static_cast<std::uint32_t>(random.below(size))
                                            : ids[random.below(ids.size())];
            if (Wrong wrong = wrong_row(ids, row))
                return wrong;
        }
        right_ = ids;
    }
    return std::nullopt;
}

} // namespace scanline::systems
