#pragma once
#include "kdtree/run.h"

#include <initializer_list>
#include <string>
#include <utility>

namespace scanline::view::test {

/// A run of what is set, made here and now.
inline KdRun make_run(std::initializer_list<std::pair<std::string, std::string>> settings) {
    KdSetup setup;
    for (const auto& [key, value] : settings)
        set(setup, key, value);
    return run_kd(setup, [] { return false; });
}

} // namespace scanline::view::test
