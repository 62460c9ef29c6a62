#include "scanline/kdtree/device_verify.h"

#include "tree_faults.h"

#include "scanline/compute/fill.h"
#include "scanline/gl/cancellation_scope.h"
#include "scanline/points/points.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace scanline::kdtree {

namespace {

using compute::as_words;
using compute::BufferRange;
using compute::Engine;
using Word = compute::ArrayView<std::uint32_t>;

template <DeviceCoordinate C>
gl::Specialization verify_constants(int dimensions) {
    gl::Specialization constants = points::coordinate_constants<C>();
    constants.emplace("DIMENSIONS", std::to_string(dimensions));
    return constants;
}

/// Points on the GPU, a piece at a time.
template <DeviceCoordinate C>
class Pieces {
public:
    struct Piece {
        BufferRange rows;
        std::int64_t first, size; ///< points
    };

    Pieces(Engine& engine, const Points<C>& points, compute::Arena::Scope& scratch)
        : engine_(engine), points_(points),
          size_(points::points_at_a_time<C>(engine, points.dimensions, points.size())),
          rows_(scratch.take<C>(size_ * points.dimensions)) {}

    std::int64_t largest() const { return size_; }

    template <class Visit>
    void for_each(Visit visit) {
        for (std::int64_t first = 0; first < points_.size(); first += size_) {
            const std::int64_t size = std::min(size_, points_.size() - first);
            const compute::ArrayView<C> rows = rows_.part(0, size * points_.dimensions);
            // A single piece may hold all points.
            if (first != uploaded_)
                engine_.upload<C>(rows, part_of(points_, first, size).coordinates);
            uploaded_ = first;
            visit(Piece{as_words(rows.range()), first, size});
        }
    }

private:
    compute::Engine& engine_;
    const Points<C> points_;
    const std::int64_t size_;
    const compute::ArrayView<C> rows_;
    std::int64_t uploaded_ = -1; ///< first point of the resident piece
};

/// Reads nodes back to the CPU, one at a time.
template <DeviceCoordinate C>
class NodeReader {
public:
    explicit NodeReader(const DeviceNodes<C>& tree) : tree_(tree) {}

    std::vector<C> coordinates(std::int64_t node) const {
        return compute::download(
            tree_.coordinates.view().part(node * tree_.dimensions, std::int64_t{tree_.dimensions}));
    }
    std::int32_t point(std::int64_t node) const {
        return static_cast<std::int32_t>(compute::download(tree_.index.view().part(node, 1)).front());
    }
    Subtree whole() const { return {0, tree_.size(), 0}; }
    /// For tree_faults.h.
    auto coordinates_of() const {
        return [this, row = std::vector<C>()](std::int64_t node) mutable {
            row = coordinates(node);
            return static_cast<const C*>(row.data());
        };
    }

private:
    const DeviceNodes<C>& tree_;
};

/// The GPU finds which node or point is wrong; the CPU has determined the fault.
std::string confirmed(const Wrong& wrong, const char* of, std::int64_t number) {
    if (!wrong)
        throw Error(
            fmt::format("{}: the GPU reports {} {} as wrong, but it is right: its driver miscalculates, "
                        "verify on the CPU",
                        verify_operation, of, number));
    return *wrong;
}

} // namespace

template <DeviceCoordinate C>
struct DeviceVerifier<C>::Parts {
    Parts(Engine& on, int of_dimensions)
        : engine(on), dimensions(points::require_dimensions(of_dimensions, verify_operation)),
          check_names(on, "kdtree/verify_nodes", verify_constants<C>(of_dimensions)),
          check_bounds(on, "kdtree/verify_bounds", verify_constants<C>(of_dimensions)),
          mark_named(on, "kdtree/verify_named"),
          look_for(on, "kdtree/verify_points", verify_constants<C>(of_dimensions)), fill(on) {}

    Engine& engine;
    int dimensions;
    compute::ElementwiseKernel check_names, check_bounds, mark_named, look_for;
    compute::Fill<std::uint32_t> fill;

    Wrong wrong_arguments(const compute::Operation& operation, const DeviceNodes<C>& tree,
                          const Points<C>& points, const CancelHook& cancelled) const {
        if (points.dimensions != dimensions)
            throw usage_error(
                fmt::format("{}: points of {} dimensions, where the verifier is for {}: make another one",
                            verify_operation, points.dimensions, dimensions));
        require_points(points, verify_operation, cancelled);
        if (Wrong wrong = wrong_size(tree, points))
            return wrong;
        operation.require_fits(tree.coordinates.view().range(), "coordinates of the nodes");
        operation.require_fits(tree.index.view().range(), "index of the nodes");
        return std::nullopt;
    }

    // Returns the least number written by the kernels that run() starts; none if they write none.
    template <class Run>
    std::optional<std::int64_t> min_found(const Word& found, Run run) const {
        constexpr std::uint32_t nothing_found = 0xffffffffu;
        compute::upload<std::uint32_t>(found, std::array{nothing_found});
        run();
        const std::uint32_t least = compute::download(found).front();
        return least == nothing_found ? std::nullopt : std::optional<std::int64_t>(least);
    }

    Wrong wrong_node(const DeviceNodes<C>& tree, const Points<C>& points, Pieces<C>& pieces,
                     const Word& found) const {
        const auto node = min_found(found, [&] {
            pieces.for_each([&](const auto& piece) {
                check_names.run(tree.size(),
                                {.pass = "check-names",
                                 .bindings = {{"nodes", as_words(tree.coordinates.view().range())},
                                              {"points", tree.index.view().range()},
                                              {"rows", piece.rows},
                                              {"found", found.range()}},
                                 .uniforms = {static_cast<std::uint32_t>(piece.first),
                                              static_cast<std::uint32_t>(piece.size),
                                              static_cast<std::uint32_t>(points.size())}});
            });
        });
        if (!node)
            return std::nullopt;
        const NodeReader<C> nodes(tree);
        return confirmed(wrong_name(*node, nodes.coordinates(*node).data(), nodes.point(*node), points),
                         "node", *node);
    }

    Wrong out_of_bounds(const DeviceNodes<C>& tree, const Word& found) const {
        // The root has no ancestors.
        for (int level = 1; level < levels(tree.size()); ++level) {
            const auto node = min_found(found, [&] {
                check_bounds.run(std::int64_t{1} << level,
                                 {.pass = "check-level",
                                  .step = level + 1,
                                  .bindings = {{"nodes", as_words(tree.coordinates.view().range())},
                                               {"found", found.range()}},
                                  .uniforms = {static_cast<std::uint32_t>(tree.size()),
                                               static_cast<std::uint32_t>(level)}});
            });
            if (!node)
                continue;
            const NodeReader<C> nodes(tree);
            return confirmed(wrong_side(nodes.whole(), *node, nodes.coordinates(*node).data(), dimensions,
                                        nodes.coordinates_of()),
                             "node", *node);
        }
        return std::nullopt;
    }

    Wrong not_found(const DeviceNodes<C>& tree, const Points<C>& points, Pieces<C>& pieces, const Word& named,
                    const Word& found) const {
        const auto point = min_found(found, [&] {
            pieces.for_each([&](const auto& piece) {
                const auto first = static_cast<std::uint32_t>(piece.first);
                const Word flags = named.part(0, piece.size);
                fill(flags, 0);
                mark_named.run(tree.size(),
                               {.pass = "mark-named",
                                .bindings = {{"points", tree.index.view().range()}, {"named", flags.range()}},
                                .uniforms = {first, static_cast<std::uint32_t>(piece.size)}});
                look_for.run(piece.size, {.pass = "look-for",
                                          .bindings = {{"nodes", as_words(tree.coordinates.view().range())},
                                                       {"points", tree.index.view().range()},
                                                       {"rows", piece.rows},
                                                       {"named", flags.range()},
                                                       {"found", found.range()}},
                                          .uniforms = {first, static_cast<std::uint32_t>(tree.size())}});
            });
        });
        if (!point)
            return std::nullopt;
        const NodeReader<C> nodes(tree);
        return confirmed(wrong_way(nodes.whole(), *point, points, nodes.coordinates_of(),
                                   [&nodes](std::int64_t node) { return nodes.point(node); }),
                         "point", *point);
    }
};

template <DeviceCoordinate C>
DeviceVerifier<C>::DeviceVerifier(Engine& engine, int dimensions)
    : parts_(make_pimpl<const Parts>(engine, dimensions)) {}

template <DeviceCoordinate C>
std::optional<std::string> DeviceVerifier<C>::operator()(const DeviceNodes<C>& tree, const Points<C>& points,
                                                         const CallLimits& limits) const {
    const Parts& parts = *parts_;
    const gl::CancellationScope scope(parts.engine, limits.cancelled);
    compute::Operation operation(parts.engine, verify_operation);
    {
        const WholeStage stage(parts.engine, "check");
        if (Wrong wrong = parts.wrong_arguments(operation, tree, points, limits.cancelled))
            return wrong;
    }
    compute::Arena::Scope& scratch = operation.scratch();
    Pieces<C> pieces(parts.engine, points, scratch);
    const Word found = scratch.take<std::uint32_t>(1);
    {
        const WholeStage stage(parts.engine, "nodes");
        if (Wrong wrong = parts.wrong_node(tree, points, pieces, found))
            return wrong;
    }
    {
        const WholeStage stage(parts.engine, "bounds");
        if (Wrong wrong = parts.out_of_bounds(tree, found))
            return wrong;
    }
    const WholeStage stage(parts.engine, "points");
    return parts.not_found(tree, points, pieces, scratch.take<std::uint32_t>(pieces.largest()), found);
}

template class DeviceVerifier<std::int32_t>;
template class DeviceVerifier<float>;

} // namespace scanline::kdtree
