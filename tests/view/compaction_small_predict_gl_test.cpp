// The scene of cells while the user predicts what a step writes, and while elements are painted.
#include "scene_driver.h"
#include "scenes/compaction/small/canvas.h"
#include "scenes/scenes.h"

#include <map>

namespace scanline::view::compaction::small::predict_gl_test {

namespace {

class SmallScene : public test::SceneDriver {
protected:
    SmallScene() : SceneDriver(make_scene) {}

    void show(int position) {
        transport().seek(position);
        ask();
    }
    void ask() {
        host.prediction.begin(scene->name(), transport().position(), scene->written());
        driver.frames(2);
    }
    Prediction& prediction() { return host.prediction; }
    std::string counter(std::string_view name) const {
        const std::vector<Setting> counters = scene->counters();
        return std::ranges::find(counters, name, &Setting::key)->value;
    }
};

} // namespace

TEST_CASE_METHOD(SmallScene, "a cell that is written is hidden until it is asked for and answered") {
    set("preset", "jumping-jack");
    prediction().turn(true);
    show(2); // the first prefix sums
    const std::vector<Written> written = scene->written();
    REQUIRE(written.size() > 4);
    CHECK(written.size() <= 16);
    const std::uint64_t first = prediction().asked()->cell;
    std::string pinned; // by clicks on other rows
    for (float y = 100; y < 560 && prediction().asked()->cell == first; y += 6) {
        pinned = setting("pinned");
        driver.click({500, y});
    }
    const Written asked = *prediction().asked();
    CHECK(asked.cell != first);
    CHECK(setting("pinned") == pinned); // the click has only asked
    prediction().answer(asked.value);
    CHECK(prediction().was_right());
    CHECK_FALSE(prediction().hides(asked.cell));
    CHECK(prediction().hides(first));
    CHECK(asked.why.find(" + ") != std::string::npos);
}

TEST_CASE_METHOD(SmallScene, "every step of every algorithm asks for at most 16 values, each once") {
    for (const raster::Algorithm algorithm : small_algorithms) {
        set("algorithm", to_string(algorithm));
        bool any = false;
        for (int position = 0; position < transport().count(); ++position) {
            INFO(to_string(algorithm) << ", step " << position);
            transport().seek(position);
            std::map<std::uint64_t, int> cells;
            for (const Written& one : scene->written()) {
                CHECK(++cells[one.cell] == 1);
                CHECK_FALSE(one.value.empty());
                CHECK_FALSE(one.why.empty());
            }
            CHECK(cells.size() <= 16);
            any = any || !cells.empty();
        }
        CHECK(any);
    }
}

TEST_CASE_METHOD(SmallScene, "the survivors come last, and the counters count up to the step") {
    set("preset", "jumping-jack");
    transport().first();
    CHECK(counter("fetches") == "0");
    CHECK(counter("kept") == "0");
    transport().last();
    CHECK(counter("passes") != "0");
    CHECK(counter("kept") == "6");
    const std::vector<Written> written = scene->written();
    REQUIRE(written.size() == 6);
    CHECK(written[1].name == "place 1");
    CHECK(written[1].value == "a");
}

TEST_CASE_METHOD(SmallScene, "all survivors are asked for, in blocks with gaps between them too") {
    set("preset", "four-blocks");
    set("algorithm", "bt");
    transport().last();
    const std::size_t kept = std::stoul(counter("kept"));
    int rows = 0;
    for (int position = 0; position < transport().count(); ++position) {
        transport().seek(position);
        const std::vector<Written> written = scene->written();
        if (written.empty() || !written.front().name.starts_with("place "))
            continue;
        CHECK(written.size() == std::min<std::size_t>(kept, 16));
        ++rows;
    }
    CHECK(rows == 2);
}

TEST_CASE_METHOD(SmallScene, "a drag with Shift over the input makes its elements like the first of them") {
    set("elements", "................");
    CHECK(setting("elements") == "0000000000000000");
    float y = 90;
    ImGui::GetIO().KeyShift = true;
    for (; y < 300 && setting("elements") == "0000000000000000"; y += 6)
        driver.drag({300, y}, {500, y});
    ImGui::GetIO().KeyShift = false;
    const std::string painted = setting("elements");
    CHECK(std::ranges::count(painted, '1') >= 2);
    CHECK(setting("pinned") == "-1");
}

TEST_CASE_METHOD(SmallScene, "marks travel after a step on, if the window wants it") {
    set("preset", "jumping-jack");
    host.motion = true;
    transport().seek(1);
    driver.frames(2);
    transport().step(1);
    driver.frames(1);
    CHECK(scene->animating());
    driver.frames(30);
    CHECK_FALSE(scene->animating());
}

} // namespace scanline::view::compaction::small::predict_gl_test
