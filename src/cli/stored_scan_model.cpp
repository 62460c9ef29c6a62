#include "stored_scan_model.h"

#include "model_text.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/scan_model.h"
#include "scanline/cpu/thread_team.h"

namespace scanline::cli {

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
