// A team of threads, each with partitions of its own: Zhang, Wang and Ross, ADMS 2020, sections 2.1 and 2.2.
#include "scanline/core/text.h"
#include "scanline/cpu/scan.h"
#include "schedule.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <vector>

namespace scanline::scan_trace {

namespace {

enum class ThreadPhase { first_pass, barrier, sum_up, second_pass, done };

struct Thread {
    ThreadPhase phase = ThreadPhase::first_pass;
    int stretch = 0;
    int element = 0; ///< the next element
};

bool is_active(const Thread& thread) {
    return thread.phase != ThreadPhase::barrier && thread.phase != ThreadPhase::done;
}

// "Thread 0", "Threads 0, 2 and 5", "4 threads"
std::string threads_text(const std::vector<int>& threads) {
    constexpr std::size_t max_named = 3;
    if (threads.size() > max_named)
        return fmt::format("{} threads", threads.size());
    return fmt::format("Thread{} {}", threads.size() == 1 ? "" : "s",
                       listed(fmt::format("{}", fmt::join(threads, ", ")), "and"));
}

/// Assigns work to a team of threads in each pass. Partitions and roles are those of cpu::Scan. Source:
/// Zhang, Wang and Ross, ADMS 2020, sections 2.1 and 2.2.
struct TeamPlan {
    int threads;
    bool increments; ///< prefix sums are computed in pass 1, not in pass 2
    bool dilated;    ///< there is one more partition than threads
    /// Thread 0's sum in pass 1 includes everything before the stretch.
    bool first_sum_includes_before;
    std::vector<Tile> stretches, partitions; ///< in the order of the elements

    explicit TeamPlan(const Spec& spec)
        : threads(spec.lanes),
          increments(spec.variant == Variant::scalar1 || spec.variant == Variant::scalar1_p) {
        const cpu::ScanDivision division(increments ? cpu::ScanPasses::increment
                                                    : cpu::ScanPasses::accumulate,
                                         {.threads = spec.lanes, .dilation = spec.dilation});
        dilated = division.dilated();
        first_sum_includes_before = increments || dilated;
        const int size = static_cast<int>(spec.input.size());
        stretches = tiles_of(
            size, is_partitioned(spec.variant) ? static_cast<int>(division.together(spec.partition)) : size);
        for (const Tile& stretch : stretches) {
            const std::vector<std::int64_t> at = division.boundaries(stretch.last - stretch.first);
            for (std::size_t p = 0; p + 1 < at.size(); ++p)
                partitions.push_back({stretch.first + static_cast<int>(at[p]),
                                      stretch.first + static_cast<int>(at[p + 1]),
                                      static_cast<int>(p) % threads});
        }
    }

    bool another(int stretch) const { return stretch + 1 < std::ssize(stretches); }
    int index_of(int stretch, int part) const { return stretch * (dilated ? threads + 1 : threads) + part; }
    const Tile& partition(int stretch, int part) const {
        return partitions[static_cast<std::size_t>(index_of(stretch, part))];
    }

    /// What thread t does with partition t of a stretch.
    Pass first_pass(int t, int stretch) const {
        if (increments || (t == 0 && dilated))
            return Pass::scan;
        const bool is_asked_for = another(stretch) || dilated || t + 1 < threads;
        return is_asked_for ? Pass::total : Pass::none;
    }

    /// What it does with second_part(): if there is one partition more than threads, thread 0 has the last
    /// one to itself.
    Pass second_pass(int t) const {
        if (!increments || (t == 0 && dilated))
            return Pass::scan;
        return t == 0 ? Pass::none : Pass::add;
    }
    int second_part(int t) const { return t == 0 && dilated ? threads : t; }
    bool has_second_pass(int t, int stretch) const {
        return second_pass(t) != Pass::none && !partition(stretch, second_part(t)).empty();
    }

    /// True if anything can precede what the thread works on in pass 2.
    bool has_offset(int t, int stretch) const {
        return has_second_pass(t, stretch) &&
               (second_part(t) > 0 || (stretch > 0 && !first_sum_includes_before));
    }

    /// True if the thread must derive the total before the next stretch from the sums: thread 0, unless it
    /// scans the last partition itself, and all threads if the sums do not include that total.
    bool carries(int t, int stretch) const {
        const bool scans_last = dilated && has_second_pass(t, stretch);
        return another(stretch) && (!first_sum_includes_before || (t == 0 && !scans_last));
    }

    /// Where a thread stores its sum.
    static Place sum_of(int stretch, int t) { return {Space::sum, sum_index(stretch % turns, t)}; }
};

class Team {
public:
    Team(const Spec& spec, Recorder& recorder)
        : spec_(spec), recorder_(recorder), plan_(spec), threads_(static_cast<std::size_t>(spec.lanes)),
          scheduler_(spec.seed) {}

    void run() {
        recorder_.set_partitions(plan_.partitions, plan_.stretches);
        for (int t = 0; t < spec_.lanes; ++t)
            begin_stretch(t, 0);
        pass_barrier();
        while (!all_are(ThreadPhase::done)) {
            step();
            pass_barrier();
        }
    }

private:
    Thread& thread(int t) { return threads_[static_cast<std::size_t>(t)]; }
    bool all_are(ThreadPhase phase) const {
        return std::ranges::count(threads_, phase, &Thread::phase) == std::ssize(threads_);
    }

    // Skips work that takes no time.
    void begin_stretch(int t, int stretch) {
        if (stretch == std::ssize(plan_.stretches)) {
            thread(t) = {ThreadPhase::done, stretch, 0};
            return;
        }
        const bool has_work = plan_.first_pass(t, stretch) != Pass::none;
        thread(t) = {has_work ? ThreadPhase::first_pass : ThreadPhase::barrier, stretch,
                     plan_.partition(stretch, t).first};
    }
    void begin_second_pass(int t) {
        const int stretch = thread(t).stretch;
        if (!plan_.has_second_pass(t, stretch))
            return begin_stretch(t, stretch + 1);
        thread(t) = {ThreadPhase::second_pass, stretch, plan_.partition(stretch, plan_.second_part(t)).first};
    }

    // Once all threads have arrived.
    void pass_barrier() {
        if (!all_are(ThreadPhase::barrier))
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

    // Runs even for an empty partition, because its sum is awaited.
    void first_pass(int t) {
        Thread& own = thread(t);
        const Tile& part = plan_.partition(own.stretch, t);
        const Pass pass = plan_.first_pass(t, own.stretch);
        const bool begins = own.element == part.first;
        const bool nothing_before = begins && (t > 0 || pass != Pass::scan || own.stretch == 0);
        auto lane = recorder_.lane(nothing_before ? LaneAction::load : LaneAction::copy, t,
                                   plan_.index_of(own.stretch, t));
        Partial sum = lane.read_if(!nothing_before, {begins ? Space::stretch : Space::lane, t});
        if (!part.empty())
            sum = take_element(lane, pass, sum, own.element++, spec_.exclusive);
        if (own.element == part.last) {
            lane.write(plan_.sum_of(own.stretch, t), sum);
            own.phase = ThreadPhase::barrier;
        }
    }

    void sum_up(int t) {
        const int stretch = thread(t).stretch, before_own = plan_.second_part(t);
        auto lane =
            recorder_.lane(LaneAction::sum_up, t,
                           plan_.index_of(stretch, plan_.has_second_pass(t, stretch) ? before_own : t));
        Partial sum = lane.read_if(stretch > 0 && !plan_.first_sum_includes_before, {Space::stretch, t});
        const auto add_range = [&](int first, int last) {
            for (int other = first; other < last; ++other)
                sum = lane.combine(sum, lane.read(plan_.sum_of(stretch, other)));
        };
        add_range(0, before_own);
        if (plan_.has_offset(t, stretch))
            lane.write({Space::before, t}, sum);
        if (plan_.carries(t, stretch)) {
            add_range(before_own, spec_.lanes);
            lane.write({Space::stretch, t}, sum);
        }
        begin_second_pass(t);
    }

    void second_pass(int t) {
        Thread& own = thread(t);
        const Tile& part = plan_.partition(own.stretch, plan_.second_part(t));
        const Pass pass = plan_.second_pass(t);
        const bool begins = own.element == part.first;
        const bool nothing_before = begins && !plan_.has_offset(t, own.stretch);
        auto lane = recorder_.lane(nothing_before ? LaneAction::load : LaneAction::copy, t,
                                   plan_.index_of(own.stretch, plan_.second_part(t)));
        const Space from = begins || pass == Pass::add ? Space::before : Space::lane;
        const Partial before = lane.read_if(!nothing_before, {from, t});
        const Partial sum = take_element(lane, pass, before, own.element, spec_.exclusive);
        if (++own.element < part.last)
            return;
        if (t == 0 && plan_.dilated && plan_.another(own.stretch))
            lane.write({Space::stretch, 0}, sum);
        begin_stretch(t, own.stretch + 1);
    }

    // Of the threads that can continue, the one furthest behind.
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
        const bool increments = plan_.increments, dilated = plan_.dilated;
        if (phase == ThreadPhase::sum_up)
            return "Every thread adds up what those before it have left.";
        if (phase == ThreadPhase::first_pass)
            return increments ? "Every thread scans its partition, and leaves the sum for the others."
                   : dilated
                       ? "Thread 0 scans its partition, the others add up theirs, and all leave the sums."
                       : "Every thread adds up its partition, and leaves the sum for the others.";
        return fmt::format("{}{}.",
                           increments ? "Every thread but the first adds to its partition what lies before it"
                                      : "Every thread scans its partition from what lies before it",
                           !dilated     ? ""
                           : increments ? "; thread 0 scans the last one"
                                        : ", thread 0 the last one");
    }

    const Spec& spec_;
    Recorder& recorder_;
    const TeamPlan plan_;
    std::vector<Thread> threads_;
    Scheduler scheduler_;
    bool behind_barrier_ = false; ///< of the next step
};

} // namespace

void record_threads(const Spec& spec, Recorder& recorder) {
    Team(spec, recorder).run();
}

} // namespace scanline::scan_trace
