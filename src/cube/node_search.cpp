#include "node_search.h"

namespace scanline::cube {

NodeSearch::NodeSearch(const Tree& tree, const std::vector<Condition>& where,
                       const std::vector<int>& group_by, const char* what)
    : tree_(tree), asked_(asked_levels(tree.shape, tree.path, where, group_by, what)),
      leading_(leading_levels(asked_)), groups_(group_by.size()) {
    highest_ = leading_ + 1;
    while (highest_ < level() && !asked_[highest_ - 1].asked())
        ++highest_;
}

Method NodeSearch::method() const {
    if (nodes_are_cells(asked_))
        return Method::path;
    return by_side_links(descend()) ? Method::side_links : Method::scan;
}

// The nodes of the deepest level that are below the leading codes.
NodeSearch::Nodes NodeSearch::descend() const {
    std::uint32_t node = 0;
    for (std::size_t level = 0; level < leading_; ++level) {
        const std::vector<std::uint32_t>&keys = tree_.levels[level + 1].key,
              &first_child = tree_.levels[level].first_child;
        const auto begin = keys.begin() + first_child[node], end = keys.begin() + first_child[node + 1],
                   found = std::lower_bound(begin, end, asked_[level].codes.front());
        if (found == end || *found != asked_[level].codes.front())
            return {0, 0};
        node = static_cast<std::uint32_t>(found - keys.begin());
    }
    Nodes below{node, node + 1};
    for (std::size_t level = leading_; level < asked_.size(); ++level)
        below = {tree_.levels[level].first_child[below.first], tree_.levels[level].first_child[below.last]};
    return below;
}

// Searching the side links of more codes than there are nodes would take longer than looking at these.
bool NodeSearch::by_side_links(const Nodes& below) const {
    return level() > leading_ && asked_.back().condition &&
           asked_.back().codes.size() < below.last - below.first;
}

std::span<const std::uint32_t> NodeSearch::links_of(std::uint32_t code, const Nodes& below) const {
    const Level& level = tree_.levels[asked_.size()];
    const auto begin = level.side_link.begin() + level.header_first[code],
               end = level.side_link.begin() + level.header_first[code + 1];
    return {std::lower_bound(begin, end, below.first), std::lower_bound(begin, end, below.last)};
}

// Reads the codes of groups on the way up; returns whether all conditions are met.
bool NodeSearch::climb(std::uint32_t node, std::vector<std::uint32_t>& codes) const {
    for (std::size_t level = asked_.size(); level >= highest_; --level) {
        const AskedLevel& asked = asked_[level - 1];
        const std::uint32_t code = tree_.levels[level].key[node];
        if (!asked.allows(code))
            return false;
        if (asked.group)
            codes[*asked.group] = code;
        node = tree_.levels[level].parent[node];
    }
    return true;
}

} // namespace scanline::cube
