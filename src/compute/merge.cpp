#include "scanline/compute/merge.h"
#include "scanline/compute/kernel.h"

namespace scanline::compute::detail {

struct MergeShape {
    int group, items;
    int tile() const { return group * items; }
};

namespace {

constexpr int partition_group = 256;

// An odd number of items, so that the chunks of neighbours begin in different banks of shared memory; two
// words an element of the 32 KiB that every driver has. Software renderers walk a group's invocations one
// after the other, and gain from few that walk far.
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

} // namespace

struct MergeKernels::Parts {
    Parts(Engine& on, ElementType type, Moves what)
        : engine(on), moves(what), shape(best_shape(on)), partition(partition_kernel(type)),
          tiles(tile_kernel(type)) {}

    Kernel partition_kernel(ElementType type) const {
        gl::Specialization constants = element_constants(type);
        constants.emplace("TILE", std::to_string(shape.tile()));
        return {engine, "compute/merge_partition", partition_group,
                std::int64_t{partition_group} * shape.tile(), std::move(constants)};
    }

    Kernel tile_kernel(ElementType type) const {
        gl::Specialization constants = element_constants(type);
        constants.emplace("ITEMS", std::to_string(shape.items));
        constants.emplace("WITH_VALUES", moves == Moves::keys_and_values ? "1" : "0");
        return {engine, "compute/merge_tile", shape.group, shape.tile(), std::move(constants)};
    }

    Engine& engine;
    Moves moves;
    MergeShape shape;
    Kernel partition, tiles;
};

MergeKernels::MergeKernels(Engine& engine, ElementType type, Moves moves)
    : parts_(std::make_unique<const Parts>(engine, type, moves)) {}
MergeKernels::MergeKernels(MergeKernels&&) noexcept = default;
MergeKernels& MergeKernels::operator=(MergeKernels&&) noexcept = default;
MergeKernels::~MergeKernels() = default;

void MergeKernels::run(const Arrays& a, const Arrays& b, const Arrays& output) const {
    Engine& engine = parts_->engine;
    const bool with_values = parts_->moves == Moves::keys_and_values;
    const Operation operation(engine, "merge");
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
    const StageScope stage(engine.observer(), "merge");
    const auto size_a = static_cast<std::uint32_t>(a.keys.size);
    parts_->partition.run(
        engine, size,
        {.pass = "merge-partition",
         .bindings = {{"first-keys", a.keys}, {"second-keys", b.keys}, {"splits", output.keys}},
         .uniforms = {size_a}});
    if (with_values)
        parts_->tiles.run(engine, size,
                          {.pass = "merge-tile",
                           .bindings = {{"first-keys", a.keys},
                                        {"second-keys", b.keys},
                                        {"keys", output.keys},
                                        {"first-values", a.values},
                                        {"second-values", b.values},
                                        {"values", output.values}},
                           .uniforms = {size_a}});
    else
        parts_->tiles.run(
            engine, size,
            {.pass = "merge-tile",
             .bindings = {{"first-keys", a.keys}, {"second-keys", b.keys}, {"keys", output.keys}},
             .uniforms = {size_a}});
}

} // namespace scanline::compute::detail
