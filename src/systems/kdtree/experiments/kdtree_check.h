#pragma once
#include "experiments/kdtree_case.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace scanline::bench {

// What k-d trees are held against: looks at every point, for as many of the queries as take no longer than a
// measurement.

enum class Norm { euclidean, largest };

/// How far half of some queries have to reach for 16 points, or all of fewer.
template <points::Coordinate C>
double usual_reach(const KdtreeData<C>& data, Norm norm);

/// What was answered, as ScanlinePeerCase has it for each operation.
struct KdtreeAnswer {
    std::vector<std::uint32_t> results, companions{};
};

// What is wrong, in a line that begins with wrong_result; empty where nothing is.

/// what: as kdtree::verify() says it.
std::string as_wrong(const std::optional<std::string>& what);

/// nodes: the points of a tree, each of them at most once, and of those that are not there an equal one.
template <points::Coordinate C>
std::string wrong_nodes(const KdtreeData<C>& data, std::span<const std::uint32_t> nodes);

/// Distances may differ by what float rounds, so that points at nearly the same one may take turns.
template <points::Coordinate C>
std::string wrong_answer(const KdtreeSetting& setting, const KdtreeData<C>& data, const KdtreeAnswer& answer);

} // namespace scanline::bench
