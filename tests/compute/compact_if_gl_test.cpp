#include "every_engine.h"
#include "scanline/compute/compact.h"
#include "selection_check.h"

#include <catch2/catch_all.hpp>
#include <string>

namespace compact_if_gl_test {

using namespace scanline;
using namespace scanline::compute;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using scanline::test::EveryEngineTest;
using scanline::test::name_of;
using scanline::test::Others;
using scanline::test::SelectionTrial;
using scanline::test::usage_message;

static_assert(!std::is_copy_constructible_v<CompactIf<float>> &&
              std::is_nothrow_move_constructible_v<CompactIf<float>> &&
              std::is_nothrow_move_assignable_v<CompactIf<float>>);

namespace {

using Numbers = std::vector<std::uint32_t>;
constexpr std::array compact_orders{ScanOrder::reduce_then_scan, ScanOrder::chained};

// The expected result, from flags computed by the function.
template <class T, class Function>
std::string compact_if_fault(const CompactIf<T>& compact, const std::vector<T>& values, Function selects,
                             const SelectionTrial& trial = {}) {
    Numbers flags;
    for (const T& value : values)
        flags.push_back(selects(value, static_cast<std::uint32_t>(flags.size())) ? 1 : 0);
    return selection_fault(
        values, flags, Others::dropped,
        [&](auto input, auto, auto output, auto... counts) { compact(input, output, counts...); }, trial);
}

// For every tier, as software and as hardware, which reads aligned elements in fours.
template <class T, class Function>
void check_predicate(EveryEngineTest& gpu, std::string_view predicate, Function selects) {
    constexpr std::uint64_t seed = 321;
    Random random(seed);
    for (Engine* const engine : gpu.engines()) {
        const CompactIf<T> compact(*engine, predicate, {.method = ScanMethod::vertical});
        for (const std::int64_t size : {0, 1, 6, 2049, 8192, 30'011}) {
            std::vector<T> values = test::random_elements<T>(random, size);
            if constexpr (std::is_same_v<T, float>)
                std::ranges::generate(values, [&] { return static_cast<float>(random.unit() - 0.5); });
            for (const std::int64_t first : {64, 65}) {
                INFO(name_of(*engine)
                     << ", " << predicate << ", seed " << seed << ", " << size << " from " << first);
                CHECK(compact_if_fault(compact, values, selects, {.input_first = first}) == "");
            }
        }
    }
}

std::string compile_message(Engine& engine, const std::string& predicate) {
    return usage_message([&] { const CompactIf<float> compact(engine, predicate); });
}

std::string first_line(const std::string& message) {
    return message.substr(0, message.find('\n'));
}

} // namespace

TEST_CASE_METHOD(EveryEngineTest, "The example of a compaction by a predicate") {
    const CompactIf<float> positive(engine(), "x > 0.0");
    const DeviceArray<float> a(std::vector<float>{3, -1, 7, 0, 4});
    DeviceArray<float> b(std::vector<float>{-1, -1, -1, -1, -1});
    DeviceArray<std::uint32_t> n(1);
    positive(a.view(), b.view(), n.view());
    CHECK(b.download() == std::vector<float>{3, 7, 4, -1, -1});
    CHECK(n.download() == Numbers{3});
}

TEST_CASE_METHOD(EveryEngineTest, "A predicate selects by the element, of its own type, and by its index") {
    check_predicate<float>(*this, "x > 0.25", [](float x, std::uint32_t) { return x > 0.25f; });
    check_predicate<std::uint32_t>(*this, "(i & 1u) == 0u",
                                   [](std::uint32_t, std::uint32_t i) { return i % 2 == 0; });
    check_predicate<std::uint32_t>(*this, "x > (i) * 100000u",
                                   [](std::uint32_t x, std::uint32_t i) { return x > i * 100'000u; });
    check_predicate<std::int32_t>(*this, "x < 0", [](std::int32_t x, std::uint32_t) { return x < 0; });
    check_predicate<std::int32_t>(*this, "x > 5 || (x & 7) == 0",
                                  [](std::int32_t x, std::uint32_t) { return x > 5 || (x & 7) == 0; });
    check_predicate<Pair>(*this, "x.y > 0x80000000u || x[0] == i",
                          [](Pair x, std::uint32_t i) { return x.value > 0x80000000u || x.key == i; });
}

TEST_CASE_METHOD(EveryEngineTest, "A predicate selects by every method and order") {
    constexpr std::uint64_t seed = 322;
    Random random(seed);
    const auto values = test::random_elements<std::uint32_t>(random, 20'011);
    for (const ScanOrder order : compact_orders) {
        for (const ScanMethod method : enumerators<ScanMethod>) {
            INFO(to_string(method) << ", " << to_string(order) << ", seed " << seed);
            const CompactIf<std::uint32_t> compact(engine(), "x % 7u < 2u",
                                                   {.method = method, .order = order});
            CHECK(compact_if_fault(compact, values,
                                   [](std::uint32_t x, std::uint32_t) { return x % 7 < 2; }) == "");
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A count on the GPU and a small output bound what a predicate selects") {
    constexpr std::uint64_t seed = 323;
    Random random(seed);
    const CompactIf<std::uint32_t> compact(engine(), "x >= 0x40000000u");
    const auto selects = [](std::uint32_t x, std::uint32_t) { return x >= 0x40000000u; };
    for (const std::int64_t size : {0, 1, 5000}) {
        const auto values = test::random_elements<std::uint32_t>(random, size);
        for (const std::uint32_t count : test::edge_counts(size)) {
            INFO("seed " << seed << ", " << count << " of " << size);
            CHECK(compact_if_fault(compact, values, selects, {.count = count}) == "");
            CHECK(compact_if_fault(compact, values, selects, {.capacity = 1000, .count = count}) == "");
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "More tiles than a driver takes groups in a row are compacted",
                 "[repeat]") {
    constexpr std::uint32_t tile = 256, size = 65'537 * tile + 1, stride = 9973;
    Numbers values(size);
    for (std::uint32_t i = 0; i < size; ++i)
        values[i] = i ^ 0x5a5a5a5au;
    Numbers expected;
    for (std::uint32_t i = 0; i < size; i += stride)
        expected.push_back(values[i]);
    const DeviceArray<std::uint32_t> input(values);
    for (const ScanOrder order : compact_orders) {
        INFO(to_string(order));
        const CompactIf<std::uint32_t> compact(engine(), "(i) % 9973u == 0u",
                                               {.order = order, .partition = tile});
        DeviceArray<std::uint32_t> output(static_cast<std::int64_t>(expected.size())), n(1);
        // Twice, because a chained run leaves a counter for the next.
        for (int run = 0; run < 2; ++run) {
            compact(input.view(), output.view(), n.view());
            CHECK(n.download() == Numbers{static_cast<std::uint32_t>(expected.size())});
            CHECK(test::difference(output.download(), expected) == "");
        }
    }
}

TEST_CASE_METHOD(EveryEngineTest, "A predicate that GLSL does not compile is named in the first line") {
    for (const std::string predicate : {"x > unknown_name", "x >", "x + 1.0", "x = 1.0", "i"}) {
        const std::string message = compile_message(engine(), predicate);
        INFO(message);
        CHECK_THAT(
            first_line(message),
            StartsWith("compact: the expression '" + predicate +
                       "' does not compile as GLSL that selects float32: shaders/compute/selection.glsl:") &&
                (ContainsSubstring(" error: ") || ContainsSubstring(" error C")) &&
                ContainsSubstring(" (compiling shaders/compute/compact_tile.comp ["));
    }
    CHECK_THAT(first_line(compile_message(engine(), "x > unknown_name")), ContainsSubstring("unknown_name"));
    context.take_debug_errors(); // some drivers report compile failures
    // The failure does not affect the next one.
    const CompactIf<float> compact(engine(), "x > 1.0");
    const DeviceArray<float> input(std::vector<float>{1, 2});
    DeviceArray<float> output(1);
    DeviceArray<std::uint32_t> n(1);
    compact(input.view(), output.view(), n.view());
    CHECK(output.download() == std::vector<float>{2});
}

TEST_CASE_METHOD(EveryEngineTest, "A compaction by a predicate that is used wrongly says how") {
    const CompactIf<std::uint32_t> compact(engine(), "x > 1u");
    DeviceArray<std::uint32_t> array(20), words(5);
    const ArrayView<std::uint32_t> a = array.view(), n = words.view();
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(4, 5), n); }) ==
          fmt::format("compact: the input (bytes 0 to 20 of buffer {}) and the output (bytes 16 to 36) "
                      "overlap: give them memory of their own",
                      a.range().buffer));
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 5), ArrayView<std::uint32_t>()); }) ==
          "compact: 0 elements given for the selected, at least 1 needed");
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 5), n, ArrayView<std::uint32_t>()); }) ==
          "compact: 0 elements given for the count, at least 1 needed");
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 5), a.part(9, 1)); }) ==
          fmt::format("compact: the selected (bytes 36 to 40 of buffer {}) and the output (bytes 20 to 40) "
                      "overlap: give them memory of their own",
                      a.range().buffer));
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 5), a.part(4, 1)); }) ==
          fmt::format("compact: the input (bytes 0 to 20 of buffer {}) and the selected (bytes 16 to 20) "
                      "overlap: give them memory of their own",
                      a.range().buffer));
    CHECK(usage_message([&] { compact(a.part(0, 5), a.part(5, 5), n, n); }) ==
          fmt::format("compact: the count (bytes 0 to 20 of buffer {}) and the selected (bytes 0 to 20) "
                      "overlap: give them memory of their own",
                      n.range().buffer));
    CHECK(usage_message([&] { const CompactIf<float> wrong(engine(), " "); }) ==
          "compact: the expression ' ' is empty: give one in GLSL of x, the element, and i, its index");
    CHECK(usage_message([&] { const CompactIf<float> wrong(engine(), "x > 0.0) || (true"); }) ==
          "compact: the expression 'x > 0.0) || (true' has parentheses that do not match: close those that "
          "are open, and no more");
    CHECK(usage_message([&] {
              const CompactIf<float> wrong(engine(), "x > 0.0", {.order = ScanOrder::scan_then_add});
          }) == "a compaction in the order scan-then-add is not possible: use reduce-then-scan");
}

} // namespace compact_if_gl_test
