#include "arrays.h"

#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <cmath>
#include <csignal>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <thread>

namespace scan_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Matches;
using Catch::Matchers::StartsWith;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t seed = 61;

template <class T>
std::vector<T> elements(std::size_t size) {
    return small_numbers<T>(size, seed);
}

template <class T>
std::vector<T> scanned(const std::vector<T>& input, const std::string& op, bool exclusive) {
    using Limits = std::numeric_limits<T>;
    const auto combine = [&op](T a, T b) {
        return op == "sum" ? static_cast<T>(a + b) : op == "min" ? std::min(a, b) : std::max(a, b);
    };
    const T greatest = Limits::has_infinity ? Limits::infinity() : Limits::max();
    const T least = Limits::has_infinity ? -Limits::infinity() : Limits::min();
    const T identity = op == "sum" ? T{0} : op == "min" ? greatest : least;
    std::vector<T> output(input.size());
    if (exclusive)
        std::exclusive_scan(input.begin(), input.end(), output.begin(), identity, combine);
    else
        std::inclusive_scan(input.begin(), input.end(), output.begin(), combine);
    return output;
}

Arguments scan(const fs::path& input, const fs::path& output, const Arguments& more) {
    Arguments arguments{"scan", input.string(), "-o", output.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

} // namespace

TEMPLATE_TEST_CASE("Every operator writes the scan of the standard library on every backend", "[repeat]",
                   std::uint32_t, std::int32_t, float, std::uint64_t) {
    using T = TestType;
    const TemporaryFolder folder;
    const std::vector<T> input = elements<T>(3001);
    put_array(folder / "in.npy", input);
    // One of the two for each: the tests of scans cover all combinations.
    bool exclusive = sizeof(T) == 8;
    for (const std::string& backend : computing_backends()) {
        for (const std::string op : {"sum", "min", "max"}) {
            exclusive = !exclusive;
            INFO(backend << " " << op << ", exclusive " << exclusive << ", seed " << seed);
            Arguments options{"--backend", backend, "--op", op};
            if (exclusive)
                options.emplace_back("--exclusive");
            const Outcome outcome = run(scan(folder / "in.npy", folder / "out.npy", options));
            if (outcome.exit_code == 3 && sizeof(T) == 8) {
                check_refused(outcome, 3, {"uint64", "ARB_gpu_shader_int64", "--backend cpu"});
                continue;
            }
            CHECK(outcome.err == "");
            REQUIRE(outcome.exit_code == 0);
            CHECK(get_array<T>(folder / "out.npy") == scanned(input, op, exclusive));
        }
    }
}

TEST_CASE("Only 64-bit elements need 64-bit integers in shaders") {
    const TemporaryFolder folder;
    if (computing_backends().size() < 2)
        return;
    put_array(folder / "in.npy", elements<std::uint32_t>(10));
    put_array(folder / "wide.npy", elements<std::uint64_t>(10));
    Setting lacking;
    lacking.environment["MESA_EXTENSION_OVERRIDE"] = "-GL_ARB_gpu_shader_int64";
    const auto scanned_by = [&](const char* input) {
        return run(scan(folder / input, folder / "out.npy", {"--backend", "compute"}), lacking);
    };
    CHECK(scanned_by("in.npy").exit_code == 0);
    const Outcome wide = scanned_by("wide.npy");
    if (wide.exit_code == 0)
        WARN("this driver ignores MESA_EXTENSION_OVERRIDE");
    else
        check_refused(wide, 3, {"uint64", "ARB_gpu_shader_int64", "--backend cpu"});
}

TEST_CASE("Every method and order of a scan writes the same and is named in the report", "[repeat]") {
    const TemporaryFolder folder;
    if (computing_backends().size() < 2)
        return;
    const auto input = elements<std::uint32_t>(3001);
    put_array(folder / "in.npy", input);
    const std::vector<std::uint32_t> expected = scanned(input, "sum", false);
    // Each alone, omitted, and with another; the tests of scans cover all combinations.
    const std::vector<std::pair<std::string, std::string>> choices{
        {"", ""},           {"", "scan-then-add"}, {"", "reduce-then-scan"},     {"", "chained"},
        {"horizontal", ""}, {"vertical", ""},      {"tree", "reduce-then-scan"}, {"vertical", "chained"}};
    for (const auto& [method, order] : choices) {
        const std::string name = method + (method.empty() || order.empty() ? "" : "+") + order;
        INFO(name);
        Arguments options{"--backend", "compute", "--partition", "512"};
        if (!name.empty())
            options.insert(options.end(), {"--algorithm", name});
        const std::string report = run_well(scan(folder / "in.npy", folder / "out.npy", options));
        CHECK(get_array<std::uint32_t>(folder / "out.npy") == expected);
        CHECK_THAT(report_value(report, "method"), method.empty() ? Matches("[a-z]+") : Matches(method));
        CHECK_THAT(report_value(report, "order"), order.empty() ? Matches("[a-z-]+") : Matches(order));
        CHECK(report_value(report, "partition") == "512");
    }
}

TEST_CASE("The report of a scan on compute has the GPU, what was taken, and the time") {
    const TemporaryFolder folder;
    if (computing_backends().size() < 2)
        return;
    put_array(folder / "in.npy", elements<float>(1000));
    const nlohmann::json info = run_for_json({"info", "--format", "json"});
    const std::string report = run_well(
        scan(folder / "in.npy", folder / "out.npy", {"--backend", "compute", "--op", "max", "--reps", "3"}));
    CHECK(lines_of(report).front() == "scan of 1000 float32, max, inclusive");
    CHECK(report_value(report, "backend") == "compute");
    CHECK(report_value(report, "gpu") == info["gl_renderer"].get<std::string>());
    const int lanes = info["compute_lanes"];
    CHECK(report_value(report, "tier") == fmt::format("{}, {} lane{}",
                                                      info["compute_tier"].get<std::string>(), lanes,
                                                      lanes == 1 ? "" : "s"));
    CHECK_THAT(report_value(report, "time"),
               Matches("[0-9]+\\.[0-9]{3} ms by " + info["timer"].get<std::string>() + ", median of 3"));
}

TEST_CASE("The report of a scan on the CPU has no GPU") {
    const TemporaryFolder folder;
    put_array(folder / "in.npy", elements<std::uint64_t>(1000));
    const std::string report = run_well(
        scan(folder / "in.npy", folder / "out.npy", {"--backend", "cpu", "--exclusive"}), without_opengl());
    const std::vector<std::string> lines = lines_of(report);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] == "scan of 1000 uint64, sum, exclusive");
    CHECK(lines[1] == "  backend  cpu");
    CHECK_THAT(report_value(report, "time"), Matches("[0-9]+\\.[0-9]{3} ms by wall-clock"));
}

TEST_CASE("Auto scans few elements without OpenGL, and looks for a GPU where many are scanned") {
    const TemporaryFolder folder;
    const auto input = elements<std::uint64_t>(2'000);
    put_array(folder / "in.npy", input);
    const auto check = [&](const std::string& repetitions, const Setting& setting,
                           const std::string& backend) {
        const std::string report =
            run_well(scan(folder / "in.npy", folder / "out.npy", {"--reps", repetitions}), setting);
        CHECK_THAT(report_value(report, "backend"), StartsWith(backend));
        CHECK(get_array<std::uint64_t>(folder / "out.npy") == scanned(input, "sum", false));
    };
    check("1", {}, "cpu (auto: done before OpenGL would have started)");
    check("20000", without_opengl(), "cpu (auto: there is no OpenGL");
    const nlohmann::json info = run_for_json({"info", "--format", "json"});
    if (info["software_renderer"].get<bool>())
        check("20000", {},
              "cpu (auto: " + info["gl_renderer"].get<std::string>() + " is a software renderer)");
}

TEST_CASE("Auto takes compute where an option asks for what it alone has") {
    const TemporaryFolder folder;
    put_array(folder / "in.npy", elements<std::uint32_t>(1000));
    for (const Arguments& options :
         {Arguments{"--algorithm", "tree"}, {"--partition", "256"}, {"--tier", "shared-memory"}}) {
        INFO(options.front());
        const Arguments arguments = scan(folder / "in.npy", folder / "out.npy", options);
        check_refused(run(arguments, without_opengl()), 3, {"no OpenGL"});
        CHECK_FALSE(fs::exists(folder / "out.npy"));
        if (computing_backends().size() < 2)
            continue;
        CHECK_THAT(report_value(run_well(arguments), "backend"), StartsWith("compute (auto: "));
        fs::remove(folder / "out.npy");
    }
}

TEST_CASE("A tier that is asked for is taken, or refused where the driver has none", "[repeat]") {
    const TemporaryFolder folder;
    if (computing_backends().size() < 2)
        return;
    const auto input = elements<std::int32_t>(3001);
    put_array(folder / "in.npy", input);
    for (const std::string tier : {"shared-memory", "ballot", "subgroup"}) {
        INFO(tier);
        const Outcome outcome = run(scan(folder / "in.npy", folder / "out.npy", {"--tier", tier}));
        if (outcome.exit_code == 0) {
            CHECK_THAT(report_value(outcome.out, "tier"), StartsWith(tier + ", "));
            CHECK(get_array<std::int32_t>(folder / "out.npy") == scanned(input, "sum", false));
        } else {
            CHECK(tier != "shared-memory");
            check_refused(outcome, 3, {"tier " + tier, "shared-memory"});
        }
    }
}

TEST_CASE("Minima and maxima of floats keep the sign of zero, and are NaN from the first NaN on",
          "[repeat]") {
    const TemporaryFolder folder;
    const float nan = std::bit_cast<float>(0x7fc0'1234u), negative_nan = std::bit_cast<float>(0xffc0'4321u);
    const std::vector<float> input{0.0f, -0.0f, 2.0f, -3.0f, nan, negative_nan, 1.0f};
    put_array(folder / "in.npy", input);
    const auto low = bits_of<float>({0.0f, -0.0f, -0.0f, -3.0f, nan, nan, nan});
    const auto high = bits_of<float>({0.0f, 0.0f, 2.0f, 2.0f, nan, nan, nan});
    for (const std::string& backend : computing_backends()) {
        INFO(backend);
        run_well(scan(folder / "in.npy", folder / "low.npy", {"--backend", backend, "--op", "min"}));
        run_well(scan(folder / "in.npy", folder / "high.npy", {"--backend", backend, "--op", "max"}));
        CHECK(bits_of(get_array<float>(folder / "low.npy")) == low);
        CHECK(bits_of(get_array<float>(folder / "high.npy")) == high);
    }
}

TEST_CASE("Every scan has one rule for NaN, that of NumPy, and sums of -0 alone are -0", "[repeat]") {
    const TemporaryFolder folder;
    constexpr std::size_t size = 100, at = 37;
    std::vector<float> values(size, 5.0f), zeros(size, -0.0f);
    values[at] = NAN;
    zeros[at] = 1.0f;
    put_array(folder / "nan.npy", values);
    put_array(folder / "zeros.npy", zeros);
    std::vector<std::string> algorithms{"auto", "horizontal", "tree", "vertical"};
    for (const nlohmann::json& entry : entries_of("cpu-scan"))
        algorithms.push_back(entry["name"]);
    const std::size_t backends = computing_backends().size();
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
        INFO(algorithms[i]);
        if (backends < 2 && i >= 1 && i <= 3)
            continue;
        const bool exclusive = i % 2 == 0;
        Arguments options{"--algorithm", algorithms[i], "--op", i % 3 == 0 ? "min" : "max"};
        if (exclusive)
            options.emplace_back("--exclusive");
        run_well(scan(folder / "nan.npy", folder / "out.npy", options));
        const std::vector<float> out = get_array<float>(folder / "out.npy");
        for (std::size_t k = exclusive ? 1 : 0; k < size; ++k)
            CHECK((k < at + exclusive ? out[k] == 5 : std::isnan(out[k])));
        run_well(scan(folder / "zeros.npy", folder / "out.npy", {"--algorithm", algorithms[i]}));
        const std::vector<float> sums = get_array<float>(folder / "out.npy");
        for (std::size_t k = 0; k < size; ++k)
            CHECK((k < at ? std::bit_cast<std::uint32_t>(sums[k]) == 0x8000'0000u : sums[k] == 1));
    }
}

TEMPLATE_TEST_CASE("Elements of int64 and float64 are scanned on the CPU, also by a named scan", "[repeat]",
                   std::int64_t, double) {
    using T = TestType;
    const TemporaryFolder folder;
    std::vector<T> input = elements<T>(3001);
    input[7] = static_cast<T>(std::int64_t{1} << 52);
    put_array(folder / "in.npy", input);
    for (const std::string op : {"sum", "min", "max"}) {
        for (const Arguments& more : {Arguments{}, {"--exclusive", "--algorithm", "lookahead1-p"}}) {
            Arguments options{"--op", op};
            options.insert(options.end(), more.begin(), more.end());
            const Outcome outcome = run(scan(folder / "in.npy", folder / "out.npy", options));
            CHECK(outcome.err == "");
            REQUIRE(outcome.exit_code == 0);
            CHECK(get_array<T>(folder / "out.npy") == scanned(input, op, !more.empty()));
            if (more.empty())
                CHECK_THAT(report_value(outcome.out, "backend"),
                           StartsWith("cpu (auto: compute takes uint32, int32, float32, uint64, not "));
        }
    }
}

TEST_CASE("Sums that wrap around are said once, with the first element") {
    const TemporaryFolder folder;
    const auto message = [&](const auto& input, const Arguments& options) {
        put_array(folder / "in.npy", input);
        const Outcome outcome = run(scan(folder / "in.npy", folder / "out.npy", options));
        CHECK(outcome.exit_code == 0);
        return outcome.err;
    };
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    std::vector<std::int32_t> numbers(10'000, 0);
    numbers[5] = most;
    CHECK(message(numbers, {}) == "");
    numbers[9000] = 1;
    numbers[9001] = 1;
    const std::string rest = " on: int32 does not hold them; turn the array into int64 with numpy's astype\n";
    CHECK(message(numbers, {}) == "scanline: sums wrap around from element 9000" + rest);
    CHECK(message(numbers, {"--exclusive"}) == "scanline: sums wrap around from element 9001" + rest);
    CHECK(message(numbers, {"--op", "max"}) == "");
    CHECK_THAT(message(std::vector<std::uint32_t>{1, ~0u}, {}), ContainsSubstring("element 1 on: uint32"));
    CHECK_THAT(message(std::vector<std::int64_t>{-1, std::numeric_limits<std::int64_t>::min()}, {}),
               ContainsSubstring("element 1 on: int64 does not hold them; turn the array into float64"));
}

TEST_CASE("An empty array gives an empty array of its type") {
    const TemporaryFolder folder;
    put_array(folder / "in.npy", std::vector<float>{});
    for (const std::string& backend : computing_backends()) {
        INFO(backend);
        const std::string report =
            run_well(scan(folder / "in.npy", folder / "out.npy", {"--backend", backend, "--exclusive"}));
        CHECK_THAT(report, StartsWith("scan of 0 float32"));
        CHECK(get_array<float>(folder / "out.npy").empty());
        fs::remove(folder / "out.npy");
    }
}

TEST_CASE("A result may take the place of its file, and is alone in its folder") {
    const TemporaryFolder folder;
    const auto input = elements<std::int32_t>(1000);
    for (const std::string& backend : computing_backends()) {
        INFO(backend);
        put_array(folder / "array.npy", input);
        run_well(scan(folder / "array.npy", folder / "array.npy", {"--backend", backend}));
        CHECK(get_array<std::int32_t>(folder / "array.npy") == scanned(input, "sum", false));
        CHECK(names_in(folder.path()) == std::vector<std::string>{"array.npy"});
    }
}

TEST_CASE("An array that a storage block does not take is refused by compute with the limit, not by auto",
          "[repeat]") {
    const nlohmann::json info = run_for_json({"info", "--format", "json"});
    const std::int64_t limit = info["max_storage_block_bytes"];
    if (info["compute"] != "ready" || limit > (std::int64_t{1} << 28)) {
        WARN("not tried: arrays would have more than " << limit << " bytes");
        return;
    }
    const TemporaryFolder folder;
    const std::string file = put_zeros(folder / "in.npy", static_cast<std::size_t>(limit / 4 + 1));
    for (const std::string command : {"scan", "sort"}) {
        INFO(command);
        const Arguments arguments{command, file, "-o", (folder / "out.npy").string(), "--backend", "compute"};
        check_refused(run(arguments), 2,
                      {command, std::to_string(limit), std::to_string(limit + 4), "--backend cpu"});
        CHECK_FALSE(fs::exists(folder / "out.npy"));
    }
    const std::string report = run_well(scan(file, folder / "out.npy", {}));
    CHECK_THAT(report_value(report, "backend"), StartsWith("cpu (auto: "));
    CHECK(fs::file_size(folder / "out.npy") == fs::file_size(file));
}

TEST_CASE("A scan is interrupted without a file") {
    const TemporaryFolder folder;
    put_array(folder / "in.npy", elements<std::uint32_t>(2'000'000));
    Program program(scan(folder / "in.npy", folder / "out.npy", {"--backend", "cpu", "--reps", "100000"}));
    program.wait_until_working(SIGINT, 0.5);
    program.send(SIGINT);
    check_refused(program.finish(), 128 + SIGINT, {"interrupted", "nothing was written"});
    CHECK(names_in(folder.path()) == std::vector<std::string>{"in.npy"});
}

namespace {

// One algorithm with all of its options for exclusive maxima, and with none for inclusive sums.
template <class T>
void check_cpu_scan(const nlohmann::json& entry) {
    const TemporaryFolder folder;
    const std::vector<T> input = elements<T>(70'001);
    put_array(folder / "in.npy", input);
    const std::string name = entry["name"];
    const bool threads = entry["properties"]["threads"] == "several",
               partitioned = entry["properties"]["partitioned"] == "yes";
    Arguments options{"--algorithm", name, "--op", "max", "--exclusive"};
    if (threads)
        options.insert(options.end(), {"--threads", "3", "--dilation", "0.5"});
    if (partitioned)
        options.insert(options.end(), {"--partition", "1000"});
    const std::string report =
        run_well(scan(folder / "in.npy", folder / "out.npy", options), without_opengl());
    CHECK(get_array<T>(folder / "out.npy") == scanned(input, "max", true));
    CHECK(report_value(report, "backend") == "cpu");
    CHECK(report_value(report, "algorithm") == name);
    CHECK(report_value(report, "threads") == (threads ? "3" : "1"));
    if (partitioned)
        CHECK(report_value(report, "partition") == "1000");
    run_well(scan(folder / "in.npy", folder / "out.npy", {"--algorithm", name, "--backend", "cpu"}),
             without_opengl());
    CHECK(get_array<T>(folder / "out.npy") == scanned(input, "sum", false));
}

} // namespace

TEST_CASE("Every scan on the CPU writes what the standard library does, and is named in the report") {
    const nlohmann::json list = entries_of("cpu-scan");
    REQUIRE(list.size() >= 16);
    // Types in turn: cpu_test covers all combinations.
    for (std::size_t i = 0; i < list.size(); ++i) {
        INFO(list[i].dump() << ", seed " << seed);
        if (i % 3 == 0)
            check_cpu_scan<std::uint32_t>(list[i]);
        else if (i % 3 == 1)
            check_cpu_scan<std::int32_t>(list[i]);
        else
            check_cpu_scan<float>(list[i]);
    }
}

TEST_CASE("A scan on the CPU that cannot be is refused with what can, and nothing is written") {
    const TemporaryFolder folder;
    put_array(folder / "in.npy", elements<std::uint32_t>(1000));
    put_array(folder / "wide.npy", elements<std::uint64_t>(1000));
    const auto check = [&](const Arguments& options, const std::vector<std::string>& parts,
                           const std::string& input = "in.npy") {
        check_refused(run(scan(folder / input, folder / "out.npy", options)), 2, parts);
        CHECK_FALSE(fs::exists(folder / "out.npy"));
    };
    check({"--algorithm", "simd1", "--backend", "compute"},
          {"simd1", "scan on the CPU", "--backend compute"});
    check({"--algorithm", "simd", "--threads", "2"}, {"simd is for one thread, not 2", "simd1-p"});
    check({"--algorithm", "simd1", "--threads", "0"}, {"--threads: '0'", "1 to 1024"});
    check({"--algorithm", "simd1", "--partition", "100"}, {"simd1 has no partitions", "-p"});
    check({"--algorithm", "simd1-p", "--partition", "-1"}, {"--partition: '-1'", "from 1 to"});
    check({"--algorithm", "simd1", "--dilation", "2"}, {"--dilation: '2'", "0 to 1"});
    check({"--algorithm", "simd1", "--tier", "ballot"}, {"--tier", "backend cpu"});
    check({"--threads", "2"}, {"--threads", "simd1-p", "--algorithm"});
    check({"--algorithm", "tree", "--dilation", "0.5"}, {"--dilation", "simd1-p", "--algorithm"});
    check({"--algorithm", "simd1-p"}, {"simd1-p", "not uint64", "--algorithm"}, "wide.npy");
}

} // namespace scan_gl_test
