#include "scanline/cube/device_query.h"

#include "device_request.h"

#include "scanline/compute/kernel.h"
#include "scanline/gl/cancellation_scope.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

constexpr int climb_group = 128;

// Nodes that a group looks at in one dispatch. A software renderer ends loops after 65,535 rounds.
std::int64_t nodes_of_part(const compute::Engine& engine) {
    constexpr std::int64_t rounds_in_software = 60'000 / (max_dimensions + 2);
    return engine.capabilities().software ? climb_group * rounds_in_software : std::int64_t{1} << 22;
}

// A dispatch with this many ends within milliseconds.
std::int64_t queries_of_dispatch(const compute::Engine& engine, std::int64_t nodes) {
    const std::int64_t most_nodes = std::int64_t{1} << (engine.capabilities().software ? 26 : 33);
    return std::max<std::int64_t>(most_nodes / std::max<std::int64_t>(nodes, 1), 1);
}

} // namespace

struct DeviceQuery::Parts {
    Parts(compute::Engine& on, const Shape& of)
        : engine(on), shape(of), locate(on, "cube/locate", {}, 1, 64),
          answers(on, "cube/answers", measure_constants(of), 1),
          climb(on, "cube/climb", climb_group, 1, measure_constants(of)) {}

    compute::Engine& engine;
    Shape shape;
    compute::ElementwiseKernel locate, answers;
    compute::Kernel climb;

    std::int64_t cell_words() const { return 1 + 2 * static_cast<std::int64_t>(shape.folds.size()); }

    std::vector<compute::Kernel::Uniform> uniforms(const Request& request, std::int64_t first_query) const {
        return {word(levels_of(shape)), word(request.sets),           word(request.runs),
                word(first_query),      word(request.condition_bits), word(request.set_count)};
    }

    void find(const DeviceTree& tree, const Request& request, Words words, Words cells) const {
        const WholeStage stage(engine, "locate");
        locate.run(request.queries,
                   {.pass = "locate",
                    .bindings = {{"request", words.range()},
                                 {"keys", tree.key.range()},
                                 {"first-children", tree.first_child.range()},
                                 {"headers", tree.header_first.range()},
                                 {"side-links", tree.side_link.range()},
                                 {"runs", words.part(request.runs, request.run_words()).range()}},
                    .uniforms = uniforms(request, 0)});
        std::vector<compute::Kernel::Uniform> numbers = uniforms(request, 0);
        numbers.emplace_back(word(tree.nodes()));
        answers.run(request.queries, {.pass = "answers",
                                      .bindings = {{"request", words.range()},
                                                   {"counts", tree.count.range()},
                                                   {"values", tree.values.range()},
                                                   {"cells", cells.range()}},
                                      .uniforms = std::move(numbers)});
    }

    void climb_runs(const DeviceTree& tree, const Request& request, Words words, Words cells) const {
        const WholeStage stage(engine, "climb");
        const std::int64_t part = nodes_of_part(engine),
                           at_once = queries_of_dispatch(engine, std::min(part, request.most_nodes));
        for (std::int64_t first = 0; first < request.queries; first += at_once) {
            for (std::int64_t begin = 0; begin < request.most_nodes; begin += part) {
                std::vector<compute::Kernel::Uniform> numbers = uniforms(request, first);
                for (const std::int64_t number : {tree.nodes(), begin, part})
                    numbers.emplace_back(word(number));
                climb.run(engine, std::min(at_once, request.queries - first),
                          {.pass = "climb",
                           .bindings = {{"request", words.range()},
                                        {"keys", tree.key.range()},
                                        {"parents", tree.parent.range()},
                                        {"side-links", tree.side_link.range()},
                                        {"counts", tree.count.range()},
                                        {"values", tree.values.range()},
                                        {"cells", cells.range()}},
                           .uniforms = std::move(numbers)});
            }
        }
    }

    DeviceCells download(const Request& request, Words cells) const {
        const std::vector<std::uint32_t> words = compute::download(cells);
        const auto queries = static_cast<std::size_t>(request.queries);
        DeviceCells found;
        found.off_path = request.off_path;
        found.count.resize(queries);
        found.values.assign(shape.folds.size(), std::vector<std::int64_t>(queries));
        auto word = words.begin();
        for (std::size_t query = 0; query < queries; ++query) {
            found.count[query] = *word++;
            for (std::vector<std::int64_t>& values : found.values) {
                values[query] = static_cast<std::int64_t>(std::uint64_t{word[1]} << 32 | word[0]);
                word += 2;
            }
        }
        return found;
    }

    DeviceCells answer(const DeviceTree& tree, const Request& request) const {
        compute::Operation operation(engine, query_name);
        const std::int64_t request_words = request.runs + request.run_words(),
                           result_words = request.queries * cell_words();
        operation.require_fits({0, 0, request_words, compute::ElementType::uint32}, "request");
        operation.require_fits({0, 0, result_words, compute::ElementType::uint32}, "array of cells");
        const Words words = operation.scratch().take<std::uint32_t>(request_words),
                    cells = operation.scratch().take<std::uint32_t>(result_words);
        {
            const WholeStage stage(engine, "upload");
            engine.upload<std::uint32_t>(words.part(0, request.runs), request.words);
        }
        find(tree, request, words, cells);
        if (request.off_path > 0)
            climb_runs(tree, request, words, cells);
        const WholeStage stage(engine, "download");
        return download(request, cells);
    }
};

DeviceQuery::DeviceQuery(compute::Engine& engine, const Shape& shape)
    : parts_(make_hidden<const Parts>(engine, shape)) {}

DeviceCells DeviceQuery::operator()(const DeviceTree& tree, const DeviceQueries& queries,
                                    const CallLimits& limits) const {
    const Parts& parts = *parts_;
    require_shape_of(tree, parts.shape, query_name);
    const gl::CancellationScope cancellation(parts.engine, limits.cancelled);
    CancelPoll poll(limits.cancelled);
    const Request request = make_request(tree, queries, poll);
    if (request.queries == 0)
        return {{}, std::vector<std::vector<std::int64_t>>(parts.shape.folds.size())};
    return parts.answer(tree, request);
}

} // namespace scanline::cube
