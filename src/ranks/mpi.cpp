#include "scanline/ranks/mpi.h"

#include "scanline/core/error.h"
#include "scanline/core/module.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/ranks/mpi_interface.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>

namespace scanline::ranks {

namespace {

class ModuleRank final : public MpiCommunicator {
public:
    explicit ModuleRank(const ScanlineMpi& mpi) : mpi_(mpi), host_(mpi.host) {}

    int rank() const override { return mpi_.rank; }
    int size() const override { return mpi_.size; }
    const std::string& host() const override { return host_; }
    bool has_met() const override { return has_met_; }
    void end_all(int exit_code) override { mpi_.end_all(exit_code); }
    void finish() override { check(mpi_.finish()); }

    void barrier() override { meet(mpi_.barrier()); }
    void gather(std::span<const std::byte> own, std::span<std::byte> all) override {
        meet(mpi_.gather(own.data(), all.data(), own.size()));
    }
    void add(std::span<std::uint64_t> values) override { meet(mpi_.add(values.data(), values.size())); }
    void exchange(Parts sent, Places received) override {
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
        meet(mpi_.exchange(from.data(), from_bytes.data(), to.data(), to_bytes.data()));
    }

private:
    void check(int status) const {
        if (status != 0)
            throw Error(fmt::format("rank {} on {}: MPI: {}", rank(), host_, mpi_.error));
    }

    void meet(int status) {
        has_met_ = true;
        check(status);
    }

    const ScanlineMpi& mpi_;
    std::string host_;
    bool has_met_ = false;
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
    std::error_code none;
    if (!std::filesystem::exists(file, none))
        throw Error(fmt::format("there is no {}, which {} ranks need: install libopenmpi-dev and build again",
                                printable_path(file), launched_ranks()));
    // MPI loads modules of its own, which need its symbols.
    const Module module(file, "module for MPI", Module::Symbols::shared);
    const int interface = module.function<decltype(scanline_mpi_interface)>("scanline_mpi_interface")();
    if (interface != SCANLINE_MPI_INTERFACE)
        throw Error(
            fmt::format("{} was made for interface {} to MPI, and this program has {}: build it again",
                        printable_path(file), interface, SCANLINE_MPI_INTERFACE));
    const ScanlineMpi& mpi = *module.function<decltype(scanline_mpi_start)>("scanline_mpi_start")();
    if (mpi.size == 0)
        throw Error(fmt::format("MPI does not start: {}", mpi.error));
    return std::make_unique<ModuleRank>(mpi);
}

} // namespace scanline::ranks
