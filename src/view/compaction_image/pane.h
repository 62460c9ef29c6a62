#pragma once
#include "compaction_image/picture.h"
#include "kit/canvas.h"
#include "scanline/gl/handle.h"
#include "scanline/view/worker.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <glm/common.hpp>
#include <glm/vec2.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::view {

/// A number as it is printed on a texel: decimal, with as many decimals as fit; empty where its whole part
/// does not fit either.
///
///     where five characters fit: 0.1f + 0.2f is "0.3", 123.456f is "123.5", 700000 is ""
std::string texel_label(float value, const std::function<bool(const std::string&)>& fits);

/// The shortest decimal that is this float again: for read-outs.
std::string value_text(float value);

/// A number in five digits, for the ends of scales.
std::string scale_text(float value);

/// The contents of a pane: a grid of texels that are spread over a rectangle of elements.
struct PaneContents {
    std::string title{}, detail{}; ///< the pane's heading: "Up-sweep 3", "tree, 256 x 2048"
    std::string message{};         ///< in place of a picture, where there can be none
    std::string key{};             ///< of the picture; the same key is the same picture
    /// Computes the picture, on the worker's thread; empty while what it needs is not there yet.
    std::function<Painted()> paint{};

    glm::ivec2 elements{1, 1}; ///< columns and rows
    StepResource shape{};      ///< of the texels
    Texels texels{};           ///< null where they are not kept
    PassPicture picture{};
    bool difference = false;

    // For the read-out.
    raster::StreamLayout layout{};
    bool blocks = false;    ///< whether the layout's blocks mean something
    int source_width = 1;   ///< of the picture's rows
    bool is_source = false; ///< the picture itself: elements lie in its own rows
    bool indices = false;   ///< compacted: texels are positions in the source
    bool joined = false;    ///< compacted: the whole stream, not every block
    bool monotonic = true;  ///< compacted: positions are ascending
    std::optional<raster::Discriminator> discriminator{}; ///< of the source

    /// Elements that a texel covers, across and down.
    glm::dvec2 texel_size() const;
    /// The texel at a place of the elements' rectangle; none outside.
    std::optional<glm::ivec2> texel_at(glm::dvec2 element) const;
    /// The numbers of a texel, one for each channel; empty where they are not known.
    std::span<const float> numbers(glm::ivec2 texel) const;
    /// The position in the source that a texel stands for: the first that it covers, or where its survivor
    /// came from; none where it stands for none.
    std::optional<std::int64_t> element_of(glm::ivec2 texel) const;
    /// The texel that stands for a position of the source; none where there is none.
    std::optional<glm::ivec2> texel_of(std::int64_t element) const;
};

/// The line under a pane: "x 3, y 1 · element 2051 · block 8 · 12".
std::string read_out(const PaneContents& contents, glm::ivec2 texel);

/// How the texels lie, shown in place of the read-out while nothing is pointed at.
///
///     "8 x 1 elements a texel", "rows of 512, the picture's have 600"
std::string rows_text(const PaneContents& contents);

/// A pass: "up-sweep 3"; without a number where there is one pass of that name.
std::string pass_name(const TraceStep& step);

PaneContents source_contents(const std::shared_ptr<const ValueImage>& source, const RunRecord& record,
                             const raster::Discriminator& discriminator);

/// The output of a step. texels: null until they are there. id: of the run, for the key.
PaneContents pass_contents(const std::shared_ptr<const RunRecord>& record, int step, Texels texels,
                           const std::string& id);

/// The compacted stream.
PaneContents stream_contents(const std::shared_ptr<const RunRecord>& record, const std::string& id);

/// The differences of two panes; a message if they cannot be compared.
PaneContents difference_contents(const PaneContents& a, const PaneContents& b);

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

    bool uploading() const { return picture_ != nullptr; }
    /// None until all of it is there.
    std::span<const Tile> tiles() const { return uploading() ? std::span<const Tile>() : std::span(tiles_); }

private:
    void upload_tile();

    std::vector<Tile> tiles_;
    std::shared_ptr<const TiledPicture> picture_; ///< until all of it has been uploaded
};

/// A place for contents: has their picture painted on the worker's thread, keeps the last one until the next
/// is there, and uploads it. The one before is kept too, so that flipping between two is at once.
class Pane {
public:
    /// Before every frame, with what the pane is to show. upload_time: for a picture, at most about so long;
    /// none where there is no OpenGL to draw with. Errors: as PaneTexture::update().
    void update(Worker& worker, PaneContents contents, std::optional<std::chrono::microseconds> upload_time);

    /// The contents that it is to show, and whose heading it has.
    const PaneContents& wanted() const { return wanted_; }
    /// The contents that its picture shows. Texels are those of now.
    const PaneContents& shown() const { return shown_.contents; }
    /// Null before the first picture.
    const Painted* painted() const { return shown_.painted.get(); }
    const PaneTexture& texture() const { return shown_.texture; }

    /// True until the picture is the one that is wanted.
    bool behind() const {
        return wanted_.message.empty() && (!shown_.painted || shown_.contents.key != wanted_.key);
    }
    /// True while it waits for a job or an upload.
    bool busy() const { return painting_.pending() || uploading(); }
    /// True while an upload needs further frames.
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

/// The place of a pane's picture on the screen, in pixels, and the columns and rows of its elements.
struct PaneFrame {
    glm::dvec2 min{0, 0}, size{1, 1};
    glm::dvec2 contents{1, 1};

    glm::dvec2 middle() const { return min + 0.5 * size; }
};

/// The largest scale at which all contents can be seen.
double fitting_scale(const PaneFrame& frame);

/// The part of their contents that linked panes show: at one scale, with the same fraction of the contents in
/// their middle, so that contents of the same shape move as one.
class PaneView {
public:
    static constexpr double largest_scale = 256;
    static constexpr double smallest_scale = 1.0 / 1024;

    /// Pixels an element.
    double scale() const { return scale_; }
    /// The place in the middle of the panes, from 0 (left, top) to 1 of their contents.
    glm::dvec2 centre() const { return centre_; }
    /// True while it shows everything, also where panes change their size.
    bool fitted() const { return fitted_; }

    /// Shows everything from the next resolve() on.
    void fit() {
        fitted_ = true;
        centre_ = {0.5, 0.5};
    }
    /// One element for so many pixels, around the same place.
    void zoom_to(double scale) {
        fitted_ = false;
        scale_ = std::clamp(scale, smallest_scale, largest_scale);
    }
    void move_to(glm::dvec2 centre) {
        fitted_ = false;
        centre_ = glm::clamp(centre, glm::dvec2(0), glm::dvec2(1));
    }

    /// Before panes are drawn: where the view is fitted, as large as all of them have room for.
    void resolve(std::span<const PaneFrame> frames);

    /// Keeps what lies under the cursor in its place.
    void zoom_at(const PaneFrame& frame, glm::dvec2 cursor, double factor) {
        const glm::dvec2 held = to_contents(frame, cursor);
        zoom_to(scale_ * factor);
        move_to((held - (cursor - frame.middle()) / scale_) / frame.contents);
    }
    /// Moves the contents by so many pixels.
    void pan(const PaneFrame& frame, glm::dvec2 pixels) {
        move_to(centre_ - pixels / scale_ / frame.contents);
    }

    /// Between elements of the contents, of which the first lies from 0 to 1, and pixels of the screen.
    glm::dvec2 to_screen(const PaneFrame& frame, glm::dvec2 element) const {
        return frame.middle() + (element - centre_ * frame.contents) * scale_;
    }
    glm::dvec2 to_contents(const PaneFrame& frame, glm::dvec2 pixel) const {
        return centre_ * frame.contents + (pixel - frame.middle()) / scale_;
    }

private:
    double scale_ = 1;
    glm::dvec2 centre_{0.5, 0.5};
    bool fitted_ = true;
};

/// Cells of the same size in rows of `columns`, with gaps between them, that fill a rectangle. Where the last
/// row has fewer cells than the others, they are wider.
std::vector<Rect> arrange_panes(int count, int columns, const Rect& room, float gap);

/// The columns in which contents of these sizes, a cell for each, are seen largest, all at the same scale,
/// where `chrome` pixels of a cell's height are taken. At least 1.
int best_columns(std::span<const glm::vec2> contents, const Rect& room, float gap, float chrome);

/// The places of the parts of a pane.
struct PaneParts {
    Rect whole, picture;
    PaneFrame frame; ///< the picture's, for the view
};

/// The height of a pane's heading and lines.
float pane_chrome(const Look& look);
PaneParts pane_parts(const Look& look, const Rect& whole, const PaneContents& contents);

/// Where the mouse is in a pane.
struct PaneMouse {
    bool hovered = false;
    std::optional<glm::ivec2> texel; ///< under the cursor, here or in a linked pane
};

/// Zooms at the cursor, pans by dragging, fits on a double click. An item of the current window.
PaneMouse handle_pane_mouse(const char* id, const PaneParts& parts, const PaneContents& contents,
                            PaneView& view);

/// grid: shows where blocks begin.
void draw_pane(const Look& look, const Pane& pane, const PaneParts& parts, const PaneView& view,
               const PaneMouse& mouse, bool grid);

} // namespace scanline::view
