#pragma once
#include "scanline/bench/measure.h"
#include "scanline/bench/peer.h"
#include "scanline/cube/generate.h"
#include "scanline/cube/histograms.h"
#include "scanline/cube/query.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::bench {

/// Counts and sums of the cells that a batch of queries asks for.
struct CubeCells {
    std::vector<std::int64_t> count, sum;

    bool operator==(const CubeCells&) const = default;
};

/// Rows, what is asked of them, and checks of results. Of the first result of a kind some parts, or all of
/// small rows, are compared with a look at every row; later ones must equal it.
class CubeData {
public:
    using Wrong = std::optional<std::string>; ///< none if nothing is

    CubeData(const cube::Generated& what, double zipf, std::int64_t queries);

    /// The last rows, and the tree of those before them.
    struct Addition {
        cube::Rows further;
        cube::Tree tree;
    };

    cube::Rows rows;
    cube::Tree tree;
    Addition half, hundredth;
    const Addition& added(bool few) const { return few ? hundredth : half; }
    std::vector<cube::Query> on_path, off_path;
    cube::Query groups; ///< by the first and the last dimension
    /// Codes of the first dimension, step by step.
    std::vector<std::vector<std::uint32_t>> brush;

    Wrong wrong_tree(const cube::Tree& found);
    Wrong wrong_cells(bool of_path, const CubeCells& found);
    Wrong wrong_groups(const cube::Groups& found);
    /// After the last step of the brush.
    Wrong wrong_histograms(const std::vector<cube::Histogram>& found);

private:
    bool is_small() const;
    Wrong wrong_sample() const;

    bool tree_is_right_ = false;
    std::optional<CubeCells> right_cells_[2]{};
    std::optional<cube::Groups> right_groups_{};
    std::optional<std::vector<cube::Histogram>> right_histograms_{};
};

/// Sets the work of a peer, which computes the cells of all prefixes of the path, and checks them.
CubeData::Wrong prepare_cube_peer(const Peer& peer, const CubeData& data, int threads, Variant& variant);

} // namespace scanline::bench
