/// The schedules of simulate(), and what they share.
#pragma once
#include "scanline/core/operator.h"
#include "scanline/core/random.h"
#include "scanline/scan_trace/simulate.h"
#include "scanline/scan_trace/timeline.h"

#include <cstdint>
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

/// Selects the lanes that run in a step. The same seed gives the same schedule; 0 runs all in every step,
/// others hold some of them at random. At least one lane that can move always does, so every schedule
/// terminates.
class Scheduler {
public:
    explicit Scheduler(std::uint64_t seed) : all_move_(seed == 0), random_(seed) {}

    /// Some of the able lanes, in the order in which they move.
    std::vector<int> moving(std::vector<int> able);

private:
    bool all_move_;
    Random random_;
};

// Called by simulate().
void record_hillis_steele(const Spec& spec, Recorder& recorder);
void record_blelloch(const Spec& spec, Recorder& recorder);
void record_tree(const Spec& spec, Recorder& recorder);
void record_horizontal(const Spec& spec, Recorder& recorder);
void record_vertical(const Spec& spec, Recorder& recorder);
void record_threads(const Spec& spec, Recorder& recorder);
void record_two_pass(const Spec& spec, Recorder& recorder);
void record_chained(const Spec& spec, Recorder& recorder);

/// Number of elements, padded if each has its own lane: a power of two, and at least two, since a tree needs
/// two leaves, and recursive doubling one pass, to show anything.
int padded_size(int size);

/// The input in tiles of at most `tile` elements.
std::vector<Tile> tiles_of(int size, int tile);

/// How a pass processes the elements of a chunk, a tile or a partition, from left to right.
enum class Pass {
    none,
    total, ///< sums them
    scan,  ///< the same, and writes the outputs
    add,   ///< adds the total before all of them to their outputs
};

/// Combines `before` with `element`, writes output i, and keeps the running value in the lane; returns it.
Partial scan_element(Recorder::Lane& lane, const Partial& before, const Partial& element, int i,
                     bool exclusive);
/// Processes element i of a pass. Returns the running value; for Pass::add `before`.
Partial take_element(Recorder::Lane& lane, Pass pass, const Partial& before, int i, bool exclusive);

/// Recursive doubling over the lanes' values, one step per doubling; `tiles` holds each lane's tile.
void scan_lanes(Recorder& recorder, const std::string& name, const std::vector<int>& tiles);

} // namespace scanline::scan_trace
