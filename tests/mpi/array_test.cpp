// Scans, compactions and generated tables over ranks.
#include "run_on_ranks.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <cmath>
#include <limits>
#include <random>

namespace scanline::mpi_array_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;

namespace {

template <class T>
std::vector<T> some_elements(std::size_t size, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<T> elements(size);
    for (T& element : elements) {
        if constexpr (std::is_integral_v<T>)
            element = static_cast<T>(random());
        else
            element = random() % 5 == 0
                          ? T{-0.0}
                          : static_cast<T>(std::ldexp(double(random() % 2001) - 1000, int(random() % 40)));
    }
    return elements;
}

template <class T>
void check_scan(int ranks, const std::vector<T>& elements, const Arguments& options) {
    const TemporaryFolder folder;
    const std::string input = (folder / "in.npy").string();
    data::write_npy<T>(input, elements, {elements.size()});
    Arguments arguments{"scan", input, "--backend", "cpu"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    check_alike(ranks, arguments, folder, "out.npy");
}

} // namespace

TEST_CASE("Ranks scan every type as one process does, byte for byte", "[repeat]") {
    check_scan(3, some_elements<std::uint32_t>(1000, 7400), {});
    check_scan(3, some_elements<std::int32_t>(1000, 7401), {"--exclusive"});
    check_scan(2, some_elements<std::int64_t>(1000, 7402), {"--op", "min"});
    check_scan(3, some_elements<std::uint64_t>(1000, 7403), {"--op", "max", "--exclusive"});
    check_scan(3, some_elements<float>(1000, 7404), {});
    check_scan(3, some_elements<float>(1000, 7405), {"--op", "min", "--exclusive"});
    check_scan(5, some_elements<double>(1000, 7406), {"--exclusive"});
    check_scan(8, some_elements<double>(1000, 7407), {"--op", "max"});
}

TEST_CASE("Zeros of both signs, NaN and slices without elements scan right", "[repeat]") {
    check_scan(3, std::vector<float>(7, -0.0f), {});
    check_scan(3, std::vector<double>{-0.0, 0.0, -0.0, 0.0}, {"--op", "min"});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    check_scan(3, std::vector<float>{3, 2, nan, 1, 0, -1, 5}, {"--op", "min"});
    check_scan(3, std::vector<float>{3, nan, -nan, 1, 0, -1, 5}, {"--op", "max", "--exclusive"});
    check_scan(5, std::vector<std::int32_t>{5, 6}, {"--exclusive"});
    check_scan(2, std::vector<double>{}, {});
}

TEST_CASE("Where sums wrap around is said once, with the element's number", "[repeat]") {
    const TemporaryFolder folder;
    const std::string input = (folder / "in.npy").string(), output = (folder / "out.npy").string();
    for (const std::size_t size : {4u, 9u}) {
        // Both slices of 4 end where the sum wraps around, or in its middle.
        std::vector<std::uint32_t> elements(size, 0x6000'0000u);
        data::write_npy<std::uint32_t>(input, elements, {size});
        for (const bool exclusive : {false, true}) {
            Arguments arguments{"scan", input, "-o", output, "--backend", "cpu"};
            if (exclusive)
                arguments.emplace_back("--exclusive");
            INFO(size << " elements, exclusive: " << exclusive);
            CHECK_THAT(run_on_ranks(2, arguments).err, ContainsSubstring(run(arguments).err)); // beside MPI's
        }
    }
}

TEST_CASE("Ranks compact as one process does") {
    const TemporaryFolder folder;
    const std::string input = (folder / "in.npy").string();
    data::write_npy<std::int32_t>(input, some_elements<std::int32_t>(35, 7410), {5, 7});
    const auto check = [&](int ranks, const std::string& emit, const std::string& file) {
        check_alike(ranks, {"compact", input, "--backend", "cpu", "--emit", emit}, folder, file);
    };
    check(3, "indices", "out.npy");
    check(2, "xy", "out.npy");
    check(5, "values", "out.npy");
    check(3, "xy", "out.csv");
}

TEST_CASE("Ranks generate the tables of one process") {
    const TemporaryFolder folder;
    for (const char* kind : {"independent", "correlated", "anticorrelated"})
        check_alike(3, {"generate", "skyline", "--kind", kind, "-n", "50", "-d", "3"}, folder, "out.npy");
    check_alike(2, {"generate", "skyline", "-n", "5", "-d", "2"}, folder, "out.csv");
    check_alike(3, {"generate", "cube", "D3C5T100", "--zipf", "1"}, folder, "out.npz");
    check_alike(2, {"generate", "cube", "D2C5T10"}, folder, "out.csv");
}

TEST_CASE("Ranks say who they are and how fast they send", "[repeat]") {
    const Outcome info = run_on_ranks(3, {"info"});
    INFO(info.out << info.err);
    CHECK(info.exit_code == 0);
    CHECK_THAT(info.out, Catch::Matchers::ContainsSubstring("rank                      2 on ") &&
                             Catch::Matchers::ContainsSubstring("gather_us") &&
                             Catch::Matchers::ContainsSubstring("exchange_mb_per_s"));
}

} // namespace scanline::mpi_array_test
