#include "compute_fixture.h"
#include "scanline/compute/look_back.h"

#include <catch2/catch_all.hpp>

namespace look_back_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::GlTest;

namespace {

// The words of all states, which have no other accessor.
std::vector<std::uint32_t> words_of(const LookBack::Round& round, std::int64_t bytes) {
    return download(ArrayView<const std::uint32_t>::wrap(round.states.buffer, 0,
                                                         bytes / element_bytes(ElementType::uint32)));
}

bool all_zero(const std::vector<std::uint32_t>& words) {
    return std::all_of(words.begin(), words.end(), [](std::uint32_t word) { return word == 0; });
}

} // namespace

TEST_CASE_METHOD(GlTest, "The states of tiles have room for a header and four words of each tile") {
    LookBack look_back;
    CHECK(look_back.bytes() == 0);
    CHECK(look_back.fallbacks() == 0);
    const LookBack::Round round = look_back.begin(1000);
    CHECK(round.epoch == 1);
    CHECK(round.states.buffer != 0);
    CHECK(round.states.first == 0);
    CHECK(round.states.size == 4 + 4 * 1000);
    CHECK(round.states.type == ElementType::uint32);
    CHECK(look_back.bytes() == 65'536);
    CHECK(all_zero(words_of(round, look_back.bytes())));
    CHECK(look_back.fallbacks() == 0);
}

TEST_CASE_METHOD(GlTest, "Rounds are told apart by their number until the states must grow or be cleared") {
    LookBack look_back;
    const GLuint buffer = look_back.begin(10).states.buffer;
    // As many as 64 KiB hold.
    const LookBack::Round second = look_back.begin(4095);
    CHECK(second.epoch == 2);
    CHECK(second.states.buffer == buffer);
    upload<std::uint32_t>(ArrayView<std::uint32_t>::wrap(buffer, 0, 8),
                          std::vector<std::uint32_t>{0, 17, 0, 0, 1, 2, 3, 4});
    CHECK(look_back.fallbacks() == 17);
    CHECK(look_back.begin(3).epoch == 3);
    CHECK(look_back.fallbacks() == 17);

    const LookBack::Round grown = look_back.begin(4096);
    CHECK(grown.epoch == 1);
    CHECK(look_back.bytes() == 131'072);
    CHECK(all_zero(words_of(grown, look_back.bytes())));
    CHECK(look_back.begin(1).epoch == 2);
    CHECK(look_back.bytes() == 131'072);
}

TEST_CASE_METHOD(GlTest, "The states are cleared where the numbers of the rounds begin again") {
    LookBack look_back;
    constexpr std::uint32_t last = 65'535; // of 16 bits; 0 means cleared
    LookBack::Round round = look_back.begin(100);
    for (std::uint32_t epoch = 2; epoch <= last; ++epoch) {
        round = look_back.begin(1);
        if (round.epoch != epoch)
            REQUIRE(round.epoch == epoch);
    }
    upload<std::uint32_t>(ArrayView<std::uint32_t>::wrap(round.states.buffer, 0, 404),
                          std::vector<std::uint32_t>(404, 0x00010001));
    round = look_back.begin(100);
    CHECK(round.epoch == 1);
    CHECK(all_zero(words_of(round, look_back.bytes())));
    CHECK(look_back.begin(100).epoch == 2);
}

} // namespace look_back_gl_test
