#include "shell/step_recorder.h"

#include "scanline/data/file.h"

#include <fmt/format.h>
#include <utility>

namespace scanline::view {

std::filesystem::path numbered_path(const std::filesystem::path& path, int step) {
    return data::ending_of(path) == ".apng"
               ? path
               : path.parent_path() /
                     fmt::format("{}-{:04}{}", path.stem().string(), step, path.extension().string());
}

StepRecorder::StepRecorder(Scene& scene, Worker& worker, std::filesystem::path path, double seconds)
    : scene_(scene), worker_(worker), path_(std::move(path)),
      animation_(numbered_path(path_, 0) == path_ ? std::make_shared<data::AnimatedPng>(path_, seconds)
                                                  : nullptr),
      count_(scene.transport()->count()), before_(scene.transport()->position()) {
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

void StepRecorder::write(const data::Image& picture) {
    write([picture, animation = animation_, last = written_ + 1 == count_](const auto& path) {
        if (!animation)
            return data::write_png(path, picture);
        animation->add(picture);
        if (last)
            animation->finish();
    });
}

} // namespace scanline::view
