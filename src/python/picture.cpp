#include "results.h"

#include "scanline/systems/all.h"
#include "scanline/view/view_request.h"

#include <future>

namespace scanline::python {

namespace {

/// A picture of a scene, as SVG of the scene alone or as PNG of the window. share: the folder of the
/// program's masks and lessons.
py::bytes picture_of(const std::string& scene,
                     const std::vector<std::pair<std::string, std::string>>& settings,
                     const std::string& file, int step, std::pair<int, int> size, const std::string& theme,
                     const std::string& folder, bool is_svg) {
    view::ViewRequest request{
        .scene = scene, .settings = settings, .theme = find_choice(theme, enumerators<view::Theme>)};
    if (!theme.empty() && !request.theme)
        throw usage_error(fmt::format("view: theme is none of {}", names_of(enumerators<view::Theme>)));
    if (!file.empty())
        request.file = file;
    if (step >= 0)
        request.pass = step;
    std::tie(request.width, request.height) = size;
    const std::filesystem::path share(folder);
    request.masks = share / "masks";
    request.lessons = share / "lessons";
    request.systems = systems::all();
    std::string bytes;
    run_on_cpu(1, [&](const Place& place) {
        const auto go_on = [&place] { return !place.cancelled(); };
        // A thread of its own, since the context of this one is to stay current.
        std::async(std::launch::async, [&] {
            if (is_svg) {
                bytes = view::render_svg(request, go_on);
                return;
            }
            const auto png = data::format_png("view", view::render_headless(request, go_on));
            bytes.assign(reinterpret_cast<const char*>(png.data()), png.size());
        }).get();
    });
    return py::bytes(bytes);
}

} // namespace

void add_picture(py::module_& module) {
    module.def("picture", &picture_of);
}

} // namespace scanline::python
