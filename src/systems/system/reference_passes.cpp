#include "scanline/systems/reference_passes.h"

#include "scanline/compute/device_array.h"
#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::systems {

namespace {

ReferencePasses::Words contents(const PassResource& resource) {
    const std::int64_t words = std::int64_t{resource.width} * resource.channels;
    ReferencePasses::Words contents(static_cast<std::size_t>(words));
    compute::download_bytes(
        {resource.handle, std::int64_t{resource.x} * resource.channels, words, compute::ElementType::uint32},
        std::as_writable_bytes(std::span(contents)));
    return contents;
}

} // namespace

void ReferencePasses::pass_ends(const Pass& pass) {
    const auto twin = twins_.find(pass.name);
    if (twin == twins_.end() || wrong_)
        return;
    try {
        std::vector<Words> inputs;
        for (const PassResource& input : pass.inputs)
            inputs.push_back(contents(input));
        if (!twin->second(inputs, contents(pass.output)))
            wrong_ = fmt::format("pass {} writes wrong words to {}", pass.name, pass.output.name);
    } catch (const Error& error) {
        wrong_ = fmt::format("pass {}: {}", pass.name, error.what());
    }
}

} // namespace scanline::systems
