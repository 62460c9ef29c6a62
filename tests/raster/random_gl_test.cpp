#include "scanline/systems/all.h"
#include "scanline/systems/verify.h"
#include "support/case_count.h"
#include "support/gl_test.h"

namespace scanline::systems::random_gl_test {

namespace {

/// No case is skipped for lack of time: ctest's limit fails a run that takes too long.
constexpr double no_time_limit = 1e6;

void check_all_pass(const gl::Context& context, std::uint64_t seed, std::uint64_t cases,
                    std::int64_t largest) {
    machine::Machine machine(context.capabilities(), {});
    VerifyOptions options;
    options.seed = seed;
    options.cases = cases;
    options.seconds = no_time_limit;
    options.largest = largest;
    options.systems = {"compaction"};
    const VerifyReport report = verify(systems::all(), machine, options);
    for (const VerifyFailure& failure : report.failures)
        FAIL_CHECK("seed " << failure.seed << ", largest " << largest << ": " << failure.what);
    CHECK(report.failed == 0);
    CHECK(report.passed == cases);
}

} // namespace

TEST_CASE_METHOD(test::GlTest, "Random compactions of up to 100000 elements are right") {
    check_all_pass(context, 2009, test::case_count(4000), 100'000);
}

TEST_CASE_METHOD(test::GlTest, "Random compactions of up to 1000000 elements are right") {
    check_all_pass(context, 1'000'000'007, test::case_count(1000), 1'000'000);
}

} // namespace scanline::systems::random_gl_test
