// The module for MPI: its operations behind mpi_interface.h, by its C interface.
#include "scanline/ranks/mpi_interface.h"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

ScanlineMpi state;

// MPI counts in int. Pieces of this many bytes are as fast as longer ones.
constexpr std::uint64_t piece = std::uint64_t{1} << 30;

int kept(int status) {
    if (status != MPI_SUCCESS) {
        char text[MPI_MAX_ERROR_STRING];
        int length = 0;
        MPI_Error_string(status, text, &length);
        std::snprintf(state.error, sizeof state.error, "%s", text);
    }
    return status;
}

int barrier() {
    return kept(MPI_Barrier(MPI_COMM_WORLD));
}

int gather(const void* own, void* all, std::uint64_t bytes) {
    // In columns, if there are too many bytes for one call.
    const std::uint64_t size = static_cast<std::uint64_t>(state.size), most = piece / size;
    if (bytes <= most)
        return kept(MPI_Allgather(own, static_cast<int>(bytes), MPI_BYTE, all, static_cast<int>(bytes),
                                  MPI_BYTE, MPI_COMM_WORLD));
    std::vector<std::byte> column(most * size);
    for (std::uint64_t first = 0; first < bytes; first += most) {
        const std::uint64_t count = std::min(most, bytes - first);
        if (const int status = kept(MPI_Allgather(static_cast<const std::byte*>(own) + first,
                                                  static_cast<int>(count), MPI_BYTE, column.data(),
                                                  static_cast<int>(count), MPI_BYTE, MPI_COMM_WORLD)))
            return status;
        for (std::uint64_t rank = 0; rank < size; ++rank)
            std::copy_n(column.data() + rank * count, count,
                        static_cast<std::byte*>(all) + rank * bytes + first);
    }
    return MPI_SUCCESS;
}

int add(std::uint64_t* values, std::uint64_t count) {
    constexpr std::uint64_t most = piece / sizeof *values;
    for (std::uint64_t first = 0; first < count; first += most)
        if (const int status = kept(MPI_Allreduce(MPI_IN_PLACE, values + first,
                                                  static_cast<int>(std::min(most, count - first)),
                                                  MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD)))
            return status;
    return MPI_SUCCESS;
}

// Messages of two ranks arrive in the order in which they are sent, so pieces need no numbers.
int exchange(const void* const* sent, const std::uint64_t* sent_bytes, void* const* received,
             const std::uint64_t* received_bytes) {
    std::vector<MPI_Request> requests;
    int status = MPI_SUCCESS;
    const auto in_pieces = [&](std::uint64_t bytes, auto begin) {
        for (std::uint64_t first = 0; first < bytes && status == MPI_SUCCESS; first += piece) {
            requests.emplace_back();
            status = kept(begin(first, static_cast<int>(std::min(piece, bytes - first)), &requests.back()));
        }
    };
    // From the next rank on, so that not all send to the same one.
    for (int step = 0; step < state.size; ++step) {
        const int from = (state.rank + state.size - step) % state.size;
        in_pieces(received_bytes[from], [&](std::uint64_t first, int count, MPI_Request* request) {
            return MPI_Irecv(static_cast<std::byte*>(received[from]) + first, count, MPI_BYTE, from, 0,
                             MPI_COMM_WORLD, request);
        });
    }
    for (int step = 0; step < state.size; ++step) {
        const int to = (state.rank + step) % state.size;
        in_pieces(sent_bytes[to], [&](std::uint64_t first, int count, MPI_Request* request) {
            return MPI_Isend(static_cast<const std::byte*>(sent[to]) + first, count, MPI_BYTE, to, 0,
                             MPI_COMM_WORLD, request);
        });
    }
    if (status != MPI_SUCCESS)
        return status;
    return kept(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
}

void end_all(int exit_code) {
    MPI_Abort(MPI_COMM_WORLD, exit_code);
}

int finish() {
    return kept(MPI_Finalize());
}

} // namespace

int scanline_mpi_interface() {
    return SCANLINE_MPI_INTERFACE;
}

ScanlineMpi* scanline_mpi_start() {
    if (state.size > 0)
        return &state;
    int provided = 0;
    if (kept(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided)) != MPI_SUCCESS)
        return &state;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int length = 0;
    char host[MPI_MAX_PROCESSOR_NAME];
    int size = 0;
    if (kept(MPI_Comm_rank(MPI_COMM_WORLD, &state.rank)) != MPI_SUCCESS ||
        kept(MPI_Comm_size(MPI_COMM_WORLD, &size)) != MPI_SUCCESS ||
        kept(MPI_Get_processor_name(host, &length)) != MPI_SUCCESS)
        return &state;
    std::snprintf(state.host, sizeof state.host, "%.*s", length, host);
    state.barrier = barrier;
    state.gather = gather;
    state.add = add;
    state.exchange = exchange;
    state.end_all = end_all;
    state.finish = finish;
    state.size = size;
    return &state;
}
