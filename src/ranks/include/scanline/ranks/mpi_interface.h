/* The interface between the program and its module for MPI. The program has no MPI: a module, built where
   there is one, is loaded under mpirun or srun. Plain C, so that both may come from different builds. */
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCANLINE_MPI_INTERFACE 2
/* Returned if another rank has died and the others may go on. Calls fail until all have called conclude. */
#define SCANLINE_MPI_RANK_LOST (-1)

/* Functions return 0, or on failure another number and leave the reason in error. They mean what those of
   Communicator mean, and any length has room. */
typedef struct ScanlineMpi {
    int rank, size;
    char host[256];
    char error[512];

    int (*barrier)(void);
    int (*gather)(const void* own, void* all, uint64_t bytes);
    int (*add)(uint64_t* values, uint64_t count);
    int (*exchange)(const void* const* sent, const uint64_t* sent_bytes, void* const* received,
                    const uint64_t* received_bytes);
    /* Ends all ranks with this exit code. */
    void (*end_all)(int exit_code);
    int (*finish)(void);
    /* Null, unless MPI can go on without a dead rank and its launcher was asked for that. Sets is_done to 0
       on all ranks if it is 0 on any, and then leaves out those that have died: of these, lost receives the
       numbers that they had at first, and lost_count how many. The rank and the size are new then. */
    int (*conclude)(int* is_done, int* lost, int* lost_count);
} ScanlineMpi;

/* SCANLINE_MPI_INTERFACE of the module. */
int scanline_mpi_interface(void);
/* Starts MPI, once. On failure, size is 0. */
ScanlineMpi* scanline_mpi_start(void);

#ifdef __cplusplus
}
#endif
