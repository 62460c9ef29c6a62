// The ranks of this command, if mpirun or srun started several.
#pragma once
#include "scanline/core/raw_array.h"
#include "scanline/data/npy.h"
#include "scanline/ranks/agreement.h"
#include "scanline/ranks/mpi.h"

#include <filesystem>
#include <span>

namespace scanline::cli {

/// Null if this process works alone.
ranks::MpiCommunicator* joined_ranks();

/// Joins the others, if there are any. From then on only rank 0 prints results. Errors: those of
/// ranks::join_ranks().
void join_ranks();

/// Runs what may fail, without calls to other ranks. If it fails on any rank, it fails on all of them.
template <class Action>
void on_all_ranks(Action action) {
    if (joined_ranks())
        ranks::agree_on(*joined_ranks(), action);
    else
        action();
}

/// Prints an error, once for all ranks that have it, and ends this rank's part, or all ranks if only some
/// have it. Returns the exit code.
int end_with(const Error& error);

/// Writes one file of all ranks' elements, each its own, which begin at `first` of `all`; wholly or not at
/// all.
void write_npy_of_ranks(ranks::Communicator& ranks, const std::filesystem::path& path, data::ElementType type,
                        std::span<const std::byte> elements, std::int64_t first, std::int64_t all);

} // namespace scanline::cli
