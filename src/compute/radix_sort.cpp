#include "scanline/compute/radix_sort.h"
#include "kernel.h"
#include "scanline/compute/copy.h"
#include "scanline/compute/scan.h"
#include "scanline/core/bits.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::compute::detail {
namespace {

constexpr int digit_bits = 8;
constexpr int digits = 1 << digit_bits;
constexpr int key_bits = 32;
constexpr int count_items = 16; ///< at least, of an invocation that counts

// How a tile is scattered.
struct Shape {
    std::string_view scatter;
    int group, items;

    std::int64_t tile() const { return std::int64_t{group} * items; }
};

Shape shape_of(const Engine& engine) {
    if (engine.tier() == Tier::subgroup)
        return {"radix_scatter_lanes", 256, 16};
    // A counter of each digit for every invocation, within 32 KiB.
    return {"radix_scatter_serial", 8, 1024};
}

// The constant PAYLOAD of radix_scatter.glsl is the number of a SortPayload.
gl::Specialization constants_of(const Engine& engine, ElementType key, const RadixSortOptions& options,
                                const Shape& shape) {
    return {{"KEY", std::to_string(static_cast<int>(key))},
            {"DESCENDING", options.descending ? "1" : "0"},
            {"ITEMS", std::to_string(shape.items)},
            {"LANES", std::to_string(engine.lanes())}};
}

Kernel count_kernel(Engine& engine, ElementType key, const RadixSortOptions& options, const Shape& shape) {
    gl::Specialization constants = constants_of(engine, key, options, shape);
    const int items = std::max(shape.items, count_items);
    constants["ITEMS"] = std::to_string(items);
    return {engine, "radix_count", static_cast<int>(shape.tile() / items), shape.tile(),
            std::move(constants)};
}

Kernel scatter_kernel(Engine& engine, ElementType key, const RadixSortOptions& options, const Shape& shape,
                      SortPayload payload) {
    gl::Specialization constants = constants_of(engine, key, options, shape);
    constants.emplace("PAYLOAD", std::to_string(static_cast<int>(payload)));
    return {engine, shape.scatter, shape.group, shape.tile(), std::move(constants)};
}

void require_bits(const RadixSortOptions& options) {
    if (options.begin_bit < 0 || options.end_bit > key_bits || options.begin_bit >= options.end_bit)
        throw usage_error(fmt::format(
            "sort: the bits {} to {} are no range of a key of {} bits: the first must be at least 0, and "
            "below the one behind the last",
            options.begin_bit, options.end_bit, key_bits));
}

} // namespace

struct RadixSortKernels::Parts {
    Parts(Engine& on, ElementType key_type, SortPayload sort_payload, const RadixSortOptions& asked)
        : engine(on), key(key_type), payload(sort_payload), options(asked), shape(shape_of(on)),
          count(count_kernel(on, key_type, asked, shape)),
          first_scatter(scatter_kernel(on, key_type, asked, shape, sort_payload)),
          // Positions are values from the second pass on.
          scatter(
              scatter_kernel(on, key_type, asked, shape,
                             sort_payload == SortPayload::none ? SortPayload::none : SortPayload::values)),
          scan(on, ElementType::uint32, {.exclusive = true}, false), copy(on, ElementType::uint32) {}

    int passes() const { return divide_rounding_up(options.end_bit - options.begin_bit, digit_bits); }

    Engine& engine;
    ElementType key;
    SortPayload payload;
    RadixSortOptions options;
    Shape shape;
    Kernel count, first_scatter, scatter;
    ScanKernels scan;
    CopyKernel copy;
};

RadixSortKernels::RadixSortKernels(Engine& engine, ElementType key, SortPayload payload,
                                   const RadixSortOptions& options) {
    require_bits(options);
    parts_ = std::make_unique<const Parts>(engine, key, payload, options);
}
RadixSortKernels::RadixSortKernels(RadixSortKernels&&) noexcept = default;
RadixSortKernels& RadixSortKernels::operator=(RadixSortKernels&&) noexcept = default;
RadixSortKernels::~RadixSortKernels() = default;

void RadixSortKernels::run(const Arrays& arrays, const std::optional<BufferRange>& count) const {
    const Parts& parts = *parts_;
    Engine& engine = parts.engine;
    Operation operation(engine, "sort");
    const std::int64_t n = arrays.keys.size;
    operation.require_fits(arrays.keys, "keys");
    operation.require_size(arrays.sorted_keys, n, "sorted keys");
    operation.require_same_or_apart(arrays.keys, "keys", arrays.sorted_keys, "sorted keys");
    if (parts.payload != SortPayload::none) {
        operation.require_size(arrays.sorted_values, n, "sorted values");
        operation.require_apart(arrays.keys, "keys", arrays.sorted_values, "sorted values");
        operation.require_apart(arrays.sorted_keys, "sorted keys", arrays.sorted_values, "sorted values");
    }
    if (parts.payload == SortPayload::values) {
        operation.require_size(arrays.values, n, "values");
        operation.require_same_or_apart(arrays.values, "values", arrays.sorted_values, "sorted values");
        operation.require_apart(arrays.sorted_keys, "sorted keys", arrays.values, "values");
    }
    if (count)
        operation.require_at_least(*count, 1, "count");
    if (n == 0)
        return;

    const StageScope stage(engine.observer(), "sort");
    const std::int64_t tiles = divide_rounding_up(n, parts.shape.tile());
    Arena::Scope& scratch = operation.scratch();
    const BufferRange counts = scratch.take(ElementType::uint32, tiles * digits);
    const bool moves_values = parts.payload != SortPayload::none;
    struct Place {
        BufferRange keys, values;
    };
    const Place sorted{arrays.sorted_keys, moves_values ? arrays.sorted_values : arrays.sorted_keys};
    const auto make_place = [&] {
        const BufferRange keys = scratch.take(parts.key, n);
        return Place{keys, moves_values ? scratch.take(ElementType::uint32, n) : keys};
    };
    // From one place to the other, so that the last pass ends in the sorted arrays.
    const Place other = make_place();
    Place from{arrays.keys, parts.payload == SortPayload::values ? arrays.values : arrays.keys};
    const bool in_place =
        arrays.keys.same_as(arrays.sorted_keys) || (moves_values && from.values.same_as(sorted.values));
    if (in_place && parts.passes() % 2 == 1) {
        const Place copy = make_place();
        parts.copy.run(from.keys, copy.keys, std::nullopt);
        if (parts.payload == SortPayload::values)
            parts.copy.run(from.values, copy.values, std::nullopt);
        from = copy;
    }
    const Length length(n, count);
    for (int pass = 0; pass < parts.passes(); ++pass) {
        const bool to_sorted = (parts.passes() - pass) % 2 == 1;
        const Place& to = to_sorted ? sorted : other;
        const int shift = parts.options.begin_bit + pass * digit_bits;
        const int bits = std::min(digit_bits, parts.options.end_bit - shift);
        const std::vector<Kernel::Uniform> digit{static_cast<std::uint32_t>(shift), (1u << bits) - 1u,
                                                 static_cast<std::uint32_t>(tiles)};
        parts.count.run(engine, length,
                        {.pass = "radix-count",
                         .step = pass,
                         .bindings = {{"keys", from.keys}, {"counts", counts, false}},
                         .uniforms = digit,
                         .all = true});
        parts.scan.run(counts, std::nullopt, counts, std::nullopt);
        (pass == 0 ? parts.first_scatter : parts.scatter)
            .run(engine, length,
                 {.pass = "radix-scatter",
                  .step = pass,
                  .bindings = {{"keys", from.keys},
                               {"offsets", counts},
                               {"sorted-keys", to.keys},
                               {"values", from.values},
                               {"sorted-values", to.values}},
                  .uniforms = digit,
                  .all = true});
        from = to;
    }
}

} // namespace scanline::compute::detail
