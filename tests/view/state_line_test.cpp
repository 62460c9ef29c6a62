// A scene as a line of text.
#include "probe_program.h"
#include "scanline/view/view_request.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include "data/files.h"
#include "scanline/data/npz.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

namespace scanline::view::state_line_test {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using data::test::get;
using data::test::names_in;
using data::test::put;
using Settings = std::vector<std::pair<std::string, std::string>>;

namespace {

std::string line_of(const std::string& value, const std::string& pinned = "", int step = 0) {
    test::Probe probe, usual;
    probe.value = value;
    probe.pinned = pinned;
    probe.endings = {".csv"};
    probe.transport.set_count(10);
    probe.transport.seek(step);
    test::ProbeScene scene("one", probe), fresh("one", usual);
    return state_line(scene, fresh);
}

ViewRequest taken(const std::string& line) {
    ViewRequest request;
    take_state(line, request);
    return request;
}

/// A line with the checksum that it ought to have.
std::string signed_line(const std::string& text) {
    const std::uint32_t sum = data::checksum_of(std::as_bytes(std::span(text)));
    return fmt::format("{}#{:08x}", text, sum);
}

} // namespace

TEST_CASE("A state says what is not usual, in one line that can be read") {
    CHECK(line_of("2") == "scanline:one#ab4e3dd9");
    const std::string line = line_of("64", "a b&c=%@'\xc3\xa4", 4);
    CHECK_THAT(line,
               Catch::Matchers::StartsWith("scanline:one?block=64&pinned=a%20b%26c=%25%40%27%c3%a4&step=4#"));
    // However the line has been broken on its way.
    const ViewRequest request = taken(" " + line.substr(0, 20) + "\r\n" + line.substr(20) + "\n");
    CHECK(request.scene == "one");
    CHECK(request.settings == Settings{{"block", "64"}, {"pinned", "a b&c=%@'\xc3\xa4"}});
    CHECK(request.pass == 4);
    CHECK(request.as_new);
    CHECK(taken(line_of("2")).settings.empty());
}

TEST_CASE("A line with any character changed or left out is refused, and so is any other text") {
    const std::string line = line_of("64", "", 4);
    for (std::size_t i = 0; i < line.size(); ++i) {
        CAPTURE(i);
        std::string changed = line, shorter = line;
        changed[i] = changed[i] == '1' ? '2' : '1';
        shorter.erase(i, 1);
        CHECK_THROWS_AS(taken(changed), Error);
        CHECK_THROWS_AS(taken(shorter), Error);
    }
    CHECK_THROWS_WITH(taken(line.substr(0, 25)), "the state is damaged or not whole: copy all of it again");
    for (const std::string text : {"", "tree.png", "http://scanline:one"})
        CHECK_THROWS_WITH(taken(text), "this is no state: it does not begin with scanline:");
    CHECK_THROWS_WITH(taken(signed_line("scanline:one?step=x")), ContainsSubstring("step"));
}

TEST_CASE("A file of up to 64 KB is in the line, and is put into the cache by its content") {
    const scanline::test::TemporaryFolder folder, cache;
    const scanline::test::EnvironmentVariable there("XDG_CACHE_HOME", cache.path().string());
    const std::size_t size = GENERATE(0u, 1u, 2u, 3u, 1000u, 65536u);
    std::string content(size, '\0');
    for (std::size_t i = 0; i < content.size(); ++i)
        content[i] = static_cast<char>(i * i / 7);
    const std::filesystem::path path = put(folder / "my: points.csv", content);
    const std::string line = line_of("2", path.string());
    std::filesystem::remove(path);
    const std::filesystem::path kept = taken(line).settings.at(0).second;
    CHECK(kept.filename() == path.filename());
    CHECK(kept.string().starts_with((cache / "scanline" / "states").string()));
    const bool same = get(kept) == content;
    CHECK(same);
    CHECK(taken(line).settings.at(0).second == kept);
}

TEST_CASE("A larger file is named by its path, and only where it is") {
    const scanline::test::TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "large.csv", std::string(65537, 'a'));
    const std::string line = line_of("2", path.string());
    CHECK_THAT(line, ContainsSubstring("pinned=@" + path.string()));
    CHECK(taken(line).settings == Settings{{"pinned", path.string()}});
    std::filesystem::remove(path);
    CHECK_THROWS_WITH(taken(line),
                      ContainsSubstring("the state has a file " + path.string() + ", which is not here"));
    // A value that happens to be the name of a file here is none, unless the scene opens such files.
    CHECK_THAT(line_of("64", "build"), ContainsSubstring("pinned=build"));
}

TEST_CASE("No file of a state leaves the cache") {
    const scanline::test::TemporaryFolder cache;
    const scanline::test::EnvironmentVariable there("XDG_CACHE_HOME", cache.path().string());
    for (const std::string name : {"", ".", "..", "../a", "..%2fa", "a/b", "%2ftmp%2fa.csv", "a/", "/"}) {
        CAPTURE(name);
        CHECK_THROWS_WITH(taken(signed_line("scanline:one?pinned=@" + name + ":eJwDAAAAAAE")),
                          EndsWith("which is not here"));
    }
    for (const std::string content : {"", "eJwD", "no", "eJwDAAAAAAI"})
        CHECK_THROWS_WITH(taken(signed_line("scanline:one?pinned=@a.csv:" + content)),
                          "the state has a damaged file a.csv");
    CHECK(names_in(cache.path()).empty());
    CHECK_NOTHROW(taken(signed_line("scanline:one?pinned=@a.csv:eJwDAAAAAAE")));
}

} // namespace scanline::view::state_line_test
