#include "scanline/view/view_request.h"

#include "scanline/core/error.h"
#include "scanline/view/workbench.h"

#include <fmt/format.h>

namespace scanline::view {

void apply_request(Workbench& workbench, const ViewRequest& request) {
    if (!request.scene.empty())
        workbench.select(request.scene);
    else if (request.file)
        workbench.select_for(*request.file);
    Scene& scene = workbench.scene();
    if (request.file) {
        if (scene.file_endings().empty())
            throw usage_error(fmt::format("the scene {} opens no files", scene.name()));
        scene.open(*request.file);
    }
    for (const auto& [key, value] : request.settings)
        scene.set(key, value);
}

void seek_pass(Workbench& workbench, int pass) {
    Scene& scene = workbench.scene();
    Transport* transport = scene.transport();
    if (!transport || transport->count() == 0)
        throw usage_error(fmt::format("--pass {}: the scene {} has no steps", pass, scene.name()));
    if (pass < 0 || pass >= transport->count())
        throw usage_error(fmt::format("--pass {}: the scene {} has the steps 0 to {} here", pass,
                                      scene.name(), transport->count() - 1));
    transport->seek(pass);
}

} // namespace scanline::view
