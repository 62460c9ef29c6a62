#include "check_counts.h"
#include "elements.h"
#include "every_engine.h"
#include "scanline/compute/transform.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

namespace transform_gl_test {

using namespace scanline;
using namespace scanline::compute;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

static_assert(!std::is_copy_constructible_v<Transform<float>>);
static_assert(std::is_nothrow_move_constructible_v<Transform<float>>);

namespace {

// For every engine and size: the expression agrees with the function, and nothing else is written.
template <class In, class Out, class Function>
void check_transform(EveryEngineTest& gpu, std::string_view expression, Function function) {
    constexpr std::uint64_t seed = 63;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        const Transform<In, Out> transform(*engine, expression);
        for (const std::int64_t size : stream_sizes(seed, 1)) {
            const std::vector<In> values = random_elements<In>(random, size);
            std::vector<Out> expected;
            for (std::uint32_t i = 0; i < values.size(); ++i)
                expected.push_back(function(values[i], i));
            for (const std::int64_t before : {64, 65}) {
                INFO(name_of(*engine) << ", " << expression << ", seed " << seed << ", " << size
                                      << " elements from " << before);
                GuardedArray<In> input(values, 64);
                GuardedArray<Out> output(size, before);
                transform(input.view(), output.view());
                CHECK(same_bits(output.download(), expected));
                CHECK(output.intact());
                CHECK(same_bits(input.download(), values));
            }
        }
    }
}

std::string first_line(const std::string& message) {
    return message.substr(0, message.find('\n'));
}

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The examples of transform") {
    DeviceArray<std::uint32_t> a(std::vector<std::uint32_t>{3, 1, 7});
    const Transform<std::uint32_t, float> halves(engine(), "0.5 * float(x)");
    DeviceArray<float> b(3);
    halves(a.view(), b.view());
    CHECK(b.download() == std::vector<float>{1.5f, 0.5f, 3.5f});
    const Transform<std::uint32_t, Pair> numbered(engine(), "uvec2(x, i)");
    DeviceArray<Pair> c(3);
    numbered(a.view(), c.view());
    CHECK(c.download() == std::vector<Pair>{{3, 0}, {1, 1}, {7, 2}});
}

TEST_CASE_METHOD(EveryEngineTest,
                 "A transform maps every element by its expression, between types of any size") {
    check_transform<std::uint32_t, std::uint32_t>(*this, "x * x",
                                                  [](std::uint32_t x, std::uint32_t) { return x * x; });
    check_transform<std::uint32_t, std::uint32_t>(*this, "x ^ i",
                                                  [](std::uint32_t x, std::uint32_t i) { return x ^ i; });
    check_transform<std::int32_t, float>(*this, "(x >> 8) * 0.5", [](std::int32_t x, std::uint32_t) {
        return static_cast<float>(x >> 8) * 0.5f;
    });
    check_transform<Pair, std::uint32_t>(*this, "x.x + x.y",
                                         [](Pair x, std::uint32_t) { return x.key + x.value; });
    check_transform<Pair, Pair>(*this, "x.yx", [](Pair x, std::uint32_t) { return Pair{x.value, x.key}; });
    check_transform<std::uint32_t, Pair>(*this, "uvec2(i, x)", [](std::uint32_t x, std::uint32_t i) {
        return Pair{i, x};
    });
}

TEST_CASE_METHOD(EveryEngineTest, "The value of a transform is converted as GLSL constructors convert") {
    check_transform<std::int32_t, std::uint32_t>(
        *this, "x < 0", [](std::int32_t x, std::uint32_t) { return x < 0 ? 1u : 0u; });
    check_transform<std::uint32_t, float>(
        *this, "i", [](std::uint32_t, std::uint32_t i) { return static_cast<float>(i); });
    check_transform<std::uint32_t, std::int32_t>(*this, "-2.75",
                                                 [](std::uint32_t, std::uint32_t) { return -2; });
    check_transform<std::uint32_t, Pair>(*this, "x, i", [](std::uint32_t, std::uint32_t i) {
        return Pair{i, i};
    });
    check_transform<std::uint32_t, Pair>(*this, "x", [](std::uint32_t x, std::uint32_t) {
        return Pair{x, x};
    });
}

TEST_CASE_METHOD(EveryEngineTest,
                 "A transform of uint64 works where the driver has 64-bit integers, or says so") {
    if (!context.capabilities().shader_int64) {
        CHECK_THROWS_WITH((Transform<std::uint32_t, std::uint64_t>(engine(), "x")),
                          StartsWith("transforming uint64 needs ARB_gpu_shader_int64"));
        return;
    }
    check_transform<std::uint32_t, std::uint64_t>(
        *this, "uint64_t(x) * uint64_t(x)",
        [](std::uint32_t x, std::uint32_t) { return std::uint64_t{x} * x; });
    check_transform<std::uint64_t, std::uint32_t>(
        *this, "x >> 32", [](std::uint64_t x, std::uint32_t) { return static_cast<std::uint32_t>(x >> 32); });
    check_transform<std::uint64_t, std::uint64_t>(*this, "~x",
                                                  [](std::uint64_t x, std::uint32_t) { return ~x; });
}

TEST_CASE_METHOD(EveryEngineTest, "A transform in place works where elements have one size") {
    const Transform<std::uint32_t, float> to_float(engine(), "float(x & 0xffffu)");
    for (const std::int64_t size : {1, 4, 1023, 5000}) {
        INFO(size);
        std::vector<std::uint32_t> values(static_cast<std::size_t>(size));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<std::uint32_t>(3 * i);
        GuardedArray<std::uint32_t> array(values);
        const BufferRange range = array.view().range();
        const auto floats = ArrayView<float>::wrap(range.buffer, range.first, range.size);
        to_float(array.view(), floats);
        CHECK(download(floats) == std::vector<float>(values.begin(), values.end()));
        CHECK(array.intact());
    }
    DeviceArray<Pair> pairs(4);
    const auto words = ArrayView<const std::uint32_t>::wrap(pairs.view().range().buffer, 0, 4);
    const Transform<std::uint32_t, Pair> widen(engine(), "uvec2(x, 0)");
    CHECK_THAT(usage_message([&] { widen(words, pairs.view()); }),
               StartsWith("transform: the input (bytes 0 to 16 of buffer ") &&
                   ContainsSubstring(" and the output (bytes 0 to 32) overlap"));
}

TEST_CASE_METHOD(EveryEngineTest, "A transform by a count on the GPU leaves what lies behind the count") {
    for (Engine* const engine : engines()) {
        const Transform<std::uint32_t> next(*engine, "x + 1");
        check_counts(
            41u, [](std::uint32_t) { return 42u; },
            [&](ArrayView<std::uint32_t> output, ArrayView<const std::uint32_t> count) {
                next(output, output, count);
            });
    }
}

TEST_CASE_METHOD(EveryEngineTest, "Expressions that reach beyond their place are refused, and named") {
    const auto message = [&](const std::string& expression) {
        return usage_message([&] { const Transform<float> transform(engine(), expression); });
    };
    const std::string empty = "is empty: give one in GLSL of x, the element, and i, its index";
    CHECK(message("") == "transform: the expression '' " + empty);
    CHECK(message(" \t") == "transform: the expression ' \t' " + empty);
    CHECK(message("x\n+ 1") == "transform: the expression 'x\\x0a+ 1' holds a line break or another control "
                               "character: write it on one line");
    CHECK_THAT(message("x\r+ 1"), StartsWith("transform: the expression 'x\\x0d+ 1' holds a line break"));
    for (const char* part : {"#", ";", "{", "}", "\\", "//", "/*"}) {
        const std::string expression = fmt::format("x {} 1", part);
        CHECK(message(expression) ==
              fmt::format("transform: the expression '{}' holds '{}': give one expression, "
                          "without directives, statements and comments",
                          expression, part));
    }
    for (const char* expression : {"(x", "x)", "x) + (x", "((x)"})
        CHECK(message(expression) == fmt::format("transform: the expression '{}' has parentheses that do not "
                                                 "match: close those that are open, and no more",
                                                 expression));
}

TEST_CASE_METHOD(EveryEngineTest,
                 "An expression that does not compile is named in the first line of the error") {
    for (const std::string expression : {"x * unknown_name", "x +", "vec3(x)[", "mat2(x) * vec3(x)"}) {
        const std::string message =
            usage_message([&] { const Transform<std::int32_t, float> transform(engine(), expression); });
        INFO(message);
        CHECK_THAT(
            first_line(message),
            StartsWith(fmt::format("transform: the expression '{}' does not compile as GLSL that takes "
                                   "int32 to float32: ",
                                   expression)) &&
                ContainsSubstring("shaders/compute/transform.comp:"));
    }
    CHECK_THAT(
        first_line(usage_message([&] { const Transform<float> transform(engine(), "x * unknown_name"); })),
        ContainsSubstring("unknown_name") && ContainsSubstring("error"));
    // The failure does not affect the next one.
    const Transform<std::uint32_t> transform(engine(), "x");
    CHECK(glGetError() == GL_NO_ERROR);
    // Drivers may report these as errors.
    context.take_debug_errors();
}

TEST_CASE_METHOD(EveryEngineTest, "A transform of arrays of different lengths is refused") {
    const Transform<float> transform(engine(), "x");
    DeviceArray<float> a(3), b(4);
    CHECK(usage_message([&] { transform(a.view(), b.view()); }) ==
          "transform: 4 elements given for the output, 3 needed");
}

} // namespace transform_gl_test
