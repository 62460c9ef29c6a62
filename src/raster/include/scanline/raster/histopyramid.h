#pragma once
#include "scanline/raster/discriminate.h"
#include "scanline/raster/survivor_search.h"

namespace scanline::raster {

/// The levels of the pyramid over a stream's texture, from 1: a texel of level k has 2^k x 2^k elements below
/// it, and the last level is one texel. Textures that are no squares of a power of two are padded with
/// nothing.
int histopyramid_levels(const StreamLayout& layout);

/// Where a level lies in a pair of RGBA textures, so that no pass reads from the one it draws to: levels 1, 3
/// ... in histopyramid_texture(1), 2, 4 ... in histopyramid_texture(2). The lowest begins at (0, 0), the
/// others lie side by side below it.
///
///     8 x 8 elements:   |1 1 1 1|      |2 2|
///                       |1 1 1 1|      |2 2|
///                       |1 1 1 1|
///                       |1 1 1 1|
///                       |3|
Area histopyramid_area(const StreamLayout& layout, int level);
constexpr int histopyramid_texture(int level) {
    return level & 1;
}

/// HistoPyramid: a quadtree of counts over the two-dimensional texture of the stream. Every texel of a level
/// holds the numbers of survivors below its four children, so that one fetch a level leads from the root to
/// the element that an output position takes. Not stable: survivors come in Z-order of their places (x, y) in
/// the texture. Stages: discriminate, reduction, search. Source: Ziegler, Tevs, Theobalt, Seidel, "On-the-fly
/// point clouds through histogram pyramids", VMV 2006.
///
///     elements  . a . .     level 1  (0 1 0 1) (0 0 0 1)     level 2, the root  (2 1 0 0)
///               . b . c
///
/// Output 2: of the root's children the first two hold 2 and 1, so it is element 0 of the second, whose only
/// survivor is below its fourth child: c. The order is a, b, c.
class HistoPyramid final : public StreamCompaction {
public:
    HistoPyramid(Engine& engine, const StreamLayout& layout, const CompactionOptions& options);

    bool monotonic() const override { return false; }
    void operator()(const StreamTexture& values, const Discriminator& discriminator,
                    const StreamTexture& output) override;
    CountTexel count() const override;
    std::int64_t scratch_bytes() const override;

private:
    /// One of the two programs of the way up.
    struct Level {
        FillProgram program;
        GLint source_origin, source_size, target_origin;
        Level(Engine& engine, bool leaves);
    };
    void reduce() const;

    Engine& engine_;
    StreamLayout layout_;
    Discriminate discriminate_;
    Level leaves_, inner_;
    SurvivorSearch search_;
    StreamTexture flags_;
    StreamPair pyramid_;
};

} // namespace scanline::raster
