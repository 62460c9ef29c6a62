#include "scanline/view/scene.h"
#include "scanline/view/view_request.h"

#include <array>

namespace scanline::view {

namespace {

struct Entry {
    std::string_view name;
    std::unique_ptr<Scene> (*make)(Host&);
};
constexpr std::array entries{
    Entry{"compaction-small", make_compaction_small_scene},
    Entry{"compaction-image", make_compaction_image_scene},
    Entry{"prefix-sum", make_prefix_sum_scene},
    Entry{"kdtree", make_kdtree_scene},
    Entry{"explorer", make_explorer_scene},
    Entry{"skyline", make_skyline_scene},
    Entry{"cube", make_cube_scene},
    Entry{"sweep", make_sweep_scene},
};

} // namespace

std::vector<std::unique_ptr<Scene>> make_scenes(Host& host) {
    std::vector<std::unique_ptr<Scene>> scenes;
    for (const Entry& entry : entries)
        scenes.push_back(entry.make(host));
    return scenes;
}

std::vector<std::string_view> scene_names() {
    std::vector<std::string_view> names;
    for (const Entry& entry : entries)
        names.push_back(entry.name);
    return names;
}

} // namespace scanline::view
