#include "scanline/bench/report.h"
#include "scanline/core/error.h"
#include "scanline/data/read_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace scanline::bench {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_bytes = std::size_t{256} << 20;
constexpr int max_depth = 8; ///< a report has five levels

class ReportReader {
public:
    explicit ReportReader(const std::filesystem::path& path) : path_(path) {}

    Results read() {
        const Json report = parse();
        const Json& context = object(report, "", "context");
        Results results;
        results.experiment = text(context, "context.", "experiment");
        results.title = text(context, "context.", "title");
        results.roof = text(context, "context.", "roof");
        results.complete = boolean(context, "context.", "complete");
        Environment& with = results.environment;
        with.gpu = text(context, "context.", "gpu");
        with.driver = text(context, "context.", "driver");
        with.timer = text(context, "context.", "timer");
        with.build_type = text(context, "context.", "build_type");
        with.version = text(context, "context.", "version");
        with.date = text(context, "context.", "date");
        with.command = text(context, "context.", "command");

        const Json& entries = array(report, "", "benchmarks");
        for (std::size_t i = 0; i < entries.size(); ++i)
            take_entry(results.rows, entries[i], fmt::format("benchmarks[{}]", i));
        return results;
    }

private:
    Error foreign(const std::string& what) const {
        return data::read_error(path_, fmt::format("{}; expected a report of scanline bench --output", what));
    }

    Json parse() const {
        const std::vector<std::byte> bytes = data::read_file(path_, max_bytes);
        // Deep nesting costs far more memory than the file has bytes.
        const auto check_depth = [this](int depth, Json::parse_event_t /*event*/, const Json& /*parsed*/) {
            if (depth > max_depth)
                throw foreign(fmt::format("it is nested more than {} deep", max_depth));
            return true;
        };
        try {
            const auto* begin = reinterpret_cast<const char*>(bytes.data());
            return Json::parse(begin, begin + bytes.size(), check_depth);
        } catch (const Json::parse_error& error) {
            throw foreign(fmt::format("it is no JSON (byte {})", error.byte));
        } catch (const Json::out_of_range&) {
            throw foreign("it has a number that is out of range");
        }
    }

    /// A member of one of the types that `has_type` takes; `where` is the path to the object with its
    /// separator.
    template <class HasType>
    const Json& member(const Json& parent, const std::string& where, const char* name, const char* expected,
                       HasType has_type) const {
        const auto found = parent.is_object() ? parent.find(name) : parent.end();
        if (!parent.is_object() || found == parent.end())
            throw foreign(fmt::format("it has no {}{}", where, name));
        if (!has_type(*found))
            throw foreign(fmt::format("{}{} is {} {}, not {}", where, name,
                                      found->is_array() || found->is_object() ? "an" : "a",
                                      found->type_name(), expected));
        return *found;
    }
    const Json& object(const Json& parent, const std::string& where, const char* name) const {
        return member(parent, where, name, "an object", [](const Json& json) { return json.is_object(); });
    }
    const Json& array(const Json& parent, const std::string& where, const char* name) const {
        return member(parent, where, name, "an array", [](const Json& json) { return json.is_array(); });
    }
    std::string text(const Json& parent, const std::string& where, const char* name) const {
        return member(parent, where, name, "a string", [](const Json& json) { return json.is_string(); });
    }
    bool boolean(const Json& parent, const std::string& where, const char* name) const {
        return member(parent, where, name, "a boolean", [](const Json& json) { return json.is_boolean(); });
    }
    double number(const Json& parent, const std::string& where, const char* name) const {
        return member(parent, where, name, "a number", [](const Json& json) { return json.is_number(); });
    }
    double milliseconds(const Json& parent, const std::string& where, const char* name) const {
        return member(parent, where, name, "a time",
                      [](const Json& json) { return json.is_number() && json.get<double>() >= 0; });
    }
    std::uint64_t whole(const Json& parent, const std::string& where, const char* name,
                        std::uint64_t greatest) const {
        return member(parent, where, name, "a whole number in its range", [greatest](const Json& json) {
            return json.is_number_unsigned() && json.get<std::uint64_t>() <= greatest;
        });
    }
    std::int64_t count(const Json& parent, const std::string& where, const char* name) const {
        return static_cast<std::int64_t>(
            whole(parent, where, name, std::numeric_limits<std::int64_t>::max()));
    }

    /// Begins a row, or adds a repetition to the last one. Aggregates are left out: they follow from the
    /// others.
    void take_entry(std::vector<Row>& rows, const Json& entry, const std::string& at) const {
        const std::string where = at + ".";
        const std::string run_type = text(entry, where, "run_type");
        if (run_type == "aggregate")
            return;
        if (run_type != "iteration")
            throw foreign(fmt::format("{}run_type is neither iteration nor aggregate", where));
        if (text(entry, where, "time_unit") != "ms")
            throw foreign(fmt::format("{}time_unit is not ms", where));

        const std::size_t repetition = whole(entry, where, "repetition_index", max_bytes);
        Row row = row_of(entry, where);
        if (repetition == 0) {
            if (!rows.empty() &&
                !std::ranges::equal(rows.front().axes, row.axes, {}, &AxisValue::first, &AxisValue::first))
                throw foreign(fmt::format("{}axes has other names than the entries before", where));
            rows.push_back(std::move(row));
        } else if (rows.empty() || rows.back().repetitions.size() != repetition ||
                   rows.back().axes != row.axes) {
            throw foreign(fmt::format("{}repetition_index does not follow the entry before", where));
        }
        if (entry.contains("error_occurred") && boolean(entry, where, "error_occurred"))
            rows.back().skipped = text(entry, where, "error_message");
        else
            rows.back().repetitions.push_back(repetition_of(entry, where));
    }

    Row row_of(const Json& entry, const std::string& where) const {
        Row row;
        const Json& axes = object(entry, where, "axes");
        for (const auto& axis : axes.items())
            row.axes.emplace_back(axis.key(), text(axes, where + "axes.", axis.key().c_str()));
        row.seed = whole(entry, where, "seed", std::numeric_limits<std::uint64_t>::max());
        row.items = count(entry, where, "items");
        row.bytes = count(entry, where, "bytes");
        if (entry.contains("roof_ms"))
            row.roof_milliseconds = milliseconds(entry, where, "roof_ms");
        if (entry.contains("overhead"))
            row.overhead = number(entry, where, "overhead");
        return row;
    }

    Repetition repetition_of(const Json& entry, const std::string& where) const {
        Repetition repetition;
        repetition.milliseconds = milliseconds(entry, where, "real_time");
        const Json& stages = array(entry, where, "stages");
        for (std::size_t i = 0; i < stages.size(); ++i) {
            const std::string stage = fmt::format("{}stages[{}].", where, i);
            repetition.stages.push_back(
                {text(stages[i], stage, "name"), milliseconds(stages[i], stage, "ms")});
        }
        return repetition;
    }

    using AxisValue = AxisValues::value_type;

    const std::filesystem::path& path_;
};

} // namespace

Results read_results(const std::filesystem::path& path) {
    return ReportReader(path).read();
}

} // namespace scanline::bench
