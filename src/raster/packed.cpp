#include "algorithms.h"
#include "scanline/gl/state_guard.h"
#include "scanline/raster/packed_layout.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/search.h"

#include <GL/glew.h>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace scanline::raster {

namespace {

/// Sets the width of an array in the form of shaders/common/array.glsl.
void set_array_width(const FillProgram& program, const char* name, int width) {
    program.set(name, width, inverse(width));
}

void set_inverse_size(const FillProgram& program, const char* name, int width, int height) {
    program.set(name, inverse(width), inverse(height));
}

/// Sets the uniforms of shaders/raster/packed_search.frag except those of common/stream.glsl and
/// raster/payload.glsl.
void set_search(const FillProgram& program, const StreamLayout& stream, const PackedLayout& layout) {
    set_array_width(program, "u_lookup_width", layout.lookup.width);
    set_inverse_size(program, "u_lookup_inverse_size", layout.lookup.width, layout.lookup.height);
    set_array_width(program, "u_leaf_width", layout.leaves.width);
    set_inverse_size(program, "u_leaf_inverse_size", layout.leaves.width, layout.leaves.height);
    program.set("u_leaf_texels", layout.leaves.texels());
    program.set("u_inverse_width", inverse(stream.width));
}

/// The maximum steps of the search for a leaf: strides double at most leaf_halvings() times, and then halve
/// once more than that.
int search_steps(const PackedLayout& layout) {
    return 2 * leaf_halvings(layout) + 2;
}

/// The survivors before every leaf: a tree of sums with 16 children per node, one pass per level on the way
/// up, and two passes down; the first covers all levels above the leaves. Stages: reduction, prefix-sum.
///
///     with 2 children a node: survivors of leaves 3 1 0 2  nodes 4 2  root 6
///     before the nodes 0 4    before the leaves 0 3 4 4
class PackedTree {
public:
    PackedTree(Engine& engine, const PackedLayout& layout)
        : engine_(engine), leaf_sum_(sum_program(engine, true)), node_sum_(sum_program(engine, false)),
          node_starts_program_(engine, "raster/packed_node_starts.frag",
                               {"u_level1", "u_level2", "u_level3", "u_level4"}),
          leaf_starts_program_(engine, "raster/packed_leaf_starts.frag", {"u_leaves", "u_node_starts"}),
          leaf_starts_(engine.make_stream(layout.leaves.width, layout.leaves.height)) {
        for (const PackedLayout::Array& level : layout.levels)
            levels_.push_back(engine.make_stream(level.width, level.height));
        node_starts_ = engine.make_stream(levels_.front().width(), levels_.front().height());
    }

    /// Returns the number of survivors before each leaf, in a texture of the leaves' size.
    const StreamTexture& operator()(const StreamTexture& leaves) const {
        reduce(leaves);
        start(leaves);
        return leaf_starts_;
    }

    /// The root.
    CountTexel count() const { return {.texture = &levels_.back()}; }

    std::int64_t scratch_bytes() const {
        std::int64_t bytes = node_starts_.bytes() + leaf_starts_.bytes();
        for (const StreamTexture& level : levels_)
            bytes += level.bytes();
        return bytes;
    }

private:
    static FillProgram sum_program(Engine& engine, bool leaves) {
        return {engine, "raster/packed_sum.frag", {"u_source"}, {{"LEAVES", leaves ? "1" : "0"}}};
    }

    void reduce(const StreamTexture& leaves) const {
        const StageScope scope(engine_.observer(), stage::reduction);
        const StreamTexture* source = &leaves;
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            const FillProgram& sum = i == 0 ? leaf_sum_ : node_sum_;
            sum.use(*source);
            set_array_width(sum, "u_source_width", source->width());
            sum.set("u_source_texels", source->area().texels());
            engine_.fill(pass::packed_sum, static_cast<int>(i) + 1, {{"children", *source}},
                         {"nodes", levels_[i]}, packed_siblings);
            source = &levels_[i];
        }
    }

    void start(const StreamTexture& leaves) const {
        const StageScope scope(engine_.observer(), stage::prefix_sum);
        const auto level = [this](std::size_t i) -> const StreamTexture& {
            return levels_[std::min(i, levels_.size() - 1)];
        };
        node_starts_program_.use(node_starts_);
        node_starts_program_.set("u_inverse_heights", inverse(level(0).height()), inverse(level(1).height()),
                                 inverse(level(2).height()), inverse(level(3).height()));
        node_starts_program_.set_int("u_siblings", packed_siblings);
        engine_.fill(
            pass::packed_node_starts, 0,
            {{"level-1", level(0)}, {"level-2", level(1)}, {"level-3", level(2)}, {"level-4", level(3)}},
            {"node-starts", node_starts_}, std::nullopt);

        leaf_starts_program_.use(leaves);
        leaf_starts_program_.set("u_leaf_width", leaves.width());
        set_inverse_size(leaf_starts_program_, "u_node_inverse_size", node_starts_.width(),
                         node_starts_.height());
        leaf_starts_program_.set_int("u_siblings", packed_siblings);
        engine_.fill(pass::packed_leaf_starts, 0, {{"leaves", leaves}, {"node-starts", node_starts_}},
                     {"leaf-starts", leaf_starts_}, std::nullopt);
    }

    Engine& engine_;
    FillProgram leaf_sum_, node_sum_, node_starts_program_, leaf_starts_program_;
    std::vector<StreamTexture> levels_;
    StreamTexture node_starts_, leaf_starts_;
};

// Renderers shade blocks of four rows, so stretches should not cut them. They shade the blocks on the
// diagonal of a rectangle twice, which does not pay for short stretches.
constexpr int band_rows = 4, shortest_bands = 4;

constexpr int rectangle_corners = 4, searched_rectangles = 3, copied_rectangles = 2;

/// The searched rectangles, then the copied ones, each from one edge to the next, as numbered in
/// shaders/raster/packed_runs.vert.
constexpr auto run_corners = [] {
    std::array<float, std::size_t{2} * rectangle_corners*(searched_rectangles + copied_rectangles)> values{};
    auto* next = values.begin();
    for (const float edge : {0.0f, 2.0f, 4.0f, 1.0f, 3.0f}) {
        for (const float value : {-1.0f, edge, 1.0f, edge, 1.0f, edge + 1.0f, -1.0f, edge + 1.0f})
            *next++ = value;
    }
    return values;
}();

/// The search for renderers on which a branch saves nothing because both sides run, such as software
/// renderers. Long stretches of whole rows with consecutive elements are drawn with a program that only
/// copies, the rows between them with the search. Only the GPU knows these rows: vertex shaders find them in
/// the lookup, so nothing is read back. Stage and pass: see SearchPass.
///
///     survivors in 100.5 rows, of which 8 .. 31 and 60 .. 99 take neighbours: of each half the longest
///     stretch, so searched 0 .. 7, copied 8 .. 31, searched 32 .. 59, copied 60 .. 99, searched 100
class PackedRuns {
public:
    /// True if it pays on this renderer and is possible: vertex shaders can fetch, and an entry of the lookup
    /// lies within one row.
    static bool possible(const Engine& engine, const PackedLayout& layout) {
        return engine.capabilities().software && engine.vertex_source() == VertexSource::texture_fetch &&
               !layout.short_rows;
    }

    /// samplers: those of shaders/raster/packed_search.frag, in the order of its units.
    PackedRuns(Engine& engine, const StreamLayout& stream, const PackedLayout& layout, Payload payload,
               std::initializer_list<const char*> samplers)
        : stream_(stream), layout_(layout), count_unit_(samplers.size()),
          search_(make_program(engine, payload, samplers, "0")),
          copy_(make_program(engine, payload, samplers, "2")), pass_(engine, stream, samplers),
          corners_(gl::Buffer::create()) {
        const gl::StateGuard guard;
        glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
        glBufferData(GL_ARRAY_BUFFER, sizeof run_corners, run_corners.data(), GL_STATIC_DRAW);
        gl::check_room("corners", sizeof run_corners);
    }

    /// inputs: in the order of the samplers; the lookup flags runs.
    void operator()(std::initializer_list<Engine::Input> inputs, const CountTexel& count,
                    const StreamTexture& output) const {
        pass_(inputs, count, output, [&] {
            constexpr int searched = rectangle_corners * searched_rectangles;
            glBindBuffer(GL_ARRAY_BUFFER, corners_.id());
            glEnableVertexAttribArray(0);
            glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
            paint(search_, count, 0, searched);
            paint(copy_, count, searched, rectangle_corners * copied_rectangles);
        });
    }

    std::int64_t scratch_bytes() const { return std::int64_t{sizeof run_corners} + pass_.scratch_bytes(); }

private:
    static FillProgram make_program(Engine& engine, Payload payload,
                                    std::initializer_list<const char*> samplers, const char* runs) {
        return {engine, "raster/packed_search.frag", samplers,
                specialize(payload, {{"SHORT_ROWS", "0"},
                                     {"RUNS", runs},
                                     {"ROWS", fmt::format("{}.0", band_rows)},
                                     {"SHORTEST", fmt::format("{}.0", shortest_bands)}}),
                "raster/packed_runs.vert"};
    }

    void paint(const FillProgram& program, const CountTexel& count, int first_corner, int corners) const {
        program.use(stream_);
        set_search(program, stream_, layout_);
        set_count(program, count, count_unit_);
        program.set("u_width", stream_.width);
        program.set_int("u_steps", search_steps(layout_));
        program.set_int("u_bands", stream_.height / band_rows);
        glDrawArrays(GL_QUADS, first_corner, corners);
    }

    StreamLayout stream_;
    PackedLayout layout_;
    std::size_t count_unit_;
    FillProgram search_, copy_;
    SearchPass pass_;
    gl::Buffer corners_;
};

gl::Specialization row_constants(const PackedLayout& layout) {
    return {{"SHORT_ROWS", layout.short_rows ? "1" : "0"}};
}

gl::Specialization run_constants(bool regional) {
    return {{"RUNS", regional ? "1" : "0"}};
}

gl::Specialization search_constants(const PackedLayout& layout, bool regional) {
    gl::Specialization constants = row_constants(layout);
    constants.merge(run_constants(regional));
    return constants;
}

/// Packed: reads every element once, packs 64 of them as bits into a texel, and from then on works on texels.
/// Stable, over the whole stream, without blocks. Scanline's own; the descent by counts is from the binary
/// tree of GRAPP 2009, section 3.4, the quadruples in RGBA are from the HistoPyramid (Ziegler et al., VMV
/// 2006).
///
/// 1. pack: discriminates, and writes a group of 16 elements as one float, 64 as one texel, a leaf.
/// 2. reduction, prefix-sum: a tree with 16 children per node gives the survivors before each leaf, see
///    PackedTree.
/// 3. lookup: for every 16 consecutive output positions, where to find the first: three groups if all 16 come
///    from those, else the leaf to start at.
/// 4. search: every output position gets its group from the lookup, or finds its leaf from there in doubling
///    strides; a table of all groups then gives the element, see Engine::select_table().
///
/// 4M elements take 9 passes, of which one writes as many texels as elements, and one a 16th of that. Dense
/// streams cost three fetches per output.
///
///     survivors 1, 2, 16 .. 31, 63 | 64, 112, 116 of 128 elements, in two leaves
///     leaves    (2, 16, 0, 1) (1, 0, 0, 2) survivors in groups; before the leaves 0 19
///     outputs 0 .. 15    groups 0 1 2 from rank 0 on: output 3 is of rank 1 in group 1, element 17
///     outputs 16 .. 21   too far apart, so from leaf 0 on: output 20 is of rank 1 in leaf 1, element 112
class Packed final : public StreamCompaction {
public:
    Packed(Engine& engine, const StreamLayout& layout, const CompactionOptions& options, bool regional)
        : engine_(engine), layout_(layout), packed_(make_packed_layout(layout)),
          pack_(engine, "raster/packed_pack.frag", {"u_values"}, row_constants(packed_)),
          tree_(engine, packed_), lookup_program_(engine, "raster/packed_lookup.frag",
                                                  {"u_leaves", "u_starts"}, run_constants(regional)),
          leaves_(engine.make_vectors(packed_.leaves.width, packed_.leaves.height)),
          lookup_(engine.make_vectors(packed_.lookup.width, packed_.lookup.height)),
          select_(engine.select_table()) {
        const std::initializer_list<const char*> samplers{"u_values", "u_lookup", "u_select", "u_starts",
                                                          "u_leaves"};
        if (regional && PackedRuns::possible(engine, packed_))
            runs_.emplace(engine, layout, packed_, options.payload, samplers);
        else
            search_.emplace(engine, layout, options.payload, "raster/packed_search.frag", samplers,
                            LoopBound{"u_steps", search_steps(packed_)}, search_constants(packed_, regional));
        const gl::StateGuard guard;
        // Rows that no survivors reach are neither drawn nor read, but observers see them.
        engine.clear(lookup_);
    }

    void operator()(const StreamTexture& values, const Discriminator& discriminator,
                    const StreamTexture& output) override {
        pack(values, discriminator);
        const StreamTexture& starts = tree_(leaves_);
        look_up(starts);
        search(values, starts, output);
    }

    CountTexel count() const override { return tree_.count(); }

    std::int64_t scratch_bytes() const override {
        return tree_.scratch_bytes() + lookup_program_.scratch_bytes() +
               (runs_ ? runs_->scratch_bytes() : search_->scratch_bytes()) + leaves_.bytes() +
               lookup_.bytes() + select_.bytes();
    }

private:
    void pack(const StreamTexture& values, const Discriminator& discriminator) const {
        const StageScope scope(engine_.observer(), stage::pack);
        pack_.use(layout_);
        set_discriminator(pack_, discriminator);
        pack_.set("u_size", layout_.size);
        set_array_width(pack_, "u_width", layout_.width);
        pack_.set("u_leaf_width", leaves_.width());
        engine_.fill(pass::packed_pack, 0, {{"values", values}}, {"leaves", leaves_}, packed_leaf);
    }

    void look_up(const StreamTexture& starts) const {
        const StageScope scope(engine_.observer(), stage::lookup);
        const CountTexel survivors = count();
        const auto texels = static_cast<std::uint64_t>(lookup_.area().texels());
        engine_.draw_pass(
            pass::packed_lookup, 0,
            {{"leaves", leaves_}, {"leaf-starts", starts}, {"count", *survivors.texture, survivors.area()}},
            {"lookup", lookup_}, texels, std::nullopt, [&] {
                lookup_program_.use(
                    {leaves_.area().texels(), packed_siblings, leaves_.width(), leaves_.height()}, survivors,
                    packed_group * lookup_.width(), lookup_.height());
                const FillProgram& program = lookup_program_.program();
                const int halvings = leaf_halvings(packed_);
                set_array_width(program, "u_leaf_width", leaves_.width());
                program.set("u_leaf_texels", leaves_.area().texels());
                program.set("u_lookup_width", lookup_.width());
                program.set_int("u_steps", halvings);
                program.set("u_first_stride", 0.5f * static_cast<float>(1 << halvings));
                lookup_program_.draw_reached();
            });
    }

    void search(const StreamTexture& values, const StreamTexture& starts, const StreamTexture& output) const {
        const std::initializer_list<Engine::Input> inputs{{"values", values},
                                                          {"lookup", lookup_},
                                                          {"select", select_},
                                                          {"leaf-starts", starts},
                                                          {"leaves", leaves_}};
        if (runs_)
            (*runs_)(inputs, count(), output);
        else
            (*search_)(inputs, count(), output,
                       [this](const FillProgram& program) { set_search(program, layout_, packed_); });
    }

    Engine& engine_;
    StreamLayout layout_;
    PackedLayout packed_;
    FillProgram pack_;
    PackedTree tree_;
    SurvivorRows lookup_program_;
    /// One of the two searches.
    std::optional<PackedRuns> runs_;
    std::optional<SurvivorSearch> search_;
    StreamTexture leaves_, lookup_;
    const StreamTexture& select_; ///< the engine's
};

} // namespace

std::unique_ptr<StreamCompaction> make_packed(Engine& engine, const StreamLayout& layout,
                                              const CompactionOptions& options, bool regional) {
    return std::make_unique<Packed>(engine, layout, options, regional);
}

} // namespace scanline::raster
