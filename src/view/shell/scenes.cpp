#include "scenes/scenes.h"
#include "scanline/view/view_request.h"

#include <array>

namespace scanline::view {

namespace {

struct Entry {
    std::string_view name;
    MakeScene* make;
};
#define SCANLINE_ENTRY(name, space) Entry{name, space::make_scene},
constexpr std::array entries{SCANLINE_SCENES(SCANLINE_ENTRY)};
#undef SCANLINE_ENTRY

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
