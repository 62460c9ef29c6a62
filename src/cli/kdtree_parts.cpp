#include "kdtree_parts.h"

#include "command.h"
#include "number_options.h"
#include "text_table.h"

#include "scanline/catalog/compaction.h"
#include "scanline/core/text.h"
#include "scanline/cpu/thread_team.h"

#include <fmt/format.h>

namespace scanline::cli {

namespace {

constexpr const char* exact_coordinates = "auto";

} // namespace

void add_kdtree_options(CLI::App& command, KdtreeSettings& settings, std::string_view pieces) {
    add_backend_options(command, settings);
    add_number(command, "--threads", settings.threads, {1, cpu::ThreadTeam::max_threads},
               fmt::format("default: all processors, but no more than so many {} are worth", pieces));
    add_repetitions_option(command, settings.repetitions);
}

void add_coordinates_option(CLI::App& command, std::string& coordinates, std::string_view of) {
    std::vector<std::string> names{exact_coordinates};
    for (const points::CoordinateType type : points::all_coordinate_types)
        names.emplace_back(to_string(type));
    command
        .add_option("--coordinates", coordinates,
                    fmt::format("type that the coordinates of {} are rounded to; auto: the first of int32, "
                                "float32 and float64 that holds each of them as it is",
                                of))
        ->check(CLI::IsMember(names))
        ->capture_default_str()
        ->type_name("TYPE");
}

namespace {

std::size_t coordinates_in(const points::AnyPointCloud& points) {
    return std::visit([](const auto& cloud) { return cloud.coordinates.size(); }, points);
}

} // namespace

FileCloud read_cloud(const std::string& path, const std::string& coordinates) {
    if (coordinates == exact_coordinates)
        return {points::read_points(path), ""};
    points::RoundedPoints read = points::read_rounded_points(
        path, catalog::parse("--coordinates", coordinates, points::all_coordinate_types));
    const std::string of =
        fmt::format("of {} coordinates of {}", coordinates_in(read.points), printable_path(path));
    if (read.changed == 0)
        return {std::move(read.points), fmt::format("none {}", of)};
    return {std::move(read.points),
            fmt::format("{} {}, by up to {:.3g}", read.changed, of, read.largest_change)};
}

std::string unheld_text(std::int64_t unheld, const points::AnyPointCloud& points, const std::string& path,
                        std::string_view type) {
    return fmt::format("{} of {} coordinates of {} are not {}", unheld, coordinates_in(points),
                       printable_path(path), type);
}

ChosenBackend choose_cpu(const BackendRequest& request, const NoDevice& why) {
    if (request.backend == Backend::compute || request.only_compute)
        throw usage_error(
            fmt::format("{} on compute: {}: use --backend cpu, or {}", request.what, why.reason, why.remedy));
    return {nullptr, request.backend == Backend::automatic ? why.reason : ""};
}

BackendRequest parse_kdtree_settings(const CLI::App& command, const KdtreeSettings& settings,
                                     std::string_view what, std::initializer_list<const char*> more) {
    BackendRequest request = parse_backend_settings(command, settings, more);
    request.what = what;
    if (!settings.threads)
        return request;
    if (request.backend == Backend::compute || request.only_compute)
        refuse_options(command, {"--threads"}, Backend::compute);
    request.backend = Backend::cpu;
    return request;
}

std::string stages_text(const bench::Row& row) {
    TextTable table({"stage", "ms"}, 1);
    const bench::Repetition& median = row.median_repetition();
    for (const bench::Stage& stage : median.stages)
        table.add({stage.name, fmt::format("{:.3f}", stage.milliseconds)});
    table.add({"together", fmt::format("{:.3f}", median.milliseconds)});
    return table.format("  ");
}

} // namespace scanline::cli
