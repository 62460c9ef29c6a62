#pragma once
#include "kit/scene.h"
#include "scanline/data/animated_png.h"
#include "scanline/view/view_request.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace scanline::view {

/// Saves a picture of every step of a scene, one after another, as frames are drawn. Restores the step at the
/// end.
class StepRecorder {
public:
    /// ImGui needs a few frames to learn the sizes of what it draws, and scenes a few to scroll into place.
    static constexpr int settling_frames = 4;

    /// path: of the pictures, see numbered_path(). seconds: for which an animation shows a step. scene: with
    /// steps; outlives this, as the worker does. Errors: those of data::AnimatedPng.
    StepRecorder(Scene& scene, Worker& worker, std::filesystem::path path, double seconds);
    ~StepRecorder();
    StepRecorder(const StepRecorder&) = delete;
    StepRecorder& operator=(const StepRecorder&) = delete;

    /// Call it before each frame. Returns true if the frame is to be passed to write().
    bool update();
    /// Calls write(path), or writes the picture, of the current step, on the worker.
    void write(std::function<void(const std::filesystem::path&)> write);
    void write(const data::Image& picture);

    const Scene& scene() const { return scene_; }
    int count() const { return count_; } ///< of steps
    int written() const { return written_; }
    void cancel() { cancelled_ = true; }
    /// All pictures are written, or the recording was cancelled.
    bool done() const { return !writing_.pending() && (cancelled_ || written_ == count_); }
    std::filesystem::path path_of(int step) const { return numbered_path(path_, step); }

private:
    Scene& scene_;
    Worker& worker_;
    std::filesystem::path path_;
    std::shared_ptr<data::AnimatedPng> animation_; ///< null: numbered pictures
    int count_, before_, written_ = 0;
    int resting_ = 0; ///< frames since anything was pending
    bool cancelled_ = false;
    Ticket writing_;
};

} // namespace scanline::view
