#include "arrays.h"

#include "scanline/core/random.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <cmath>
#include <numeric>
#include <type_traits>

namespace sort_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::StartsWith;
using data::test::names_in;

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t seed = 62;

// Any bits, including NaN, and many equal keys.
template <class K>
std::vector<K> random_keys(std::size_t size) {
    Random random(seed);
    std::vector<K> keys(size);
    std::ranges::generate(keys, [&] {
        const auto bits = static_cast<std::uint32_t>(random.next());
        return std::bit_cast<K>(random.below(2) == 0 ? bits : bits & 0x8080'0007u);
    });
    return keys;
}

// A number in the order of the keys.
std::uint32_t rank(std::uint32_t key) {
    return key;
}
std::uint32_t rank(std::int32_t key) {
    return static_cast<std::uint32_t>(std::int64_t{key} + 0x8000'0000);
}
std::uint32_t rank(float key) {
    const auto magnitude = std::bit_cast<std::uint32_t>(std::fabs(key));
    return std::signbit(key) ? 0x7fff'ffffu - magnitude : 0x8000'0000u + magnitude;
}

// The same with NaN last in either direction; those of one sign in their order.
template <class K>
std::int64_t place_of(K key, bool descending) {
    const std::int64_t place = rank(key);
    if constexpr (std::is_same_v<K, float>) {
        if (std::isnan(key) && std::signbit(key) != descending)
            return descending ? place - (std::int64_t{1} << 32) : place + (std::int64_t{1} << 32);
    }
    return place;
}

// The positions of the keys sorted, NaN last.
template <class K>
std::vector<std::uint32_t> order_of(const std::vector<K>& keys, bool descending) {
    std::vector<std::uint32_t> positions(keys.size());
    std::iota(positions.begin(), positions.end(), 0u);
    std::ranges::stable_sort(positions, [&](std::uint32_t a, std::uint32_t b) {
        const std::int64_t first = place_of(keys[a], descending), second = place_of(keys[b], descending);
        return descending ? second < first : first < second;
    });
    return positions;
}

// The positions of the keys sorted by the bits from begin to end.
template <class K>
std::vector<std::uint32_t> order_of_bits(const std::vector<K>& keys, bool descending, int begin = 0,
                                         int end = 32) {
    const auto digits = [&](std::uint32_t position) {
        const std::uint64_t bits = rank(keys[position]);
        return (bits & ((std::uint64_t{1} << end) - 1)) >> begin;
    };
    std::vector<std::uint32_t> positions(keys.size());
    std::iota(positions.begin(), positions.end(), 0u);
    std::stable_sort(positions.begin(), positions.end(), [&](std::uint32_t a, std::uint32_t b) {
        return descending ? digits(b) < digits(a) : digits(a) < digits(b);
    });
    return positions;
}

template <class K>
std::vector<K> taken(const std::vector<K>& keys, const std::vector<std::uint32_t>& positions) {
    std::vector<K> list(positions.size());
    std::ranges::transform(positions, list.begin(), [&](std::uint32_t position) { return keys[position]; });
    return list;
}

Arguments sort(const fs::path& input, const fs::path& output, const Arguments& more) {
    Arguments arguments{"sort", input.string(), "-o", output.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

} // namespace

TEMPLATE_TEST_CASE("Sorted keys and their positions are those of stable_sort on every backend", "[repeat]",
                   std::uint32_t, std::int32_t, float) {
    using K = TestType;
    const TemporaryFolder folder;
    const std::vector<K> keys = random_keys<K>(3001);
    put_array(folder / "in.npy", keys);
    for (const std::string& backend : computing_backends()) {
        for (const bool descending : {false, true}) {
            INFO(backend << ", descending " << descending << ", seed " << seed);
            const std::vector<std::uint32_t> order = order_of(keys, descending);
            Arguments options{"--backend", backend};
            if (descending)
                options.emplace_back("--descending");
            run_well(sort(folder / "in.npy", folder / "out.npy", options));
            CHECK(bits_of(get_array<K>(folder / "out.npy")) == bits_of(taken(keys, order)));
            CHECK_FALSE(fs::exists(folder / "positions.npy"));

            options.insert(options.end(), {"--positions", (folder / "positions.npy").string()});
            run_well(sort(folder / "in.npy", folder / "both.npy", options));
            CHECK(bits_of(get_array<K>(folder / "both.npy")) == bits_of(taken(keys, order)));
            CHECK(get_array<std::uint32_t>(folder / "positions.npy") == order);
            fs::remove(folder / "positions.npy");
        }
    }
}

TEST_CASE("Floats are sorted by the total order on request, -NaN first") {
    const TemporaryFolder folder;
    const std::vector<float> keys = random_keys<float>(300);
    put_array(folder / "in.npy", keys);
    for (const std::string& backend : computing_backends()) {
        for (const bool descending : {false, true}) {
            Arguments options{"--backend", backend, "--total-order"};
            if (descending)
                options.emplace_back("--descending");
            run_well(sort(folder / "in.npy", folder / "out.npy", options));
            CHECK(bits_of(get_array<float>(folder / "out.npy")) ==
                  bits_of(taken(keys, order_of_bits(keys, descending))));
        }
    }
}

TEMPLATE_TEST_CASE("Keys of 64 bits are sorted on the CPU, stable, NaN last", "", std::int64_t, std::uint64_t,
                   double) {
    using K = TestType;
    const TemporaryFolder folder;
    Random random(seed);
    std::vector<K> keys(70'000); // for two threads, where there are as many
    std::ranges::generate(keys, [&] {
        const std::uint64_t bits = random.next();
        return std::bit_cast<K>(random.below(2) == 0 ? bits : bits & 0x8000'0000'0000'0007u);
    });
    keys[5] = static_cast<K>(std::nan(""));
    keys[6] = static_cast<K>(-std::nan(""));
    put_array(folder / "in.npy", keys);
    const auto is_last = [](K key) { return key != key; };
    for (const bool descending : {false, true}) {
        Arguments options{"--positions", (folder / "positions.npy").string()};
        if (descending)
            options.emplace_back("--descending");
        const std::string report = run_well(sort(folder / "in.npy", folder / "out.npy", options));
        CHECK(report_value(report, "algorithm") == "radix");
        const std::vector<K> sorted = get_array<K>(folder / "out.npy");
        const auto positions = get_array<std::uint32_t>(folder / "positions.npy");
        REQUIRE(sorted.size() == keys.size());
        std::vector<bool> seen(keys.size());
        bool ordered = true, stable = true, same = true;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            same &=
                std::bit_cast<std::uint64_t>(sorted[i]) == std::bit_cast<std::uint64_t>(keys[positions[i]]) &&
                !seen[positions[i]];
            seen[positions[i]] = true;
            if (i == 0 || is_last(sorted[i]))
                continue;
            ordered &= !is_last(sorted[i - 1]) &&
                       (descending ? sorted[i] <= sorted[i - 1] : sorted[i - 1] <= sorted[i]);
            stable &=
                std::bit_cast<std::uint64_t>(sorted[i]) != std::bit_cast<std::uint64_t>(sorted[i - 1]) ||
                positions[i - 1] < positions[i];
        }
        CHECK(same);
        CHECK(ordered);
        CHECK(stable);
        options.erase(options.begin(), options.begin() + 2);
        run_well(sort(folder / "in.npy", folder / "keys.npy", options));
        const std::vector<K> alone = get_array<K>(folder / "keys.npy");
        CHECK(std::ranges::equal(
            alone, sorted, {}, [](K key) { return std::bit_cast<std::uint64_t>(key); },
            [](K key) { return std::bit_cast<std::uint64_t>(key); }));
    }
}

TEST_CASE("Keys are sorted by the bits that are asked for alone") {
    const TemporaryFolder folder;
    const auto keys = random_keys<std::int32_t>(2000);
    put_array(folder / "in.npy", keys);
    struct Bits {
        const char* text;
        int begin, end;
    };
    for (const std::string& backend : computing_backends()) {
        for (const Bits& bits : {Bits{"0:8", 0, 8}, {"3:17", 3, 17}, {"31:32", 31, 32}, {"0:32", 0, 32}}) {
            INFO(backend << " " << bits.text);
            const std::string report = run_well(
                sort(folder / "in.npy", folder / "out.npy", {"--backend", backend, "--bits", bits.text}));
            CHECK(get_array<std::int32_t>(folder / "out.npy") ==
                  taken(keys, order_of_bits(keys, false, bits.begin, bits.end)));
            CHECK_THAT(report, StartsWith("sort of 2000 int32, ascending, bits " + std::string(bits.text)));
        }
    }
}

TEST_CASE("The report of a sort has what was taken") {
    const TemporaryFolder folder;
    put_array(folder / "in.npy", random_keys<float>(100));
    const std::string positions = (folder / "positions.npy").string();
    for (const std::string& backend : computing_backends()) {
        const std::string report =
            run_well(sort(folder / "in.npy", folder / "out.npy",
                          {"--backend", backend, "--descending", "--positions", positions}));
        CHECK(lines_of(report).front() == "sort of 100 float32, descending, bits 0:32, with positions");
        CHECK(report_value(report, "backend") == backend);
        CHECK(report_value(report, "algorithm") == "radix");
        if (backend == "cpu")
            CHECK(report_value(report, "threads") == "1");
        CHECK_THAT(report_value(report, "time"), Catch::Matchers::ContainsSubstring(" ms by "));
        if (backend == "compute")
            CHECK(report_value(report, "gpu") ==
                  run_for_json({"info", "--format", "json"})["gl_renderer"].get<std::string>());
    }
}

TEST_CASE("Auto sorts few keys without OpenGL, looks for a GPU for many, and says what it took", "[repeat]") {
    const TemporaryFolder folder;
    const std::string few = put_array(folder / "few.npy", random_keys<float>(100)),
                      many = put_zeros(folder / "many.npy", 12'000'000);
    const auto backend_of = [&](const std::string& input, const Arguments& options,
                                const Setting& setting = {}) {
        return report_value(run_well(sort(input, folder / "out.npy", options), setting), "backend");
    };
    // Enough work for any number of processors; zeros take little of it.
    const Arguments long_work{"--reps", "40"};
    CHECK(backend_of(few, {}) == "cpu (auto: done before OpenGL would have started)");
    CHECK_THAT(backend_of(many, long_work, without_opengl()), StartsWith("cpu (auto: there is no OpenGL"));
    const nlohmann::json info = run_for_json({"info", "--format", "json"});
    const std::string renderer = info["gl_renderer"];
    if (info["software_renderer"].get<bool>())
        CHECK(backend_of(many, long_work) == "cpu (auto: " + renderer + " is a software renderer)");
    else if (info["compute"] == "ready")
        CHECK_THAT(backend_of(many, long_work), StartsWith("compute (auto: " + renderer));
    else
        CHECK_THAT(backend_of(many, long_work), StartsWith("cpu (auto: "));
    if (info["compute"] == "ready")
        CHECK_THAT(backend_of(few, {"--tier", "shared-memory"}), StartsWith("compute (auto: "));
}

TEST_CASE("An empty array sorts to empty arrays") {
    const TemporaryFolder folder;
    put_array(folder / "in.npy", std::vector<std::uint32_t>{});
    for (const std::string& backend : computing_backends()) {
        INFO(backend);
        run_well(sort(folder / "in.npy", folder / "out.npy",
                      {"--backend", backend, "--positions", (folder / "positions.npy").string()}));
        CHECK(get_array<std::uint32_t>(folder / "out.npy").empty());
        CHECK(get_array<std::uint32_t>(folder / "positions.npy").empty());
        fs::remove(folder / "out.npy");
        fs::remove(folder / "positions.npy");
    }
}

TEST_CASE("Sorted keys or positions may take the place of the file") {
    const TemporaryFolder folder;
    const auto keys = random_keys<float>(500);
    const std::vector<std::uint32_t> order = order_of(keys, false);
    const std::string file = put_array(folder / "a.npy", keys);
    run_well(sort(file, file, {"--backend", "cpu"}));
    CHECK(bits_of(get_array<float>(file)) == bits_of(taken(keys, order)));
    CHECK(names_in(folder.path()) == std::vector<std::string>{"a.npy"});

    put_array(file, keys);
    run_well(sort(file, folder / "b.npy", {"--backend", "cpu", "--positions", file}));
    CHECK(get_array<std::uint32_t>(file) == order);
    CHECK(bits_of(get_array<float>(folder / "b.npy")) == bits_of(taken(keys, order)));
}

} // namespace sort_gl_test
