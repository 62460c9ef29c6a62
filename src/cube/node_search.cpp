#include "node_search.h"

namespace scanline::cube {

NodeSearch::NodeSearch(const Tree& tree, const std::vector<Condition>& where,
                       const std::vector<int>& group_by, const char* what)
    : tree_(tree), asked_(query_levels(tree.shape, tree.path, where, group_by, what)),
      leading_(leading_levels(asked_)), groups_(group_by.size()) {
    highest_ = leading_ + 1;
    while (highest_ < level() && !asked_[highest_ - 1].asked())
        ++highest_;
}

Method NodeSearch::method() const {
    if (nodes_are_cells(asked_))
        return Method::path;
    Unwatched unwatched;
    return by_side_links(descend(unwatched)) ? Method::side_links : Method::scan;
}

// Visiting the nodes is faster than searching the side links of more codes than there are nodes.
bool NodeSearch::by_side_links(const Nodes& below) const {
    return level() > leading_ && asked_.back().condition &&
           asked_.back().codes.size() < below.last - below.first;
}

std::optional<std::uint32_t> NodeSearch::linked_code() const {
    if (leading_ > 0 || level() == 0 || asked_.back().codes.size() != 1)
        return std::nullopt;
    Unwatched unwatched;
    return by_side_links(descend(unwatched)) ? std::optional(asked_.back().codes.front()) : std::nullopt;
}

std::span<const std::uint32_t> NodeSearch::links_of(std::uint32_t code, const Nodes& below) const {
    const Level& level = tree_.levels[asked_.size()];
    const auto begin = level.side_link.begin() + level.header_first[code],
               end = level.side_link.begin() + level.header_first[code + 1];
    return {std::lower_bound(begin, end, below.first), std::lower_bound(begin, end, below.last)};
}

} // namespace scanline::cube
