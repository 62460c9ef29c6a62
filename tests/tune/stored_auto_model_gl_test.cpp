#include "scanline/tune/stored_model.h"

#include "data/files.h"
#include "scanline/bench/results.h"
#include "support/environment_variable.h"
#include "support/gl_test.h"
#include "support/temporary_folder.h"

namespace scanline::tune::stored_auto_model_gl_test {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using scanline::test::EnvironmentVariable;
using scanline::test::TemporaryFolder;

namespace {

class StoredAutoModelTest : public scanline::test::GlTest {
protected:
    TemporaryFolder folder;
    EnvironmentVariable cache{"XDG_CACHE_HOME", folder.path().string()};
    raster::Engine engine{context.capabilities()};
    Environment environment = bench::make_environment(context.capabilities(), gl::TimerKind::wall_clock, {});
    fs::path path = model_path<raster::AutoModel>(environment);
    std::vector<std::string> told;

    std::optional<std::shared_ptr<const raster::AutoModel>> run(const ProgressHook& progress = {}) {
        told.clear();
        return stored_auto_model(engine, gl::TimerKind::wall_clock, environment, progress,
                                 [this](const std::string& line) { told.push_back(line); });
    }
    void put_damaged() const {
        fs::create_directories(path.parent_path());
        data::test::put(path, "{ damaged");
    }
};

} // namespace

TEST_CASE_METHOD(StoredAutoModelTest, "Where nothing is stored, auto goes by what the program comes with") {
    const auto model = run();
    REQUIRE(model);
    CHECK(*model == nullptr);
    CHECK(told.empty());
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE_METHOD(StoredAutoModelTest,
                 "What is stored is used; what is damaged is told, measured and replaced") {
    put_damaged();
    const auto measured = run();
    REQUIRE(measured);
    REQUIRE(*measured);
    REQUIRE(told.size() == 1);
    CHECK_THAT(told[0], ContainsSubstring(path.string()) && ContainsSubstring("measuring anew"));
    CHECK(load_stored_model<raster::AutoModel>(environment).model == **measured);

    const auto stored = run();
    REQUIRE(stored);
    REQUIRE(*stored);
    CHECK(**stored == **measured);
    CHECK(told.empty());
}

TEST_CASE_METHOD(StoredAutoModelTest, "An end of the measuring leaves what is stored as it was") {
    put_damaged();
    CHECK_FALSE(run([](double, const std::string&) { return false; }));
    CHECK(data::test::get(path) == "{ damaged");
}

TEST_CASE_METHOD(StoredAutoModelTest, "What cannot be replaced is reported, and what was measured is used") {
    fs::create_directories(path / "in the way");
    const auto measured = run();
    REQUIRE(measured);
    CHECK(*measured != nullptr);
    REQUIRE(told.size() == 2);
    CHECK_THAT(told[1], ContainsSubstring(path.string()));
    CHECK(fs::is_directory(path / "in the way"));
}

TEST_CASE_METHOD(StoredAutoModelTest, "Without a cache folder nothing is stored") {
    const EnvironmentVariable no_home("HOME", ""), no_cache("XDG_CACHE_HOME", "");
    const auto model = run();
    REQUIRE(model);
    CHECK(*model == nullptr);
    CHECK(load_stored_model<raster::AutoModel>(environment).missing);
    CHECK_THAT(load_stored_model<raster::AutoModel>(environment).reason, ContainsSubstring("XDG_CACHE_HOME"));
}

} // namespace scanline::tune::stored_auto_model_gl_test
