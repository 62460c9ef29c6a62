#include "stored_models.h"

#include "scanline/bench/environment.h"
#include "scanline/core/message.h"
#include "scanline/core/text.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/data/user_folders.h"
#include "scanline/tune/loaded_model.h"
#include "scanline/tune/scan_model.h"
#include "scanline/tune/stored_auto_model.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cli {

namespace {

bench::Environment environment_of(machine::Machine& machine) {
    return bench::make_environment(machine.capabilities(), machine.timer(), {});
}

// Which model is in use, for people: its file, path(), with its date, or what stands in for it, and why.
// otherwise: what that is called; command: what measures one.
template <class Model, class Path>
std::string model_text(const bench::LoadedModel<Model>& loaded, const char* otherwise, const char* command,
                       Path path) {
    if (loaded.model)
        return fmt::format("{} of {}", printable_path(path()), loaded.date);
    if (!data::user_cache_folder())
        return fmt::format("{} ({})", otherwise, loaded.reason);
    const std::string why = loaded.missing ? "" : loaded.reason + "; ";
    return fmt::format("{} ({}{} measures this machine)", otherwise, why, command);
}

// A line on standard error where there is a stored model that is not used. otherwise: what is used instead.
template <class Model>
void report_unused(const bench::LoadedModel<Model>& loaded, const char* otherwise, const char* command) {
    if (!loaded.model && !loaded.missing)
        print_message(
            fmt::format("{}; auto goes by {} ({} measures this machine)", loaded.reason, otherwise, command));
}

} // namespace

std::shared_ptr<const raster::AutoModel> stored_auto_model(machine::Machine& machine) {
    const bench::LoadedAutoModel loaded = bench::load_stored_auto_model(environment_of(machine));
    report_unused(loaded, "the shipped costs", bench::auto_model_command);
    return loaded.model ? std::make_shared<const raster::AutoModel>(*loaded.model) : nullptr;
}

void use_stored_auto_model(machine::Machine& machine, CompactionJob& job) {
    if (std::ranges::count(job.algorithms, raster::Algorithm::automatic,
                           &catalog::CompactionEntry::algorithm) > 0)
        job.options.automatic.model = stored_auto_model(machine);
}

std::string describe_auto_model(machine::Machine& machine) {
    const bench::Environment environment = environment_of(machine);
    return model_text(bench::load_stored_auto_model(environment), "shipped", bench::auto_model_command,
                      [&] { return bench::auto_model_path(environment.gpu); });
}

cpu::ScanModel stored_scan_model() {
    const bench::LoadedScanModel loaded = bench::load_stored_scan_model(bench::make_environment({}));
    report_unused(loaded, "what is usual", bench::scan_model_command);
    return loaded.model.value_or(cpu::usual_scan_model(cpu::ThreadTeam::all_processors()));
}

std::string describe_scan_model() {
    const bench::Environment environment = bench::make_environment({});
    return model_text(bench::load_stored_scan_model(environment), "usual", bench::scan_model_command,
                      [&] { return bench::scan_model_path(environment); });
}

} // namespace scanline::cli
