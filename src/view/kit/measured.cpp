#include "kit/measured.h"

#include "scanline/core/format.h"
#include "scanline/core/number.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr double any = 1e300;

/// A setting of a scene, and what it is in some experiments.
struct Link {
    std::string_view scene, setting, experiments;
    std::string_view field; ///< of the experiment's form; empty: it has none
    std::string_view axis;  ///< of its rows; empty: the setting is no part of the picture
    double least = 0, most = any, least_measured = 0; ///< what the scene takes, and what is worth measuring
    std::string_view shown{};                         ///< the values that this line is about; empty: any
    std::string_view measured{};                      ///< their names in the experiment; empty: the same
};

// The first line that fits a setting counts. The first one of all chooses the experiment, or the scene.
constexpr auto links = std::to_array<Link>({
    {"compaction-image", "image", "compact", "image", "image"},
    {"compaction-small", "algorithm", "compact", "algorithm", "algorithm"},
    {"compaction-small", "size", "compact", "size", "elements", 8, 256, 65'536},
    {"compaction-small", "block", "compact", "block", "block", 2, 256},
    {"compaction-small", "density", "compact", "density", "density"},
    {"compaction-image", "algorithm", "compact", "algorithm", "algorithm"},
    {"compaction-image", "block", "compact", "block", "block"},
    {"compaction-image", "negate", "compact", "negate", "negated"},
    {"prefix-sum", "variant", "scan", "variant", "variant", 0, any, 0, "scan-then-add",
     "horizontal-scan-then-add tree-scan-then-add vertical-scan-then-add"},
    {"prefix-sum", "variant", "scan", "variant", "variant", 0, any, 0, "reduce-then-scan",
     "horizontal-reduce-then-scan tree-reduce-then-scan vertical-reduce-then-scan"},
    {"prefix-sum", "variant", "scan", "variant", "variant", 0, any, 0, "chained",
     "horizontal-chained tree-chained vertical-chained"},
    {"prefix-sum", "variant", "prefix-crossover", "", "prefix-sum", 0, any, 0, "hillis-steele blelloch"},
    {"prefix-sum", "variant", "cpu-scan-fig6", "", "algorithm", 0, any, 0, "simd-t simd-v1 simd-v2"},
    {"prefix-sum", "variant", "cpu-scan-fig6", "", "algorithm", 0, any, 0, "horizontal", "simd"},
    {"prefix-sum", "variant", "cpu-scan-fig7", "", "algorithm", 0, any, 0,
     "scalar1 scalar1-p scalar2 scalar2-p"},
    {"prefix-sum", "measured-size", "scan cpu-scan-fig6 cpu-scan-fig7", "sizes", ""},
    {"prefix-sum", "size", "scan cpu-scan-fig6 cpu-scan-fig7", "", "elements", 4, 256},
    {"prefix-sum", "size", "prefix-crossover", "", "block", 4, 256},
    {"kdtree", "points", "kdtree", "points", "points"},
    {"kdtree", "dimensions", "kdtree", "dimensions", "dimensions", 2, 3},
    {"kdtree", "count", "kdtree", "sizes", "elements", 1, 1 << 20, 1024},
    {"kdtree", "neighbors", "kdtree", "k", "k", 1, 64},
    {"skyline", "table", "skyline", "kind", "kind"},
    {"skyline", "dimensions", "skyline", "dimensions", "dimensions", 2, 31},
    {"skyline", "measured", "skyline", "sizes", ""},
    {"skyline", "count", "skyline", "", "elements", 1, 16'384},
    {"cube", "show", "cube", "operation", "operation", 0, any, 0, "build update"},
    {"cube", "show", "cube", "operation", "operation", 0, any, 0, "query", "on-path"},
    {"cube", "dimensions", "cube", "dimensions", "dimensions", 2, 5},
    {"cube", "cardinality", "cube", "cardinality", "cardinality", 2, 8},
    {"cube", "measured", "cube", "sizes", ""},
    {"cube", "count", "cube", "", "elements", 1, 64},
});

bool has_word(std::string_view words, std::string_view word) {
    return fmt::format(" {} ", words).find(fmt::format(" {} ", word)) != std::string::npos;
}

/// The value under its other name, or a number within bounds; empty if the line is not about it.
std::string translated(const std::string& value, std::string_view from, std::string_view to, double least,
                       double most) {
    if (!from.empty() && !has_word(from, value))
        return {};
    if (!to.empty())
        return std::string(to.substr(0, to.find(' ')));
    const auto number = read_number<double>(value, {-any, any});
    return number && (*number < least || *number > most)
               ? fmt::format("{:.15g}", std::clamp(*number, least, most))
               : value;
}

} // namespace

std::vector<Setting> measurement_of(std::string_view scene, const std::vector<Setting>& settings) {
    std::vector<Setting> made;
    for (const Link& link : links) {
        const auto now = std::ranges::find(settings, link.setting, &Setting::key);
        if (link.scene != scene || now == settings.end() ||
            (!made.empty() && !has_word(link.experiments, made.front().value)))
            continue;
        const std::string value = translated(now->value, link.shown, link.measured, link.least_measured, any);
        if (!value.empty() && made.empty())
            made.push_back({"experiment", std::string(link.experiments)});
        if (!value.empty() && !link.field.empty())
            made.push_back({std::string(link.field), value});
    }
    return made;
}

std::optional<ShownRow> scene_showing(std::string_view experiment, const std::vector<Setting>& axes) {
    ShownRow made;
    for (const Link& link : links) {
        const auto now = std::ranges::find(axes, link.axis, &Setting::key);
        if (!has_word(link.experiments, experiment) || now == axes.end() || now->value == "-" ||
            (!made.scene.empty() && made.scene != link.scene))
            continue;
        const bool renamed = !link.measured.empty();
        const std::string value = translated(now->value, renamed ? link.measured : link.shown,
                                             renamed ? link.shown : "", link.least, link.most);
        if (value.empty())
            continue;
        made.scene = link.scene;
        made.settings.push_back({std::string(link.setting), value});
        if (!renamed && value != now->value)
            made.limits.push_back(fmt::format("The scene shows a {} of {}, since it takes none of {}.",
                                              link.setting, value, with_commas(now->value)));
    }
    return made.scene.empty() ? std::nullopt : std::optional(std::move(made));
}

} // namespace scanline::view
