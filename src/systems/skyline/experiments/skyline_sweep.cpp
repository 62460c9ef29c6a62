#include "experiments/skyline_experiments.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/skyline/device_skyline.h"
#include "scanline/skyline/skyline.h"
#include "scanline/systems/skyline.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

// Skylines over the number of rows and of columns, and how their values depend on one another: figures 6 to 9
// of the paper.

namespace scanline::systems {

namespace {

using Sizes = std::vector<std::int64_t>;

// Lists, for each kind, the first size with the first number of columns, then each other size and number.
std::vector<SkylineSetting> settings_of(const Request& request) {
    Sizes usual = has_gpu(request) ? Sizes{default_rows, 500'000, 2'000'000, 4'000'000}
                                   : Sizes{1 << 12, 1 << 10, 1 << 11, 1 << 13, 1 << 16, 1 << 18};
    if (request.quick)
        usual = {1 << 10, 1 << 8};
    const Sizes sizes = request.get(sizes_option, usual);
    const auto dimensions = request.get(
        dimensions_option, request.quick ? std::vector{12, 4} : std::vector{12, 4, 6, 8, 10, 14, 16});
    std::vector<SkylineSetting> settings;
    for (const skyline::Kind kind : request.choices("--kind", enumerators<skyline::Kind>)) {
        for (const std::int64_t size : sizes)
            settings.push_back({kind, size, dimensions.front()});
        for (std::size_t i = 1; i < dimensions.size(); ++i)
            settings.push_back({kind, sizes.front(), dimensions[i]});
    }
    return settings;
}

// Errors: usage for a named algorithm that no variant has.
void require_variants(const Request& request) {
    for (const std::string& name : request.names("--algorithm")) {
        const bool on_cpu = find_choice(name, enumerators<skyline::Algorithm>).has_value(),
                   on_device = find_choice(name, enumerators<skyline::DeviceAlgorithm>).has_value();
        if (!(on_cpu && takes_part(request, cpu_variant)) && !(on_device && engine_of(request) != nullptr))
            throw usage_error(fmt::format("--algorithm {} runs on {} alone, which takes no part here", name,
                                          on_cpu ? "the CPU" : "OpenGL 4.3"));
    }
}

std::vector<PlannedGroup> sweep_groups(const Request& request) {
    require_variants(request);
    std::vector<PlannedGroup> planned;
    for (const SkylineSetting& setting : settings_of(request))
        planned.push_back(skyline_group(setting, request));
    return planned;
}

std::vector<std::string> algorithm_names() {
    std::vector<std::string> names = list_of_names(enumerators<skyline::DeviceAlgorithm>);
    for (const skyline::Algorithm algorithm : enumerators<skyline::Algorithm>) {
        if (std::ranges::find(names, to_string(algorithm)) == names.end())
            names.emplace_back(to_string(algorithm));
    }
    return names;
}

Experiment skyline_sweep() {
    std::vector<Axis> axes = table_axes();
    axes.push_back(axis_of_choices(
        "--algorithm",
        fmt::format(
            "algorithms of the CPU and of OpenGL: {}; default: all of OpenGL and box-tree, those that "
            "compare nearly all rows for small tables",
            names_of(algorithm_names())),
        algorithm_names()));
    return on_two_backends({.name = "skyline",
                            .title = "Skylines by size, columns and kind",
                            .source = "Bøgh, Chester, Assent, PVLDB 2015, figures 6 to 9",
                            .axes = std::move(axes),
                            .peers = {by_skybench},
                            .figures = skyline_figures,
                            .claims = skyline_claims(),
                            .summary = skyline_summary},
                           sweep_groups,
                           {.threads = "as many as processors",
                            .software = "of tables that a software renderer does in seconds"});
}

} // namespace

Experiments skyline_experiments() {
    static const std::array all{skyline_sweep(), skyline_levels()};
    return all;
}

std::vector<Axis> table_axes() {
    return {axis_of_sizes(),
            axis_of(dimensions_option, fmt::format("numbers of columns, 1 to {}", skyline::max_dimensions),
                    skyline::max_dimensions),
            axis_of_choices(
                "--kind",
                fmt::format("how values depend on one another ({})", names_of(enumerators<skyline::Kind>)),
                enumerators<skyline::Kind>)};
}

} // namespace scanline::systems
