#include "scanline/systems/primitive.h"

#include "scanline/bench/axes.h"
#include "scanline/bench/wording.h"

#include "scanline/compute/copy.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace scanline::bench {

namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t poison = 0xdead'beef;
constexpr double weight_of_a_group = 1 << 20; ///< what each takes at least, in elements

std::int64_t bytes_of(const PrimitiveInput& input, const PrimitiveOutput& output) {
    std::size_t words = 0;
    for (const Words* array :
         {&input.elements, &input.values, &input.flags, &input.offsets, &output.results, &output.companions})
        words += array->size();
    return static_cast<std::int64_t>(words) * word_bytes;
}

// Empty where both are the same.
std::string difference(std::string_view what, const Words& got, const Words& expected) {
    const auto [wrong, right] = std::ranges::mismatch(got, expected);
    if (wrong == got.end())
        return {};
    const auto index = static_cast<std::size_t>(wrong - got.begin());
    std::size_t count = 0;
    for (std::size_t i = index; i < got.size(); ++i)
        count += static_cast<std::size_t>(got[i] != expected[i]);
    return fmt::format("{}{} {} is {}, not {}; {} of {} differ", wrong_result, what, index, *wrong, *right,
                       count, got.size());
}

/// output(which, size): the first words of an output.
template <class Output>
std::string difference(const PrimitiveOutput& expected, Output output) {
    std::string text =
        difference("element", output(SCANLINE_PEER_RESULTS, expected.results.size()), expected.results);
    if (text.empty())
        text = difference("companion", output(SCANLINE_PEER_COMPANIONS, expected.companions.size()),
                          expected.companions);
    return text;
}

// One stage, in place of the work's own, and no observer inside, whose calls would count.
Work as_a_whole(compute::Engine& engine, Work work) {
    return [&engine, work = std::move(work)] {
        const StageScope whole(engine.observer(), whole_stage);
        const ObserverScope quiet(engine, nullptr);
        work();
    };
}

// What the work of a group runs on.
class PrimitiveBench {
public:
    PrimitiveBench(const Primitive& primitive, compute::Engine& engine, std::int64_t size)
        : engine_(engine), input_(primitive.input(size)), expected_(primitive.expected(input_)) {}

    std::int64_t bytes() const { return bytes_of(input_, expected_); }

    Work prepare(const PrimitiveVariant& variant) {
        return as_a_whole(engine_, variant.prepare(engine_, arrays()));
    }
    /// What is wrong with the result of the work; empty where nothing is.
    std::string verify(const Work& work) {
        for (compute::DeviceArray<std::uint32_t>* array : {&arrays().results, &arrays().companions})
            compute::upload<std::uint32_t>(array->view(),
                                           Words(static_cast<std::size_t>(array->size()), poison));
        work();
        return difference(expected_, [this](ScanlinePeerOutput which, std::size_t size) {
            auto& array = which == SCANLINE_PEER_RESULTS ? arrays().results : arrays().companions;
            return compute::download(array.view().part(0, static_cast<std::int64_t>(size)));
        });
    }

    /// A copy of the elements; none where they cannot be copied.
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

    TimedWork prepare(const Peer& peer, std::string_view operation) {
        const PeerCase work{.operation = std::string(operation),
                            .arrays = {peer_array("elements", std::span(input_.elements)),
                                       peer_array("values", std::span(input_.values)),
                                       peer_array("flags", std::span(input_.flags)),
                                       peer_array("offsets", std::span(input_.offsets))}};
        tasks_.push_back(std::make_unique<const Peer::Task>(peer.open(work)));
        return [task = tasks_.back().get()] { return task->run(); };
    }
    std::string verify(const TimedWork& work) {
        work();
        return difference(expected_, [this](ScanlinePeerOutput which, std::size_t size) {
            return tasks_.back()->output(which, size);
        });
    }

    /// Nothing of the input and the output is needed in this program's memory any more; and from now on the
    /// state of OpenGL is saved, until the end of all runs.
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
    std::vector<std::unique_ptr<const Peer::Task>> tasks_;
    std::optional<compute::Operation> operation_;
};

// Tries the work, which sets it or the reason why there is none.
template <class Prepared, class Prepare>
void try_out(PrimitiveBench& bench, Variant& variant, Prepared& to, Prepare prepare) {
    try {
        Prepared work = prepare();
        variant.skipped = bench.verify(work);
        if (variant.skipped.empty())
            to = std::move(work);
    } catch (const Error& error) {
        variant.skipped = error.what();
    }
}

Group make_group(const Primitive& primitive, compute::Engine& engine, const PrimitiveSelection& selection,
                 std::int64_t size) {
    const auto bench = std::make_shared<PrimitiveBench>(primitive, engine, size);
    Variant common;
    common.seed = primitive_seed;
    common.items = size;
    common.bytes = bench->bytes();
    const auto stands_at = [&](std::string_view by, std::string_view tier, const std::string& variant) {
        Variant made = common;
        made.axes = {{std::string(elements_axis), std::to_string(size)},
                     {std::string(by_axis), std::string(by)},
                     {std::string(tier_axis), std::string(tier)},
                     {std::string(variant_axis), variant}};
        return made;
    };
    Group group;
    for (const PrimitiveVariant& variant : selection.variants) {
        Variant ours = stands_at(by_scanline, to_string(engine.tier()), variant.name);
        try_out(*bench, ours, ours.work, [&] { return bench->prepare(variant); });
        group.variants.push_back(std::move(ours));
    }
    for (const Peer& peer : selection.peers) {
        Variant theirs = stands_at(peer.name(), no_value, peer.description());
        try_out(*bench, theirs, theirs.timed, [&] { return bench->prepare(peer, primitive.name); });
        group.variants.push_back(std::move(theirs));
    }
    group.roof = bench->roof();
    bench->begin_runs();
    group.resources = bench;
    return group;
}

} // namespace

PrimitiveArrays::PrimitiveArrays(const PrimitiveInput& input, const PrimitiveOutput& expected)
    : elements(input.elements), values(input.values), flags(input.flags), offsets(input.offsets),
      results(static_cast<std::int64_t>(std::max(expected.results.size(), input.elements.size()))),
      companions(static_cast<std::int64_t>(expected.companions.size())) {}

std::vector<PrimitiveVariant> select_variants(const Primitive& primitive,
                                              const std::vector<std::string>& names) {
    std::string known = "all";
    for (const PrimitiveVariant& variant : primitive.variants)
        known += ", " + variant.name;
    for (const std::string& name : names) {
        if (name != "all" && std::ranges::count(primitive.variants, name, &PrimitiveVariant::name) == 0)
            throw usage_error(
                fmt::format("{} has no variant {}: there are {}", primitive.name, printable(name), known));
    }
    std::vector<PrimitiveVariant> selected;
    std::ranges::copy_if(primitive.variants, std::back_inserter(selected),
                         [&](const PrimitiveVariant& variant) {
                             return std::ranges::any_of(names, [&variant](const std::string& name) {
                                 return name == "all" || name == variant.name;
                             });
                         });
    return selected;
}

Plan make_primitive_plan(const Primitive& primitive, compute::Engine& engine,
                         const PrimitiveSelection& selection) {
    Plan plan;
    plan.experiment = primitive.name;
    plan.title = primitive.title;
    plan.roof = "copy of as many uint32 by a kernel";
    plan.engine = &engine;
    plan.by_stages = false;
    for (const std::int64_t size : selection.sizes)
        plan.groups.push_back({fmt::format("{} of {}", primitive.name, element_count(size)),
                               static_cast<double>(size) + weight_of_a_group,
                               [&engine, primitive, selection, size] {
                                   return make_group(primitive, engine, selection, size);
                               }});
    return plan;
}

} // namespace scanline::bench
