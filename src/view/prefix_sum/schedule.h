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
/// What changes nothing when it is combined with a value.
int identity(Operator op);
/// True of the identities of min and max, which stand for nothing.
bool is_infinite(int value);

/// Writes down a timeline while it happens. All lanes of a step read what the steps before have left.
///
///     recorder.begin_step("doubling 1", "Every element adds its left neighbour.");
///     auto lane = recorder.lane(LaneAction::combine, 5);
///     const Partial left = lane.read({Space::input, 4});
///     lane.write({Space::array, 5}, lane.combine(left, lane.read({Space::input, 5})));
///     recorder.end_step();
class Recorder {
public:
    /// `columns` and `column`, see Timeline. With a lane for each element the input is padded to as many with
    /// identities.
    Recorder(std::span<const int> input, Operator op, int columns, ColumnOf column);

    class Lane {
    public:
        /// Errors: std::logic_error where nothing has been written there.
        Partial read(Place place);
        /// Nothing unless `is_there`.
        Partial read_if(bool is_there, Place place) { return is_there ? read(place) : recorder_.nothing(); }
        /// The operator over `before` and `after`; an empty one is no work. Makes a combine of a copy.
        /// Errors: std::logic_error where `after` does not begin where `before` ends.
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
    /// Within a step, for each lane at most once. tile and width: see LaneStep.
    Lane lane(LaneAction action, int lane, int tile = -1, int width = 1);
    /// Sorts the lanes, and lets the next step see what has been written.
    void end_step();
    /// A whole step: calls each(l) for l from `first` to `last` - 1.
    void step_of_each(std::string name, std::string sentence, int first, int last, const auto& each) {
        begin_step(std::move(name), std::move(sentence));
        for (int l = first; l < last; ++l)
            each(l);
        end_step();
    }
    /// Replaces the sentence of the step at hand, where it is only known at its end what happens.
    void say(std::string sentence) { timeline_.steps.back().sentence = std::move(sentence); }
    const TimeStep& step() const { return timeline_.steps.back(); }

    /// True if something has been written there before this step.
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

/// Who is given time in a step. The same seed gives the same schedule; 0 moves all in every step, others hold
/// some of them at random. At least one of those that are able always moves, so that every schedule comes to
/// an end.
class Scheduler {
public:
    explicit Scheduler(std::uint64_t seed) : all_move_(seed == 0), random_(seed) {}

    /// Some of those that are able, in the order in which they move.
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
    int lanes = 4;          ///< or threads, or workers; those with a lane for each element do not ask
    int tile = 8;           ///< elements of a tile; the last one may have fewer
    int partition = 4;      ///< elements that a thread works on at a time, where there are stretches
    double dilation = 0;    ///< of threads: size of the odd partitions relative to the others, 0 for none
    std::uint64_t seed = 0; ///< of threads and chained: see Scheduler
    int stalled = -1;       ///< of chained: the tile that is held after its first element until no other
                            ///< lane has work left; -1 for none
};

/// What happens. Errors: usage, where the input has not 1 to most_elements elements, or lanes, the tile, the
/// partition or the dilation are out of 1 to most_lanes, 1 to most_elements, and 0 to 1.
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

/// Elements with their padding where each has a lane of its own: a power of two, and at least two, because a
/// tree needs two leaves, and recursive doubling a pass, for there to be anything to see.
int padded_size(int size);

/// The input in tiles of at most `tile` elements.
std::vector<Tile> tiles_of(int size, int tile);

/// What a pass does with the elements of a chunk, a tile or a partition, from left to right.
enum class Pass {
    none,
    total, ///< adds them up
    scan,  ///< the same, and writes the outputs
    add,   ///< adds what lies before all of them to their outputs
};

/// Takes in `element` after `before`, writes output i, and keeps the running value in the lane; returns it.
Partial scan_element(Recorder::Lane& lane, const Partial& before, const Partial& element, int i,
                     bool exclusive);
/// Element i of a pass. Returns the running value; of Pass::add `before`.
Partial take_element(Recorder::Lane& lane, Pass pass, const Partial& before, int i, bool exclusive);

/// Recursive doubling over what lanes hold, a step each; `tiles` says which tile each of them is on.
void scan_lanes(Recorder& recorder, const std::string& name, const std::vector<int>& tiles);

} // namespace scanline::view::prefix_sum
