#include "scanline/cube/device_query.h"

#include "checks.h"
#include "device_memory.h"
#include "scanline/compute/kernel.h"
#include "scanline/gl/cancellation_scope.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

inline constexpr const char* query_name = "cube query";

/// A batch of queries packed for request.glsl.
struct Request {
    std::vector<std::uint32_t> words;
    std::int64_t queries = 0, off_path = 0;
    std::int64_t sets = 0, runs = 0; ///< where they begin; the runs are beyond the words
    int condition_bits = 32;
    std::int64_t set_count = 0;
    std::int64_t max_nodes = 0; ///< that an off-path query may visit
    std::int64_t run_words() const { return queries * words_of_run; }

    static constexpr std::int64_t words_of_run = 6;
};

constexpr std::uint32_t set_bit = in_set(0);
constexpr std::uint32_t set_words = 3;

std::uint32_t greatest_of(const std::vector<std::uint32_t>& codes) {
    return codes.empty() ? 0 : *std::ranges::max_element(codes);
}

void require_cardinalities(const Shape& shape) {
    for (const std::uint32_t cardinality : shape.cardinalities)
        if (cardinality > set_bit)
            throw usage_error(fmt::format("{}: a cardinality of {} is above {}: join codes", query_name,
                                          cardinality, set_bit));
}

// Rejects codes and sets that do not exist.
class Conditions {
public:
    Conditions(const Shape& shape, const std::vector<std::vector<std::uint32_t>>& sets) : shape_(shape) {
        const std::uint32_t codes = *std::ranges::max_element(shape.cardinalities);
        for (const std::vector<std::uint32_t>& set : sets) {
            greatest_.push_back(greatest_of(set));
            if (greatest_.back() >= codes)
                throw usage_error(
                    fmt::format("{}: set {} has code {}, where codes of all dimensions are below {}",
                                query_name, greatest_.size() - 1, greatest_.back(), codes));
        }
    }

    /// condition: a set, or a code that is too large.
    void require(std::size_t query, std::size_t dimension, std::uint32_t condition) const {
        const std::uint32_t cardinality = shape_.cardinalities[dimension];
        const std::uint32_t set = condition ^ set_bit;
        const auto refuse = [&](std::string_view what, std::uint32_t value, std::string_view limit,
                                std::size_t of) {
            throw usage_error(fmt::format("{}: query {} has {} {} in dimension {}, where {} {}", query_name,
                                          query, what, value, dimension, limit, of));
        };
        if (condition < set_bit)
            refuse("code", condition, "codes are below", cardinality);
        if (set >= greatest_.size())
            refuse("set", set, "the number of sets is", greatest_.size());
        if (greatest_[set] >= cardinality)
            refuse("a set with code", greatest_[set], "codes are below", cardinality);
    }

private:
    const Shape& shape_;
    std::vector<std::uint32_t> greatest_; ///< code of each set
};

// Returns the fewest bits that hold every code, every set and one more number; see request.glsl.
int condition_bits(const Shape& shape, std::size_t sets) {
    const std::uint64_t numbers = *std::ranges::max_element(shape.cardinalities) + std::uint64_t{sets} + 1;
    return numbers <= 1 << 8 ? 8 : numbers <= 1 << 16 ? 16 : 32;
}

/// Appends numbers of 8, 16 or 32 bits to words.
class ConditionPacker {
public:
    ConditionPacker(std::vector<std::uint32_t>& words, std::size_t numbers, int bits) : bits_(bits) {
        const std::size_t first = words.size();
        words.resize(first + (numbers * static_cast<std::size_t>(bits) + 31) / 32);
        word_ = words.data() + first;
    }
    ConditionPacker(const ConditionPacker&) = delete;
    ConditionPacker& operator=(const ConditionPacker&) = delete;
    ~ConditionPacker() {
        if (used_ > 0)
            *word_ = current_;
    }

    void append(std::uint32_t number) {
        current_ |= number << used_;
        used_ += bits_;
        if (used_ == 32) {
            *word_++ = current_;
            current_ = 0;
            used_ = 0;
        }
    }

private:
    std::uint32_t *word_, current_ = 0;
    int bits_, used_ = 0;
};

// Appends the record of each set, then the bits of each.
void append_sets(const std::vector<std::vector<std::uint32_t>>& sets, std::vector<std::uint32_t>& words) {
    const std::size_t records = words.size();
    words.resize(records + sets.size() * set_words);
    for (std::size_t s = 0; s < sets.size(); ++s) {
        const std::size_t bits = words.size();
        const std::uint32_t greatest = greatest_of(sets[s]);
        std::uint32_t least = sets[s].empty() ? 1 : greatest; // empty: above the greatest
        words.resize(bits + greatest / 32 + 1);
        for (const std::uint32_t code : sets[s]) {
            words[bits + code / 32] |= 1u << code % 32;
            least = std::min(least, code);
        }
        words[records + s * set_words] = static_cast<std::uint32_t>(bits);
        words[records + s * set_words + 1] = least;
        words[records + s * set_words + 2] = greatest;
    }
}

// Also counts the off-path queries, and the most nodes that one of them may visit.
void append_conditions(const DeviceTree& tree, const DeviceQueries& queries, CancelPoll& poll,
                       Request& request) {
    const std::size_t dimensions = tree.path.size();
    const Conditions conditions(tree.shape, queries.sets);
    const std::uint32_t any = any_code >> (32 - request.condition_bits);
    std::vector<std::uint32_t> cardinalities;
    for (const int dimension : tree.path)
        cardinalities.push_back(tree.shape.cardinalities[static_cast<std::size_t>(dimension)]);
    ConditionPacker packer(request.words, queries.conditions.size(), request.condition_bits);
    for (std::size_t query = 0; query * dimensions < queries.conditions.size(); ++query) {
        poll.count(static_cast<std::int64_t>(dimensions));
        const std::uint32_t* const given = &queries.conditions[query * dimensions];
        std::size_t codes = 0, deepest = 0; // leading levels with one code; deepest level with a condition
        for (std::size_t level = 0; level < dimensions; ++level) {
            const auto dimension = static_cast<std::size_t>(tree.path[level]);
            const std::uint32_t condition = given[dimension];
            if (condition < cardinalities[level]) {
                packer.append(condition);
                codes += codes == level ? 1 : 0;
                deepest = level + 1;
            } else if (condition == any_code) {
                packer.append(any);
            } else {
                conditions.require(query, dimension, condition);
                packer.append(any - 1 - (condition ^ set_bit));
                deepest = level + 1;
            }
        }
        if (codes < deepest) {
            ++request.off_path;
            request.max_nodes = std::max(request.max_nodes, tree.nodes_of(static_cast<int>(deepest)));
        }
    }
}

/// Errors: usage for codes and sets that do not exist.
Request make_request(const DeviceTree& tree, const DeviceQueries& queries, CancelPoll& poll) {
    const std::size_t dimensions = tree.path.size();
    if (queries.conditions.size() % dimensions != 0)
        throw usage_error(fmt::format("{}: {} conditions are no multiple of the {} dimensions: give each "
                                      "query one for each",
                                      query_name, queries.conditions.size(), dimensions));
    require_cardinalities(tree.shape);
    Request request;
    request.queries = static_cast<std::int64_t>(queries.conditions.size() / dimensions);
    request.set_count = std::ssize(queries.sets);
    request.condition_bits = condition_bits(tree.shape, queries.sets.size());
    request.words = level_records(tree.shape, tree.path, tree.rows(), tree.first_node);
    append_conditions(tree, queries, poll, request);
    request.sets = std::ssize(request.words);
    append_sets(queries.sets, request.words);
    request.runs = std::ssize(request.words);
    return request;
}

constexpr int climb_group = 128;

// Nodes that a group looks at in one dispatch. A software renderer ends loops after 65,535 rounds.
std::int64_t nodes_of_part(const compute::Engine& engine) {
    constexpr std::int64_t rounds_in_software = 60'000 / (max_dimensions + 2);
    return engine.capabilities().software ? climb_group * rounds_in_software : std::int64_t{1} << 22;
}

// A dispatch with this many ends within milliseconds.
std::int64_t queries_of_dispatch(const compute::Engine& engine, std::int64_t nodes) {
    const std::int64_t max_nodes = std::int64_t{1} << (engine.capabilities().software ? 26 : 33);
    return std::max<std::int64_t>(max_nodes / std::max<std::int64_t>(nodes, 1), 1);
}

} // namespace

DeviceQueries cell_queries(const Shape& shape, std::span<const Query> queries) {
    require_cardinalities(shape);
    const std::size_t dimensions = shape.cardinalities.size();
    DeviceQueries cells;
    cells.conditions.resize(queries.size() * dimensions, any_code);
    for (std::size_t query = 0; query < queries.size(); ++query) {
        if (!queries[query].group_by.empty())
            throw usage_error(
                fmt::format("{}: query {} asks for groups: ask for their cells", query_name, query));
        for (const Condition& condition : queries[query].where) {
            require_dimension(condition.dimension, shape, query_name);
            std::vector<std::uint32_t> codes =
                require_codes(condition.dimension, condition.codes, shape, query_name);
            std::uint32_t& cell =
                cells.conditions[query * dimensions + static_cast<std::size_t>(condition.dimension)];
            if (cell != any_code)
                throw usage_error(fmt::format("{}: query {} names dimension {} twice: join its codes",
                                              query_name, query, condition.dimension));
            cell = codes.size() == 1 ? codes.front() : in_set(static_cast<std::uint32_t>(cells.sets.size()));
            if (codes.size() != 1)
                cells.sets.push_back(std::move(codes));
        }
    }
    return cells;
}

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
                           at_once = queries_of_dispatch(engine, std::min(part, request.max_nodes));
        for (std::int64_t first = 0; first < request.queries; first += at_once) {
            for (std::int64_t begin = 0; begin < request.max_nodes; begin += part) {
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
        const std::vector<std::uint32_t> words = engine.download(cells);
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
    : parts_(make_pimpl<const Parts>(engine, shape)) {}

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
