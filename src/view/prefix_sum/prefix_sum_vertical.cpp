// A chunk for each lane of one vector register: Zhang, Wang and Ross, ADMS 2020, section 3.2. simd-v1 scans
// in pass 1, simd-v2 in pass 2. Chunks have the same length; what does not fill all lanes is left for one of
// them.
#include "prefix_sum/prefix_sum_schedule.h"

#include <fmt/format.h>
#include <numeric>

namespace scanline::view::prefix_sum {

namespace {

class Vertical {
public:
    Vertical(const Spec& spec, Recorder& recorder)
        : spec_(spec), recorder_(recorder), size_(static_cast<int>(spec.input.size())),
          length_(size_ / spec.lanes), scans_first_(spec.variant == Variant::simd_v1) {}

    void run() {
        std::vector<Tile> chunks;
        if (length_ > 0)
            chunks = tiles_of(spec_.lanes * length_, length_);
        if (rest() < size_)
            chunks.push_back({rest(), size_});
        recorder_.set_tiles(std::move(chunks), false);
        if (length_ > 0)
            scan_chunks();
        scan_rest();
    }

private:
    int rest() const { return spec_.lanes * length_; }
    int element(int l, int k) const { return l * length_ + k; }

    void scan_chunks() {
        // A chunk alone has nothing before it, whose total would have to be known.
        const bool alone = spec_.lanes == 1;
        if (scans_first_)
            pass(1, 0, "Every lane takes in the next element of its chunk, and stores the sum so far.");
        else if (!alone)
            pass(1, 0, "Every lane takes in the next element of its chunk, and stores nothing.");
        if (!alone)
            scan_totals();
        if (!scans_first_)
            pass(2, 0, "Every lane scans its chunk from what lies before it.");
        else if (!alone)
            pass(2, 1, "Every lane but the first adds what lies before its chunk to its next element.");
    }

    // By the lanes from `first` on.
    void pass(int number, int first, const std::string& sentence) {
        for (int k = 0; k < length_; ++k) {
            recorder_.begin_step(fmt::format("pass {}, element {}", number, k), sentence);
            for (int l = first; l < spec_.lanes; ++l)
                handle(number, l, k);
            recorder_.end_step();
        }
    }

    void handle(int number, int l, int k) {
        const int i = element(l, k);
        const bool nothing_before = k == 0 && (number == 1 || l == 0);
        auto lane = recorder_.lane(nothing_before ? LaneAction::load : LaneAction::copy, l);
        lane.on_tile(l);
        if (number == 2 && scans_first_) {
            const Partial before = lane.read({Space::before, l});
            lane.write({Space::output, i}, lane.combine(before, lane.read({Space::output, i})));
            return;
        }
        Partial before = recorder_.nothing();
        if (!nothing_before)
            before = lane.read({k == 0 ? Space::before : Space::lane, l});
        const Partial element = lane.read({Space::input, i});
        if (number == 2 || scans_first_)
            scan_element(lane, l, before, element, i, spec_.exclusive);
        else
            lane.write({Space::lane, l}, lane.combine(before, element));
    }

    void scan_totals() {
        std::vector<int> own(static_cast<std::size_t>(spec_.lanes));
        std::iota(own.begin(), own.end(), 0);
        scan_lanes(recorder_, "scan totals", own);
        recorder_.begin_step("shift totals",
                             "Every lane takes the sum that its left neighbour holds: what lies before.");
        for (int l = 1; l < spec_.lanes; ++l) {
            auto lane = recorder_.lane(LaneAction::copy, l);
            lane.on_tile(l);
            lane.write({Space::before, l}, lane.read({Space::lane, l - 1}));
        }
        recorder_.end_step();
    }

    // The last lane holds the sum of all chunks.
    void scan_rest() {
        const int last = spec_.lanes - 1;
        for (int i = rest(); i < size_; ++i) {
            recorder_.begin_step(fmt::format("rest, element {}", i - rest()),
                                 "The elements that do not fill all lanes are scanned by one of them.");
            auto lane = recorder_.lane(i == 0 ? LaneAction::load : LaneAction::copy, last);
            lane.on_tile(length_ > 0 ? spec_.lanes : 0);
            const Partial before = i == 0 ? recorder_.nothing() : lane.read({Space::lane, last});
            scan_element(lane, last, before, lane.read({Space::input, i}), i, spec_.exclusive);
            recorder_.end_step();
        }
    }

    const Spec& spec_;
    Recorder& recorder_;
    int size_;
    int length_; ///< of a chunk
    bool scans_first_;
};

} // namespace

void record_vertical(const Spec& spec, Recorder& recorder) {
    Vertical(spec, recorder).run();
}

} // namespace scanline::view::prefix_sum
