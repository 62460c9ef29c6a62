#pragma once
#include "compaction_image/model.h"

#include "scanline/data/generators.h"
#include "scanline/data/image.h"
#include "support/patience.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view::test {

/// Masks that are small: the model is the same.
class ModelTest {
public:
    ModelTest() {
        data::write_png(folder_ / "hand.png", data::bernoulli_mask(100, 70, 0.3, 1));
        data::write_png(folder_ / "bunny.png", data::bernoulli_mask(64, 64, 0.6, 2));
        worker_.emplace(
            Worker::Options{.device = {},
                            .wake = {},
                            .on_error = [this](const std::string& error) { errors.push_back(error); },
                            .on_note = {}});
        model.emplace(*worker_, folder_.path(),
                      [this](const std::string& warning) { warnings.push_back(warning); });
    }
    ~ModelTest() {
        CHECK(errors.empty());
        model.reset();
    }
    ModelTest(const ModelTest&) = delete;
    ModelTest& operator=(const ModelTest&) = delete;

protected:
    /// Frame after frame until nothing is waited for; the cap holds in each.
    void settle() {
        const Stopwatch watch(steady_time);
        for (int frame = 0; watch.seconds() < scanline::test::patience_seconds; ++frame) {
            model->update();
            REQUIRE(model->snapshot_bytes() <= model->cap_bytes());
            if (!model->busy() && frame > 2)
                return;
            worker_->finish(std::chrono::milliseconds(10));
        }
        FAIL("never at rest: " << model->progress().what);
    }
    void start() {
        model->start();
        settle();
    }
    std::filesystem::path file(const char* name) { return folder_ / name; }

    std::vector<std::string> titles(bool wide = true) {
        std::vector<std::string> all;
        for (const PaneContents& contents : model->panes(wide))
            all.push_back(contents.title);
        return all;
    }

    std::optional<ImageModel> model;
    std::vector<std::string> errors, warnings;

    int max_side() const { return worker_->max_side(); }

private:
    scanline::test::TemporaryFolder folder_;
    std::optional<Worker> worker_;
};

} // namespace scanline::view::test
