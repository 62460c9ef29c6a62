#include "shell/step_recorder.h"

#include <fmt/format.h>
#include <utility>

namespace scanline::view {

std::filesystem::path numbered_path(const std::filesystem::path& path, int step) {
    return path.parent_path() /
           fmt::format("{}-{:04}{}", path.stem().string(), step, path.extension().string());
}

StepRecorder::StepRecorder(Scene& scene, Worker& worker, std::filesystem::path path)
    : scene_(scene), worker_(worker), path_(std::move(path)), count_(scene.transport()->count()),
      before_(scene.transport()->position()) {
    scene.transport()->first();
}

StepRecorder::~StepRecorder() {
    if (Transport* transport = scene_.transport())
        transport->seek(before_);
}

bool StepRecorder::update() {
    if (writing_.pending())
        return false;
    scene_.transport()->seek(written_);
    const bool pending = scene_.busy() || scene_.animating() || !worker_.idle();
    resting_ = pending ? 0 : resting_ + 1;
    return resting_ >= settling_frames;
}

void StepRecorder::write(std::function<void(const std::filesystem::path&)> write) {
    resting_ = 0;
    writing_ = worker_.post(
        "writing a picture",
        [this, path = path_of(written_), write = std::move(write)](WorkerContext&) -> Worker::Completion {
            write(path);
            return [this] { ++written_; };
        });
}

} // namespace scanline::view
