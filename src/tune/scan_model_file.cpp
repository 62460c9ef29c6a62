#include "model_file.h"

#include "scanline/cpu/scan_algorithm.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/tune/scan_model.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

namespace fs = std::filesystem;

/// Another number for every change of what the file means.
constexpr std::uint64_t scan_model_format = 1;
constexpr std::size_t max_steps = 64;
constexpr std::uint64_t max_array_bytes = std::uint64_t{1} << 48;

ModelIdentity scan_model_identity(const Environment& environment) {
    return {scan_model_format,
            scan_model_command,
            {{"processor", environment.processor}, {"version", environment.version}}};
}

Json to_json(const std::vector<cpu::ScanStep>& steps) {
    Json list = Json::array();
    for (const cpu::ScanStep& step : steps) {
        Json& json = list.emplace_back(Json{{"from_bytes", step.from_bytes},
                                            {"algorithm", step.choice.algorithm},
                                            {"threads", step.choice.threads}});
        if (step.choice.partition_bytes)
            json["partition_bytes"] = *step.choice.partition_bytes;
        if (step.choice.dilation > 0)
            json["dilation"] = step.choice.dilation;
    }
    return list;
}

class ScanModelReader {
public:
    explicit ScanModelReader(const JsonReader& json) : json_(json) {}

    std::vector<cpu::ScanStep> steps(const Json& file, const char* name) const {
        const Json& list = json_.array(file, "", name);
        if (list.empty() || list.size() > max_steps)
            throw json_.foreign(
                fmt::format("{} has {} steps, not between 1 and {}", name, list.size(), max_steps));
        std::vector<cpu::ScanStep> steps;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string where = fmt::format("{}[{}].", name, i);
            cpu::ScanStep step = step_of(list[i], where);
            if (steps.empty() ? step.from_bytes != 0 : step.from_bytes <= steps.back().from_bytes)
                throw json_.foreign(where + "from_bytes does not ascend from 0");
            steps.push_back(std::move(step));
        }
        return steps;
    }

private:
    cpu::ScanStep step_of(const Json& json, const std::string& where) const {
        cpu::ScanStep step;
        step.from_bytes = static_cast<std::int64_t>(json_.whole(json, where, "from_bytes", max_array_bytes));
        step.choice.algorithm = json_.text(json, where, "algorithm");
        const auto algorithms = cpu::scan_algorithms();
        const auto found = std::ranges::find(algorithms, step.choice.algorithm, &cpu::ScanAlgorithm::name);
        if (found == algorithms.end())
            throw json_.foreign(where + "algorithm is none that can be chosen");
        step.choice.threads =
            static_cast<int>(json_.whole(json, where, "threads", cpu::ThreadTeam::max_threads));
        if (found->multithreaded() ? step.choice.threads < 1 : step.choice.threads != 1)
            throw json_.foreign(fmt::format("{}threads is {}, which {} does not take", where,
                                            step.choice.threads, found->name));
        if (json.contains("partition_bytes")) {
            const std::uint64_t bytes = json_.whole(json, where, "partition_bytes", max_array_bytes);
            // An element of the widest type is the least that a partition has.
            if (!found->partitioned || bytes < sizeof(std::int64_t))
                throw json_.foreign(fmt::format("{}partition_bytes is {}, which {} does not take", where,
                                                bytes, found->name));
            step.choice.partition_bytes = static_cast<std::int64_t>(bytes);
        }
        if (json.contains("dilation")) {
            step.choice.dilation = json_.number(json, where, "dilation");
            if (!found->multithreaded() || !(step.choice.dilation >= 0 && step.choice.dilation <= 1))
                throw json_.foreign(fmt::format("{}dilation is {}, which {} does not take", where,
                                                step.choice.dilation, found->name));
        }
        return step;
    }

    const JsonReader& json_;
};

} // namespace

fs::path scan_model_path(const Environment& environment) {
    return model_path("scan", environment.processor);
}

void save_scan_model(const fs::path& path, const cpu::ScanModel& model, const Environment& environment) {
    save_model(path, scan_model_identity(environment), environment,
               {{"in_place", to_json(model.in_place)}, {"apart", to_json(model.apart)}});
}

LoadedScanModel load_scan_model(const fs::path& path, const Environment& environment) {
    return load_model<cpu::ScanModel>(
        path, scan_model_identity(environment), [](const JsonReader& reader, const Json& json) {
            const ScanModelReader steps(reader);
            return cpu::ScanModel{steps.steps(json, "in_place"), steps.steps(json, "apart")};
        });
}

LoadedScanModel load_stored_scan_model(const Environment& environment) {
    return load_stored_model([&] { return load_scan_model(scan_model_path(environment), environment); });
}

} // namespace scanline::bench
