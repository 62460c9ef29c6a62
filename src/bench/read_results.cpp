#include "scanline/bench/json_reader.h"

#include "scanline/bench/report.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::bench {

namespace {

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

Results read_results(const std::filesystem::path& path) {
    return ReportReader(path).read();
}

} // namespace scanline::bench
