#include "scanline/machine/machine.h"
#include "scanline/systems/primitive.h"

#include <fmt/format.h>

namespace scanline::bench {

namespace {

Plan plan_of(const Primitive& primitive, const Request& request) {
    compute::Engine& engine = request.machine->compute();
    const std::vector<std::int64_t> sizes = request.numbers<std::int64_t>("--sizes");
    PrimitiveSelection selection{.sizes = !sizes.empty()  ? sizes
                                          : request.quick ? primitive.quick_sizes
                                                          : primitive.sizes,
                                 .variants = select_variants(primitive, request.names("--variant")),
                                 .peers = request.peers};
    Plan plan = make_primitive_plan(primitive, engine, selection);
    plan.notes = fmt::format("Tier {}, {} lanes; groups {} wait for each other.\n", to_string(engine.tier()),
                             engine.lanes(), engine.chained_allowed() ? "may" : "do not");
    return plan;
}

std::string summary(const Results& results) {
    return "Beside the peers, whose times are by the clocks of their devices:\n\n" +
           primitive_summary(results);
}

std::vector<Axis> axes_of(const Primitive& primitive) {
    Axis sizes = axis_of_sizes();
    sizes.excludes = "--quick";
    Axis variants{.option = "--variant", .text = "ways to do it (", .values = {"auto"}, .several = true};
    for (const PrimitiveVariant& variant : primitive.variants) {
        variants.text += variant.name + ", ";
        variants.choices.push_back(variant.name);
    }
    variants.text += "or all)";
    variants.choices.emplace_back("all");
    variants.check_value = [&primitive](const std::string& name) { select_variants(primitive, {name}); };
    return {sizes, variants};
}

} // namespace

Experiments primitive_experiments() {
    static const std::vector<Experiment> all = [] {
        std::vector<Experiment> made;
        for (const Primitive& primitive : primitives())
            made.push_back(
                {.name = primitive.name,
                 .title = primitive.title,
                 .needs = Needs::compute,
                 .axes = axes_of(primitive),
                 .peers = {"cub", "cpu"},
                 .plan = [&primitive](const Request& request) { return plan_of(primitive, request); },
                 .figures = primitive_figures,
                 .claims =
                     [&primitive](const Results& results) { return primitive_claims(primitive, results); },
                 .summary = summary});
        return made;
    }();
    return all;
}

} // namespace scanline::bench
