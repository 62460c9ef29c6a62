#include "scanline/cube/device_build.h"
#include "checks.h"
#include "device_assembly.h"
#include "device_row_sort.h"
#include "scanline/compute/copy.h"
#include "scanline/cube/build.h"
#include "scanline/gl/cancellation_scope.h"

namespace scanline::cube {

namespace {

template <class T>
using Columns = std::vector<std::vector<T>>;

constexpr const char* device_build = "cube build";

} // namespace

struct DeviceBuild::Parts {
    Parts(compute::Engine& on, const Shape& of, std::vector<int> in_order)
        : engine(on), shape(of), path(require_path(of, std::move(in_order), device_build)), row_sort(on, of),
          copy(on), assembly(on, of) {}

    compute::Engine& engine;
    Shape shape;
    std::vector<int> path;
    RowSort row_sort;
    compute::Copy<std::uint32_t> copy;
    TreeAssembly assembly;

    DeviceTree build(const DeviceRows& rows) const {
        compute::Operation operation(engine, device_build);
        const std::vector<std::uint32_t> unknown = level_records(shape, path, rows.size(), {});
        const auto take = [&](std::int64_t size) { return operation.scratch().take<std::uint32_t>(size); };
        const Words records = take(static_cast<std::int64_t>(unknown.size()));
        const Items items{take(rows.size() * row_sort.words()), take(rows.size()), rows.measures.view(),
                          rows.size()};
        operation.require_fits(items.words.range(), "array of packed codes");
        {
            const WholeStage stage(engine, "key");
            compute::upload<std::uint32_t>(records, unknown);
            row_sort.sort(rows.codes.view(), rows.size(), records, items.words, items.order);
        }
        DeviceTree tree = assembly.make(operation, items, records, path);
        copy(items.order, tree.row_order);
        return tree;
    }
};

DeviceBuild::DeviceBuild(compute::Engine& engine, const Shape& shape, std::vector<int> path)
    : parts_(make_pimpl<const Parts>(engine, shape, std::move(path))) {}

DeviceTree DeviceBuild::operator()(const DeviceRows& rows, const CallLimits& limits) const {
    const Parts& parts = *parts_;
    require_shape_of(rows, parts.shape, device_build);
    if (rows.size() == 0)
        return upload_tree(parts.engine, cube::build({rows.shape, Columns<std::uint32_t>(parts.path.size()),
                                                      Columns<std::int64_t>(rows.shape.folds.size())},
                                                     parts.path));
    const gl::CancellationScope cancellation(parts.engine, limits.cancelled);
    return parts.build(rows);
}

} // namespace scanline::cube
