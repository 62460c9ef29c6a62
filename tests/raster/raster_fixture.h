#pragma once
#include "reference/streams.h"
#include "scanline/gl/state_guard.h"
#include "scanline/raster/compactor.h"
#include "scanline/raster/engine.h"
#include "scanline/raster/pass_reader.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"
#include "support/gl_test.h"
#include "support/sizes.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Shared parts of the GPU tests of the raster room.
namespace scanline::test {

using raster::StreamLayout;
using raster::StreamTexture;
using raster::reference::Trace;
using raster::reference::TracedPass;

/// The first difference of two streams; empty if equal.
inline std::string difference(std::span<const float> found, std::span<const float> expected) {
    return raster::reference::first_difference(found, expected).value_or("");
}

/// The first difference of two traces; empty if equal.
inline std::string difference(std::span<const TracedPass> found, std::span<const TracedPass> expected) {
    const auto different = raster::reference::first_difference(found, expected);
    return different ? fmt::format("pass {}, {}", different->pass, different->text) : "";
}
inline std::string difference(const Trace& found, const Trace& expected) {
    return difference(std::span(found.passes()), std::span(expected.passes()));
}

/// The output of the first pass of that name and step.
inline Stream values_of(const Trace& trace, std::string_view name, int step) {
    const auto& passes = trace.passes();
    const auto found = std::ranges::find_if(
        passes, [&](const TracedPass& pass) { return pass.name == name && pass.step == step; });
    INFO("pass " << name << " " << step);
    REQUIRE(found != passes.end());
    return found->values;
}

/// "997 elements in blocks of 16, 32 x 32"
inline std::string to_string(const StreamLayout& layout) {
    return fmt::format("{} elements in blocks of {}, {} x {}", layout.size, layout.block, layout.width,
                       layout.height);
}

/// The layouts for testing every stage: all sizes of support/sizes.h, each with the blocks whose edges it
/// tests and with a quarter of the others, so that every block size meets short, medium and long streams.
inline std::vector<StreamLayout> stage_layouts(std::uint64_t seed) {
    std::vector<StreamLayout> layouts;
    int turn = 0;
    for (const std::int64_t size : stream_sizes(seed, 4)) {
        for (int block = raster::min_block; block <= raster::max_block; block *= 2) {
            const bool at_edge = size >= block - 1 && size <= block + 1;
            if (at_edge || ++turn % 4 == 0)
                layouts.push_back(raster::make_stream_layout(size, block, 16384));
        }
    }
    return layouts;
}

/// Cycles through the values of a list, so that all are used without testing all combinations.
template <class List>
auto turn_of(std::uint64_t turn, const List& list) {
    return list[turn % std::size(list)];
}

constexpr std::array densities{0.0, 0.02, 0.3, 0.5, 0.9, 1.0};

/// Invalid flags for a whole layout, padding included; density and distribution change every turn.
inline Stream flags_for(const StreamLayout& layout, std::uint64_t turn) {
    return make_inv(static_cast<std::size_t>(layout.padded_size()), turn_of(turn, densities),
                    turn_of(turn / densities.size(), all_distributions), turn);
}

/// The blockwise algorithms.
inline std::vector<raster::Algorithm> blockwise_algorithms() {
    std::vector<raster::Algorithm> algorithms;
    std::ranges::copy_if(enumerators<raster::Algorithm>, std::back_inserter(algorithms),
                         raster::is_blockwise);
    return algorithms;
}

/// The survivors at a list of positions, without those past the values.
inline Stream survivors_at(const Stream& values, const raster::CompactionOptions& options,
                           std::span<const std::size_t> positions) {
    Stream survivors;
    for (const std::size_t i : positions)
        if (i < values.size() && options.discriminator(values[i]))
            survivors.push_back(options.payload == raster::Payload::index ? static_cast<float>(i)
                                                                          : values[i]);
    return survivors;
}

/// The compacted stream by std::copy_if.
inline Stream survivors_of(const Stream& values, const raster::CompactionOptions& options) {
    std::vector<std::size_t> positions(values.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    return survivors_at(values, options, positions);
}

/// The expected compacted stream of an algorithm: for Jumping Jack permuted within blocks by its twin, for
/// HistoPyramid in Z-order, for all others in the stream's order.
inline Stream expected_elements(const Stream& values, const StreamLayout& layout,
                                const raster::CompactionOptions& options) {
    switch (options.algorithm) {
    case raster::Algorithm::jj: return raster::reference::compact(values, layout, options).elements;
    case raster::Algorithm::histopyramid: return survivors_at(values, options, z_order(layout));
    case raster::Algorithm::horn:
    case raster::Algorithm::rlz:
    case raster::Algorithm::bt:
    case raster::Algorithm::horn_unblocked:
    case raster::Algorithm::packed:
    case raster::Algorithm::automatic: return survivors_of(values, options);
    }
    return {};
}

/// True if an algorithm keeps the order of the survivors by definition.
inline bool keeps_order(raster::Algorithm algorithm) {
    return algorithm != raster::Algorithm::jj && algorithm != raster::Algorithm::histopyramid;
}

/// The fixture: a context and an engine in it.
class RasterTest : public GlTest {
protected:
    raster::Engine engine{context.capabilities()};

    /// A stream texture with these values: one per texel, or one per element of the layout, padded with 0.
    StreamTexture make_filled(const StreamLayout& layout, const Stream& values) {
        StreamTexture texture = engine.make_stream(layout);
        engine.upload(texture, layout, values);
        return texture;
    }

    /// An undrawn pair, filled with values that would show in a result.
    raster::StreamPair make_poisoned_pair(const StreamLayout& layout) {
        const Stream poison(static_cast<std::size_t>(layout.padded_size()), 7777.0f);
        return {{make_filled(layout, poison), make_filled(layout, poison)}};
    }

    Stream read(const StreamTexture& texture) { return engine.read(texture, texture.area()); }

    /// The output of the passes of `run`. Stages change the OpenGL state; the guard restores it.
    template <class Run>
    Trace trace_of(Run run) {
        const gl::StateGuard guard;
        raster::TraceRecorder recorder;
        engine.set_observer(&recorder);
        run();
        engine.set_observer(nullptr);
        return recorder.take();
    }

    /// The passes of a whole compaction and the compacted stream.
    struct Compaction {
        Trace trace;
        Stream elements;
    };
    Compaction compact(const StreamLayout& layout, const raster::CompactionOptions& options,
                       const Stream& values) {
        raster::Compactor compactor(engine, layout, options);
        const StreamTexture stream = make_filled(layout, values);
        Trace trace = trace_of([&] { compactor(stream); });
        return {std::move(trace), compactor.read_elements()};
    }
};

} // namespace scanline::test
