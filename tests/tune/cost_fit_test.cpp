#include "scanline/core/random.h"
#include "scanline/tune/cost_fit.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace scanline::tune::cost_fit_test {

using Catch::Approx;
using raster::Algorithm;
using raster::CompactionChoice;
using raster::CompactionCost;
using raster::StreamFeatures;

namespace {

constexpr CompactionChoice choice{Algorithm::bt, 128};

/// Streams of four sizes and five densities, as noise and in runs of 32, with times from `time`.
template <class Time>
std::vector<CostSample> samples_of(Time time) {
    std::vector<CostSample> samples;
    for (const std::int64_t elements : {1 << 16, 1 << 18, 1 << 20, 1 << 22}) {
        for (const double density : {0.02, 0.2, 0.5, 0.8, 0.98}) {
            for (const double changes : {2 * density * (1 - density), std::min(density, 1 - density) / 16}) {
                CostSample sample{elements, {density, changes}, 0};
                sample.milliseconds = time(sample);
                samples.push_back(sample);
            }
        }
    }
    return samples;
}

std::vector<CostSample> samples_of(const CompactionCost& cost) {
    return samples_of(
        [&cost](const CostSample& sample) { return cost.milliseconds(sample.elements, sample.features); });
}

double squares(const CompactionCost& cost, const std::vector<CostSample>& samples) {
    double sum = 0;
    for (const CostSample& sample : samples) {
        const auto elements = static_cast<double>(sample.elements);
        const double predicted =
            cost.fixed + elements * (cost.per_element + cost.per_survivor * sample.features.density +
                                     cost.per_change * sample.features.changes);
        sum += std::pow(predicted / sample.milliseconds - 1, 2);
    }
    return sum;
}

void check_near(const CompactionCost& found, const CompactionCost& expected, double error) {
    const auto near = [error](double value) { return Approx(value).epsilon(error).margin(1e-12); };
    CHECK(found.choice == expected.choice);
    CHECK(found.fixed == near(expected.fixed));
    CHECK(found.per_element == near(expected.per_element));
    CHECK(found.per_survivor == near(expected.per_survivor));
    CHECK(found.per_change == near(expected.per_change));
}

} // namespace

TEST_CASE("The features of a stream are its valid elements and the changes between neighbours") {
    const auto features = [](const std::vector<float>& values, const raster::Discriminator& discriminator) {
        const StreamFeatures found = stream_features(values, discriminator);
        return std::pair(found.density, found.changes);
    };
    CHECK(features({255, 255, 0, 255}, {}) == std::pair(0.75, 2.0 / 3));
    CHECK(features({255, 255, 0, 255}, {.negate = true}) == std::pair(0.25, 2.0 / 3));
    CHECK(features({0, 127, 128, 200}, {}) == std::pair(0.5, 1.0 / 3));
    CHECK(features({0, 255, 0, 255, 0}, {}) == std::pair(0.4, 1.0));
    CHECK(features({255}, {}) == std::pair(1.0, 0.0));
    CHECK(features({}, {}) == std::pair(0.0, 0.0));
}

TEST_CASE("Costs are recovered from the times that they make") {
    for (const CompactionCost& cost :
         {CompactionCost{choice, 0.13, 3.2e-7, 2e-7, 3e-7}, CompactionCost{choice, 0.7, 3e-5, 2e-5, 1e-5},
          CompactionCost{{Algorithm::packed, 0}, 0.02, 1e-7, 0, 0}, CompactionCost{choice, 0, 1e-7, 1e-7, 0},
          CompactionCost{choice, 0, 0, 2e-7, 1e-6}, CompactionCost{choice, 5, 0, 0, 0}}) {
        const std::optional<CostFit> fit = fit_cost(cost.choice, samples_of(cost));
        REQUIRE(fit);
        check_near(fit->cost, cost, 1e-4);
        CHECK(fit->median_error < 1e-6);
        CHECK(fit->worst_error < 1e-4);
    }
}

TEST_CASE("Costs are recovered from noisy times, and the errors are those of the noise") {
    const CompactionCost cost{choice, 0.13, 3.2e-7, 2e-7, 3e-7};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        double worst_noise = 0;
        const std::vector<CostSample> samples = samples_of([&](const CostSample& sample) {
            const double noise = 0.1 * (random.unit() - 0.5);
            worst_noise = std::max(worst_noise, std::abs(noise));
            return cost.milliseconds(sample.elements, sample.features) * (1 + noise);
        });
        const std::optional<CostFit> fit = fit_cost(choice, samples);
        REQUIRE(fit);
        for (const CostSample& sample : samples)
            CHECK(fit->cost.milliseconds(sample.elements, sample.features) ==
                  Approx(cost.milliseconds(sample.elements, sample.features)).epsilon(0.05));
        CHECK(fit->median_error > 0.01);
        CHECK(fit->median_error < 0.05);
        CHECK(fit->worst_error < 2 * worst_noise);
        CHECK(fit->worst_error >= fit->median_error);
    }
}

TEST_CASE("No costs of at least 0 come closer than those that are fitted") {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        // Times that no model explains, so that some unconstrained coefficients would be negative.
        const std::vector<CostSample> samples = samples_of([&random](const CostSample& sample) {
            return (0.05 + random.unit()) * std::sqrt(static_cast<double>(sample.elements));
        });
        const std::optional<CostFit> fit = fit_cost(choice, samples);
        REQUIRE(fit);
        const CompactionCost& best = fit->cost;
        for (const double coefficient : {best.fixed, best.per_element, best.per_survivor, best.per_change})
            CHECK(coefficient >= 0);
        const double least = squares(best, samples);
        // The sum is convex: if no small step in any direction improves it, it is the minimum.
        for (int step = 0; step < 200; ++step) {
            CompactionCost other = best;
            const auto move = [&random](double& coefficient, double scale) {
                coefficient = std::max(0.0, coefficient + scale * (random.unit() - 0.5));
            };
            move(other.fixed, 1);
            move(other.per_element, 1e-5);
            move(other.per_survivor, 1e-5);
            move(other.per_change, 1e-5);
            CHECK(squares(other, samples) >= least * (1 - 1e-9));
        }
    }
}

TEST_CASE("A small stream counts as much as a large one") {
    // Half of the streams take twice the time of the others' model: relative errors of both signs.
    std::vector<CostSample> samples{{1000, {0, 0}, 1}, {1000, {0, 0}, 2}, {1'000'000, {0, 0}, 1000}};
    const std::optional<CostFit> fit = fit_cost(choice, samples);
    REQUIRE(fit);
    CHECK(fit->cost.milliseconds(1'000'000, {}) == Approx(1000));
    // (x - 1)^2 + (x/2 - 1)^2 has its minimum at 1.2.
    CHECK(fit->cost.milliseconds(1000, {}) == Approx(1.2));
    CHECK(fit->worst_error == Approx(0.4));
    CHECK(fit->median_error == Approx(0.2));
}

TEST_CASE("What the samples do not tell apart goes to the earlier cost, and still predicts them") {
    const CostSample one{1000, {0.5, 0.5}, 3};
    const CostSample other_density{1000, {0.25, 0.25}, 2};
    for (const std::vector<CostSample>& samples :
         {std::vector{one}, std::vector{one, one, one}, std::vector{one, other_density}}) {
        const std::optional<CostFit> fit = fit_cost(choice, samples);
        REQUIRE(fit);
        for (const CostSample& sample : samples)
            CHECK(fit->cost.milliseconds(sample.elements, sample.features) == Approx(sample.milliseconds));
        CHECK(fit->cost.per_element == 0);
        CHECK(fit->cost.per_change == 0);
        CHECK(fit->worst_error < 1e-6);
    }
    const std::optional<CostFit> empty = fit_cost(choice, std::vector{CostSample{0, {}, 2}});
    REQUIRE(empty);
    check_near(empty->cost, {choice, 2, 0, 0, 0}, 1e-9);
}

TEST_CASE("Costs that the samples cannot tell apart are never large numbers that cancel out") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        // One size, and changes in a fixed proportion to the survivors, up to rounding.
        std::vector<CostSample> samples;
        for (int i = 0; i < 12; ++i) {
            const double density = random.unit();
            samples.push_back({100'003, {density, density / 3}, (1 + density) * (0.9 + 0.2 * random.unit())});
        }
        const std::optional<CostFit> fit = fit_cost(choice, samples);
        REQUIRE(fit);
        CHECK(fit->cost.per_element == 0);
        CHECK(fit->cost.per_change == 0);
        CHECK(fit->cost.fixed == Approx(1).margin(0.2));
        CHECK(fit->cost.per_survivor * 100'003 == Approx(1).margin(0.4));
    }
}

TEST_CASE("Samples of no time are left out") {
    const std::vector<CostSample> samples{{1000, {}, 0}, {2000, {}, 5}, {3000, {}, 0}};
    const std::optional<CostFit> fit = fit_cost(choice, samples);
    REQUIRE(fit);
    CHECK(fit->cost.fixed == Approx(5));
    CHECK_FALSE(fit_cost(choice, std::vector{CostSample{1000, {}, 0}}));
    CHECK_FALSE(fit_cost(choice, {}));
}

} // namespace scanline::tune::cost_fit_test
