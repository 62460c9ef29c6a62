// The compute room shares its context with a user interface: it neither needs a state nor leaves one.
#include "compute_fixture.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/look_back.h"
#include "scanline/compute/scan.h"
#include "support/compute_state.h"
#include "support/error_message.h"
#include "support/gl_state.h"

#include <catch2/catch_all.hpp>

#include <optional>

namespace state_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using Numbers = std::vector<std::uint32_t>;

namespace {

class StateTest : public ComputeTest {
protected:
    /// Runs in an unusual state and checks that it is preserved.
    template <class Run>
    void check_restored(Run run) {
        const GLuint other_program =
            engine().programs().get({{"common/fill.vert", "raster/constant.frag"}, {}})->id();
        const test::UnusualState drawing(capabilities(), other_program);
        const test::ComputeSetting computing;
        computing.apply(other_program);
        const test::GlState before = state();
        run();
        for (const auto& [name, value] : state()) {
            CAPTURE(name);
            CHECK(value == before.at(name));
        }
        glUseProgram(0);
    }

private:
    test::GlState state() const {
        test::GlState all = test::read_state(capabilities());
        all.merge(test::read_compute_state());
        return all;
    }
};

} // namespace

TEST_CASE_METHOD(StateTest, "Scans in an unusual state are right and leave it as it was") {
    const Numbers ones(5000, 1);
    for (const ScanOrder order : enumerators<ScanOrder>) {
        INFO(to_string(order));
        // Everything happens in that state.
        Numbers found;
        check_restored([&] {
            DeviceArray<std::uint32_t> array(ones);
            const DeviceArray<std::uint32_t> count(Numbers{5000});
            const Scan<std::uint32_t> scan(engine(), {.order = order});
            scan(array.view(), array.view());
            scan(array.view(), array.view());
            found = array.download();
        });
        CHECK(found[2] == 6);
        CHECK(found[4999] == 12'502'500);
    }
}

TEST_CASE_METHOD(StateTest, "Every entry restores the state on its own") {
    check_restored([&] { const Engine another(capabilities()); });
    std::optional<DeviceArray<std::uint32_t>> array, other;
    check_restored([&] { array.emplace(Numbers(3000, 2)); });
    check_restored([&] { other.emplace(3000); });
    check_restored([&] { upload<std::uint32_t>(array->view(), Numbers(3000, 1)); });
    check_restored([&] { CHECK(array->download() == Numbers(3000, 1)); });
    const DeviceArray<std::uint32_t> count(Numbers{2000});
    std::optional<Copy<std::uint32_t>> copy;
    check_restored([&] { copy.emplace(engine()); });
    check_restored([&] { (*copy)(array->view(), other->view()); });
    check_restored([&] { (*copy)(array->view(), other->view(), count.view()); });
    for (const ScanOrder order : enumerators<ScanOrder>) {
        INFO(to_string(order));
        std::optional<Scan<std::uint32_t>> scan;
        check_restored([&] { scan.emplace(engine(), ScanOptions{.order = order}); });
        check_restored([&] { (*scan)(array->view(), other->view()); });
        check_restored([&] { (*scan)(array->view(), other->view(), count.view()); });
        check_restored([&] { (*scan)(ArrayView<std::uint32_t>(), ArrayView<std::uint32_t>()); });
        check_restored(
            [&] { test::usage_message([&] { (*scan)(array->view(), array->view().part(0, 3)); }); });
    }
    check_restored([&] { engine().look_back().fallbacks(); });
    check_restored([&] {
        const Operation many(engine(), "many");
        (*copy)(array->view(), other->view());
        (*copy)(array->view(), other->view(), count.view());
    });
    check_restored([&] { engine().arena().clear(); });
    check_restored([&] { array.reset(); });
}

TEST_CASE_METHOD(StateTest, "What tiles tell each other is cleared in an unusual state too") {
    check_restored([&] {
        const Operation operation(engine(), "clearing");
        const LookBack::Round round = engine().look_back().begin(1000);
        const Numbers words = download(ArrayView<const std::uint32_t>(round.states));
        CHECK(words == Numbers(4004, 0));
    });
}

TEST_CASE_METHOD(StateTest, "Trying whether chained scans work restores the state", "[drivers]") {
    gl::Capabilities hardware = capabilities();
    hardware.software = false;
    Engine tried(hardware, {.tier = Tier::shared_memory});
    check_restored([&] { CHECK(tried.chained_allowed()); });
}

} // namespace state_gl_test
