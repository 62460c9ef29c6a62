#include "scenes/compaction/image/own_mask.h"
#include "scenes/compaction/image/story.h"

#include "kit/text.h"
#include "kit/zoom.h"
#include "scanline/core/format.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <limits>

namespace scanline::view::compaction::image {

namespace {

void show_numbers(const Look& look, const RunRecord& record) {
    const auto size = static_cast<double>(record.layout.size);
    field(
        look, "Elements",
        fmt::format("{} x {} = {}", record.spec.source->width, record.spec.source->height, short_count(size)),
        "Of the stream: the picture read row by row.");
    field(look, "Survivors",
          fmt::format("{}, {:.1f} %", record.survivors,
                      100.0 * static_cast<double>(record.survivors) / std::max(1.0, size)),
          "Valid elements, and their share of all.");
    field(look, "Texture", fmt::format("{} x {}", record.layout.width, record.layout.height),
          "The shape in which the stream lies on the GPU: rows of a power of two, whatever the picture's "
          "width.");
}

void show_times(const Look& look, const Run& run, bool two) {
    section(look, "Times");
    std::vector<machine::Repetition> variants;
    for (const RunTrace* trace : run.traces()) {
        if (trace->times)
            variants.push_back(trace->times->stages);
    }
    if (variants.size() < (two ? 2 : 1))
        note(look, "Being measured ...");
    else
        draw_stage_bars(look, stage_table(variants, compaction_stages), std::array{"A", "B"});
}

void show_work(const Look& look, const Run& run, const Setup& setup) {
    section(look, "Work");
    for (const RunTrace* trace : run.traces()) {
        const scanline::Work work = work_of(trace->steps());
        const std::string of = !run.b ? "" : trace == run.b.get() ? " B" : " A";
        field(look, ("Passes" + of).c_str(),
              fmt::format("{} passes, {} texels", work.passes, short_count(static_cast<double>(work.items))),
              "Passes, and texels and vertices drawn in them.");
        field(look, ("Fetches" + of).c_str(),
              (work.uncounted_passes > 0 ? "> " : "") + short_count(static_cast<double>(work.fetches)),
              "Texels fetched; searches fetch as many as the data asks for, which are not counted.");
    }
    const auto bytes = static_cast<double>(run.snapshot_bytes()),
               cap = static_cast<double>(setup.cap_bytes());
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, look.palette().accent);
    field(look, "Trace", fmt::format("{} of {}", bytes_text(bytes), bytes_text(cap)),
          "Memory of the snapshots that are kept. What is not kept is made again when it is looked at.");
    ImGui::ProgressBar(static_cast<float>(bytes / cap), {-1, look.px(4)}, "");
    ImGui::PopStyleColor();
}

constexpr float pane_margin = 12, pane_gap = 14, min_picture = 60;
constexpr float wide_pane = 220; ///< least width of a pane for three side by side

} // namespace

void Story::update(Host& host, const At* at, bool playing, bool making) {
    if (!at)
        return;
    const Step step = step_of(*at);
    for (const bool b : {false, true}) {
        if (b && !at->run.b)
            break;
        RunTrace& trace = at->run.trace(b);
        trace.set_cap(b && !at->setup.needs_b() ? 0 : at->setup.cap_of_each());
        if (making)
            trace.stop(step.shown_steps(b));
        else
            trace.update(host.worker, step.shown_steps(b), playing);
    }
    pinned_ = step.pinned();
    list(*at);
    std::vector<PaneContents> contents = step.panes(wide_);
    shown_ = contents.size();
    // Together, all panes take a fraction of a frame.
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
    for (std::size_t i = 0; i < shown_; ++i) {
        std::optional<std::chrono::microseconds> time;
        if (host.renderer)
            time =
                std::chrono::duration_cast<std::chrono::microseconds>(end - std::chrono::steady_clock::now());
        panes_[i].update(host.worker, std::move(contents[i]), time);
    }
}

bool Story::busy(const Run* run) const {
    return (run && std::ranges::any_of(run->traces(), &RunTrace::busy)) ||
           std::ranges::any_of(panes(), &Pane::busy);
}

std::string Story::busy_text(const Run* run) {
    for (const RunTrace* trace : run ? run->traces() : std::vector<RunTrace*>())
        if (trace->busy())
            return trace->busy_text();
    return {};
}

PictureAnswer<Setup> Story::draw(const Look& look, const At& at, std::int64_t, const Rect&) {
    PictureAnswer<Setup> answer{-1, at.setup};
    Setup& next = answer.setup;
    wide_ = ImGui::GetContentRegionAvail().x >= 3 * look.px(wide_pane) + 2 * look.px(pane_gap + pane_margin);
    flip_while_held(next);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(6));
    answer.seek = draw_stages(look, at.run.line, at.step, at.setup.needs_b()).value_or(-1);
    const std::vector<Rect> where = rects(look, at.setup.compare);
    std::vector<PaneParts> parts;
    for (std::size_t i = 0; i < shown_; ++i)
        parts.push_back(pane_parts(look, where[i], panes_[i].shown()));
    link(at, next, parts);
    const bool paints = at.setup.drawing && shown_ > 0 && panes_[0].shown().is_source;
    std::vector<PaneMarks> marks;
    std::optional<std::int64_t> element;
    for (std::size_t i = 0; i < shown_; ++i) {
        const std::string id = "pane" + std::to_string(i);
        const PaneContents& contents = panes_[i].shown();
        marks.push_back(handle_pane_mouse(id.c_str(), parts[i], contents, next.view, paints && i == 0));
        if (!panes_[i].wanted().message.empty() || is_secret(at, i))
            marks.back().texel.reset();
        if (marks.back().texel)
            element = contents.element_of(*marks.back().texel);
    }
    for (std::size_t i = 0; i < shown_; ++i) {
        if (i == 1 && at.prediction.on()) {
            marks[i].prediction = &at.prediction;
            marks[i].written = written(at);
        }
        if (!marks[i].texel && element && !is_secret(at, i))
            marks[i].texel = panes_[i].shown().texel_of(*element);
        if (const auto& pin = parts[i].frame.pin)
            marks[i].pinned = panes_[i].shown().texel_at(*pin);
        draw_pane(look, panes_[i], parts[i], next.view, marks[i], at.setup.grid);
    }
    if (paints)
        paint(look, parts[0], marks[0], next);
    if (shown_ > 0)
        draw_map(look, panes_[0], parts[0], next.view);
    for (std::size_t i = paints ? 1 : 0; i < shown_; ++i) {
        if (gesture_in(parts[i].picture) == Gesture::reset)
            next.view.fit();
        answer.pin_in(parts[i].picture, static_cast<int>(element.value_or(-1)));
        if (answer.pinned && !next.view.fitted()) {
            // The pane that was clicked stays, the others come to it.
            const glm::dvec2 before = next.view.centre() + next.view.shift(parts[i].frame);
            link(at, next, parts);
            next.view.move_to(before - next.view.shift(parts[i].frame));
        }
    }
    return answer;
}

void Story::paint(const Look& look, const PaneParts& parts, const PaneMarks& mouse, Setup& next) const {
    const ImGuiIO& io = ImGui::GetIO();
    const PaneContents& shown = panes_[0].shown();
    ValueImage mask = parse_mask(next.image);
    if (shown.elements != glm::ivec2(mask.width, mask.height))
        return; // another picture is on its way
    const int button = io.MouseDown[ImGuiMouseButton_Right] ? ImGuiMouseButton_Right : ImGuiMouseButton_Left;
    const ImVec2 begin = io.MouseClickedPos[button];
    const bool erases = button == ImGuiMouseButton_Right || io.KeyShift;
    if (mouse.hovered && ImGui::IsMouseDown(button) && parts.picture.contains(begin.x, begin.y)) {
        const glm::dvec2 now(io.MousePos.x, io.MousePos.y), way(io.MouseDelta.x, io.MouseDelta.y);
        const glm::dvec2 before = ImGui::IsMouseClicked(button) ? now : now - way;
        paint_stroke(mask, next.view.to_contents(parts.frame, before),
                     next.view.to_contents(parts.frame, now), look.px(6) / next.view.scale(),
                     erases != next.negate ? 0.0f : 255.0f);
        next.take_image(mask_text(mask));
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(parts.picture.low(), parts.picture.high(), true);
    for (int i = 0; i < mask.width * mask.height; ++i) {
        const float value = mask.values[static_cast<std::size_t>(i)];
        const glm::ivec2 pixel(i % mask.width, i / mask.width);
        if (shown.numbers(pixel)[0] != value)
            fill(list, next.view.area(parts.frame, pixel, pixel + 1),
                 source_colour(static_cast<unsigned>(value), (*shown.discriminator)(value)));
    }
    if (mouse.hovered)
        list.AddCircle(io.MousePos, look.px(6), look.palette().text);
    list.PopClipRect();
}

void Story::controls(Panel<Story>& panel) {
    const Look& look = panel.look;
    const std::vector<Property>& rows = panel.rows;
    Setup& next = panel.next;
    static const ValueImage none;
    const ValueImage& source = panel.run ? *panel.run->source : none;
    section(look, "Compaction");
    const bool begins =
        panel.run && !is_mask_text(next.image) && std::max(source.width, source.height) <= max_own_side;
    draw_rows(look, rows, {"image"});
    if (draw_rows(look, rows, {"draw"}) && begins)
        next.take_image(mask_text(source, {next.discriminator(source).threshold}));
    if (next.drawing)
        note(look, "A drag in the source paints, with Shift or the right button it erases.");
    if (!source.note.empty())
        note(look, capitalized(source.note) + '.');
    draw_rows(look, rows, {"algorithm", "block", "compare"});
    if (next.needs_b())
        draw_rows(look, rows, {"b-algorithm", "b-block"});
    draw_rows(look, rows, {"prefix-sum", "run-lengths"});

    section(look, "Stream");
    const float least = source.range.least, most = source.range.most;
    float threshold = next.discriminator(source).threshold;
    // The limit of ImGui's sliders.
    constexpr float widest = std::numeric_limits<float>::max() / 2;
    if (slider(look, "Threshold", threshold, std::clamp(least, -widest, widest),
               std::clamp(most, -widest, widest), most - least >= 100 && most <= 1e5f ? "%.0f" : "%.4g",
               "The least value that is valid."))
        next.threshold = threshold;
    draw_rows(look, rows, {"negate", "payload"});
    section(look, "View");
    draw_rows(look, rows, {"grid"});
}

std::string Story::answer(const At& at) {
    const RunRecord& record = *at.run.a->record;
    const auto size = static_cast<double>(record.layout.size);
    return fmt::format("{} of {} elements are kept: {:.1f} %",
                       with_commas(static_cast<std::int64_t>(record.survivors)),
                       with_commas(static_cast<std::int64_t>(record.layout.size)),
                       100 * static_cast<double>(record.survivors) / std::max(1.0, size));
}

void Story::numbers(Panel<Story>& panel) {
    if (!panel.run)
        return;
    show_numbers(panel.look, *panel.run->a->record);
    show_times(panel.look, *panel.run, panel.next.needs_b());
    show_work(panel.look, *panel.run, panel.next);
    draw_rows(panel.look, panel.rows, {"cap"});
}

std::vector<StoryAction<Story>> Story::actions() {
    return {
        {"scene.fit", "Show everything",
         "Zoom so that all of the panes' contents can be seen; a double click does too.", GLFW_KEY_F,
         [](Setup& next, const Run*) { next.view.fit(); }},
        {"scene.one-to-one", "One pixel for an element", "Zoom to 1 : 1.", GLFW_KEY_1,
         [](Setup& next, const Run*) { next.view.zoom_to(1); }},
        {"scene.flip", "Show B in place of A", "Show the second variant in place of the first; or hold B.",
         GLFW_KEY_B, [](Setup& next, const Run*) { next.flip = !next.flip; },
         [](const Setup& now) { return now.flip; }, true},
        {"scene.grid", "Block grid", "Show where blocks begin.", GLFW_KEY_G,
         [](Setup& next, const Run*) { next.grid = !next.grid; }, [](const Setup& now) { return now.grid; }}};
}

void Story::list(const At& at) {
    const Step step = step_of(at);
    const bool b = at.run.named_by_b(at.step);
    const RunTrace& trace = at.run.trace(b);
    // A search is repeated for its listing.
    decltype(listed_) now(trace.record, at.step, b, step.pinned_element(), trace.snapshots.bytes());
    if (now != std::exchange(listed_, now))
        listing_ = at.step == 0 ? Listing{} : listing_of(trace, *step.step(b), step.pinned_element());
}

void Story::link(const At& at, Setup& next, std::span<PaneParts> parts) const {
    const std::optional<std::int64_t> element = Step(next, at.run, at.step).pinned_element();
    std::vector<PaneFrame> frames;
    for (std::size_t i = 0; i < shown_; ++i) {
        const PaneContents& contents = panes_[i].shown();
        const auto texel = element ? contents.texel_of(*element) : std::nullopt;
        const glm::dvec2 middle = (glm::dvec2(texel.value_or(glm::ivec2(0))) + 0.5) * contents.texel_size();
        parts[i].frame.pin =
            texel && !(is_secret(at, i) && contents.picture.compacted) ? std::optional(middle) : std::nullopt;
        frames.push_back(parts[i].frame);
    }
    const int width = at.run.source->width, height = at.run.source->height;
    const glm::dvec2 pixel(element.value_or(0) % width, element.value_or(0) / width);
    next.view.resolve(frames,
                      element ? std::optional((pixel + 0.5) / glm::dvec2(width, height)) : std::nullopt);
}

void Story::draw_map(const Look& look, const Pane& pane, const PaneParts& parts, PaneView& view) {
    if (!pane.wanted().message.empty() || !pane.painted())
        return;
    const Rect whole = view.area(parts.frame, {0, 0}, parts.frame.contents);
    const auto centre = draw_minimap(look, parts.picture, whole, [&](ImDrawList& list, const Rect& map) {
        draw_picture(list, pane, {map.left, map.top}, {map.right, map.bottom});
    });
    if (centre)
        view.move_to(glm::dvec2(centre->x, centre->y) - view.shift(parts.frame));
}

void Story::flip_while_held(Setup& next) {
    const ImGuiIO& io = ImGui::GetIO();
    // With a modifier the key is a shortcut.
    const bool held =
        ImGui::IsKeyDown(ImGuiKey{GLFW_KEY_B}) && !io.KeyShift && !io.KeyCtrl && !io.WantTextInput;
    if (std::exchange(held_, held) != held)
        next.flip = !next.flip;
}

std::vector<Rect> Story::rects(const Look& look, Compare compare) const {
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    const Rect room = Rect::of(at, size).inset(look.px(pane_margin));
    int columns = wide_ || compare == Compare::difference ? 3 : 2;
    if (compare == Compare::off) {
        std::vector<glm::vec2> contents;
        for (const Pane& pane : panes())
            contents.emplace_back(pane.wanted().elements);
        columns = best_columns(contents, room, look.px(pane_gap), pane_chrome(look));
    }
    // Where there is little height, all lie beside one another.
    const int count = static_cast<int>(shown_), down = (count + columns - 1) / columns;
    if (room.height() / static_cast<float>(down) < pane_chrome(look) + look.px(min_picture))
        columns = count;
    return arrange_panes(count, columns, room, look.px(pane_gap));
}

std::unique_ptr<Scene> make_scene(Host& host) {
    return std::make_unique<Stage<Story>>(host);
}

} // namespace scanline::view::compaction::image
