// The ranks of this command, if mpirun or srun started several.
#pragma once
#include "scanline/core/phases.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/mpi.h"

#include <cstdint>
#include <functional>
#include <string>

namespace scanline::cli {

/// Null if this process works alone.
ranks::MpiCommunicator* joined_ranks();

/// True on the one rank that prints what all found alike.
bool is_speaker();

/// Joins the others, if there are any. From then on only rank 0 prints results. Errors: those of
/// ranks::join_ranks().
void join_ranks();

/// Runs a command on all ranks, which returns its exit code. If one of them dies and the launcher was asked
/// to go on, says so and runs it again on the others, whose output appears once all have done it.
int run_over_ranks(const std::function<int()>& command);

/// This rank's slice of as many elements; all of them without ranks.
ranks::Slice own_slice(std::int64_t size);

/// Runs what may fail, without calls to other ranks. If it fails on any rank, it fails on all of them.
template <class Action>
void on_all_ranks(Action action) {
    ranks::agree_on(joined_ranks(), action);
}

/// PhaseTimes::text() for all ranks: the minimum, mean and maximum of each phase, the bytes sent by a rank,
/// and the load balance.
std::string times_of_ranks(ranks::Communicator& ranks, PhaseTimes& times);

/// Prints an error, once for all ranks that have it, and ends this rank's part, or all ranks if only some
/// have it. Returns the exit code.
int end_with(const Error& error);

} // namespace scanline::cli
