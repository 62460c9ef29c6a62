#include "scenes/scenes.h"
#include "scanline/view/view_request.h"

#include <array>

namespace scanline::view {

namespace {

struct Entry {
    std::string_view name;
    MakeScene* make;
};
constexpr std::array entries{
    Entry{"compaction-small", compaction::small::make_scene},
    Entry{"compaction-image", compaction::image::make_scene},
    Entry{"prefix-sum", prefix_sum::make_scene},
    Entry{"kdtree", kdtree_scene::make_scene},
    Entry{"explorer", explorer::make_scene},
    Entry{"skyline", skyline_scene::make_scene},
    Entry{"cube", cube_scene::make_scene},
    Entry{"sweep", sweep::make_scene},
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
