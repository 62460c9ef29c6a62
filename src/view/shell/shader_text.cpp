#include "shell/shader_text.h"

#include "scanline/gl/shader_store.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <utility>

namespace scanline::view {

const std::vector<ShaderText::Line>& ShaderText::lines(const std::string& name) {
    if (name == name_)
        return lines_;
    const gl::FlatSource flat = gl::ShaderStore::standard().flatten(name);
    lines_.clear();
    std::istringstream text(flat.text);
    for (std::string line; std::getline(text, line);)
        lines_.push_back({std::move(line), to_string(flat.lines[lines_.size()])});
    name_ = name;
    return lines_;
}

Listing shader_listing(const Listing& code, const std::vector<ShaderText::Line>& shader) {
    Listing listing{fmt::format("shaders/{}", code.shader), {}, {}, code.shader, code.source};
    for (const auto& [text, origin] : shader) {
        const std::size_t place = listing.lines.size();
        std::string value;
        for (std::size_t i = 0; i < code.lines.size(); ++i) {
            const Listing::Line& line = code.lines[i];
            if (line.glsl.empty() || text.find(line.glsl) == text.npos)
                continue;
            if (std::ranges::count(code.current, i) > 0 &&
                (listing.current.empty() || listing.current.back() != place)) {
                if (listing.current.empty())
                    listing.title = origin;
                listing.current.push_back(place);
            }
            value = value.empty() ? line.value : value;
        }
        // The panel is narrow: two spaces a level, as in pseudo-code.
        const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
        listing.lines.push_back({text.substr(indent / 2), std::move(value)});
    }
    return listing;
}

} // namespace scanline::view
