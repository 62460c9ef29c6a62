#include "model_files.h"

namespace scanline::tune::test {

namespace {

Environment measured_by(const char* timer) {
    Environment environment;
    environment.timer = timer;
    environment.build_type = "Release";
    environment.version = "0.1.0";
    environment.date = "2026-11-20T08:30:00Z";
    return environment;
}

} // namespace

AutoModelKind::Model AutoModelKind::example() {
    using raster::Algorithm;
    return {{{{Algorithm::packed, 0}, 0.02, 1.25e-7, 1e-7, 0},
             {{Algorithm::rlz, 512}, 0.025, 1.25e-7, 5e-8, 1e-7},
             {{Algorithm::bt, 128}, 0.1, 1.0 / 3e6, 2e-7, 3e-7},
             {{Algorithm::histopyramid, 0}, 0, 0, 5e-324, 1e6}},
            0.03125};
}

Environment AutoModelKind::environment() {
    Environment environment = measured_by("gl-query");
    environment.gpu = "A GPU (rev 2)";
    environment.driver = "4.6 of a driver 1.2.3";
    return environment;
}

std::vector<std::pair<std::string Environment::*, std::string>> AutoModelKind::identity() {
    return {{&Environment::gpu, "gpu"}, {&Environment::driver, "driver"}, {&Environment::version, "version"}};
}

std::vector<std::string> AutoModelKind::members() {
    return {"format", "gpu", "driver", "version", "date", "survey_ms", "costs"};
}

ScanModelKind::Model ScanModelKind::example() {
    return {{{0, {"lookahead"}}, {100'000, {"simd1-p", 2, 1'048'576}}, {1'000'000, {"lookahead2-p", 1024}}},
            {{0, {"scalar"}}, {std::int64_t{1} << 40, {"simd-t-p", 1, 8}}}};
}

Environment ScanModelKind::environment() {
    Environment environment = measured_by("wall-clock");
    environment.processor = "A CPU (rev 2), 8 usable, AVX2, L1 32 KiB, L2 512 KiB";
    return environment;
}

std::vector<std::pair<std::string Environment::*, std::string>> ScanModelKind::identity() {
    return {{&Environment::processor, "processor"}, {&Environment::version, "version"}};
}

std::vector<std::string> ScanModelKind::members() {
    return {"format", "processor", "version", "date", "in_place", "apart"};
}

} // namespace scanline::tune::test
