#include "scanline/bench/report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace scanline::bench {

namespace {

using Json = nlohmann::ordered_json;

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c;
    });
    return text;
}

std::string run_name(const Results& results, const Row& row) {
    std::string name = results.experiment;
    for (const auto& [axis, value] : row.axes)
        name += fmt::format("/{}:{}", axis, value);
    return name;
}

Json context_of(const Results& results) {
    const Environment& with = results.environment;
    return {{"date", with.date},
            {"executable", "scanline"},
            {"num_cpus", std::thread::hardware_concurrency()},
            {"mhz_per_cpu", 0},
            {"cpu_scaling_enabled", false},
            {"caches", Json::array()},
            {"library_build_type", lower_case(with.build_type)},
            {"experiment", results.experiment},
            {"title", results.title},
            {"roof", results.roof},
            {"complete", results.complete},
            {"gpu", with.gpu},
            {"driver", with.driver},
            {"processor", with.processor},
            {"timer", with.timer},
            {"build_type", with.build_type},
            {"version", with.version},
            {"command", with.command}};
}

/// JSON has no infinity, as which a rate may come out; such a member is left out.
void add_finite(Json& entry, const char* name, double value) {
    if (std::isfinite(value))
        entry[name] = value;
}

void add_times(Json& entry, const Row& row, double milliseconds) {
    entry["iterations"] = 1;
    entry["real_time"] = milliseconds;
    entry["cpu_time"] = milliseconds;
    entry["time_unit"] = "ms";
    if (row.measured()) {
        const double seconds = milliseconds / 1000;
        add_finite(entry, "items_per_second", static_cast<double>(row.items) / seconds);
        add_finite(entry, "bytes_per_second", static_cast<double>(row.bytes) / seconds);
    }
}

/// What all entries of a row begin with.
Json entry_of(const Results& results, std::size_t row, const std::string& suffix, const char* run_type) {
    const std::string name = run_name(results, results.rows[row]);
    return {{"name", name + suffix},
            {"family_index", row},
            {"per_family_instance_index", 0},
            {"run_name", name},
            {"run_type", run_type},
            {"repetitions", std::max<std::size_t>(results.rows[row].repetitions.size(), 1)}};
}

/// What of a row is no member of Google Benchmark's.
void add_row(Json& entry, const Row& row) {
    Json axes = Json::object();
    for (const auto& [axis, value] : row.axes)
        axes[axis] = value;
    entry["axes"] = std::move(axes);
    entry["seed"] = row.seed;
    entry["items"] = row.items;
    entry["bytes"] = row.bytes;
    if (row.roof_milliseconds)
        add_finite(entry, "roof_ms", *row.roof_milliseconds);
    if (row.overhead)
        add_finite(entry, "overhead", *row.overhead);
    if (!row.counts.empty()) {
        Json& counts = entry["counts"] = Json::array();
        for (const Count& count : row.counts)
            counts.push_back({{"name", count.name}, {"value", count.value}, {"stage", count.stage}});
    }
}

Json iteration_entry(const Results& results, std::size_t index, std::size_t repetition) {
    const Row& row = results.rows[index];
    Json entry = entry_of(results, index, "", "iteration");
    entry["repetition_index"] = repetition;
    entry["threads"] = 1;
    if (!row.measured()) {
        entry["error_occurred"] = true;
        entry["error_message"] = row.skipped;
    }
    add_times(entry, row, row.measured() ? row.repetitions[repetition].milliseconds : 0);
    add_row(entry, row);
    if (row.measured()) {
        Json& stages = entry["stages"] = Json::array();
        for (const Stage& stage : row.repetitions[repetition].stages)
            stages.push_back({{"name", stage.name}, {"ms", stage.milliseconds}});
    }
    return entry;
}

Json aggregate_entry(const Results& results, std::size_t index, const std::string& aggregate,
                     double milliseconds) {
    Json entry = entry_of(results, index, "_" + aggregate, "aggregate");
    entry["threads"] = 1;
    entry["aggregate_name"] = aggregate;
    entry["aggregate_unit"] = "time";
    add_times(entry, results.rows[index], milliseconds);
    return entry;
}

} // namespace

std::string report_json(const Results& results) {
    Json benchmarks = Json::array();
    for (std::size_t index = 0; index < results.rows.size(); ++index) {
        const Row& row = results.rows[index];
        if (!row.measured()) {
            benchmarks.push_back(iteration_entry(results, index, 0));
            continue;
        }
        for (std::size_t repetition = 0; repetition < row.repetitions.size(); ++repetition)
            benchmarks.push_back(iteration_entry(results, index, repetition));
        const Quartiles times = row.milliseconds();
        benchmarks.push_back(aggregate_entry(results, index, "median", times.median));
        benchmarks.push_back(aggregate_entry(results, index, "q25", times.q25));
        benchmarks.push_back(aggregate_entry(results, index, "q75", times.q75));
    }
    const Json report{{"context", context_of(results)}, {"benchmarks", std::move(benchmarks)}};
    return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace scanline::bench
