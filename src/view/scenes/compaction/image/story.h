#pragma once
#include "kit/stage.h"
#include "scanline/data/image.h"
#include "scenes/compaction/image/model.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace scanline::view::compaction::image {

inline constexpr auto mask_endings = with_ending(".npy", data::picture_endings);

struct StepView {
    std::string title, sentence;
};

/// The scene compaction-image, for a Stage.
class Story {
public:
    using Setup = compaction::image::Setup;
    using Run = compaction::image::Run;
    using StepView = compaction::image::StepView;
    using Check = GpuComparison;
    using Measured = std::monostate;
    using Steps = StepCount;
    using At = Shown<Story>;

    static constexpr StoryTexts texts{
        .scene = {.name = Setup::scene,
                  .title = "Compaction of a picture",
                  .summary = "A picture is compacted on the GPU: every pass as it stands in its texture, two "
                             "variants side by side, and what their stages take.",
                  .group = "Compaction",
                  .highlights = "Your own pictures; two algorithms in step; stage times."},
        .none = "",
        .empty = ""};
    static constexpr std::span<const std::string_view> endings = mask_endings;
    static constexpr bool made_on_gpu = true;

    static Setup first_setup(const Host& host) {
        Setup setup;
        setup.masks = host.masks;
        return setup;
    }
    static void open(Setup& setup, const std::filesystem::path& path) {
        setup.take_image(path.string());
        setup.view.fit();
    }

    static Work<Run> make(const Setup& setup, const std::shared_ptr<const Run>& before, bool afresh) {
        return make_image_run(setup, before, afresh);
    }
    static Work<GpuComparison> check(const Setup&, const std::shared_ptr<const Run>&) { return {}; }
    static Work<std::monostate> measure(const Setup&, const std::shared_ptr<const Run>&) { return {}; }
    static bool same_steps(const Setup&, const Setup&) { return true; }
    static bool same_check(const Setup&, const Setup&) { return true; }
    static bool same_measured(const Setup&, const Setup&) { return true; }

    static Steps steps_of(const Setup&, const Run& run) { return {run.line.count()}; }
    static int matching(const Run& before, const Run& now, int position) {
        return now.line.matching(before.line, position);
    }
    static StepView view_of(const Setup& setup, const Run& run, const Steps&, int position) {
        const Step step(setup, run, position);
        return {capitalized(step.title()), step.sentence()};
    }
    static std::string agreement(const At&) { return ""; }
    static std::string answer(const At& at);
    static std::string step_text(const At& at) { return step_of(at).text(); }
    // As of the last update(): it takes its time to find them.
    std::optional<Pinned> pinned(const At&) const { return pinned_; }
    Listing listing(const At& at) const {
        Listing listing = listing_;
        if (at.prediction.hides_any())
            listing.title.clear(); // names the place
        return listing;
    }
    static std::vector<Written> written(const At& at) { return step_of(at).written(); }

    /// Paints the panes, and has traces read what they show.
    void update(Host& host, const At* at, bool playing, bool making);
    bool busy(const Run* run) const;
    static std::string busy_text(const Run* run);
    bool animating() const { return std::ranges::any_of(panes(), &Pane::uploading); }

    static int heading_lines(const Look&, const At&) { return 2; }
    PictureAnswer<Setup> draw(const Look& look, const At& at, std::int64_t, const Rect&);

    static void controls(Panel<Story>& panel);
    static void numbers(Panel<Story>& panel);

    static std::vector<StoryAction<Story>> actions();

private:
    static Step step_of(const At& at) { return {at.setup, at.run, at.step}; }
    std::span<const Pane> panes() const { return std::span(panes_).first(shown_); }

    void list(const At& at);
    /// The pane shows what is to be predicted.
    static bool is_secret(const At& at, std::size_t pane) { return pane == 1 && at.prediction.hides_any(); }
    /// Tells the parts and the view of the panes where the pinned element lies.
    void link(const At& at, Setup& next, std::span<PaneParts> parts) const;

    /// Draws the map of a pane that shows a part of its contents.
    static void draw_map(const Look& look, const Pane& pane, const PaneParts& parts, PaneView& view);
    /// Paints the mask in the source's pane, and what of it the pane does not show yet.
    void paint(const Look& look, const PaneParts& parts, const PaneMarks& mouse, Setup& next) const;

    void flip_while_held(Setup& next);

    std::vector<Rect> rects(const Look& look, Compare compare) const;

    std::array<Pane, Step::max_panes> panes_;
    std::size_t shown_ = 0;
    bool wide_ = false;
    bool held_ = false; ///< the key that shows B instead of A
    std::optional<Pinned> pinned_;
    Listing listing_;
    /// What the listing is of: a run's step, of B, for an element, with so many bytes of snapshots.
    std::tuple<std::shared_ptr<const RunRecord>, int, bool, std::optional<std::int64_t>, std::int64_t>
        listed_;
};

} // namespace scanline::view::compaction::image
