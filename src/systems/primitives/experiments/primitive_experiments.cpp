#include "scanline/systems/primitive.h"

#include "scanline/compute/copy.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/text.h"
#include "scanline/systems/comparison.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>

namespace scanline::systems {

namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t poison = 0xdead'beef;
constexpr double weight_of_a_group = 1 << 20; ///< the least of a group, in elements

Wrong difference(std::string_view what, const Words& got, const Words& expected) {
    const auto [wrong, right] = std::ranges::mismatch(got, expected);
    if (wrong == got.end())
        return {};
    const auto count = std::transform_reduce(wrong, got.end(), right, 0, std::plus(), std::not_equal_to());
    return fmt::format("{} {} is {}, not {}; {} of {} differ", what, wrong - got.begin(), *wrong, *right,
                       count, got.size());
}

/// output(which, size): the first words of an output.
template <class Output>
Wrong difference(const PrimitiveOutput& expected, const Output& output) {
    if (Wrong wrong =
            difference("element", output(SCANLINE_PEER_RESULTS, expected.results.size()), expected.results))
        return wrong;
    return difference("companion", output(SCANLINE_PEER_COMPANIONS, expected.companions.size()),
                      expected.companions);
}

// One stage, in place of the work's own, and no observer inside, whose calls would count.
Work as_a_whole(compute::Engine& engine, Work work) {
    return [&engine, work = std::move(work)] {
        const StageScope whole(engine.observer(), bench::whole_stage);
        const ObserverScope quiet(engine, nullptr);
        work();
    };
}

// Makes the works of a group, and holds what they run on.
class PrimitiveBench {
public:
    PrimitiveBench(const Primitive& primitive, compute::Engine& engine, std::int64_t size)
        : engine_(engine), input_(primitive.input(size)), expected_(primitive.expected(input_)) {}

    std::int64_t bytes() const {
        std::size_t words = 0;
        for (const Words* array : {&input_.elements, &input_.values, &input_.flags, &input_.offsets,
                                   &expected_.results, &expected_.companions})
            words += array->size();
        return static_cast<std::int64_t>(words) * word_bytes;
    }

    Wrong prepare(const PrimitiveVariant& primitive, Variant& variant) {
        variant.work = as_a_whole(engine_, primitive.prepare(engine_, arrays()));
        for (compute::DeviceArray<std::uint32_t>* array : {&arrays().results, &arrays().companions})
            compute::upload<std::uint32_t>(array->view(),
                                           Words(static_cast<std::size_t>(array->size()), poison));
        variant.work();
        return difference(expected_, [this](ScanlinePeerOutput which, std::size_t size) {
            auto& array = which == SCANLINE_PEER_RESULTS ? arrays().results : arrays().companions;
            return compute::download(array.view().part(0, static_cast<std::int64_t>(size)));
        });
    }

    Wrong prepare(const Peer& peer, const std::string& operation, Variant& variant) {
        const auto task = try_peer(variant, peer,
                                   {.operation = operation,
                                    .arrays = {peer_array("elements", std::span(input_.elements)),
                                               peer_array("values", std::span(input_.values)),
                                               peer_array("flags", std::span(input_.flags)),
                                               peer_array("offsets", std::span(input_.offsets))}});
        return difference(
            expected_, [&](ScanlinePeerOutput which, std::size_t size) { return task->output(which, size); });
    }

    /// A copy of the elements; none if they cannot be copied.
    Work roof() {
        try {
            Work copy =
                as_a_whole(engine_, [kernel = std::make_shared<const compute::Copy<std::uint32_t>>(engine_),
                                     on = &arrays()] {
                    const std::int64_t size = on->elements.size();
                    (*kernel)(on->elements.view(), on->results.view().part(0, size));
                });
            copy();
            return copy;
        } catch (const Error&) {
            return {};
        }
    }

    /// Frees the input and the output in this program's memory, and saves the state of OpenGL until the end
    /// of all runs.
    void begin_runs() {
        input_ = {};
        expected_ = {};
        operation_.emplace(engine_, "bench");
    }

private:
    PrimitiveArrays& arrays() {
        if (!arrays_)
            arrays_.emplace(input_, expected_);
        return *arrays_;
    }

    compute::Engine& engine_;
    PrimitiveInput input_;
    PrimitiveOutput expected_;
    std::optional<PrimitiveArrays> arrays_;
    std::optional<compute::Operation> operation_;
};

Group make_group(const Primitive& primitive, const Request& request, std::int64_t size) {
    compute::Engine& engine = request.machine->compute();
    const auto bench = std::make_shared<PrimitiveBench>(primitive, engine, size);
    Comparison all(request, bench, {}, [&](const VariantKey& key) -> Variant {
        const bool ours = key.by == by_scanline;
        return {.axes = {{elements_axis, size},
                         {by_axis, key.by},
                         {tier_axis, ours ? to_string(engine.tier()) : no_value},
                         {variant_axis, ours ? key.name : key.library}},
                .seed = data_seed,
                .items = size,
                .bytes = bench->bytes()};
    });
    for (const PrimitiveVariant& ours : primitive.variants)
        all.add({by_scanline, ours.name}, [&](Variant& variant) { return bench->prepare(ours, variant); });
    all.by_peers({}, [&](const Peer& peer, int /*threads*/, Variant& variant) {
        return bench->prepare(peer, std::string(primitive.name), variant);
    });
    Group group = all.group();
    group.roof = bench->roof();
    bench->begin_runs();
    return group;
}

std::vector<Axis> axes_of(const Primitive& primitive) {
    Axis sizes = axis_of_sizes();
    sizes.excludes = "--quick";
    Axis variants =
        axis_of_choices("--variant", fmt::format("ways to do it ({}, or all)", names_of(primitive.variants)),
                        primitive.variants);
    variants.values = {"auto"};
    variants.choices.emplace_back("all");
    variants.check_value = [&primitive](const std::string& name) { select_variants(primitive, {name}); };
    return {sizes, variants};
}

Experiment experiment_of(const Primitive& primitive) {
    return {.name = primitive.name,
            .title = primitive.title,
            .needs = Needs::compute,
            .axes = axes_of(primitive),
            .peers = {"cub", "cpu"},
            .plan = [&primitive](const Request& request) { return make_primitive_plan(primitive, request); },
            .figures = primitive_figures,
            .claims = primitive_claims(primitive),
            .summary =
                [](const Results& results) {
                    return "Beside the peers, whose times are by the clocks of their devices:\n\n" +
                           primitive_summary(results);
                }};
}

} // namespace

Experiments primitive_experiments() {
    const auto made = primitives() | std::views::transform(experiment_of);
    static const std::vector<Experiment> all(made.begin(), made.end());
    return all;
}

PrimitiveArrays::PrimitiveArrays(const PrimitiveInput& input, const PrimitiveOutput& expected)
    : elements(input.elements), values(input.values), flags(input.flags), offsets(input.offsets),
      results(static_cast<std::int64_t>(std::max(expected.results.size(), input.elements.size()))),
      companions(static_cast<std::int64_t>(expected.companions.size())) {}

std::vector<PrimitiveVariant> select_variants(const Primitive& primitive,
                                              const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (name != "all" && std::ranges::count(primitive.variants, name, &PrimitiveVariant::name) == 0)
            throw usage_error(fmt::format("{} has no variant {}: there are all, {}", primitive.name,
                                          printable(name), names_of(primitive.variants)));
    }
    const bool all = std::ranges::count(names, "all") > 0;
    std::vector<PrimitiveVariant> selected = primitive.variants;
    std::erase_if(selected, [&](const PrimitiveVariant& variant) {
        return !all && std::ranges::count(names, variant.name) == 0;
    });
    return selected;
}

Plan make_primitive_plan(const Primitive& primitive, const Request& request) {
    compute::Engine& engine = request.machine->compute();
    Plan plan{.experiment = std::string(primitive.name),
              .title = std::string(primitive.title),
              .roof = "copy of as many uint32 by a kernel",
              .engine = &engine,
              .by_stages = false,
              .notes =
                  fmt::format("Tier {}, {} lanes; groups {} wait for each other.\n", to_string(engine.tier()),
                              engine.lanes(), engine.chained_allowed() ? "may" : "do not")};
    Primitive selected = primitive;
    selected.variants = select_variants(primitive, request.names("--variant"));
    const std::span<const std::int64_t> usual = request.quick ? primitive.quick_sizes : primitive.sizes;
    for (const std::int64_t size :
         request.get(sizes_option, std::vector<std::int64_t>(usual.begin(), usual.end())))
        plan.groups.push_back({fmt::format("{} of {}", primitive.name, element_count(size)),
                               static_cast<double>(size) + weight_of_a_group,
                               [=] { return make_group(selected, request, size); }});
    return plan;
}

} // namespace scanline::systems
