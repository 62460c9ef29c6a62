// A team of threads, each with partitions of its own: Zhang, Wang and Ross, ADMS 2020, sections 2.1 and 2.2.
#include "prefix_sum/schedule.h"
#include "scanline/cpu/scan_division.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <vector>

namespace scanline::view::prefix_sum {

namespace {

cpu::ScanPasses passes_of(Variant variant) {
    const bool increments = variant == Variant::scalar1 || variant == Variant::scalar1_p;
    return increments ? cpu::ScanPasses::increment : cpu::ScanPasses::accumulate;
}

enum class ThreadPhase { first_pass, barrier, sum_up, second_pass, done };

struct Thread {
    ThreadPhase phase = ThreadPhase::first_pass;
    int stretch = 0;
    int element = 0; ///< the next one
};

bool is_active(const Thread& thread) {
    return thread.phase != ThreadPhase::barrier && thread.phase != ThreadPhase::done;
}

// "Thread 0", "Threads 0, 2 and 5", "4 threads"
std::string threads_text(const std::vector<int>& threads) {
    constexpr std::size_t most_named = 3;
    if (threads.size() > most_named)
        return fmt::format("{} threads", threads.size());
    std::string text = threads.size() == 1 ? "Thread " : "Threads ";
    for (std::size_t i = 0; i < threads.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 < threads.size() ? ", " : " and ", threads[i]);
    return text;
}

/// Who of a team of threads does what in which pass. The partitions are those of cpu::Scan, and the roles of
/// the threads those that they have there. Source: Zhang, Wang and Ross, ADMS 2020, sections 2.1 and 2.2.
class TeamPlan {
public:
    /// What a thread does with a partition.
    enum class Role { none, total, scan, increment };

    explicit TeamPlan(const Spec& spec)
        : passes_(passes_of(spec.variant)), threads_(spec.lanes),
          division_(passes_, {.threads = spec.lanes, .dilation = spec.dilation}) {
        const int size = static_cast<int>(spec.input.size());
        const int together =
            is_partitioned(spec.variant) ? static_cast<int>(division_.together(spec.partition)) : size;
        stretches_ = tiles_of(size, together);
        for (const Tile& stretch : stretches_) {
            const std::vector<std::int64_t> at = division_.boundaries(stretch.last - stretch.first);
            for (std::size_t p = 0; p + 1 < at.size(); ++p)
                partitions_.push_back({stretch.first + static_cast<int>(at[p]),
                                       stretch.first + static_cast<int>(at[p + 1]),
                                       static_cast<int>(p) % threads_});
        }
    }

    const std::vector<Tile>& stretches() const { return stretches_; }
    bool another(int stretch) const { return stretch + 1 < std::ssize(stretches_); }
    /// All, in the order of the elements.
    const std::vector<Tile>& partitions() const { return partitions_; }
    int index_of(int stretch, int part) const { return stretch * (threads_ + (dilated() ? 1 : 0)) + part; }

    const Tile& partition(int stretch, int part) const {
        return partitions_[static_cast<std::size_t>(index_of(stretch, part))];
    }

    /// Whether there is a partition more than threads.
    bool dilated() const { return division_.dilated(); }
    /// Whether prefix sums are computed in pass 1, not in pass 2.
    bool increments() const { return passes_ == cpu::ScanPasses::increment; }

    /// Of thread t with partition t of a stretch.
    Role first_role(int t, int stretch) const {
        if (increments() || (t == 0 && dilated()))
            return Role::scan;
        const bool is_asked_for = another(stretch) || dilated() || t + 1 < threads_;
        return is_asked_for ? Role::total : Role::none;
    }

    /// With second_part(): thread 0 has the last one to itself where there is one more than threads.
    Role second_role(int t) const {
        if (!increments() || (t == 0 && dilated()))
            return Role::scan;
        return t == 0 ? Role::none : Role::increment;
    }

    int second_part(int t) const { return t == 0 && dilated() ? threads_ : t; }
    bool has_second_pass(int t, int stretch) const {
        return second_role(t) != Role::none && !partition(stretch, second_part(t)).empty();
    }

    /// Whether what thread 0 finds in pass 1 includes what lies before the stretch.
    bool first_sum_includes_before() const { return increments() || dilated(); }
    /// Whether anything can lie before what it works on in pass 2.
    bool has_offset(int t, int stretch) const {
        return has_second_pass(t, stretch) &&
               (second_part(t) > 0 || (stretch > 0 && !first_sum_includes_before()));
    }

    /// Whether it must learn from the sums what lies before the next stretch: thread 0, unless it scans the
    /// last partition itself, and all where the sums do not include that.
    bool carries(int t, int stretch) const {
        if (!another(stretch))
            return false;
        const bool scans_last = dilated() && has_second_pass(t, stretch);
        return !first_sum_includes_before() || (t == 0 && !scans_last);
    }

    /// Where a thread leaves its sum.
    static Place sum_of(int stretch, int t) { return {Space::sum, sum_index(stretch % turns, t)}; }

private:
    cpu::ScanPasses passes_;
    int threads_;
    cpu::ScanDivision division_;
    std::vector<Tile> stretches_, partitions_;
};

class Team {
public:
    Team(const Spec& spec, Recorder& recorder)
        : spec_(spec), recorder_(recorder), plan_(spec), threads_(static_cast<std::size_t>(spec.lanes)),
          scheduler_(spec.seed) {}

    void run() {
        recorder_.set_partitions(plan_.partitions(), plan_.stretches());
        for (int t = 0; t < spec_.lanes; ++t)
            begin_stretch(t, 0);
        pass_barrier();
        while (!std::ranges::all_of(threads_,
                                    [](const Thread& one) { return one.phase == ThreadPhase::done; })) {
            step();
            pass_barrier();
        }
    }

private:
    Thread& thread(int t) { return threads_[static_cast<std::size_t>(t)]; }

    // What takes no time is passed over.
    void begin_stretch(int t, int stretch) {
        const bool is_there = stretch < std::ssize(plan_.stretches());
        thread(t) = {is_there ? ThreadPhase::first_pass : ThreadPhase::done, stretch, 0};
        if (!is_there)
            return;
        thread(t).element = plan_.partition(stretch, t).first;
        if (plan_.first_role(t, stretch) == TeamPlan::Role::none)
            thread(t).phase = ThreadPhase::barrier;
    }
    void begin_second_pass(int t) {
        const int stretch = thread(t).stretch;
        if (!plan_.has_second_pass(t, stretch))
            return begin_stretch(t, stretch + 1);
        thread(t) = {ThreadPhase::second_pass, stretch, plan_.partition(stretch, plan_.second_part(t)).first};
    }

    // When all have come.
    void pass_barrier() {
        if (!std::ranges::all_of(threads_,
                                 [](const Thread& one) { return one.phase == ThreadPhase::barrier; }))
            return;
        behind_barrier_ = spec_.lanes > 1;
        for (int t = 0; t < spec_.lanes; ++t) {
            const int stretch = thread(t).stretch;
            thread(t).phase = ThreadPhase::sum_up;
            if (!plan_.has_offset(t, stretch) && !plan_.carries(t, stretch))
                begin_second_pass(t);
        }
    }

    void step() {
        recorder_.begin_step(name(), sentence(), behind_barrier_);
        behind_barrier_ = false;
        std::vector<int> able;
        for (int t = 0; t < spec_.lanes; ++t) {
            if (is_active(thread(t)))
                able.push_back(t);
            else
                recorder_.lane(thread(t).phase == ThreadPhase::done ? LaneAction::join : LaneAction::barrier,
                               t);
        }
        const std::vector<int> moving = scheduler_.moving(able);
        for (const int t : able) {
            if (std::ranges::find(moving, t) == moving.end())
                recorder_.lane(LaneAction::held, t);
        }
        for (const int t : moving)
            advance(t);
        recorder_.end_step();
    }

    void advance(int t) {
        switch (thread(t).phase) {
        case ThreadPhase::first_pass: return first_pass(t);
        case ThreadPhase::sum_up: return sum_up(t);
        case ThreadPhase::second_pass: return second_pass(t);
        case ThreadPhase::barrier:
        case ThreadPhase::done: return;
        }
    }

    // Also of an empty partition, whose sum is none the less waited for.
    void first_pass(int t) {
        Thread& own = thread(t);
        const Tile& part = plan_.partition(own.stretch, t);
        const bool scans = plan_.first_role(t, own.stretch) == TeamPlan::Role::scan;
        const bool begins = own.element == part.first;
        const bool nothing_before = begins && (t > 0 || !scans || own.stretch == 0);
        auto lane = recorder_.lane(nothing_before ? LaneAction::load : LaneAction::copy, t);
        lane.on_tile(plan_.index_of(own.stretch, t));
        Partial sum = recorder_.nothing();
        if (!nothing_before)
            sum = lane.read({begins ? Space::stretch : Space::lane, t});
        if (!part.empty()) {
            const Partial element = lane.read({Space::input, own.element});
            if (scans) {
                sum = scan_element(lane, t, sum, element, own.element, spec_.exclusive);
            } else {
                sum = lane.combine(sum, element);
                lane.write({Space::lane, t}, sum);
            }
            ++own.element;
        }
        if (own.element == part.last) {
            lane.write(plan_.sum_of(own.stretch, t), sum);
            own.phase = ThreadPhase::barrier;
        }
    }

    void sum_up(int t) {
        const int stretch = thread(t).stretch, before_own = plan_.second_part(t);
        auto lane = recorder_.lane(LaneAction::sum_up, t);
        lane.on_tile(plan_.index_of(stretch, plan_.has_second_pass(t, stretch) ? before_own : t));
        Partial sum = recorder_.nothing();
        if (stretch > 0 && !plan_.first_sum_includes_before())
            sum = lane.read({Space::stretch, t});
        const auto take_in = [&](int first, int last) {
            for (int other = first; other < last; ++other)
                sum = lane.combine(sum, lane.read(plan_.sum_of(stretch, other)));
        };
        take_in(0, before_own);
        if (plan_.has_offset(t, stretch))
            lane.write({Space::before, t}, sum);
        if (plan_.carries(t, stretch)) {
            take_in(before_own, spec_.lanes);
            lane.write({Space::stretch, t}, sum);
        }
        begin_second_pass(t);
    }

    void second_pass(int t) {
        Thread& own = thread(t);
        const Tile& part = plan_.partition(own.stretch, plan_.second_part(t));
        const bool begins = own.element == part.first;
        const bool nothing_before = begins && !plan_.has_offset(t, own.stretch);
        auto lane = recorder_.lane(nothing_before ? LaneAction::load : LaneAction::copy, t);
        lane.on_tile(plan_.index_of(own.stretch, plan_.second_part(t)));
        const bool increments = plan_.second_role(t) == TeamPlan::Role::increment;
        Partial sum = recorder_.nothing();
        if (!nothing_before)
            sum = lane.read({begins || increments ? Space::before : Space::lane, t});
        if (increments) {
            const Place output{Space::output, own.element};
            lane.write(output, lane.combine(sum, lane.read(output)));
        } else {
            const Partial element = lane.read({Space::input, own.element});
            sum = scan_element(lane, t, sum, element, own.element, spec_.exclusive);
        }
        if (++own.element < part.last)
            return;
        if (t == 0 && plan_.dilated() && plan_.another(own.stretch))
            lane.write({Space::stretch, 0}, sum);
        begin_stretch(t, own.stretch + 1);
    }

    // Of those that can go on, the one that has come least far.
    const Thread& last_thread() const {
        const auto progress = [](const Thread& one) {
            return std::tuple(is_active(one) ? 0 : 1, one.stretch, one.phase);
        };
        return *std::ranges::min_element(threads_, {}, progress);
    }

    std::string name() const {
        const Thread& last = last_thread();
        std::string name = last.phase == ThreadPhase::first_pass ? "pass 1"
                           : last.phase == ThreadPhase::sum_up   ? "sums"
                                                                 : "pass 2";
        return is_partitioned(spec_.variant) ? fmt::format("stretch {}, {}", last.stretch, name) : name;
    }

    std::string sentence() const {
        const Thread& last = last_thread();
        std::string sentence = sentence_of(last.phase);
        std::vector<int> ahead;
        for (int t = 0; t < spec_.lanes; ++t) {
            const Thread& one = threads_[static_cast<std::size_t>(t)];
            if (one.phase != ThreadPhase::done && one.stretch > last.stretch)
                ahead.push_back(t);
        }
        if (!ahead.empty())
            sentence += fmt::format(" {} {} a pass ahead, in stretch {}.", threads_text(ahead),
                                    ahead.size() == 1 ? "is" : "are", last.stretch + 1);
        return sentence;
    }

    std::string sentence_of(ThreadPhase phase) const {
        const bool increments = plan_.increments(), dilated = plan_.dilated();
        switch (phase) {
        case ThreadPhase::first_pass:
            return increments ? "Every thread scans its partition, and leaves the sum for the others."
                   : dilated
                       ? "Thread 0 scans its partition, the others add up theirs, and all leave the sums."
                       : "Every thread adds up its partition, and leaves the sum for the others.";
        case ThreadPhase::sum_up: return "Every thread adds up what those before it have left.";
        case ThreadPhase::second_pass:
            return increments ? dilated
                                    ? "Every thread but the first adds to its partition what lies before it; "
                                      "thread 0 scans the last one."
                                    : "Every thread but the first adds to its partition what lies before it."
                   : dilated
                       ? "Every thread scans its partition from what lies before it, thread 0 the last one."
                       : "Every thread scans its partition from what lies before it.";
        case ThreadPhase::barrier:
        case ThreadPhase::done: break;
        }
        return {};
    }

    const Spec& spec_;
    Recorder& recorder_;
    const TeamPlan plan_;
    std::vector<Thread> threads_;
    Scheduler scheduler_;
    bool behind_barrier_ = false; ///< the next step
};

} // namespace

void record_threads(const Spec& spec, Recorder& recorder) {
    Team(spec, recorder).run();
}

} // namespace scanline::view::prefix_sum
