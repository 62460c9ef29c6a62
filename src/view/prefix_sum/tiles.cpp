// Two passes over tiles with a barrier between: Zhang, Wang and Ross, ADMS 2020, section 2.1.
// One pass with decoupled look-back: Merrill and Garland, NVR-2016-002, section 4; the fallback: Smith,
// Levien and Owens, SPAA 2025.
#include "prefix_sum/schedule.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace scanline::view::prefix_sum {

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

    // Over the tiles first .. last, which the workers take in turns: a tile has the same one in both passes.
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
        const bool begins = i == tile(t).first;
        const bool adds = number == 2 && spec_.variant == Variant::scan_then_add;
        const bool nothing_before = begins && (number == 1 || t == 0);
        auto lane = recorder_.lane(nothing_before ? LaneAction::load : LaneAction::copy, w);
        lane.on_tile(t);
        Partial before = recorder_.nothing();
        if (begins && !nothing_before)
            before = lane.read({Space::prefix, t - 1});
        else if (!begins)
            before = lane.read({adds ? Space::before : Space::lane, w});
        if (adds) {
            lane.write({Space::output, i}, lane.combine(before, lane.read({Space::output, i})));
            lane.write({Space::before, w}, before);
            return;
        }
        const Partial element = lane.read({Space::input, i});
        if (number == 2) {
            scan_element(lane, w, before, element, i, spec_.exclusive);
            return;
        }
        Partial total;
        if (spec_.variant == Variant::scan_then_add) {
            total = scan_element(lane, w, before, element, i, spec_.exclusive);
        } else {
            total = lane.combine(before, element);
            lane.write({Space::lane, w}, total);
        }
        if (i + 1 == tile(t).last && t + 1 < static_cast<int>(tiles_.size()))
            lane.write({t == 0 ? Space::prefix : Space::aggregate, t}, total);
    }

    void scan_totals() {
        for (int t = 1; t + 1 < static_cast<int>(tiles_.size()); ++t) {
            begin_step(fmt::format("total of tile {}", t),
                       "One worker scans the totals of the tiles, and the others wait.");
            auto lane = recorder_.lane(LaneAction::copy, 0);
            lane.on_tile(t);
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
    int element = 0;  ///< the next one to load or store
    int looks_at = 0; ///< the tile that look_back is at
    int spins = 0;
    int fall_back_element = 0;
};

// What one tile tells or asks another one.
std::string news_of(const LaneStep& lane) {
    switch (lane.action) {
    case LaneAction::publish_aggregate: return fmt::format("tile {} publishes its total", lane.tile);
    case LaneAction::publish_prefix: return fmt::format("tile {} publishes its prefix", lane.tile);
    case LaneAction::look_back: return fmt::format("tile {} looks back at tile {}", lane.tile, lane.looks_at);
    case LaneAction::spin: return fmt::format("tile {} waits for tile {}", lane.tile, lane.looks_at);
    case LaneAction::fall_back:
        return fmt::format("tile {} reduces tile {} itself", lane.tile, lane.looks_at);
    case LaneAction::load:
    case LaneAction::combine:
    case LaneAction::copy:
    case LaneAction::store:
    case LaneAction::sum_up:
    case LaneAction::barrier:
    case LaneAction::join:
    case LaneAction::held:
    case LaneAction::stalled: return {};
    }
    return {};
}

// "Tile 2 publishes its total, tile 3 waits for tile 2."; of many tiles only how many do what.
std::string sentence_of(const TimeStep& step) {
    constexpr std::size_t most_news = 3;
    std::vector<std::string> news;
    for (const LaneStep& lane : step.lanes) {
        if (std::string one = news_of(lane); !one.empty())
            news.push_back(std::move(one));
    }
    if (news.empty())
        return "Lanes load, add up and store the elements of their tiles.";
    if (news.size() > most_news) {
        news.clear();
        const auto tell = [&](LaneAction action, std::string_view what) {
            if (const auto count = std::ranges::count(step.lanes, action, &LaneStep::action); count > 0)
                news.push_back(fmt::format("{} {}", count, what));
        };
        tell(LaneAction::publish_aggregate, "publishing a total");
        tell(LaneAction::publish_prefix, "publishing a prefix");
        tell(LaneAction::look_back, "looking back");
        tell(LaneAction::spin, "waiting for another");
        tell(LaneAction::fall_back, "reducing another");
        return fmt::format("Tiles: {}.", fmt::join(news, ", "));
    }
    std::string sentence = fmt::format("{}.", fmt::join(news, ", "));
    sentence.front() = 'T';
    return sentence;
}

class Chained {
public:
    Chained(const Spec& spec, Recorder& recorder)
        : spec_(spec), recorder_(recorder), tiles_(tiles_of(static_cast<int>(spec.input.size()), spec.tile)),
          workers_(static_cast<std::size_t>(spec.lanes)), scheduler_(spec.seed) {}

    void run() {
        for (int step = 1; has_work(); ++step) {
            if (step > most_steps())
                throw std::logic_error("a chained scan has come to a deadlock");
            recorder_.begin_step(fmt::format("step {}", step), "");
            const std::vector<int> order = scheduled();
            for (const int w : order)
                advance(w);
            for (int w = 0; w < spec_.lanes; ++w) {
                const Worker& worker = workers_[static_cast<std::size_t>(w)];
                if (worker.phase != Phase::done && std::ranges::find(order, w) == order.end())
                    hold(w, worker);
            }
            recorder_.end_step();
            recorder_.say(sentence_of(recorder_.step()));
        }
    }

private:
    const Tile& tile(int index) const { return tiles_[static_cast<std::size_t>(index)]; }

    // In every step one lane at least gets on with its tile: loads, stores, publishes; or looks at one of the
    // tiles before it, spins on it, reduces it.
    int most_steps() const {
        const int count = static_cast<int>(tiles_.size());
        return count * (2 * spec_.tile + 2 + count * (2 + spin_limit + spec_.tile));
    }

    bool has_work() {
        for (Worker& worker : workers_) {
            if (worker.phase == Phase::take && next_tile_ == static_cast<int>(tiles_.size()))
                worker.phase = Phase::done;
        }
        return std::ranges::any_of(workers_,
                                   [](const Worker& worker) { return worker.phase != Phase::done; });
    }

    bool is_stalled(const Worker& worker) const {
        return worker.tile == spec_.stalled && worker.tile >= 0 && worker.phase != Phase::take &&
               worker.phase != Phase::done;
    }

    // The workers that move in this step, in the order in which they take tiles.
    std::vector<int> scheduled() {
        std::vector<int> able;
        for (int w = 0; w < spec_.lanes; ++w) {
            const Worker& worker = workers_[static_cast<std::size_t>(w)];
            if (worker.phase != Phase::done && !is_stalled(worker))
                able.push_back(w);
        }
        if (able.empty()) { // the stalled one is the last, and goes on
            for (int w = 0; w < spec_.lanes; ++w) {
                if (workers_[static_cast<std::size_t>(w)].phase != Phase::done)
                    able.push_back(w);
            }
        }
        return scheduler_.moving(std::move(able));
    }

    void hold(int w, const Worker& worker) {
        auto lane = recorder_.lane(is_stalled(worker) ? LaneAction::stalled : LaneAction::held, w);
        lane.on_tile(worker.phase == Phase::take ? -1 : worker.tile);
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

    Recorder::Lane lane(LaneAction action, int w, const Worker& worker) {
        auto lane = recorder_.lane(action, w);
        lane.on_tile(worker.tile);
        return lane;
    }

    // Tiles are taken in ascending order, so that what a tile waits for has always been begun by somebody.
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
        auto lane = this->lane(begins ? LaneAction::load : LaneAction::combine, w, worker);
        const Partial before = begins ? recorder_.nothing() : lane.read({Space::lane, w});
        const Partial element = lane.read({Space::input, i});
        lane.write({Space::lane, w}, lane.combine(before, element));
        lane.write({Space::chip, i}, element);
        worker.phase = Phase::load;
        if (++worker.element == tile(worker.tile).last)
            worker.phase = worker.tile == 0 ? Phase::publish_prefix : Phase::publish_aggregate;
    }

    void publish_aggregate(int w, Worker& worker) {
        auto lane = this->lane(LaneAction::publish_aggregate, w, worker);
        lane.write({Space::aggregate, worker.tile}, lane.read({Space::lane, w}));
        worker.phase = Phase::look_back;
        worker.looks_at = worker.tile - 1;
        worker.spins = 0;
    }

    void look_back(int w, Worker& worker) {
        const int other = worker.looks_at;
        const bool has_prefix = recorder_.holds({Space::prefix, other});
        if (!has_prefix && !recorder_.holds({Space::aggregate, other})) {
            lane(LaneAction::spin, w, worker).looks_at(other);
            if (++worker.spins == spin_limit) {
                worker.phase = Phase::fall_back;
                worker.fall_back_element = tile(other).first;
            }
            return;
        }
        auto lane = this->lane(LaneAction::look_back, w, worker);
        lane.looks_at(other);
        const Partial known = other == worker.tile - 1 ? recorder_.nothing() : lane.read({Space::before, w});
        const Partial found = lane.read({has_prefix ? Space::prefix : Space::aggregate, other});
        lane.write({Space::before, w}, lane.combine(found, known));
        worker.spins = 0;
        if (has_prefix)
            worker.phase = Phase::publish_prefix;
        else
            --worker.looks_at;
    }

    // Publishes the total for the tile that blocks, unless its own lane has done so meanwhile.
    void fall_back(int w, Worker& worker) {
        const int other = worker.looks_at, i = worker.fall_back_element;
        auto lane = this->lane(LaneAction::fall_back, w, worker);
        lane.looks_at(other);
        const Partial before = i == tile(other).first ? recorder_.nothing() : lane.read({Space::scratch, w});
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
        auto lane = this->lane(LaneAction::publish_prefix, w, worker);
        const Partial before = worker.tile == 0 ? recorder_.nothing() : lane.read({Space::before, w});
        lane.write({Space::prefix, worker.tile}, lane.combine(before, lane.read({Space::lane, w})));
        worker.phase = Phase::store;
        worker.element = tile(worker.tile).first;
    }

    void store(int w, Worker& worker) {
        const int i = worker.element;
        const bool begins = i == tile(worker.tile).first;
        auto lane = this->lane(LaneAction::store, w, worker);
        Partial before = recorder_.nothing();
        if (!begins)
            before = lane.read({Space::lane, w});
        else if (worker.tile > 0)
            before = lane.read({Space::before, w});
        scan_element(lane, w, before, lane.read({Space::chip, i}), i, spec_.exclusive);
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

} // namespace scanline::view::prefix_sum
