// Recursive doubling and the balanced tree, with the passes of raster::reference::prefix_sum().
// The balanced tree in place, as on the CPU: Zhang, Wang and Ross, ADMS 2020, section 3.3.
// The lanes of one vector register, vector by vector: Zhang, Wang and Ross, ADMS 2020, section 3.1.
// A chunk for each lane of one vector register: Zhang, Wang and Ross, ADMS 2020, section 3.2. simd-v1 scans
// in pass 1, simd-v2 in pass 2. Chunks have equal length; the remainder, which does not fill all lanes, goes
// to one of them.
#include "scanline/core/bits.h"
#include "schedule.h"

#include <fmt/format.h>
#include <numeric>

namespace scanline::scan_trace {

namespace {

// One level: elements first, first + 2 distance ... combine with the element `distance` before them.
void combine_level(Recorder& recorder, int size, std::string name, int first, int distance) {
    recorder.begin_step(
        std::move(name),
        fmt::format("Every {}th element, from element {} on, takes in what lies {} before it.", 2 * distance,
                    first, distance));
    for (int i = first; i < size; i += 2 * distance) {
        auto lane = recorder.lane(LaneAction::copy, i);
        const Partial left = lane.read({Space::output, i - distance});
        lane.write({Space::output, i}, lane.combine(left, lane.read({Space::output, i})));
    }
    recorder.end_step();
}

// Turns inclusive prefix sums in `from` into exclusive ones.
void shift(Recorder& recorder, int columns, Space from, const auto& result) {
    recorder.step_of_each("shift",
                          "Every element takes the value of its left neighbour, the first one the identity.",
                          0, columns, [&](int i) {
                              auto lane = recorder.lane(LaneAction::copy, i);
                              lane.write(result(i), lane.read_if(i > 0, {from, i - 1}));
                          });
}

// Adds the running sum of all earlier vectors to every lane. Returns nothing new for the first vector.
void add_carry(Recorder& recorder, const Tile& vector, int tile, bool exclusive) {
    const int count = vector.last - vector.first;
    const bool has_carry = recorder.holds({Space::carry, 0});
    if (has_carry || !exclusive) {
        const char* const sentence = has_carry
                                         ? "Every lane takes in the carry, the sum of all vectors before."
                                         : "There is no carry yet: every lane stores what it holds.";
        recorder.step_of_each(exclusive ? "carry" : "carry, store", sentence, 0, count, [&](int l) {
            auto lane = recorder.lane(has_carry ? LaneAction::copy : LaneAction::store, l, tile);
            Partial value = lane.read({Space::lane, l});
            if (has_carry)
                value = lane.combine(lane.read({Space::carry, 0}), value);
            if (!exclusive)
                lane.write({Space::output, vector.first + l}, value);
            lane.write({Space::lane, l}, value);
            if (!exclusive && l == count - 1)
                lane.write({Space::carry, 0}, value);
        });
    }
    if (!exclusive)
        return;
    recorder.step_of_each(
        "shift, store", "Every lane stores what its left neighbour holds, the first one the carry of before.",
        0, count, [&](int l) {
            auto lane = recorder.lane(LaneAction::store, l, tile);
            const Place before = l > 0 ? Place{Space::lane, l - 1} : Place{Space::carry, 0};
            lane.write({Space::output, vector.first + l}, lane.read_if(l > 0 || has_carry, before));
            if (l == count - 1)
                lane.write({Space::carry, 0}, lane.read({Space::lane, l}));
        });
}

class Vertical {
public:
    Vertical(const Spec& spec, Recorder& recorder)
        : spec_(spec), recorder_(recorder), size_(static_cast<int>(spec.input.size())),
          length_(size_ / spec.lanes) {}

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

    void scan_chunks() {
        // A single chunk has nothing before it, so no total is needed.
        const bool alone = spec_.lanes == 1, scans_first = spec_.variant == Variant::simd_v1;
        if (scans_first)
            pass(1, Pass::scan, 0,
                 "Every lane takes in the next element of its chunk, and stores the sum so far.");
        else if (!alone)
            pass(1, Pass::total, 0, "Every lane takes in the next element of its chunk, and stores nothing.");
        if (!alone)
            scan_totals();
        if (!scans_first)
            pass(2, Pass::scan, 0, "Every lane scans its chunk from what lies before it.");
        else if (!alone)
            pass(2, Pass::add, 1,
                 "Every lane but the first adds what lies before its chunk to its next element.");
    }

    // Run by the lanes from `first` on.
    void pass(int number, Pass pass, int first, const std::string& sentence) {
        for (int k = 0; k < length_; ++k) {
            const std::string name = fmt::format("pass {}, element {}", number, k);
            recorder_.step_of_each(name, sentence, first, spec_.lanes, [&](int l) {
                const bool nothing_before = k == 0 && (number == 1 || l == 0);
                auto lane = recorder_.lane(nothing_before ? LaneAction::load : LaneAction::copy, l, l);
                const Space from = k == 0 || pass == Pass::add ? Space::before : Space::lane;
                const Partial before = lane.read_if(!nothing_before, {from, l});
                take_element(lane, pass, before, l * length_ + k, spec_.exclusive);
            });
        }
    }

    void scan_totals() {
        std::vector<int> own(static_cast<std::size_t>(spec_.lanes));
        std::iota(own.begin(), own.end(), 0);
        scan_lanes(recorder_, "scan totals", own);
        recorder_.step_of_each("shift totals",
                               "Every lane takes the sum that its left neighbour holds: what lies before.", 1,
                               spec_.lanes, [&](int l) {
                                   auto lane = recorder_.lane(LaneAction::copy, l, l);
                                   lane.write({Space::before, l}, lane.read({Space::lane, l - 1}));
                               });
    }

    // The last lane holds the sum of all chunks.
    void scan_rest() {
        const int last = spec_.lanes - 1;
        for (int i = rest(); i < size_; ++i) {
            recorder_.begin_step(fmt::format("rest, element {}", i - rest()),
                                 "The elements that do not fill all lanes are scanned by one of them.");
            auto lane = recorder_.lane(i == 0 ? LaneAction::load : LaneAction::copy, last,
                                       length_ > 0 ? spec_.lanes : 0);
            take_element(lane, Pass::scan, lane.read_if(i > 0, {Space::lane, last}), i, spec_.exclusive);
            recorder_.end_step();
        }
    }

    const Spec& spec_;
    Recorder& recorder_;
    int size_;
    int length_; ///< of a chunk
};

} // namespace

void record_hillis_steele(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    const int columns = padded_size(size);
    const int passes = log2_exact(columns);
    const auto final_place = [&](int i) { return Place{i < size ? Space::output : Space::array, i}; };
    for (int pass = 1; pass <= passes; ++pass) {
        const int offset = 1 << (pass - 1);
        const std::string sentence = fmt::format(
            "Every element takes in the value {} to its left; what has none there is passed on.", offset);
        recorder.step_of_each(fmt::format("doubling {}", pass), sentence, 0, columns, [&](int i) {
            const Space from = pass == 1 ? Space::input : Space::array;
            auto lane = recorder.lane(LaneAction::copy, i);
            Partial value = lane.read({from, i});
            if (i >= offset)
                value = lane.combine(lane.read({from, i - offset}), value);
            lane.write(pass == passes && !spec.exclusive ? final_place(i) : Place{Space::array, i}, value);
        });
    }
    if (spec.exclusive)
        shift(recorder, columns, Space::array, final_place);
}

void record_blelloch(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    const int leaves = padded_size(size);
    const int levels = log2_exact(leaves);
    const auto sum_of = [&](int level, int node) {
        return level == 0 ? Place{Space::input, node} : Place{Space::up, (leaves >> level) + node};
    };
    const auto lane_of = [&](int level, int node) {
        return recorder.lane(LaneAction::copy, node << level, -1, 1 << level);
    };
    for (int level = 1; level < levels; ++level) {
        const std::string sentence =
            fmt::format("Every node of {} elements adds up its two children.", 1 << level);
        recorder.step_of_each(fmt::format("up-sweep {}", level), sentence, 0, leaves >> level, [&](int node) {
            auto lane = lane_of(level, node);
            const Partial left = lane.read(sum_of(level - 1, 2 * node));
            lane.write(sum_of(level, node), lane.combine(left, lane.read(sum_of(level - 1, 2 * node + 1))));
        });
    }
    for (int level = levels - 1; level >= 0; --level) {
        const bool includes_itself = level == 0 && !spec.exclusive;
        const char* const sentence =
            includes_itself
                ? "Every element takes what lies before its parent, a right child its left sibling, and "
                  "itself."
                : "Every node takes what lies before its parent; a right child adds its left sibling.";
        recorder.step_of_each(
            fmt::format("down-sweep {}", level), sentence, 0, leaves >> level, [&](int node) {
                auto lane = lane_of(level, node);
                // The prefix of the root is empty, so its children need not read it.
                Partial before =
                    lane.read_if(level < levels - 1, {Space::down, (leaves >> (level + 1)) + node / 2});
                if (node % 2 == 1)
                    before = lane.combine(before, lane.read(sum_of(level, node - 1)));
                if (includes_itself)
                    before = lane.combine(before, lane.read(sum_of(0, node)));
                const bool is_output = level == 0 && node < size;
                lane.write(is_output ? Place{Space::output, node}
                                     : Place{Space::down, (leaves >> level) + node},
                           before);
            });
    }
}

void record_tree(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    recorder.step_of_each("copy", "Every element is copied to the output, where the tree is built in place.",
                          0, size, [&](int i) {
                              auto lane = recorder.lane(LaneAction::copy, i);
                              lane.write({Space::output, i}, lane.read({Space::input, i}));
                          });

    int distance = 1, level = 1;
    for (; 2 * distance <= size; distance *= 2, ++level)
        combine_level(recorder, size, fmt::format("up-sweep {}", level), 2 * distance - 1, distance);
    for (; distance > 0; distance /= 2, --level) {
        if (3 * distance - 1 < size)
            combine_level(recorder, size, fmt::format("down-sweep {}", level), 3 * distance - 1, distance);
    }
    if (spec.exclusive)
        shift(recorder, size, Space::output, [](int i) { return Place{Space::output, i}; });
}

void record_horizontal(const Spec& spec, Recorder& recorder) {
    const std::vector<Tile> vectors = tiles_of(static_cast<int>(spec.input.size()), spec.lanes);
    recorder.set_tiles(vectors, false);
    for (int tile = 0; tile < static_cast<int>(vectors.size()); ++tile) {
        const Tile& vector = vectors[static_cast<std::size_t>(tile)];
        const int count = vector.last - vector.first;
        const std::string sentence =
            fmt::format("The lanes load elements {} to {}.", vector.first, vector.last - 1);
        recorder.step_of_each(fmt::format("load vector {}", tile), sentence, 0, count, [&](int l) {
            auto lane = recorder.lane(LaneAction::load, l, tile);
            lane.write({Space::lane, l}, lane.read({Space::input, vector.first + l}));
        });
        scan_lanes(recorder, "doubling", std::vector<int>(static_cast<std::size_t>(count), tile));
        add_carry(recorder, vector, tile, spec.exclusive);
    }
}

void record_vertical(const Spec& spec, Recorder& recorder) {
    Vertical(spec, recorder).run();
}

} // namespace scanline::scan_trace
