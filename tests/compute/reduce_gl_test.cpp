#include "compute_fixture.h"
#include "every_engine.h"
#include "scanline/compute/reduce.h"
#include "select_values.h"

#include <catch2/catch_all.hpp>
#include <cmath>
#include <compare>
#include <numeric>
#include <type_traits>

namespace reduce_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::difference;
using scanline::test::EveryEngineTest;
using scanline::test::GuardedArray;
using scanline::test::name_of;
using scanline::test::usage_message;

static_assert(!std::is_copy_constructible_v<Reduce<float>> &&
              std::is_nothrow_move_constructible_v<Reduce<float>> &&
              std::is_nothrow_move_assignable_v<Reduce<float>>);

namespace {

using Numbers = std::vector<std::uint32_t>;

// The NaN that counts as no value, and the result written for it.
template <class T>
struct Identity {
    T value, shown;
};
template <class T>
Identity<T> identity_of(Operator op) {
    using Limits = std::numeric_limits<T>;
    switch (op) {
    case Operator::sum: return {T(0), T(0)};
    case Operator::min:
        if constexpr (std::is_same_v<T, float>)
            return {std::bit_cast<float>(0x7fffffffu), Limits::infinity()};
        else
            return {Limits::max(), Limits::max()};
    case Operator::max:
        if constexpr (std::is_same_v<T, float>)
            return {std::bit_cast<float>(0xffffffffu), -Limits::infinity()};
        else
            return {Limits::lowest(), Limits::lowest()};
    }
    return {};
}

// A sum of floats is exact for the integers of make_values().
template <class T>
T expected_reduction(const std::vector<T>& values, Operator op) {
    if (op == Operator::sum) {
        if constexpr (std::is_same_v<T, float>)
            return static_cast<float>(std::accumulate(values.begin(), values.end(), 0.0));
        else // signed overflow is undefined
            return static_cast<T>(
                std::accumulate(values.begin(), values.end(), std::make_unsigned_t<T>{0},
                                [](auto sum, T value) { return sum + static_cast<decltype(sum)>(value); }));
    }
    const auto [none, shown] = identity_of<T>(op);
    const auto less = [](T a, T b) { return std::strong_order(a, b) < 0; };
    T result = none;
    for (const T value : values)
        result = op == Operator::min ? std::min(result, value, less) : std::max(result, value, less);
    return std::strong_order(result, none) == 0 ? shown : result;
}

// Any bits; for sums of floats, integers small enough to be exact in any order.
template <class T>
std::vector<T> make_values(std::int64_t size, Operator op, Random& random) {
    std::vector<T> values(static_cast<std::size_t>(size));
    for (T& value : values) {
        if (std::is_same_v<T, float> && op == Operator::sum)
            value = static_cast<T>(random.between(-100, 100));
        else
            value = random.below(4) == 0 ? test::odd_element<T>(random) : test::random_element<T>(random);
    }
    return values;
}

struct Trial {
    std::int64_t input_first = 64, output_first = 64;
    std::optional<std::uint32_t> count{};
};

// The first error in the result, the elements after it, the input or the surrounding words.
template <class T>
std::string reduction_fault(const Reduce<T>& reduce, const std::vector<T>& values, Operator op,
                            const Trial& trial = {}) {
    GuardedArray<T> input(values, trial.input_first), output(3, trial.output_first);
    const auto taken = std::min<std::size_t>(trial.count.value_or(0xffffffffu), values.size());
    std::vector<T> expected = output.download();
    expected[0] = expected_reduction(
        std::vector<T>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(taken)), op);
    if (trial.count) {
        GuardedArray<std::uint32_t> count(Numbers{*trial.count}, 5);
        reduce(input.view(), output.view(), count.view());
        if (count.download().front() != *trial.count || !count.intact())
            return "the count or what lies beside it has changed";
    } else {
        reduce(input.view(), output.view());
    }
    if (std::string fault = difference(output.download(), expected); !fault.empty())
        return fault;
    if (!difference(input.download(), values).empty())
        return "the input has changed";
    return output.intact() && input.intact() ? "" : "what lies beside an array has changed";
}

template <class T>
bool computes(const Engine& engine) {
    return !std::is_same_v<T, std::uint64_t> || engine.capabilities().shader_int64;
}

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The example of a reduction") {
    const Reduce<std::uint32_t> largest(engine(), Operator::max);
    const DeviceArray<std::uint32_t> a(Numbers{3, 1, 7, 0, 4});
    DeviceArray<std::uint32_t> b(1);
    largest(a.view(), b.view());
    CHECK(b.download() == Numbers{7});
}

TEMPLATE_TEST_CASE("A reduction is what the standard library makes of the elements, at every size", "",
                   std::uint32_t, std::int32_t, float, std::uint64_t) {
    EveryEngineTest gpu;
    using T = TestType;
    constexpr std::uint64_t seed = 301;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        if (!computes<T>(*engine))
            continue;
        for (const Operator op : enumerators<Operator>) {
            const Reduce<T> reduce(*engine, op);
            for (const std::int64_t size : test::select_sizes(seed)) {
                INFO(name_of(*engine) << ", " << to_string(op) << ", seed " << seed << ", " << size);
                CHECK(reduction_fault(reduce, make_values<T>(size, op, random), op) == "");
            }
        }
    }
}

TEMPLATE_TEST_CASE("Of no elements a reduction gives the identity", "", std::uint32_t, std::int32_t, float) {
    EveryEngineTest gpu;
    using T = TestType;
    for (const Operator op : enumerators<Operator>) {
        const Reduce<T> reduce(gpu.engine(), op);
        const std::vector<T> identity{identity_of<T>(op).shown};
        DeviceArray<T> result(std::vector<T>{T(5)});
        reduce(ArrayView<T>(), result.view());
        CHECK(difference(result.download(), identity) == "");
        const DeviceArray<T> values(std::vector<T>{T(1), T(2)});
        const DeviceArray<std::uint32_t> none(Numbers{0});
        upload<T>(result.view(), std::vector<T>{T(5)});
        reduce(values.view(), result.view(), none.view());
        CHECK(difference(result.download(), identity) == "");
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A reduction takes elements from wherever they begin") {
    constexpr std::uint64_t seed = 302;
    Random random(seed);
    for (Engine* const engine : engines()) {
        const Reduce<std::uint32_t> reduce(*engine);
        for (const std::int64_t first : {64, 65, 66, 67, 0, 1}) {
            for (const std::int64_t size : {1, 5, 8192, 8197, 20'001}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << " from " << first);
                const auto values = make_values<std::uint32_t>(size, Operator::sum, random);
                CHECK(reduction_fault(reduce, values, Operator::sum, {first, 64}) == "");
                CHECK(reduction_fault(reduce, values, Operator::sum, {64, first}) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A count on the GPU says how many elements are reduced, at most all") {
    constexpr std::uint64_t seed = 303;
    Random random(seed);
    for (Engine* const engine : engines()) {
        const Reduce<std::int32_t> reduce(*engine, Operator::min);
        for (const std::int64_t size : {0, 1, 129, 8193, 150'000}) {
            const auto values = make_values<std::int32_t>(size, Operator::min, random);
            for (const std::uint32_t count : test::edge_counts(size)) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << count << " of " << size);
                CHECK(reduction_fault(reduce, values, Operator::min, {64, 65, count}) == "");
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Groups that reduce several tiles miss none") {
    constexpr std::uint64_t seed = 304;
    Random random(seed);
    // 1024 groups of 8 or 512 invocations with 16 elements each.
    constexpr std::int64_t small_turn = 1024 * 8 * 16, large_turn = 1024 * 512 * 16;
    for (Engine* const engine : engines()) {
        const Reduce<std::uint32_t> reduce(*engine);
        for (const std::int64_t size : {small_turn - 1, small_turn, small_turn + 1, 3 * small_turn + 17,
                                        std::int64_t{1} << 22, large_turn + 1}) {
            if (size > large_turn && engine->capabilities().software)
                continue;
            INFO(name_of(*engine) << ", seed " << seed << ", " << size);
            const auto values = test::random_elements<std::uint32_t>(random, size);
            const DeviceArray<std::uint32_t> input(values);
            DeviceArray<std::uint32_t> sum(1);
            reduce(input.view(), sum.view());
            CHECK(sum.download() == Numbers{expected_reduction(values, Operator::sum)});
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A sum of floats is within its bound, and the same bits in every run") {
    constexpr std::uint64_t seed = 305;
    Random random(seed);
    for (Engine* const engine : engines()) {
        const Reduce<float> reduce(*engine);
        for (const std::int64_t size : {10, 997, 65'537, 1'000'003}) {
            for (const bool cancelling : {false, true}) {
                INFO(name_of(*engine) << ", seed " << seed << ", " << size << (cancelling ? " with" : "")
                                      << (cancelling ? " both signs" : " of one sign"));
                std::vector<float> values(static_cast<std::size_t>(size));
                for (float& value : values)
                    value = static_cast<float>((random.unit() - (cancelling ? 0.5 : 0.0)) *
                                               std::exp2(random.between(-10, 10)));
                long double sum = 0, sum_of_sizes = 0;
                for (const float value : values) {
                    sum += static_cast<long double>(value);
                    sum_of_sizes += std::abs(static_cast<long double>(value));
                }
                const DeviceArray<float> input(values);
                DeviceArray<float> output(1);
                reduce(input.view(), output.view());
                const std::vector<float> found = output.download();
                const long double bound =
                    (64 + static_cast<long double>(size) / 0x1p20L) / 0x1p24L * sum_of_sizes;
                CHECK(std::abs(static_cast<long double>(found[0]) - sum) <= bound);
                for (int run = 1; run < 20; ++run) {
                    reduce(input.view(), output.view());
                    CHECK(difference(output.download(), found) == "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Minima and maxima of floats go by the total order of IEEE 754") {
    using Floats = std::vector<float>;
    const auto of_bits = [](std::initializer_list<std::uint32_t> bits) {
        Floats floats;
        for (const std::uint32_t word : bits)
            floats.push_back(std::bit_cast<float>(word));
        return floats;
    };
    struct Case {
        Floats values, least, greatest;
    };
    const std::vector<Case> cases{
        {of_bits({0x00000000u, 0x80000000u}), of_bits({0x80000000u}), of_bits({0x00000000u})},
        {of_bits({0x80000000u, 0x00000000u}), of_bits({0x80000000u}), of_bits({0x00000000u})},
        {of_bits({0x7f800000u, 0x7fc00001u}), of_bits({0x7f800000u}), of_bits({0x7fc00001u})},
        {of_bits({0xff800000u, 0xffc00001u}), of_bits({0xffc00001u}), of_bits({0xff800000u})},
        {of_bits({0x7f800001u, 0x7fc00000u}), of_bits({0x7f800001u}), of_bits({0x7fc00000u})},
        {of_bits({0x00000001u, 0x80000001u}), of_bits({0x80000001u}), of_bits({0x00000001u})},
        // No value, together with a value and alone.
        {of_bits({0x7fffffffu, 0xffffffffu, 0x3f800000u}), of_bits({0xffffffffu}), of_bits({0x7fffffffu})},
        {of_bits({0x7fffffffu, 0x3f800000u}), of_bits({0x3f800000u}), of_bits({0x7fffffffu})},
        {of_bits({0xffffffffu, 0x3f800000u}), of_bits({0xffffffffu}), of_bits({0x3f800000u})},
        {of_bits({0x7fffffffu}), of_bits({0x7f800000u}), of_bits({0x7fffffffu})},
        {of_bits({0xffffffffu}), of_bits({0xffffffffu}), of_bits({0xff800000u})},
    };
    for (Engine* const engine : engines()) {
        const Reduce<float> min(*engine, Operator::min), max(*engine, Operator::max);
        for (std::size_t i = 0; i < cases.size(); ++i) {
            INFO(name_of(*engine) << ", case " << i);
            const DeviceArray<float> input(cases[i].values);
            DeviceArray<float> output(1);
            min(input.view(), output.view());
            CHECK(difference(output.download(), cases[i].least) == "");
            max(input.view(), output.view());
            CHECK(difference(output.download(), cases[i].greatest) == "");
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest,
                 "Reductions allocate and compile nothing once they have been called twice") {
    const Reduce<std::uint32_t> reduce(engine());
    const DeviceArray<std::uint32_t> input(Numbers(200'000, 1)), count(Numbers{1000});
    DeviceArray<std::uint32_t> output(1);
    const auto run = [&] {
        reduce(input.view(), output.view());
        reduce(input.view(), output.view(), count.view());
        reduce(input.view().part(0, 0), output.view());
    };
    run();
    run(); // merges the scratch chunks of the first run
    const std::int64_t allocations = engine().arena().allocations();
    const std::size_t programs = engine().programs().size();
    for (int i = 0; i < 5; ++i)
        run();
    CHECK(engine().arena().allocations() == allocations);
    CHECK(engine().programs().size() == programs);
}

TEST_CASE_METHOD(EveryEngineTest, "A reduction that is used wrongly says how") {
    const Reduce<std::uint32_t> reduce(engine());
    DeviceArray<std::uint32_t> array(10);
    const ArrayView<std::uint32_t> a = array.view();
    const GLuint buffer = a.range().buffer;
    CHECK(usage_message([&] { reduce(a, ArrayView<std::uint32_t>()); }) ==
          "reduce: 0 elements given for the output, at least 1 needed");
    CHECK(usage_message([&] { reduce(a.part(0, 5), a.part(5, 1), ArrayView<std::uint32_t>()); }) ==
          "reduce: 0 elements given for the count, at least 1 needed");
    CHECK(
        usage_message([&] { reduce(a.part(2, 5), a.part(6, 4)); }) ==
        fmt::format("reduce: the input (bytes 8 to 28 of buffer {}) and the output (bytes 24 to 40) overlap: "
                    "give them memory of their own",
                    buffer));
    gl::Capabilities small = context.capabilities();
    small.max_storage_block = 1024;
    Engine other(small, {.tier = Tier::shared_memory});
    DeviceArray<std::uint32_t> large(257);
    CHECK(usage_message([&] { Reduce<std::uint32_t>{other}(large.view(), a); }) ==
          "reduce: the input has 257 elements of uint32 (1028 bytes), but " + small.renderer +
              " binds at most 1024 bytes at once: work on parts of it");
    // The errors have no lasting effect.
    upload<std::uint32_t>(a, Numbers(10, 3));
    reduce(a.part(0, 9), a.part(9, 1));
    CHECK(array.download()[9] == 27);
}

TEST_CASE_METHOD(EveryEngineTest,
                 "A reduction of uint64 without 64-bit integers in shaders says what to do") {
    gl::Capabilities lacking = context.capabilities();
    lacking.shader_int64 = false;
    Engine engine(lacking, {.tier = Tier::shared_memory});
    CHECK_THROWS_WITH(Reduce<std::uint64_t>(engine), "reducing uint64 needs ARB_gpu_shader_int64, which " +
                                                         lacking.renderer + " lacks: use uint32");
}

} // namespace reduce_gl_test
