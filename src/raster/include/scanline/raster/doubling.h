#pragma once
#include "scanline/raster/fill_program.h"

#include <string>
#include <string_view>

namespace scanline::raster {

/// The range of recursive doubling: a block, or the whole stream across rows.
enum class DoublingReach { block, stream };

/// Recursive doubling: log2(n) passes over all elements, where pass k combines an element with the one
/// 2^(k-1) away; n is the block size, or the size of the padded stream rounded up to a power of two. The
/// fragment program decides what to combine and in which direction. Source: Hillis and Steele 1986.
class Doubling {
public:
    /// fragment: samples u_source and has a uniform u_offset, a float within blocks and (columns, rows) in
    /// the whole stream. It is drawn as passes named `pass`, steps 1, 2 ...
    Doubling(Engine& engine, const std::string& fragment, std::string_view pass,
             DoublingReach reach = DoublingReach::block);

    /// Returns result(); `input` is unchanged and must not be a texture of `scratch`.
    const StreamTexture& operator()(const StreamLayout& layout, const StreamTexture& input,
                                    const StreamPair& scratch) const;

    /// The texture of `scratch` that holds the result after a run.
    const StreamTexture& result(const StreamLayout& layout, const StreamPair& scratch) const {
        return scratch.textures[steps(layout) & 1];
    }

private:
    int steps(const StreamLayout& layout) const;

    Engine& engine_;
    std::string_view pass_;
    DoublingReach reach_;
    FillProgram program_;
};

} // namespace scanline::raster
