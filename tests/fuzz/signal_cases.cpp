// A signal at a random moment of a run that writes a file, half of them during the write. No moment depends
// on timing: the guarantees hold at any.
#include "fuzz.h"
#include "makers.h"

#include "cli/program.h"
#include "support/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <sys/resource.h>
#include <system_error>
#include <vector>

namespace scanline::fuzz {

namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::Outcome;
using test::Program;

/// A command, without the name of its output.
struct Work {
    Arguments line;
    const char* output;
    std::string result{}; ///< the expected output
};

/// Limits the file size of programs started meanwhile; larger writes fail.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    void (*handler_)(int);
    rlimit before_{};
};

bool is_temporary(const fs::directory_entry& entry) {
    return entry.path().filename().string().starts_with(".scanline-");
}

std::size_t temporaries_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::ranges::count_if(fs::directory_iterator(folder), fs::directory_iterator(), is_temporary));
}

Arguments arguments_of(const Work& work, const fs::path& folder) {
    Arguments line = work.line;
    line.insert(line.end(), {"--backend", "cpu", "-o", (folder / work.output).string()});
    return line;
}

class SignalCases : public Kind {
public:
    SignalCases() {
        constexpr std::size_t size = 1 << 18;
        Random random(1);
        std::string bytes(size * 4, '\0');
        // The highest byte of floats would make numbers that points may not have.
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = i % 4 == 3 ? '\x3f' : static_cast<char>(random.below(256));
        put(inputs_ / "whole.npy", npy_file(data::ElementType::u32, {size}, bytes));
        put(inputs_ / "points.npy",
            npy_file(data::ElementType::f32, {size / 8, 2}, bytes.substr(0, size / 8 * 2 * 4)));
        const std::string whole = (inputs_ / "whole.npy").string(),
                          points = (inputs_ / "points.npy").string();
        works_ = {{{"sort", whole}, "out.npy"},
                  {{"scan", whole}, "out.npy"},
                  {{"kdtree", "build", points}, "out.npz"},
                  {{"skyline", points, "--emit", "rows"}, "out.npy"},
                  {{"cube", "build", points, "--dims", "0,1"}, "out.cube"}};
        for (Work& work : works_) {
            const test::TemporaryFolder folder;
            const Outcome outcome = test::run(arguments_of(work, folder.path()));
            if (outcome.exit_code != 0)
                throw std::runtime_error("the program does not work: " + outcome.err);
            work.result = get(folder / work.output);
        }
    }

    void run(Random& random, const fs::path& folder) override {
        const Work& work = pick(random, works_);
        const bool exists = one_in(random, 2);
        if (exists)
            put(folder / work.output, old_);
        constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGKILL, SIGKILL};
        if (one_in(random, 4))
            run_without_room(random, work, exists, folder);
        else
            run_with_signal(random, work, pick(random, signals), exists, folder);

        // The next run cleans up.
        const std::string what = fmt::format("{} again", work.line.front());
        require(test::run(arguments_of(work, folder)).exit_code == 0, what + ": it fails");
        require(temporaries_in(folder) == 0, what + ": a temporary file is left");
        require(get(folder / work.output) == work.result, what + ": the result is not the one of other runs");
    }

private:
    static void require_old(const fs::path& output, bool exists, const std::string& what) {
        require(fs::exists(output) == exists && (!exists || get(output) == old_),
                what + ": the target is neither the old nor the new one");
    }

    static void run_without_room(Random& random, const Work& work, bool exists, const fs::path& folder) {
        const auto room = static_cast<rlim_t>(random.unit() * static_cast<double>(work.result.size()));
        const Outcome outcome = [&] {
            const FileSizeLimit limit(room);
            return test::run(arguments_of(work, folder));
        }();
        const std::string what = fmt::format("{} with room for {} bytes, exit code {}: {}", work.line.front(),
                                             room, outcome.exit_code, outcome.err);
        require(outcome.exit_code == 1 && outcome.err.starts_with("scanline: cannot write "), what);
        require_old(folder / work.output, exists, what);
        require(temporaries_in(folder) == 0, what + ": a temporary file is left");
    }

    static void run_with_signal(Random& random, const Work& work, int signal, bool exists,
                                const fs::path& folder) {
        const fs::path output = folder / work.output;
        Program program(arguments_of(work, folder));
        if (one_in(random, 2))
            wait_until_writing(folder, work);
        for (std::uint64_t left = random.below(one_in(random, 2) ? 8 : 2000); left > 0; --left)
            (void)temporaries_in(folder); // takes a random time
        program.send(signal);
        const Outcome outcome = program.finish();

        const std::string what =
            fmt::format("{} after signal {}, exit code {}", work.line.front(), signal, outcome.exit_code);
        check_outcome(outcome, signal, what);
        const bool is_new = outcome.exit_code == 0 || (fs::exists(output) && get(output) == work.result);
        if (is_new)
            require(get(output) == work.result, what + ": the result is not the one of other runs");
        else
            require_old(output, exists, what);
        require(!is_new || outcome.err.empty(), what + ": a result although nothing was said to be written");
        require(temporaries_in(folder) <= (signal == SIGKILL ? 1u : 0u), what + ": a temporary file is left");
    }

    /// Waits for the temporary file, or the result.
    static void wait_until_writing(const fs::path& folder, const Work& work) {
        std::error_code none;
        while (temporaries_in(folder) == 0 &&
               fs::file_size(folder / work.output, none) != work.result.size()) {
        }
    }

    /// Completed, killed by the signal before it was caught, or interrupted.
    static void check_outcome(const Outcome& outcome, int signal, const std::string& what) {
        require(outcome.exit_code == 0 || outcome.exit_code == 128 + signal, what);
        if (outcome.err.empty())
            return;
        require(outcome.exit_code != 0 && signal != SIGKILL, what);
        require(outcome.err.starts_with("scanline: interrupted") && outcome.out.empty(),
                fmt::format("{}: {}", what, outcome.err));
        require_message(std::string_view(outcome.err).substr(0, outcome.err.size() - 1), "interrupted", 0);
    }

    static constexpr const char* old_ = "what was there before";

    test::TemporaryFolder inputs_;
    std::vector<Work> works_;
};

} // namespace

std::unique_ptr<Kind> make_signal_cases() {
    return std::make_unique<SignalCases>();
}

} // namespace scanline::fuzz
