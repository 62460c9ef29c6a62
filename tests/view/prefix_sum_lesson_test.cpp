// What prefix sums offer to be predicted, and which shaders do the same.
#include "scanline/gl/shader_store.h"
#include "scenes/prefix_sum/setup.h"
#include "scenes/prefix_sum/words.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <set>

namespace scanline::view::prefix_sum::lesson_test {

namespace {

const std::set<Variant> on_gpu{Variant::hillis_steele, Variant::blelloch,      Variant::horizontal,
                               Variant::simd_v2,       Variant::scan_then_add, Variant::reduce_then_scan,
                               Variant::chained};

} // namespace

TEST_CASE("Every line of a shader that code of prefix sums names is in it, and half of the code is named") {
    for (const Variant variant : enumerators<Variant>)
        for (const bool exclusive : {false, true}) {
            Spec spec = Setup().spec;
            spec.variant = variant;
            spec.exclusive = exclusive;
            const Timeline timeline = simulate(spec);
            std::set<std::size_t> named;
            std::size_t lines = 0;
            const auto check = [&](EventId event) {
                const Listing listing = listing_of(spec, timeline, event);
                lines = listing.lines.size();
                CHECK_FALSE(listing.source.empty());
                REQUIRE(listing.shader.empty() == !on_gpu.contains(variant));
                const std::string shader =
                    listing.shader.empty() ? "" : gl::ShaderStore::standard().flatten(listing.shader).text;
                for (std::size_t line = 0; line < lines; ++line)
                    if (const std::string& glsl = listing.lines[line].glsl; !glsl.empty()) {
                        CAPTURE(listing.shader, glsl);
                        REQUIRE(shader.find(glsl) != std::string::npos);
                        named.insert(line);
                    }
            };
            check({});
            for (int step = 0; step < std::ssize(timeline.steps); ++step)
                check({step, 0});
            CAPTURE(std::string(to_string(variant)), exclusive);
            CHECK((on_gpu.contains(variant) ? 2 * named.size() >= lines : named.empty()));
        }
}

TEST_CASE("The shader of a step is that of its pass, and compactions only sum") {
    Spec spec = Setup().spec;
    spec.variant = Variant::scan_then_add;
    const Timeline timeline = simulate(spec);
    std::vector<std::string> shaders;
    for (int step = 0; step < std::ssize(timeline.steps); ++step)
        if (const std::string shader = listing_of(spec, timeline, {step, 0}).shader;
            shaders.empty() || shaders.back() != shader)
            shaders.push_back(shader);
    CHECK(shaders == std::vector<std::string>{"compute/scan_tile.comp", "compute/scan_totals.comp",
                                              "compute/scan_add.comp"});
    spec.variant = Variant::hillis_steele;
    spec.op = Operator::min;
    CHECK(listing_of(spec, simulate(spec), {}).shader.empty());
}

TEST_CASE("What a step writes is named, with its operands, and at most 16 values are asked for") {
    Spec spec{.variant = Variant::hillis_steele, .input = {3, 1, 7, 0}};
    const std::vector<Written> last = written_in(simulate(spec), 1, spec.op);
    REQUIRE(last.size() == 4);
    CHECK(last[2].name == "y2");
    CHECK(last[2].value == "11");
    CHECK(last[2].why == "element 0 + element 2 = 3 + 8");
    CHECK(last[0].why == "element 0");
    spec.variant = Variant::simd_v2;
    spec.exclusive = true;
    spec.lanes = 1;
    const Timeline timeline = simulate(spec);
    for (int step = 0; step < std::ssize(timeline.steps); ++step)
        for (const Written& one : written_in(timeline, step, spec.op))
            if (one.name == "y1") { // stored before x1 is added
                CHECK(one.value == "3");
                CHECK(one.why.find("x1") == std::string::npos);
            }
    // Those that combine come first.
    spec = {.variant = Variant::hillis_steele, .input = std::vector<int>(32, 1)};
    const std::vector<Written> many = written_in(simulate(spec), 3, spec.op);
    REQUIRE(many.size() == 16);
    CHECK(many.front().cell == 8);
}

TEST_CASE("Elements are typed with spaces or commas, and what is wrong is said in a line") {
    Setup setup;
    for (const char* typed : {"3 1 7 0 4", " 3  1 7 0 4 ", "3,1,7,0,4", "3, 1, 7, 0, 4"}) {
        setup.choose(Values::ones);
        setup.set_values(typed);
        CHECK(setup.spec.input == std::vector{3, 1, 7, 0, 4});
    }
    CHECK_THROWS_WITH(setup.set_values("1 2 x 4"), "values: 'x' is not a whole number from -999 to 999");
    CHECK_THROWS_WITH(setup.set_values("1 2 3 1000"),
                      "values: '1000' is not a whole number from -999 to 999");
    CHECK_THROWS_WITH(setup.set_values("1 2 3"), "values: 3 numbers, and it takes 4 to 256");
    CHECK(setup.spec.input.size() == 5);
}

} // namespace scanline::view::prefix_sum::lesson_test
