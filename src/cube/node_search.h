#pragma once
#include "asked_levels.h"

#include "scanline/core/cancellation.h"

#include <algorithm>

namespace scanline::cube {

/// The nodes of the deepest level asked for, by a condition or a group, whose rows meet all conditions. The
/// tree is not owned. Errors: see answer(); `what` starts their messages.
///
///     NodeSearch(tree, {{0, {2}}}, {3}, what).for_each(poll, [](std::uint32_t node, auto codes) { ... });
class NodeSearch {
public:
    NodeSearch(const Tree& tree, const std::vector<Condition>& where, const std::vector<int>& group_by,
               const char* what);

    Method method() const;
    /// The level of the nodes; 0 if nothing is asked for.
    std::size_t level() const { return asked_.size(); }

    /// Calls visit(node, codes): codes has the node's code for each group, and is overwritten by the next.
    template <class Visit>
    void for_each(CancelPoll& poll, Visit visit) const {
        const Nodes below = descend();
        std::vector<std::uint32_t> codes(groups_);
        for (std::size_t level = 0; level < leading_; ++level)
            if (asked_[level].group)
                codes[*asked_[level].group] = asked_[level].codes.front();
        const auto look_at = [&](std::uint32_t node) {
            poll.count(static_cast<std::int64_t>(level() + 2 - highest_));
            if (climb(node, codes))
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

    Nodes descend() const;
    bool by_side_links(const Nodes& below) const;
    std::span<const std::uint32_t> links_of(std::uint32_t code, const Nodes& below) const;
    bool climb(std::uint32_t node, std::vector<std::uint32_t>& codes) const;

    const Tree& tree_;
    std::vector<AskedLevel> asked_;
    std::size_t leading_;
    std::size_t highest_ = 1; ///< first level asked for behind these
    std::size_t groups_;
};

} // namespace scanline::cube
