#include "raster_fixture.h"
#include "scanline/core/error.h"
#include "scanline/raster/copy.h"
#include "scanline/raster/engine.h"

#include <cstdlib>
#include <functional>
#include <optional>

namespace scanline::raster::engine_gl_test {

using test::Stream;

namespace {

std::optional<Error> error_of(const gl::Capabilities& capabilities, const Engine::Options& options = {}) {
    try {
        Engine engine(capabilities, options);
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

/// True if OpenGL accepts a float texture of that format as a target.
bool complete(const gl::Capabilities& capabilities, StreamFormat format) {
    // A format that the driver does not know is an error of its own.
    if (format == StreamFormat::r32f && !capabilities.texture_rg)
        return false;
    const gl::StateGuard guard;
    const bool takes = StreamTexture(4, 4, 1, format).complete();
    while (glGetError() != GL_NO_ERROR) {
    }
    return takes;
}

} // namespace

TEST_CASE_METHOD(test::RasterTest, "The context is of the version that the environment forces", "[drivers]") {
    const gl::Capabilities& capabilities = context.capabilities();
    CAPTURE(capabilities.version_text, capabilities.glsl_text, capabilities.renderer);
    CHECK(capabilities.version >= gl::Version{2, 1});
    CHECK(capabilities.compatibility);
    const char* forced = std::getenv("MESA_GL_VERSION_OVERRIDE");
    if (!forced)
        return;
    if (capabilities.version_text.find("Mesa") == std::string::npos) {
        WARN("MESA_GL_VERSION_OVERRIDE means nothing to this driver: " << capabilities.version_text);
        return;
    }
    CHECK(gl::to_string(capabilities.version) == forced);
    const char* glsl = std::getenv("MESA_GLSL_VERSION_OVERRIDE");
    REQUIRE(glsl);
    CHECK(capabilities.glsl.major * 100 + capabilities.glsl.minor == std::atoi(glsl));
}

TEST_CASE_METHOD(test::RasterTest,
                 "Every float format is used where the driver draws to it, and refused where not",
                 "[drivers]") {
    constexpr std::uint64_t seed = 901;
    for (const StreamFormat format :
         {StreamFormat::r32f, StreamFormat::luminance32f, StreamFormat::rgba32f}) {
        INFO(to_string(format));
        if (!complete(context.capabilities(), format)) {
            const auto error = error_of(context.capabilities(), {.format = format, .vertex_source = {}});
            REQUIRE(error);
            CHECK(error->kind() == ErrorKind::no_opengl);
            CHECK_THAT(error->what(), Catch::Matchers::ContainsSubstring(context.capabilities().renderer) &&
                                          Catch::Matchers::ContainsSubstring("exact 32-bit floats") &&
                                          Catch::Matchers::ContainsSubstring(std::string(to_string(format))));
            WARN(to_string(format)
                 << " is no format that this driver draws to; its refusal was tried instead");
            continue;
        }
        for (const VertexSource source : {VertexSource::texture_fetch, VertexSource::pixel_buffer}) {
            Engine tried(context.capabilities(), {.format = format, .vertex_source = source});
            CHECK(tried.format() == format);
            CHECK(tried.vertex_source() == source);
            CHECK(tried.make_stream(8, 4).bytes() == 8 * 4 * 4 * (format == StreamFormat::rgba32f ? 4 : 1));
            std::uint64_t turn = seed;
            for (const std::int64_t size : {1, 64, 997, 4096, 65'521}) {
                for (const int block : {2, 64, 256, 4096}) {
                    const StreamLayout layout = make_stream_layout(size, block, 4096);
                    Stream values = test::values_for(test::flags_for(layout, turn));
                    values.resize(static_cast<std::size_t>(size));
                    for (const Algorithm algorithm : enumerators<Algorithm>) {
                        INFO(to_string(algorithm) << ", " << test::to_string(layout) << ", seed " << turn);
                        CompactionOptions options;
                        options.algorithm = algorithm;
                        options.payload = turn % 2 == 0 ? Payload::value : Payload::index;
                        Compactor compactor(tried, layout, options);
                        const StreamTexture stream = tried.make_stream(layout);
                        tried.upload(stream, layout, values);
                        test::Trace found, twin;
                        {
                            const gl::StateGuard guard;
                            TraceRecorder recorder;
                            tried.set_observer(&recorder);
                            compactor(stream);
                            tried.set_observer(nullptr);
                            found = recorder.take();
                        }
                        const auto expected = reference::compact(values, layout, options, &twin);
                        CHECK(test::difference(found, twin) == "");
                        const bool computed =
                            std::ranges::any_of(found.passes(), [](const test::TracedPass& traced) {
                                return traced.name == pass::span_vertices;
                            });
                        CHECK(computed == (is_blockwise(algorithm) && source == VertexSource::pixel_buffer));
                        CHECK(test::difference(compactor.read_elements(), expected.elements) == "");
                    }
                    ++turn;
                }
            }
        }
    }
    CHECK(complete(context.capabilities(), StreamFormat::rgba32f));
    CHECK(complete(context.capabilities(), engine.format()));
    if (context.capabilities().texture_rg)
        CHECK(engine.format() == StreamFormat::r32f);
}

TEST_CASE_METHOD(test::RasterTest, "An engine names everything that the driver lacks", "[drivers]") {
    using Change = std::function<void(gl::Capabilities&)>;
    const std::vector<std::pair<Change, std::string>> lacks{
        {[](gl::Capabilities& c) {
             c.version = {2, 0};
         },
         "OpenGL 2.1"},
        {[](gl::Capabilities& c) { c.compatibility = false; }, "the compatibility profile"},
        {[](gl::Capabilities& c) { c.framebuffer_object = false; }, "framebuffer objects"},
        {[](gl::Capabilities& c) { c.float_texture = false; }, "float textures"}};
    gl::Capabilities nothing = context.capabilities();
    for (const auto& [change, name] : lacks) {
        gl::Capabilities capabilities = context.capabilities();
        change(capabilities);
        change(nothing);
        const auto error = error_of(capabilities);
        REQUIRE(error);
        CHECK(error->kind() == ErrorKind::no_opengl);
        CHECK(error->what() ==
              fmt::format("fragment-shader compaction needs {}, which {} (OpenGL {}) lacks: {}", name,
                          capabilities.renderer, capabilities.version_text,
                          capabilities.compatibility
                              ? "use another driver or device"
                              : "ask for a context of that profile (GLFW_OPENGL_COMPAT_PROFILE), or use "
                                "compute::Compact, which takes any of OpenGL 4.3"));
    }
    const auto error = error_of(nothing);
    REQUIRE(error);
    CHECK_THAT(error->what(),
               Catch::Matchers::ContainsSubstring(
                   "OpenGL 2.1, the compatibility profile, framebuffer objects, float textures"));
}

TEST_CASE_METHOD(test::RasterTest, "Without vertex texture units the vertices come from a pixel buffer",
                 "[drivers]") {
    CHECK(engine.vertex_source() == VertexSource::texture_fetch);
    gl::Capabilities capabilities = context.capabilities();
    capabilities.max_vertex_texture_units = 0;
    CHECK(Engine(capabilities).vertex_source() == VertexSource::pixel_buffer);
}

TEST_CASE_METHOD(test::RasterTest, "Without one-channel textures an engine takes another format",
                 "[drivers]") {
    gl::Capabilities capabilities = context.capabilities();
    capabilities.texture_rg = false;
    const StreamFormat format = Engine(capabilities).format();
    CHECK(format == (complete(context.capabilities(), StreamFormat::luminance32f) ? StreamFormat::luminance32f
                                                                                  : StreamFormat::rgba32f));
}

TEST_CASE_METHOD(test::RasterTest, "What is uploaded is read back bit by bit, and the padding is 0",
                 "[drivers]") {
    constexpr std::uint64_t seed = 902;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        if (layout.block != 16)
            continue;
        INFO(test::to_string(layout) << ", seed " << seed);
        Random random(seed);
        Stream values(static_cast<std::size_t>(layout.size));
        for (float& value : values)
            value = static_cast<float>(random.unit() * 2e30 - 1e30);
        const StreamPair pair = make_poisoned_pair(layout);
        engine.upload(pair.textures[0], layout, values);
        CHECK(test::difference(engine.read_front(pair.textures[0], layout.size), values) == "");
        values.resize(static_cast<std::size_t>(layout.padded_size()), 0.0f);
        CHECK(test::difference(read(pair.textures[0]), values) == "");
    }
}

TEST_CASE_METHOD(test::RasterTest, "All that fewer values leave of a stream becomes 0", "[drivers]") {
    const StreamLayout layout{.size = 16, .block = 4, .width = 4, .height = 4};
    const StreamPair pair = make_poisoned_pair(layout);
    engine.upload(pair.textures[0], layout, Stream{1, 2, 3, 4, 5, 6});
    CHECK(read(pair.textures[0]) == Stream{1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    engine.upload(pair.textures[1], layout, Stream{});
    CHECK(read(pair.textures[1]) == Stream(16, 0.0f));
}

TEST_CASE_METHOD(test::RasterTest, "An area is read row by row", "[drivers]") {
    const StreamLayout layout{.size = 12, .block = 4, .width = 4, .height = 3};
    const StreamTexture texture = make_filled(layout, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    CHECK(engine.read(texture, {1, 1, 2, 2}) == Stream{5, 6, 9, 10});
    CHECK(engine.read_front(texture, 6) == Stream{0, 1, 2, 3, 4, 5});
    CHECK(engine.read_front(texture, 0).empty());
}

TEST_CASE_METHOD(test::RasterTest, "Clearing leaves empty elements everywhere", "[drivers]") {
    const StreamLayout layout = make_stream_layout(100, 16, 4096);
    const StreamTexture texture = make_filled(layout, Stream(100, 5.0f));
    const gl::StateGuard guard;
    engine.clear(texture);
    CHECK(read(texture) == Stream(static_cast<std::size_t>(layout.padded_size()), empty_element));
}

TEST_CASE_METHOD(test::RasterTest, "Copy copies every texel in one pass, and restores the state",
                 "[drivers]") {
    const StreamLayout layout = make_stream_layout(5000, 64, 4096);
    const Stream values = test::values_for(test::flags_for(layout, 903));
    const StreamTexture source = make_filled(layout, values);
    const StreamTexture target = engine.make_stream(layout);
    const Copy copy(engine);
    glViewport(1, 2, 3, 4);
    const auto trace = trace_of([&] { copy(layout, source, target); });
    CHECK(test::names_of(trace) == test::PassList{{pass::copy, 0}});
    CHECK(test::difference(read(target), values) == "");
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    CHECK(viewport == std::array<GLint, 4>{1, 2, 3, 4});
}

TEST_CASE_METHOD(test::RasterTest,
                 "A moved stream texture keeps its texture, and the one moved from owns nothing",
                 "[drivers]") {
    StreamTexture first = engine.make_stream(8, 4);
    const GLuint texture = first.texture();
    const StreamTexture second = std::move(first);
    CHECK(second.texture() == texture);
    CHECK(second.width() == 8);
    CHECK(second.area().texels() == 32);
    CHECK(second.complete());
}

} // namespace scanline::raster::engine_gl_test
