// The raster room shares its context with a user interface: it neither needs a state nor leaves one.
#include "raster_fixture.h"
#include "scanline/raster/auto_model.h"
#include "scanline/raster/blockwise_compaction.h"
#include "scanline/raster/concatenation.h"
#include "scanline/raster/copy.h"
#include "scanline/raster/survey.h"
#include "support/gl_state.h"

#include <array>
#include <memory>
#include <optional>

namespace scanline::raster::state_gl_test {

using test::Stream;

namespace {

class StateTest : public test::RasterTest {
protected:
    GLuint other_program = engine.programs().get({{"common/fill.vert", "raster/constant.frag"}, {}})->id();

    /// Runs in an unusual state and checks that it is preserved.
    template <class Run>
    void check_restored(Run run) {
        const test::UnusualState unusual(context.capabilities(), other_program);
        const test::GlState before = test::read_state(context.capabilities());
        run();
        for (const auto& [name, value] : test::read_state(context.capabilities())) {
            CAPTURE(name);
            CHECK(value == before.at(name));
        }
    }
};

} // namespace

TEST_CASE_METHOD(StateTest, "Compactions in an unusual state are right and leave it as it was", "[drivers]") {
    constexpr std::uint64_t seed = 1101;
    const VertexSource source = GENERATE(VertexSource::texture_fetch, VertexSource::pixel_buffer);
    Engine drawing(context.capabilities(), {.format = {}, .vertex_source = source});
    std::uint64_t turn = seed;
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        for (const ConcatenationMethod concatenation :
             {ConcatenationMethod::lines, ConcatenationMethod::quads}) {
            for (const int block : {8, 256}) { // by doubling and by the tree
                INFO(to_string(algorithm)
                     << ", " << to_string(concatenation) << ", block " << block << ", seed " << turn);
                CompactionOptions options;
                options.algorithm = algorithm;
                options.concatenation = concatenation;
                const StreamLayout layout = make_stream_layout(4999, block, 4096);
                const Stream values =
                    test::values_for(test::make_inv(4999, 0.6, test::Distribution::runs, turn++));
                const Stream expected = reference::compact(values, layout, options).elements;
                // Construction, upload, compaction and reading all happen in that state.
                Stream found;
                check_restored([&] {
                    Compactor compactor(drawing, layout, options);
                    const StreamTexture stream = drawing.make_stream(layout);
                    drawing.upload(stream, layout, values);
                    compactor(stream);
                    found = compactor.read_elements();
                });
                CHECK(test::difference(found, expected) == "");
            }
        }
    }
}

TEST_CASE_METHOD(StateTest, "Every entry that draws restores the state on its own", "[drivers]") {
    const StreamLayout layout = make_stream_layout(1000, 64, 4096);
    const Stream values(1000, 200.0f);
    check_restored([&] { Engine another(context.capabilities()); });
    check_restored([&] { engine.make_stream(layout); });
    check_restored([&] { engine.make_vectors(8, 4); });
    const StreamTexture stream = engine.make_stream(layout);
    const StreamTexture target = engine.make_stream(layout);
    check_restored([&] { engine.upload(stream, layout, values); });
    check_restored([&] { CHECK(engine.read_front(stream, 1000) == values); });
    const Copy copy(engine);
    check_restored([&] { copy(layout, stream, target); });
    CHECK(engine.read_front(target, 1000) == values);
    const StreamTexture texel = engine.make_vectors(1, 1);
    std::optional<TexelMail> mail;
    check_restored([&] { mail.emplace(engine.capabilities()); });
    check_restored([&] { mail->send(texel); });
    glFinish();
    check_restored([&] { CHECK(mail->take()); });
    bool exact = false;
    check_restored([&] { exact = lines_are_exact(engine); });
    CHECK(exact == engine.lines_exact());
    std::optional<Compactor> compactor;
    check_restored([&] { compactor.emplace(engine, layout, CompactionOptions{}); });
    check_restored([&] { (*compactor)(stream); });
    check_restored([&] { CHECK(compactor->read_elements() == values); });
    check_restored([&] { compactor->blockwise()->read_blocks(); });
    check_restored([&] { compactor->blockwise()->read_block_counts(); });
}

TEST_CASE_METHOD(StateTest, "Every way in which auto chooses restores the state", "[drivers]") {
    constexpr std::uint64_t seed = 1103;
    const StreamLayout layout = make_stream_layout(20'000, 256, 4096);
    const Stream values = test::values_for(test::make_inv(20'000, 0.8, test::Distribution::front, seed));
    CompactionOptions options;
    options.algorithm = Algorithm::automatic;
    // Without a survey, and from two by a survey.
    for (const AutoModel& model :
         {AutoModel{{{{Algorithm::packed, 0}, 1, 0, 0, 0}}, 0},
          AutoModel{{{{Algorithm::bt, 64}, 1, 0, 1, 0}, {{Algorithm::horn, 64}, 1000, 0, 0, 0}}, 0}}) {
        options.automatic.model = std::make_shared<const AutoModel>(model);
        for (const Adaption adaption : enumerators<Adaption>) {
            INFO(to_string(adaption) << ", seed " << seed);
            options.automatic.adaption = adaption;
            std::optional<Compactor> compactor;
            const StreamTexture stream = make_filled(layout, values);
            check_restored([&] { compactor.emplace(engine, layout, options); });
            // The second temporal run uses the survey of the first.
            for (int run = 0; run < 2; ++run) {
                check_restored([&] { (*compactor)(stream); });
                glFinish();
            }
            CHECK(test::difference(compactor->read_elements(), test::survivors_of(values, options)) == "");
        }
    }
}

TEST_CASE_METHOD(StateTest, "A trace recorder restores the state behind every pass", "[drivers]") {
    const StreamLayout layout = make_stream_layout(1000, 64, 4096);
    const Stream values = test::values_for(test::make_inv(1000, 0.5, test::Distribution::scattered, 1102));
    check_restored([&] {
        CompactionOptions options;
        options.algorithm = Algorithm::rlz;
        Compactor compactor(engine, layout, options);
        const StreamTexture stream = make_filled(layout, values);
        TraceRecorder recorder;
        engine.set_observer(&recorder);
        compactor(stream);
        engine.set_observer(nullptr);
        reference::Trace twin;
        reference::compact(values, layout, options, &twin);
        CHECK(test::difference(recorder.trace(), twin) == "");
    });
}

} // namespace scanline::raster::state_gl_test
