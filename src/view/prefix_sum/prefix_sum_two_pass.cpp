// Two passes over tiles with a barrier between: Zhang, Wang and Ross, ADMS 2020, section 2.1.
#include "prefix_sum/prefix_sum_schedule.h"

#include <algorithm>
#include <fmt/format.h>

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

} // namespace

void record_two_pass(const Spec& spec, Recorder& recorder) {
    TwoPass(spec, recorder).run();
}

} // namespace scanline::view::prefix_sum
