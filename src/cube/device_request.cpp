#include "device_request.h"
#include "checks.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

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
            request.most_nodes = std::max(request.most_nodes, tree.nodes_of(static_cast<int>(deepest)));
        }
    }
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

} // namespace scanline::cube
