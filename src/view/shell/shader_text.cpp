#include "shell/shader_text.h"

#include "scanline/gl/shader_store.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace scanline::view {

const std::vector<ShaderText::Line>& ShaderText::lines(const std::string& name) {
    if (name == name_)
        return lines_;
    lines_.clear();
    const gl::FlatSource flat = gl::ShaderStore::standard().flatten(name);
    std::istringstream text(flat.text);
    for (std::string line; std::getline(text, line);)
        lines_.push_back({std::move(line), to_string(flat.lines[lines_.size()])});
    name_ = name;
    return lines_;
}

Listing shader_listing(const Listing& code, const std::vector<ShaderText::Line>& shader) {
    Listing listing{code.title, {}, {}, code.shader, code.source};
    for (const auto& [text, origin] : shader) {
        const std::size_t place = listing.lines.size();
        std::string value;
        for (std::size_t i = 0; i < code.lines.size(); ++i) {
            const Listing::Line& line = code.lines[i];
            if (line.glsl.empty() || text.find(line.glsl) == text.npos)
                continue;
            if (std::ranges::count(code.current, i) > 0 &&
                (listing.current.empty() || listing.current.back() != place))
                listing.current.push_back(place);
            value = value.empty() ? line.value : value;
        }
        listing.lines.push_back({text, std::move(value)});
    }
    return listing;
}

} // namespace scanline::view
