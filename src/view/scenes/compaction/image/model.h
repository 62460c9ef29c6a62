#pragma once
#include "kit/property.h"
#include "kit/scene.h"
#include "kit/worker_result.h"
#include "scanline/core/named.h"
#include "scanline/raster/passes.h"
#include "scenes/compaction/image/pane.h"
#include "scenes/compaction/time_line.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view::compaction::image {

/// How a second variant is shown.
enum class Compare { off, side_by_side, difference };
constexpr auto table_of(Compare) {
    using enum Compare;
    return named<Compare>({{off, "off"}, {side_by_side, "side-by-side"}, {difference, "difference"}});
}
using scanline::to_string;

/// The masks shipped with the program.
inline constexpr std::array<std::string_view, 3> mask_names{"hand", "bunny", "finger"};

/// The settings of the scene compaction-image.
struct Setup {
    static constexpr std::string_view scene = "compaction-image";
    static constexpr int min_cap = 128, max_cap = 65'536; ///< two snapshots of 2^24 elements

    std::filesystem::path masks{}; ///< their folder; no setting

    std::string image{mask_names.front()}; ///< one of mask_names, a path, or see is_mask_text()
    bool drawing = false;                  ///< the mouse paints the mask
    raster::Algorithm algorithm = raster::Algorithm::bt, b_algorithm = raster::Algorithm::jj;
    int block = 256, b_block = 256;
    raster::PrefixSumMethod prefix_sum = raster::PrefixSumMethod::automatic;
    raster::RunLengthMethod run_lengths = raster::RunLengthMethod::automatic;
    raster::Payload payload = raster::Payload::index;
    std::optional<float> threshold; ///< none: that of the picture
    bool negate = false;
    Compare compare = Compare::off;
    bool flip = false, grid = false;
    int pass = 0;    ///< the step shown; 0 is the bare input
    int pinned = -1; ///< an element of the picture; -1: none
    PaneView view;
    int cap = 256; ///< MiB

    raster::Discriminator discriminator(const ValueImage& source) const {
        return {threshold.value_or(source.threshold), negate};
    }
    /// One of the variants, run on a picture.
    CompactionSpec spec(bool b, const std::shared_ptr<const ValueImage>& source) const;
    /// True if a second variant has to run.
    bool needs_b() const { return compare != Compare::off || flip; }
    std::int64_t cap_bytes() const { return std::int64_t{cap} << 20; }
    /// The share of each variant.
    std::int64_t cap_of_each() const { return needs_b() ? cap_bytes() / 2 : cap_bytes(); }

    /// Shows all of another picture, without a pin, unless a painted mask has changed. Errors: those of
    /// parse_mask().
    void take_image(std::string other);
    /// Lets the mouse paint, on an empty mask if there is no painted one.
    void draw(bool on);
    /// True if a variant is the same.
    bool same_variant(const Setup& other, bool b) const;
    bool same_run(const Setup& other) const {
        return same_variant(other, false) && needs_b() == other.needs_b() &&
               (!needs_b() || same_variant(other, true));
    }
    /// Of the picture alone if that is another one: it could not be read.
    void take_run_of(const Setup& other);
    /// The first mask is always there.
    bool is_file() const { return image != mask_names.front(); }
    void unpin() { pinned = -1; }
};

std::vector<Property> properties_of(Setup& setup);

/// A picture compacted by one variant, or by two whose passes are on one line. Traces are for the thread of
/// the interface alone: they take in snapshots and times.
struct Run {
    Setup setup;
    std::shared_ptr<const ValueImage> source;
    std::shared_ptr<RunTrace> a, b; ///< b: null without a second variant
    TimeLine line;
    int number = 0; ///< of the runs so far

    std::int64_t size() const { return source ? source->size() : 0; }
    RunTrace& trace(bool of_b) const { return of_b ? *b : *a; }
    std::vector<RunTrace*> traces() const;
    /// The variant whose pass a position is called by: A, unless only B runs there.
    bool named_by_b(int position) const { return b && !line.runs(position, false); }
    /// Bytes of snapshots kept or on their way.
    std::int64_t snapshot_bytes() const;
};

/// Reads the picture and runs the variants, but for what is the same `before`, which may be null; afresh: all
/// of it. Errors: those of read_value_image() and record_run().
Work<Run> make_image_run(const Setup& setup, const std::shared_ptr<const Run>& before, bool afresh);

/// A run at a position of its line.
class Step {
public:
    Step(const Setup& setup, const Run& run, int position) : setup_(setup), run_(run), position_(position) {}

    /// Names the position: "reduction, pass 3 of 8: up-sweep 3".
    std::string title() const;
    /// Explains its pass; those of A and B if they differ.
    std::string sentence() const;
    /// For the transport: title, time, and "tree → tree".
    std::string text() const;
    /// The pinned element; none if the picture has no such element.
    std::optional<std::int64_t> pinned_element() const;
    /// Its facts up to the position.
    std::optional<Pinned> pinned() const;
    /// What the pass writes for it: its numbers, or where it goes. Nothing where two variants run.
    std::vector<Written> written() const;

    static constexpr std::size_t max_panes = 6;
    /// The contents of the panes, in reading order. wide: there is room for three side by side.
    std::vector<PaneContents> panes(bool wide) const;
    /// The last step of A, or of B, that has run; none at the input.
    std::optional<int> step(bool b) const { return run_.line.at(position_).steps[b ? 1 : 0]; }
    /// The steps whose snapshots the panes show, the most important first.
    std::vector<int> shown_steps(bool b) const;

private:
    void add_facts(std::vector<Setting>& facts, bool b) const;
    /// True while the result is shown as blocks, each compacted on its own, not as one stream.
    bool shows_blocks() const;
    /// The step that makes what is shown as the result.
    int making_step(bool b) const;
    PaneContents no_picture(bool b, std::string title, std::string message) const;
    PaneContents snapshot_pane(bool b, int step) const;
    PaneContents pass_pane(bool b) const;
    PaneContents result_pane(bool b) const;

    const Setup& setup_;
    const Run& run_;
    int position_;
};

/// The code of a step with the numbers of an element, or of the first texel if there is none.
Listing listing_of(const RunTrace& trace, int step, std::optional<std::int64_t> element);

/// A stage always has the same colour; stages that never run together share one.
inline constexpr std::array<StageColour, raster::stage::all.size()> compaction_stages{{
    {raster::stage::survey, 6},
    {raster::stage::discriminate, 0},
    {raster::stage::pack, 0},
    {raster::stage::run_lengths, 1},
    {raster::stage::run_extraction, 6},
    {raster::stage::reduction, 2},
    {raster::stage::prefix_sum, 4},
    {raster::stage::lookup, 1},
    {raster::stage::search, 3},
    {raster::stage::block_scan, 7},
    {raster::stage::concatenation, 5},
}};

} // namespace scanline::view::compaction::image
