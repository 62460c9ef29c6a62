#include "sweep/sweep_form.h"

#include "parse_block.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/experiment.h"
#include "scanline/catalog/compaction.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace scanline::view {

namespace {

constexpr int max_repetitions = 100'000;

template <class Check>
std::string checked_list(std::string_view key, std::string_view value, Check check) {
    const std::vector<std::string> entries = split_list(key, value);
    for (const std::string& entry : entries)
        check(entry);
    return join_list(entries);
}

std::string needed(std::string_view key, const std::string& list) {
    if (list.empty())
        throw usage_error(fmt::format("{}=: {} takes at least one value", key, key));
    return list;
}

double parse_density(const std::string& entry) {
    return parse_double("density", entry, 0, 1);
}

int parse_size(const std::string& entry) {
    return parse_int("size", entry, 1, static_cast<int>(raster::max_stream_size));
}

template <class Parse>
auto parse_list(std::string_view key, const std::string& list, Parse parse) {
    std::vector<decltype(parse(std::string()))> values;
    std::ranges::transform(split_list(key, list), std::back_inserter(values), parse);
    return values;
}

std::vector<std::string> image_paths(const std::string& list, const std::filesystem::path& masks) {
    std::vector<std::string> paths;
    for (const std::string& entry : split_list("image", list)) {
        const bool is_name = entry.find_first_of("/.") == std::string::npos;
        paths.push_back(is_name ? (masks / (entry + ".png")).string() : entry);
    }
    return paths;
}

std::string experiment_names() {
    std::string names{SweepForm::free_sweep};
    for (const bench::Experiment& experiment : bench::experiments())
        names += ", " + std::string(experiment.name);
    return names;
}

} // namespace

std::string join_list(const std::vector<std::string>& entries) {
    std::string list;
    for (const std::string& entry : entries)
        list += (list.empty() ? "" : ", ") + entry;
    return list;
}

bool SweepForm::set(std::string_view key, std::string_view value) {
    if (key == "experiment") {
        if (value != free_sweep)
            bench::find_experiment(value);
        experiment = value;
    } else if (key == "quick") {
        quick = parse_bool(key, value);
    } else if (key == "algorithm") {
        algorithm = needed(key, checked_list(key, value, [](const std::string& entry) {
                               if (entry != "all")
                                   catalog::find_compaction(entry);
                           }));
    } else if (key == "block") {
        block = needed(key, checked_list(key, value, [key](const auto& entry) { parse_block(key, entry); }));
    } else if (key == "density") {
        density = checked_list(key, value, [](const auto& entry) { parse_density(entry); });
        if (!density.empty())
            image.clear();
    } else if (key == "image") {
        image = join_list(split_list(key, value));
        if (!image.empty())
            density.clear();
    } else if (key == "size") {
        size = checked_list(key, value, [](const auto& entry) { parse_size(entry); });
    } else if (key == "prefix-sum") {
        prefix_sum = needed(key, checked_list(key, value, [key](const std::string& entry) {
                                parse_choice(key, entry, raster::all_prefix_sum_methods);
                            }));
    } else if (key == "run-lengths") {
        run_lengths = needed(key, checked_list(key, value, [key](const std::string& entry) {
                                 parse_choice(key, entry, raster::all_run_length_methods);
                             }));
    } else if (key == "reps") {
        repetitions = parse_int(key, value, 1, max_repetitions);
    } else if (key == "min-time") {
        min_seconds = parse_double(key, value, 0, 3600);
    } else if (key == "max-noise") {
        max_noise_percent = parse_double(key, value, 0, 100);
    } else if (key == "timeout") {
        timeout_seconds = parse_double(key, value, 0.001, 86'400);
    } else {
        return false;
    }
    return true;
}

std::vector<Setting> SweepForm::settings() const {
    return {
        {"experiment", experiment, experiment_names(), "What is measured: a free sweep, or an experiment."},
        {"quick", to_text(quick), "true, false", "Fewer points and smaller streams."},
        {"algorithm", algorithm, catalog::compaction_names(", ") + " or all", "The algorithms of a sweep."},
        {"block", block, "powers of two from 2 to 4096", "The block sizes of a sweep."},
        {"density", density, "numbers from 0 to 1", "Random streams: the valid parts of their elements."},
        {"image", image, "hand, bunny, finger or paths", "Images in place of random streams."},
        {"size", size, "numbers from 1 to 16777216", "Elements of the streams; of images at most so many."},
        {"prefix-sum", prefix_sum, names_of(raster::all_prefix_sum_methods), "How prefix sums are computed."},
        {"run-lengths", run_lengths, names_of(raster::all_run_length_methods),
         "How run lengths are computed."},
        {"reps", fmt::format("{}", repetitions), "a number from 1 to 100000",
         "At least so many repetitions."},
        {"min-time", fmt::format("{}", min_seconds), "seconds from 0 to 3600",
         "And as many repetitions as take so long."},
        {"max-noise", fmt::format("{}", max_noise_percent), "percent from 0 to 100",
         "And as many as bring the quartiles so close together; 0: any."},
        {"timeout", fmt::format("{}", timeout_seconds), "seconds from 0.001 to 86400",
         "What is measured side by side ends after so long."},
    };
}

bench::SweepRequest SweepForm::request(const std::filesystem::path& masks) const {
    bench::SweepRequest request;
    request.default_image = masks / "hand.png";
    request.images = image_paths(image, masks);
    request.densities = parse_list("density", density, parse_density);
    request.sizes =
        parse_list("size", size, [](const std::string& entry) -> std::int64_t { return parse_size(entry); });
    request.blocks =
        parse_list("block", block, [](const std::string& entry) { return parse_block("block", entry); });
    request.algorithms = split_list("algorithm", algorithm);
    request.prefix_sums = split_list("prefix-sum", prefix_sum);
    request.run_lengths = split_list("run-lengths", run_lengths);
    return request;
}

bench::MeasureOptions SweepForm::measuring() const {
    bench::MeasureOptions options;
    options.repetitions = options.overhead_repetitions = repetitions;
    options.min_seconds = min_seconds;
    options.max_noise = max_noise_percent / 100;
    options.timeout_seconds = timeout_seconds;
    return options;
}

std::string SweepForm::command(const std::filesystem::path& masks) const {
    std::string line = fmt::format("scanline bench {}", experiment);
    if (is_free()) {
        for (const std::string& path : image_paths(image, masks))
            line += " " + bench::shell_word(path);
        const auto add = [&line](const char* option, const std::string& list) {
            if (!list.empty())
                line += fmt::format(" {} {}", option, fmt::join(split_list(option, list), ","));
        };
        add("--density", density);
        add("--size", size);
        add("--algorithm", algorithm);
        add("--block", block);
        add("--prefix-sum", prefix_sum == "auto" ? "" : prefix_sum);
        add("--run-lengths", run_lengths == "auto" ? "" : run_lengths);
    } else if (quick) {
        line += " --quick";
    }
    line += fmt::format(" --reps {}", repetitions);
    if (min_seconds > 0)
        line += fmt::format(" --min-time {}", min_seconds);
    if (max_noise_percent > 0)
        line += fmt::format(" --max-noise {}", max_noise_percent);
    if (timeout_seconds != bench::MeasureOptions{}.timeout_seconds)
        line += fmt::format(" --timeout {}", timeout_seconds);
    return line;
}

} // namespace scanline::view
