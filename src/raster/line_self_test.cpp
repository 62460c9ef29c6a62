#include "scanline/raster/line_self_test.h"

#include "scanline/core/random.h"
#include "scanline/gl/state_guard.h"
#include "scanline/raster/concatenation.h"
#include "scanline/raster/passes.h"

#include <algorithm>
#include <numeric>

namespace scanline::raster {

namespace {

// Counts that hit the cases lines differ in, then random ones.
int pick_count(std::int64_t block, int size, Random& random) {
    switch (block % 8) {
    case 0: return size;
    case 1: return 0;
    case 2: return 1;
    case 3: return size - 1;
    default: return random.between(0, size);
    }
}

bool exact_in(Engine& engine, const StreamLayout& layout, float end_bias) {
    Random random(static_cast<std::uint64_t>(layout.width));
    std::vector<float> blocks(static_cast<std::size_t>(layout.padded_size()));
    std::iota(blocks.begin(), blocks.end(), 0.0f);
    std::vector<float> expected;
    std::vector<float> descriptors;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const int count = pick_count(block, layout.block, random);
        const std::int64_t start = block * layout.block;
        descriptors.insert(descriptors.end(),
                           {static_cast<float>(start % layout.width),
                            static_cast<float>(start / layout.width), static_cast<float>(expected.size()),
                            static_cast<float>(count)});
        for (int i = 0; i < count; ++i)
            expected.push_back(static_cast<float>(start + i));
    }
    expected.resize(blocks.size(), empty_element);

    const StreamTexture compacted = engine.make_stream(layout);
    const StreamTexture output = engine.make_stream(layout);
    engine.upload(compacted, layout, blocks);
    const StreamTexture table = engine.make_vectors(static_cast<int>(layout.blocks()), 1);
    glBindTexture(GL_TEXTURE_2D, table.texture());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, table.width(), 1, GL_RGBA, GL_FLOAT, descriptors.data());
    Concatenation concatenate(engine, layout, ConcatenationMethod::lines);
    concatenate.set_end_bias(end_bias);
    concatenate(compacted, table, layout.blocks(), output);
    return engine.read(output, output.area()) == expected;
}

} // namespace

bool lines_are_exact(Engine& engine, float end_bias) {
    const gl::StateGuard guard;
    const ObserverScope unobserved(engine, nullptr);
    const int widest = std::min(max_block, engine.max_side());
    const bool exact = exact_in(engine, {std::int64_t{64} * 64, 16, 64, 64}, end_bias) &&
                       exact_in(engine, {std::int64_t{widest} * 8, 256, widest, 8}, end_bias);
    gl::check_errors("trying the driver's lines");
    return exact;
}

bool Engine::lines_exact() {
    if (!lines_exact_)
        lines_exact_ = lines_are_exact(*this);
    return *lines_exact_;
}

} // namespace scanline::raster
