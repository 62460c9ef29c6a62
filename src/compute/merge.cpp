#include "scanline/compute/merge.h"

namespace scanline::compute::detail {

namespace {

constexpr int partition_group = 256;

struct MergeShape {
    int group, items;
    int tile() const { return group * items; }
};

// An odd number of items, so that neighbouring chunks begin in different banks of shared memory; two words
// per element fit the 32 KiB that every driver has. Software renderers run a group's invocations one after
// the other, so few with many items are faster.
MergeShape best_shape(const Engine& engine) {
    return engine.capabilities().software ? MergeShape{8, 255} : MergeShape{256, 11};
}

void require_apart(const Operation& operation, const MergeKernels::Arrays& a, const MergeKernels::Arrays& b,
                   const MergeKernels::Arrays& output) {
    struct Named {
        const BufferRange& range;
        std::string_view what;
    };
    for (const Named& written : {Named{output.keys, "output"}, Named{output.values, "output of values"}}) {
        for (const Named& read :
             {Named{a.keys, "first array"}, Named{b.keys, "second array"},
              Named{a.values, "first array of values"}, Named{b.values, "second array of values"}})
            operation.require_apart(read.range, read.what, written.range, written.what);
    }
    operation.require_apart(output.keys, "output", output.values, "output of values");
}

Kernel partition_kernel(Engine& engine, ElementType type) {
    const int tile = best_shape(engine).tile();
    return {engine, "compute/merge_partition", partition_group, std::int64_t{partition_group} * tile,
            element_constants(type, {{"TILE", std::to_string(tile)}})};
}

Kernel tile_kernel(Engine& engine, ElementType type, MergeKernels::Moves moves) {
    const MergeShape shape = best_shape(engine);
    return {engine, "compute/merge_tile", shape.group, shape.tile(),
            element_constants(type,
                              {{"ITEMS", std::to_string(shape.items)},
                               {"WITH_VALUES", moves == MergeKernels::Moves::keys_and_values ? "1" : "0"}})};
}

} // namespace

MergeKernels::MergeKernels(Engine& engine, ElementType type, Moves moves)
    : engine_(&engine), moves_(moves), partition_(partition_kernel(engine, type)),
      tiles_(tile_kernel(engine, type, moves)) {}

void MergeKernels::run(const Arrays& a, const Arrays& b, const Arrays& output) const {
    const bool with_values = moves_ == Moves::keys_and_values;
    const Operation operation(*engine_, "merge");
    const std::int64_t size = a.keys.size + b.keys.size;
    operation.require_fits(a.keys, "first array");
    operation.require_fits(b.keys, "second array");
    operation.require_size(output.keys, size, "output");
    if (with_values) {
        operation.require_size(a.values, a.keys.size, "first array of values");
        operation.require_size(b.values, b.keys.size, "second array of values");
        operation.require_size(output.values, size, "output of values");
    }
    require_apart(operation, a, b, output);
    const StageScope stage(engine_->observer(), "merge");
    const std::vector<Kernel::Uniform> size_a{static_cast<std::uint32_t>(a.keys.size)};
    partition_.run(*engine_, size,
                   {.pass = "merge-partition",
                    .bindings = {{"first-keys", a.keys}, {"second-keys", b.keys}, {"splits", output.keys}},
                    .uniforms = size_a});
    std::vector<Kernel::Binding> bindings{
        {"first-keys", a.keys}, {"second-keys", b.keys}, {"keys", output.keys}};
    if (with_values)
        bindings.insert(bindings.end(),
                        {{"first-values", a.values}, {"second-values", b.values}, {"values", output.values}});
    tiles_.run(*engine_, size, {.pass = "merge-tile", .bindings = std::move(bindings), .uniforms = size_a});
}

} // namespace scanline::compute::detail
