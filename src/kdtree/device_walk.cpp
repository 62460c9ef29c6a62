#include "device_walk.h"

#include "tree_walk.h"

#include "scanline/core/bits.h"

#include <array>
#include <bit>
#include <fmt/format.h>

namespace scanline::kdtree {

namespace {

using compute::Kernel;

constexpr int walk_group = 64;
constexpr int bucket = 16;

/// Iterations of all loops together, of which software renderers do no more than 65,535.
constexpr std::int64_t most_iterations = 60'000;
/// Nodes that take an invocation of hardware a second or so, which systems let a program have.
constexpr std::int64_t most_nodes = 1 << 22;

Kernel walk_kernel(compute::Engine& engine, std::string_view shader, gl::Specialization constants) {
    return {engine, shader, walk_group, walk_group, std::move(constants)};
}

} // namespace

template <DeviceCoordinate C>
AskedTree AskedTree::make(const compute::Operation& operation, const DeviceNodes<C>& tree,
                          compute::ArrayView<const C> queries, int dimensions) {
    if (tree.dimensions != dimensions)
        throw usage_error(fmt::format("{}: a tree of {} dimensions, where queries are of {}: make another",
                                      operation.name(), tree.dimensions, dimensions));
    const std::int64_t size = queries.size() / dimensions;
    operation.require_size(queries.range(), size * dimensions, "array of queries");
    return {compute::as_words(tree.coordinates.view().range()), compute::as_words(queries.range()),
            tree.size(), size};
}

template <DeviceCoordinate C>
gl::Specialization walk_constants(int dimensions) {
    gl::Specialization constants = points::coordinate_constants<C>();
    constants.emplace("DIMENSIONS", std::to_string(dimensions));
    constants.emplace("BUCKET", std::to_string(bucket));
    constants.emplace("ITEMS", "1");
    return constants;
}

template <DeviceCoordinate C>
std::vector<Kernel::Uniform> ball_uniforms(Distance<C> radius) {
    using Bits = std::array<std::uint32_t, sizeof(Distance<C>) / 4>;
    const auto words = std::bit_cast<Bits>(squared_radius<C>(radius));
    return {words.front(), words.back()};
}

QueryOrder::QueryOrder(compute::Engine& engine, const gl::Specialization& walk)
    : engine_(&engine), locate_(walk_kernel(engine, "kdtree/locate", walk)), sort_(engine) {}

void QueryOrder::run(const AskedTree& asked, Words order) const {
    const WholeStage stage(*engine_, "sort-queries");
    compute::Arena::Scope scratch(engine_->arena());
    const Words places = scratch.take<std::uint32_t>(asked.queries_size);
    locate_.run(*engine_, asked.queries_size,
                {.pass = "locate",
                 .bindings = {{"nodes", asked.nodes}, {"queries", asked.queries}, {"places", places.range()}},
                 .uniforms = {static_cast<std::uint32_t>(asked.nodes_size)}});
    sort_(places, places, order);
}

// Of each node it takes as many iterations as it costs, and of each split some more.
DeviceWalk::DeviceWalk(compute::Engine& engine, std::string_view shader, gl::Specialization walk,
                       int iterations)
    : engine_(&engine), kernel_(walk_kernel(engine, shader, std::move(walk))),
      budget_(engine.capabilities().software ? most_iterations / (iterations + 8) : most_nodes) {}

void DeviceWalk::run(const AskedTree& asked, const Run& run) const {
    if (asked.queries_size == 0)
        return;
    compute::Arena::Scope scratch(engine_->arena());
    const auto unanswered = scratch.take<std::uint32_t>(1);
    std::vector<Kernel::Binding> bindings{{"nodes", asked.nodes},
                                          {"queries", asked.queries},
                                          {"order", run.order.range()},
                                          {"unanswered", unanswered.range()}};
    bindings.insert(bindings.end(), run.bindings.begin(), run.bindings.end());
    const auto put = [&](int level, std::int64_t part) {
        std::vector<Kernel::Uniform> uniforms{
            static_cast<std::uint32_t>(asked.nodes_size), static_cast<std::uint32_t>(budget_),
            static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(part)};
        uniforms.insert(uniforms.end(), run.uniforms.begin(), run.uniforms.end());
        kernel_.run(*engine_, asked.queries_size,
                    {.pass = "walk", .bindings = bindings, .uniforms = std::move(uniforms)});
    };
    // Splits count, too, of which there are fewer than nodes.
    const std::int64_t most_cells = budget_ / 3;
    run.begin();
    if (asked.nodes_size < most_cells)
        return put(0, 0);
    compute::upload<std::uint32_t>(unanswered, std::vector<std::uint32_t>{0});
    put(0, 0);
    if (compute::download(unanswered).front() == 0)
        return;
    int level = 0;
    while (divide_rounding_up<std::int64_t>(asked.nodes_size + 1, std::int64_t{1} << level) > most_cells)
        ++level;
    run.begin();
    for (std::int64_t part = 0; part < std::int64_t{1} << level; ++part)
        put(level, part);
}

template AskedTree AskedTree::make(const compute::Operation&, const DeviceNodes<std::int32_t>&,
                                   compute::ArrayView<const std::int32_t>, int);
template AskedTree AskedTree::make(const compute::Operation&, const DeviceNodes<float>&,
                                   compute::ArrayView<const float>, int);
template gl::Specialization walk_constants<std::int32_t>(int);
template gl::Specialization walk_constants<float>(int);
template std::vector<Kernel::Uniform> ball_uniforms<std::int32_t>(double);
template std::vector<Kernel::Uniform> ball_uniforms<float>(float);

} // namespace scanline::kdtree
