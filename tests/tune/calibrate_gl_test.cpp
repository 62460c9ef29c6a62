#include "scanline/core/error.h"
#include "scanline/tune/calibrate.h"
#include "support/fake_clock.h"
#include "support/gl_test.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace scanline::tune::calibrate_gl_test {

using raster::Algorithm;
using raster::CompactionChoice;

namespace {

CalibrateOptions small() {
    CalibrateOptions options;
    options.sizes = {1000, 4000};
    options.densities = {0.1, 0.9};
    options.run_lengths = {32};
    options.repetitions = 1;
    options.seconds = 1e6; // as long as the machine needs
    return options;
}

class CalibrateTest : public scanline::test::GlTest {
protected:
    raster::Engine engine{context.capabilities()};

    std::optional<Calibration> run(const CalibrateOptions& options, const ProgressHook& progress = {}) {
        return calibrate(engine, gl::TimerKind::wall_clock, options, progress);
    }

    std::string refusal(const CalibrateOptions& options) {
        try {
            run(options);
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::usage);
            return error.what();
        }
        return "no error";
    }
};

} // namespace

TEST_CASE("The streams of a calibration have the density and the changes that are asked for") {
    using Catch::Approx;
    for (const double density : {0.02, 0.2, 0.5, 0.8, 0.98}) {
        CAPTURE(density);
        const auto features_of = [density](std::optional<double> run_length) {
            const systems::InputStream stream = calibration_stream(1 << 20, density, run_length);
            CHECK(stream.values.size() == 1 << 20);
            return stream_features(stream.values, stream.discriminator);
        };
        const raster::StreamFeatures noise = features_of(std::nullopt), runs = features_of(32);
        CHECK(noise.density == Approx(density).epsilon(0.05));
        CHECK(noise.changes == Approx(2 * density * (1 - density)).epsilon(0.05));
        CHECK(runs.density == Approx(density).epsilon(0.1));
        CHECK(runs.changes == Approx(2 * std::min(density, 1 - density) / 32).epsilon(0.1));
    }
}

TEST_CASE_METHOD(CalibrateTest, "Every choice of auto gets costs that a time can have") {
    const std::optional<Calibration> calibration = run(small());
    REQUIRE(calibration);
    std::vector<CompactionChoice> expected{{Algorithm::packed}, {Algorithm::histopyramid}};
    for (const int block : {32, 128, 512}) {
        for (const Algorithm algorithm : {Algorithm::horn, Algorithm::jj, Algorithm::rlz, Algorithm::bt})
            expected.push_back({algorithm, block});
    }
    const std::vector<raster::CompactionCost>& costs = calibration->model.costs;
    REQUIRE(costs.size() == expected.size());
    for (const CompactionChoice& choice : expected)
        CHECK(std::ranges::count(costs, choice, &raster::CompactionCost::choice) == 1);
    for (const raster::CompactionCost& cost : costs) {
        for (const double value : {cost.fixed, cost.per_element, cost.per_survivor, cost.per_change})
            CHECK((std::isfinite(value) && value >= 0));
        CHECK(cost.milliseconds(4000, {0.5, 0.5}) > 1e-6);
    }
    CHECK(calibration->model.survey_milliseconds > 0);
}

TEST_CASE_METHOD(CalibrateTest, "Each fit is the one of the cost at its place") {
    const std::optional<Calibration> calibration = run(small());
    REQUIRE(calibration);
    REQUIRE(calibration->fits.size() == calibration->model.costs.size());
    for (std::size_t i = 0; i < calibration->fits.size(); ++i) {
        const CostFit& fit = calibration->fits[i];
        CHECK(fit.cost == calibration->model.costs[i]);
        CHECK(fit.median_error >= 0);
        CHECK(fit.worst_error >= fit.median_error);
    }
}

TEST_CASE_METHOD(CalibrateTest, "Progress never falls, and names each kind of stream") {
    double before = 0;
    std::vector<std::string> names;
    run(small(), [&](double fraction, const std::string& what) {
        CHECK(fraction >= before);
        CHECK(fraction <= 1 + 1e-9);
        before = fraction;
        if (names.empty() || names.back() != what)
            names.push_back(what);
        return true;
    });
    CHECK(before > 0.8);
    CHECK(names == std::vector<std::string>{
                       "survey", "1000 elements, 10 % valid", "1000 elements, 10 % valid in runs of 32",
                       "1000 elements, 90 % valid", "1000 elements, 90 % valid in runs of 32",
                       "4000 elements, 10 % valid", "4000 elements, 10 % valid in runs of 32",
                       "4000 elements, 90 % valid", "4000 elements, 90 % valid in runs of 32"});
}

TEST_CASE_METHOD(CalibrateTest, "Nothing comes of what was interrupted, wherever it was") {
    int calls = 0;
    REQUIRE(run(small(), [&calls](double, const std::string&) {
        ++calls;
        return true;
    }));
    for (const int allowed : {0, 1, 5, calls / 2, calls - 1}) {
        CAPTURE(allowed);
        int left = allowed;
        CHECK_FALSE(run(small(), [&left](double, const std::string&) { return left-- > 0; }));
    }
}

TEST_CASE_METHOD(CalibrateTest, "From the third on, sizes that the time does not do for are left out") {
    CalibrateOptions options = small();
    options.sizes = {100, 1000, 10'000};
    double taken = 0;
    const auto sizes_in = [&](double seconds) {
        // A stage takes 1 ms, the step between two readings of the clock.
        scanline::test::FakeClock time(std::chrono::milliseconds(1));
        options.clock = time.clock();
        options.seconds = seconds;
        std::set<std::string> seen;
        REQUIRE(run(options, [&seen](double, const std::string& what) {
            seen.insert(what.substr(0, what.find(' ')));
            return true;
        }));
        taken = std::chrono::duration<double>(options.clock()).count();
        seen.erase("survey");
        return seen;
    };
    const std::set<std::string> first{"100", "1000"}, all{"100", "1000", "10000"};
    CHECK(sizes_in(0) == first);
    // Time is not up after the second, but would be before the end of the third.
    CHECK(sizes_in(1.5 * taken) == first);
    CHECK(sizes_in(1e6) == all);
}

TEST_CASE_METHOD(
    CalibrateTest,
    "The time left is right once streams of two sizes are measured, however little sizes matter") {
    CalibrateOptions options = small();
    options.sizes = {1 << 10, 1 << 12, 1 << 18};
    const auto check_time_left = [&](double seconds) {
        scanline::test::FakeClock time(std::chrono::milliseconds(1));
        options.clock = time.clock();
        options.seconds = seconds;
        const auto now = [&] { return std::chrono::duration<double>(options.clock()).count(); };
        const double begin = now();
        std::vector<std::pair<double, double>> told; // when, and how long is left
        REQUIRE(run(options, [&](double fraction, const std::string& what) {
            const double elapsed = now() - begin;
            // Until it knows a stream of the second size, it goes by the number of elements.
            const bool knows_two_sizes =
                !what.starts_with("1024 ") && what != "survey" && what != "4096 elements, 10 % valid";
            if (knows_two_sizes)
                told.emplace_back(elapsed, elapsed / fraction - elapsed);
            return true;
        }));
        const double taken = now() - begin;
        for (const auto& [elapsed, left] : told) {
            INFO(elapsed << " s of " << taken << " s");
            CHECK(std::abs(left - (taken - elapsed)) < 0.15 * taken);
        }
        return taken;
    };
    const double all = check_time_left(1e6);
    CHECK(check_time_left(0.7 * all) < 0.7 * all); // the last size is left out
}

TEST_CASE_METHOD(CalibrateTest, "What does not fit into the largest texture is left out") {
    // Textures are limited to this OpenGL's width; blocks of 512 need a row of 512.
    gl::Capabilities capabilities = context.capabilities();
    capabilities.max_texture_size = 256;
    raster::Engine narrow(capabilities);
    const std::optional<Calibration> calibration = calibrate(narrow, gl::TimerKind::wall_clock, small(), {});
    REQUIRE(calibration);
    const auto count = [&](int block) {
        return std::ranges::count_if(calibration->model.costs, [block](const raster::CompactionCost& cost) {
            return cost.choice.block == block;
        });
    };
    CHECK(count(32) == 4);
    CHECK(count(128) == 4);
    CHECK(count(512) == 0);
}

TEST_CASE_METHOD(CalibrateTest, "The observer is back, whatever the end") {
    PassObserver observer;
    engine.set_observer(&observer);
    run(small());
    CHECK(engine.observer() == &observer);
    run(small(), [](double, const std::string&) { return false; });
    CHECK(engine.observer() == &observer);
}

TEST_CASE_METHOD(CalibrateTest, "What cannot be measured on is refused by name") {
    using Catch::Matchers::ContainsSubstring;
    CalibrateOptions options = small();
    options.sizes = {};
    CHECK_THAT(refusal(options), ContainsSubstring("one size"));
    options.sizes = {0, 1};
    CHECK_THAT(refusal(options), ContainsSubstring("0 elements"));
    options.sizes = {2, 1};
    CHECK_THAT(refusal(options), ContainsSubstring("ascending"));
    options = small();
    options.densities = {};
    CHECK_THAT(refusal(options), ContainsSubstring("one density"));
    for (const double density : {0.0, 1.0, -0.5, std::nan("")}) {
        options.densities = {density};
        CHECK_THAT(refusal(options), ContainsSubstring("density of"));
    }
    options = small();
    options.repetitions = 0;
    CHECK_THAT(refusal(options), ContainsSubstring("repetitions"));
    options = small();
    options.run_lengths = {32, 0.5};
    CHECK_THAT(refusal(options), ContainsSubstring("mean length of 0.5"));
}

} // namespace scanline::tune::calibrate_gl_test
