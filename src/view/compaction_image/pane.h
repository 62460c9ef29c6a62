#pragma once
#include "compaction_image/pane_contents.h"
#include "compaction_image/pane_texture.h"
#include "scanline/view/worker.h"

#include <chrono>
#include <optional>

namespace scanline::view {

/// A place for contents: has their picture painted on the worker's thread, keeps the last one until the next
/// is there, and uploads it. The one before is kept too, so that flipping between two is at once.
class Pane {
public:
    /// Before every frame, with what the pane is to show. upload_time: for a picture, at most about so long;
    /// none where there is no OpenGL to draw with. Errors: as PaneTexture::update().
    void update(Worker& worker, PaneContents contents, std::optional<std::chrono::microseconds> upload_time);

    /// What the pane is to show: its heading.
    const PaneContents& wanted() const { return wanted_; }
    /// What its picture shows. Texels are those of now.
    const PaneContents& shown() const { return shown_.contents; }
    /// Null before the first picture.
    const Painted* painted() const { return shown_.painted.get(); }
    const PaneTexture& texture() const { return shown_.texture; }

    /// Whether the picture is not yet the one that is wanted.
    bool behind() const;
    /// Whether it waits for a job or an upload.
    bool busy() const { return painting_.pending() || uploading(); }
    /// Whether frames are needed for an upload to go on.
    bool uploading() const { return coming_.painted != nullptr; }

private:
    struct Picture {
        PaneContents contents;
        std::shared_ptr<const Painted> painted;
        PaneTexture texture;
    };

    void post(Worker& worker);

    PaneContents wanted_;
    Picture shown_, before_, coming_;
    Ticket painting_;
    std::string asked_; ///< key of the picture that was asked for last
};

} // namespace scanline::view
