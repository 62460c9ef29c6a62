#include "device_request.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

constexpr std::uint32_t set_bit = in_set(0);
constexpr std::uint32_t set_words = 3;

std::uint32_t greatest_of(const std::vector<std::uint32_t>& codes) {
    return codes.empty() ? 0 : *std::ranges::max_element(codes);
}

// Refuses codes and sets that do not exist.
class Conditions {
public:
    Conditions(const Shape& shape, const std::vector<std::vector<std::uint32_t>>& sets) : shape_(shape) {
        for (const std::vector<std::uint32_t>& set : sets)
            greatest_.push_back(greatest_of(set));
    }

    void require(std::size_t query, std::size_t dimension, std::uint32_t condition) const {
        const std::uint32_t cardinality = shape_.cardinalities[dimension];
        const std::uint32_t set = condition ^ set_bit;
        const auto refuse = [&](std::string_view what, std::uint32_t value, std::string_view limit,
                                std::size_t of) {
            throw usage_error(fmt::format("cube query: query {} has {} {} in dimension {}, where {} {}",
                                          query, what, value, dimension, limit, of));
        };
        if (condition == any_code)
            return;
        if (condition < set_bit && condition >= cardinality)
            refuse("code", condition, "codes are below", cardinality);
        if (condition >= set_bit && set >= greatest_.size())
            refuse("set", set, "the number of sets is", greatest_.size());
        if (condition >= set_bit && greatest_[set] >= cardinality)
            refuse("a set with code", greatest_[set], "codes are below", cardinality);
    }

private:
    const Shape& shape_;
    std::vector<std::uint32_t> greatest_; ///< code of each set
};

// Records, then the bits of each set.
void append_sets(const std::vector<std::vector<std::uint32_t>>& sets, std::vector<std::uint32_t>& words) {
    const std::size_t records = words.size();
    words.resize(records + sets.size() * set_words);
    for (std::size_t s = 0; s < sets.size(); ++s) {
        const std::size_t bits = words.size();
        const std::uint32_t greatest = greatest_of(sets[s]);
        std::uint32_t least = sets[s].empty() ? 1 : greatest; // none: above the greatest
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

} // namespace

Request make_request(const DeviceTree& tree, const DeviceQueries& queries, CancelPoll& poll) {
    const std::size_t dimensions = tree.path.size();
    if (queries.conditions.size() % dimensions != 0)
        throw usage_error(
            fmt::format("cube query: {} conditions are no multiple of the {} dimensions: give each "
                        "query one for each",
                        queries.conditions.size(), dimensions));
    for (const std::uint32_t cardinality : tree.shape.cardinalities)
        if (cardinality > set_bit)
            throw usage_error(
                fmt::format("cube query: a cardinality of {} is above {}: join codes", cardinality, set_bit));
    const Conditions conditions(tree.shape, queries.sets);
    Request request;
    const std::size_t count = queries.conditions.size() / dimensions;
    request.queries = static_cast<std::int64_t>(count);
    request.words = level_records(tree.shape, tree.path, tree.rows(), tree.first_node);
    request.words.reserve(request.words.size() + queries.conditions.size());
    for (std::size_t query = 0; query < count; ++query) {
        poll.count(static_cast<std::int64_t>(dimensions));
        bool on_path = true, prefix = true;
        std::size_t deepest = 0;
        for (std::size_t level = 1; level <= dimensions; ++level) {
            const auto dimension = static_cast<std::size_t>(tree.path[level - 1]);
            const std::uint32_t condition = queries.conditions[query * dimensions + dimension];
            conditions.require(query, dimension, condition);
            request.words.push_back(condition);
            prefix = prefix && condition < set_bit;
            on_path = on_path && (prefix || condition == any_code);
            if (condition != any_code)
                deepest = level;
        }
        if (!on_path) {
            ++request.off_path;
            request.most_nodes = std::max(request.most_nodes, tree.nodes_of(static_cast<int>(deepest)));
        }
    }
    request.sets = static_cast<std::int64_t>(request.words.size());
    append_sets(queries.sets, request.words);
    request.runs = static_cast<std::int64_t>(request.words.size());
    return request;
}

} // namespace scanline::cube
