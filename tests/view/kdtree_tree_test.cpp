// Where the nodes of a k-d tree are drawn, beside or below its points.
#include "scenes/kdtree/drawing.h"

#include "gui_driver.h"
#include "kdtree_cases.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cmath>

namespace scanline::view::kdtree_scene::tree_test {

using cases::make_run;

TEST_CASE("Nodes lie in rows of their levels, in node order, and none covers another") {
    for (const float scale : {1.0f, 2.0f}) {
        const Look look{.scale = scale};
        for (const char* count : {"1", "2", "24", "31", "32", "33", "64", "3000", "100000"}) {
            CAPTURE(scale, count);
            const Run run = make_run({{"count", count}});
            const Rect area{100 * scale, 50 * scale, 420 * scale, 400 * scale};
            const TreeRows rows(look, run, area);
            REQUIRE(rows.apart >= 1);
            REQUIRE(rows.apart <= run.levels());
            for (int level = 0; level < rows.apart; ++level) {
                float free = rows.rows.left - rows.radius;
                for (const kdtree::Subtree& subtree : kdtree::subtrees_of_level(run.tree.size(), level)) {
                    const ImVec2 at = rows.at(subtree);
                    CHECK(at.x - rows.radius >= free - 0.01f);
                    CHECK(at.y == rows.row(level).middle_y());
                    free = at.x + rows.radius;
                    for (const kdtree::Subtree& child : {subtree.left(), subtree.right()})
                        if (!child.empty())
                            CHECK((rows.at(child).x < at.x) == (child.root() < subtree.root()));
                }
                CHECK(free <= area.right);
            }
            CHECK(area.contains(rows.row(0)));
            CHECK(area.contains(rows.row(run.levels() - 1)));
        }
    }
}

TEST_CASE("Of large trees only the first levels have nodes that can be told apart") {
    const Look look{.scale = 1};
    const Rect area{0, 0, 300, 400};
    CHECK(TreeRows(look, make_run({{"count", "60"}}), area).apart == 6);
    CHECK(TreeRows(look, make_run({{"count", "64"}}), area).apart == 7);
    CHECK(TreeRows(look, make_run({{"count", "70"}}), area).apart == 6);
    CHECK(TreeRows(look, make_run({{"count", "100000"}}), area).apart == 6);
}

TEST_CASE("The tree is beside or below its points, whichever shows these larger, and without room left out") {
    const Look look{.scale = 1};
    const Run run = make_run({{"count", "24"}}), deep = make_run({{"count", "100000"}});
    const auto check = [&look](const Run& of, ImVec2 size) {
        const Panes panes = panes_of(look, Rect::of({10, 20}, size), of);
        if (panes.tree) {
            CHECK_FALSE(panes.points.overlaps(*panes.tree));
            CHECK(Rect::of({10, 20}, size).contains(*panes.tree));
            CHECK(TreeRows(look, of, *panes.tree).height >= 14);
        } else {
            CHECK(panes.points.size().x == size.x);
            CHECK(panes.points.size().y == size.y);
        }
        return panes;
    };
    const Panes wide = check(run, {760, 420}), high = check(run, {500, 600});
    REQUIRE(wide.tree);
    CHECK(wide.tree->top == wide.points.top);
    REQUIRE(high.tree);
    CHECK(high.tree->left == high.points.left);
    CHECK(check(deep, {760, 420}).tree);
    CHECK_FALSE(check(deep, {760, 200}).tree);
    CHECK_FALSE(check(run, {300, 150}).tree);
}

namespace {

/// A window that is filled by the tree of 24 points.
struct Shown {
    explicit Shown(StepView of_step) : view(std::move(of_step)) { driver.frames(2); }

    void show(ImU32 of_colour, std::int64_t under_mouse, std::int64_t pinned_node) {
        colour = of_colour;
        hovered = under_mouse;
        pinned = pinned_node;
        driver.frame();
    }
    void draw() {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({400, 300});
        ImGui::Begin("tree", nullptr, ImGuiWindowFlags_NoDecoration);
        Picture picture{{run(), view, setup, hovered, pinned}};
        if (pinned >= 0)
            picture.path = path_to(run().tree, run().bounds, pinned);
        answer = draw_kd_tree(driver.gui.look(), picture, rows);
        seen.clear();
        for (const ImDrawVert& vertex : ImGui::GetWindowDrawList()->VtxBuffer)
            if ((vertex.col & ~IM_COL32_A_MASK) == (colour & ~IM_COL32_A_MASK))
                seen.push_back(vertex.pos);
        ImGui::End();
    }
    /// How many vertices of the colour that was asked for are near a node.
    std::ptrdiff_t near(const kdtree::Subtree& subtree) const {
        const ImVec2 at = rows.at(subtree);
        return std::ranges::count_if(
            seen, [at](ImVec2 one) { return std::hypot(one.x - at.x, one.y - at.y) < 12; });
    }
    static const Run& run() {
        static const Run made = make_run({{"count", "24"}});
        return made;
    }

    test::GuiDriver driver{[this] { draw(); }, {400, 300}};
    StepView view;
    std::int64_t hovered = -1, pinned = -1, answer = -1;
    Setup setup{};
    const Rect area{0, 0, 400, 300};
    TreeRows rows{driver.gui.look(), run(), area};
    ImU32 colour = driver.gui.look().palette().pinned;
    std::vector<ImVec2> seen;
};

std::vector<kdtree::Subtree> all_subtrees() {
    std::vector<kdtree::Subtree> all;
    for (int level = 0; level < Shown::run().levels(); ++level)
        std::ranges::copy(kdtree::subtrees_of_level(24, level), std::back_inserter(all));
    return all;
}

} // namespace

TEST_CASE("The mouse on a node of the tree is on its point") {
    for (const int level : {-1, 2, 4}) {
        Shown shown(build_view(Shown::run(), 3 + level));
        for (const kdtree::Subtree& subtree : all_subtrees()) {
            CAPTURE(level, subtree.root());
            shown.driver.move(shown.rows.at(subtree));
            CHECK(shown.answer == (subtree.depth <= level ? subtree.root() : -1)); // built by then
        }
        shown.driver.move({5, 5});
        CHECK(shown.answer == -1);
    }
}

TEST_CASE("The node of a point under the mouse has a ring, a pinned one its way from the root") {
    const std::vector<kdtree::Subtree> all = all_subtrees();
    Shown shown(build_view(Shown::run(), 7));
    const ImU32 pinned = shown.colour, hovered = shown.driver.gui.look().palette().text;
    CHECK(shown.seen.empty());
    for (const std::int64_t node : {0, 11, 23}) {
        const kdtree::Subtree own = *std::ranges::find(all, node, &kdtree::Subtree::root);
        const auto near_own = [&](std::int64_t under_mouse) {
            shown.show(hovered, under_mouse, -1);
            return shown.near(own);
        };
        CHECK(near_own(node) > near_own(-1));

        shown.show(pinned, -1, node);
        const std::vector<Cell> path = path_to(Shown::run().tree, Shown::run().bounds, node);
        for (const kdtree::Subtree& subtree : all) {
            CAPTURE(node, subtree.root());
            CHECK((shown.near(subtree) > 0) == (std::ranges::count(path, subtree.root(), &Cell::node) > 0));
        }
    }
}

TEST_CASE("A query knows the nodes that it has visited and the subtrees that it has cut off") {
    const Run& run = Shown::run();
    for (const Query query : enumerators<Query>) {
        Setup setup;
        setup.query = query;
        const QueryRun asked = ask(run, setup);
        const StepView view = query_view(run, asked, asked.result_step());
        CHECK(view.focus == -1);
        CHECK(std::ranges::count(view.visited, run.tree.whole().root()) == 1);
        for (const kdtree::Subtree& subtree : all_subtrees()) {
            const std::int64_t root = subtree.root();
            const bool cut = std::ranges::count(view.cuts, root) > 0;
            CAPTURE(std::string(to_string(query)), root);
            for (std::int64_t node = subtree.first; cut && node < subtree.last; ++node)
                CHECK(view.role_of(node) == Role::pruned);
            if (std::ranges::count(view.visited, root) > 0)
                CHECK_FALSE(cut);
        }
        CHECK_FALSE(view.cuts.empty());
    }
}

} // namespace scanline::view::kdtree_scene::tree_test
