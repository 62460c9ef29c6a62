#pragma once
#include "backend.h"

#include "scanline/bench/results.h"

#include <functional>
#include <string_view>
#include <vector>

namespace scanline::cli {

/// Runs work so often and times it as one stage: on the GPU, where there is a session, after a warm-up, on
/// the CPU after one only where it is repeated. Fewer repetitions, also none, when interrupted. prepare:
/// untimed, before each run; may be empty.
std::vector<bench::Repetition> time_work(ComputeSession* session, std::string_view stage, int repetitions,
                                         const std::function<void()>& work,
                                         const std::function<void()>& prepare = {});

} // namespace scanline::cli
