#include "scanline/cube/cuboids.h"

#include "grouping.h"
#include "levels.h"

#include "scanline/core/error.h"

#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_map>

namespace scanline::cube {

namespace {

constexpr const char* cuboids_operation = "cube cuboids";

class Cuboids {
public:
    Cuboids(const Tree& tree, const std::vector<std::vector<int>>& sets, const Query& query,
            const cpu::Options& options)
        : tree_(tree), sets_(sets), query_(query), cancelled_(options.limits.cancelled),
          team_(cpu::threads_for(options, std::ssize(sets))), answers_(sets.size()) {
        if (!query.group_by.empty())
            throw usage_error(fmt::format("{}: the query has groups of its own: name them among the sets",
                                          cuboids_operation));
        require_top(query, tree.shape, cuboids_operation);
        std::set<int> all;
        for (std::size_t set = 0; set < sets.size(); ++set) {
            methods_.push_back(NodeSearch(tree, query.where, sets[set], cuboids_operation).method());
            all.insert(sets[set].begin(), sets[set].end());
            by_size_[sets[set].size()].push_back(set);
            numbers_.try_emplace(members_of(sets[set]), set);
        }
        dimensions_.assign(all.begin(), all.end());
    }

    std::vector<Groups> answer(PassObserver* observer) {
        {
            const StageScope stage(observer, "cells");
            CancelPoll poll(cancelled_);
            cells_ = cells_found(tree_, NodeSearch(tree_, query_.where, dimensions_, cuboids_operation),
                                 dimensions_.size(), poll);
        }
        const StageScope stage(observer, "cuboids");
        const std::vector<std::size_t>* larger = nullptr;
        for (auto size = by_size_.rbegin(); size != by_size_.rend(); ++size) {
            const std::vector<std::size_t>& sets = size->second;
            share_numbers(team_, 0, sets.size(), cancelled_,
                          [&](std::size_t i, CancelPoll& poll) { group(sets[i], poll); });
            if (larger != nullptr)
                finish(*larger);
            larger = &sets;
        }
        if (larger != nullptr)
            finish(*larger);
        return std::move(answers_);
    }

private:
    // Finds the columns of a set among these dimensions; none if one is missing.
    static std::optional<std::vector<std::size_t>> columns_in(const std::vector<int>& dimensions,
                                                              const std::vector<int>& set) {
        std::vector<std::size_t> columns;
        for (const int dimension : set) {
            const auto found = std::ranges::find(dimensions, dimension);
            if (found == dimensions.end())
                return std::nullopt;
            columns.push_back(static_cast<std::size_t>(found - dimensions.begin()));
        }
        return columns;
    }

    // A bit for each dimension.
    static std::uint32_t members_of(const std::vector<int>& set) {
        std::uint32_t members = 0;
        for (const int dimension : set)
            members |= 1u << dimension;
        return members;
    }

    void group(std::size_t number, CancelPoll& poll) {
        const std::vector<int>& set = sets_[number];
        const Groups* from = &cells_;
        std::vector<std::size_t> columns = *columns_in(dimensions_, set);
        // A set with one more dimension has few groups, and is done.
        for (const int dimension : dimensions_) {
            const std::uint32_t members = members_of(set), more = members | 1u << dimension;
            const auto larger = numbers_.find(more);
            if (more == members || larger == numbers_.end() ||
                answers_[larger->second].size() >= from->size())
                continue;
            from = &answers_[larger->second];
            columns = *columns_in(sets_[larger->second], set);
        }
        answers_[number] = regroup(*from, columns, set, tree_.shape, poll, cancelled_);
    }

    void finish(const std::vector<std::size_t>& sets) {
        for (const std::size_t set : sets) {
            keep_asked(answers_[set], query_);
            answers_[set].method = methods_[set];
        }
    }

    const Tree& tree_;
    const std::vector<std::vector<int>>& sets_;
    const Query& query_;
    const CancelHook& cancelled_;
    cpu::ThreadTeam team_;
    std::map<std::size_t, std::vector<std::size_t>> by_size_; ///< indices of sets
    std::unordered_map<std::uint32_t, std::size_t> numbers_;  ///< of the sets, by their members
    std::vector<int> dimensions_;                             ///< of all sets
    std::vector<Method> methods_;                             ///< of the answers
    Groups cells_;                                            ///< by all dimensions of the sets
    std::vector<Groups> answers_;
};

} // namespace

std::vector<Groups> cuboids(const Tree& tree, const std::vector<std::vector<int>>& sets, const Query& query,
                            const cpu::Options& options) {
    try {
        return Cuboids(tree, sets, query, options).answer(options.observer);
    } catch (const std::bad_alloc&) {
        throw Error(fmt::format("{}: not enough memory for the groups of {} sets: ask for fewer",
                                cuboids_operation, sets.size()));
    }
}

} // namespace scanline::cube
