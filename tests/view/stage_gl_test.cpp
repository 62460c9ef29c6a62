// A story of its own in a Stage: numbers that are halved, step by step.
#include "kit/stage.h"

#include "scene_driver.h"

namespace scanline::view::stage_gl_test {

namespace {

int views_made = 0, files_read = 0;

struct HalvingSetup {
    static constexpr std::string_view scene = "halving";
    int number = 40, most = 100;
    int pinned = -1;

    bool same_run(const HalvingSetup& other) const { return number == other.number; }
    void take_run_of(const HalvingSetup& other) { number = other.number; }
    bool is_file() const { return false; }
    void unpin() { pinned = -1; }
};

std::vector<Property> properties_of(HalvingSetup& setup) {
    return {number_row("number", "Number", setup.number, {0, 1000}, "What is halved."),
            number_row("most", "Most", setup.most, {0, 1000}, "Up to which steps are shown."),
            number_row("pinned", "Pinned", setup.pinned, {-1, 1000}, "A number.")};
}

struct HalvingRun {
    HalvingSetup setup;
    std::vector<int> numbers;
    std::size_t size() const { return numbers.size(); }
};

struct HalvingView {
    std::string title, sentence;
};

struct HalvingStory {
    using Setup = HalvingSetup;
    using Run = HalvingRun;
    using Steps = StepCount;
    using StepView = HalvingView;
    using Check = GpuComparison;
    using Measured = int;
    using At = Shown<HalvingStory>;

    static constexpr StoryTexts texts{.scene = {.name = "halving",
                                                .title = "Halving",
                                                .summary = "Numbers are halved.",
                                                .group = "Tests",
                                                .highlights = ""},
                                      .none = "There is no number.",
                                      .empty = "Nothing is left of 0.",
                                      .checking = "",
                                      .failed = ""};

    static Work<HalvingRun> make(const HalvingSetup& setup, const std::shared_ptr<const HalvingRun>&, bool) {
        return {"halving", "halving", [setup](WorkerContext&) {
                    ++files_read;
                    if (setup.number == 13)
                        throw Error("13 brings bad luck");
                    HalvingRun run{setup, {}};
                    for (int number = setup.number; number > 0; number /= 2)
                        run.numbers.push_back(number);
                    return run;
                }};
    }
    static Work<GpuComparison> check(const HalvingSetup&, const std::shared_ptr<const HalvingRun>&) {
        return {"checking", "checking", [](WorkerContext&) { return GpuComparison{}; }};
    }
    static Work<int> measure(const HalvingSetup& setup, const std::shared_ptr<const HalvingRun>&) {
        return {"measuring", "measuring", [setup](WorkerContext&) { return setup.most; }};
    }
    static bool same_steps(const HalvingSetup& now, const HalvingSetup& before) {
        return now.most == before.most;
    }
    static bool same_check(const HalvingSetup&, const HalvingSetup&) { return true; }
    static bool same_measured(const HalvingSetup& now, const HalvingSetup& before) {
        return now.most == before.most;
    }
    static Steps steps_of(const HalvingSetup& setup, const HalvingRun& run) {
        return {static_cast<int>(
            std::ranges::count_if(run.numbers, [&](int number) { return number <= setup.most; }))};
    }
    static HalvingView view_of(const HalvingSetup&, const HalvingRun& run, const Steps& steps, int step) {
        ++views_made;
        const std::size_t place = run.size() - static_cast<std::size_t>(steps.count - step);
        return {std::to_string(run.numbers[place]), "Half of the number before."};
    }
    static std::string agreement(const At&) { return "All the same."; }
    static std::string step_text(const At& at) { return at.view.title; }
    static Listing listing(const At& at) { return {at.view.title, {{"number /= 2;", ""}}, {0}}; }
    static std::optional<Pinned> pinned(const At& at) {
        return at.setup.pinned < 0 ? std::nullopt
                                   : std::optional(Pinned{std::to_string(at.setup.pinned), {}});
    }
    static std::vector<StoryAction<HalvingStory>> actions() {
        return {{"scene.double", "Double", "Twice the number.", 0,
                 [](HalvingSetup& next, const HalvingRun*) { next.number *= 2; }}};
    }
    void controls(Panel<HalvingStory>& panel) { draw_rows(panel.look, panel.rows, {"number", "most"}); }
    void numbers(Panel<HalvingStory>& panel) { note(panel.look, "None."); }
    PictureAnswer<HalvingSetup> draw(const Look&, const At& at, std::int64_t, const Rect& area) {
        PictureAnswer<HalvingSetup> answer{7, at.setup};
        answer.pin_in(area, 7);
        return answer;
    }
};

struct StageTest : test::SceneDriver {
    StageTest()
        : SceneDriver(
              [](Host& of) -> std::unique_ptr<Scene> { return std::make_unique<Stage<HalvingStory>>(of); }) {}
};

} // namespace

TEST_CASE_METHOD(StageTest,
                 "A story is made by the worker, stepped through, and the last step stays the last") {
    CHECK(scene->name() == "halving");
    CHECK(transport().count() == 6); // 40 20 10 5 2 1
    CHECK(scene->step_text() == "40");
    transport().last();
    CHECK(scene->step_text() == "1");
    set("number", "100");
    CHECK(transport().count() == 7);
    CHECK(scene->step_text() == "1");
    REQUIRE(actions.run("scene.double"));
    finish();
    CHECK(setting("number") == "200");
    CHECK(transport().count() == 7); // 200 is more than the most
    set("most", "20");
    CHECK(scene->step_text() == "1");
    CHECK(transport().count() == 4);
}

TEST_CASE_METHOD(StageTest, "The view of a step is made once, until the step or the run is another") {
    const int before = views_made;
    driver.frames(5);
    CHECK(scene->step_text() == scene->listing().title);
    CHECK(views_made == before);
    transport().step(1);
    driver.frames(5);
    CHECK(scene->step_text() == "20");
    CHECK(views_made == before + 1);
    set("number", "60");
    CHECK(scene->step_text() == "30"); // in the same place
}

TEST_CASE_METHOD(StageTest,
                 "A run that cannot be made leaves what there was, and one without elements is said") {
    set("number", "13");
    CHECK(setting("number") == "40");
    CHECK(scene->step_text() == "40");
    CHECK(log.pending_errors().size() == 1);
    set("number", "0");
    CHECK(scene->step_text().empty());
    CHECK(scene->listing().lines.empty());
    const int runs = files_read;
    set("pinned", "3");
    CHECK_FALSE(scene->pinned());
    set("number", "40");
    CHECK(scene->pinned()->title == "3");
    scene->unpin();
    CHECK(setting("pinned") == "-1");
    CHECK(files_read == runs + 1);
    driver.click({300, 300});
    CHECK(setting("pinned") == "7");
}

} // namespace scanline::view::stage_gl_test
