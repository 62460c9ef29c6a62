#include "kit/listing.h"

#include <algorithm>

namespace scanline::view {

Listing listing_of(std::string title, std::span<const CodeLine> code, CodeEvents events) {
    Listing listing{std::move(title), {}, {}};
    for (const CodeLine& line : code) {
        std::string text(line.text);
        if (const std::size_t at = text.find('@'); at != text.npos)
            text.replace(at, 1, events.subject);
        const bool runs = std::ranges::any_of(
            events.names, [&](std::string_view name) { return line.when.find(name) != line.when.npos; });
        if (runs)
            listing.current.push_back(listing.lines.size());
        listing.lines.push_back(
            {std::move(text), runs ? events.values[line.value] : "", std::string(line.glsl)});
    }
    return listing;
}

} // namespace scanline::view
