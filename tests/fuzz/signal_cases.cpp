// A signal at a random moment of a run that writes a file of megabytes: half of them while it is being
// written.
#include "fuzz.h"
#include "makers.h"

#include "cli/program.h"
#include "scanline/core/clock.h"
#include "support/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <thread>
#include <vector>

namespace scanline::fuzz {

namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::Outcome;
using test::Program;

/// A command, to which the name of its output is added.
struct Work {
    Arguments line;
    const char* output;
    std::string result{}; ///< what it writes
    double seconds = 0;   ///< how long it takes
};

bool is_temporary(const fs::directory_entry& entry) {
    return entry.path().filename().string().starts_with(".scanline-");
}

std::size_t temporaries_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::ranges::count_if(fs::directory_iterator(folder), fs::directory_iterator(), is_temporary));
}

Arguments line_of(const Work& work, const fs::path& folder) {
    Arguments line = work.line;
    line.insert(line.end(), {"--backend", "cpu", "-o", (folder / work.output).string()});
    return line;
}

class SignalCases : public Kind {
public:
    SignalCases() {
        constexpr std::size_t size = 1 << 20;
        Random random(1);
        std::string bytes(size * 4, '\0');
        // Of floats the highest byte would make numbers that no point may have.
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = i % 4 == 3 ? '\x3f' : static_cast<char>(random.below(256));
        put(inputs_ / "whole.npy", npy_file(data::ElementType::u32, {size}, bytes));
        put(inputs_ / "points.npy",
            npy_file(data::ElementType::f32, {size / 32, 2}, bytes.substr(0, size / 32 * 2 * 4)));
        const std::string whole = (inputs_ / "whole.npy").string(),
                          points = (inputs_ / "points.npy").string();
        works_ = {{{"sort", whole}, "out.npy"},
                  {{"scan", whole}, "out.npy"},
                  {{"kdtree", "build", points}, "out.npz"}};
        for (Work& work : works_) {
            const test::TemporaryFolder folder;
            const Stopwatch watch(steady_time);
            const Outcome outcome = test::run(line_of(work, folder.path()));
            if (outcome.exit_code != 0)
                throw std::runtime_error("the program does not work: " + outcome.err);
            work.seconds = watch.seconds();
            work.result = get(folder / work.output);
        }
    }

    void run(Random& random, const fs::path& folder) override {
        constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGKILL};
        const Work& work = pick(random, works_);
        const int signal = pick(random, signals);
        const fs::path output = folder / work.output;
        const bool exists = one_in(random, 2);
        const std::string old = "what was there before";
        if (exists)
            put(output, old);

        Program program(line_of(work, folder));
        if (one_in(random, 2))
            wait_for_temporary(folder, work);
        else
            sleep(random.unit() * 1.2 * work.seconds);
        if (one_in(random, 2))
            sleep(random.unit() * 0.1 * work.seconds);
        program.send(signal);
        const Outcome outcome = program.finish();

        const std::string what =
            fmt::format("{} after signal {}, exit code {}", work.line.front(), signal, outcome.exit_code);
        check_outcome(outcome, signal, what);
        const bool is_new = outcome.exit_code == 0 || (fs::exists(output) && get(output) == work.result);
        if (is_new)
            require(get(output) == work.result, what + ": the result is not the one of other runs");
        else
            require(fs::exists(output) == exists && (!exists || get(output) == old),
                    what + ": the target is neither the old nor the new one");
        require(!is_new || outcome.exit_code != 1,
                what + ": a result although nothing was said to be written");
        require(temporaries_in(folder) <= (signal == SIGKILL ? 1u : 0u), what + ": a temporary file is left");

        // The next one cleans up.
        require(test::run(line_of(work, folder)).exit_code == 0, what + ": the next run fails");
        require(temporaries_in(folder) == 0, what + ": the next run leaves a temporary file");
        require(get(output) == work.result, what + ": the next run has another result");
    }

private:
    static void sleep(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

    /// No longer than the work takes.
    static void wait_for_temporary(const fs::path& folder, const Work& work) {
        const Stopwatch watch(steady_time);
        while (temporaries_in(folder) == 0 && watch.seconds() < 2 * work.seconds)
            sleep(1e-4);
    }

    /// Done, interrupted, or ended by the signal before it was caught.
    static void check_outcome(const Outcome& outcome, int signal, const std::string& what) {
        if (outcome.exit_code == 0 || outcome.exit_code == 128 + signal) {
            require(outcome.err.empty(), fmt::format("{}: {}", what, outcome.err));
            return;
        }
        require(outcome.exit_code == 1 && signal != SIGKILL, what);
        require(outcome.err.starts_with("scanline: interrupted") && outcome.out.empty(),
                fmt::format("{}: {}", what, outcome.err));
        require_message(std::string_view(outcome.err).substr(0, outcome.err.size() - 1), "interrupted", 0);
    }

    test::TemporaryFolder inputs_;
    std::vector<Work> works_;
};

} // namespace

std::unique_ptr<Kind> make_signal_cases() {
    return std::make_unique<SignalCases>();
}

} // namespace scanline::fuzz
