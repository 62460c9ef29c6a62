#include "pictures.h"

namespace scanline::data::pnm_test {

using namespace test;

TEST_CASE("Binary PGM and PPM are read, with comments, other maximal values and 16 bits") {
    REQUIRE(read("P5 3 1 255\nabc").pixels == Pixels{'a', 'b', 'c'});
    REQUIRE(read("P5\n# a comment 9 9\n2 # and another\n 2\n255\n\n  z").pixels ==
            Pixels{'\n', ' ', ' ', 'z'});
    REQUIRE(read("P5 3 1 255\nabc and more").pixels == Pixels{'a', 'b', 'c'});
    REQUIRE(read(std::string("P6 2 1 255\n\xff\x00\x00\x00\x00\xff", 17)).pixels == Pixels{76, 29});
    const std::string nibbles("P5 4 1 15\n\x00\x01\x0f\x10", 14);
    REQUIRE(read(nibbles).pixels == Pixels{0, 17, 255, 255});
    REQUIRE(grey_of(nibbles).values == Values{0, 1, 15, 15});
    REQUIRE(grey_of(nibbles).white == 15);
    REQUIRE(read(std::string("P5 3 1 65535\n\x00\x00\x80\x00\xff\xff", 19)).pixels == Pixels{0, 128, 255});
    REQUIRE(read(std::string("P6 1 1 65535\n\xff\xff\x00\x00\x00\x00", 19)).pixels == Pixels{76});
}

TEST_CASE("Netpbm files that are not binary PGM or PPM are named") {
    const std::string rest =
        " (text, bitmap or PAM) file of the Netpbm kinds, of which the binary P5 (PGM) and P6 (PPM) "
        "are read; convert it to PNG";
    REQUIRE(error_in("P2 2 1 255\n1 2\n") == "it is a P2" + rest);
    REQUIRE(error_in("P4 8 1\n1") == "it is a P4" + rest);
    REQUIRE(error_in("P7\nWIDTH 1\n") == "it is a P7" + rest);
}

TEST_CASE("A PGM with a damaged header is reported with what is wrong") {
    REQUIRE(error_in("P5 x 1 255\n1") ==
            "its header is not width, height and maximal value; the file is damaged");
    REQUIRE(error_in("P5 -1 1 255\n1") ==
            "its header is not width, height and maximal value; the file is damaged");
    REQUIRE(error_in("P5 99999999999 1 255\n1") ==
            "its header has a number of more than 32 bits; the file is damaged");
    REQUIRE(error_in("P5 1 1 255x1") == "its header does not end in a space; the file is damaged");
    REQUIRE(error_in("P5 1 1 0\n1") == "its maximal value is 0, outside 1 to 65535; the file is damaged");
    REQUIRE(error_in("P5 1 1 65536\n11") ==
            "its maximal value is 65536, outside 1 to 65535; the file is damaged");
    REQUIRE(error_in("P5 1 # a comment without end") == truncated);
}

} // namespace scanline::data::pnm_test
