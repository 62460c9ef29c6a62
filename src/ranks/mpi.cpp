#include "scanline/ranks/mpi.h"

#include "scanline/core/error.h"
#include "scanline/core/module.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/ranks/mpi_interface.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <sched.h>

namespace scanline::ranks {

namespace {

/// Where a rank runs.
struct Home {
    std::array<char, sizeof ScanlineMpi::host> host{};
    cpu_set_t processors{};
};

// For tests: SCANLINE_KILL_RANK=1@3 kills rank 1 at its third call, SCANLINE_STOP_RANK=1@3 stops it there.
// Returns that call, or 0.
int planned_call(const char* variable, int rank) {
    const char* const text = std::getenv(variable);
    const std::string_view both = text == nullptr ? "" : text;
    const std::size_t at = both.find('@');
    constexpr Bounds<int> any{0, std::numeric_limits<int>::max()};
    if (at == both.npos || read_number<int>(both.substr(0, at), any) != rank)
        return 0;
    return read_number<int>(both.substr(at + 1), any).value_or(0);
}

// Holds interrupts back: mpirun may hang if a rank dies while it connects.
const ScanlineMpi& start(const Module& module) {
    const auto start_mpi = module.function<decltype(scanline_mpi_start)>("scanline_mpi_start");
    sigset_t held, before;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    const ScanlineMpi& mpi = *start_mpi();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return mpi;
}

class ModuleRank final : public MpiCommunicator {
public:
    explicit ModuleRank(const ScanlineMpi& mpi)
        : mpi_(mpi), host_(mpi.host), killed_at_(planned_call("SCANLINE_KILL_RANK", mpi.rank)),
          stopped_at_(planned_call("SCANLINE_STOP_RANK", mpi.rank)) {
        Home own;
        std::ranges::copy(mpi.host, own.host.begin());
        sched_getaffinity(0, sizeof own.processors, &own.processors);
        homes_.resize(static_cast<std::size_t>(size()));
        check(mpi_.gather(&own, homes_.data(), sizeof own));
        const auto among = [&](auto is_alike) {
            const auto me = homes_.begin() + rank();
            return Seat{static_cast<int>(std::count_if(homes_.begin(), me, is_alike)),
                        static_cast<int>(std::ranges::count_if(homes_, is_alike))};
        };
        const auto is_near = [&](const Home& home) { return home.host == own.host; };
        seat_ = among(is_near);
        // mpirun binds ranks to processors, or leaves all to each.
        take_share(own.processors, among([&](const Home& home) {
                       return is_near(home) && CPU_EQUAL(&home.processors, &own.processors);
                   }));
    }

    int rank() const override { return mpi_.rank; }
    int size() const override { return mpi_.size; }
    const std::string& host() const override { return host_; }
    Seat seat() const override { return seat_; }
    bool has_met() const override { return calls_ > 0; }
    void end_all(int exit_code) override { mpi_.end_all(exit_code); }
    void finish() override { check(mpi_.finish()); }

    bool may_go_on() const override { return mpi_.conclude != nullptr; }
    std::optional<std::string> conclude(bool is_done) override {
        std::vector<int> lost(homes_.size());
        int is_done_by_all = is_done ? 1 : 0, count = 0;
        check(mpi_.conclude(&is_done_by_all, lost.data(), &count));
        if (is_done_by_all != 0)
            return std::nullopt;
        std::string text;
        for (const int rank : std::span(lost).first(static_cast<std::size_t>(count)))
            text += fmt::format("{}rank {} on {}", text.empty() ? "" : " and ", rank,
                                homes_[static_cast<std::size_t>(rank)].host.data());
        return text;
    }

private:
    void do_barrier() override {
        meet([&] { return mpi_.barrier(); });
    }
    void do_gather(std::span<const std::byte> own, std::span<std::byte> all) override {
        meet([&] { return mpi_.gather(own.data(), all.data(), own.size()); });
    }
    void do_add(std::span<std::uint64_t> values) override {
        meet([&] { return mpi_.add(values.data(), values.size()); });
    }
    void do_exchange(Parts sent, Places received) override {
        std::vector<const void*> from;
        std::vector<void*> to;
        std::vector<std::uint64_t> from_bytes, to_bytes;
        for (const std::span<const std::byte> part : sent) {
            from.push_back(part.data());
            from_bytes.push_back(part.size());
        }
        for (const std::span<std::byte> place : received) {
            to.push_back(place.data());
            to_bytes.push_back(place.size());
        }
        meet([&] { return mpi_.exchange(from.data(), from_bytes.data(), to.data(), to_bytes.data()); });
    }

    static void take_share(const cpu_set_t& processors, const Seat& seat) {
        const int all = CPU_COUNT(&processors);
        if (seat.of == 1 || all == 0)
            return;
        const Slice share = all < seat.of ? Slice{seat.number % all, 1} : slice_of(all, seat.number, seat.of);
        cpu_set_t own;
        CPU_ZERO(&own);
        int number = 0;
        for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor)
            if (CPU_ISSET(processor, &processors)) {
                if (number >= share.first && number < share.end())
                    CPU_SET(processor, &own);
                ++number;
            }
        sched_setaffinity(0, sizeof own, &own);
    }

    void check(int status) const {
        if (status == SCANLINE_MPI_RANK_LOST)
            throw RankLost();
        if (status != 0)
            throw Error(fmt::format("rank {} on {}: MPI: {}", rank(), host_, mpi_.error));
    }

    template <class Call>
    void meet(Call call) {
        ++calls_;
        if (calls_ == killed_at_ || calls_ == stopped_at_)
            std::raise(calls_ == killed_at_ ? SIGKILL : SIGSTOP);
        check(call());
    }

    const ScanlineMpi& mpi_;
    std::string host_;
    std::vector<Home> homes_; ///< by the numbers of the ranks at first
    Seat seat_;
    int calls_ = 0, killed_at_, stopped_at_;
};

} // namespace

int launched_ranks() {
    const auto number = [](const char* name) {
        const char* const text = std::getenv(name);
        return text == nullptr ? 1 : read_number<int>(text, {1, std::numeric_limits<int>::max()}).value_or(1);
    };
    // Open MPI's launcher sets the first, MPICH's the second, Slurm's with PMIx the last two.
    const int by_slurm = std::getenv("PMIX_RANK") == nullptr ? 1 : number("SLURM_NTASKS");
    return std::max({number("OMPI_COMM_WORLD_SIZE"), number("PMI_SIZE"), by_slurm});
}

std::unique_ptr<MpiCommunicator> join_ranks(const std::filesystem::path& file) {
    std::error_code none; // a relative name would be one of the current folder, which anybody may fill
    if (!file.is_absolute() || !std::filesystem::exists(file, none))
        throw Error(fmt::format("there is no {}, which {} ranks need: install libopenmpi-dev and build again",
                                printable_path(file), launched_ranks()));
    // MPI loads modules of its own, which need its symbols.
    const Module module(file, "module for MPI", Module::Symbols::shared);
    const int interface = module.function<decltype(scanline_mpi_interface)>("scanline_mpi_interface")();
    if (interface != SCANLINE_MPI_INTERFACE)
        throw Error(
            fmt::format("{} was made for interface {} to MPI, and this program has {}: build it again",
                        printable_path(file), interface, SCANLINE_MPI_INTERFACE));
    const ScanlineMpi& mpi = start(module);
    if (mpi.size == 0)
        throw Error(fmt::format("MPI does not start: {}", mpi.error));
    return std::make_unique<ModuleRank>(mpi);
}

} // namespace scanline::ranks
