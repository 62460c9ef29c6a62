#pragma once
#include "experiments/kdtree_case.h"
#include "scanline/bench/axes.h"

#include "scanline/bench/measure.h"

#include <functional>
#include <string>
#include <vector>

namespace scanline::bench {

/// The task of a case, made ready: one of the first three runs it, as in Variant.
struct KdtreeWork {
    Work work{};
    TimedWork timed{};
    StagedWork staged{};
    /// What is wrong with the result of the last run, in a line that begins with wrong_result; empty where
    /// nothing is.
    std::function<std::string()> wrong{};
};

/// Who builds trees, asks them, or both. One more is one more of the list below.
struct KdtreeContender {
    std::string by;                ///< the value on this axis
    std::string library{no_value}; ///< and on this one
    bool has_threads = true;       ///< otherwise it has one row, whatever numbers of them are asked for
    /// Whether it is asked at all: a library for which there is no such task has no rows of it.
    std::function<bool(KdtreeTask task, int threads)> takes;
    /// The case outlives what comes out. Errors: usage and failure where the task is not theirs, or not by so
    /// many threads.
    std::function<KdtreeWork(const KdtreeCase& on, int threads)> prepare;
};

/// Scanline on the CPU, on OpenGL, then the peers: those that take part.
std::vector<KdtreeContender> contenders_of(const KdtreeOptions& options);

} // namespace scanline::bench
