#pragma once
#include "explorer/icicle.h"
#include "kit/canvas.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

/// What the user did with an icicle.
struct IcicleAnswer {
    std::optional<std::vector<std::uint32_t>> drill{}; ///< another node
    std::optional<std::vector<std::string>> path{};    ///< another order of dimensions
};

/// An icicle, laid out again only when what it shows changes.
class IcicleView {
public:
    /// Fills a rectangle of the window. A click on a block drills down, a right click goes up a level; the
    /// title of a level is dragged to another one. selected: of `version`, which changes with it.
    IcicleAnswer draw(const Look& look, const ExplorerData& data, const ExplorerChoice& choice,
                      const SelectedWeights& selected, int version, const Rect& area);
    void forget() { laid_out_ = {}; }

private:
    struct LaidOut {
        const cube::Tree* tree = nullptr;
        std::vector<std::uint32_t> drill;
        int version = 0, rows = 0;
        float width = 0;
        bool operator==(const LaidOut&) const = default;
    };
    LaidOut laid_out_;
    Icicle icicle_;
};

/// The path with the dimension at place `from` moved to place `to`.
std::vector<std::string> moved(std::vector<std::string> path, int from, int to);
/// Makes the last item the dimension at a place of the path, to be dragged onto others; returns the new path
/// once another is dropped on it.
std::optional<std::vector<std::string>> drag_in_path(const ExplorerData& data, int place);

/// The values on the way to a node, in one line: "All > Oslo > Tent". A click on one goes back to it.
std::optional<std::vector<std::uint32_t>> draw_breadcrumb(const Look& look, const ExplorerData& data,
                                                          const std::vector<std::uint32_t>& drill,
                                                          const Rect& line);

} // namespace scanline::view
