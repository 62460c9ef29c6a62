#include "stored_scan_model.h"

#include "model_text.h"
#include "progress.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/scan_model.h"
#include "scanline/core/error.h"

#include <cstdio>
#include <fmt/format.h>

namespace scanline::cli {

cpu::ScanModel stored_scan_model() {
    Progress progress;
    const auto tell = [&progress](const std::string& line) {
        progress.hide();
        fmt::print(stderr, "scanline: {}\n", line);
    };
    const auto model = bench::stored_scan_model(bench::make_environment({}), progress.of_measurement(), tell);
    if (!model)
        throw Error("interrupted: what auto goes by was being measured anew");
    return *model;
}

std::string describe_scan_model() {
    const bench::Environment environment = bench::make_environment({});
    return model_text(bench::load_stored_scan_model(environment), "usual", bench::scan_model_command,
                      [&] { return bench::scan_model_path(environment); });
}

} // namespace scanline::cli
