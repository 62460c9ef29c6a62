#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/bench/results.h"
#include "scanline/core/named.h"
#include "scanline/systems/system.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::sweep {

enum class State {
    idle,      ///< nothing has been measured or opened
    running,   ///< rows are coming in
    finished,  ///< all rows are there
    cancelled, ///< ended early, with the rows that were finished
};
constexpr auto table_of(State) {
    using enum State;
    return named<State>(
        {{idle, "idle"}, {running, "running"}, {finished, "finished"}, {cancelled, "cancelled"}});
}
using scanline::to_string;

/// Results overlaid on the current ones, for comparison.
struct Overlay {
    std::string name; ///< of the file
    bench::Results results;
};

/// The claims of an experiment, by the results that measured it last.
struct Judged {
    const bench::Experiment* experiment = nullptr;
    bool measured = false; ///< there are such results
    std::vector<bench::Claim> claims;
};

/// The results of a sweep so far, and their figures and claims.
class Model {
public:
    /// systems: whose experiments the model knows.
    explicit Model(systems::Systems systems) : systems_(systems) {}

    State state() const { return state_; }
    const bench::Results& results() const { return results_; }
    const std::vector<Overlay>& overlays() const { return overlays_; }
    /// Increases whenever results or overlays change.
    int revision() const { return revision_; }

    /// Starts a run, replacing what was shown. header: the results without rows.
    void begin(bench::Results header);
    /// Adds finished rows, while it is running. roof: what it is, see bench::Results.
    void add(std::span<const bench::Row> rows, const std::string& roof);
    /// The run has ended as Results::complete says.
    void finish(bench::Results results);
    /// The run has failed; the rows so far stay.
    void fail();

    /// Shows the results of a file, with rows, or overlays them on the current ones.
    void open(const std::string& name, bench::Results results);
    /// Shows them in place of the current ones, while nothing is running.
    void show(const std::string& name, bench::Results results);
    /// Overlays the current results on those measured next.
    void keep(const std::string& name);
    void remove_overlay(std::size_t index);

    /// The axes that a free sweep can be drawn over; empty for a named experiment.
    std::vector<std::string> x_axes() const;
    /// The figures of the results and overlays, over x_axis if that can be chosen.
    std::vector<bench::Figure> figures(std::string_view x_axis) const;
    /// The claims of a named experiment.
    std::vector<bench::Claim> claims() const;
    /// Brings the claims of all experiments up to date with the results; the first time without measurements.
    void judge(std::vector<Judged>& all) const;
    /// One line per difference that makes an overlay hard to compare with the current results; a single line
    /// if it is from another experiment.
    std::vector<std::string> differences(std::size_t overlay) const;

private:
    /// Sets the state for when nothing runs.
    void settle();
    /// Null for an unknown experiment, and for a free sweep, which can draw its figures over any of its axes.
    const bench::Experiment* experiment_of(const bench::Results& results) const;
    std::vector<bench::Figure> figures_of(const bench::Results& results, std::string_view x_axis) const;

    systems::Systems systems_;
    State state_ = State::idle;
    bench::Results results_;
    std::vector<Overlay> overlays_;
    int revision_ = 0;
};

/// The measured row that a point of a line shows, by its numbers: a time, that of an item, or a rate, in some
/// power of ten. Null if there is none.
const bench::Row* row_at(const bench::Results& results, const chart::ChartPoint& point);

/// The rows of results as text.
struct Table {
    struct Column {
        std::string title, description;
        bool number = false; ///< right-aligned
    };
    std::string common; ///< the values that all rows share: "elements 65536, negated false"
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows; ///< one cell per column
};

/// Columns: the axes on which rows differ, the median time, its quartiles, the time in roofs, millions of
/// elements per second, and why a row was skipped, if any was. Roofs only if a row has one.
Table table_of(const bench::Results& results);

} // namespace scanline::view::sweep
