#include "list_compute.h"

#include "scanline/catalog/compute.h"

#include <fmt/format.h>

namespace scanline::cli {

std::string compute_algorithms_text() {
    std::string text = "Scans, compactions and sorts by compute shaders\n";
    for (const catalog::ComputeEntry& entry : catalog::compute_algorithms())
        text +=
            fmt::format("\n{} ({} {}): {}\n"
                        "      {}\n"
                        "      OpenGL {}{}{}; {}\n",
                        entry.name, entry.primitive, entry.part, entry.title, entry.idea,
                        to_string(entry.opengl), entry.needs.empty() ? "" : "; ", entry.needs, entry.source);
    return text;
}

nlohmann::ordered_json compute_algorithms_json() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const catalog::ComputeEntry& entry : catalog::compute_algorithms())
        list.push_back({{"name", entry.name},
                        {"primitive", entry.primitive},
                        {"part", entry.part},
                        {"title", entry.title},
                        {"idea", entry.idea},
                        {"source", entry.source},
                        {"needs", entry.needs},
                        {"opengl", to_string(entry.opengl)}});
    return list;
}

} // namespace scanline::cli
