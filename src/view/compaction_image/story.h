#pragma once
#include "compaction_image/model.h"
#include "kit/stage.h"
#include "scanline/data/image.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace scanline::view {

inline constexpr auto mask_endings = with_ending(".npy", data::picture_endings);

struct ImageStepView {
    std::string title, sentence;
};

/// The scene compaction-image, for a Stage.
class ImageStory {
public:
    using Setup = ImageSetup;
    using Run = ImageRun;
    using StepView = ImageStepView;
    using Check = GpuComparison;
    using Measured = std::monostate;
    using Steps = StepCount;
    using At = Shown<ImageStory>;

    static constexpr StoryTexts texts{
        .scene = {.name = ImageSetup::scene,
                  .title = "Compaction of a picture",
                  .summary = "A picture is compacted on the GPU: every pass as it stands in its texture, two "
                             "variants side by side, and what their stages take.",
                  .group = "Compaction",
                  .highlights = "Your own pictures; two algorithms in step; stage times."},
        .none = "",
        .empty = ""};
    static constexpr std::span<const std::string_view> endings = mask_endings;
    static constexpr bool made_on_gpu = true;

    static ImageSetup first_setup(const Host& host) {
        ImageSetup setup;
        setup.masks = host.masks;
        return setup;
    }
    static void open(ImageSetup& setup, const std::filesystem::path& path) {
        setup.take_image(path.string());
        setup.view.fit();
    }

    static Work<ImageRun> make(const ImageSetup& setup, const std::shared_ptr<const ImageRun>& before,
                               bool afresh) {
        return make_image_run(setup, before, afresh);
    }
    static Work<GpuComparison> check(const ImageSetup&, const std::shared_ptr<const ImageRun>&) { return {}; }
    static Work<std::monostate> measure(const ImageSetup&, const std::shared_ptr<const ImageRun>&) {
        return {};
    }
    static bool same_steps(const ImageSetup&, const ImageSetup&) { return true; }
    static bool same_check(const ImageSetup&, const ImageSetup&) { return true; }
    static bool same_measured(const ImageSetup&, const ImageSetup&) { return true; }

    static Steps steps_of(const ImageSetup&, const ImageRun& run) { return {run.line.count()}; }
    static int matching(const ImageRun& before, const ImageRun& now, int position) {
        return now.line.matching(before.line, position);
    }
    static ImageStepView view_of(const ImageSetup& setup, const ImageRun& run, const Steps&, int position) {
        const ImageStep step(setup, run, position);
        return {capitalized(step.title()), step.sentence()};
    }
    static std::string agreement(const At&) { return ""; }
    static std::string step_text(const At& at) { return step_of(at).text(); }
    // As of the last update(): it takes its time to find them.
    std::optional<Pinned> pinned(const At&) const { return pinned_; }
    Listing listing(const At&) const { return listing_; }

    /// Paints the panes, and has traces read what they show.
    void update(Host& host, const At* at, bool playing, bool making);
    bool busy(const ImageRun* run) const;
    static std::string busy_text(const ImageRun* run);
    bool animating() const { return std::ranges::any_of(panes(), &Pane::uploading); }

    static int heading_lines(const Look&, const At&) { return 2; }
    PictureAnswer<ImageSetup> draw(const Look& look, const At& at, std::int64_t, const Rect&);

    static void controls(Panel<ImageStory>& panel);

    static std::vector<StoryAction<ImageStory>> actions();

private:
    static ImageStep step_of(const At& at) { return {at.setup, at.run, at.step}; }
    std::span<const Pane> panes() const { return std::span(panes_).first(shown_); }

    void list(const At& at);

    /// Draws the map of a pane that shows a part of its contents.
    static void draw_map(const Look& look, const Pane& pane, const PaneParts& parts, PaneView& view);

    void flip_while_held(ImageSetup& next);

    std::vector<Rect> rects(const Look& look, Compare compare) const;

    std::array<Pane, ImageStep::most_panes> panes_;
    std::size_t shown_ = 0;
    bool wide_ = false;
    bool held_ = false; ///< the key that shows B instead of A
    std::optional<Pinned> pinned_;
    Listing listing_;
    /// What the listing is of: a run's step, of B, for an element, with so many bytes of snapshots.
    std::tuple<std::shared_ptr<const RunRecord>, int, bool, std::optional<std::int64_t>, std::int64_t>
        listed_;
};

} // namespace scanline::view
