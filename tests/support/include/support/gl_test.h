#pragma once
#include "scanline/gl/context.h"
#include "scanline/gl/functions.h"

#include <GL/glew.h>
#include <catch2/catch_all.hpp>

#include <string>
#include <vector>

namespace scanline::test {

/// Fixture for test cases that draw: provides a headless debug context. The case fails if OpenGL or its
/// driver has reported an error that nobody has taken by its end.
class GlTest {
public:
    GlTest() : context(gl::Context::headless(request())) {}
    ~GlTest() {
        CHECK(context.take_debug_errors() == std::vector<std::string>{});
        CHECK(glGetError() == GL_NO_ERROR);
    }
    GlTest(const GlTest&) = delete;
    GlTest& operator=(const GlTest&) = delete;

protected:
    gl::Context context;

private:
    static gl::ContextRequest request() {
        gl::ContextRequest request;
        request.debug = true;
        return request;
    }
};

} // namespace scanline::test
