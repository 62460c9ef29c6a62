#pragma once
#include "explorer/data.h"
#include "scanline/cube/query.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// Codes of a dimension that are selected; none for all.
using Selected = std::optional<std::vector<std::uint32_t>>;

/// What the user looks at: a selection, and the node that has been drilled into.
struct ExplorerChoice {
    std::vector<Selected> selected;   ///< [dimension]; codes ascending
    std::vector<std::uint32_t> drill; ///< codes of the first levels

    bool has_selection() const;
    bool operator==(const ExplorerChoice&) const = default;
};

/// Reads Setup::select and drill. Errors: those of cube::parse_question(); usage for groups and clauses, and
/// for a drill that the tree's path does not begin with; unless `whole`, it is cut there instead, since
/// another path may have been chosen.
ExplorerChoice parse_choice(const ExplorerData& data, const ExplorerSetup& setup, bool whole = true);
/// The texts that parse_choice() reads.
std::string select_text(const ExplorerData& data, const std::vector<Selected>& selected);
std::string drill_text(const ExplorerData& data, const std::vector<std::uint32_t>& drill);

/// The selection within the node: each dimension of the drill has its value alone, or none.
std::vector<Selected> selected_in_node(const ExplorerData& data, const ExplorerChoice& choice);
/// The values of the node's level below, of the rows in both selection and node.
cube::Query query_of(const ExplorerData& data, const ExplorerChoice& choice);
/// Returns the command that answers the query, `scanline cube query sales.cube 'city=Oslo, product=*'`; for a
/// file, behind the command that builds its cube.
std::vector<std::string> commands_of(const ExplorerData& data, const cube::Query& query);

/// Toggles a code of `codes`. An empty or complete selection becomes none.
Selected toggled(const Selected& selected, std::uint32_t code, std::size_t codes);

} // namespace scanline::view
