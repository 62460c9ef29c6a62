#pragma once
#include "kit/points_view.h"
#include "scenes/kdtree/drawing.h"
#include "scenes/kdtree/geometry.h"
#include "scenes/kdtree/written.h"

#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace scanline::view::kdtree_scene {

/// Nodes at some places of the screen: what the plane, the space and the tree have in common.
class NodesView : public PointsView<Picture> {
protected:
    /// At most this many points get labels.
    static constexpr std::size_t max_labelled = 40;
    NodesView(const Look& look, const Picture& picture, bool hovered)
        : PointsView(look, picture, look.px(radius_for(picture.view.nodes.size())),
                     look.px(picture.view.reach ? 6 : 10), hovered) {}
    ~NodesView() = default;

    ImU32 colour(std::int64_t node, Role role) const {
        return view_.rank_of ? rank_colour(look_, view_.rank_of_node(run_, node)) : colour_of(look_, role);
    }
    // Over ranks, colours of axes would look like colours of ranks.
    ImU32 split_colour(int axis) const { return view_.rank_of ? palette_.text : axis_colour(look_, axis); }

    // The more points, the smaller.
    static float radius_for(std::size_t points) {
        return points <= 64 ? 4.5f : points <= 400 ? 3.2f : points <= 2000 ? 2.2f : 1.2f;
    }

    static ImVec2 between(ImVec2 from, ImVec2 to, float part) {
        return {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
    }

    /// A line that labels avoid.
    void line(ImVec2 from, ImVec2 to, ImU32 colour, float width) {
        list_.AddLine(from, to, colour, look_.px(width));
        lines_.emplace_back(from, to);
    }

    /// Labels points with their indices, each where no earlier label is; a label without room is dropped. The
    /// brightest come first. Drawn after all lines, which a plate behind each label keeps from striking it
    /// out.
    void labels(const Rect& within) const {
        if (view_.nodes.size() > max_labelled)
            return;
        LabelPlaces labels = places(within);
        for (const std::int64_t node : view_.nodes)
            labels.take(around(node, screen_of(node)));
        for (const bool lit : {true, false}) {
            for (std::size_t i = 0; i < view_.nodes.size(); ++i) {
                const Role role = view_.roles[i];
                if (stands_out(role) != lit)
                    continue;
                const std::int64_t node = view_.nodes[i];
                if (const auto at = find_place(labels, node, screen_of(node)))
                    label(*at, node, lit);
            }
        }
    }

    /// Places for labels, which keep clear of the lines drawn so far where they can.
    LabelPlaces places(const Rect& within) const {
        LabelPlaces places(within);
        for (const auto& [from, to] : lines_)
            places.avoid(from, to);
        return places;
    }
    /// What a node covers, with its rings.
    Rect around(std::int64_t node, ImVec2 at) const {
        return Rect{at.x, at.y, at.x, at.y}.inset(-radius_ - look_.px(ring_of(node)));
    }
    std::optional<ImVec2> find_place(LabelPlaces& labels, std::int64_t node, ImVec2 at) const {
        return labels.find(at, label_size(node), look_, look_.px(ring_of(node)));
    }
    ImVec2 label_size(std::int64_t node) const {
        const ImFont* const font = look_.fonts.small;
        return {width_of(font, std::to_string(run_.point_of(node))), font->FontSize};
    }
    void label(ImVec2 at, std::int64_t node, bool lit) const {
        fill(list_, Rect::of(at, label_size(node)).inset(-look_.px(2), look_.px(1)),
             with_alpha(palette_.panel, 0.85f), look_.px(3));
        write(list_, look_.fonts.small, at, lit ? palette_.text : palette_.dim,
              std::to_string(run_.point_of(node)));
    }

    /// A build tells the node once it is in the tree.
    std::string tooltip_of(std::int64_t node) const override {
        const Role role = view_.role_of(node);
        std::string text = fmt::format("Point {} at {}", run_.point_of(node),
                                       place_text(run_.bounds, run_.coordinates_of(node)));
        if (view_.reach || role == Role::placed || role == Role::median)
            text += fmt::format("\nnode {} of {}", node, run_.tree.size());
        return text;
    }

    /// Covers the node that the step decides about, until that is predicted.
    void decision() {
        if (picture_.decision < 0)
            return;
        const ImVec2 at = screen_of(picture_.decision);
        picture_.cover(list_, look_, Rect{at.x, at.y, at.x, at.y}.inset(-look_.px(10)), Decision::cell);
    }

    std::vector<std::pair<ImVec2, ImVec2>> lines_;
};

/// What the plane and the space have in common.
class PlacesView : public NodesView {
protected:
    PlacesView(const Look& look, const Picture& picture, bool hovered)
        : NodesView(look, picture, hovered), frame_(run_.bounds, run_.tree.dimensions) {}
    ~PlacesView() = default;

    virtual ImVec2 to_screen(const glm::dvec3& unit) const = 0;

    glm::dvec3 unit_of(std::int64_t node) const { return frame_.unit(place_of(run_.coordinates_of(node))); }
    ImVec2 screen_of(std::int64_t node) const override { return to_screen(unit_of(node)); }

    void point(std::size_t drawn, ImVec2 at, float radius) {
        const Role role = view_.roles[drawn];
        const std::int64_t node = view_.nodes[drawn];
        draw_mark(list_, look_, role, colour(node, role), at, radius, drawn_simply(view_.nodes.size()));
        point_at(node, at);
    }

    /// A cross at the query.
    void query_mark() const {
        const ImVec2 at = to_screen(frame_.unit(view_.reach->at));
        const float arm = look_.px(8);
        for (const auto& [colour, width] :
             {std::pair{palette_.background, look_.px(5)}, {palette_.focus, look_.px(2)}}) {
            list_.AddLine({at.x - arm, at.y}, {at.x + arm, at.y}, colour, width);
            list_.AddLine({at.x, at.y - arm}, {at.x, at.y + arm}, colour, width);
        }
    }

    /// A circle around the query, along two axes, which may have different scales.
    void circle(double radius, int one, int other, int corners, ImU32 colour, float width) const {
        for (int i = 0; i < corners; ++i) {
            const double angle = 2 * std::numbers::pi * i / corners;
            glm::dvec3 at = frame_.unit(view_.reach->at);
            at[one] += std::cos(angle) * frame_.length(radius, one);
            at[other] += std::sin(angle) * frame_.length(radius, other);
            list_.PathLineTo(to_screen(at));
        }
        list_.PathStroke(colour, ImDrawFlags_Closed, look_.px(width));
    }

    Frame frame_;
};

} // namespace scanline::view::kdtree_scene
