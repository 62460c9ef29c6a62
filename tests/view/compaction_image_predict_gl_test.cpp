// The scene of a compacted picture: its inspector, and what the user predicts a step does to the pinned
// element.
#include "scene_driver.h"
#include "scenes/compaction/image/model.h"
#include "scenes/scenes.h"

#include <future>
#include <numeric>

namespace scanline::view::compaction::image::predict_gl_test {

namespace {

class ImageScene : public test::SceneDriver {
protected:
    ImageScene() : SceneDriver(make_scene) {
        log.pending_errors(); // it has no masks
        set("block", "16");
        set("image", "16x16:6a3f019c7755aa00ff0124816a3f019c7755aa00ff0124816a3f019c7755aa00");
    }
    void show(int position) {
        transport().seek(position);
        finish();
        predict();
    }
    std::string last_fact() const { return scene->pinned()->facts.back().value; }
};

} // namespace

TEST_CASE_METHOD(ImageScene, "the inspector says that stages are being measured until they are") {
    using Catch::Matchers::ContainsSubstring;
    scene->set("algorithm", "rlz");
    scene->update();
    REQUIRE(worker.finish(scanline::test::patience));
    std::promise<void> gate;
    const Ticket waiting = worker.post("waiting", [&gate](WorkerContext&) -> Worker::Completion {
        gate.get_future().wait();
        return [] {};
    });
    scene->update(); // takes the run, and has it measured after the job that waits
    CHECK_THAT(inspector_text(), ContainsSubstring("Being measured"));
    gate.set_value();
    finish();
    CHECK_THAT(inspector_text(), !ContainsSubstring("Being measured"));
}

TEST_CASE_METHOD(ImageScene,
                 "every step of every algorithm asks for what the card of the pinned element tells") {
    for (const raster::Algorithm algorithm : enumerators<raster::Algorithm>) {
        set("algorithm", to_string(algorithm));
        for (const char* element : {"0", "1", "37", "41", "200"}) {
            set("pinned", element);
            int asked = 0;
            for (int position = 0; position < transport().count(); ++position) {
                CAPTURE(to_string(algorithm), element, position);
                transport().seek(position);
                finish();
                std::string told;
                const std::optional<Pinned> pinned = scene->pinned();
                REQUIRE(pinned);
                for (const Setting& fact : pinned->facts)
                    told += fact.value + "  ";
                for (const Written& one : scene->written()) {
                    ++asked;
                    CHECK_FALSE(one.why.empty());
                    CHECK_THAT(told, Catch::Matchers::ContainsSubstring(one.value));
                    CHECK(one.choices.empty() != (std::ranges::count(one.choices, one.value) == 1));
                }
            }
            CHECK(asked >= 2);
        }
    }
}

TEST_CASE_METHOD(ImageScene,
                 "an element is asked for where it goes, and nothing tells it until it is answered") {
    set("pinned", "41");
    CHECK(scene->written().empty()); // the bare input
    transport().last();
    finish();
    const std::string place = last_fact();
    const std::string pinned_code = scene->listing().title;
    predict();
    const Written asked = *host.prediction.asked();
    CHECK(asked.name == "element 41");
    CHECK(asked.value == place);
    CHECK(asked.choices.front() == "removed");
    CHECK(scene->listing().title.empty()); // it names the place
    host.prediction.answer("removed");
    CHECK_FALSE(host.prediction.was_right());
    CHECK(scene->listing().title == pinned_code);
    set("compare", "side-by-side");
    CHECK(scene->written().empty());
}

TEST_CASE_METHOD(ImageScene, "a number is asked for with what it was made of") {
    set("algorithm", "bt");
    set("pinned", "4");
    show(2); // pairs of flags
    REQUIRE(host.prediction.asked());
    const Written asked = *host.prediction.asked();
    CHECK(asked.name.starts_with("number 2 of "));
    CHECK(asked.value == "1"); // of 1010
    CHECK(asked.why == "sum = 1, sum += 0");
    CHECK(asked.choices.empty());
    // A click on its cover does not pin another one.
    for (float x = 240; x < 700; x += 12)
        for (float y = 120; y < 560; y += 60)
            driver.click({x, y}, 0);
    host.prediction.answer("1");
    CHECK(host.prediction.was_right());
}

} // namespace scanline::view::compaction::image::predict_gl_test
