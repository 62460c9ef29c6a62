#include "scanline/gl/driver_cache.h"

#include "support/temporary_folder.h"
#include "support/text_file.h"

#include "scanline/core/error.h"
#include "scanline/gl/context.h"
#include "scanline/gl/program.h"

#include <GL/glew.h>
#include <catch2/catch_all.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace scanline::gl::driver_cache_gl_test {

namespace fs = std::filesystem;
using test::text_of;

namespace {

const ShaderStore::Table files{
    {"a.vert",
     "#version 120\nattribute vec2 vertex;\nvoid main() { gl_Position = vec4(vertex, 0.0, 1.0); }\n"},
    {"a.frag", "#version 120\nuniform float u_first;\nvoid main() { gl_FragColor = vec4(u_first); }\n"},
    {"b.frag", "#version 120\nuniform float u_other;\nvoid main() { gl_FragColor = vec4(u_other); }\n"},
    {"wrong.frag", "#version 120\nvoid main() { gl_FragColor = nothing; }\n"}};

struct Fixture {
    Context context = Context::headless();
    test::TemporaryFolder folder;
    fs::path programs = folder / "programs";

    /// The program of another run.
    SharedProgram make(const char* fragment, const Capabilities& capabilities) const {
        ProgramCache cache(ShaderStore(files), ProgramCache::default_limit,
                           std::make_shared<const DriverCache>(programs, capabilities));
        return cache.get({{"a.vert", fragment}, {}});
    }
    SharedProgram make(const char* fragment) const { return make(fragment, context.capabilities()); }

    bool is_offered() const {
        GLint formats = 0;
        if (context.capabilities().supports({4, 1}, {"GL_ARB_get_program_binary"}))
            glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
        if (formats == 0)
            WARN("not tried: " << context.capabilities().version_text << " gives no programs");
        return formats > 0;
    }
    std::vector<fs::path> kept() const {
        if (!fs::exists(programs))
            return {};
        return {fs::directory_iterator(programs), fs::directory_iterator()};
    }
};

void replace(const fs::path& path, const std::string& contents) {
    std::ofstream(path, std::ios::binary) << contents;
}

} // namespace

TEST_CASE_METHOD(Fixture, "A kept program is that of its sources, and is written once") {
    if (!is_offered())
        return;
    CHECK(make("a.frag")->uniform("u_first") >= 0);
    REQUIRE(kept().size() == 1);
    CHECK((fs::status(programs).permissions() & fs::perms::others_all) == fs::perms::none);
    const fs::path file = kept().front();
    const fs::file_time_type written = fs::last_write_time(file) - std::chrono::hours(1);
    fs::last_write_time(file, written);
    const SharedProgram again = make("a.frag");
    CHECK(again->uniform("u_first") >= 0);
    CHECK(fs::last_write_time(file) == written);
    CHECK(make("b.frag")->uniform("u_other") >= 0);
    CHECK(kept().size() == 2);

    const DriverCache cache(programs, context.capabilities());
    const ProgramHandle program = ProgramHandle::create();
    CHECK_FALSE(cache.load(program.id(), "other sources"));
    check_errors("taking kept programs");
}

TEST_CASE_METHOD(Fixture, "A kept program that is damaged, or of other sources, is compiled anew") {
    if (!is_offered())
        return;
    make("a.frag");
    const fs::path file = kept().front();
    const std::string whole = text_of(file);
    std::vector<std::string> damaged{"", whole.substr(0, 10), whole.substr(0, whole.size() - 1), whole + "x"};
    for (const std::size_t at :
         {std::size_t{0}, std::size_t{9}, std::size_t{17}, std::size_t{24}, whole.size() - 1}) {
        damaged.push_back(whole);
        damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ 1);
    }
    for (std::size_t i = 0; i < damaged.size(); ++i) {
        INFO("damage " << i);
        replace(file, damaged[i]);
        CHECK(make("a.frag")->uniform("u_first") >= 0);
        CHECK(text_of(file).size() == whole.size()); // mended
        check_errors("taking a damaged program");
    }
    make("b.frag");
    for (const fs::path& other : kept())
        if (other != file)
            replace(file, text_of(other));
    CHECK(make("a.frag")->uniform("u_first") >= 0);
    CHECK(make("a.frag")->uniform("u_other") == -1);
}

TEST_CASE_METHOD(Fixture, "What a test has found is known to the driver that it was found with") {
    const DriverCache cache(programs, context.capabilities());
    CHECK(!cache.find("a test"));
    cache.keep("a test", "works");
    cache.keep("an empty one", "");
    CHECK(DriverCache(programs, context.capabilities()).find("a test") == "works");
    CHECK(cache.find("an empty one") == "");
    CHECK(!cache.find("another test"));
    Capabilities updated = context.capabilities();
    updated.version_text += " of tomorrow";
    CHECK(!DriverCache(programs, updated).find("a test"));
    cache.keep("a test", "fails");
    CHECK(cache.find("a test") == "fails");
    bool given_away = true;
    for (const fs::path& file : kept())
        given_away = ::chown(file.c_str(), 65534, 65534) == 0 && given_away; // only root can
    if (given_away)
        CHECK(!cache.find("a test"));
}

TEST_CASE_METHOD(Fixture, "Where programs cannot be kept, they are compiled") {
    replace(programs, "a file in place of the folder");
    CHECK(make("a.frag")->uniform("u_first") >= 0);
    CHECK_THROWS_AS(make("wrong.frag"), Error);
    Capabilities old = context.capabilities();
    old.version = {2, 1};
    old.extensions.clear();
    fs::remove(programs);
    CHECK(make("a.frag", old)->uniform("u_first") >= 0);
    CHECK(kept().empty());
    check_errors("compiling");
}

TEST_CASE_METHOD(Fixture, "A program that has begun says what is wrong when it is used, every time") {
    ProgramCache cache{ShaderStore(files)};
    const SharedProgram right = cache.begin({{"a.vert", "a.frag"}, {}}),
                        wrong = cache.begin({{"a.vert", "wrong.frag"}, {}});
    CHECK(right->label() == "a.vert + a.frag");
    CHECK(right->id() != 0);
    CHECK(cache.begin({{"a.vert", "a.frag"}, {}}) == right);
    for (int i = 0; i < 2; ++i)
        CHECK_THROWS_WITH(wrong->id(), Catch::Matchers::ContainsSubstring("wrong.frag:2: ") &&
                                           Catch::Matchers::ContainsSubstring("nothing"));
    CHECK_THROWS_AS(cache.get({{"a.vert", "wrong.frag"}, {}}), Error);
    check_errors("compiling");
}

} // namespace scanline::gl::driver_cache_gl_test
