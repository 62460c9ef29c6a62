#pragma once
#include "explorer/icicle.h"
#include "kit/job.h"
#include "scanline/cube/question.h"
#include "scanline/machine/machine.h"

#include <memory>
#include <string>
#include <vector>

namespace scanline::view {

/// The CPU's answer to a choice.
struct ExplorerAnswer {
    static constexpr std::size_t most_rows = 200;

    cube::Query query;
    cube::Method method = cube::Method::path;
    double milliseconds = 0;           ///< of the query
    std::int64_t count = 0;            ///< rows behind it
    cube::Aggregated measured{};       ///< of all of them
    std::vector<std::uint32_t> rows{}; ///< the first of them
    cube::AnswerTable table{};         ///< these rows
    SelectedWeights selected{};
};
/// Errors: failure if out of memory; Cancelled.
ExplorerAnswer answer_choice(const ExplorerData& data, const ExplorerChoice& choice, const Clock& clock,
                             const CancelHook& cancelled);

/// The same cell and the same bars on the GPU, compared with the CPU's.
struct ExplorerCheck : GpuComparison {
    double cell_cpu = 0, cell_gpu = 0; ///< milliseconds for the cell
    double bars_gpu = 0;               ///< for all bars
};
/// bars: what the CPU's histograms count. Errors: those of DeviceQuery and DeviceHistograms; Cancelled.
ExplorerCheck check_choice(machine::Machine& machine, const ExplorerData& data, const ExplorerChoice& choice,
                           const std::vector<cube::Histogram>& bars, const CancelHook& cancelled);

} // namespace scanline::view
