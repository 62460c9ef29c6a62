#include "scanline/view/scene.h"

namespace scanline::view {

std::vector<std::unique_ptr<Scene>> make_scenes(Host& host) {
    std::vector<std::unique_ptr<Scene>> scenes;
    for (const auto make :
         {make_compaction_small_scene, make_compaction_image_scene, make_prefix_sum_scene, make_kdtree_scene,
          make_explorer_scene, make_skyline_scene, make_cube_scene, make_sweep_scene})
        scenes.push_back(make(host));
    return scenes;
}

} // namespace scanline::view
