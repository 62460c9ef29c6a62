#include "scanline/view/scene.h"

namespace scanline::view {

std::vector<std::unique_ptr<Scene>> make_scenes(Host& host) {
    std::vector<std::unique_ptr<Scene>> scenes;
    scenes.push_back(make_compaction_small_scene(host));
    scenes.push_back(make_compaction_image_scene(host));
    scenes.push_back(make_prefix_sum_scene(host));
    scenes.push_back(make_kdtree_scene(host));
    scenes.push_back(make_sweep_scene(host));
    return scenes;
}

} // namespace scanline::view
