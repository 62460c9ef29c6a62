#include "auto_settings.h"

#include "number_options.h"

#include "scanline/catalog/compaction.h"

namespace scanline::cli {

void add_auto_settings(CLI::App& command, AutoSettings& settings) {
    command
        .add_option("--adapt", settings.adapt,
                    "what auto goes by: global (the stream), regional (each part of it) or temporal (the "
                    "stream before)")
        ->capture_default_str();
    add_list(command, "--among", settings.among, "what auto chooses from (default: all that keep the order)");
}

raster::AutoOptions parse_auto(const AutoSettings& settings) {
    raster::AutoOptions options;
    options.adaption = catalog::parse("--adapt", settings.adapt, raster::all_adaptions);
    for (const std::string& name : settings.among) {
        options.among.push_back(catalog::find_compaction(name).algorithm);
        if (options.among.back() == raster::Algorithm::automatic)
            throw usage_error("--among auto: it cannot choose itself; name other algorithms");
    }
    return options;
}

} // namespace scanline::cli
