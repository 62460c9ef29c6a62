#include "scanline/bench/statistics.h"
#include "scanline/core/random.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cmath>
#include <numeric>
#include <vector>

namespace scanline::bench::statistics_test {

using Samples = std::vector<double>;

TEST_CASE("A quantile lies between the two nearest samples as NumPy has it") {
    const Samples samples{1, 2, 3, 4};
    CHECK(quantile(samples, 0) == 1);
    CHECK(quantile(samples, 0.25) == 1.75);
    CHECK(quantile(samples, 0.5) == 2.5);
    CHECK(quantile(samples, 0.75) == 3.25);
    CHECK(quantile(samples, 1) == 4);
    CHECK(quantile(Samples{15, 20, 35, 40, 50}, 0.4) == Catch::Approx(29).epsilon(1e-12));
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
    CHECK(quartiles(Samples{1, 2, 3, 4}).noise() == Catch::Approx(0.6));
    CHECK(quartiles(Samples{5, 5, 5}).noise() == 0);
    CHECK(quartiles(Samples{0, 0, 0}).noise() == 0);
}

TEST_CASE("The interval of the median is from a sample to a sample, whatever their order") {
    const Samples samples{1.02, 0.98, 1.05, 1.03, 1.00, 1.04, 1.21, 1.01, 1.06};
    const MedianInterval nine = median_interval(samples);
    CHECK(nine.low == 1.00);
    CHECK(nine.median == 1.03);
    CHECK(nine.high == 1.06);
    CHECK(samples.front() == 1.02);
    const MedianInterval six = median_interval(Samples{4, 9, 1, 2, 3, 6});
    CHECK(six.low == 1);
    CHECK(six.median == 3.5);
    CHECK(six.high == 9);
}

TEST_CASE("Of fewer than six samples all are in the interval of the median") {
    for (const Samples& samples :
         {Samples{3}, Samples{5, 3}, Samples{3, 5, 4}, Samples{4, 5, 3, 4}, Samples{5, 3, 4, 4, 4}}) {
        const MedianInterval interval = median_interval(samples);
        CHECK(interval.low == 3);
        CHECK(interval.median == median(samples));
        CHECK(interval.high == *std::ranges::max_element(samples));
    }
}

TEST_CASE("The interval of the median is the narrowest that 19 times in 20 holds the true one") {
    for (std::uint64_t count = 1; count <= 40; ++count) {
        INFO(count << " samples");
        Samples samples(count);
        std::iota(samples.rbegin(), samples.rend(), 1.0);
        const MedianInterval interval = median_interval(samples);
        const auto smallest = static_cast<std::uint64_t>(interval.low);
        CHECK(interval.low + interval.high == static_cast<double>(count + 1));
        CHECK(interval.median == static_cast<double>(count + 1) / 2);
        // Of the 2^count ways in which samples can be below or above, those with fewer than so many below. As
        // many have fewer above, and both together may be one in 20.
        const auto fewer_below = [count](std::uint64_t limit) {
            std::uint64_t ways = 0, of_so_many = 1;
            for (std::uint64_t below = 0; below < limit; ++below) {
                ways += of_so_many;
                of_so_many = of_so_many * (count - below) / (below + 1);
            }
            return ways;
        };
        const std::uint64_t all = std::uint64_t{1} << count;
        CHECK((count < 6 ? smallest == 1 : 40 * fewer_below(smallest) <= all));
        CHECK(40 * fewer_below(smallest + 1) > all);
    }
}

TEST_CASE("The interval of the median is as wide as the root of the samples, also of very many") {
    for (const int count : {1000, 10'000, 100'000}) {
        INFO(count << " samples");
        Samples samples(static_cast<std::size_t>(count));
        std::iota(samples.begin(), samples.end(), 0.0);
        const MedianInterval interval = median_interval(samples);
        CHECK(interval.high - interval.low == Catch::Approx(1.96 * std::sqrt(count)).epsilon(0.03));
        CHECK(interval.low + interval.high == Catch::Approx(2 * interval.median));
    }
}

} // namespace scanline::bench::statistics_test
