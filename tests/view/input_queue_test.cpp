#include "shell/window_loop.h"

#include <catch2/catch_all.hpp>
#include <string>

namespace scanline::view::input_queue_test {

TEST_CASE("Of each key one change is let through a frame, and the order is kept") {
    InputQueue queue;
    std::string told;
    const auto add = [&](int key, const std::string& what) {
        queue.add_key(key, what.find("up") != std::string::npos, [&told, what] { told += what; });
    };
    add(1, "a down ");
    add(2, "b down ");
    queue.add([&told] { told += "text "; });
    add(1, "a up ");
    queue.add([&told] { told += "wheel "; });
    add(2, "b up ");
    add(1, "a down again");
    CHECK(queue.feed());
    CHECK(told == "a down b down text ");
    CHECK(queue.feed());
    CHECK(told == "a down b down text a up wheel b up ");
    CHECK_FALSE(queue.feed());
    CHECK(told == "a down b down text a up wheel b up a down again");
    CHECK_FALSE(queue.feed());
}

TEST_CASE("A button changes in no frame in which the mouse moves") {
    InputQueue queue;
    std::string told;
    const auto move = [&](const char* what) { queue.add_move([&told, what] { told += what; }); };
    const auto button = [&](int number, const char* what) {
        queue.add_button(number, [&told, what] { told += what; });
    };
    move("to a ");
    move("to b ");
    button(1, "left down ");
    button(2, "right down ");
    move("to c ");
    queue.add_key(3, false, [&told] { told += "key "; });
    button(1, "left up");
    CHECK(queue.feed());
    CHECK(told == "to a to b ");
    CHECK(queue.feed());
    CHECK(told == "to a to b left down right down ");
    CHECK(queue.feed());
    CHECK(told == "to a to b left down right down to c key ");
    CHECK_FALSE(queue.feed());
    CHECK(told == "to a to b left down right down to c key left up");
}

TEST_CASE(
    "A button that is pressed and let go at one place takes two frames, whatever keys have its number") {
    InputQueue queue;
    std::string told;
    queue.add_key(1, false, [&told] { told += "key "; });
    queue.add_button(1, [&told] { told += "down "; });
    queue.add_button(1, [&told] { told += "up"; });
    CHECK(queue.feed());
    CHECK(told == "key down ");
    CHECK_FALSE(queue.feed());
    CHECK(told == "key down up");
}

TEST_CASE("A key pressed with Control counts as such, even if Control is released first, and at once") {
    InputQueue queue;
    bool control = false, seen = false;
    queue.add_key(1, false, [&] { control = true; });
    CHECK_FALSE(queue.feed());
    queue.add_key(2, false, [&] { seen = true; });
    queue.add_key(1, true, [&] { control = false; });
    queue.add_key(2, true, [] {});
    CHECK(queue.feed());
    CHECK(seen);
    CHECK(control);
    CHECK_FALSE(queue.feed());
    CHECK_FALSE(control);
}

TEST_CASE("Shift counts for a click by what it was at the click, however soon it changes after that") {
    InputQueue queue;
    const bool held = GENERATE(false, true);
    bool shift = held, seen = !held, clicked = false;
    queue.add_button(1, [] {});
    queue.add_button(1, [&] { clicked = true; });
    queue.add_key(1, held, [&] { shift = !held; });
    for (bool more = true; more && !clicked; seen = shift)
        more = queue.feed();
    CHECK(clicked);
    CHECK(seen == held);
    CHECK_FALSE(queue.feed());
    CHECK(shift == !held);
}

} // namespace scanline::view::input_queue_test
