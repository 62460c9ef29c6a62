#pragma once
#include "scanline/core/pass_observer.h"
#include "scanline/gl/functions.h"
#include "scanline/raster/passes.h"

#include <GL/glew.h>
#include <cstdint>

namespace scanline::test {

/// Counts the fragments of the search with an OpenGL query.
class FragmentCounter final : public PassObserver {
public:
    FragmentCounter() { glGenQueries(1, &query_); }
    ~FragmentCounter() override { glDeleteQueries(1, &query_); }
    FragmentCounter(const FragmentCounter&) = delete;
    FragmentCounter& operator=(const FragmentCounter&) = delete;

    void pass_begins(const Pass& pass) override {
        if (pass.name == raster::pass::search)
            glBeginQuery(GL_SAMPLES_PASSED, query_);
    }
    void pass_ends(const Pass& pass) override {
        if (pass.name == raster::pass::search)
            glEndQuery(GL_SAMPLES_PASSED);
    }
    std::int64_t fragments() const {
        GLuint count = 0;
        glGetQueryObjectuiv(query_, GL_QUERY_RESULT, &count);
        return count;
    }

private:
    GLuint query_ = 0;
};

} // namespace scanline::test
