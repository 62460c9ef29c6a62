// Hostile and random input for the readers and the program, for as long as requested:
//     fuzz_test [--cases N | --seconds S] [--seed N] [--only KIND,...] [--keep FOLDER]
// Case i of a kind is a function of the seed + i. A failing case prints the command that repeats it, and its
// files are kept in the folder (default: scanline-fuzz among temporary files). Exit code 1 if a case failed.
#include "fuzz.h"

#include "scanline/core/clock.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "support/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace scanline;
namespace fs = std::filesystem;

struct KindEntry {
    const char* name;
    std::unique_ptr<fuzz::Kind> (*make)();
    std::uint64_t cases; ///< default number: takes seconds for all kinds
};

constexpr std::array kinds{
    KindEntry{"files", fuzz::make_file_cases, 3000},   KindEntry{"arguments", fuzz::make_argument_cases, 60},
    KindEntry{"signals", fuzz::make_signal_cases, 5},  KindEntry{"compare", fuzz::make_comparisons, 60},
    KindEntry{"tables", fuzz::make_table_cases, 2000}, KindEntry{"targets", fuzz::make_target_cases, 6000}};

struct Settings {
    std::optional<std::uint64_t> cases;
    std::optional<double> seconds;
    std::uint64_t seed = 1;
    std::vector<std::string> only;
    fs::path keep = fs::temp_directory_path() / "scanline-fuzz";

    bool wants(const char* kind) const { return only.empty() || std::ranges::count(only, kind) > 0; }
};

Settings parse(const std::vector<std::string>& arguments) {
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    Settings settings;
    for (std::size_t i = 0; i < arguments.size(); i += 2) {
        const std::string& name = arguments[i];
        if (i + 1 == arguments.size())
            throw usage_error(fmt::format("{} has no value", name));
        const std::string& value = arguments[i + 1];
        if (name == "--cases")
            settings.cases = parse_number<std::uint64_t>(name, value, {1, any});
        else if (name == "--seconds")
            settings.seconds = parse_number<double>(name, value, {0, 1e9});
        else if (name == "--seed")
            settings.seed = parse_number<std::uint64_t>(name, value, {0, any});
        else if (name == "--only")
            settings.only = split_list(name, value);
        else if (name == "--keep")
            settings.keep = value;
        else
            throw usage_error(fmt::format("{} is not --cases, --seconds, --seed, --only or --keep", name));
    }
    for (const std::string& name : settings.only) {
        if (std::ranges::count(kinds, name, &KindEntry::name) == 0)
            throw usage_error(
                fmt::format("--only: {} is not files, arguments, signals, compare, tables or targets", name));
    }
    return settings;
}

/// Runs the cases of a kind in a child process: a case that crashes or hangs fails alone, and the next
/// process continues after it.
class KindRun {
public:
    KindRun(const KindEntry& entry, const Settings& settings)
        : entry_(entry), settings_(settings), kind_(entry.make()),
          wanted_(settings.cases.value_or(settings.seconds ? std::numeric_limits<std::uint64_t>::max()
                                                           : entry.cases)) {}

    /// Returns the number of failures.
    std::uint64_t run() {
        while (!is_done()) {
            std::fflush(stdout);
            const pid_t id = ::fork();
            if (id < 0)
                throw Error("no process can be started: end other programs");
            if (id == 0) {
                run_cases();
                std::fflush(stdout);
                ::_exit(0);
            }
            int status = 0;
            while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
            }
            if (status != 0) {
                report(crash_text(status));
                ++progress_->cases;
            }
        }
        fmt::print("{}: {} cases from seed {}, {} failed, {:.1f} s\n", entry_.name, progress_->cases,
                   settings_.seed, progress_->failures, watch_.seconds());
        return progress_->failures;
    }

private:
    struct Progress {
        std::uint64_t cases = 0, failures = 0;
    };

    /// In shared memory.
    struct Unmap {
        void operator()(Progress* progress) const { ::munmap(progress, sizeof *progress); }
    };
    static Progress* map_progress() {
        void* const memory =
            ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            throw std::bad_alloc();
        return new (memory) Progress;
    }

    std::uint64_t seed() const { return settings_.seed + progress_->cases; }

    bool is_done() const {
        return progress_->cases >= wanted_ || (settings_.seconds && watch_.seconds() >= *settings_.seconds);
    }

    /// Cheaper than a new folder, which takes milliseconds on disks.
    static void empty(const fs::path& folder) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder))
            fs::remove_all(entry.path());
    }

    void run_cases() {
        for (; !is_done(); ++progress_->cases) {
            // Seconds of processor time, more than any case takes on any machine.
            const itimerval limit{{}, {60, 0}};
            ::setitimer(ITIMER_PROF, &limit, nullptr);
            empty(folder_.path());
            try {
                Random random(seed());
                kind_->run(random, folder_.path());
            } catch (const std::exception& fault) {
                report(fault.what());
            }
        }
    }

    void report(const std::string& what) {
        ++progress_->failures;
        const fs::path kept = settings_.keep / fmt::format("{}-{}", entry_.name, seed());
        fs::remove_all(kept);
        fs::create_directories(kept);
        fs::copy(folder_.path(), kept, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
        fmt::print("{}: {}\n    files: {}\n    again: fuzz_test --only {} --cases 1 --seed {}\n", entry_.name,
                   what, kept.string(), entry_.name, seed());
    }

    static std::string crash_text(int status) {
        if (!WIFSIGNALED(status))
            return fmt::format("ended the process with {}", WEXITSTATUS(status));
        return WTERMSIG(status) == SIGPROF ? "did not end"
                                           : fmt::format("ended the process by signal {}", WTERMSIG(status));
    }

    const KindEntry& entry_;
    const Settings& settings_;
    const Stopwatch watch_{steady_time};
    const std::unique_ptr<fuzz::Kind> kind_;
    const std::uint64_t wanted_;
    const test::TemporaryFolder folder_;
    const std::unique_ptr<Progress, Unmap> progress_{map_progress()};
};

} // namespace

int main(int argc, char** argv) {
    try {
        const Settings settings = parse({argv + 1, argv + argc});
        std::uint64_t failures = 0;
        for (const KindEntry& entry : kinds) {
            if (settings.wants(entry.name))
                failures += KindRun(entry, settings).run();
        }
        return failures == 0 ? 0 : 1;
    } catch (const Error& error) {
        fmt::print(stderr, "fuzz_test: {}\n", error.what());
        return error.exit_code();
    }
}
