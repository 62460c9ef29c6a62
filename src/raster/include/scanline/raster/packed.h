#pragma once
#include "scanline/raster/packed_runs.h"
#include "scanline/raster/packed_search_uniforms.h"
#include "scanline/raster/packed_tree.h"
#include "scanline/raster/survivor_search.h"

#include <optional>

namespace scanline::raster {

/// Packed: reads every element once, keeps 64 of them as bits in a texel, and from there on handles texels.
/// Stable, over the whole stream, without blocks. Scanline's own; the descent by counts is the binary tree's
/// of GRAPP 2009, section 3.4, the quadruples in RGBA are the HistoPyramid's (Ziegler et al., VMV 2006).
///
/// 1. pack: discriminates, and writes a group of 16 elements as one float, 64 as one texel, a leaf.
/// 2. reduction, prefix-sum: a tree with 16 children a node gives the survivors before each leaf, see
///    PackedTree.
/// 3. lookup: for every 16 output positions in a row where the first of them is found: three groups where
///    all 16 come from those, else the leaf at which to begin.
/// 4. search: every output position takes its group from the lookup, or finds its leaf from there in strides
///    that double, and its element in the group from a table of all groups, see make_select_table().
///
/// 4M elements are 9 passes, of which one writes as many texels as there are elements, and one a 16th.
/// Dense streams cost three fetches an output.
///
///     survivors 1, 2, 16 .. 31, 63 | 64, 112, 116 of 128 elements, in two leaves
///     leaves    (2, 16, 0, 1) (1, 0, 0, 2) survivors in groups; before the leaves 0 19
///     outputs 0 .. 15    groups 0 1 2 from rank 0 on: output 3 is of rank 1 in group 1, element 17
///     outputs 16 .. 21   too far apart, so from leaf 0 on: output 20 is of rank 1 in leaf 1, element 112
///
/// Errors: no_opengl where textures cannot be 4096 texels wide.
class Packed final : public StreamCompaction {
public:
    /// How the output is drawn: all of it searched, or by regions: the lookup also names the output positions
    /// whose elements are neighbours, as inside of solid shapes, and the search copies those. A branch that
    /// pays where regions are larger than what a GPU runs in step; on software renderers it never does, and
    /// PackedRuns copies long stretches of whole rows instead.
    enum class Output { uniform, regional };

    Packed(Engine& engine, const StreamLayout& layout, const CompactionOptions& options,
           Output output = Output::uniform);

    void operator()(const StreamTexture& values, const Discriminator& discriminator,
                    const StreamTexture& output) override;
    CountTexel count() const override { return tree_.count(); }
    std::int64_t scratch_bytes() const override;

private:
    void pack(const StreamTexture& values, const Discriminator& discriminator) const;
    void look_up(const StreamTexture& starts) const;
    void search(const StreamTexture& values, const StreamTexture& starts, const StreamTexture& output) const;

    Engine& engine_;
    StreamLayout layout_;
    PackedLayout packed_;
    FillProgram pack_;
    struct {
        GLint threshold, negate, size, width, leaf_width;
    } pack_uniforms_;
    PackedTree tree_;
    SurvivorRows lookup_program_;
    struct {
        GLint leaf_width, leaf_texels, lookup_width, steps, first_stride;
    } lookup_uniforms_;
    /// One of the two searches.
    std::optional<PackedRuns> runs_;
    std::optional<SurvivorSearch> search_;
    std::optional<PackedSearchUniforms> search_uniforms_;
    StreamTexture leaves_, lookup_;
    const StreamTexture& select_; ///< the engine's
};

} // namespace scanline::raster
