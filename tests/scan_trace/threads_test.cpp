// The threads of a trace against those of the CPU's scans, and what keeps them from each other's way.
#include "cases.h"
#include "scan_passes.h"
#include "support/case_count.h"

#include <algorithm>
#include <map>
#include <memory>
#include <ostream>

namespace scanline::scan_trace::threads_test {

namespace {

constexpr std::array threaded{Variant::scalar1, Variant::scalar1_p, Variant::scalar2, Variant::scalar2_p};

enum class Role { scan, total, increment };

/// What a thread does with neighbouring elements.
struct Work {
    Role role = Role::scan;
    int pass = 1;
    std::ptrdiff_t first = 0, size = 0;

    friend bool operator==(const Work&, const Work&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Work& work) {
        constexpr std::array names{"scan", "total", "increment"};
        return out << names[static_cast<std::size_t>(work.role)] << " in pass " << work.pass << " of "
                   << work.first << " to " << work.first + work.size;
    }
};
using WorkOfThreads = std::vector<std::vector<Work>>;

/// What the threads of a scan on the CPU do, as its kernels see it.
class CpuTeam {
public:
    explicit CpuTeam(int threads) : threads_(threads), team_(threads) {
        team_.run([](int thread) { this_thread_ = thread; });
    }

    WorkOfThreads operator()(const Spec& spec) {
        const cpu::ScanOptions options{.threads = threads_, .dilation = spec.dilation};
        const cpu::ThreadKernels<int> kernels{first_scan, last_scan, total, increment};
        std::optional<std::int64_t> partition;
        if (is_partitioned(spec.variant))
            partition = spec.partition;
        std::vector<int> output(spec.input.size());
        input_ = spec.input;
        output_ = output;
        work_.assign(static_cast<std::size_t>(threads_), {});
        cpu::TeamScan<int>(cpu::find_scan_algorithm(to_string(spec.variant)), options, kernels, partition,
                           input_, output_)
            .run(team_);
        return work_;
    }

private:
    // Kernels are also asked to combine two values that lie elsewhere.
    static void note(Role role, int pass, std::span<const int> all, const int* first, std::size_t n) {
        const std::less<const int*> before;
        if (n == 0 || before(first, all.data()) || !before(first, all.data() + all.size()))
            return;
        work_[static_cast<std::size_t>(this_thread_)].push_back(
            {role, pass, first - all.data(), static_cast<std::ptrdiff_t>(n)});
    }
    static int scan(const int* input, int* output, std::size_t n, int before) {
        for (std::size_t i = 0; i < n; ++i)
            output[i] = before += input[i];
        return before;
    }
    static int first_scan(const int* input, int* output, std::size_t n, int before) {
        note(Role::scan, 1, input_, input, n);
        return scan(input, output, n, before);
    }
    static int last_scan(const int* input, int* output, std::size_t n, int before) {
        note(Role::scan, 2, input_, input, n);
        return scan(input, output, n, before);
    }
    static int total(const int* input, std::size_t n) {
        note(Role::total, 1, input_, input, n);
        return std::accumulate(input, input + n, 0);
    }
    static void increment(int* elements, std::size_t n, int before) {
        note(Role::increment, 2, output_, elements, n);
        std::for_each(elements, elements + n, [before](int& element) { element += before; });
    }

    static inline thread_local int this_thread_ = 0;
    static inline std::span<const int> input_;
    static inline std::span<int> output_;
    static inline WorkOfThreads work_;

    int threads_;
    cpu::ThreadTeam team_;
};

/// A thread at work on a partition.
struct WorkStep {
    int step = 0;
    int stretch = 0;
    int pass = 0;
    const LaneStep* lane = nullptr;

    int progress() const { return 2 * stretch + pass; }
};

// In the order of time. Passes follow from the barriers: as many lie before pass 2 of a stretch as there are
// stretches up to it. A single thread has none.
std::vector<WorkStep> work_steps(const Timeline& timeline) {
    std::vector<WorkStep> found;
    int barriers = 0;
    for (int step = 0; step < static_cast<int>(timeline.steps.size()); ++step) {
        const TimeStep& time_step = timeline.steps[static_cast<std::size_t>(step)];
        barriers += time_step.after_barrier;
        for (const LaneStep& lane : time_step.lanes) {
            if (lane.tile < 0)
                continue;
            const int stretch = lane.tile / timeline.tiles_a_stretch();
            found.push_back({step, stretch, barriers - stretch + 1, &lane});
        }
    }
    return found;
}

WorkOfThreads work_of(const Timeline& timeline) {
    WorkOfThreads work(static_cast<std::size_t>(timeline.columns));
    std::vector<int> tiles(work.size(), -1); // that the last work of a thread is on
    for (const WorkStep& at : work_steps(timeline)) {
        const auto reads = [&](Space space) {
            return std::ranges::find_if(at.lane->reads,
                                        [space](const Access& one) { return one.place.space == space; });
        };
        const auto input = reads(Space::input), output = reads(Space::output), end = at.lane->reads.end();
        if (input == end && output == end)
            continue;
        const auto thread = static_cast<std::size_t>(at.lane->lane);
        const bool writes = at.lane->result()->place.space == Space::output;
        const Role role = output != end ? Role::increment : writes ? Role::scan : Role::total;
        const std::ptrdiff_t element = (output != end ? output : input)->place.index;
        std::vector<Work>& own = work[thread];
        const bool goes_on = !own.empty() && own.back().role == role && own.back().pass == at.pass &&
                             tiles[thread] == at.lane->tile;
        if (!goes_on)
            own.push_back({role, at.pass, element, 0});
        tiles[thread] = at.lane->tile;
        REQUIRE(element == own.back().first + own.back().size);
        ++own.back().size;
    }
    return work;
}

// One thread has no barriers to tell the passes apart by.
WorkOfThreads without_passes(WorkOfThreads work) {
    for (std::vector<Work>& own : work) {
        for (Work& one : own)
            one.pass = 0;
    }
    return work;
}

// What a thread reads of the others is of its own stretch, was left before the barrier, and is read behind
// it.
void check_sums(const Timeline& timeline, const std::vector<WorkStep>& work) {
    std::map<EventId, const WorkStep*> writers;
    for (const WorkStep& at : work) {
        const auto& lanes = timeline.steps[static_cast<std::size_t>(at.step)].lanes;
        writers[{at.step, static_cast<int>(at.lane - lanes.data())}] = &at;
    }
    for (const WorkStep& at : work) {
        for (const Access& read : at.lane->reads) {
            if (read.place.space != Space::sum)
                continue;
            const WorkStep& writer = *writers.at(read.writer);
            CAPTURE(at.step, at.lane->lane, read.place.index);
            REQUIRE(writer.lane->lane == thread_of(read.place.index));
            REQUIRE(writer.stretch == at.stretch);
            REQUIRE(turn_of(read.place.index) == at.stretch % 2);
            if (timeline.columns > 1) {
                REQUIRE(writer.pass == 1);
                REQUIRE(at.pass == 2);
            }
        }
    }
}

// Nobody is more than a pass ahead of what others have still to do.
void check_progress(const Timeline& timeline, const std::vector<WorkStep>& work) {
    int most = 0;
    for (const WorkStep& at : work) {
        CAPTURE(at.step, at.lane->lane, at.stretch, at.pass);
        if (timeline.columns > 1) {
            REQUIRE(at.pass >= 1);
            REQUIRE(at.pass <= 2);
            REQUIRE(at.progress() >= most - 1);
        }
        most = std::max(most, at.progress());
    }
}

// One for each stretch, but where nobody has anything to do behind the last.
void check_barriers(const Timeline& timeline) {
    if (timeline.columns == 1) {
        CHECK(std::ranges::count(timeline.steps, true, &TimeStep::after_barrier) == 0);
        return;
    }
    const auto barriers = std::ranges::count(timeline.steps, true, &TimeStep::after_barrier);
    const auto stretches = std::ssize(timeline.stretches);
    const std::span<const Tile> last(timeline.tiles.end() - timeline.tiles_a_stretch(), timeline.tiles.end());
    if (std::ranges::all_of(last.subspan(1), &Tile::empty))
        CHECK((barriers == stretches || barriers == stretches - 1));
    else
        CHECK(barriers == stretches);
}

Spec random_spec(Random& random) {
    Spec spec;
    spec.variant = threaded[random.below(threaded.size())];
    spec.input = random_values(random.between(1, 90), random);
    spec.op = enumerators<Operator>[random.below(enumerators<Operator>.size())];
    spec.exclusive = random.below(2) == 0;
    spec.lanes = random.between(1, 9);
    spec.partition = random.between(1, 9);
    spec.dilation = random.between(0, 4) / 4.0;
    spec.seed = random.below(4) == 0 ? 0 : random.below(1'000'000);
    return spec;
}

std::string names_of_steps(const Timeline& timeline) {
    std::string names;
    for (const TimeStep& step : timeline.steps)
        names += (names.empty() ? "" : "; ") + std::string(step.after_barrier ? "| " : "") + step.name;
    return names;
}

int waits_of(const Spec& spec) {
    const Timeline timeline = simulate(spec);
    return count(timeline, static_cast<int>(timeline.steps.size()), spec.lanes).waits;
}

} // namespace

TEST_CASE("Every thread works on what it works on in the CPU's scan, in the same passes") {
    for (const int threads : {1, 2, 3, 4, 7}) {
        CpuTeam cpu_team(threads);
        for (const int size : {1, 2, 3, 5, 8, 16, 31, 64, 100}) {
            for (const double dilation : {0.0, 0.25, 0.4, 0.5, 0.75, 1.0}) {
                for (const Variant variant : threaded) {
                    for (const int partition : {1, 2, 3, 8, 50}) {
                        Random random(static_cast<std::uint64_t>(size));
                        Spec spec;
                        spec.variant = variant;
                        spec.input = random_values(size, random);
                        spec.lanes = threads;
                        spec.partition = partition;
                        spec.dilation = dilation;
                        CAPTURE(to_string(variant), threads, size, dilation, partition);
                        WorkOfThreads shown = work_of(simulate(spec)), done = cpu_team(spec);
                        if (threads == 1) {
                            shown = without_passes(std::move(shown));
                            done = without_passes(std::move(done));
                        }
                        REQUIRE(shown == done);
                    }
                }
            }
        }
    }
}

TEST_CASE("Threads keep the order of the barriers whatever the schedule, and give the prefix sums of std") {
    const std::uint64_t cases = scanline::test::case_count(3000);
    for (std::uint64_t seed = 1; seed <= cases; ++seed) {
        Random random(seed);
        const Spec spec = random_spec(random);
        CAPTURE(seed, to_string(spec.variant), spec.input.size(), to_string(spec.op), spec.exclusive,
                spec.lanes, spec.partition, spec.dilation, spec.seed);
        const Timeline timeline = simulate(spec);
        REQUIRE(output_of(timeline, spec.exclusive) == expected(spec));
        check_order(timeline);
        const std::vector<WorkStep> work = work_steps(timeline);
        check_sums(timeline, work);
        check_progress(timeline, work);
        check_barriers(timeline);
    }
}

TEST_CASE("Threads that are held at random get a pass ahead of each other, and need both places for sums") {
    // Else the test of their order would have nothing to find.
    int ahead = 0, both_at_once = 0;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Spec spec = example(Variant::scalar2_p);
        spec.input.resize(40, 1);
        spec.lanes = 3;
        spec.partition = 2;
        spec.seed = seed;
        const Timeline timeline = simulate(spec);
        const std::vector<WorkStep> work = work_steps(timeline);
        for (std::size_t i = 1; i < work.size(); ++i) {
            ahead += work[i].progress() < work[i - 1].progress();
            const bool reads = work[i].lane->action == LaneAction::sum_up;
            both_at_once += reads && work[i - 1].stretch > work[i].stretch;
        }
    }
    CHECK(ahead > 0);
    CHECK(both_at_once > 0);
}

TEST_CASE("A thread without a second pass begins the next stretch at once, and waits at its barrier") {
    Spec spec = example(Variant::scalar1_p); // 3 1 | 7 0 and 4 1 | 6 3
    spec.lanes = 2;
    spec.partition = 2;
    const Timeline timeline = simulate(spec);
    CHECK(names_of_steps(timeline) == "stretch 0, pass 1; stretch 0, pass 1; | stretch 0, sums; "
                                      "stretch 0, pass 2; stretch 0, pass 2; stretch 1, pass 1; "
                                      "stretch 1, pass 1; | stretch 1, sums; stretch 1, pass 2; "
                                      "stretch 1, pass 2");
    const auto thread = [&timeline](std::size_t step, std::size_t index) -> const LaneStep& {
        return timeline.steps.at(step).lanes.at(index);
    };
    CHECK(thread(2, 0).result()->value == Partial{11, 0, 4}); // what lies before stretch 1
    CHECK(thread(2, 1).result()->value == Partial{4, 0, 2});
    CHECK(thread(3, 0).result()->value == Partial{15, 0, 5}); // in stretch 1
    CHECK(thread(3, 1).result()->value == Partial{11, 0, 3}); // still in stretch 0
    CHECK(timeline.steps[3].sentence == "Every thread but the first adds to its partition what lies before "
                                        "it. Thread 0 is a pass ahead, in stretch 1.");
    CHECK(thread(5, 0).action == LaneAction::barrier);
    CHECK(thread(6, 0).action == LaneAction::barrier);
    CHECK(thread(7, 0).action == LaneAction::join);
    CHECK(memory_after(timeline, 4).find({Space::sum, sum_index(0, 0)})->value == Partial{4, 0, 2});
    CHECK(memory_after(timeline, 5).find({Space::sum, sum_index(1, 0)})->value == Partial{16, 0, 6});
    CHECK_FALSE(memory_after(timeline, 5).find({Space::sum, sum_index(1, 1)}));
}

TEST_CASE("Thread 0 scans the last partition in pass 2 where the division is dilated") {
    for (const Variant variant : {Variant::scalar1, Variant::scalar2}) {
        Spec spec = example(variant);
        spec.input.resize(9, 5);
        spec.lanes = 2;
        spec.dilation = 1; // partitions of three
        CAPTURE(to_string(variant));
        const WorkOfThreads work = work_of(simulate(spec));
        const bool increments = variant == Variant::scalar1;
        CHECK(work[0] == std::vector<Work>{{Role::scan, 1, 0, 3}, {Role::scan, 2, 6, 3}});
        CHECK(work[1] == std::vector<Work>{{increments ? Role::scan : Role::total, 1, 3, 3},
                                           {increments ? Role::increment : Role::scan, 2, 3, 3}});
    }
}

TEST_CASE("A division that is dilated waits less") {
    for (const Variant variant : threaded) {
        for (const int lanes : {2, 4, 8}) {
            Spec spec;
            spec.variant = variant;
            spec.input = std::vector<int>(static_cast<std::size_t>(2 * lanes * (lanes + 1)), 1);
            spec.lanes = lanes;
            spec.partition = 2;
            const int undilated = waits_of(spec);
            spec.dilation = 1; // both divide the elements evenly
            CAPTURE(to_string(variant), lanes, spec.input.size(), undilated);
            CHECK(waits_of(spec) < undilated);
        }
    }
}

TEST_CASE("Where there are no stretches, sums lie in one place") {
    CHECK(simulate(example(Variant::scalar1)).sum_turns() == 1);
    CHECK(simulate(example(Variant::scan_then_add)).sum_turns() == 0);
    Spec spec = example(Variant::scalar2_p);
    spec.partition = 1;
    CHECK(simulate(spec).sum_turns() == 2);
    spec.partition = 2; // 8 elements on 4 threads are one stretch
    CHECK(simulate(spec).sum_turns() == 1);
}

} // namespace scanline::scan_trace::threads_test
