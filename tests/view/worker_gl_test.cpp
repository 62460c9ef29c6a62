#include "kit/worker.h"

#include "scanline/core/error.h"
#include "scanline/raster/compactor.h"
#include "support/environment_variable.h"
#include "support/patience.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <condition_variable>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

namespace scanline::view::worker_gl_test {

using namespace std::chrono_literals;
using Catch::Matchers::ContainsSubstring;
using scanline::test::eventually;
using scanline::test::patience;

namespace {

struct Said {
    std::vector<std::string> errors, notes;

    Worker::Options options() {
        Worker::Options options;
        options.on_error = [this](const std::string& text) { errors.push_back(text); };
        options.on_note = [this](const std::string& text) { notes.push_back(text); };
        return options;
    }
};

/// Blocks a job until it is opened.
class Gate {
public:
    void open() { promise_.set_value(); }
    std::shared_future<void> future() const { return future_; }

private:
    std::promise<void> promise_;
    std::shared_future<void> future_ = promise_.get_future().share();
};

std::vector<float> compact(raster::Engine& engine) {
    const std::vector<float> values{0, 255, 254, 0, 0, 253};
    const raster::StreamLayout layout = raster::make_stream_layout(6, 4, engine.max_side());
    raster::CompactionOptions options;
    options.algorithm = raster::Algorithm::bt;
    raster::Compactor compactor(engine, layout, options);
    const raster::StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, values);
    compactor(stream);
    return compactor.read_elements();
}

} // namespace

TEST_CASE("Jobs run in order on a thread and an OpenGL of their own, completions where they are delivered") {
    Said said;
    Worker worker(said.options());
    CHECK_FALSE(worker.capabilities().renderer.empty());
    CHECK(worker.max_side() >= 1024);
    const std::thread::id here = std::this_thread::get_id();
    std::vector<int> order;
    std::vector<Ticket> tickets;
    // Until all are posted.
    Gate posted;
    tickets.push_back(worker.post("waiting", [&](WorkerContext&) -> Worker::Completion {
        posted.future().wait();
        return {};
    }));
    for (int i = 0; i < 5; ++i)
        tickets.push_back(worker.post("a number", [&, i](WorkerContext&) -> Worker::Completion {
            CHECK(std::this_thread::get_id() != here);
            return [&, i] {
                CHECK(std::this_thread::get_id() == here);
                order.push_back(i);
            };
        }));
    std::vector<float> survivors;
    const Ticket last = worker.post("compacting", [&](WorkerContext& context) -> Worker::Completion {
        return [&, result = compact(context.machine().raster())] { survivors = result; };
    });
    CHECK(last.pending());
    posted.open();
    CHECK(worker.finish(patience));
    CHECK(order == std::vector{0, 1, 2, 3, 4});
    CHECK(survivors == std::vector<float>{255, 254, 253});
    CHECK_FALSE(last.pending());
    CHECK(worker.idle());
    CHECK(said.errors.empty());
}

TEST_CASE("What a job throws is said, and the next one runs") {
    Said said;
    Worker worker(said.options());
    bool completed = false;
    const Ticket bad =
        worker.post("failing", [](WorkerContext&) -> Worker::Completion { throw Error("no"); });
    const Ticket good = worker.post(
        "working", [&](WorkerContext&) -> Worker::Completion { return [&] { completed = true; }; });
    CHECK(worker.finish(patience));
    CHECK(said.errors == std::vector<std::string>{"no"});
    CHECK(completed);
    CHECK_FALSE(bad.pending());
}

TEST_CASE("What a job notes is said, also where the job then fails") {
    Said said;
    Worker worker(said.options());
    const Ticket ticket = worker.post("failing", [](WorkerContext& context) -> Worker::Completion {
        context.note("first");
        context.note("second");
        throw Error("no");
    });
    CHECK(worker.finish(patience));
    CHECK(said.notes == std::vector<std::string>{"first", "second"});
    CHECK(said.errors == std::vector<std::string>{"no"});
}

TEST_CASE("What a completion throws is said, and those behind it run") {
    Said said;
    Worker worker(said.options());
    bool ran = false;
    const Ticket bad = worker.post(
        "bad", [](WorkerContext&) -> Worker::Completion { return [] { throw Error("cannot be shown"); }; });
    const Ticket good =
        worker.post("good", [&](WorkerContext&) -> Worker::Completion { return [&] { ran = true; }; });
    CHECK(worker.finish(patience));
    CHECK(said.errors == std::vector<std::string>{"cannot be shown"});
    CHECK(ran);
    CHECK_FALSE(bad.pending());
}

TEST_CASE("A dropped ticket cancels its job, before it runs and while it runs") {
    Said said;
    Worker worker(said.options());
    bool completed = false, saw_cancel = false, ran_second = false;
    Gate start, opened;
    {
        const Ticket running = worker.post("running", [&](WorkerContext& context) -> Worker::Completion {
            start.open();
            opened.future().wait();
            saw_cancel = context.cancelled();
            throw Error("of a job that nobody wants");
        });
        const Ticket waiting = worker.post("waiting", [&](WorkerContext&) -> Worker::Completion {
            ran_second = true;
            return [&] { completed = true; };
        });
        start.future().wait();
    }
    opened.open();
    CHECK(worker.finish(patience));
    CHECK(saw_cancel);
    CHECK_FALSE(ran_second);
    CHECK_FALSE(completed);
    CHECK(said.errors.empty());
}

TEST_CASE("The completion of a job whose ticket is dropped at the last moment does not run") {
    Said said;
    Worker worker(said.options());
    bool completed = false;
    Gate start, dropped;
    {
        const Ticket ticket = worker.post("finishing", [&](WorkerContext&) -> Worker::Completion {
            start.open();
            dropped.future().wait();
            return [&] { completed = true; };
        });
        start.future().wait();
    }
    dropped.open();
    CHECK(worker.finish(patience));
    CHECK_FALSE(completed);
}

TEST_CASE("A stopped job ends early and still hands over what it has") {
    Said said;
    Worker worker(said.options());
    Gate start;
    int rounds = 0;
    Ticket ticket = worker.post("counting", [&](WorkerContext& context) -> Worker::Completion {
        int count = 0;
        start.open();
        while (!context.cancelled()) {
            context.progress(0.5, "half");
            ++count;
            std::this_thread::sleep_for(1ms);
        }
        return [&, count] { rounds = count; };
    });
    start.future().wait();
    while (ticket.progress().what != "half")
        std::this_thread::sleep_for(1ms);
    CHECK(ticket.progress().fraction == 0.5);
    ticket.stop();
    CHECK(worker.finish(patience));
    CHECK(rounds > 0);
    CHECK_FALSE(ticket.pending());
}

TEST_CASE("Waiting for the worker is bounded, and its end cancels what is left") {
    Said said;
    std::atomic<bool> ended = false;
    {
        Worker worker(said.options());
        Ticket endless = worker.post("endless", [&](WorkerContext& context) -> Worker::Completion {
            while (!context.cancelled())
                std::this_thread::sleep_for(1ms);
            ended = true;
            return {};
        });
        CHECK_FALSE(worker.finish(20ms));
        CHECK(endless.pending());
    }
    CHECK(ended);
}

TEST_CASE("The worker asks to be delivered") {
    Said said;
    std::atomic<int> wakes = 0;
    Worker::Options options = said.options();
    options.wake = [&wakes] { ++wakes; };
    Worker worker(std::move(options));
    const Ticket ticket = worker.post("nothing", [](WorkerContext&) -> Worker::Completion { return {}; });
    CHECK(worker.finish(patience));
    // It asks once the job's end can be seen.
    CHECK(eventually([&wakes] { return wakes > 0; }));
}

TEST_CASE("A device that does not exist is an error of the constructor") {
    CHECK_THROWS_AS(Worker({.device = 12345}), Error);
}

namespace {

/// A shader folder with one file in it, which stands in for the search of the binary tree.
class EditedShader {
public:
    EditedShader() : override_("SCANLINE_SHADER_DIR", folder_.path().string()) {
        text_ = gl::ShaderStore::standard().flatten("raster/bt_search.frag").text;
        std::filesystem::create_directories(folder_ / "raster");
        write(text_);
    }
    void write(const std::string& text) {
        std::ofstream(folder_ / "raster/bt_search.frag") << text;
        // A file's time may be too coarse to tell two writes apart; sizes differ here.
    }
    const std::string& text() const { return text_; }
    /// A file that is there, and whose first byte nobody can read.
    void add_unreadable() { std::filesystem::create_symlink("/proc/self/mem", folder_ / "raster/mem.frag"); }
    void remove_folder() { std::filesystem::remove_all(folder_.path()); }

private:
    scanline::test::TemporaryFolder folder_;
    scanline::test::EnvironmentVariable override_;
    std::string text_;
};

std::vector<float> compact_on(Worker& worker) {
    std::vector<float> survivors;
    const Ticket ticket = worker.post("compacting", [&](WorkerContext& context) -> Worker::Completion {
        return [&, result = compact(context.machine().raster())] { survivors = result; };
    });
    REQUIRE(worker.finish(patience));
    return survivors;
}

const std::vector<float> right{255, 254, 253};

} // namespace

TEST_CASE("An edited shader is taken up, and a broken one leaves the last that compiled") {
    EditedShader shader;
    Said said;
    Worker worker(said.options());
    CHECK(compact_on(worker) == right);
    CHECK_FALSE(worker.reload_changed_shaders());

    // Something else for every output.
    shader.write(shader.text() + "\n// edited\n#define gl_FragColor_is_not_used\n");
    CHECK(worker.reload_changed_shaders());
    CHECK(compact_on(worker) == right);
    CHECK(said.errors.empty());

    shader.write("#version 120\nvoid main() { this is no shader; }\n");
    CHECK(worker.reload_changed_shaders());
    CHECK(compact_on(worker) == right);
    REQUIRE(said.errors.size() == 1);
    CHECK_THAT(said.errors[0], ContainsSubstring("bt_search.frag"));

    // The broken one is not tried again.
    CHECK(compact_on(worker) == right);
    CHECK(said.errors.size() == 1);

    shader.write("#version 120\nvoid main() { gl_FragColor = vec4(7.0); }\n");
    CHECK(worker.reload_changed_shaders());
    const std::vector<float> sevens = compact_on(worker);
    CHECK(sevens != right);
    const Ticket failing = worker.post(
        "failing", [](WorkerContext&) -> Worker::Completion { throw Error("no fault of the shaders"); });
    REQUIRE(worker.finish(patience));
    CHECK(compact_on(worker) == sevens);
    shader.write("broken");
    CHECK(worker.reload_changed_shaders());
    CHECK(compact_on(worker) == sevens);
    CHECK(said.errors.size() == 3);

    shader.write(shader.text());
    CHECK(worker.reload_changed_shaders());
    CHECK(compact_on(worker) == right);
    CHECK(said.errors.size() == 3);
}

TEST_CASE("A broken shader is reported although the first job that meets it is given up") {
    EditedShader shader;
    Said said;
    Worker worker(said.options());
    CHECK(compact_on(worker) == right);
    shader.write("#version 120\nvoid main() { this is no shader; }\n");
    CHECK(worker.reload_changed_shaders());
    Gate start, dropped;
    {
        const Ticket ticket = worker.post("given up", [&](WorkerContext& context) -> Worker::Completion {
            if (context.cancelled())
                return {};
            start.open();
            dropped.future().wait();
            compact(context.machine().raster());
            return {};
        });
        start.future().wait();
    }
    dropped.open();
    REQUIRE(worker.finish(patience));
    CHECK(compact_on(worker) == right);
    REQUIRE(said.errors.size() == 1);
    CHECK_THAT(said.errors[0], ContainsSubstring("bt_search.frag"));
}

TEST_CASE("A shader file that cannot be read is reported, and the shaders stay") {
    EditedShader shader;
    Said said;
    Worker worker(said.options());
    shader.write("#version 120\nvoid main() { gl_FragColor = vec4(7.0); }\n");
    shader.add_unreadable();
    CHECK_FALSE(worker.reload_changed_shaders());
    CHECK(compact_on(worker) == right);
    CHECK(said.errors.size() == 1);
    CHECK_FALSE(worker.reload_changed_shaders());
    CHECK(compact_on(worker) == right);
    CHECK(said.errors.size() == 1);
}

TEST_CASE("A shader folder that is lost leaves the built-in shaders") {
    EditedShader shader;
    Said said;
    Worker worker(said.options());
    shader.remove_folder();
    CHECK(worker.reload_changed_shaders());
    CHECK(compact_on(worker) == right);
    CHECK(said.errors.empty());
    REQUIRE(said.notes.size() == 1);
    CHECK_THAT(said.notes[0], ContainsSubstring("gone") && ContainsSubstring("built-in"));
}

} // namespace scanline::view::worker_gl_test
