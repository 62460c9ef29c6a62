#include "scanline/bench/json_reader.h"
#include "scanline/bench/report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <thread>

namespace scanline::bench {

namespace {

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c;
    });
    return text;
}

std::string run_name(const Results& results, const Row& row) {
    std::string name = results.experiment;
    for (const auto& [axis, value] : row.axes)
        name += fmt::format("/{}:{}", axis, value.text());
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
        axes[axis] = value.text();
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

// Reading.

constexpr std::size_t max_report_bytes = std::size_t{256} << 20;
constexpr int max_report_depth = 8; ///< a report has five levels

class ReportReader {
public:
    explicit ReportReader(const std::filesystem::path& path)
        : json_(path, "a report of scanline bench --output") {}

    Results read() {
        const Json report = json_.parse(max_report_bytes, max_report_depth);
        const Json& context = json_.object(report, "", "context");
        Results results;
        results.experiment = json_.text(context, "context.", "experiment");
        // Files are named after it.
        if (std::filesystem::path(results.experiment).filename() != results.experiment)
            throw json_.foreign("context.experiment is no name");
        results.title = json_.text(context, "context.", "title");
        results.roof = json_.text(context, "context.", "roof");
        results.complete = json_.boolean(context, "context.", "complete");
        Environment& with = results.environment;
        with.gpu = json_.text(context, "context.", "gpu");
        with.driver = json_.text(context, "context.", "driver");
        if (context.contains("processor")) // reports of earlier versions do not name it
            with.processor = json_.text(context, "context.", "processor");
        with.timer = json_.text(context, "context.", "timer");
        with.build_type = json_.text(context, "context.", "build_type");
        with.version = json_.text(context, "context.", "version");
        with.date = json_.text(context, "context.", "date");
        with.command = json_.text(context, "context.", "command");

        const Json& entries = json_.array(report, "", "benchmarks");
        for (std::size_t i = 0; i < entries.size(); ++i)
            take_entry(results.rows, entries[i], fmt::format("benchmarks[{}]", i));
        return results;
    }

private:
    std::int64_t count(const Json& parent, const std::string& where, const char* name) const {
        return static_cast<std::int64_t>(
            json_.whole(parent, where, name, std::numeric_limits<std::int64_t>::max()));
    }

    /// Begins a row, or adds a repetition to the last one. Aggregates are left out: they follow from the
    /// others.
    void take_entry(std::vector<Row>& rows, const Json& entry, const std::string& at) const {
        const std::string where = at + ".";
        const std::string run_type = json_.text(entry, where, "run_type");
        if (run_type == "aggregate")
            return;
        if (run_type != "iteration")
            throw json_.foreign(fmt::format("{}run_type is neither iteration nor aggregate", where));
        if (json_.text(entry, where, "time_unit") != "ms")
            throw json_.foreign(fmt::format("{}time_unit is not ms", where));

        const std::size_t repetition = json_.whole(entry, where, "repetition_index", max_report_bytes);
        Row row = row_of(entry, where);
        if (repetition == 0) {
            if (!rows.empty() &&
                !std::ranges::equal(rows.front().axes, row.axes, {}, &AxisValue::axis, &AxisValue::axis))
                throw json_.foreign(fmt::format("{}axes has other names than the entries before", where));
            rows.push_back(std::move(row));
        } else if (rows.empty() || rows.back().repetitions.size() != repetition ||
                   rows.back().axes != row.axes) {
            throw json_.foreign(fmt::format("{}repetition_index does not follow the entry before", where));
        }
        if (entry.contains("error_occurred") && json_.boolean(entry, where, "error_occurred"))
            rows.back().skipped = json_.text(entry, where, "error_message");
        else
            rows.back().repetitions.push_back(repetition_of(entry, where));
    }

    Row row_of(const Json& entry, const std::string& where) const {
        Row row;
        const Json& axes = json_.object(entry, where, "axes");
        for (const auto& axis : axes.items())
            row.axes.emplace_back(axis.key(), json_.text(axes, where + "axes.", axis.key().c_str()));
        row.seed = json_.whole(entry, where, "seed");
        row.items = count(entry, where, "items");
        row.bytes = count(entry, where, "bytes");
        if (entry.contains("roof_ms"))
            row.roof_milliseconds = json_.milliseconds(entry, where, "roof_ms");
        if (entry.contains("overhead"))
            row.overhead = json_.number(entry, where, "overhead");
        if (entry.contains("counts")) {
            const Json& counts = json_.array(entry, where, "counts");
            for (std::size_t i = 0; i < counts.size(); ++i) {
                const std::string at = fmt::format("{}counts[{}].", where, i);
                row.counts.push_back({json_.text(counts[i], at, "name"), count(counts[i], at, "value"),
                                      json_.text(counts[i], at, "stage")});
            }
        }
        return row;
    }

    Repetition repetition_of(const Json& entry, const std::string& where) const {
        Repetition repetition;
        repetition.milliseconds = json_.milliseconds(entry, where, "real_time");
        const Json& stages = json_.array(entry, where, "stages");
        for (std::size_t i = 0; i < stages.size(); ++i) {
            const std::string stage = fmt::format("{}stages[{}].", where, i);
            repetition.stages.push_back(
                {json_.text(stages[i], stage, "name"), json_.milliseconds(stages[i], stage, "ms")});
        }
        return repetition;
    }

    JsonReader json_;
};

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

Results read_results(const std::filesystem::path& path) {
    return ReportReader(path).read();
}

} // namespace scanline::bench
