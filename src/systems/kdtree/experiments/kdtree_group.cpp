#include "experiments/kdtree_group.h"

#include "experiments/kdtree_contenders.h"
#include "experiments/kdtree_rows.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/wording.h"

#include "scanline/core/error.h"
#include "scanline/cpu/thread_team.h"

#include <fmt/format.h>
#include <memory>

namespace scanline::bench {

namespace {

constexpr double weight_of_a_query = 10; ///< in points that are sorted

// What a tree is made of and what it is: coordinates, and again with the index of the point. What queries
// read depends on the tree.
std::int64_t bytes_of(const KdtreeSetting& setting) {
    constexpr std::int64_t number = sizeof(std::int32_t);
    static_assert(sizeof(float) == number);
    return asks(setting.task) ? 0 : setting.elements * number * (2 * setting.dimensions + 1);
}

Variant variant_of(const KdtreeSetting& setting, const KdtreeContender& contender, int threads) {
    const auto number_if = [&](bool has, std::int64_t number) {
        return has ? std::to_string(number) : std::string(no_value);
    };
    Variant variant;
    variant.seed = primitive_seed;
    variant.items = asks(setting.task) ? setting.queries : setting.elements;
    variant.bytes = bytes_of(setting);
    for (const auto& [axis, value] : std::initializer_list<std::pair<std::string_view, std::string>>{
             {task_axis, std::string(to_string(setting.task))},
             {points_axis, std::string(to_string(setting.distribution))},
             {elements_axis, std::to_string(setting.elements)},
             {dimensions_axis, std::to_string(setting.dimensions)},
             {type_axis, std::string(type_name(setting.type))},
             {queries_axis, number_if(asks(setting.task), setting.queries)},
             {k_axis, number_if(setting.task == KdtreeTask::knn, setting.k)},
             {threads_axis, number_if(contender.has_threads, threads)},
             {by_axis, contender.by},
             {library_axis, contender.library}})
        variant.axes.emplace_back(axis, value);
    return variant;
}

// Made ready, tried and checked.
void prepare(Variant& variant, const KdtreeContender& contender, const KdtreeCase& on, int threads) {
    try {
        const KdtreeWork work = contender.prepare(on, threads);
        if (work.work)
            work.work();
        else if (work.timed)
            work.timed();
        else
            work.staged();
        variant.skipped = work.wrong();
        if (!variant.skipped.empty())
            return;
        variant.work = work.work;
        variant.timed = work.timed;
        variant.staged = work.staged;
    } catch (const Error& error) {
        variant.skipped = error.what();
    }
}

Group make_group(const KdtreeSetting& setting, const KdtreeOptions& options) {
    const auto on = std::make_shared<const KdtreeCase>(make_case(setting));
    Group group;
    for (const KdtreeContender& contender : contenders_of(options)) {
        for (const int threads : contender.has_threads ? kdtree_threads(options) : std::vector<int>{1}) {
            if (!contender.takes(setting.task, threads))
                continue;
            Variant variant = variant_of(setting, contender, threads);
            prepare(variant, contender, *on, threads);
            group.variants.push_back(std::move(variant));
        }
    }
    group.resources = std::const_pointer_cast<KdtreeCase>(on);
    return group;
}

std::string describe_setting(const KdtreeSetting& setting) {
    std::string text(to_string(setting.task));
    if (setting.task == KdtreeTask::knn)
        text += fmt::format(" {}", setting.k);
    return fmt::format("{}, {} {} points of {}", text, element_count(setting.elements),
                       to_string(setting.distribution), setting.dimensions);
}

} // namespace

PlannedGroup kdtree_group(const KdtreeSetting& setting, const KdtreeOptions& options) {
    return {describe_setting(setting),
            static_cast<double>(setting.elements) + weight_of_a_query * static_cast<double>(setting.queries),
            [=] { return make_group(setting, options); }};
}

std::vector<int> kdtree_threads(const KdtreeOptions& options) {
    if (!options.threads.empty())
        return options.threads;
    const int all = cpu::ThreadTeam::all_processors();
    return all == 1 ? std::vector<int>{1} : std::vector<int>{1, all};
}

} // namespace scanline::bench
