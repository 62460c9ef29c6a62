#include "run_on_ranks.h"
#include "scanline/core/random.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <bit>

namespace scanline::mpi_sort_test {

using namespace test;

namespace {

/// Keys of any bits, among them many equal ones, zeros and NaN of both signs.
template <class K>
std::vector<K> some_keys(std::size_t size, std::uint64_t seed) {
    using Bits = std::conditional_t<sizeof(K) == 8, std::uint64_t, std::uint32_t>;
    constexpr Bits sign = Bits{1} << (8 * sizeof(K) - 1);
    const auto nan = static_cast<Bits>(sizeof(K) == 8 ? 0x7ff8'0000'0000'0001 : 0x7fc0'0001);
    const std::array<Bits, 6> special{0, sign, nan, nan | sign, static_cast<Bits>(~Bits{0}), 42};
    Random random(seed);
    std::vector<K> keys(size);
    for (K& key : keys) {
        const std::uint64_t draw = random.below(12);
        const Bits any =
            static_cast<Bits>(random.below(std::uint64_t{1} << 32) << (draw < 9 ? 8 * sizeof(K) - 32 : 0));
        key = std::bit_cast<K>(draw < special.size() ? special[draw] : any);
    }
    return keys;
}

/// The files of several ranks must be those of one process.
template <class K>
void check_sort(int ranks, std::size_t size, const Arguments& options, std::uint64_t seed) {
    const TemporaryFolder folder;
    const std::string keys = (folder / "keys.npy").string();
    data::write_npy<K>(keys, some_keys<K>(size, seed), {size});
    const auto sort = [&](const std::string& name) {
        Arguments arguments{"sort",        keys,
                            "-o",          (folder / (name + ".npy")).string(),
                            "--positions", (folder / (name + "-places.npy")).string(),
                            "--backend",   "cpu"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return arguments;
    };
    const Outcome alone = run(sort("alone")), together = run_on_ranks(ranks, sort("together"));
    INFO(ranks << " ranks, " << size << " keys of " << sizeof(K) << " bytes, seed " << seed << ", options "
               << (options.empty() ? "none" : options.front()) << ": " << together.err);
    REQUIRE(alone.exit_code == 0);
    REQUIRE(together.exit_code == 0);
    for (const char* file : {".npy", "-places.npy"})
        CHECK((data::read_file(folder / (std::string("alone") + file)) ==
               data::read_file(folder / (std::string("together") + file))));
}

} // namespace

TEST_CASE("Ranks sort every type as one process does, byte for byte", "[repeat]") {
    check_sort<std::uint32_t>(3, 1000, {}, 7200);
    check_sort<std::int32_t>(3, 1000, {"--descending"}, 7201);
    check_sort<float>(3, 1000, {}, 7202);
    check_sort<float>(3, 1000, {"--descending"}, 7203);
    check_sort<float>(3, 1000, {"--total-order"}, 7204);
    check_sort<float>(3, 1000, {"--bits", "3:20"}, 7205);
    check_sort<std::uint64_t>(3, 1000, {}, 7206);
    check_sort<std::int64_t>(3, 1000, {}, 7207);
    check_sort<double>(3, 1000, {"--descending"}, 7208);
}

TEST_CASE("Any number of ranks sorts, also where some have no keys") {
    for (const int ranks : {1, 2, 5, 8})
        check_sort<float>(ranks, 300, {}, 7210);
    check_sort<std::int32_t>(3, 0, {}, 7211);
    check_sort<std::int32_t>(5, 2, {}, 7212);
}

TEST_CASE("What ranks find wrong is said once, with the exit code of one process, and nothing is written") {
    const TemporaryFolder folder;
    const std::string keys = (folder / "keys.npy").string(), sorted = (folder / "sorted.npy").string();
    data::write_npy<double>(keys, some_keys<double>(10, 7220), {10});
    check_said_once({"sort", "none.npy", "-o", sorted}, 1, "cannot read none.npy: there is no such file");
    check_said_once({"sort", keys, "-o", sorted, "--bits", "0:3"}, 2,
                    "--bits is for keys of 32 bits, not for float64");
    check_said_once({"sort", keys, "-o", "/none/sorted.npy"}, 1,
                    "cannot write /none/sorted.npy: there is no folder /none");
    check_said_once({"sort", keys}, 2, "--output is required");
    check_said_once({"compare", keys, keys}, 2, "compare works on one machine: start it without mpirun");
    CHECK(!std::filesystem::exists(sorted));
}

} // namespace scanline::mpi_sort_test
