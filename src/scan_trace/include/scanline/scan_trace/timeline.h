#pragma once
#include "scanline/core/named.h"
#include "scanline/scan_trace/variant.h"

#include <algorithm>
#include <compare>
#include <map>
#include <span>
#include <string>
#include <vector>

/// A prefix sum, step by step and lane by lane: what every lane reads, combines and writes in each step.
/// Independent of where the steps come from: simulate() computes them; a GPU's own passes could be recorded
/// just as well.
namespace scanline::scan_trace {

/// An intermediate value of a prefix sum: the operator applied to elements [first, last) of the input. Every
/// value of a scan covers such a range, because its operator need not be commutative.
struct Partial {
    int value = 0;
    int first = 0, last = 0;

    bool empty() const { return first == last; }
    bool has(int element) const { return first <= element && element < last; }
    friend bool operator==(const Partial&, const Partial&) = default;
};

/// Kinds of memory.
enum class Space {
    // Memory with one access per element, which traffic counts.
    input,  ///< by element
    output, ///< by element
    array,  ///< intermediate results between passes over all elements, by element
    up,     ///< sums in a balanced tree, by node: the root is 1, the children of k are 2k and 2k + 1
    down,   ///< the total before a node of the tree
    // Registers and the like.
    chip,      ///< an element kept in a register or in shared memory between its load and its store
    lane,      ///< the running value of a lane
    before,    ///< the total before the part of the input that a lane is at
    scratch,   ///< of a lane that reduces a blocking tile
    carry,     ///< the sum of all vectors so far; index 0
    aggregate, ///< of a single tile, published for other lanes
    prefix,    ///< of a tile and all before it, published for other lanes
    sum,       ///< a thread's sum for the others at a barrier; see sum_index()
    stretch,   ///< the total before the stretch that a thread is in, by lane
};

/// True for what lanes tell each other about tiles or partitions.
constexpr bool is_message(Space space) {
    return space == Space::aggregate || space == Space::prefix || space == Space::sum;
}

/// Threads exchange sums in one of two places, in turns: sums[turn][thread].
inline constexpr int turns = 2;
constexpr int sum_index(int turn, int thread) {
    return turns * thread + turn;
}
constexpr int turn_of(int sum_index) {
    return sum_index % turns;
}
constexpr int thread_of(int sum_index) {
    return sum_index / turns;
}

struct Place {
    Space space = Space::input;
    int index = 0;

    friend auto operator<=>(const Place&, const Place&) = default;
};

/// A lane in a step.
struct EventId {
    int step = -1;  ///< -1: nobody; the value was there at the start
    int index = -1; ///< in TimeStep::lanes

    friend auto operator<=>(const EventId&, const EventId&) = default;
};

struct Access {
    Place place;
    Partial value;
    EventId writer; ///< who wrote it
};

enum class LaneAction {
    load,              ///< reads an element
    combine,           ///< applies the operator
    copy,              ///< passes a value on
    store,             ///< writes an element
    publish_aggregate, ///< publishes the total of its tile
    publish_prefix,    ///< publishes the total of all tiles up to and including its own
    look_back,         ///< reads what another tile has published
    spin,              ///< looks at a tile that has published nothing, to look again later
    fall_back,         ///< has spun often enough, and reduces the blocking tile itself
    sum_up,            ///< computes the total before a partition from the threads' sums
    barrier,           ///< waits for all lanes
    join,              ///< is done, and waits for the others
    held,              ///< not scheduled
    stalled,           ///< held on purpose
};
constexpr auto table_of(LaneAction) {
    using enum LaneAction;
    return named<LaneAction>({{load, "load"},
                              {combine, "combine"},
                              {copy, "copy"},
                              {store, "store"},
                              {publish_aggregate, "publish A"},
                              {publish_prefix, "publish P"},
                              {look_back, "look back"},
                              {spin, "spin"},
                              {fall_back, "fall back"},
                              {sum_up, "sum up"},
                              {barrier, "barrier"},
                              {join, "join"},
                              {held, "held"},
                              {stalled, "stalled"}});
}
using scanline::to_string;

/// True if an output includes everything before it.
bool is_whole(const Access& output);

struct LaneStep {
    LaneAction action = LaneAction::copy;
    int lane = 0;
    int width = 1;      ///< columns of the picture from column `lane` on; more than one for nodes of a tree
    int tile = -1;      ///< the tile that the lane works on; -1: none
    int looks_at = -1;  ///< the other tile of look_back, spin and fall_back
    int operations = 0; ///< applications of the operator
    std::vector<Access> reads{};
    std::vector<Access> writes{}; ///< the picture shows the first

    const Access* result() const { return writes.empty() ? nullptr : &writes.front(); }
};

struct TimeStep {
    std::string name;     ///< "doubling 3"
    std::string sentence; ///< what happens, in one sentence
    bool after_barrier = false;
    std::vector<LaneStep> lanes; ///< in ascending order; missing lanes are idle
};

/// Neighbouring elements that are processed together. A partition may be empty.
struct Tile {
    int first = 0, last = 0;
    int lane = -1; ///< its lane, if it is always the same; else -1

    bool empty() const { return first == last; }
    bool has(int element) const { return first <= element && element < last; }
};

struct Timeline {
    int size = 0;    ///< elements
    int columns = 0; ///< of the picture: lanes, or padded elements if each has its own lane
    ColumnOf column = ColumnOf::lane;
    std::vector<int> input;      ///< padded if there is one lane per element
    std::vector<Tile> tiles;     ///< or chunks, vectors, partitions; empty if elements are not grouped
    bool publishes = false;      ///< true if tiles have a state that other lanes look at
    std::vector<Tile> stretches; ///< of threads: each has the same number of tiles, and finishes both passes
                                 ///< before the next one
    std::vector<TimeStep> steps;

    bool lane_per_element() const { return column == ColumnOf::element; }
    /// The number of places for each thread's sum.
    int sum_turns() const { return std::min(turns, static_cast<int>(stretches.size())); }
    int tiles_a_stretch() const { return static_cast<int>(tiles.size() / stretches.size()); }

    const TimeStep& step(int index) const { return steps[static_cast<std::size_t>(index)]; }
    const LaneStep& at(EventId id) const { return step(id.step).lanes[static_cast<std::size_t>(id.index)]; }
    const Tile& tile(int index) const { return tiles[static_cast<std::size_t>(index)]; }
    std::span<const TimeStep> first_steps(int count) const {
        return std::span(steps).first(static_cast<std::size_t>(count));
    }
};

/// What has been written: the last write to each place, but the first one for what tiles publish.
class Memory {
public:
    void write(const Access& access);
    /// Null if nothing has been written.
    const Access* find(Place place) const;
    /// The prefix that a tile has published, else its total; null if it has published neither.
    const Access* find_tile(int tile) const;

private:
    std::map<Place, Access> written_;
};

Memory memory_after(const Timeline& timeline, int steps);
/// The prefix sums that all steps together have written.
std::vector<int> outputs(const Timeline& timeline);

struct Counters {
    int work = 0;         ///< applications of the operator
    int steps = 0;        ///< the span
    int reads = 0;        ///< of elements in memory
    int writes = 0;       ///< of elements in memory
    int messages = 0;     ///< reads and writes of what tiles publish or threads exchange
    int waits = 0;        ///< lane steps spent at a barrier, at the end of a team, or spinning
    int fall_backs = 0;   ///< tiles reduced by a lane that they blocked
    int folded_steps = 0; ///< steps on `lanes` lanes, see below

    friend bool operator==(const Counters&, const Counters&) = default;
};

/// Counts the first `steps` steps. If each element has its own lane, folded_steps is the number of steps on
/// `lanes` lanes, which take turns at the elements of a pass; else it equals steps.
Counters count(const Timeline& timeline, int steps, int lanes);

/// Elements finished per lane and step, where a single lane would take one step per element: size / (lanes *
/// folded_steps), 0 to 1.
double efficiency(const Timeline& timeline, const Counters& counters, int lanes);

/// "x3", "x0 .. x5"; "nothing" if empty.
std::string range_text(const Partial& value);
/// "x5", "y5", "lane 3", "prefix of tile 2".
std::string place_text(Place place);
/// "tile 3", "partition 0 of stretch 2".
std::string tile_text(const Timeline& timeline, int tile);

/// The last event that writes a place; without an index if none does.
EventId last_writer(const Timeline& timeline, Place place);
/// The events that contribute to the value of an event, itself included, in ascending order.
std::vector<EventId> cone(const Timeline& timeline, EventId event);

} // namespace scanline::scan_trace
