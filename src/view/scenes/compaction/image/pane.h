#pragma once
#include "kit/canvas.h"
#include "kit/prediction.h"
#include "kit/worker.h"
#include "scanline/gl/handle.h"
#include "scenes/compaction/image/picture.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <glm/common.hpp>
#include <glm/vec2.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view::compaction::image {

/// A number to print on a texel: decimal, with as many decimals as fit; empty if not even its integer part
/// fits.
///
///     where five characters fit: 0.1f + 0.2f is "0.3", 123.456f is "123.5", 700000 is ""
std::string texel_label(float value, const std::function<bool(const std::string&)>& fits);

/// The shortest decimal that round-trips to this float, for read-outs.
std::string value_text(float value);

/// A number with five digits, for the ends of scales.
std::string scale_text(float value);

/// The elements of the source that a grid of texels stands for: texel (x, y) for the `unit` elements from
/// ((y << down) * columns + (x << across)) * unit on.
struct TexelMap {
    std::int64_t unit = 1; ///< 256: a texel for every block of 256
    std::int64_t columns = 1;
    int across = 0, down = 0;
};

/// The contents of a pane: a grid of texels spread over a rectangle of elements.
struct PaneContents {
    std::string title{}, detail{}; ///< the pane's heading: "Up-sweep 3", "tree, 256 x 2048"
    std::string message{};         ///< replaces the picture if there can be none
    std::string key{};             ///< identifies the picture: equal keys mean equal pictures
    /// Computes the picture, on the worker's thread; empty while its input is missing.
    std::function<Painted()> paint{};

    glm::ivec2 elements{1, 1}; ///< columns and rows
    StepResource shape{};      ///< of the grid of texels
    Texels texels{};           ///< null if they are not kept
    PassPicture picture{};
    std::optional<TexelMap> map{}; ///< unless compacted
    bool difference = false;

    // For the read-out.
    raster::StreamLayout layout{};
    bool blocks = false;    ///< true if the layout's blocks are meaningful
    int source_width = 1;   ///< of the picture's rows
    bool is_source = false; ///< the source itself: elements lie in the picture's own rows
    bool indices = false;   ///< compacted: texels are positions in the source
    Texels origins{};       ///< compacted: the element at each place of the whole stream
    bool joined = false;    ///< compacted: the whole stream, not every block
    bool monotonic = true;  ///< compacted: positions are ascending
    std::optional<raster::Discriminator> discriminator{}; ///< of the source

    /// Elements that a texel covers, across and down.
    glm::dvec2 texel_size() const;
    /// The texel at a position in the elements' rectangle; none outside.
    std::optional<glm::ivec2> texel_at(glm::dvec2 element) const;
    /// The numbers of a texel, one per channel; empty if unknown.
    std::span<const float> numbers(glm::ivec2 texel) const;
    /// The position in the source that a texel represents: the first it covers, or where its survivor came
    /// from; none if it represents none.
    std::optional<std::int64_t> element_of(glm::ivec2 texel) const;
    /// The texel that represents a position of the source, if any.
    std::optional<glm::ivec2> texel_of(std::int64_t element) const;
    /// The places of a block's survivors in the whole stream, as a range.
    std::pair<std::int64_t, std::int64_t> survivors_of(std::int64_t block) const;
};

/// The line under a pane: "x 3, y 1 · element 2051 · block 8 · 12".
std::string read_out(const PaneContents& contents, glm::ivec2 texel);

/// Describes how the texels lie; replaces the read-out while nothing is pointed at.
///
///     "8 x 1 elements a texel", "rows of 512, the picture's have 600"
std::string rows_text(const PaneContents& contents);

/// Names a pass: "up-sweep 3"; without a number if the name is unique.
std::string pass_name(const TraceStep& step);

PaneContents source_contents(const std::shared_ptr<const ValueImage>& source, const RunRecord& record,
                             const raster::Discriminator& discriminator);

/// The output of a step. texels: null until available. id: identifies the run, for the key.
PaneContents pass_contents(const std::shared_ptr<const RunRecord>& record, int step, Texels texels,
                           const std::string& id);

/// The compacted stream.
PaneContents stream_contents(const std::shared_ptr<const RunRecord>& record, const std::string& id);

/// The differences of two panes; a message if they cannot be compared.
PaneContents difference_contents(const PaneContents& a, const PaneContents& b);

/// A picture on the GPU, for ImGui to draw tile by tile: nearest texels when enlarged, means from its
/// pyramids when small. Uploads are spread over frames. Needs OpenGL 2.1; use it on the interface's thread
/// with its context current. Move-only.
class PaneTexture {
public:
    struct Tile {
        int x = 0, y = 0, width = 0, height = 0; ///< pixels of the picture
        gl::Texture texture;
    };

    PaneTexture() = default;
    explicit PaneTexture(std::shared_ptr<const TiledPicture> picture) : picture_(std::move(picture)) {}

    /// Uploads until the time is up, at least one tile. Restores OpenGL's state. Returns true if the upload
    /// is complete. Errors: failure if OpenGL reports one.
    bool update(std::chrono::microseconds time = std::chrono::milliseconds(4));

    bool uploading() const { return picture_ != nullptr; }
    /// Empty until the upload is complete.
    std::span<const Tile> tiles() const { return uploading() ? std::span<const Tile>() : std::span(tiles_); }

private:
    void upload_tile();

    std::vector<Tile> tiles_;
    std::shared_ptr<const TiledPicture> picture_; ///< until it has been uploaded completely
};

/// Shows contents: has their picture painted on the worker's thread, keeps the previous one until the next is
/// ready, and uploads it. It also keeps the one before, so that flipping between two is instant.
class Pane {
public:
    /// Call before every frame with the contents to show. upload_time: approximate limit per picture; none if
    /// there is no OpenGL to draw with. Errors: those of PaneTexture::update().
    void update(Worker& worker, PaneContents contents, std::optional<std::chrono::microseconds> upload_time);

    /// The contents to show, which the heading describes.
    const PaneContents& wanted() const { return wanted_; }
    /// The contents of the picture shown. Its texels are the current ones.
    const PaneContents& shown() const { return shown_.contents; }
    /// Null before the first picture.
    const Painted* painted() const { return shown_.painted.get(); }
    const PaneTexture& texture() const { return shown_.texture; }

    /// True until the picture shown is the wanted one.
    bool behind() const {
        return wanted_.message.empty() && (!shown_.painted || shown_.contents.key != wanted_.key);
    }
    /// True while waiting for a job or an upload.
    bool busy() const { return painting_.pending() || uploading(); }
    /// True while an upload needs more frames.
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
    std::string asked_; ///< key of the picture last requested
};

/// The position of a pane's picture on the screen, in pixels, and its columns and rows of elements.
struct PaneFrame {
    glm::dvec2 min{0, 0}, size{1, 1};
    glm::dvec2 contents{1, 1};
    std::optional<glm::dvec2> pin{}; ///< where the pinned element lies in them

    glm::dvec2 middle() const { return min + 0.5 * size; }
};

/// The part of their contents that linked panes show: at one scale, with the same fraction of the contents in
/// the middle, so that contents of the same shape move together. An element that is pinned moves to the same
/// place in all of them as the scale grows to twice that of everything.
class PaneView {
public:
    static constexpr double largest_scale = 256;
    static constexpr double smallest_scale = 1.0 / 1024;

    /// Pixels per element.
    double scale() const { return scale_; }
    /// The position in the middle of the panes, from 0 (left, top) to 1 of their contents.
    glm::dvec2 centre() const { return centre_; }
    /// True while it shows everything, even if panes change their size.
    bool fitted() const { return fitted_; }

    /// Shows everything from the next resolve() on.
    void fit() {
        fitted_ = true;
        centre_ = {0.5, 0.5};
        pin_.reset();
    }
    /// Sets the pixels per element, keeping the middle, or the pinned element in its place.
    void zoom_to(double scale) {
        fitted_ = false;
        const double before = std::exchange(scale_, std::clamp(scale, smallest_scale, largest_scale));
        if (pin_)
            centre_ = *pin_ + (centre_ - *pin_) * before / scale_;
    }
    void move_to(glm::dvec2 centre) {
        fitted_ = false;
        centre_ = glm::clamp(centre, glm::dvec2(0), glm::dvec2(1));
    }

    /// Call before drawing the panes: a fitted view becomes as large as all of them have room for. pin: the
    /// fraction of the source where the pinned element lies.
    void resolve(std::span<const PaneFrame> frames, std::optional<glm::dvec2> pin = {});

    /// Zooms and keeps what lies under the cursor in place, or the pinned element if it can be seen.
    void zoom_at(const PaneFrame& frame, glm::dvec2 cursor, double factor);
    /// How far a pane shows another fraction than the others, for the sake of the pinned element.
    glm::dvec2 shift(const PaneFrame& frame) const {
        const double part = std::clamp(scale_ / fitting_ - 1, 0.0, 1.0);
        return pin_ && frame.pin ? part * (*frame.pin / frame.contents - *pin_) : glm::dvec2(0);
    }
    /// Moves the contents by this many pixels.
    void pan(const PaneFrame& frame, glm::dvec2 pixels) {
        move_to(centre_ - pixels / scale_ / frame.contents);
    }

    /// Converts between element positions, where the first element spans 0 to 1, and screen pixels.
    glm::dvec2 to_screen(const PaneFrame& frame, glm::dvec2 element) const {
        return frame.middle() + (element - (centre_ + shift(frame)) * frame.contents) * scale_;
    }
    /// The part of the screen between two positions.
    Rect area(const PaneFrame& frame, glm::dvec2 first, glm::dvec2 end) const {
        const glm::vec2 low(to_screen(frame, first)), high(to_screen(frame, end));
        return {low.x, low.y, high.x, high.y};
    }
    glm::dvec2 to_contents(const PaneFrame& frame, glm::dvec2 pixel) const {
        return (centre_ + shift(frame)) * frame.contents + (pixel - frame.middle()) / scale_;
    }

private:
    double scale_ = 1, fitting_ = 1; ///< fitting_: shows everything
    glm::dvec2 centre_{0.5, 0.5};
    std::optional<glm::dvec2> pin_;
    bool fitted_ = true;
};

/// Fills a rectangle with cells of equal size in rows of `columns`, with gaps between them. If the last row
/// has fewer cells, they are wider.
std::vector<Rect> arrange_panes(int count, int columns, const Rect& room, float gap);

/// The number of columns, at least 1, that shows contents of these sizes largest, one cell each, all at the
/// same scale. `chrome`: pixels of a cell's height that are not content.
int best_columns(std::span<const glm::vec2> contents, const Rect& room, float gap, float chrome);

/// The positions of a pane's parts.
struct PaneParts {
    Rect whole, picture;
    PaneFrame frame; ///< the picture's, for the view
};

/// The height of a pane's heading and lines.
float pane_chrome(const Look& look);
PaneParts pane_parts(const Look& look, const Rect& whole, const PaneContents& contents);

/// The marked texels of a pane.
struct PaneMarks {
    bool hovered = false;             ///< the mouse is over the picture
    std::optional<glm::ivec2> texel;  ///< under the mouse, here or in a linked pane
    std::optional<glm::ivec2> pinned; ///< of the pinned element
    Prediction* prediction = nullptr; ///< of what the pass has written; null in other panes
    std::vector<Written> written{};   ///< of the pinned element

    bool is_secret() const { return prediction && prediction->hides_any(); }
};

/// Zooms at the cursor, and pans on drag unless it paints. An item of the window, which others may cover.
PaneMarks handle_pane_mouse(const char* id, const PaneParts& parts, const PaneContents& contents,
                            PaneView& view, bool paints);

/// grid: show block boundaries.
void draw_pane(const Look& look, const Pane& pane, const PaneParts& parts, const PaneView& view,
               const PaneMarks& marks, bool grid);

/// Draws a pane's picture from one corner of the screen to another.
void draw_picture(ImDrawList& list, const Pane& pane, glm::dvec2 low, glm::dvec2 high);

} // namespace scanline::view::compaction::image
