#pragma once
#include "compaction_image/pixel_pyramid.h"
#include "scanline/gl/handle.h"

#include <chrono>
#include <memory>
#include <span>
#include <vector>

namespace scanline::view {

/// A picture on the GPU, for ImGui to draw, tile by tile: nearest texels when it is enlarged, the means of
/// its pyramids when it is small. It is uploaded a part of a frame's time at once. Needs OpenGL 2.1, and is
/// used on the thread of the interface with its context current. Move-only.
class PaneTexture {
public:
    struct Tile {
        int x = 0, y = 0, width = 0, height = 0; ///< pixels of the picture
        gl::Texture texture;
    };

    PaneTexture() = default;
    explicit PaneTexture(std::shared_ptr<const TiledPicture> picture) : picture_(std::move(picture)) {}

    /// Uploads until the time is over, at least one tile. Leaves the state of OpenGL as it was. Returns
    /// whether all of it is there. Errors: failure where OpenGL reports one.
    bool update(std::chrono::microseconds time = std::chrono::milliseconds(4));

    /// Whether something is left to be uploaded.
    bool uploading() const { return picture_ != nullptr; }
    /// None until all of it is there.
    std::span<const Tile> tiles() const { return uploading() ? std::span<const Tile>() : std::span(tiles_); }

private:
    void upload_tile();

    std::vector<Tile> tiles_;
    std::shared_ptr<const TiledPicture> picture_; ///< until all of it has been uploaded
};

} // namespace scanline::view
