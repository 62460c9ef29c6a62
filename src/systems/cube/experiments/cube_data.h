#pragma once
#include "scanline/cube/generate.h"
#include "scanline/cube/histograms.h"
#include "scanline/cube/query.h"
#include "scanline/systems/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::systems {

/// The counts and sums of a batch of queries.
struct CubeCells {
    std::vector<std::int64_t> count, sum;

    bool operator==(const CubeCells&) const = default;
};

/// Rows, the queries on them, and checks of results. The first result of a kind is compared with a scan of
/// all rows, by samples if there are many rows; later results must equal it.
class CubeData {
public:
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

} // namespace scanline::systems
