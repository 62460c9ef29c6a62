#pragma once
#include "compaction_image/pass_picture.h"

#include <glm/vec2.hpp>

#include <functional>
#include <optional>
#include <string>

namespace scanline::view {

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

} // namespace scanline::view
