#pragma once
#include "scanline/core/operator.h"
#include "scanline/scan_trace/simulate.h"
#include "scanline/scan_trace/timeline.h"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scanline::scan_trace {

/// Records a timeline as it happens. All lanes of a step read what earlier steps have left.
///
///     recorder.begin_step("doubling 1", "Every element adds its left neighbour.");
///     auto lane = recorder.lane(LaneAction::combine, 5);
///     const Partial left = lane.read({Space::input, 4});
///     lane.write({Space::array, 5}, lane.combine(left, lane.read({Space::input, 5})));
///     recorder.end_step();
class Recorder {
public:
    /// `columns` and `column`, see Timeline. With one lane per element, the input is padded to `columns` with
    /// identities.
    Recorder(std::span<const int> input, Operator op, int columns, ColumnOf column);

    class Lane {
    public:
        /// Errors: std::logic_error if nothing has been written there.
        Partial read(Place place);
        /// Empty unless `is_there`.
        Partial read_if(bool is_there, Place place) { return is_there ? read(place) : recorder_.nothing(); }
        /// Applies the operator to `before` and `after`; if one is empty, that is no work. Turns a copy into
        /// a combine. Errors: std::logic_error if `after` does not begin where `before` ends.
        Partial combine(const Partial& before, const Partial& after);
        void write(Place place, const Partial& value) { step().writes.push_back({place, value, {}}); }
        void looks_at(int tile) { step().looks_at = tile; }
        int index() { return step().lane; }

    private:
        friend class Recorder;
        Lane(Recorder& recorder, std::size_t index) : recorder_(recorder), index_(index) {}
        LaneStep& step() { return recorder_.timeline_.steps.back().lanes[index_]; }

        Recorder& recorder_;
        std::size_t index_;
    };

    void begin_step(std::string name, std::string sentence, bool after_barrier = false);
    /// Within a step, at most once per lane. tile and width: see LaneStep.
    Lane lane(LaneAction action, int lane, int tile = -1, int width = 1);
    /// Sorts the lanes, and makes the writes visible to the next step.
    void end_step();
    /// A whole step: calls each(l) for l from `first` to `last` - 1.
    void step_of_each(std::string name, std::string sentence, int first, int last, const auto& each) {
        begin_step(std::move(name), std::move(sentence));
        for (int l = first; l < last; ++l)
            each(l);
        end_step();
    }
    /// Replaces the current step's sentence, if it is only known at the end of the step.
    void say(std::string sentence) { timeline_.steps.back().sentence = std::move(sentence); }
    const TimeStep& step() const { return timeline_.steps.back(); }

    /// True if something was written there before this step.
    bool holds(Place place) const { return memory_.contains(place); }
    Partial nothing() const { return {identity(op_), 0, 0}; }

    void set_tiles(std::vector<Tile> tiles, bool publishes);
    /// Each stretch gets the same number of partitions.
    void set_partitions(std::vector<Tile> partitions, std::vector<Tile> stretches);
    Timeline take() { return std::move(timeline_); }

private:
    Operator op_;
    Timeline timeline_;
    std::map<Place, Access> memory_; ///< the last write to each place
};

} // namespace scanline::scan_trace
