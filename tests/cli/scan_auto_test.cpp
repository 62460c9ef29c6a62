#include "arrays.h"
#include "scan_cache.h"

#include <catch2/catch_all.hpp>

#include <numeric>

namespace scan_auto_test {

// scanline scan --algorithm auto, and in place, without OpenGL.

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using data::test::get;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t seed = 71;

template <class T>
std::vector<T> elements(std::size_t size) {
    return small_numbers<T>(size, seed);
}

template <class T>
std::vector<T> sums_of(const std::vector<T>& input) {
    std::vector<T> output(input.size());
    std::inclusive_scan(input.begin(), input.end(), output.begin());
    return output;
}

/// An input file, a result file, and a cache folder.
class AutoScanTest {
protected:
    ScanCache cache;
    TemporaryFolder folder;

    Arguments scan(const Arguments& more, const std::string& input = "in.npy") const {
        Arguments arguments{"scan", (folder / input).string(), "-o", (folder / "out.npy").string()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
    std::string run_scan(const Arguments& more) const { return run_well(scan(more), cache.setting()); }
    template <class T>
    void put(const std::vector<T>& list) const {
        put_array(folder / "in.npy", list);
    }
    template <class T>
    std::vector<T> result() const {
        return get_array<T>(folder / "out.npy");
    }
    /// Stores the tuned model, with steps that small arrays reach.
    void put_model() const {
        json model = json::parse(tuned_scans().text);
        model["in_place"] = {{{"from_bytes", 0}, {"algorithm", "scalar"}, {"threads", 1}},
                             {{"from_bytes", 8000}, {"algorithm", "simd2"}, {"threads", 2}}};
        model["apart"] = {
            {{"from_bytes", 0}, {"algorithm", "simd"}, {"threads", 1}},
            {{"from_bytes", 8000}, {"algorithm", "simd1-p"}, {"threads", 3}, {"partition_bytes", 4096}}};
        cache.put(tuned_scans().name, model.dump());
    }
    void check_refused_without_a_file(const Arguments& more, const std::vector<std::string>& parts,
                                      const std::string& input = "in.npy") const {
        check_refused(run(scan(more, input), cache.setting()), 2, parts);
        CHECK_FALSE(fs::exists(folder / "out.npy"));
        CHECK(cache.is_empty());
    }
};

} // namespace

TEST_CASE_METHOD(AutoScanTest, "Auto writes the sums of the standard library, of every type that it takes") {
    const auto check = [this]<class T>(const std::vector<T>& input) {
        INFO("seed " << seed << ", " << input.size() << " elements");
        put(input);
        const std::string report = run_scan({"--algorithm", "auto"});
        CHECK((result<T>() == sums_of(input)));
        CHECK(report_value(report, "backend") == "cpu");
        CHECK_THAT(report_value(report, "algorithm"), StartsWith("auto ("));
    };
    for (const std::size_t size : {0u, 1u, 3001u, 600'000u}) {
        check(elements<std::uint32_t>(size));
        check(elements<std::int32_t>(size));
        check(elements<float>(size));
    }
    CHECK(cache.is_empty());
}

TEST_CASE_METHOD(AutoScanTest,
                 "Auto goes by the model in the cache folder, and the report says what it chose") {
    put_model();
    const std::string before = get(cache.file());
    const auto check = [this](std::size_t size, const Arguments& more, const std::string& algorithm,
                              const std::string& threads) {
        const std::vector<float> input = elements<float>(size);
        put(input);
        Arguments options{"--algorithm", "auto"};
        options.insert(options.end(), more.begin(), more.end());
        const std::string report = run_scan(options);
        CHECK((result<float>() == sums_of(input)));
        CHECK(report_value(report, "algorithm") == "auto (" + algorithm + ")");
        CHECK(report_value(report, "threads") == threads);
        return report;
    };
    check(1999, {}, "simd", "1");
    CHECK(report_value(check(2000, {}, "simd1-p", "3"), "partition") == "1024");
    check(1999, {"--in-place-benchmark"}, "scalar", "1");
    CHECK_THAT(check(2000, {"--in-place-benchmark"}, "simd2", "2"), ContainsSubstring("in place"));
    CHECK(get(cache.file()) == before);
}

TEST_CASE_METHOD(AutoScanTest, "Integers go by auto where no algorithm is named, floats do not") {
    put_model();
    put(elements<std::int32_t>(2000));
    CHECK(report_value(run_scan({"--backend", "cpu"}), "algorithm") == "auto (simd1-p)");
    CHECK((result<std::int32_t>() == sums_of(elements<std::int32_t>(2000))));
    put(elements<float>(2000));
    CHECK_THAT(run_scan({"--backend", "cpu"}), !ContainsSubstring("algorithm"));
}

TEST_CASE_METHOD(
    AutoScanTest,
    "A damaged or stale model is reported in one line and left alone, and the usual one is used") {
    json stale = json::parse(tuned_scans().text);
    stale["version"] = "0.0.1";
    const std::vector<std::int32_t> input = elements<std::int32_t>(1000);
    put(input);
    const std::string usual = report_value(run_scan({}), "algorithm");
    for (const auto& [text, reason] : {std::pair<std::string, std::string>{"damaged", "it is no JSON"},
                                       {stale.dump(), "its version is \"0.0.1\""}}) {
        cache.put(tuned_scans().name, text);
        const Outcome outcome = run(scan({}), cache.setting());
        check_message(outcome, 0, {cache.file().string(), reason, "what is usual", "scanline tune --cpu"});
        CHECK((result<std::int32_t>() == sums_of(input)));
        CHECK(report_value(outcome.out, "algorithm") == usual);
        CHECK(get(cache.file()) == text);
    }
}

TEST_CASE_METHOD(AutoScanTest, "A damaged model does not matter where auto takes no part") {
    cache.put(tuned_scans().name, "damaged");
    put(elements<float>(1000));
    run_scan({"--algorithm", "simd"});
    run_scan({"--backend", "cpu"});
    CHECK(get(cache.file()) == "damaged");
}

TEST_CASE_METHOD(AutoScanTest, "Auto is refused what it chooses by itself, other backends, and 64 bits") {
    put(elements<std::uint32_t>(1000));
    put_array(folder / "wide.npy", elements<std::uint64_t>(1000));
    for (const Arguments& option :
         {Arguments{"--threads", "2"}, {"--partition", "512"}, {"--dilation", "0.5"}, {"--dilation", "0"}}) {
        INFO(option.front());
        check_refused_without_a_file({"--algorithm", "auto", option[0], option[1]},
                                     {"auto chooses", "--threads, --partition and --dilation", "simd1-p"});
    }
    check_refused_without_a_file({"--algorithm", "auto", "--backend", "compute"},
                                 {"auto", "scan on the CPU", "--backend compute"});
    check_refused_without_a_file({"--algorithm", "auto", "--tier", "ballot"}, {"--tier", "backend cpu"});
    check_refused_without_a_file({"--algorithm", "auto"}, {"auto", "not uint64", "--algorithm"}, "wide.npy");
}

TEST_CASE_METHOD(AutoScanTest, "A scan that is timed in place writes the same, and says so") {
    const std::vector<std::uint32_t> input = elements<std::uint32_t>(70'001);
    put(input);
    for (const char* algorithm : {"auto", "scalar", "simd", "simd-v2-p", "simd1", "lookahead2-p"}) {
        for (const char* repetitions : {"1", "4"}) {
            INFO(algorithm << ", " << repetitions << ", seed " << seed);
            const Arguments options{"--algorithm", algorithm, "--reps", repetitions};
            CHECK_THAT(run_scan(options), !ContainsSubstring("in place"));
            CHECK((result<std::uint32_t>() == sums_of(input)));
            Arguments in_place = options;
            in_place.emplace_back("--in-place-benchmark");
            fs::remove(folder / "out.npy");
            CHECK(report_value(run_scan(in_place), "place") == "in place");
            CHECK((result<std::uint32_t>() == sums_of(input)));
        }
    }
    // The input file is unchanged.
    CHECK((get_array<std::uint32_t>(folder / "in.npy") == input));
}

TEST_CASE_METHOD(AutoScanTest, "Timing in place is refused where no scan of the CPU is named") {
    put(elements<std::uint32_t>(1000));
    check_refused_without_a_file({"--in-place-benchmark"},
                                 {"--in-place-benchmark", "simd1-p", "--algorithm"});
    check_refused_without_a_file({"--in-place-benchmark", "--backend", "cpu"}, {"--in-place-benchmark"});
    check_refused_without_a_file({"--in-place-benchmark", "--algorithm", "tree"}, {"--in-place-benchmark"});
}

} // namespace scan_auto_test
