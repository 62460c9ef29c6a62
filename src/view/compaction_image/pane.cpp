#include "compaction_image/pane.h"

#include <utility>

namespace scanline::view {

void Pane::update(Worker& worker, PaneContents contents,
                  std::optional<std::chrono::microseconds> upload_time) {
    wanted_ = std::move(contents);
    if (wanted_.key != asked_ && before_.painted && before_.contents.key == wanted_.key) {
        asked_ = wanted_.key;
        painting_.cancel();
        coming_ = {};
        std::swap(shown_, before_);
    }
    if (wanted_.paint && wanted_.key != asked_)
        post(worker);
    if (coming_.painted && (!upload_time || coming_.texture.update(*upload_time))) {
        before_ = std::move(shown_);
        shown_ = std::exchange(coming_, {});
    }
    if (shown_.contents.key == wanted_.key)
        shown_.contents = wanted_;
    // What is not on screen holds no snapshot.
    before_.contents.texels = nullptr;
    before_.contents.paint = nullptr;
}

void Pane::post(Worker& worker) {
    asked_ = wanted_.key;
    painting_ = worker.post("painting", [this, wanted = wanted_](WorkerContext&) -> Worker::Completion {
        auto painted = std::make_shared<const Painted>(wanted.paint());
        return [this, wanted, painted] {
            const std::shared_ptr<const TiledPicture> pixels(painted, &painted->pixels);
            coming_ = {wanted, painted, PaneTexture(pixels)};
        };
    });
}

bool Pane::behind() const {
    return wanted_.message.empty() && (!shown_.painted || shown_.contents.key != wanted_.key);
}

} // namespace scanline::view
