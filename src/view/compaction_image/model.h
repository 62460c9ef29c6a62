#pragma once
#include "compaction_image/pane.h"
#include "compaction_image/variant_run.h"
#include "kit/property.h"
#include "scanline/view/scene.h"
#include "scanline/view/transport.h"
#include "trace/run_trace.h"
#include "trace/time_line.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace scanline::view {

/// How a second variant is shown.
enum class Compare { off, side_by_side, difference };
inline constexpr std::array all_compares{Compare::off, Compare::side_by_side, Compare::difference};
std::string_view to_string(Compare compare);

/// The masks shipped with the program.
inline constexpr std::array<std::string_view, 3> mask_names{"hand", "bunny", "finger"};

/// The settings of the scene compaction-image.
struct ImageSettings {
    static constexpr std::string_view scene = "compaction-image";
    static constexpr int least_cap = 128, most_cap = 65'536; ///< two snapshots of 2^24 elements

    std::string image = "hand"; ///< one of mask_names, or a path
    raster::Algorithm algorithm = raster::Algorithm::bt, b_algorithm = raster::Algorithm::jj;
    int block = 256, b_block = 256;
    raster::PrefixSumMethod prefix_sum = raster::PrefixSumMethod::automatic;
    raster::RunLengthMethod run_lengths = raster::RunLengthMethod::automatic;
    raster::Payload payload = raster::Payload::index;
    std::optional<float> threshold; ///< none: that of the picture
    bool negate = false;
    Compare compare = Compare::off;
    bool flip = false, grid = false;
    int pass = 0;               ///< the step shown; 0 is the bare input
    int pinned = -1;            ///< an element of the picture; -1: none
    std::optional<double> zoom; ///< pixels per element; none: fit everything
    glm::dvec2 centre{0.5, 0.5};
    int cap = 256; ///< MiB

    raster::Discriminator discriminator(const ValueImage& source) const {
        return {threshold.value_or(source.threshold), negate};
    }
    raster::CompactionOptions options(bool b, const ValueImage& source) const;
    int block_of(bool b) const { return b ? b_block : block; }
    /// True if a second variant has to run.
    bool needs_b() const { return compare != Compare::off || flip; }
};

std::vector<Property> properties_of(ImageSettings& settings);

/// The code of a step with the numbers of an element, or of the first texel if there is none.
Listing listing_of(const RunTrace& trace, int step, std::optional<std::int64_t> element);

/// The logic of the scene compaction-image: which runs it needs, and what its panes show.
class ImageModel {
public:
    /// warn: receives warnings, one line each; may be empty.
    ImageModel(Worker& worker, std::filesystem::path masks,
               std::function<void(const std::string&)> warn = {});

    /// Like Scene::set() and Scene::settings().
    void set(std::string_view key, std::string_view value);
    std::vector<Setting> settings() const;
    /// The current settings; modify them with change().
    const ImageSettings& current() const { return settings_; }
    /// Reruns whatever the change requires; a new picture is opened as with open().
    void change(const ImageSettings& settings);

    /// Posts reading a picture, then compacts it. If it cannot be read, the worker reports why and the
    /// previous picture stays.
    void open(const std::filesystem::path& path);
    /// Starts the work; until then settings are only stored. If the last session's picture cannot be read,
    /// warns and falls back to the first mask.
    void start();
    /// Reruns everything.
    void restart();
    /// Call before every frame: takes in results and posts missing work.
    void update();

    const ValueImage* source() const { return source_.get(); }
    const RunTrace* a() const { return a_.trace(); }
    /// Null if there is no second variant.
    const RunTrace* b() const { return settings_.needs_b() ? b_.trace() : nullptr; }

    Transport transport;
    PaneView view;

    /// The passes of A and, if there is a second variant, of B. Without positions until A has run.
    const TimeLine& time_line() const { return line_; }
    /// The last step of A, or of B, that has run at the transport's position; none at the input.
    std::optional<int> step_of(bool b) const;
    /// Names the position: "reduction, pass 3 of 8: up-sweep 3".
    std::string title() const;
    /// Explains its pass; those of A and B if they differ.
    std::string sentence() const;
    /// Describes the position for the transport: title, time, and "tree → tree".
    std::string step_text() const;
    /// Its code, as of the last update().
    const Listing& listing() const { return listing_; }

    /// The pinned element; none if the picture has no such element.
    std::optional<std::int64_t> pinned_element() const;
    /// Its facts up to the transport's position, as of the last update().
    const std::optional<Pinned>& pinned() const { return pinned_; }
    void pin(std::int64_t element) { settings_.pinned = static_cast<int>(element); }
    void unpin() { settings_.pinned = -1; }

    static constexpr std::size_t most_panes = 6;
    /// The contents of the panes, in reading order. wide: there is room for three side by side.
    std::vector<PaneContents> panes(bool wide);
    /// The number of columns to arrange them in; 0: as fits best.
    int columns(bool wide) const;

    bool busy() const { return reading_.pending() || a_.busy() || b_.busy(); }
    /// True until the results for the settings are available.
    bool recording() const { return reading_.pending() || a_.recording() || b_.recording(); }
    Ticket::Progress progress() const;

    /// Bytes of snapshots kept or on their way, and the cap.
    std::int64_t snapshot_bytes() const;
    std::int64_t cap_bytes() const { return std::int64_t{settings_.cap} << 20; }

private:
    using Source = std::shared_ptr<const ValueImage>;

    /// Posts reading settings_.image.
    void read(bool restored);
    void take(const Source& source);
    void follow_reading();
    void run(bool b);
    void share_cap();
    void follow_trace();
    void follow_pin();
    void follow_code();
    void add_facts(std::vector<Setting>& facts, bool b) const;
    const VariantRun& run_of(bool b) const { return b ? b_ : a_; }
    VariantRun& run_of(bool b) { return b ? b_ : a_; }
    /// True if a pass of this variant belongs to the transport's position.
    bool runs_here(bool b) const;
    /// True while the result is shown as blocks, each compacted on its own, not as one stream.
    bool shows_blocks() const;
    /// The step that makes what is shown as the result.
    int making_step(bool b) const;
    std::vector<int> shown_steps(bool b) const;
    PaneContents no_picture(bool b, std::string title, std::string message) const;
    PaneContents snapshot_pane(bool b, int step);
    PaneContents pass_pane(bool b);
    PaneContents result_pane(bool b);

    Worker* worker_;
    std::filesystem::path masks_;
    ImageSettings settings_;
    std::function<void(const std::string&)> warn_;
    Source source_;
    std::string read_image_; ///< the setting that source_ was read for
    bool started_ = false;
    bool fits_next_ = false; ///< fit the next picture into the view
    VariantRun a_, b_;
    bool b_started_ = false;
    TimeLine line_;
    std::array<int, 2> followed_{0}; ///< generations of the traces on it
    std::optional<int> wanted_pass_; ///< requested before there was a trace
    std::optional<Pinned> pinned_;
    Listing listing_;
    /// What the listing is of: a run's step, for an element, with so many bytes of snapshots.
    std::tuple<std::shared_ptr<const RunRecord>, int, std::optional<std::int64_t>, std::int64_t> listed_;
    Ticket reading_;
};

} // namespace scanline::view
