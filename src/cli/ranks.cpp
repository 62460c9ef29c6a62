#include "ranks.h"

#include "scanline/core/message.h"
#include "scanline/data/user_folders.h"
#include "terminal.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace scanline::cli {

namespace {

std::unique_ptr<ranks::MpiCommunicator> joined;

/// Holds standard output back, since ranks that go on print again.
class HeldOutput {
public:
    HeldOutput() {
        if (output_ < 0 || kept_ < 0 || dup2(kept_, STDOUT_FILENO) < 0)
            throw Error("the output of ranks cannot be held: the system has no more files to open");
    }
    ~HeldOutput() {
        dup2(output_, STDOUT_FILENO);
        close(output_);
        close(kept_);
    }
    HeldOutput(const HeldOutput&) = delete;
    HeldOutput& operator=(const HeldOutput&) = delete;

    void drop() {
        if (ftruncate(kept_, 0) == 0)
            lseek(kept_, 0, SEEK_SET);
    }
    std::string text() const {
        std::string text(static_cast<std::size_t>(lseek(kept_, 0, SEEK_END)), '\0');
        std::size_t read = 0;
        for (ssize_t count = 1; count > 0; read += static_cast<std::size_t>(count))
            count = std::max<ssize_t>(
                pread(kept_, text.data() + read, text.size() - read, static_cast<off_t>(read)), 0);
        text.resize(read);
        return text;
    }

private:
    int output_ = dup(STDOUT_FILENO), kept_ = memfd_create("output", MFD_CLOEXEC);
};

} // namespace

ranks::MpiCommunicator* joined_ranks() {
    return joined.get();
}

bool is_speaker() {
    return !joined || joined->rank() == 0;
}

void join_ranks() {
    if (ranks::launched_ranks() == 1)
        return;
    // In a build and when installed.
    joined =
        ranks::join_ranks(data::this_program().parent_path().parent_path() / "lib/scanline/scanline_mpi.so");
    if (joined->rank() > 0 && !joined->may_go_on()) {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(nowhere, STDOUT_FILENO);
    }
    // An interrupted rank may wait for the work of others, which nobody has interrupted.
    std::thread([] {
        while (!interrupted())
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        std::this_thread::sleep_for(std::chrono::seconds(1));
        end_if_interrupted();
    }).detach();
}

int run_over_ranks(const std::function<int()>& command) {
    if (!joined || !joined->may_go_on())
        return command();
    std::string printed;
    std::exception_ptr error;
    int exit_code = 0;
    {
        HeldOutput output;
        for (std::optional<std::string> lost = ""; lost;) {
            bool is_done = true;
            error = nullptr;
            try {
                exit_code = command();
            } catch (const ranks::RankLost&) {
                is_done = false;
            } catch (const ranks::AgreedError&) {
                error = std::current_exception();
            }
            std::fflush(stdout);
            printed = output.text();
            lost = joined->conclude(is_done);
            if (lost && is_speaker())
                print_message(fmt::format("{} ended; going on with {} ranks", *lost, joined->size()));
            output.drop();
        }
    }
    if (is_speaker())
        print(printed);
    if (error)
        std::rethrow_exception(error);
    return exit_code;
}

ranks::Slice own_slice(std::int64_t size) {
    return joined ? ranks::slice_of(size, joined->rank(), joined->size()) : ranks::Slice{0, size};
}

std::string times_of_ranks(ranks::Communicator& ranks, PhaseTimes& times) {
    struct Times {
        std::array<double, enumerators<Phase>.size()> seconds{};
        double all = 0, work = 0, bytes = 0;
    };
    Times own;
    own.bytes = static_cast<double>(ranks.sent_bytes());
    times.enter(Phase::end);
    for (std::size_t i = 0; i < own.seconds.size(); ++i) {
        own.seconds[i] = times.seconds(enumerators<Phase>[i]);
        own.all += own.seconds[i];
        own.work += enumerators<Phase>[i] == Phase::exchange ? 0 : own.seconds[i];
    }
    const std::vector<Times> all = ranks::gather(ranks, own);
    struct Spread {
        double least, mean, most;
    };
    const auto spread_of = [&](auto value_of) {
        Spread spread{value_of(all.front()), 0, value_of(all.front())};
        for (const Times& one : all) {
            spread.least = std::min(spread.least, value_of(one));
            spread.most = std::max(spread.most, value_of(one));
            spread.mean += value_of(one) / static_cast<double>(all.size());
        }
        return spread;
    };
    const Spread together = spread_of([](const Times& of) { return of.all; });
    std::string text = fmt::format("{:.3f} s", together.most);
    for (std::size_t i = 0; i < own.seconds.size(); ++i)
        if (const Spread of = spread_of([&](const Times& one) { return one.seconds[i]; }); of.most >= 0.0005)
            text += fmt::format("{} {} {:.3f} {:.3f} {:.3f}", text.find(':') == text.npos ? ":" : ",",
                                to_string(enumerators<Phase>[i]), of.least, of.mean, of.most);
    const Spread sent = spread_of([](const Times&of) { return of.bytes / 1e6; }),
                 work = spread_of([](const Times&of) { return of.work; });
    return text +
           fmt::format("; min, mean and max of {} ranks; sent {:.3f} {:.3f} {:.3f} MB; load imbalance {:.2f} "
                       "(max / mean)",
                       all.size(), sent.least, sent.mean, sent.most, work.most / work.mean);
}

int end_with(const Error& error) {
    if (!joined) {
        print_message(error.what());
        return error.exit_code();
    }
    // As one process ends: mpirun says which rank it was, and ends the others.
    if (interrupted()) {
        if (is_speaker())
            print_message(error.what());
        end_if_interrupted();
    }
    try {
        if (dynamic_cast<const ranks::AgreedError*>(&error) != nullptr)
            throw error;
        // An error before the first call to other ranks, such as a wrong option, is usually that of every
        // rank.
        if (!joined->has_met())
            ranks::agree(*joined, error);
    } catch (const Error& agreed) {
        if (joined->rank() == 0)
            print_message(agreed.what());
        joined->finish();
        return agreed.exit_code();
    } catch (const ranks::RankLost&) { // too late to go on
    }
    print_message(fmt::format("rank {} on {}: {}", joined->rank(), joined->host(), error.what()));
    joined->end_all(error.exit_code());
    return error.exit_code();
}

} // namespace scanline::cli
