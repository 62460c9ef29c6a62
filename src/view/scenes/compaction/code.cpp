#include "scenes/compaction/pass_code.h"

#include "scanline/raster/passes.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace scanline::view::compaction {

namespace {

using raster::Algorithm;
namespace pass = raster::pass;

Listing empty_listing(const PassCode* code, std::string title) {
    return {std::move(title),
            {},
            {},
            std::string(code ? code->shader : ""),
            std::string(code ? code->source : "")};
}

bool has(std::span<const PassLine> code, Does does) {
    return std::ranges::find(code, does, &PassLine::does) != code.end();
}

} // namespace

std::int64_t code_block(std::span<const PassName> passes, int pass) {
    const auto bounds = [](const PassName& one) {
        return one.name == pass::block_count || one.name == pass::row_total ||
               one.name == pass::block_descriptor;
    };
    // A scan has a pass for every level; a tree without a way down has only those up.
    int up = 0, other = 0, first = pass;
    while (first > 0 && !bounds(passes[static_cast<std::size_t>(first)]))
        --first;
    for (auto i = static_cast<std::size_t>(first);
         i < passes.size() && (static_cast<int>(i) == first || !bounds(passes[i])); ++i) {
        up += passes[i].name == pass::up_sweep ? 1 : 0;
        other += passes[i].name == pass::doubling || passes[i].name == pass::down_sweep ? 1 : 0;
    }
    return std::int64_t{1} << (other > 0 ? other : up);
}

Listing listing_of(const CodeTexel& texel, Algorithm algorithm, std::string title,
                   const std::string& result) {
    const PassCode* const code = pass_code(texel.passes[static_cast<std::size_t>(texel.pass)], algorithm);
    Listing listing = empty_listing(code, std::move(title));
    if (!code)
        return listing;
    for (const PassLine& line : code->code()) {
        const LineValue shown = line.value ? line.value(texel) : LineValue{};
        if (shown.runs)
            listing.current.push_back(listing.lines.size());
        listing.lines.push_back({std::string(line.text),
                                 line.does == Does::result ? result
                                 : shown.number            ? fmt::format("{}", *shown.number)
                                                           : "",
                                 std::string(line.glsl)});
    }
    return listing;
}

Listing search_listing(std::span<const PassName> passes, Algorithm algorithm, std::string title,
                       std::span<const CodeFetch> fetches) {
    const auto search = std::ranges::find(passes, pass::search, &PassName::name);
    const PassCode& of = *pass_code(*search, algorithm);
    const std::span<const PassLine> code = of.code();
    const auto last = static_cast<int>(search - passes.begin()) - 1;
    const auto does = [&](std::size_t fetch) {
        const int pass = fetches[fetch].pass;
        if (pass == CodeTexel::stream)
            return Does::result;
        if (fetch == 0)
            return Does::count;
        if (pass == 0 && has(code, Does::flags))
            return Does::flags;
        return fetch <= 2 && pass == last && has(code, Does::begin) ? Does::begin : Does::levels;
    };
    Listing listing = empty_listing(&of, std::move(title));
    for (const PassLine& line : code) {
        std::string value;
        for (std::size_t fetch = 0; fetch < fetches.size(); ++fetch)
            if (does(fetch) == line.does)
                value = fetches[fetch].text;
        if (!fetches.empty() && does(fetches.size() - 1) == line.does)
            listing.current.push_back(listing.lines.size());
        listing.lines.push_back({std::string(line.text), std::move(value), std::string(line.glsl)});
    }
    return listing;
}

} // namespace scanline::view::compaction
