#include "scanline/core/cancellation.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <vector>

namespace scanline::cancellation_test {

TEST_CASE("A poll asks once in so many steps, and throws where the answer is yes") {
    int calls = 0;
    const CancelHook hook = [&calls] { return ++calls == 3; };
    CancelPoll poll(hook);
    poll.count(CancelPoll::steps_between - 1);
    CHECK(calls == 0);
    poll.count();
    CHECK(calls == 1);
    for (std::int64_t i = 1; i < CancelPoll::steps_between; ++i)
        poll.count();
    CHECK(calls == 1);
    poll.ask();
    CHECK(calls == 2);
    CHECK_THROWS_AS(poll.count(10 * CancelPoll::steps_between), Cancelled);
    CHECK(calls == 3);
}

TEST_CASE("A poll of no hook, or of an empty one, never throws") {
    const CancelHook empty;
    CancelPoll of_empty(empty), of_none;
    of_empty.count(10 * CancelPoll::steps_between);
    of_none.count(10 * CancelPoll::steps_between);
    of_none.ask();
}

TEST_CASE("A sort is cancelled on its way, and one of few elements asks after as many steps") {
    const CancelHook yes = [] { return true; };
    CancelPoll poll(yes);
    std::vector<int> few{3, 1, 2}, many(100'000);
    cancellable_sort(few.begin(), few.end(), std::less<>(), poll);
    CHECK(few == std::vector<int>{1, 2, 3});
    cancellable_sort(few.begin(), few.end(), std::greater<>(), poll);
    CHECK(few == std::vector<int>{3, 2, 1});
    poll.count(CancelPoll::steps_between - 7);
    CHECK_THROWS_AS(cancellable_sort(few.begin(), few.end(), std::less<>(), poll), Cancelled);

    std::generate(many.begin(), many.end(), [i = 0]() mutable { return i++ * 7919 % 100'003; });
    CHECK_THROWS_AS(cancellable_sort(many.begin(), many.end(), std::less<>(), poll), Cancelled);
    CancelPoll never;
    cancellable_sort(many.begin(), many.end(), std::less<>(), never);
    CHECK(std::is_sorted(many.begin(), many.end()));
}

TEST_CASE("A range is cut into pieces that follow one another, the smaller the longer an element takes") {
    CancelPoll never;
    for (const std::int64_t size :
         {std::int64_t{0}, std::int64_t{1}, CancelPoll::steps_between, 5 * CancelPoll::steps_between + 7}) {
        for (const std::int64_t steps : {std::int64_t{1}, std::int64_t{3}, CancelPoll::steps_between}) {
            CAPTURE(size, steps);
            std::int64_t end = 0;
            in_pieces(size, steps, never, [&](std::int64_t first, std::int64_t last) {
                REQUIRE(first == end);
                REQUIRE(first < last);
                REQUIRE((last - first) * steps <= CancelPoll::steps_between);
                end = last;
            });
            CHECK(end == size);
        }
    }
}

TEST_CASE("What is cancelled says so in a line") {
    CHECK(std::string(Cancelled().what()) == "cancelled: there is no result");
    CHECK(Cancelled().kind() == ErrorKind::failure);
}

} // namespace scanline::cancellation_test
