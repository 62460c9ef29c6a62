#pragma once
#include "scanline/data/npz.h"
#include "scanline/kdtree/tree.h"
#include "scanline/ranks/communicator.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace scanline::kdtree {

using AnyTree = std::variant<Tree<std::int32_t>, Tree<float>, Tree<double>>;

/// What a tree's file tells of its points beside their coordinates.
struct PointLabels {
    std::vector<std::string> names{}; ///< of the coordinates; empty if they have none
    std::string id{};                 ///< the name of the ids
    std::vector<std::string> ids{};   ///< of each node; empty if there are none
    std::int64_t rows = -1;           ///< of the table of points; -1 if unknown

    /// Also of a rank without nodes.
    bool has_ids() const { return !id.empty() || !ids.empty(); }

    bool operator==(const PointLabels&) const = default;
};

/// Whose nodes are written, if several ranks write one tree.
struct TreePart {
    std::int64_t first = 0, nodes = 0; ///< the first one's number; of the whole tree
    bool leads = true;                 ///< writes what the tree has once
};

/// The arrays of a tree's file, see save_tree(): rows of them, if only some nodes are written. The
/// coordinates and the index stay in the tree.
struct TreeArrays {
    Links links;
    data::NpzArrays small;
    std::vector<data::NpzPart> parts;
};
template <Coordinate C>
TreeArrays arrays_of(const Tree<C>& nodes, const PointLabels& labels, const TreePart& part);

/// Writes a tree atomically as an archive for numpy.load: points (one row of coordinates per node), index
/// (point index of each node), left and right (nodes, -1 for none), axis, and root (a scalar, -1 if empty).
/// Those of the labels that there are: rows (one number), names, id and ids, each the bytes of its texts,
/// beside NAME_offset, where each text begins, then the end of the last. Errors: those of data::write_npz().
template <Coordinate C>
void save_tree(const std::filesystem::path& path, const Tree<C>& tree, const PointLabels& labels = {});

struct TreeFile {
    AnyTree tree;
    PointLabels labels;
};

/// Reads the output of save_tree(), also that of versions without labels. The links must match the number of
/// nodes; the order of the points is not checked, see verify(). Errors (failure) name the path and the
/// problem: those of data::read_npz(), a missing array or one of another type or length, wrong links,
/// coordinates that are NaN or out of CoordinateRange, more or fewer labels than coordinates or nodes.
/// ranks: if any, each reads its slice of the nodes, see ranks::slice_of(), which is no tree by itself.
TreeFile load_tree(const std::filesystem::path& path, ranks::Communicator* ranks = nullptr);

} // namespace scanline::kdtree
