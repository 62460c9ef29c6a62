#include "kit/transport.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::transport_test {

namespace {

Transport of(int count, int position = 0) {
    Transport transport;
    transport.set_count(count);
    transport.seek(position);
    return transport;
}

} // namespace

TEST_CASE("Without steps a transport stands at 0 and cannot play") {
    Transport transport;
    for (int step : {-1, 1, 100})
        transport.step(step);
    transport.last();
    transport.play();
    CHECK(transport.position() == 0);
    CHECK_FALSE(transport.playing());
    CHECK_FALSE(transport.advance(10));
}

TEST_CASE("Steps and jumps end at the ends") {
    Transport transport = of(5);
    transport.step(3);
    CHECK(transport.position() == 3);
    transport.step(3);
    CHECK(transport.position() == 4);
    transport.step(-100);
    CHECK(transport.position() == 0);
    transport.last();
    CHECK(transport.position() == 4);
    transport.seek(2);
    transport.first();
    CHECK(transport.position() == 0);
}

TEST_CASE("Playing takes a step each time its time is over, and stops at the last") {
    Transport transport = of(4);
    transport.set_speed(2);
    transport.play();
    CHECK_FALSE(transport.advance(0.4));
    CHECK(transport.advance(0.2));
    CHECK(transport.position() == 1);
    CHECK(transport.advance(0.5));
    CHECK(transport.position() == 2);
    CHECK(transport.playing());
    CHECK(transport.advance(10));
    CHECK(transport.position() == 3);
    CHECK_FALSE(transport.playing());
}

TEST_CASE("Playing at the last step begins again") {
    Transport transport = of(4, 3);
    transport.toggle();
    CHECK(transport.playing());
    CHECK(transport.position() == 0);
    transport.toggle();
    CHECK_FALSE(transport.playing());
}

TEST_CASE("Each time that it plays, the first step takes its whole time") {
    Transport transport = of(4);
    transport.set_speed(2);
    transport.play();
    CHECK_FALSE(transport.advance(0.4));
    transport.pause();
    CHECK_FALSE(transport.advance(10));
    transport.play();
    CHECK_FALSE(transport.advance(0.4));
    CHECK(transport.position() == 0);
}

TEST_CASE("Seeking stops, and a single step cannot be played") {
    Transport transport = of(4);
    transport.play();
    transport.step(1);
    CHECK_FALSE(transport.playing());
    transport.play();
    transport.set_count(1);
    CHECK_FALSE(transport.playing());
    CHECK(transport.position() == 0);
    transport.play();
    CHECK_FALSE(transport.playing());
}

TEST_CASE("Fewer steps keep the position where it exists") {
    Transport transport = of(10, 7);
    transport.set_count(8);
    CHECK(transport.position() == 7);
    transport.set_count(3);
    CHECK(transport.position() == 2);
}

TEST_CASE("Speeds stay within their limits") {
    Transport transport = of(2);
    transport.set_speed(1e9);
    CHECK(transport.speed() == Transport::fastest);
    transport.set_speed(0);
    CHECK(transport.speed() == Transport::slowest);
}

} // namespace scanline::view::transport_test
