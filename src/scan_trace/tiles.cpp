// Two passes over tiles with a barrier between: Zhang, Wang and Ross, ADMS 2020, section 2.1.
// One pass with decoupled look-back: Merrill and Garland, NVR-2016-002, section 4; the fallback: Smith,
// Levien and Owens, SPAA 2025.
#include "schedule.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <stdexcept>

namespace scanline::scan_trace {

namespace {

class TwoPass {
public:
    TwoPass(const Spec& spec, Recorder& recorder)
        : spec_(spec), recorder_(recorder), tiles_(tiles_of(static_cast<int>(spec.input.size()), spec.tile)) {
    }

    void run() {
        const bool scans_first = spec_.variant == Variant::scan_then_add;
        const int last = static_cast<int>(tiles_.size()) - 1;
        if (scans_first)
            pass(1, 0, last, "Every worker scans its tile, and stores the sums.");
        else // nobody needs the total of the last tile
            pass(1, 0, last - 1, "Every worker adds up its tile, and stores nothing but the total.");
        scan_totals();
        if (scans_first)
            pass(2, 1, last, "Every worker adds to its tile what lies before it.");
        else
            pass(2, 0, last, "Every worker scans its tile from what lies before it.");
    }

private:
    struct Worker {
        int tile = 0;
        int element = 0;
    };

    const Tile& tile(int index) const { return tiles_[static_cast<std::size_t>(index)]; }

    void begin_step(std::string name, std::string sentence) {
        recorder_.begin_step(std::move(name), std::move(sentence), at_barrier_);
        at_barrier_ = false;
    }

    // Over tiles first .. last, which the workers take in turns: a tile has the same worker in both passes.
    void pass(int number, int first, int last, const std::string& sentence) {
        std::vector<Worker> workers;
        const auto place = [&](int t) { return Worker{t, t <= last ? tile(t).first : 0}; };
        for (int w = 0; w < spec_.lanes; ++w)
            workers.push_back(place(w < first ? w + spec_.lanes : w));
        while (std::ranges::any_of(workers, [&](const Worker& worker) { return worker.tile <= last; })) {
            begin_step(fmt::format("pass {}", number), sentence);
            for (int w = 0; w < spec_.lanes; ++w) {
                Worker& worker = workers[static_cast<std::size_t>(w)];
                if (worker.tile <= last) {
                    handle(number, w, worker);
                    if (++worker.element == tile(worker.tile).last)
                        worker = place(worker.tile + spec_.lanes);
                } else if (number == 1 && tiles_.size() > 1) {
                    recorder_.lane(LaneAction::barrier, w);
                }
            }
            recorder_.end_step();
        }
        at_barrier_ = number == 1 && last >= first;
    }

    void handle(int number, int w, const Worker& worker) {
        const int i = worker.element, t = worker.tile;
        const bool scans = (number == 1) == (spec_.variant == Variant::scan_then_add);
        const Pass pass = scans ? Pass::scan : number == 1 ? Pass::total : Pass::add;
        const bool begins = i == tile(t).first;
        const bool nothing_before = begins && (number == 1 || t == 0);
        auto lane = recorder_.lane(nothing_before ? LaneAction::load : LaneAction::copy, w, t);
        const Place from =
            begins ? Place{Space::prefix, t - 1} : Place{pass == Pass::add ? Space::before : Space::lane, w};
        const Partial total =
            take_element(lane, pass, lane.read_if(!nothing_before, from), i, spec_.exclusive);
        if (pass == Pass::add)
            lane.write({Space::before, w}, total);
        else if (number == 1 && i + 1 == tile(t).last && t + 1 < std::ssize(tiles_))
            lane.write({t == 0 ? Space::prefix : Space::aggregate, t}, total);
    }

    void scan_totals() {
        for (int t = 1; t + 1 < static_cast<int>(tiles_.size()); ++t) {
            begin_step(fmt::format("total of tile {}", t),
                       "One worker scans the totals of the tiles, and the others wait.");
            auto lane = recorder_.lane(LaneAction::copy, 0, t);
            const Partial before = lane.read({Space::prefix, t - 1});
            lane.write({Space::prefix, t}, lane.combine(before, lane.read({Space::aggregate, t})));
            for (int w = 1; w < spec_.lanes; ++w)
                recorder_.lane(LaneAction::barrier, w);
            recorder_.end_step();
            at_barrier_ = t + 2 == static_cast<int>(tiles_.size());
        }
    }

    const Spec& spec_;
    Recorder& recorder_;
    std::vector<Tile> tiles_;
    bool at_barrier_ = false; ///< the next step comes after one
};

enum class Phase { take, load, publish_aggregate, look_back, fall_back, publish_prefix, store, done };

struct Worker {
    Phase phase = Phase::take;
    int tile = -1;
    int element = 0;  ///< the next element to load or store
    int looks_at = 0; ///< the tile that look_back has reached
    int spins = 0;
    int fall_back_element = 0;
};

// What one tile reports about another one, and what many do.
struct News {
    LaneAction action;
    const char* of_one;
    const char* of_many;
};
constexpr std::array<News, 5> all_news{
    {{LaneAction::publish_aggregate, "tile {} publishes its total", "publishing a total"},
     {LaneAction::publish_prefix, "tile {} publishes its prefix", "publishing a prefix"},
     {LaneAction::look_back, "tile {} looks back at tile {}", "looking back"},
     {LaneAction::spin, "tile {} waits for tile {}", "waiting for another"},
     {LaneAction::fall_back, "tile {} reduces tile {} itself", "reducing another"}}};

// "Tile 2 publishes its total, tile 3 waits for tile 2."; for many tiles only counts.
std::string sentence_of(const TimeStep& step) {
    constexpr std::size_t max_named = 3;
    std::vector<std::string> named, counted;
    for (const LaneStep& lane : step.lanes) {
        const auto* const news = std::ranges::find(all_news, lane.action, &News::action);
        if (news != all_news.end())
            named.push_back(fmt::format(fmt::runtime(news->of_one), lane.tile, lane.looks_at));
    }
    if (named.empty())
        return "Lanes load, add up and store the elements of their tiles.";
    if (named.size() <= max_named) {
        named.front().front() = 'T';
        return fmt::format("{}.", fmt::join(named, ", "));
    }
    for (const News& news : all_news) {
        if (const auto count = std::ranges::count(step.lanes, news.action, &LaneStep::action); count > 0)
            counted.push_back(fmt::format("{} {}", count, news.of_many));
    }
    return fmt::format("Tiles: {}.", fmt::join(counted, ", "));
}

class Chained {
public:
    Chained(const Spec& spec, Recorder& recorder)
        : spec_(spec), recorder_(recorder), tiles_(tiles_of(static_cast<int>(spec.input.size()), spec.tile)),
          workers_(static_cast<std::size_t>(spec.lanes)), scheduler_(spec.seed) {}

    void run() {
        for (int step = 1; has_work(); ++step) {
            if (step > max_steps())
                throw std::logic_error("a chained scan has come to a deadlock");
            recorder_.begin_step(fmt::format("step {}", step), "");
            const std::vector<int> order = scheduled();
            for (const int w : order)
                advance(w);
            for (int w = 0; w < spec_.lanes; ++w) {
                const Worker& worker = workers_[static_cast<std::size_t>(w)];
                if (is_busy(worker) && std::ranges::find(order, w) == order.end())
                    recorder_.lane(is_stalled(worker) ? LaneAction::stalled : LaneAction::held, w,
                                   worker.phase == Phase::take ? -1 : worker.tile);
            }
            recorder_.end_step();
            recorder_.say(sentence_of(recorder_.step()));
        }
    }

private:
    const Tile& tile(int index) const { return tiles_[static_cast<std::size_t>(index)]; }

    // In every step, at least one lane makes progress with its tile: it loads, stores or publishes, or it
    // looks at, spins on or reduces an earlier tile.
    int max_steps() const {
        const int count = static_cast<int>(tiles_.size());
        return count * (2 * spec_.tile + 2 + count * (2 + spin_limit + spec_.tile));
    }

    bool has_work() {
        for (Worker& worker : workers_) {
            if (worker.phase == Phase::take && next_tile_ == static_cast<int>(tiles_.size()))
                worker.phase = Phase::done;
        }
        return std::ranges::any_of(workers_, is_busy);
    }

    static bool is_busy(const Worker& worker) { return worker.phase != Phase::done; }

    bool is_stalled(const Worker& worker) const {
        return worker.tile == spec_.stalled && worker.tile >= 0 && worker.phase != Phase::take &&
               is_busy(worker);
    }

    // The workers that move in this step, in the order in which they take tiles.
    std::vector<int> scheduled() {
        const auto those = [this](const auto& condition) {
            std::vector<int> found;
            for (int w = 0; w < spec_.lanes; ++w) {
                if (condition(workers_[static_cast<std::size_t>(w)]))
                    found.push_back(w);
            }
            return found;
        };
        const std::vector<int> able =
            those([this](const Worker& worker) { return is_busy(worker) && !is_stalled(worker); });
        // If only the stalled worker is left, it continues.
        return scheduler_.moving(able.empty() ? those(is_busy) : able);
    }

    void advance(int w) {
        Worker& worker = workers_[static_cast<std::size_t>(w)];
        switch (worker.phase) {
        case Phase::take: return take(w, worker);
        case Phase::load: return load(w, worker);
        case Phase::publish_aggregate: return publish_aggregate(w, worker);
        case Phase::look_back: return look_back(w, worker);
        case Phase::fall_back: return fall_back(w, worker);
        case Phase::publish_prefix: return publish_prefix(w, worker);
        case Phase::store: return store(w, worker);
        case Phase::done: return;
        }
    }

    // Tiles are taken in ascending order, so a tile only waits for tiles that some worker has started.
    void take(int w, Worker& worker) {
        if (next_tile_ == static_cast<int>(tiles_.size())) {
            worker.phase = Phase::done;
            return;
        }
        worker.tile = next_tile_++;
        worker.element = tile(worker.tile).first;
        load(w, worker);
    }

    void load(int w, Worker& worker) {
        const int i = worker.element;
        const bool begins = i == tile(worker.tile).first;
        auto lane = recorder_.lane(begins ? LaneAction::load : LaneAction::combine, w, worker.tile);
        const Partial before = lane.read_if(!begins, {Space::lane, w});
        const Partial element = lane.read({Space::input, i});
        lane.write({Space::lane, w}, lane.combine(before, element));
        lane.write({Space::chip, i}, element);
        worker.phase = Phase::load;
        if (++worker.element == tile(worker.tile).last)
            worker.phase = worker.tile == 0 ? Phase::publish_prefix : Phase::publish_aggregate;
    }

    void publish_aggregate(int w, Worker& worker) {
        auto lane = recorder_.lane(LaneAction::publish_aggregate, w, worker.tile);
        lane.write({Space::aggregate, worker.tile}, lane.read({Space::lane, w}));
        worker.phase = Phase::look_back;
        worker.looks_at = worker.tile - 1;
        worker.spins = 0;
    }

    void look_back(int w, Worker& worker) {
        const int other = worker.looks_at;
        const bool has_prefix = recorder_.holds({Space::prefix, other});
        if (!has_prefix && !recorder_.holds({Space::aggregate, other})) {
            recorder_.lane(LaneAction::spin, w, worker.tile).looks_at(other);
            if (++worker.spins == spin_limit) {
                worker.phase = Phase::fall_back;
                worker.fall_back_element = tile(other).first;
            }
            return;
        }
        auto lane = recorder_.lane(LaneAction::look_back, w, worker.tile);
        lane.looks_at(other);
        const Partial known = lane.read_if(other != worker.tile - 1, {Space::before, w});
        const Partial found = lane.read({has_prefix ? Space::prefix : Space::aggregate, other});
        lane.write({Space::before, w}, lane.combine(found, known));
        worker.spins = 0;
        if (has_prefix)
            worker.phase = Phase::publish_prefix;
        else
            --worker.looks_at;
    }

    // Publishes the total for the blocking tile, unless its own lane has done so meanwhile.
    void fall_back(int w, Worker& worker) {
        const int other = worker.looks_at, i = worker.fall_back_element;
        auto lane = recorder_.lane(LaneAction::fall_back, w, worker.tile);
        lane.looks_at(other);
        const Partial before = lane.read_if(i != tile(other).first, {Space::scratch, w});
        const Partial total = lane.combine(before, lane.read({Space::input, i}));
        lane.write({Space::scratch, w}, total);
        if (++worker.fall_back_element < tile(other).last)
            return;
        const Place state{other == 0 ? Space::prefix : Space::aggregate, other};
        if (!recorder_.holds(state))
            lane.write(state, total);
        worker.phase = Phase::look_back;
        worker.spins = 0;
    }

    void publish_prefix(int w, Worker& worker) {
        auto lane = recorder_.lane(LaneAction::publish_prefix, w, worker.tile);
        const Partial before = lane.read_if(worker.tile != 0, {Space::before, w});
        lane.write({Space::prefix, worker.tile}, lane.combine(before, lane.read({Space::lane, w})));
        worker.phase = Phase::store;
        worker.element = tile(worker.tile).first;
    }

    void store(int w, Worker& worker) {
        const int i = worker.element;
        const bool begins = i == tile(worker.tile).first;
        auto lane = recorder_.lane(LaneAction::store, w, worker.tile);
        const Partial before =
            lane.read_if(!begins || worker.tile > 0, {begins ? Space::before : Space::lane, w});
        scan_element(lane, before, lane.read({Space::chip, i}), i, spec_.exclusive);
        if (++worker.element == tile(worker.tile).last)
            worker.phase = Phase::take;
    }

    const Spec& spec_;
    Recorder& recorder_;
    std::vector<Tile> tiles_;
    std::vector<Worker> workers_;
    Scheduler scheduler_;
    int next_tile_ = 0;
};

} // namespace

void record_two_pass(const Spec& spec, Recorder& recorder) {
    TwoPass(spec, recorder).run();
}

void record_chained(const Spec& spec, Recorder& recorder) {
    Chained(spec, recorder).run();
}

} // namespace scanline::scan_trace
