#include "kit/log.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::log_test {

TEST_CASE("Errors wait for a dialog, and everything is kept in order") {
    Log log;
    log.info("one");
    log.error("two");
    log.warning("three");
    REQUIRE(log.entries().size() == 3);
    CHECK(log.entries()[1].text == "two");
    CHECK(log.entries()[2].severity == Severity::warning);
    CHECK(log.pending_errors() == std::vector<std::string>{"two"});
    log.dismiss_errors();
    CHECK(log.pending_errors().empty());
    CHECK(log.entries().size() == 3);
}

TEST_CASE("The same error again is logged again but asks once") {
    Log log;
    log.error("disk full");
    log.error("disk full");
    log.error("no such file");
    CHECK(log.entries().size() == 3);
    CHECK(log.pending_errors() == std::vector<std::string>{"disk full", "no such file"});
}

TEST_CASE("The oldest entries go") {
    Log log;
    for (std::size_t i = 0; i < Log::capacity + 5; ++i)
        log.info(std::to_string(i + 1));
    CHECK(log.entries().size() == Log::capacity);
    CHECK(log.entries().front().text == "6");
    CHECK(log.entries().back().text == std::to_string(Log::capacity + 5));
}

} // namespace scanline::view::log_test
