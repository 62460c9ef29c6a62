// Recursive doubling and the balanced tree, with the passes of raster::reference::prefix_sum().
// The balanced tree in place, as the CPU has it: Zhang, Wang and Ross, ADMS 2020, section 3.3.
// The lanes of one vector register, vector by vector: Zhang, Wang and Ross, ADMS 2020, section 3.1.
// A chunk for each lane of one vector register: Zhang, Wang and Ross, ADMS 2020, section 3.2. simd-v1 scans
// in pass 1, simd-v2 in pass 2. Chunks have the same length; what does not fill all lanes is left for one of
// them.
#include "prefix_sum/schedule.h"
#include "scanline/core/bits.h"

#include <fmt/format.h>
#include <numeric>

namespace scanline::view::prefix_sum {

namespace {

// One level: elements first, first + 2 distance ... take in what lies a distance before them.
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

// The running sum of all vectors before goes to every lane. Returns nothing new for the first vector.
void add_carry(Recorder& recorder, const Tile& vector, int tile, bool exclusive) {
    const int count = vector.last - vector.first;
    const bool has_carry = recorder.holds({Space::carry, 0});
    if (has_carry || !exclusive) {
        recorder.begin_step(exclusive ? "carry" : "carry, store",
                            has_carry ? "Every lane takes in the carry, the sum of all vectors before."
                                      : "There is no carry yet: every lane stores what it holds.");
        for (int l = 0; l < count; ++l) {
            auto lane = recorder.lane(has_carry ? LaneAction::copy : LaneAction::store, l);
            lane.on_tile(tile);
            Partial value = lane.read({Space::lane, l});
            if (has_carry)
                value = lane.combine(lane.read({Space::carry, 0}), value);
            if (!exclusive)
                lane.write({Space::output, vector.first + l}, value);
            lane.write({Space::lane, l}, value);
            if (!exclusive && l == count - 1)
                lane.write({Space::carry, 0}, value);
        }
        recorder.end_step();
    }
    if (!exclusive)
        return;
    recorder.begin_step(
        "shift, store",
        "Every lane stores what its left neighbour holds, the first one the carry of before.");
    for (int l = 0; l < count; ++l) {
        auto lane = recorder.lane(LaneAction::store, l);
        lane.on_tile(tile);
        const Partial value = l > 0       ? lane.read({Space::lane, l - 1})
                              : has_carry ? lane.read({Space::carry, 0})
                                          : recorder.nothing();
        lane.write({Space::output, vector.first + l}, value);
        if (l == count - 1)
            lane.write({Space::carry, 0}, lane.read({Space::lane, l}));
    }
    recorder.end_step();
}

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

void record_hillis_steele(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    const int columns = padded_size(size);
    const int passes = log2_exact(columns);
    const auto result = [&](bool final, int i) {
        return final && i < size ? Place{Space::output, i} : Place{Space::array, i};
    };
    for (int pass = 1; pass <= passes; ++pass) {
        const int offset = 1 << (pass - 1);
        recorder.begin_step(
            fmt::format("doubling {}", pass),
            fmt::format("Every element takes in the value {} to its left; what has none there is passed on.",
                        offset));
        const Space from = pass == 1 ? Space::input : Space::array;
        for (int i = 0; i < columns; ++i) {
            auto lane = recorder.lane(LaneAction::copy, i);
            Partial value = lane.read({from, i});
            if (i >= offset)
                value = lane.combine(lane.read({from, i - offset}), value);
            lane.write(result(pass == passes && !spec.exclusive, i), value);
        }
        recorder.end_step();
    }
    if (!spec.exclusive)
        return;
    recorder.begin_step("shift",
                        "Every element takes the value of its left neighbour, the first one the identity.");
    for (int i = 0; i < columns; ++i) {
        auto lane = recorder.lane(LaneAction::copy, i);
        const Partial value = i == 0 ? recorder.nothing() : lane.read({Space::array, i - 1});
        lane.write(result(true, i), value);
    }
    recorder.end_step();
}

void record_blelloch(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    const int leaves = padded_size(size);
    const int levels = log2_exact(leaves);
    const auto sum_of = [&](int level, int node) {
        return level == 0 ? Place{Space::input, node} : Place{Space::up, (leaves >> level) + node};
    };
    for (int level = 1; level < levels; ++level) {
        recorder.begin_step(fmt::format("up-sweep {}", level),
                            fmt::format("Every node of {} elements adds up its two children.", 1 << level));
        for (int node = 0; node < leaves >> level; ++node) {
            auto lane = recorder.lane(LaneAction::copy, node << level, 1 << level);
            const Partial left = lane.read(sum_of(level - 1, 2 * node));
            lane.write(sum_of(level, node), lane.combine(left, lane.read(sum_of(level - 1, 2 * node + 1))));
        }
        recorder.end_step();
    }
    for (int level = levels - 1; level >= 0; --level) {
        recorder.begin_step(
            fmt::format("down-sweep {}", level),
            level == 0 && !spec.exclusive
                ? "Every element takes what lies before its parent, a right child its left sibling, and "
                  "itself."
                : "Every node takes what lies before its parent; a right child adds its left sibling.");
        for (int node = 0; node < leaves >> level; ++node) {
            auto lane = recorder.lane(LaneAction::copy, node << level, 1 << level);
            // Before the root there is nothing, so its children need not read.
            Partial before = level == levels - 1
                                 ? recorder.nothing()
                                 : lane.read({Space::down, (leaves >> (level + 1)) + node / 2});
            if (node % 2 == 1)
                before = lane.combine(before, lane.read(sum_of(level, node - 1)));
            if (level == 0 && !spec.exclusive)
                before = lane.combine(before, lane.read(sum_of(0, node)));
            const bool is_output = level == 0 && node < size;
            lane.write(is_output ? Place{Space::output, node} : Place{Space::down, (leaves >> level) + node},
                       before);
        }
        recorder.end_step();
    }
}

void record_tree(const Spec& spec, Recorder& recorder) {
    const int size = static_cast<int>(spec.input.size());
    recorder.begin_step("copy", "Every element is copied to the output, where the tree is built in place.");
    for (int i = 0; i < size; ++i) {
        auto lane = recorder.lane(LaneAction::copy, i);
        lane.write({Space::output, i}, lane.read({Space::input, i}));
    }
    recorder.end_step();

    int distance = 1, level = 1;
    for (; 2 * distance <= size; distance *= 2, ++level)
        combine_level(recorder, size, fmt::format("up-sweep {}", level), 2 * distance - 1, distance);
    for (; distance > 0; distance /= 2, --level) {
        if (3 * distance - 1 < size)
            combine_level(recorder, size, fmt::format("down-sweep {}", level), 3 * distance - 1, distance);
    }
    if (!spec.exclusive)
        return;
    recorder.begin_step("shift",
                        "Every element takes the value of its left neighbour, the first one the identity.");
    for (int i = 0; i < size; ++i) {
        auto lane = recorder.lane(LaneAction::copy, i);
        lane.write({Space::output, i}, i == 0 ? recorder.nothing() : lane.read({Space::output, i - 1}));
    }
    recorder.end_step();
}

void record_horizontal(const Spec& spec, Recorder& recorder) {
    const std::vector<Tile> vectors = tiles_of(static_cast<int>(spec.input.size()), spec.lanes);
    recorder.set_tiles(vectors, false);
    for (int tile = 0; tile < static_cast<int>(vectors.size()); ++tile) {
        const Tile& vector = vectors[static_cast<std::size_t>(tile)];
        const int count = vector.last - vector.first;
        recorder.begin_step(fmt::format("load vector {}", tile),
                            fmt::format("The lanes load elements {} to {}.", vector.first, vector.last - 1));
        for (int l = 0; l < count; ++l) {
            auto lane = recorder.lane(LaneAction::load, l);
            lane.on_tile(tile);
            lane.write({Space::lane, l}, lane.read({Space::input, vector.first + l}));
        }
        recorder.end_step();
        scan_lanes(recorder, "doubling", std::vector<int>(static_cast<std::size_t>(count), tile));
        add_carry(recorder, vector, tile, spec.exclusive);
    }
}

void record_vertical(const Spec& spec, Recorder& recorder) {
    Vertical(spec, recorder).run();
}

} // namespace scanline::view::prefix_sum
