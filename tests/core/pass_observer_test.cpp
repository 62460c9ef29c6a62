#include "scanline/core/pass_observer.h"

#include <catch2/catch_all.hpp>
#include <stdexcept>
#include <string>

namespace pass_observer_test {

using namespace scanline;

namespace {

/// Records every call under its own name.
class Recorder final : public PassObserver {
public:
    Recorder(std::string name, std::vector<std::string>& calls) : name_(std::move(name)), calls_(calls) {}

    void stage_begins(std::string_view stage) override { note("stage begins", stage); }
    void stage_ends(std::string_view stage) override { note("stage ends", stage); }
    void pass_begins(const Pass& pass) override { note("pass begins", pass.name); }
    void pass_ends(const Pass& pass) override { note("pass ends", pass.name); }

private:
    void note(std::string_view call, std::string_view what) {
        calls_.push_back(name_ + ": " + std::string(call) + " " + std::string(what));
    }

    std::string name_;
    std::vector<std::string>& calls_;
};

Pass named(std::string_view name) {
    Pass pass;
    pass.name = name;
    return pass;
}

} // namespace

TEST_CASE("A scope lets another observer see an engine, and gives it back its own") {
    class Engine : public Observed {};
    std::vector<std::string> calls;
    Recorder usual("usual", calls), other("other", calls);
    Engine engine;
    CHECK(engine.observer() == nullptr);
    engine.set_observer(&usual);
    try {
        const ObserverScope outer(engine, &other);
        CHECK(engine.observer() == &other);
        const ObserverScope inner(engine, nullptr);
        CHECK(engine.observer() == nullptr);
        throw std::runtime_error("the work fails");
    } catch (const std::runtime_error&) {
        CHECK(engine.observer() == &usual);
    }
}

TEST_CASE("A chain begins its observers in their order and ends them in the reverse") {
    std::vector<std::string> calls;
    Recorder outer("outer", calls), inner("inner", calls);
    ObserverChain chain({&outer, &inner});
    {
        const StageScope stage(&chain, "scan");
        const Pass pass = named("up-sweep");
        chain.pass_begins(pass);
        chain.pass_ends(pass);
    }
    REQUIRE(calls == std::vector<std::string>{"outer: stage begins scan", "inner: stage begins scan",
                                              "outer: pass begins up-sweep", "inner: pass begins up-sweep",
                                              "inner: pass ends up-sweep", "outer: pass ends up-sweep",
                                              "inner: stage ends scan", "outer: stage ends scan"});
}

TEST_CASE("A chain hands on the pass itself, not a copy that lost something") {
    class Keeper final : public PassObserver {
    public:
        void pass_begins(const Pass& pass) override { begun = &pass; }
        void pass_ends(const Pass& pass) override { ended = &pass; }
        const Pass* begun = nullptr;
        const Pass* ended = nullptr;
    } keeper;
    ObserverChain chain({&keeper});
    const Pass pass = named("search");
    chain.pass_begins(pass);
    chain.pass_ends(pass);
    REQUIRE(keeper.begun == &pass);
    REQUIRE(keeper.ended == &pass);
}

TEST_CASE("An empty chain and a plain observer take every call") {
    ObserverChain empty({});
    PassObserver plain;
    for (PassObserver* observer : std::vector<PassObserver*>{&empty, &plain}) {
        const StageScope stage(observer, "scan");
        REQUIRE_NOTHROW(observer->pass_begins(named("copy")));
        REQUIRE_NOTHROW(observer->pass_ends(named("copy")));
    }
}

TEST_CASE("A stage ends with its scope, also where an exception leaves it") {
    std::vector<std::string> calls;
    Recorder recorder("it", calls);
    try {
        const StageScope stage(&recorder, "scan");
        REQUIRE(calls == std::vector<std::string>{"it: stage begins scan"});
        throw std::runtime_error("leaves the scope");
    } catch (const std::runtime_error&) {
        REQUIRE(calls == std::vector<std::string>{"it: stage begins scan", "it: stage ends scan"});
    }
    REQUIRE(calls.size() == 2);
}

TEST_CASE("A stage without an observer does nothing") {
    REQUIRE_NOTHROW([] { const StageScope stage(nullptr, "scan"); }());
}

TEST_CASE("A stage made of others is heard as one, with their passes") {
    class Engine : public Observed {};
    std::vector<std::string> calls;
    Recorder recorder("r", calls);
    Engine engine;
    {
        const WholeStage unheard(engine, "whole"); // without an observer
        CHECK(engine.observer() == nullptr);
    }
    engine.set_observer(&recorder);
    {
        const WholeStage whole(engine, "whole");
        const StageScope part(engine.observer(), "part");
        engine.observer()->pass_begins(named("pass"));
        engine.observer()->pass_ends(named("pass"));
    }
    CHECK(engine.observer() == &recorder);
    CHECK(calls == std::vector<std::string>{"r: stage begins whole", "r: pass begins pass",
                                            "r: pass ends pass", "r: stage ends whole"});
}

} // namespace pass_observer_test

namespace work_counter_test {

using namespace scanline;

namespace {

void run_pass(PassObserver& observer, std::uint64_t items, std::optional<std::uint64_t> fetches) {
    Pass pass;
    pass.name = "a pass";
    pass.items = items;
    pass.fetches = fetches;
    observer.pass_begins(pass);
    observer.pass_ends(pass);
}

} // namespace

TEST_CASE("The work of each stage is counted apart, in the order of the stages") {
    WorkCounter counter;
    {
        const StageScope stage(&counter, "scan");
        run_pass(counter, 10, 20);
        run_pass(counter, 5, 5);
    }
    {
        const StageScope stage(&counter, "search");
        run_pass(counter, 7, std::nullopt);
    }
    REQUIRE(counter.stages().size() == 2);
    REQUIRE(counter.stages()[0].name == "scan");
    REQUIRE(counter.stages()[0].work.passes == 2);
    REQUIRE(counter.stages()[0].work.items == 15);
    REQUIRE(counter.stages()[0].work.fetches == 25);
    REQUIRE(counter.stages()[0].work.uncounted_passes == 0);
    REQUIRE(counter.stages()[1].name == "search");
    REQUIRE(counter.stages()[1].work.passes == 1);
    REQUIRE(counter.stages()[1].work.items == 7);
    REQUIRE(counter.stages()[1].work.fetches == 0);
    REQUIRE(counter.stages()[1].work.uncounted_passes == 1);
}

TEST_CASE("The total is the sum over the stages") {
    WorkCounter counter;
    REQUIRE(counter.total().passes == 0);
    for (const char* name : {"scan", "search", "scan"}) {
        const StageScope stage(&counter, name);
        run_pass(counter, 3, 4);
        run_pass(counter, 2, std::nullopt);
    }
    REQUIRE(counter.stages().size() == 3);
    const Work total = counter.total();
    REQUIRE(total.passes == 6);
    REQUIRE(total.items == 15);
    REQUIRE(total.fetches == 12);
    REQUIRE(total.uncounted_passes == 3);
}

TEST_CASE("A pass before any stage is counted under no name") {
    WorkCounter counter;
    run_pass(counter, 1, 1);
    REQUIRE(counter.stages().size() == 1);
    REQUIRE(counter.stages()[0].name.empty());
    REQUIRE(counter.total().passes == 1);
}

} // namespace work_counter_test
