#pragma once
#include <algorithm>
#include <compare>
#include <map>
#include <span>
#include <string>
#include <vector>

/// What happens in a prefix sum, step by step and lane by lane: what the scene prefix-sum draws. It knows
/// nothing of where the steps come from; today schedule.h computes them, a GPU's own passes can be
/// recorded just as well.
namespace scanline::view::prefix_sum {

/// A value on its way to a prefix sum: what the operator gives over the elements [first, last) of the input.
/// Every value of a scan is over such a range, because its operator need not be commutative.
struct Partial {
    int value = 0;
    int first = 0, last = 0;

    bool empty() const { return first == last; }
    bool has(int element) const { return first <= element && element < last; }
    friend bool operator==(const Partial&, const Partial&) = default;
};

/// Kinds of memory.
enum class Space {
    // Memory with one access an element, which traffic is counted for.
    input,  ///< by element
    output, ///< by element
    array,  ///< what a pass over all elements leaves for the next one, by element
    up,     ///< sums in a balanced tree, by node: the root is 1, the children of k are 2k and 2k + 1
    down,   ///< what lies before a node of the tree
    // Registers and the like.
    chip,      ///< an element kept in a register or in shared memory between its load and its store
    lane,      ///< the running value of a lane
    before,    ///< what lies before the part of the input that a lane is at
    scratch,   ///< of a lane, while it reduces a tile that blocks it
    carry,     ///< the sum of all vectors so far; index 0
    aggregate, ///< of a tile alone, published for other lanes
    prefix,    ///< of a tile and all before it, published for other lanes
    sum,       ///< what a thread leaves for the others at a barrier; sum_index() says where
    stretch,   ///< what lies before the stretch that a thread is in, by lane
};

/// True of what lanes tell each other of tiles or partitions.
constexpr bool is_message(Space space) {
    return space == Space::aggregate || space == Space::prefix || space == Space::sum;
}

/// What threads leave for each other lies in one of two places, in turns: sums[turn][thread].
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
    int step = -1;  ///< -1: nobody, it was there at the start
    int index = -1; ///< in TimeStep::lanes

    friend auto operator<=>(const EventId&, const EventId&) = default;
};

struct Access {
    Place place;
    Partial value;
    EventId writer; ///< who wrote it
};

enum class LaneAction {
    load,              ///< takes an element in
    combine,           ///< applies the operator
    copy,              ///< passes a value on
    store,             ///< writes an element out
    publish_aggregate, ///< tells the other lanes the total of its tile
    publish_prefix,    ///< tells them the total of all up to and with its tile
    look_back,         ///< takes in what another tile has published
    spin,              ///< looks at a tile that has published nothing, and looks again
    fall_back,         ///< has looked often enough, and reduces the blocking tile itself
    sum_up,            ///< finds what lies before a partition from what the threads have left
    barrier,           ///< waits for all lanes
    join,              ///< has nothing left to do, and waits for the others to end
    held,              ///< is not given time by the scheduler
    stalled,           ///< is held on purpose
};
std::string_view to_string(LaneAction action);

/// True of an output that has got all that comes before it.
bool is_whole(const Access& output);

struct LaneStep {
    LaneAction action = LaneAction::copy;
    int lane = 0;
    int width = 1;      ///< columns of the picture from column `lane` on; more than one for nodes of a tree
    int tile = -1;      ///< that the lane works on; -1: none
    int looks_at = -1;  ///< the other tile of look_back, spin and fall_back
    int operations = 0; ///< how often the operator was applied
    std::vector<Access> reads{};
    std::vector<Access> writes{}; ///< the first one is what the picture shows

    const Access* result() const { return writes.empty() ? nullptr : &writes.front(); }
};

struct TimeStep {
    std::string name;     ///< "doubling 3"
    std::string sentence; ///< what happens, in one
    bool after_barrier = false;
    std::vector<LaneStep> lanes; ///< in ascending order; a lane that is not here is idle
};

/// Neighbouring elements that are handled together. Of a partition there may be none.
struct Tile {
    int first = 0, last = 0;
    int lane = -1; ///< who works on it, where that is always the same one; else -1

    bool empty() const { return first == last; }
    bool has(int element) const { return first <= element && element < last; }
};

/// Who has a column of the picture.
enum class ColumnOf { element, lane, worker, thread };
std::string_view to_string(ColumnOf column);

struct Timeline {
    int size = 0;    ///< elements
    int columns = 0; ///< of the picture: lanes, or elements with padding where each has a lane of its own
    ColumnOf column = ColumnOf::lane;
    std::vector<int> input;      ///< padded where there is a lane for each element
    std::vector<Tile> tiles;     ///< or chunks, vectors, partitions; empty where elements are not grouped
    bool publishes = false;      ///< whether tiles have a state that other lanes look at
    std::vector<Tile> stretches; ///< of threads: each has as many tiles, and both passes before the next one
    std::vector<TimeStep> steps;

    bool lane_per_element() const { return column == ColumnOf::element; }
    /// How many places there are for what each thread leaves for the others.
    int sum_turns() const { return std::min(turns, static_cast<int>(stretches.size())); }
    int tiles_a_stretch() const { return static_cast<int>(tiles.size() / stretches.size()); }

    const TimeStep& step(int index) const { return steps[static_cast<std::size_t>(index)]; }
    const LaneStep& at(EventId id) const { return step(id.step).lanes[static_cast<std::size_t>(id.index)]; }
    const Tile& tile(int index) const { return tiles[static_cast<std::size_t>(index)]; }
    std::span<const TimeStep> first_steps(int count) const {
        return std::span(steps).first(static_cast<std::size_t>(count));
    }
};

/// What has been written: of each place what came last, of what tiles publish what came first.
class Memory {
public:
    void write(const Access& access);
    /// Null where nothing has been written.
    const Access* find(Place place) const;
    /// The prefix that a tile has published, else its total; null where it has published neither.
    const Access* find_tile(int tile) const;

private:
    std::map<Place, Access> written_;
};

Memory memory_after(const Timeline& timeline, int steps);

struct Counters {
    int work = 0;         ///< applications of the operator
    int steps = 0;        ///< the span
    int reads = 0;        ///< of elements in memory
    int writes = 0;       ///< of elements in memory
    int messages = 0;     ///< reads and writes of what tiles publish, or threads leave for each other
    int waits = 0;        ///< steps of lanes spent at a barrier, at the end of a team, or spinning
    int fall_backs = 0;   ///< tiles reduced by a lane that they blocked
    int folded_steps = 0; ///< the steps on `lanes` lanes, see below

    friend bool operator==(const Counters&, const Counters&) = default;
};

/// Counts the first `steps` steps. Where each element has a lane of its own, folded_steps is how many steps
/// they take on `lanes` lanes, which take turns at the elements of a pass; else it is steps.
Counters count(const Timeline& timeline, int steps, int lanes);

/// Elements a lane finishes in a step, when one lane alone would take a step for each: size / (lanes *
/// folded_steps), 0 to 1.
double efficiency(const Timeline& timeline, const Counters& counters, int lanes);

/// The events that the value shown by an event comes from, itself included, in ascending order.
std::vector<EventId> cone(const Timeline& timeline, EventId event);

} // namespace scanline::view::prefix_sum
