// The module for MPI: its operations behind mpi_interface.h, by its C interface.
#include "scanline/ranks/mpi_interface.h"

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <vector>

namespace {

ScanlineMpi state;
MPI_Comm living = MPI_COMM_WORLD; ///< all ranks that have not died

// MPI counts in int. Pieces of this many bytes are as fast as longer ones.
constexpr std::uint64_t piece = std::uint64_t{1} << 30;

// A rank that notices a death wakes those that wait for others.
bool is_loss([[maybe_unused]] int status) {
#ifdef OMPI_HAVE_MPI_EXT_FTMPI
    int kind = MPI_SUCCESS;
    MPI_Error_class(status, &kind);
    if (state.conclude != nullptr && (kind == MPIX_ERR_PROC_FAILED || kind == MPIX_ERR_PROC_FAILED_PENDING ||
                                      kind == MPIX_ERR_REVOKED || kind == MPI_ERR_IN_STATUS)) {
        MPIX_Comm_revoke(living);
        return true;
    }
#endif
    return false;
}

int kept(int status) {
    if (status != MPI_SUCCESS) {
        if (is_loss(status))
            return SCANLINE_MPI_RANK_LOST;
        char text[MPI_MAX_ERROR_STRING];
        int length = 0;
        MPI_Error_string(status, text, &length);
        std::snprintf(state.error, sizeof state.error, "%s", text);
    }
    return status;
}

int barrier() {
    return kept(MPI_Barrier(living));
}

int gather(const void* own, void* all, std::uint64_t bytes) {
    // In columns, if there are too many bytes for one call.
    const std::uint64_t size = static_cast<std::uint64_t>(state.size), most = piece / size;
    if (bytes <= most)
        return kept(MPI_Allgather(own, static_cast<int>(bytes), MPI_BYTE, all, static_cast<int>(bytes),
                                  MPI_BYTE, living));
    std::vector<std::byte> column(most * size);
    for (std::uint64_t first = 0; first < bytes; first += most) {
        const std::uint64_t count = std::min(most, bytes - first);
        if (const int status =
                kept(MPI_Allgather(static_cast<const std::byte*>(own) + first, static_cast<int>(count),
                                   MPI_BYTE, column.data(), static_cast<int>(count), MPI_BYTE, living)))
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
                                                  MPI_UINT64_T, MPI_SUM, living)))
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
            requests.push_back(MPI_REQUEST_NULL);
            status = kept(begin(first, static_cast<int>(std::min(piece, bytes - first)), &requests.back()));
        }
    };
    // From the next rank on, so that not all send to the same one.
    for (int step = 0; step < state.size; ++step) {
        const int from = (state.rank + state.size - step) % state.size;
        in_pieces(received_bytes[from], [&](std::uint64_t first, int count, MPI_Request* request) {
            return MPI_Irecv(static_cast<std::byte*>(received[from]) + first, count, MPI_BYTE, from, 0,
                             living, request);
        });
    }
    for (int step = 0; step < state.size; ++step) {
        const int to = (state.rank + step) % state.size;
        in_pieces(sent_bytes[to], [&](std::uint64_t first, int count, MPI_Request* request) {
            return MPI_Isend(static_cast<const std::byte*>(sent[to]) + first, count, MPI_BYTE, to, 0, living,
                             request);
        });
    }
    if (status == MPI_SUCCESS)
        status = kept(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
    // Until they have ended, they may write to the caller's memory.
    if (status == SCANLINE_MPI_RANK_LOST)
        for (MPI_Request& request : requests)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
    return status;
}

void end_all(int exit_code) {
    MPI_Abort(MPI_COMM_WORLD, exit_code);
}

int finish() {
    return kept(MPI_Finalize());
}

#ifdef OMPI_HAVE_MPI_EXT_FTMPI
bool is_asked_to_go_on() {
    const char* const asked = std::getenv("OMPI_MCA_mpi_ft_enable"); // mpirun --with-ft ulfm
    return asked != nullptr && (asked == std::string_view("1") || asked == std::string_view("true"));
}

int conclude(int* is_done, int* lost, int* lost_count) {
    *lost_count = 0;
    // Its status says that some have died, which does not matter to those that are done.
    MPIX_Comm_agree(living, is_done);
    if (*is_done != 0)
        return MPI_SUCCESS;
    MPI_Comm left = MPI_COMM_NULL;
    if (const int status = MPIX_Comm_shrink(living, &left))
        return kept(status);
    MPI_Comm_set_errhandler(left, MPI_ERRORS_RETURN);
    MPI_Group all, before, after, gone;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Comm_group(living, &before);
    MPI_Comm_group(left, &after);
    MPI_Group_difference(before, after, &gone);
    MPI_Group_size(gone, lost_count);
    std::vector<int> numbers(static_cast<std::size_t>(*lost_count));
    std::iota(numbers.begin(), numbers.end(), 0);
    MPI_Group_translate_ranks(gone, *lost_count, numbers.data(), all, lost);
    for (MPI_Group* group : {&all, &before, &after, &gone})
        MPI_Group_free(group);
    living = left;
    MPI_Comm_rank(living, &state.rank);
    return kept(MPI_Comm_size(living, &state.size));
}
#endif

} // namespace

int scanline_mpi_interface() {
    return SCANLINE_MPI_INTERFACE;
}

ScanlineMpi* scanline_mpi_start() {
    if (state.size > 0)
        return &state;
#ifdef OMPI_HAVE_MPI_EXT_FTMPI
    if (is_asked_to_go_on()) {
        state.conclude = conclude;
        setenv("OMPI_MCA_async_mpi_finalize", "1", 0); // the fence at the end sometimes waits for dead ranks
    }
#endif
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
