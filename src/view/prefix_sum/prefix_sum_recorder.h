#pragma once
#include "prefix_sum/prefix_sum_timeline.h"

#include "scanline/core/operator.h"

#include <map>
#include <span>

namespace scanline::view::prefix_sum {

using scanline::all_operators;
using scanline::Operator;

int apply(Operator op, int a, int b);
/// What changes nothing when it is combined with a value.
int identity(Operator op);

/// Writes down a timeline while it happens. All lanes of a step read what the steps before have left.
///
///     recorder.begin_step("doubling 1", "Every element adds its left neighbour.");
///     auto lane = recorder.lane(LaneAction::combine, 5);
///     lane.write({Space::array, 5}, lane.combine(lane.read({Space::input, 4}), lane.read({Space::input,
///     5}))); recorder.end_step();
class Recorder {
public:
    /// `columns` and `column`, see Timeline. With a lane for each element the input is padded to as many with
    /// identities.
    Recorder(std::span<const int> input, Operator op, int columns, ColumnOf column);

    class Lane {
    public:
        /// Errors: std::logic_error where nothing has been written there.
        Partial read(Place place);
        /// The operator over `before` and `after`; an empty one is no work. Makes a combine of a copy.
        /// Errors: std::logic_error where `after` does not begin where `before` ends.
        Partial combine(const Partial& before, const Partial& after);
        void write(Place place, const Partial& value);
        void on_tile(int tile) { step().tile = tile; }
        void looks_at(int tile) { step().looks_at = tile; }

    private:
        friend class Recorder;
        Lane(Recorder& recorder, std::size_t index) : recorder_(recorder), index_(index) {}
        LaneStep& step() { return recorder_.timeline_.steps.back().lanes[index_]; }

        Recorder& recorder_;
        std::size_t index_;
    };

    void begin_step(std::string name, std::string sentence, bool after_barrier = false);
    /// Within a step, for each lane at most once.
    Lane lane(LaneAction action, int lane, int width = 1);
    /// Sorts the lanes, and lets the next step see what has been written.
    void end_step();
    /// Replaces the sentence of the step at hand, where it is only known at its end what happens.
    void say(std::string sentence) { timeline_.steps.back().sentence = std::move(sentence); }
    const TimeStep& step() const { return timeline_.steps.back(); }

    /// Whether something has been written there before this step.
    bool holds(Place place) const { return memory_.contains(place); }
    Partial nothing() const { return {identity(op_), 0, 0}; }

    void set_tiles(std::vector<Tile> tiles, bool publishes);
    /// Each stretch has as many of the partitions.
    void set_partitions(std::vector<Tile> partitions, std::vector<Tile> stretches);
    Timeline take() { return std::move(timeline_); }

private:
    Operator op_;
    Timeline timeline_;
    std::map<Place, Access> memory_; ///< what was written last
};

} // namespace scanline::view::prefix_sum
