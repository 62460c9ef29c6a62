#pragma once
#include "kit/look.h"
#include "kit/widgets.h"
#include "kit/worker.h"

#include <span>
#include <string>
#include <utility>

namespace scanline::view {

/// A section's controls of work that takes long: a button that starts it, or while it runs a bar and a button
/// that stops it. wanted: whether it is to run; returns true if it is to run once more. start, what: the
/// button and its tooltip; stop: the tooltip of the other.
bool job_controls(const Look& look, const Ticket& job, const std::string& start, Tooltip what, Tooltip stop,
                  bool& wanted);

/// The result of comparing the GPU with the CPU, or the library with a trace.
struct GpuComparison {
    std::string_view where = "GPU";
    std::string not_run{};    ///< why it did not run, in a few words; empty if it did
    std::string difference{}; ///< the first one, as a sentence; empty if there is none

    bool ran() const { return not_run.empty(); }
};
/// Shows in the inspector why the GPU did not run, or what differs. Returns true if the results are the same.
bool show_comparison(const Look& look, const GpuComparison& made);
/// made: null while it is pending, and if it failed; waiting, failed, agrees: sentences for the tooltip.
Verdict gpu_verdict(const Look& look, bool pending, const GpuComparison* made, const std::string& waiting,
                    const std::string& failed, const std::string& agrees);

/// "1 thread", "8 threads"
std::string threads_text(int threads);

/// Buttons for round numbers, side by side, with their names; what: "points". Sets `number` where one is
/// pressed.
void number_buttons(const Look& look, std::span<const std::pair<int, const char*>> presets, const char* what,
                    int& number);

} // namespace scanline::view
