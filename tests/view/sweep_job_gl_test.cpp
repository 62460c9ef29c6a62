// What a sweep does on the worker where the costs that auto goes by are damaged.
#include "scenes/sweep/form.h"

#include "scanline/bench/results.h"
#include "scanline/systems/all.h"
#include "scanline/systems/sweep.h"
#include "scanline/tune/stored_model.h"
#include "support/environment_variable.h"
#include "support/patience.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <fstream>
#include <future>
#include <optional>

namespace scanline::view::sweep::job_gl_test {

using Catch::Matchers::ContainsSubstring;
using scanline::test::patience;

namespace {

class SweepJobTest {
protected:
    scanline::test::TemporaryFolder folder;
    scanline::test::EnvironmentVariable cache{"XDG_CACHE_HOME", folder.path().string()};
    std::vector<std::string> notes, errors;
    Worker worker{options()};
    std::filesystem::path path = tune::model_path<raster::AutoModel>(
        bench::make_environment(worker.capabilities(), gl::TimerKind::wall_clock, {}));
    std::optional<bench::Results> results;
    std::shared_ptr<Feed> feed = std::make_shared<Feed>();

    SweepJobTest() {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << "damaged";
    }

    Ticket post() {
        Form form(systems::all());
        form.set("algorithm", "auto");
        form.set("density", "0.5");
        form.set("size", "1000");
        form.set("reps", "1");
        return post(form);
    }

    Ticket post(const Form& form) {
        return post_sweep(worker, form, {}, feed, [this](const bench::Results& done) { results = done; });
    }

private:
    Worker::Options options() {
        Worker::Options options;
        options.on_note = [this](const std::string& text) { notes.push_back(text); };
        options.on_error = [this](const std::string& text) { errors.push_back(text); };
        return options;
    }
};

} // namespace

TEST_CASE_METHOD(SweepJobTest, "A damaged file of costs is reported, measured anew, and the sweep goes on") {
    const Ticket ticket = post();
    REQUIRE(worker.finish(patience));
    CHECK(errors == std::vector<std::string>{});
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0], ContainsSubstring(path.string()) && ContainsSubstring("measuring anew"));
    REQUIRE(results);
    CHECK(results->complete);
    CHECK_FALSE(results->rows.empty());
    CHECK_FALSE(results->roof.empty());
    const auto [rows, roof] = feed->take();
    CHECK(rows.size() == results->rows.size());
    CHECK(roof == results->roof);
    CHECK(std::filesystem::file_size(path) > 100);
}

TEST_CASE_METHOD(SweepJobTest, "A sweep that is stopped while costs are measured has no rows, and says so") {
    // Not before it is stopped.
    std::promise<void> gate;
    const Ticket before = worker.post("waiting", [&gate](WorkerContext&) -> Worker::Completion {
        gate.get_future().wait();
        return {};
    });
    Ticket ticket = post();
    ticket.stop();
    gate.set_value();
    REQUIRE(worker.finish(patience));
    CHECK(errors == std::vector<std::string>{});
    REQUIRE(results);
    CHECK_FALSE(results->complete);
    CHECK(results->rows.empty());
    CHECK(results->experiment == "compact");
    CHECK(std::filesystem::file_size(path) == 7);
}

TEST_CASE_METHOD(SweepJobTest, "Experiments of every kind are measured, with their own claims") {
    for (const char* name : {"sort", "cpu-scan-fig6", "kdtree"}) {
        INFO(name);
        Form form(systems::all());
        form.set("experiment", name);
        if (form.experiment().needs == bench::Needs::compute && !worker.capabilities().compute_shader) {
            WARN("not tried: " << worker.capabilities().renderer << " has no compute shaders");
            continue;
        }
        form.set("sizes", "1000");
        form.set("reps", "1");
        form.set("timeout", "0.1");
        if (form.experiment().name == "kdtree") {
            form.set("dimensions", "3");
            form.set("points", "uniform");
            form.set("k", "1");
        }
        results.reset();
        const Ticket ticket = post(form);
        REQUIRE(worker.finish(patience));
        CHECK(errors == std::vector<std::string>{});
        REQUIRE(results);
        CHECK(results->complete);
        CHECK(results->experiment == name);
        CHECK_FALSE(results->rows.empty());
        CHECK_FALSE(form.experiment().claims(*results).empty());
    }
}

} // namespace scanline::view::sweep::job_gl_test
