#pragma once
#include "scanline/ranks/communicator.h"

#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace scanline::ranks {

/// A rank among those of its host.
struct Seat {
    int number = 0, of = 1;
};

/// Thrown by calls to other ranks of which one has died, if the others may go on. No Error: the command has
/// not failed.
class RankLost : public std::exception {
public:
    const char* what() const noexcept override { return "another rank has ended"; }
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
    /// True if the others may go on without a dead rank.
    virtual bool may_go_on() const = 0;
    /// Call it once the command is over, on all ranks. None if all have done it; otherwise it has to run
    /// again on those that are left, and this says which have ended: "rank 2 on HOST". is_done: it was not
    /// ended by RankLost.
    virtual std::optional<std::string> conclude(bool is_done) = 0;
};

/// How many ranks mpirun or srun has started, as far as the environment tells; 1 without them.
int launched_ranks();

/// Joins them. Ranks that may use the same processors share these out from then on. module: scanline_mpi.so.
/// Errors: failure if it is missing, naming the package that brings it, or does not go with this program; and
/// if MPI does not start.
std::unique_ptr<MpiCommunicator> join_ranks(const std::filesystem::path& module);

} // namespace scanline::ranks
