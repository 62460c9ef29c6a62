#pragma once
#include "compaction_image/picture.h"
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
    std::string title, detail; ///< the pane's heading: "Up-sweep 3", "tree, 256 x 2048"
    std::string message;       ///< in place of a picture, where there can be none
    std::string key;           ///< of the picture; the same key is the same picture
    /// Computes the picture, on the worker's thread; empty while what it needs is not there yet.
    std::function<Painted()> paint;

    glm::ivec2 elements{1, 1}; ///< columns and rows
    StepResource shape;        ///< of the texels
    Texels texels;             ///< null where they are not kept
    PassPicture picture;
    bool difference = false;

    // For the read-out.
    raster::StreamLayout layout;
    bool blocks = false;                                ///< whether the layout's blocks mean something
    int source_width = 1;                               ///< of the picture's rows
    bool is_source = false;                             ///< the picture itself: elements lie in its own rows
    bool indices = false;                               ///< compacted: texels are positions in the source
    bool joined = false;                                ///< compacted: the whole stream, not every block
    bool monotonic = true;                              ///< compacted: positions are ascending
    std::optional<raster::Discriminator> discriminator; ///< of the source

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

} // namespace scanline::view
