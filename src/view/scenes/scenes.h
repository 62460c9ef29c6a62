#pragma once
#include "kit/scene.h"

#include <memory>

// A scene is a folder beside this file, and a line here: its name and its namespace.
#define SCANLINE_SCENES(SCENE)                                                                               \
    SCENE("compaction-small", compaction::small)                                                             \
    SCENE("compaction-image", compaction::image)                                                             \
    SCENE("prefix-sum", prefix_sum)                                                                          \
    SCENE("kdtree", kdtree_scene)                                                                            \
    SCENE("explorer", explorer)                                                                              \
    SCENE("skyline", skyline_scene)                                                                          \
    SCENE("cube", cube_scene)                                                                                \
    SCENE("sweep", sweep)

namespace scanline::view {

using MakeScene = std::unique_ptr<Scene>(Host& host);

#define SCANLINE_DECLARE_SCENE(name, space)                                                                  \
    namespace space {                                                                                        \
    MakeScene make_scene;                                                                                    \
    }
SCANLINE_SCENES(SCANLINE_DECLARE_SCENE)
#undef SCANLINE_DECLARE_SCENE

} // namespace scanline::view
