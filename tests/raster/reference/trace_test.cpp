#include "scanline/raster/passes.h"
#include "streams.h"

#include <catch2/catch_all.hpp>

namespace scanline::raster::reference::trace_test {

namespace {

Trace make_trace(std::vector<TracedPass> passes) {
    Trace trace;
    for (TracedPass& pass : passes)
        trace.add(std::move(pass));
    return trace;
}

const Trace twin = make_trace({{"doubling", 1, {1, 2}}, {"search", 0, {3}}});

} // namespace

TEST_CASE("Traces that agree have no difference, also with the vertices that only a driver needs") {
    CHECK_FALSE(first_difference(twin, twin));
    const Trace found = make_trace(
        {{"doubling", 1, {1, 2}}, {std::string(pass::span_vertices), 0, {9, 9}}, {"search", 0, {3}}});
    CHECK_FALSE(first_difference(found, twin));
}

TEST_CASE("The first difference of two traces is reported with its pass") {
    const auto check = [](std::vector<TracedPass> passes, std::size_t pass, const std::string& text) {
        const auto difference = first_difference(make_trace(std::move(passes)), twin);
        REQUIRE(difference);
        CHECK(difference->pass == pass);
        CHECK(difference->text == text);
    };
    check({{"doubling", 1, {1, 5}}, {"search", 0, {4}}}, 0, "doubling 1: element 1 is 5, expected 2");
    check({{"doubling", 1, {1, 2}}, {"search", 0, {4}}}, 1, "search 0: element 0 is 4, expected 3");
    check({{"doubling", 1, {1}}, {"search", 0, {3}}}, 0, "doubling 1: 1 elements, expected 2");
    check({{"doubling", 2, {1, 2}}, {"search", 0, {3}}}, 0, "doubling 2 in place of doubling 1");
    check({{"doubling", 1, {1, 2}}}, 1, "1 passes, expected 2");
    check({{"doubling", 1, {1, 2}}, {"search", 0, {3}}, {"clear", 0, {}}}, 2, "3 passes, expected 2");
}

} // namespace scanline::raster::reference::trace_test
