#include "scanline/raster/reference/trace.h"

#include "scanline/raster/passes.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::raster::reference {

namespace {

std::string name_of(const TracedPass& pass) {
    return fmt::format("{} {}", pass.name, pass.step);
}

std::optional<std::string> difference(const TracedPass& found, const TracedPass& twin) {
    if (name_of(found) != name_of(twin))
        return fmt::format("{} in place of {}", name_of(found), name_of(twin));
    if (const auto values = first_difference(found.values, twin.values))
        return fmt::format("{}: {}", name_of(twin), *values);
    return std::nullopt;
}

} // namespace

std::optional<std::string> first_difference(std::span<const float> found, std::span<const float> expected) {
    if (found.size() != expected.size())
        return fmt::format("{} elements, expected {}", found.size(), expected.size());
    const auto [at, want] = std::ranges::mismatch(found, expected);
    if (at == found.end())
        return std::nullopt;
    return fmt::format("element {} is {}, expected {}", at - found.begin(), *at, *want);
}

std::optional<TraceDifference> first_difference(std::span<const TracedPass> found,
                                                std::span<const TracedPass> twin) {
    std::vector<const TracedPass*> passes;
    for (const TracedPass& pass : found)
        if (pass.name != pass::span_vertices)
            passes.push_back(&pass);
    const std::size_t count = std::min(passes.size(), twin.size());
    for (std::size_t p = 0; p < count; ++p)
        if (auto text = difference(*passes[p], twin[p]))
            return TraceDifference{p, std::move(*text)};
    if (passes.size() == twin.size())
        return std::nullopt;
    return TraceDifference{count, fmt::format("{} passes, expected {}", passes.size(), twin.size())};
}

std::optional<TraceDifference> first_difference(const Trace& found, const Trace& twin) {
    return first_difference(found.passes(), twin.passes());
}

} // namespace scanline::raster::reference
