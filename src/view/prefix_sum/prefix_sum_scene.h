#pragma once
#include "prefix_sum/prefix_sum_comparison.h"
#include "prefix_sum/prefix_sum_picture.h"
#include "prefix_sum/prefix_sum_setup.h"
#include "scanline/view/scene.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

/// Prefix sums as lanes over time: one variant step by step, or all of them side by side.
class PrefixSumScene : public Scene {
public:
    explicit PrefixSumScene(Host& host);

    std::string_view name() const override { return "prefix-sum"; }
    std::string_view title() const override { return "Prefix sums, lane by lane"; }
    std::string_view summary() const override {
        return "Thirteen ways to compute prefix sums in parallel, step by step, and what they cost.";
    }

    void draw() override;
    void draw_inspector() override;
    Transport* transport() override { return &transport_; }
    std::string step_text() const override;
    std::vector<Setting> settings() const override { return setup_.settings(); }
    void set(std::string_view key, std::string_view value) override;
    void add_actions(Actions& actions) override;

private:
    void recompute();
    void draw_one();
    // Parts of the inspector.
    void draw_variant_controls();
    void draw_input_controls();
    void draw_schedule_controls();
    void draw_numbers();

    void choose(prefix_sum::Variant variant);
    const prefix_sum::Contestant& shown() const;
    int steps_done() const { return transport_.position() + 1; }

    Host& host_;
    prefix_sum::Setup setup_;
    Transport transport_;
    std::vector<prefix_sum::Contestant> contestants_; ///< in the order of all_variants
    prefix_sum::LongestValues longest_;               ///< of the one that is shown
    prefix_sum::Picture picture_;
};

} // namespace scanline::view
