#include "compaction_image/pane.h"

#include <catch2/catch_all.hpp>
#include <limits>

namespace scanline::view::texel_label_test {

namespace {

std::string label(float value, std::size_t characters) {
    return texel_label(value, [characters](const std::string& text) { return text.size() <= characters; });
}

} // namespace

TEST_CASE("labels have as many decimals as fit") {
    CHECK(label(0.1f + 0.2f, 5) == "0.3");
    CHECK(label(123.456f, 5) == "123.5");
    CHECK(label(123.456f, 4) == "123");
    CHECK(label(0.123456f, 20) == "0.123456");
    CHECK(label(-1.5f, 4) == "-1.5");
    CHECK(label(-1.5f, 3) == "-2");
    CHECK(label(42, 10) == "42");
}

TEST_CASE("a label whose whole part does not fit is left out, not cut") {
    CHECK(label(700'000, 5).empty());
    CHECK(label(-10, 2).empty());
    CHECK(label(7, 0).empty());
}

TEST_CASE("large positions are printed with all digits") {
    CHECK(label(16'777'215, 8) == "16777215");
}

TEST_CASE("zeros have no sign, and what is no number says so") {
    CHECK(label(-0.0f, 5) == "0");
    CHECK(label(-0.0001f, 3) == "0");
    CHECK(label(std::numeric_limits<float>::quiet_NaN(), 3) == "nan");
    CHECK(label(std::numeric_limits<float>::infinity(), 2).empty());
}

TEST_CASE("read-outs have the shortest decimal that is the same float") {
    CHECK(value_text(0.1f) == "0.1");
    CHECK(value_text(16'777'215) == "16777215");
    CHECK(value_text(-0.0f) == "0");
    CHECK(scale_text(-1.9999717f) == "-2");
    CHECK(scale_text(4'194'303) == "4194303");
}

} // namespace scanline::view::texel_label_test
