#pragma once
#include "scenes/compaction/image/story.h"

#include "scanline/data/generators.h"
#include "scanline/data/image.h"
#include "scanline/systems/all.h"
#include "support/patience.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view::compaction::image::cases {

/// The scene of a compacted picture without a window, and what it shows.
struct ImageModel {
    explicit ImageModel(Host& host) : stage(host) {}

    Stage<Story> stage;
    Transport& transport = *stage.transport();

    const Setup& setup() const { return stage.setup(); }
    const Run* run() const { return stage.run().get(); }
    Step step() const { return {setup(), *run(), transport.position()}; }
    const RunTrace* a() const { return run() ? run()->a.get() : nullptr; }
    const RunTrace* b() const { return run() && setup().needs_b() ? run()->b.get() : nullptr; }
    const ValueImage* source() const { return run() ? run()->source.get() : nullptr; }
    std::int64_t snapshot_bytes() const { return run() ? run()->snapshot_bytes() : 0; }
    void set(std::string_view key, std::string_view value) { stage.set(key, value); }
    void open(const std::filesystem::path& path) { stage.open(path); }
    void update() { stage.update(); }
    bool busy() const { return stage.busy(); }
};

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
        host_.emplace(Host{*worker_, log_, actions_, look_, folder_.path(), systems::all(), nullptr, [] {}});
        model.emplace(*host_);
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
            REQUIRE(model->snapshot_bytes() <= model->setup().cap_bytes());
            if (!model->busy() && frame > 2)
                return;
            worker_->finish(std::chrono::milliseconds(10));
        }
        FAIL("never at rest: " << model->stage.busy_text());
    }
    void start() {
        model->stage.enter();
        settle();
    }
    std::filesystem::path file(const char* name) { return folder_ / name; }

    std::vector<std::string> titles(bool wide = true) {
        return list_of_names(model->step().panes(wide), [](const PaneContents& one) { return one.title; });
    }

    std::optional<ImageModel> model;
    std::vector<std::string> errors;
    Log& log() { return log_; }

    int max_side() const { return worker_->max_side(); }

private:
    scanline::test::TemporaryFolder folder_;
    std::optional<Worker> worker_;
    Log log_;
    Actions actions_;
    Look look_;
    std::optional<Host> host_;
};

} // namespace scanline::view::compaction::image::cases
