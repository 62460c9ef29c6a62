#include "elements.h"
#include "every_engine.h"
#include "scanline/compute/histogram.h"
#include "scanline/compute/reference/histogram.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

#include <cmath>
#include <span>

namespace histogram_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using Counts = std::vector<std::uint32_t>;

static_assert(!std::is_copy_constructible_v<Histogram<float>> &&
              std::is_nothrow_move_constructible_v<Histogram<float>>);
static_assert(std::is_nothrow_move_constructible_v<DigitHistogram>);

namespace {

// The begin of an array: aligned for reads of four elements, or not.
std::int64_t begin_of(std::int64_t size) {
    return 64 + size % 2;
}

// Counts into poisoned memory.
template <class T>
Counts counts_of(const Histogram<T>& histogram, const std::vector<T>& values, T low, T high, int bins) {
    GuardedArray<T> input(values, begin_of(static_cast<std::int64_t>(values.size())));
    GuardedArray<std::uint32_t> counts(bins, 60);
    histogram(input.view(), low, high, counts.view());
    CHECK(counts.intact());
    return counts.download();
}

// Half of the values in and around [low, high), to hit the edges of the bins.
template <class T>
std::vector<T> values_around(Random& random, std::int64_t size, T low, T high) {
    std::vector<T> values = mixed_elements<T>(random, size);
    const double span = static_cast<double>(high) - static_cast<double>(low);
    for (std::size_t i = 0; i < values.size(); i += 2) {
        const double value = static_cast<double>(low) + span * (1.1 * random.unit() - 0.05);
        values[i] = static_cast<T>(std::clamp(value, static_cast<double>(std::numeric_limits<T>::lowest()),
                                              static_cast<double>(std::numeric_limits<T>::max())));
    }
    return values;
}

template <class T>
struct Range {
    T low, high;
};

template <class T>
std::vector<Range<T>> ranges() {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, float>)
        return {{0, 1},   {-1, 1}, {-0.0f, 3.7f}, {0.1f, 0.3f}, {-1000, 1e6f}, {-0x1p124f, 0x1p124f},
                {1, 1.5f}};
    else if constexpr (std::is_same_v<T, std::int32_t>)
        return {
            {0, 10}, {-100, 100}, {Limits::min(), Limits::max()}, {-1'000'000'007, 999'999'937}, {-5, -4}};
    else
        return {{0, 10}, {100, 1000}, {0, Limits::max()}, {1'000'003, 4'000'000'007}, {7, 8}};
}

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The examples of the histograms") {
    const std::vector<std::uint32_t> keys{0, 4, 5, 9, 16, 31};
    DeviceArray<std::uint32_t> input(keys), counts(4);
    const DigitHistogram digits(engine(), 4);
    digits(input.view(), 2, counts.view());
    CHECK(counts.download() == Counts{2, 2, 1, 1});
    CHECK(reference::digit_histogram(keys, 2, 4) == counts.download());

    const std::vector<float> values{0, 0.4f, 0.5f, 1.9f, 2, -1};
    DeviceArray<float> floats(values);
    const Histogram<float> even(engine(), 4);
    even(floats.view(), 0, 2, counts.view());
    CHECK(counts.download() == Counts{2, 1, 0, 1});
    CHECK(reference::histogram(std::span(values), 0, 2, 4) == counts.download());
}

TEST_CASE_METHOD(EveryEngineTest, "A histogram of digits counts them, in shared memory and without") {
    constexpr std::uint64_t seed = 71;
    Random random(seed);
    for (Engine* const engine : engines()) {
        for (const int bins : {1, 2, 16, 256, 4096, 8192, 65'536}) {
            const DigitHistogram histogram(*engine, bins);
            for (const std::int64_t size : stream_sizes(seed, 1)) {
                const int shift = random.between(0, 31);
                INFO(name_of(*engine)
                     << ", seed " << seed << ", " << size << " keys, " << bins << " bins from bit " << shift);
                const Counts keys = random_elements<std::uint32_t>(random, size);
                GuardedArray<std::uint32_t> input(keys, begin_of(size)), counts(bins, 60);
                histogram(input.view(), shift, counts.view());
                CHECK((counts.download() == reference::digit_histogram(keys, shift, bins)));
                CHECK(counts.intact());
            }
        }
    }
}

TEMPLATE_TEST_CASE("A histogram counts the values of every bin, and none outside", "", std::uint32_t,
                   std::int32_t, float) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 72;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        for (const int bins : {1, 2, 3, 10, 255, 4096, 4097, 65'536}) {
            const Histogram<T> histogram(*engine, bins);
            for (const auto& [low, high] : ranges<T>()) {
                for (const std::int64_t size : {0, 1, 1000, 4095, 4097, 20'000}) {
                    INFO(name_of(*engine) << ", seed " << seed << ", " << size << " values, " << bins
                                          << " bins from " << low << " to below " << high);
                    const std::vector<T> values = values_around<T>(random, size, low, high);
                    CHECK((counts_of(histogram, values, low, high, bins) ==
                           reference::histogram(std::span(values), low, high, bins)));
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Values at the edges of float bins are counted where the edges say") {
    for (const int bins : {3, 10, 1000, 65'536}) {
        const Histogram<float> histogram(engine(), bins);
        for (const auto& [low, high] : ranges<float>()) {
            INFO(bins << " bins from " << low << " to below " << high);
            const auto width = static_cast<float>((static_cast<double>(high) - low) / bins);
            std::vector<float> values;
            Counts expected(static_cast<std::size_t>(bins));
            for (int bin = 0; bin < bins; ++bin) {
                const float edge = low + static_cast<float>(bin) * width;
                values.insert(values.end(),
                              {edge, std::nextafter(edge, std::numeric_limits<float>::lowest())});
                ++expected[static_cast<std::size_t>(bin)];
                if (bin > 0)
                    ++expected[static_cast<std::size_t>(bin - 1)];
            }
            CHECK((counts_of(histogram, values, low, high, bins) == expected));
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Integers are binned exactly where a quotient of floats is not") {
    // The first and the last value of each bin, with spans that no float can represent.
    constexpr std::int64_t bins = 65'536;
    const Histogram<std::uint32_t> histogram(engine(), bins);
    for (const std::int64_t span : {4'294'967'291, 3'000'000'019, 2'345'678'917}) {
        INFO("from 0 to below " << span);
        std::vector<std::uint32_t> values;
        for (std::int64_t bin = 0; bin < bins; ++bin) {
            values.push_back(static_cast<std::uint32_t>((bin * span + bins - 1) / bins));
            values.push_back(static_cast<std::uint32_t>(((bin + 1) * span - 1) / bins));
        }
        CHECK((counts_of<std::uint32_t>(histogram, values, 0, static_cast<std::uint32_t>(span), bins) ==
               Counts(bins, 2)));
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A histogram leaves out NaN and infinities, and counts -0 as 0") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    const float least = std::numeric_limits<float>::denorm_min();
    const Histogram<float> histogram(engine(), 2);
    const std::vector<float> values{nan, -nan, inf, -inf, -0.0f, 0.0f, least, -least, 1, 0.99f};
    CHECK(counts_of<float>(histogram, values, 0, 1, 2) == Counts{3, 1});
    CHECK(counts_of<float>(histogram, values, -0.0f, 1, 2) == Counts{3, 1});
    CHECK(counts_of<float>(histogram, values, -1, 1, 2) == Counts{1, 4});
    CHECK(counts_of<float>(histogram, values, -1, -0.0f, 2) == Counts{0, 1});
}

TEST_CASE_METHOD(EveryEngineTest, "A histogram of many equal keys has them all") {
    constexpr std::int64_t size = 300'000;
    for (const int bins : {16, 65'536}) {
        const DigitHistogram histogram(engine(), bins);
        DeviceArray<std::uint32_t> keys(Counts(size, 5)), counts(bins);
        histogram(keys.view(), 0, counts.view());
        Counts expected(static_cast<std::size_t>(bins));
        expected[5] = size;
        CHECK((counts.download() == expected));
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A histogram by a count on the GPU counts only the first elements") {
    for (const int bins : {8, 8192}) {
        const DigitHistogram digits(engine(), bins);
        const Histogram<std::int32_t> even(engine(), bins);
        for (const std::int64_t size : {0, 1, 5, 4096, 5000, 300'000}) {
            for (const std::uint32_t count : counts_for(size)) {
                INFO(count << " of " << size << ", " << bins << " bins");
                DeviceArray<std::uint32_t> keys(Counts(static_cast<std::size_t>(size), 3));
                DeviceArray<std::int32_t> values(
                    std::vector<std::int32_t>(static_cast<std::size_t>(size), -1));
                DeviceArray<std::uint32_t> counts(bins), length(Counts{99, count});
                Counts expected(static_cast<std::size_t>(bins));
                const auto counted = static_cast<std::uint32_t>(std::min<std::int64_t>(count, size));
                expected[3] = counted;
                digits(keys.view(), 0, counts.view(), length.view().part(1, 1));
                CHECK((counts.download() == expected));
                expected[3] = 0;
                expected[0] = counted;
                even(values.view(), -1, 100'000, counts.view(), length.view().part(1, 1));
                CHECK((counts.download() == expected));
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Histograms of impossible bins and ranges are refused") {
    const auto error_of_bins = [&](auto make) { return usage_message([&] { make(); }); };
    CHECK(error_of_bins([&] { return Histogram<float>(engine(), 0); }) ==
          "histogram: 0 bins cannot be counted: ask for 1 to 65536");
    CHECK(error_of_bins([&] { return DigitHistogram(engine(), 131'072); }) ==
          "histogram: 131072 bins cannot be counted: ask for 1 to 65536");
    CHECK(error_of_bins([&] { return DigitHistogram(engine(), 12); }) ==
          "histogram: 12 bins cannot be counted by digit: ask for a power of two");

    DeviceArray<std::uint32_t> keys(8), counts(4);
    const DigitHistogram digits(engine(), 4);
    for (const int shift : {-1, 32})
        CHECK(usage_message([&] { digits(keys.view(), shift, counts.view()); }) ==
              "histogram: the digit from bit " + std::to_string(shift) +
                  " on is none of a 32-bit key: shift by 0 to 31");
    CHECK(usage_message([&] { digits(keys.view(), 0, keys.view().part(0, 3)); }) ==
          "histogram: 3 elements given for the array of counts, 4 needed");
    CHECK_THAT(usage_message([&] { digits(keys.view(), 0, keys.view().part(4, 4)); }),
               StartsWith("histogram: the input (bytes 0 to 32 of buffer ") &&
                   ContainsSubstring(" and the array of counts (bytes 16 to 32) overlap"));
    CHECK_THAT(usage_message([&] { digits(keys.view(), 0, counts.view(), counts.view().part(1, 1)); }),
               StartsWith("histogram: the count (bytes 4 to 8 of buffer "));

    const Histogram<std::uint32_t> even(engine(), 4);
    CHECK(usage_message([&] { even(keys.view(), 7, 7, counts.view()); }) ==
          "histogram: no integer is from 7 to below 7: the first must be the smaller one");
    DeviceArray<std::int32_t> integers(8);
    const Histogram<std::int32_t> even_integers(engine(), 4);
    CHECK(usage_message([&] { even_integers(integers.view(), 3, -7, counts.view()); }) ==
          "histogram: no integer is from 3 to below -7: the first must be the smaller one");
}

TEST_CASE_METHOD(EveryEngineTest, "Float bins that floats cannot tell apart are refused") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    DeviceArray<float> values(8);
    DeviceArray<std::uint32_t> counts(4);
    const Histogram<float> histogram(engine(), 4);
    const auto message = [&](float low, float high) {
        return usage_message([&] { histogram(values.view(), low, high, counts.view()); });
    };
    CHECK(message(1, -2.5f) ==
          "histogram: floats from 1 to below -2.5 cannot be counted: both must be finite, the first the "
          "smaller one, and their difference at most 2^126");
    for (const auto& [low, high] :
         {Range<float>{1, 1}, Range<float>{0, -0.0f}, Range<float>{nan, 1}, Range<float>{0, nan},
          Range<float>{-inf, 0}, Range<float>{0, inf}, Range<float>{-3e38f, 3e38f}})
        CHECK_THAT(message(low, high),
                   StartsWith("histogram: floats from ") && ContainsSubstring("cannot be counted"));
    const std::string narrow = "are too narrow for floats: ask for fewer";
    CHECK_THAT(message(1, 1 + 0x1p-20f),
               StartsWith("histogram: 4 bins from 1 to below ") && ContainsSubstring(narrow));
    CHECK_THAT(message(-1 - 0x1p-20f, -1), ContainsSubstring(narrow));
    CHECK_THAT(message(0, 0x1p-99f), ContainsSubstring(narrow));
    CHECK(message(1, 1 + 0x1p-19f) == "no error");
    CHECK(message(-1 - 0x1p-19f, -1) == "no error");
    CHECK(message(0, 0x1p-98f) == "no error");
    CHECK(message(-0x1p125f, 0x1p125f) == "no error");
}

} // namespace histogram_gl_test
