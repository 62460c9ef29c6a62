#include "scanline/compute/radix_sort.h"
#include "radix_passes.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::compute {

void require_bits(const RadixSortOptions& options) {
    if (options.begin_bit < 0 || options.end_bit > key_bits || options.begin_bit >= options.end_bit)
        throw usage_error(fmt::format(
            "sort: bit range [{}, {}) is invalid for keys of {} bits: it needs 0 <= begin < end <= {}",
            options.begin_bit, options.end_bit, key_bits, key_bits));
}

namespace detail {

struct RadixSortKernels::Parts {
    Parts(Engine& on, const RadixKind& of) : engine(on), kind(of), copy(on, of.key) {
        for (const RadixShape& shape : group_shapes(on, of.payload, GroupSorts::array))
            groups.emplace_back(on, of, shape, GroupSorts::array);
        const std::vector<SweepShape> shapes = sweep_shapes(on, of);
        if (shapes.empty() || !on.chained_allowed()) {
            scatters.emplace(on, of);
            return;
        }
        for (const SweepShape& some : shapes)
            sweeps.push_back({some.from, RadixSweeps(on, of, some.shape)});
    }

    struct Sweeps {
        std::int64_t from; ///< keys
        RadixSweeps kernels;
    };
    const RadixSweeps& sweeps_for(std::int64_t keys) const {
        return std::ranges::find_if(sweeps.rbegin(), sweeps.rend(),
                                    [=](const Sweeps& some) { return some.from <= keys; })
            ->kernels;
    }

    Engine& engine;
    RadixKind kind;
    CopyKernel copy;
    std::vector<RadixGroup> groups;        ///< from small to large
    std::vector<Sweeps> sweeps;            ///< for more and more keys
    std::optional<RadixScatters> scatters; ///< if there are no sweeps
};

RadixSortKernels::RadixSortKernels(Engine& engine, ElementType key, SortPayload payload,
                                   const RadixSortOptions& options) {
    require_bits(options);
    parts_ = std::make_unique<const Parts>(engine, RadixKind{key, payload, options});
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
    if (parts.kind.payload != SortPayload::none) {
        operation.require_size(arrays.sorted_values, n, "sorted values");
        operation.require_apart(arrays.keys, "keys", arrays.sorted_values, "sorted values");
        operation.require_apart(arrays.sorted_keys, "sorted keys", arrays.sorted_values, "sorted values");
    }
    if (parts.kind.payload == SortPayload::values) {
        operation.require_size(arrays.values, n, "values");
        operation.require_same_or_apart(arrays.values, "values", arrays.sorted_values, "sorted values");
        operation.require_apart(arrays.sorted_keys, "sorted keys", arrays.values, "values");
    }
    if (count)
        operation.require_at_least(*count, 1, "count");
    if (!parts.sweeps.empty())
        require_countable(n, operation.name());
    if (n == 0)
        return;

    const StageScope stage(engine.observer(), "sort");
    const Length length(n, count);
    const bool moves_values = parts.kind.payload != SortPayload::none;
    const RadixArrays sorted{arrays.sorted_keys, moves_values ? arrays.sorted_values : arrays.sorted_keys};
    const RadixArrays from{arrays.keys,
                           parts.kind.payload == SortPayload::values ? arrays.values : arrays.keys};
    for (const RadixGroup& group : parts.groups) {
        if (n <= group.max_keys()) {
            group.sort(engine, from, sorted, length);
            return;
        }
    }
    Arena::Scope& scratch = operation.scratch();
    const auto sort_with = [&](const auto& kernels, const auto& prepared) {
        sort_by_digits(scratch, parts.kind, parts.copy, from, sorted,
                       [&](int pass, const RadixArrays& before, const RadixArrays& after) {
                           kernels.sort_by_digit(engine, pass, before, after, length, prepared);
                       });
    };
    if (parts.scatters) {
        sort_with(*parts.scatters, parts.scatters->begin(scratch, length));
    } else {
        const RadixSweeps& sweeps = parts.sweeps_for(n);
        sort_with(sweeps, sweeps.begin(engine, scratch, from.keys, length));
    }
}

} // namespace detail

} // namespace scanline::compute
