#pragma once
#include "scenes/kdtree/run.h"

#include <initializer_list>
#include <string>
#include <utility>

namespace scanline::view::kdtree_scene::cases {

/// A run of what is set, made here and now.
inline Run make_run(std::initializer_list<std::pair<std::string, std::string>> settings) {
    Setup setup;
    for (const auto& [key, value] : settings)
        set(setup, key, value);
    return run_kd(setup, [] { return false; });
}

} // namespace scanline::view::kdtree_scene::cases
