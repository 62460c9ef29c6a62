#include "scanline/systems/scan_calibration.h"
#include "scanline/tune/stored_model.h"
#include "systems/find_experiment.h"

#include "data/files.h"
#include "scanline/cpu/scan.h"
#include "scanline/cpu/thread_team.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <set>

namespace scanline::systems::calibrate_scans_test {

using cpu::ScanModel;
using cpu::ScanStep;
using scanline::test::EnvironmentVariable;
using scanline::test::TemporaryFolder;

namespace {

const ScanCalibrateOptions tiny{.sizes = {100, 5000}, .repetitions = 1};

bool never(double, const std::string&) {
    return false;
}

void check_steps(const std::vector<ScanStep>& steps) {
    REQUIRE_FALSE(steps.empty());
    CHECK(steps.size() <= tiny.sizes.size());
    CHECK(steps.front().from_bytes == 0);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const cpu::ScanChoice& choice = steps[i].choice;
        const cpu::ScanAlgorithm& algorithm = cpu::find_scan_algorithm(choice.algorithm);
        CHECK(choice.threads >= 1);
        CHECK(choice.threads <= cpu::usable_processors());
        CHECK((algorithm.multithreaded() || choice.threads == 1));
        CHECK(choice.partition_bytes.has_value() == algorithm.partitioned);
        if (i > 0) {
            CHECK(steps[i].from_bytes > steps[i - 1].from_bytes);
            CHECK(steps[i].choice != steps[i - 1].choice);
        }
    }
}

} // namespace

TEST_CASE("A calibration of scans gives a model that a file keeps") {
    std::set<std::string> whats;
    double last = 0;
    const auto model = calibrate_scans(tiny, [&](double fraction, const std::string& what) {
        CHECK(fraction >= last);
        CHECK(fraction <= 1);
        last = fraction;
        whats.insert(what);
        return true;
    });
    REQUIRE(model);
    check_steps(model->in_place);
    check_steps(model->apart);
    CHECK(whats == std::set<std::string>{"100 elements in place, 1 thread", "100 elements apart, 1 thread",
                                         "5000 elements in place, 1 thread",
                                         "5000 elements apart, 1 thread"});
    const TemporaryFolder folder;
    const Environment environment = make_environment("a test");
    tune::save_model(folder / "model.json", *model, environment);
    CHECK(tune::load_model<ScanModel>(folder / "model.json", environment).model == model);
}

TEST_CASE("A calibration of scans that is ended gives none, whenever it ends") {
    CHECK_FALSE(calibrate_scans(tiny, never));
    // In the middle of a group.
    for (const char* last : {"100 elements in place, 1 thread", "5000 elements apart, 1 thread"}) {
        int calls = 0;
        CHECK_FALSE(calibrate_scans(
            tiny, [&](double, const std::string& what) { return what != last || ++calls < 4; }));
        CHECK(calls == 4);
    }
}

TEST_CASE("A quick calibration of scans measures less than a whole one") {
    const ScanCalibrateOptions quick = quick_scan_calibration(), whole;
    CHECK(quick.repetitions < whole.repetitions);
    CHECK(quick.sizes.size() < whole.sizes.size());
    for (const auto& sizes : {quick.sizes, whole.sizes}) {
        CHECK(std::ranges::is_sorted(sizes));
        CHECK(sizes.front() >= 1);
    }
}

TEST_CASE("A model in the cache folder is the one that is stored") {
    const TemporaryFolder folder;
    const EnvironmentVariable cache("XDG_CACHE_HOME", folder.path().string());
    const Environment environment = make_environment("");
    CHECK(tune::load_stored_model<ScanModel>(environment).missing);
    const ScanModel model{{{0, {"simd"}}, {64, {"scalar"}}}, {{0, {"simd-t"}}}};
    tune::save_model(tune::model_path<ScanModel>(environment), model, environment);
    CHECK(tune::load_stored_model<ScanModel>(environment).model == model);
}

} // namespace scanline::systems::calibrate_scans_test
