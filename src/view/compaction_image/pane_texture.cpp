#include "compaction_image/pane_texture.h"

#include "scanline/gl/state_guard.h"

namespace scanline::view {

bool PaneTexture::update(std::chrono::microseconds time) {
    if (!picture_)
        return true;
    const auto end = std::chrono::steady_clock::now() + time;
    const gl::StateGuard guard;
    glActiveTexture(GL_TEXTURE0);
    do
        upload_tile();
    while (tiles_.size() < picture_->tiles().size() && std::chrono::steady_clock::now() < end);
    gl::check_errors("uploading a picture");
    if (tiles_.size() == picture_->tiles().size())
        picture_ = nullptr;
    return !picture_;
}

void PaneTexture::upload_tile() {
    const TiledPicture::Tile& tile = picture_->tiles()[tiles_.size()];
    const std::vector<PixelLevel>& levels = tile.pixels.levels;
    tiles_.push_back({tile.x, tile.y, levels.front().width, levels.front().height, gl::Texture::create()});
    glBindTexture(GL_TEXTURE_2D, tiles_.back().texture.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    for (std::size_t i = 0; i < levels.size(); ++i)
        glTexImage2D(GL_TEXTURE_2D, static_cast<GLint>(i), GL_RGBA8, levels[i].width, levels[i].height, 0,
                     GL_RGBA, GL_UNSIGNED_BYTE, levels[i].pixels.data());
}

} // namespace scanline::view
