#pragma once
#include "levels.h"

#include "scanline/core/cancellation.h"

#include <algorithm>

namespace scanline::cube {

/// Observes a search; this one ignores it. See trace_query().
struct Unwatched {
    void compared(std::uint32_t /*node*/) {}
    /// Called after a binary search.
    void descended(std::size_t /*level*/, std::uint32_t /*node*/, bool /*met*/) {}
    /// Called after a climb.
    void looked(std::uint32_t /*node*/, bool /*met*/) {}
};

/// Finds the nodes that meet all conditions, on the deepest level that a condition or a group names. Does not
/// own the tree. Errors: see answer(); `what` prefixes messages.
///
///     NodeSearch(tree, {{0, {2}}}, {3}, what).for_each(poll, [](std::uint32_t node, auto codes) { ... });
class NodeSearch {
public:
    NodeSearch(const Tree& tree, const std::vector<Condition>& where, const std::vector<int>& group_by,
               const char* what);

    Method method() const;
    /// The level of the nodes; 0 without conditions and groups.
    std::size_t level() const { return asked_.size(); }
    /// The conditions and groups on levels 1, 2 ... down to level().
    const std::vector<QueryLevel>& asked() const { return asked_; }

    /// The code whose side links are all looked at; none if they are those of several codes, or only some.
    std::optional<std::uint32_t> linked_code() const;
    std::span<const std::uint32_t> links_of(std::uint32_t code) const {
        return links_of(code, {0, static_cast<std::uint32_t>(tree_.levels[level()].size())});
    }

    /// Calls visit(node, codes) with the node's code for each group; the next call overwrites codes.
    template <class Visit, class Watch = Unwatched>
    void for_each(CancelPoll& poll, Visit visit, Watch&& watch = {}) const {
        const Nodes below = descend(watch);
        std::vector<std::uint32_t> codes(groups_);
        for (std::size_t level = 0; level < leading_; ++level)
            if (asked_[level].group)
                codes[*asked_[level].group] = asked_[level].codes.front();
        const auto look_at = [&](std::uint32_t node) {
            poll.count(static_cast<std::int64_t>(level() + 2 - highest_));
            const bool met = climb(node, codes, watch);
            watch.looked(node, met);
            if (met)
                visit(node, codes);
        };
        if (!by_side_links(below)) {
            for (std::uint32_t node = below.first; node < below.last; ++node)
                look_at(node);
            return;
        }
        for (const std::uint32_t code : asked_.back().codes)
            for (const std::uint32_t node : links_of(code, below))
                look_at(node);
    }

private:
    struct Nodes {
        std::uint32_t first, last;
    };

    /// Finds the nodes of the deepest level below the leading codes.
    template <class Watch>
    Nodes descend(Watch& watch) const {
        std::uint32_t node = 0;
        for (std::size_t level = 0; level < leading_; ++level) {
            const std::vector<std::uint32_t>&keys = tree_.levels[level + 1].key,
                  &first_child = tree_.levels[level].first_child;
            const std::uint32_t code = asked_[level].codes.front();
            const auto is_less = [&](const std::uint32_t& key, std::uint32_t wanted) {
                watch.compared(static_cast<std::uint32_t>(&key - keys.data()));
                return key < wanted;
            };
            const auto begin = keys.begin() + first_child[node], end = keys.begin() + first_child[node + 1],
                       found = std::lower_bound(begin, end, code, is_less);
            const bool met = found != end && *found == code;
            node = static_cast<std::uint32_t>(found - keys.begin());
            watch.descended(level + 1, node, met);
            if (!met)
                return {0, 0};
        }
        Nodes below{node, node + 1};
        for (std::size_t level = leading_; level < asked_.size(); ++level)
            below = {tree_.levels[level].first_child[below.first],
                     tree_.levels[level].first_child[below.last]};
        return below;
    }
    bool by_side_links(const Nodes& below) const;
    std::span<const std::uint32_t> links_of(std::uint32_t code, const Nodes& below) const;
    /// Reads the codes of groups on the way up; returns whether all conditions are met.
    template <class Watch>
    bool climb(std::uint32_t node, std::vector<std::uint32_t>& codes, Watch& watch) const {
        for (std::size_t level = asked_.size(); level >= highest_; --level) {
            const QueryLevel& asked = asked_[level - 1];
            const std::uint32_t code = tree_.levels[level].key[node];
            watch.compared(node);
            if (!asked.allows(code))
                return false;
            if (asked.group)
                codes[*asked.group] = code;
            node = tree_.levels[level].parent[node];
        }
        return true;
    }

    const Tree& tree_;
    std::vector<QueryLevel> asked_;
    std::size_t leading_;
    std::size_t highest_ = 1; ///< first level after these that the query names
    std::size_t groups_;
};

} // namespace scanline::cube
