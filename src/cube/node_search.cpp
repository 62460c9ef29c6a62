#include "node_search.h"

#include "checks.h"

#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::cube {

NodeSearch::NodeSearch(const Tree& tree, const std::vector<Condition>& where,
                       const std::vector<int>& group_by, const char* what)
    : tree_(tree), asked_(tree.path.size()), groups_(group_by.size()) {
    const auto asked_of = [&](int dimension) -> Asked& {
        require_dimension(dimension, tree.shape, what);
        return asked_[static_cast<std::size_t>(std::ranges::find(tree.path, dimension) - tree.path.begin())];
    };
    for (const Condition& condition : where) {
        Asked& asked = asked_of(condition.dimension);
        if (asked.condition)
            throw usage_error(fmt::format("{}: dimension {} has two conditions: name all of its codes in one",
                                          what, condition.dimension));
        asked.condition = true;
        asked.codes = require_codes(condition.dimension, condition.codes, tree.shape, what);
    }
    for (std::size_t group = 0; group < groups_; ++group) {
        Asked& asked = asked_of(group_by[group]);
        if (asked.group)
            throw usage_error(
                fmt::format("{}: dimension {} is grouped by twice: name it once", what, group_by[group]));
        asked.group = group;
    }
    while (!asked_.empty() && !asked_.back().asked())
        asked_.pop_back();
    while (leading_ < level() && asked_[leading_].codes.size() == 1)
        ++leading_;
    highest_ = leading_ + 1;
    while (highest_ < level() && !asked_[highest_ - 1].asked())
        ++highest_;
}

Method NodeSearch::method() const {
    const bool cells = std::all_of(asked_.begin() + static_cast<std::ptrdiff_t>(leading_), asked_.end(),
                                   [](const Asked& asked) { return asked.group && !asked.condition; });
    if (cells)
        return Method::path;
    Unwatched unwatched;
    return by_side_links(descend(unwatched)) ? Method::side_links : Method::scan;
}

bool NodeSearch::Asked::allows(std::uint32_t code) const {
    if (!condition)
        return true;
    if (codes.empty() || code < codes.front() || code > codes.back())
        return false;
    return codes.back() - codes.front() == codes.size() - 1 || std::ranges::binary_search(codes, code);
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

} // namespace scanline::cube
