#pragma once
#include "kit/job.h"
#include "scanline/cube/query.h"
#include "scanline/cube/question.h"
#include "scanline/machine/machine.h"
#include "scenes/explorer/data.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::explorer {

/// Codes of a dimension that are selected; none for all.
using Selected = std::optional<std::vector<std::uint32_t>>;

/// What the user looks at: a selection, and the node that has been drilled into.
struct Choice {
    std::vector<Selected> selected;   ///< [dimension]; codes ascending
    std::vector<std::uint32_t> drill; ///< codes of the first levels

    bool has_selection() const;
    bool operator==(const Choice&) const = default;
};

/// Reads Setup::select and drill. Errors: those of cube::parse_question(); usage for groups and clauses, and
/// for a drill that the tree's path does not begin with; unless `whole`, it is cut there instead, since
/// another path may have been chosen.
Choice parse_choice(const Data& data, const Setup& setup, bool whole = true);
/// The texts that parse_choice() reads.
std::string select_text(const Data& data, const std::vector<Selected>& selected);
std::string drill_text(const Data& data, const std::vector<std::uint32_t>& drill);

/// The selection within the node: each dimension of the drill has its value alone, or none.
std::vector<Selected> selected_in_node(const Data& data, const Choice& choice);
/// The values of the node's level below, of the rows in both selection and node.
cube::Query query_of(const Data& data, const Choice& choice);
/// Returns the command that answers the query, `scanline cube query sales.cube 'city=Oslo, product=*'`; for a
/// file, after the command that builds its cube.
std::vector<std::string> commands_of(const Data& data, const cube::Query& query);

/// Toggles a code of `codes`. An empty or complete selection becomes none.
Selected toggled(const Selected& selected, std::uint32_t code, std::size_t codes);

/// What the widths of nodes show of the selection, [level][node]; empty if nothing is selected.
using SelectedWeights = std::vector<std::vector<double>>;

/// The CPU's answer to a choice.
struct Answer {
    static constexpr std::size_t max_rows = 200;

    cube::Query query;
    cube::Method method = cube::Method::path;
    double milliseconds = 0;           ///< of the query
    std::int64_t count = 0;            ///< its rows
    cube::Aggregated measured{};       ///< of all of them
    std::vector<std::uint32_t> rows{}; ///< the first of them
    cube::AnswerTable table{};         ///< these rows, as they are in the file
    SelectedWeights selected{};
    std::vector<std::string> commands{}; ///< see commands_of()
    int number = 0;                      ///< of the answers so far
};
/// Errors: failure if out of memory; Cancelled.
Answer answer_choice(const Data& data, const Choice& choice, const Clock& clock, const CancelHook& cancelled);

/// The same cell and the same bars on the GPU, compared with the CPU's.
struct Check : GpuComparison {
    double cell_cpu = 0, cell_gpu = 0; ///< milliseconds for the cell
    double bars_gpu = 0;               ///< for all bars
};
/// bars: what the CPU's histograms count. Errors: those of DeviceQuery and DeviceHistograms; Cancelled.
Check check_choice(machine::Machine& machine, const Data& data, const Choice& choice,
                   const std::vector<cube::Histogram>& bars, const CancelHook& cancelled);

} // namespace scanline::view::explorer
