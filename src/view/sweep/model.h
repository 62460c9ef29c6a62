#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/catalog/system.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

enum class SweepState {
    idle,      ///< nothing has been measured or opened
    running,   ///< rows are coming in
    finished,  ///< all rows are there
    cancelled, ///< ended before; the rows are those that were finished
};
std::string_view to_string(SweepState state);

/// Results that are drawn over those shown, to be compared with them.
struct SweepOverlay {
    std::string name; ///< of the file
    bench::Results results;
};

/// What a sweep has measured so far, and what is made of it.
class SweepModel {
public:
    /// systems: those whose experiments it knows.
    explicit SweepModel(catalog::Systems systems) : systems_(systems) {}

    SweepState state() const { return state_; }
    const bench::Results& results() const { return results_; }
    const std::vector<SweepOverlay>& overlays() const { return overlays_; }
    /// Grows whenever results or overlays change: what was made of them is old then.
    int revision() const { return revision_; }

    /// A run begins; what was shown goes. header: the results without rows.
    void begin(bench::Results header);
    /// Rows that have been finished, while it is running.
    void add(std::span<const bench::Row> rows);
    /// The run has ended as Results::complete says.
    void finish(bench::Results results);
    /// The run has failed: the rows that there are stay.
    void fail();

    /// Results of a file, with rows: shown where nothing else is, otherwise laid over what is.
    void open(const std::string& name, bench::Results results);
    /// Lays what is shown over what will be measured next.
    void keep(const std::string& name);
    void remove_overlay(std::size_t index);

    /// What the free sweeps among the results can be drawn over; empty for a named experiment.
    std::vector<std::string> x_axes() const;
    /// The figures of the results, with the overlays in them. Over x_axis, where that can be chosen.
    std::vector<bench::Figure> figures(std::string_view x_axis) const;
    /// Of a named experiment.
    std::vector<bench::Claim> claims() const;
    /// What makes an overlay hard to compare with what is shown, a line for each; where it is of another
    /// experiment, that alone.
    std::vector<std::string> differences(std::size_t overlay) const;

private:
    /// The state when nothing runs.
    void settle();
    /// Null for what is not known here, and for a free sweep, whose figures are drawn over any of its axes.
    const bench::Experiment* experiment_of(const bench::Results& results) const;
    std::vector<bench::Figure> figures_of(const bench::Results& results, std::string_view x_axis) const;

    catalog::Systems systems_;
    SweepState state_ = SweepState::idle;
    bench::Results results_;
    std::vector<SweepOverlay> overlays_;
    int revision_ = 0;
};

} // namespace scanline::view
