#pragma once
#include "compaction_image/picture.h"
#include "kit/canvas.h"
#include "scanline/gl/handle.h"
#include "scanline/view/worker.h"

#include <chrono>
#include <functional>
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

/// In five digits: for the ends of scales.
std::string scale_text(float value);

/// What a pane shows: a grid of texels that are spread over a rectangle of elements.
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
    /// What stands in a texel, all channels; empty where it is not known.
    std::span<const float> numbers(glm::ivec2 texel) const;
    /// The position in the source that a texel stands for: the first that it covers, or where its survivor
    /// came from; none where it stands for none.
    std::optional<std::int64_t> element_of(glm::ivec2 texel) const;
    /// The texel that stands for a position of the source; none where there is none.
    std::optional<glm::ivec2> texel_of(std::int64_t element) const;
};

/// The line under a pane: "x 3, y 1 · element 2051 · block 8 · 12".
std::string read_out(const PaneContents& contents, glm::ivec2 texel);

/// What there is in place of the read-out while nothing is pointed at: how the texels lie.
///
///     "8 x 1 elements a texel", "rows of 512, the picture's have 600"
std::string rows_text(const PaneContents& contents);

/// A pass: "up-sweep 3"; without a number where there is one pass of that name.
std::string pass_name(const TraceStep& step);

PaneContents source_contents(const std::shared_ptr<const ValueImage>& source, const RunRecord& record,
                             const raster::Discriminator& discriminator);

/// What a step wrote. texels: null while they are not there. id: of the run, for the key.
PaneContents pass_contents(const std::shared_ptr<const RunRecord>& record, int step, Texels texels,
                           const std::string& id);

/// The compacted stream.
PaneContents stream_contents(const std::shared_ptr<const RunRecord>& record, const std::string& id);

/// Where two panes differ. A message where they cannot be compared.
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

    /// Whether something is left to be uploaded.
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

/// Where a pane stands on the screen, in pixels, and how many elements its contents are wide and high.
struct PaneFrame {
    glm::dvec2 min{0, 0}, size{1, 1};
    glm::dvec2 contents{1, 1};
};

/// What part of their contents linked panes show: all with the same pixels an element, and the same place of
/// the contents in their middle. Contents of the same shape move as one; those of different shapes show the
/// same fraction of themselves.
class PaneView {
public:
    static constexpr double largest_scale = 256;
    static constexpr double smallest_scale = 1.0 / 1024;

    /// Pixels an element.
    double scale() const { return scale_; }
    /// The place in the middle of the panes, from 0 (left, top) to 1 of their contents.
    glm::dvec2 centre() const { return centre_; }
    /// Whether it shows everything, also where panes change their size.
    bool fitted() const { return fitted_; }

    /// Shows everything from the next resolve() on.
    void fit();
    /// One element for so many pixels, around the same place.
    void zoom_to(double scale);
    void move_to(glm::dvec2 centre);

    /// Before panes are drawn: where the view is fitted, as large as all of them have room for.
    void resolve(std::span<const PaneFrame> frames);

    /// What lies under the cursor stays there.
    void zoom_at(const PaneFrame& frame, glm::dvec2 cursor, double factor);
    /// Moves the contents by so many pixels.
    void pan(const PaneFrame& frame, glm::dvec2 pixels);

    /// Between elements of the contents, of which the first lies from 0 to 1, and pixels of the screen.
    glm::dvec2 to_screen(const PaneFrame& frame, glm::dvec2 element) const;
    glm::dvec2 to_contents(const PaneFrame& frame, glm::dvec2 pixel) const;

private:
    double scale_ = 1;
    glm::dvec2 centre_{0.5, 0.5};
    bool fitted_ = true;
};

/// The largest scale at which all contents can be seen.
double fitting_scale(const PaneFrame& frame);

/// Cells of the same size in rows of `columns`, with gaps between them, that fill a rectangle. Where the last
/// row has fewer cells than the others, they are wider.
std::vector<Rect> arrange_panes(int count, int columns, const Rect& room, float gap);

/// The columns in which contents of these sizes, a cell for each, are seen largest, all at the same scale,
/// where `chrome` pixels of a cell's height are taken. At least 1.
int best_columns(std::span<const glm::vec2> contents, const Rect& room, float gap, float chrome);

/// Where the parts of a pane stand.
struct PaneParts {
    Rect whole, picture;
    PaneFrame frame; ///< the picture's, for the view
};

/// What headings and lines take of a pane's height.
float pane_chrome(const Look& look);
PaneParts pane_parts(const Look& look, const Rect& whole, const PaneContents& contents);

/// What the mouse does in a pane.
struct PaneMouse {
    bool hovered = false;
    std::optional<glm::ivec2> texel; ///< under the cursor
};

/// Zooms at the cursor, pans by dragging, fits on a double click. An item of the current window.
PaneMouse handle_pane_mouse(const char* id, const PaneParts& parts, const PaneContents& contents,
                            PaneView& view);

/// What is marked in a pane.
struct PaneMarks {
    std::optional<glm::ivec2> texel; ///< what the mouse is over, here or in a linked pane
    bool hovered = false;            ///< here
    bool grid = false;               ///< where blocks begin
};

void draw_pane(const Look& look, const Pane& pane, const PaneParts& parts, const PaneView& view,
               const PaneMarks& marks);

} // namespace scanline::view
