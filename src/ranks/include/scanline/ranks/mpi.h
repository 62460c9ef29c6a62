#pragma once
#include "scanline/ranks/communicator.h"

#include <filesystem>
#include <memory>
#include <string>

namespace scanline::ranks {

/// A rank among those of its host.
struct Seat {
    int number = 0, of = 1;
};

/// The ranks that mpirun or srun started, of which this process is one.
class MpiCommunicator : public Communicator {
public:
    virtual const std::string& host() const = 0;
    virtual Seat seat() const = 0;
    /// True once this rank has called something that it shares with the others.
    virtual bool has_met() const = 0;
    /// Ends all ranks, wherever they are, with this exit code.
    virtual void end_all(int exit_code) = 0;
    /// Waits for all. Call it last; without it, mpirun takes the process for failed.
    virtual void finish() = 0;
};

/// How many ranks mpirun or srun has started, as far as the environment tells; 1 without them.
int launched_ranks();

/// Joins them. Ranks that may use the same processors share these out from then on. module: scanline_mpi.so.
/// Errors: failure if it is missing, naming the package that brings it, or does not go with this program; and
/// if MPI does not start.
std::unique_ptr<MpiCommunicator> join_ranks(const std::filesystem::path& module);

} // namespace scanline::ranks
