#include "stored_models.h"

#include "program.h"
#include "terminal.h"

#include "scanline/bench/results.h"
#include "scanline/core/message.h"
#include "scanline/core/text.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/data/user_folders.h"
#include "scanline/tune/stored_model.h"

#include <fmt/format.h>

namespace scanline::cli {

namespace {

// The names of the built-in models, alone and in a sentence.
template <class Model>
constexpr const char* built_in = "shipped";
template <>
constexpr const char* built_in<cpu::ScanModel> = "usual";

template <class Model>
constexpr const char* built_in_phrase = "the shipped costs";
template <>
constexpr const char* built_in_phrase<cpu::ScanModel> = "what is usual";

template <class Model>
std::string describe(const tune::LoadedModel<Model>& loaded, const bench::Environment& environment) {
    if (loaded.model)
        return fmt::format("{} of {}", printable_path(tune::model_path<Model>(environment)), loaded.date);
    if (!data::user_cache_folder())
        return fmt::format("{} ({})", built_in<Model>, loaded.reason);
    return fmt::format("{} ({}{} measures this machine)", built_in<Model>,
                       loaded.missing ? "" : loaded.reason + "; ", tune::model_command<Model>);
}

template <class Model>
tune::LoadedModel<Model> load_and_report(const bench::Environment& environment) {
    auto loaded = tune::load_stored_model<Model>(environment);
    if (!loaded.model && !loaded.missing)
        remark(fmt::format("{}; auto goes by {} ({} measures this machine)", loaded.reason,
                           built_in_phrase<Model>, tune::model_command<Model>));
    return loaded;
}

} // namespace

systems::AutoCosts auto_costs(machine::Machine& machine) {
    const bench::Environment environment = environment_of(machine);
    const auto loaded = load_and_report<raster::AutoModel>(environment);
    return {loaded.model ? std::make_shared<const raster::AutoModel>(*loaded.model) : nullptr,
            describe(loaded, environment)};
}

cpu::ScanModel scan_model() {
    return load_and_report<cpu::ScanModel>(bench::make_environment({}))
        .model.value_or(cpu::default_scan_model(cpu::ThreadTeam::all_processors()));
}

template <class Model>
std::string describe_model(const bench::Environment& environment) {
    return describe(tune::load_stored_model<Model>(environment), environment);
}
template std::string describe_model<raster::AutoModel>(const bench::Environment&);
template std::string describe_model<cpu::ScanModel>(const bench::Environment&);

bench::Environment environment_of(machine::Machine& machine) {
    return bench::make_environment(machine.capabilities(), machine.timer(), command_line());
}

} // namespace scanline::cli
