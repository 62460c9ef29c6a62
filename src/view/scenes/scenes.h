#pragma once
#include "kit/scene.h"

#include <memory>

namespace scanline::view {

using MakeScene = std::unique_ptr<Scene>(Host& host);

// A scene is a folder beside this file, a line here, and one in shell/scenes.cpp.
namespace compaction::small {
MakeScene make_scene;
}
namespace compaction::image {
MakeScene make_scene;
}
namespace prefix_sum {
MakeScene make_scene;
}
namespace kdtree_scene {
MakeScene make_scene;
}
namespace explorer {
MakeScene make_scene;
}
namespace skyline_scene {
MakeScene make_scene;
}
namespace cube_scene {
MakeScene make_scene;
}
namespace sweep {
MakeScene make_scene;
}

} // namespace scanline::view
