#include "scanline/tables/decimal.h"

namespace scanline::tables::decimal_test {

TEST_CASE("A decimal keeps the digits that its text has") {
    CHECK(text_of(*read_decimal("1204.50")) == "1204.5");
    CHECK(text_of(*read_decimal("-.5e3")) == "-500");
    CHECK(!read_decimal("1,5"));
    CHECK(!read_decimal(""));
}

} // namespace scanline::tables::decimal_test
