#include "scanline/bench/statistics.h"
#include "scanline/core/random.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

namespace scanline::bench {

using Samples = std::vector<double>;

TEST_CASE("A quantile lies between the two nearest samples as NumPy has it") {
    const Samples samples{1, 2, 3, 4};
    CHECK(quantile(samples, 0) == 1);
    CHECK(quantile(samples, 0.25) == 1.75);
    CHECK(quantile(samples, 0.5) == 2.5);
    CHECK(quantile(samples, 0.75) == 3.25);
    CHECK(quantile(samples, 1) == 4);
    CHECK(quantile(Samples{15, 20, 35, 40, 50}, 0.4) == Approx(29).epsilon(1e-12));
}

TEST_CASE("Every quantile of one sample is that sample") {
    for (const double q : {0.0, 0.1, 0.5, 0.99, 1.0})
        CHECK(quantile(Samples{7}, q) == 7);
}

TEST_CASE("The order of the samples does not matter, and they stay as they are") {
    const Samples samples{9, 1, 5, 5, 3};
    CHECK(quantile(samples, 0.5) == 5);
    CHECK(quantile(samples, 0.25) == 3);
    CHECK(samples == Samples{9, 1, 5, 5, 3});
}

TEST_CASE("Quantiles ascend and stay between the smallest and the largest sample") {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        Samples samples(random.below(30) + 1);
        for (double& sample : samples)
            sample = random.unit();
        double before = *std::ranges::min_element(samples);
        CHECK(quantile(samples, 0) == before);
        for (int percent = 1; percent <= 100; ++percent) {
            const double here = quantile(samples, percent / 100.0);
            CHECK(here >= before);
            before = here;
        }
        CHECK(before == *std::ranges::max_element(samples));
    }
}

TEST_CASE("The median is the middle one, or the mean of both in the middle") {
    CHECK(median(Samples{4}) == 4);
    CHECK(median(Samples{4, 2}) == 3);
    CHECK(median(Samples{9, 1, 4}) == 4);
    CHECK(median(Samples{9, 1, 4, 6}) == 5);
    CHECK(median(Samples{2, 2, 2, 8}) == 2);
}

TEST_CASE("Quartiles are the quantiles at a quarter, a half and three quarters") {
    const Quartiles four = quartiles(Samples{4, 1, 3, 2});
    CHECK(four.q25 == 1.75);
    CHECK(four.median == 2.5);
    CHECK(four.q75 == 3.25);
    const Quartiles one = quartiles(Samples{7});
    CHECK(one.q25 == 7);
    CHECK(one.q75 == 7);
}

TEST_CASE("Noise is the interquartile range against the median, and none where all is 0") {
    CHECK(quartiles(Samples{1, 2, 3, 4}).noise() == Approx(0.6));
    CHECK(quartiles(Samples{5, 5, 5}).noise() == 0);
    CHECK(quartiles(Samples{0, 0, 0}).noise() == 0);
}

TEST_CASE("The median's index is that of a sample, the lower of both in the middle") {
    CHECK(median_index(Samples{4}) == 0);
    CHECK(median_index(Samples{4, 2}) == 1);
    CHECK(median_index(Samples{2, 4}) == 0);
    CHECK(median_index(Samples{9, 1, 4}) == 2);
    CHECK(median_index(Samples{9, 1, 6, 4}) == 3);
}

TEST_CASE("With ties the median's index is that of one of the equal samples") {
    const Samples equal{5, 5, 5, 5};
    CHECK(median_index(equal) < equal.size());
    const Samples ties{1, 7, 7, 7, 9};
    CHECK(ties[median_index(ties)] == 7);
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        Samples samples(random.below(20) + 1);
        for (double& sample : samples)
            sample = random.between(0, 5);
        Samples sorted = samples;
        std::ranges::sort(sorted);
        CHECK(samples[median_index(samples)] == sorted[(sorted.size() - 1) / 2]);
    }
}

} // namespace scanline::bench
