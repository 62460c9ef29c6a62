#include "scanline/raster/survey.h"

#include "raster_fixture.h"

namespace scanline::raster::texel_mail_gl_test {

namespace {

using Texel = std::array<float, 4>;

class MailTest : public test::RasterTest {
protected:
    /// A texture of one texel with that value in all channels.
    StreamTexture texture_of(float value) {
        StreamTexture texture = engine.make_vectors(1, 1);
        const gl::StateGuard guard;
        gl::bind_framebuffer(GL_FRAMEBUFFER, texture.framebuffer());
        glClearColor(value, value, value, value);
        glClear(GL_COLOR_BUFFER_BIT);
        return texture;
    }

    TexelMail mail{engine.capabilities()};
    // Values that a clear preserves on every driver, clamped or not.
    StreamTexture half = texture_of(0.5f), one = texture_of(1.0f);
};

constexpr Texel halves{0.5f, 0.5f, 0.5f, 0.5f}, ones{1, 1, 1, 1};

} // namespace

TEST_CASE_METHOD(MailTest, "A texel arrives once, as it was when it was sent", "[drivers]") {
    CHECK_FALSE(mail.take());
    mail.send(half);
    {
        const gl::StateGuard guard;
        gl::bind_framebuffer(GL_FRAMEBUFFER, half.framebuffer());
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glFinish();
    CHECK(mail.take() == halves);
    CHECK_FALSE(mail.take());
    glFinish();
    CHECK_FALSE(mail.take());
}

TEST_CASE_METHOD(MailTest, "Nothing is sent while another texel is on its way, and again when it is there",
                 "[drivers]") {
    mail.send(half);
    mail.send(one);
    glFinish();
    CHECK(mail.take() == halves);
    glFinish();
    CHECK_FALSE(mail.take());
    for (int turn = 0; turn < 3; ++turn) {
        mail.send(turn % 2 == 0 ? one : half);
        glFinish();
        CHECK(mail.take() == (turn % 2 == 0 ? ones : halves));
    }
}

TEST_CASE_METHOD(MailTest, "The four channels arrive as they are, whole numbers up to 2^24 too",
                 "[drivers]") {
    const StreamLayout layout = make_stream_layout(max_stream_size / 16, 4096, 4096);
    const StreamTexture values = engine.make_stream(layout);
    // The sums of a survey, the largest numbers ever sent.
    const Survey survey(engine, layout);
    const gl::StateGuard guard;
    survey(values, {.threshold = 128, .negate = true});
    mail.send(survey.sums());
    glFinish();
    const auto texel = mail.take();
    REQUIRE(texel);
    const std::vector<float> sums = read(survey.sums());
    CHECK(std::vector<float>(texel->begin(), texel->end()) == sums);
    CHECK(sums[2] > 200'000);
    CHECK(sums[0] != sums[1]);
    CHECK(sums[2] != sums[3]);
}

TEST_CASE_METHOD(MailTest, "Nothing is sent while the caller counts samples himself, in whatever way",
                 "[drivers]") {
    std::vector<GLenum> targets{GL_SAMPLES_PASSED};
    if (context.capabilities().supports({3, 3}, {"GL_ARB_occlusion_query2"}))
        targets.push_back(GL_ANY_SAMPLES_PASSED);
    if (context.capabilities().supports({4, 3}, {"GL_ARB_ES3_compatibility"}))
        targets.push_back(GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
    for (const GLenum target : targets) {
        CAPTURE(target);
        const gl::Query query = gl::Query::create();
        glBeginQuery(target, query.id());
        mail.send(half);
        CHECK(glGetError() == GL_NO_ERROR);
        GLint open = 0;
        glGetQueryiv(target, GL_CURRENT_QUERY, &open);
        CHECK(open == static_cast<GLint>(query.id()));
        glFinish();
        CHECK_FALSE(mail.take());
        glEndQuery(target);
        GLuint samples = 7;
        glGetQueryObjectuiv(query.id(), GL_QUERY_RESULT, &samples);
        CHECK(samples == 0);
        // A texel sent before still arrives.
        mail.send(half);
        const gl::Query next = gl::Query::create();
        glBeginQuery(target, next.id());
        glFinish();
        CHECK(mail.take() == halves);
        glEndQuery(target);
    }
}

} // namespace scanline::raster::texel_mail_gl_test
