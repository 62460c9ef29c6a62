// The ranks of this command, if mpirun or srun started several.
#pragma once
#include "scanline/core/raw_array.h"
#include "scanline/data/npy.h"
#include "scanline/ranks/mpi.h"

#include <filesystem>
#include <span>

namespace scanline::cli {

/// Null if this process works alone.
ranks::MpiCommunicator* joined_ranks();

/// Joins the others, if there are any. From then on only rank 0 prints results. Errors: those of
/// ranks::join_ranks().
void join_ranks();

/// Ends this rank's part with an error, if all throw it or this one alone; returns the exit code. Prints it
/// once.
int end_with(const Error& error);

/// Writes one file of all ranks' elements, each its own, which begin at `first` of `all`; wholly or not at
/// all.
void write_npy_of_ranks(ranks::Communicator& ranks, const std::filesystem::path& path, data::ElementType type,
                        std::span<const std::byte> elements, std::int64_t first, std::int64_t all);

} // namespace scanline::cli
