// The panel at the right of the scene prefix-sum.
#include "prefix_sum/prefix_sum_scene.h"
#include "scanline/view/widgets.h"

#include <fmt/format.h>

namespace scanline::view {

namespace {

std::string of_total(int now, int total) {
    return now == total ? std::to_string(total) : fmt::format("{} of {}", now, total);
}

} // namespace

void PrefixSumScene::draw_inspector() {
    draw_variant_controls();
    draw_numbers();
    draw_input_controls();
    draw_schedule_controls();
}

void PrefixSumScene::draw_variant_controls() {
    const Look& look = host_.look;
    section(look, "Variant");
    prefix_sum::Variant variant = setup_.variant;
    if (choice(look, "Variant", prefix_sum::all_variants, variant, "How the prefix sums are computed."))
        choose(variant);
    if (toggle(look, "Compare all", setup_.compare, "Shows all variants side by side on the same elements."))
        recompute();
    note(look, explanation(setup_.variant));
    for (const prefix_sum::Command& command : commands(setup_.variant)) {
        note(look, fmt::format("{}:", command.where));
        // Lines up below, and two hyphens are two of them.
        ImGui::PushFont(look.fonts.mono);
        note(look, command_text(command));
        ImGui::PopFont();
    }
}

void PrefixSumScene::draw_numbers() {
    const Look& look = host_.look;
    section(look, "Counters");
    const prefix_sum::Contestant& one = shown();
    const int steps = std::min(steps_done(), one.total.steps);
    const prefix_sum::Counters now = count(one.timeline, steps, setup_.lanes);
    field(look, "Work", of_total(now.work, one.total.work), "How often the operator has been applied.");
    field(look, "Steps", of_total(now.steps, one.total.steps), "The span: steps one after the other.");
    const double traffic = traffic_of(one.timeline, now), all_traffic = traffic_of(one.timeline, one.total);
    field(
        look, "Traffic",
        steps == one.total.steps ? fmt::format("{:.2f} an element", traffic)
                                 : fmt::format("{:.2f} of {:.2f}", traffic, all_traffic),
        "Reads and writes of memory, an element. Registers and what tiles tell each other are not counted.");
    if (one.timeline.publishes || one.timeline.sum_turns() > 0)
        field(look, "Messages", of_total(now.messages, one.total.messages),
              "Reads and writes of what tiles publish, or threads leave for each other.");
    if (one.total.waits > 0)
        field(look, "Waits", of_total(now.waits, one.total.waits),
              "Steps that lanes have spent at barriers, at the end of their team, or spinning.");
    if (one.total.fall_backs > 0)
        field(look, "Fallbacks", of_total(now.fall_backs, one.total.fall_backs),
              "How often a lane has reduced a tile that blocked it.");
    field(look, "Efficiency", text_of(one, prefix_sum::Measure::efficiency, setup_.lanes),
          "Elements that a lane finishes in a step; a lane an element takes turns on the lanes chosen below. "
          "One lane alone, from left to right, would have 100 %.");
}

void PrefixSumScene::draw_input_controls() {
    const Look& look = host_.look;
    section(look, "Elements");
    int size = setup_.size();
    bool resized = slider(look, "Size", size, prefix_sum::Setup::least_elements, prefix_sum::most_elements,
                          "How many elements there are.");
    const float width = (ImGui::GetContentRegionAvail().x - 3 * look.px(6)) / 4;
    for (const int preset : {8, 16, 32, 64}) {
        if (preset > 8)
            ImGui::SameLine(0, look.px(6));
        if (ImGui::Button(std::to_string(preset).c_str(), {width, 0})) {
            size = preset;
            resized = true;
        }
        tooltip(fmt::format("{} elements.", preset).c_str());
    }
    if (resized)
        setup_.resize(size);
    prefix_sum::Values values = setup_.values();
    const bool chosen =
        choice(look, "Values", prefix_sum::all_values, values,
               "What the elements are. Click an element in the picture to add 1, right click to "
               "take 1 off.");
    if (chosen)
        setup_.choose(values);
    const bool drawn = button(look, "New random values", "Draws other values between 0 and 9.");
    if (drawn)
        setup_.draw_next();
    const bool operated =
        choice(look, "Operator", prefix_sum::all_operators, setup_.op, "What elements are combined with.");
    const bool excluded =
        toggle(look, "Exclusive", setup_.exclusive, "Leaves every element out of its own prefix sum.");
    if (resized || chosen || drawn || operated || excluded)
        recompute();
}

void PrefixSumScene::draw_schedule_controls() {
    const Look& look = host_.look;
    section(look, "Schedule");
    bool changed = slider(
        look, "Lanes", setup_.lanes, 1, prefix_sum::most_lanes,
        "Lanes of a vector, threads, or workers that take tiles. Hillis-Steele, Blelloch and simd-t have "
        "a lane for each element.");
    if (setup_.compare || uses_tiles(setup_.variant))
        changed |= slider(look, "Tile", setup_.tile, 1, prefix_sum::Setup::most_tile,
                          "How many elements a tile has.");
    if (setup_.compare || is_partitioned(setup_.variant))
        changed |= slider(look, "Partition", setup_.partition, 1, prefix_sum::Setup::most_tile,
                          "How many elements a thread works on at a time.");
    if (setup_.compare || uses_threads(setup_.variant)) {
        auto dilation = static_cast<float>(setup_.dilation());
        if (slider(look, "Dilation", dilation, 0, 1, "%.2f",
                   "Size of the partition that thread 0 has besides, relative to the others. 0: none, and a "
                   "thread is idle in one of the passes.")) {
            setup_.dilate(dilation);
            changed = true;
        }
    }
    if (setup_.compare || uses_threads(setup_.variant) || setup_.variant == prefix_sum::Variant::chained)
        changed |= slider(look, "Seed", setup_.seed, 0, 99,
                          "0 moves all lanes in every step; others hold some of them at random.");
    if (setup_.compare || setup_.variant == prefix_sum::Variant::chained) {
        std::vector<std::string> tiles{"none"};
        for (int t = 0; t < setup_.tiles(); ++t)
            tiles.push_back(fmt::format("tile {}", t));
        int index = setup_.stalled < setup_.tiles() ? setup_.stalled + 1 : 0;
        if (choice(look, "Stalled", tiles, index,
                   "Holds the lane of a tile after its first element until no other lane has work left.")) {
            setup_.stalled = index - 1;
            changed = true;
        }
    }
    if (changed)
        recompute();
}

} // namespace scanline::view
