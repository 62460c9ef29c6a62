#include "scenes/kdtree/drawing.h"

#include "scenes/kdtree/points_view.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace scanline::view::kdtree_scene {

namespace {

// Lengths in pixels.
constexpr float row_heading = 60, tree_margin = 14, min_row = 14, default_row = 26, max_row = 72;
constexpr float min_space = 7; ///< between nodes of a level that can be told apart
constexpr float min_tree = 190, min_points = 90, scales_width = 72, scales_height = 38;

class TreeView final : public NodesView {
public:
    TreeView(const Look& look, const Picture& picture, const TreeRows& rows)
        : NodesView(look, picture, is_hovered(rows.area)), rows_(rows),
          levels_(view_.reach ? run_.levels() : view_.level + 1) {
        radius_ = rows.radius;
    }

    std::int64_t draw() {
        std::vector<kdtree::Subtree> shown;
        for (int level = 0; level < run_.levels(); ++level) {
            row(level);
            if (level < std::min(rows_.apart, levels_))
                std::ranges::copy(kdtree::subtrees_of_level(run_.tree.size(), level),
                                  std::back_inserter(shown));
        }
        for (const kdtree::Subtree& subtree : shown)
            edges(subtree);
        // Of the other levels, what the query visits.
        for (const std::int64_t node : view_.visited) {
            const std::vector<kdtree::Subtree> way = way_to(node);
            if (way.back().depth < rows_.apart)
                continue;
            line(rows_.at(way[way.size() - 2]), rows_.at(way.back()), palette_.dim, 1);
            shown.push_back(way.back());
        }
        if (view_.focus >= 0)
            draw_way(way_to(view_.focus), with_alpha(palette_.accent, 0.7f), 4);
        if (picture_.pinned >= 0) {
            std::vector<kdtree::Subtree> way = way_to(picture_.pinned);
            way.resize(picture_.path.size());
            draw_way(way, palette_.pinned, 2);
        }
        for (const kdtree::Subtree& subtree : shown)
            mark(subtree);
        rings();
        label_rows(shown);
        for (const std::int64_t node : view_.cuts)
            if (const auto way = way_to(node); way.back().depth < rows_.apart)
                cut(way[way.size() - 2], way.back());
        decision();
        point_tooltip();
        return nearest_;
    }

private:
    ImVec2 screen_of(std::int64_t node) const override { return rows_.at(way_to(node).back()); }
    bool shows(std::int64_t node) const override { return way_to(node).back().depth < levels_; }

    /// New nodes come from their parents.
    ImVec2 at(const kdtree::Subtree& subtree) const {
        const ImVec2 at = rows_.at(subtree);
        if (view_.reach || view_.exchanges || subtree.depth != view_.level || subtree.depth == 0)
            return at;
        const std::vector<kdtree::Subtree> way = way_to(subtree.root());
        return between(rows_.at(way[way.size() - 2]), at, picture_.progress());
    }

    /// The subtrees that hold a node, from the whole tree to the node's own.
    std::vector<kdtree::Subtree> way_to(std::int64_t node) const {
        std::vector<kdtree::Subtree> way{run_.tree.whole()};
        way.reserve(static_cast<std::size_t>(run_.levels()));
        while (way.back().root() != node)
            way.push_back(node < way.back().root() ? way.back().left() : way.back().right());
        return way;
    }

    void draw_way(const std::vector<kdtree::Subtree>& way, ImU32 colour, float width) {
        for (std::size_t i = 1; i < way.size(); ++i)
            line(rows_.at(way[i - 1]), rows_.at(way[i]), colour, width);
    }

    /// Its axis, lit while it is split, and a bar in place of too many nodes.
    void row(int level) const {
        const int axis = level % run_.tree.dimensions;
        const Rect row = rows_.row(level);
        const ImFont* const font = look_.fonts.small;
        if (level == view_.level && !view_.exchanges)
            fill(list_, {rows_.area.left, row.top, rows_.area.right, row.bottom},
                 with_alpha(split_colour(axis), 0.12f));
        write(list_, font, {row.left - look_.px(12), row.middle_y() - font->FontSize / 2}, split_colour(axis),
              fmt::format("{} by {}", level, axis_name(axis)), 1);
        if (level >= rows_.apart && level < levels_)
            fill(list_, row.inset(0, 0.35f * row.height()),
                 with_alpha(colour_of(look_, level == view_.level ? Role::median : Role::placed),
                            view_.reach ? 0.3f : 0.7f));
    }

    void edges(const kdtree::Subtree& parent) {
        for (const kdtree::Subtree& child : {parent.left(), parent.right()}) {
            if (child.empty() || child.depth >= std::min(rows_.apart, levels_))
                continue;
            const bool faint = view_.reach && view_.role_of(child.root()) == Role::pruned;
            line(rows_.at(parent), at(child),
                 with_alpha(view_.rank_of ? colour(child.root(), Role::waiting) : palette_.dim,
                            faint ? 0.35f : 0.9f),
                 1);
        }
    }

    /// Across the middle of the edge to a subtree that is left out.
    void cut(const kdtree::Subtree& parent, const kdtree::Subtree& child) const {
        const ImVec2 from = rows_.at(parent), to = rows_.at(child);
        const ImVec2 middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
        const float arm = look_.px(5) / std::hypot(to.x - from.x, to.y - from.y);
        const ImVec2 across{arm * (from.y - to.y), arm * (to.x - from.x)};
        list_.AddLine({middle.x - across.x, middle.y - across.y}, {middle.x + across.x, middle.y + across.y},
                      palette_.text, look_.px(2));
    }

    void mark(const kdtree::Subtree& subtree) {
        const ImVec2 at = this->at(subtree);
        const Role role = view_.role_of(subtree.root());
        const ImU32 colour = this->colour(subtree.root(), role);
        const Rect square = Rect{at.x, at.y, at.x, at.y}.inset(-0.9f * radius_);
        if (subtree.depth >= rows_.apart) {
            fill(list_, square, colour);
        } else if (view_.reach || role == Role::median) {
            draw_mark(list_, look_, role, colour, at, radius_);
        } else {
            list_.AddCircleFilled(at, radius_, colour);
            list_.AddCircle(at, radius_, colour, 0, look_.px(1.5f));
        }
        point_at(subtree.root(), at);
    }

    /// Labels the nodes of each level that has room for all of them.
    void label_rows(const std::vector<kdtree::Subtree>& shown) const {
        LabelPlaces labels =
            places({rows_.rows.left - look_.px(8), rows_.area.top, rows_.area.right, rows_.area.bottom});
        for (const kdtree::Subtree& subtree : shown)
            labels.take(around(subtree.root(), rows_.at(subtree)));
        for (int level = 0; level < std::min(rows_.apart, levels_); ++level) {
            const std::vector<kdtree::Subtree> row = kdtree::subtrees_of_level(rows_.size, level);
            std::vector<ImVec2> found;
            for (const kdtree::Subtree& subtree : row)
                if (const auto at = find_place(labels, subtree.root(), rows_.at(subtree)))
                    found.push_back(*at);
            for (std::size_t i = 0; found.size() == row.size() && i < row.size(); ++i)
                label(found[i], row[i].root(), stands_out(view_.role_of(row[i].root())));
        }
    }

    const TreeRows& rows_;
    const int levels_; ///< that are in the tree by now
};

} // namespace

Panes panes_of(const Look& look, const Rect& area, const Run& run) {
    const auto rows = [&](float height) {
        return look.px(2 * tree_margin + static_cast<float>(run.levels()) * height);
    };
    const float width = std::clamp(area.width() - area.height(), 0.38f * area.width(), 0.5f * area.width());
    const float right = area.right - std::max(width, look.px(min_tree)),
                bottom = area.bottom - std::clamp(0.4f * area.height(), rows(min_row), rows(default_row));
    const Panes beside{{area.left, area.top, right, area.bottom},
                       Rect{right, area.top, area.right, area.bottom}};
    const Panes below{{area.left, area.top, area.right, bottom},
                      Rect{area.left, bottom, area.right, area.bottom}};
    const glm::dvec3 half = Frame(run.bounds, run.tree.dimensions).half();
    const auto aspect = static_cast<float>(run.tree.dimensions == 2 ? half.x / half.y : 1);
    const auto points_size = [&](const Panes& panes) {
        const float wide = panes.points.width() - look.px(scales_width),
                    high = panes.points.height() - look.px(scales_height);
        const bool fits =
            std::min(wide, high) >= look.px(min_points) && panes.tree->height() >= rows(min_row);
        return fits ? std::min(wide / aspect, high) : 0;
    };
    const Panes& better = points_size(beside) >= points_size(below) ? beside : below;
    return points_size(better) > 0 ? better : Panes{area, std::nullopt};
}

TreeRows::TreeRows(const Look& look, const Run& run, const Rect& pane)
    : size(run.tree.size()), area(pane), rows{area.left + look.px(row_heading), area.top,
                                              area.right - look.px(tree_margin), area.bottom},
      height(std::min((area.height() - look.px(2 * tree_margin)) / static_cast<float>(run.levels()),
                      look.px(max_row))) {
    rows = rows.inset(0, (rows.height() - static_cast<float>(run.levels()) * height) / 2);
    // Two nodes of a level have one above between them.
    const auto space = [&](int level) {
        return rows.width() * std::max(std::exp2(static_cast<float>(-level)), 2 / static_cast<float>(size));
    };
    while (apart < run.levels() && space(apart) >= look.px(min_space))
        ++apart;
    radius = std::clamp(0.3f * space(apart - 1), look.px(1.8f), look.px(4.5f));
}

ImVec2 TreeRows::at(const kdtree::Subtree& subtree) const {
    const double fraction = (static_cast<double>(subtree.root()) + 0.5) / static_cast<double>(size);
    return {rows.left + static_cast<float>(fraction) * rows.width(), row(subtree.depth).middle_y()};
}

Rect TreeRows::row(int level) const {
    return Rect::of({rows.left, rows.top + static_cast<float>(level) * height}, {rows.width(), height});
}

std::int64_t draw_kd_tree(const Look& look, const Picture& picture, const TreeRows& rows) {
    return TreeView(look, picture, rows).draw();
}

} // namespace scanline::view::kdtree_scene
