#pragma once
#include "prefix_sum/timeline.h"
#include "prefix_sum/variant.h"
#include "scanline/core/operator.h"
#include "scanline/core/random.h"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

/// The ways to compute prefix sums in parallel, as schedules of lanes computed on the CPU. Sources:
/// - Hillis and Steele, "Data parallel algorithms", Communications of the ACM 29(12), 1986;
/// - Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990;
/// - Zhang, Wang and Ross, "Parallel Prefix Sum with SIMD", ADMS 2020: sections 2.1 (two passes), 2.2
///   (partitions), 3.1 (horizontal), 3.2 (vertical), 3.3 (tree);
/// - Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002,
///   and Smith, Levien and Owens, "Decoupled Fallback: A Portable Single-Pass GPU Scan", SPAA 2025.
namespace scanline::view::prefix_sum {

using scanline::all_operators;
using scanline::Operator;

int apply(Operator op, int a, int b);
/// The operator's identity.
int identity(Operator op);
/// True for the identities of min and max, which represent no value.
bool is_infinite(int value);

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

inline constexpr int most_elements = 256;
inline constexpr int most_lanes = 16;
/// How often a lane looks at a tile that has published nothing before it reduces that tile itself.
inline constexpr int spin_limit = 4;

struct Spec {
    Variant variant = Variant::hillis_steele;
    std::vector<int> input;
    Operator op = Operator::sum;
    bool exclusive = false;
    int lanes = 4;          ///< or threads, or workers; unused with one lane per element
    int tile = 8;           ///< elements of a tile; the last may have fewer
    int partition = 4;      ///< elements that a thread processes at a time, if there are stretches
    double dilation = 0;    ///< for threads: size of the odd partitions relative to the others, 0 for none
    std::uint64_t seed = 0; ///< for threads and chained: see Scheduler
    int stalled = -1;       ///< of chained: the tile that is held after its first element until no other
                            ///< lane has work left; -1 for none
};

/// Computes the timeline. Errors: usage, if the input has not 1 to most_elements elements, or lanes, the
/// tile, the partition or the dilation are out of 1 to most_lanes, 1 to most_elements, and 0 to 1.
Timeline simulate(const Spec& spec);

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

/// What a pass does with the elements of a chunk, a tile or a partition, from left to right.
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

} // namespace scanline::view::prefix_sum
