#include "scanline/core/error.h"
#include "scanline/gl/program.h"
#include "scanline/gl/shader_store.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace shader_store_test {

using namespace scanline;
using namespace scanline::gl;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

namespace {

std::string message_of(const ShaderStore& store, const std::string& name) {
    try {
        store.flatten(name);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

std::vector<std::string> origins(const FlatSource& source) {
    std::vector<std::string> texts;
    for (const SourceLine& line : source.lines)
        texts.push_back(to_string(line));
    return texts;
}

void write_file(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

class ShaderDirVariable {
public:
    explicit ShaderDirVariable(const std::filesystem::path& folder) {
        setenv("SCANLINE_SHADER_DIR", folder.c_str(), 1);
    }
    ~ShaderDirVariable() { unsetenv("SCANLINE_SHADER_DIR"); }
    ShaderDirVariable(const ShaderDirVariable&) = delete;
    ShaderDirVariable& operator=(const ShaderDirVariable&) = delete;
};

} // namespace

TEST_CASE(
    "a shader is flattened with its includes and its constants, and each line knows where it came from") {
    const ShaderStore store(ShaderStore::Table{
        {"a.frag", "// what it is for\n#version 120\n#include \"common/b.glsl\"\nint a;\n"},
        {"common/b.glsl", "int b;\n#include \"common/c.glsl\"\nint b2;"},
        {"common/c.glsl", "int c;\r\n"}});
    const FlatSource source = store.flatten("a.frag", {{"SIZE", "16"}, {"DEPTH", "4"}});
    CHECK(source.text == "// what it is for\n"
                         "#version 120\n"
                         "#define DEPTH 4\n"
                         "#define SIZE 16\n"
                         "int b;\n"
                         "int c;\n"
                         "int b2;\n"
                         "int a;\n");
    CHECK(origins(source) == std::vector<std::string>{"shaders/a.frag:1", "shaders/a.frag:2",
                                                      "specialization DEPTH=4", "specialization SIZE=16",
                                                      "shaders/common/b.glsl:1", "shaders/common/c.glsl:1",
                                                      "shaders/common/b.glsl:3", "shaders/a.frag:4"});
}

TEST_CASE("a file that is included twice is there once") {
    const ShaderStore store(ShaderStore::Table{
        {"a.frag", "#version 120\n#include \"b.glsl\"\n#include \"c.glsl\"\n#include \"b.glsl\"\n"},
        {"b.glsl", "int b;\n"},
        {"c.glsl", "#include \"b.glsl\"\nint c;\n"}});
    CHECK(store.flatten("a.frag").text == "#version 120\nint b;\nint c;\n");
}

TEST_CASE("an include in a comment is none") {
    const ShaderStore store(ShaderStore::Table{
        {"a.frag", "/* #version 99\n#include \"no.glsl\"\n*/ #version 120\n// #include \"no.glsl\"\n"
                   "int a; /* x */ // y\n"}});
    const FlatSource source = store.flatten("a.frag");
    CHECK(source.text == "/* #version 99\n#include \"no.glsl\"\n*/ #version 120\n// #include \"no.glsl\"\n"
                         "int a; /* x */ // y\n");
    CHECK(source.lines.size() == 5);
}

TEST_CASE("blanks may stand in directives, and a comment behind an include") {
    const ShaderStore store(ShaderStore::Table{
        {"a.frag", "\n  #  version 120\n\t# include\t\"b.glsl\" // why\n"}, {"b.glsl", "int b;\n"}});
    CHECK(store.flatten("a.frag").text == "\n  #  version 120\nint b;\n");
}

TEST_CASE("a missing shader is an error with its name") {
    const ShaderStore store(ShaderStore::Table{});
    CHECK_THAT(message_of(store, "raster/no.frag"),
               Equals("there is no shader file 'raster/no.frag' built in"));
}

TEST_CASE("a missing include is an error that names the line that asked") {
    const ShaderStore store(ShaderStore::Table{{"raster/a.frag", "#version 120\n#include \"b.glsl\"\n"},
                                               {"b.glsl", "\n\n#include \"common/no.glsl\"\n"}});
    CHECK_THAT(message_of(store, "raster/a.frag"),
               Equals("shaders/b.glsl:3: there is no shader file 'common/no.glsl' built in"));
}

TEST_CASE("includes in a circle are an error that names the line and the circle") {
    const ShaderStore store(ShaderStore::Table{{"a.frag", "#version 120\n#include \"b.glsl\"\n"},
                                               {"b.glsl", "int b;\n#include \"c.glsl\"\n"},
                                               {"c.glsl", "#include \"b.glsl\"\n"},
                                               {"self.frag", "#version 120\n#include \"self.frag\"\n"}});
    CHECK_THAT(message_of(store, "a.frag"),
               Equals("shaders/c.glsl:1: the includes form a cycle: b.glsl -> c.glsl -> b.glsl"));
    CHECK_THAT(message_of(store, "self.frag"),
               Equals("shaders/self.frag:2: the includes form a cycle: self.frag -> self.frag"));
}

TEST_CASE("an include that cannot be read is an error that names its line") {
    const char* line =
        GENERATE("#include <b.glsl>", "#include b.glsl", "#include", "#include \"b.glsl\" int a;",
                 "#include \"b.glsl\" /* on", "/*\n*/ #include \"b.glsl\"");
    CAPTURE(line);
    const ShaderStore store(ShaderStore::Table{{"a.frag", std::string("#version 120\n") + line + "\n*/"},
                                               {"b.glsl", "int b;\n"}});
    CHECK_THAT(message_of(store, "a.frag"),
               StartsWith("shaders/a.frag:") && ContainsSubstring(": cannot read this #include"));
}

TEST_CASE("a shader without a #version at its beginning is an error") {
    const ShaderStore store(ShaderStore::Table{
        {"late.frag", "// x\nint a;\n#version 120\n"}, {"none.frag", "// x\n"}, {"empty.frag", ""}});
    CHECK_THAT(
        message_of(store, "late.frag"),
        Equals("shaders/late.frag:2: a shader begins with #version; only comments may stand before it"));
    CHECK_THAT(message_of(store, "none.frag"),
               Equals("shaders/none.frag: a shader begins with #version, and this one has none"));
    CHECK_THAT(message_of(store, "empty.frag"),
               Equals("shaders/empty.frag: a shader begins with #version, and this one has none"));
}

TEST_CASE("a #version in an included file is an error") {
    const ShaderStore store(ShaderStore::Table{{"a.frag", "#version 120\n#include \"b.glsl\"\n"},
                                               {"b.glsl", "int b;\n#version 120\n"}});
    CHECK_THAT(message_of(store, "a.frag"),
               StartsWith("shaders/b.glsl:2: an included file cannot have a #version"));
}

TEST_CASE("a driver's log is mapped to the files, whatever its format") {
    const ShaderStore store(ShaderStore::Table{{"a.frag", "#version 120\n#include \"b.glsl\"\nint a\n"},
                                               {"b.glsl", "int b;\nint b2\n"}});
    const FlatSource source = store.flatten("a.frag", {{"N", "4"}});
    // 1 #version, 2 #define, 3 and 4 b.glsl, 5 a.frag
    CHECK(source.translate_log("0:4(7): error: syntax error\n") == "shaders/b.glsl:2: error: syntax error\n");
    CHECK(source.translate_log("0(5) : error C0000: syntax error") ==
          "shaders/a.frag:3: error C0000: syntax error");
    CHECK(source.translate_log("ERROR: 0:3: 'b' : undeclared") ==
          "shaders/b.glsl:1: ERROR: 'b' : undeclared");
    CHECK(source.translate_log("WARNING: 0:1: old") == "shaders/a.frag:1: WARNING: old");
    CHECK(source.translate_log("0:2(9): error: x") == "specialization N=4: error: x");
    CHECK(source.translate_log("heading\n\n0:5(1): error: x\n") == "heading\n\nshaders/a.frag:3: error: x\n");
}

TEST_CASE("what is no position in the shader stays in the log as it is") {
    const FlatSource source = ShaderStore(ShaderStore::Table{{"a.frag", "#version 120\n"}}).flatten("a.frag");
    const char* text = GENERATE("", "\n", "0:0(0): error: x", "0:2(1): error: x",
                                "0:99999999999999999999(1): error: x", "error: no main", "0: x");
    CAPTURE(text);
    CHECK(source.translate_log(text) == text);
}

TEST_CASE("the message of a shader that does not compile names it, whatever the driver says") {
    const Specialization constants{{"N", "4"}};
    const FlatSource source =
        ShaderStore({{"a.frag", "#version 120\n#include \"b.glsl\"\nint a;\n"}, {"b.glsl", "int b;\n"}})
            .flatten("a.frag", constants);
    const auto message = [&](const char* log) { return compile_message(source, constants, log); };
    for (const char* log : {"", "\n", "\n\n"})
        CHECK_THAT(message(log), Equals("shaders/a.frag [N=4] does not compile: the driver gives no reason"));
    CHECK_THAT(message("error: no main\n"), Equals("shaders/a.frag [N=4] does not compile: error: no main"));
    CHECK_THAT(message("0:2(9): error: x"),
               Equals("shaders/a.frag [N=4] does not compile: specialization N=4: error: x"));
    CHECK_THAT(message("0:3(1): error: x\n"),
               Equals("shaders/b.glsl:1: error: x (compiling shaders/a.frag [N=4])"));
    CHECK_THAT(message("0:1(1): warning: old\n0:4(1): error: x\n"),
               Equals("shaders/a.frag:3: error: x (compiling shaders/a.frag [N=4])\n"
                      "shaders/a.frag:1: warning: old\nshaders/a.frag:3: error: x\n"));
    const FlatSource ends_in_include =
        ShaderStore({{"a.frag", "#version 120\n#include \"b.glsl\"\n"}, {"b.glsl", "int b;\n"}})
            .flatten("a.frag");
    CHECK_THAT(compile_message(ends_in_include, {}, ""),
               Equals("shaders/a.frag does not compile: the driver gives no reason"));
}

TEST_CASE("a folder overrides single files, and its paths are in the messages") {
    const test::TemporaryFolder folder;
    write_file(folder / "common/b.glsl", "int from_folder;\n");
    write_file(folder / "new.frag", "#version 120\n");
    const ShaderStore store(ShaderStore::Table{{"a.frag", "#version 120\n#include \"common/b.glsl\"\n"},
                                               {"common/b.glsl", "int b;\n"}},
                            folder.path());
    const FlatSource source = store.flatten("a.frag");
    CHECK(source.text == "#version 120\nint from_folder;\n");
    CHECK(origins(source) ==
          std::vector<std::string>{"shaders/a.frag:1", (folder / "common/b.glsl").string() + ":1"});
    CHECK(store.flatten("new.frag").text == "#version 120\n");
    CHECK_THAT(message_of(store, "no.frag"),
               Equals("there is no shader file 'no.frag', neither built in nor in '" +
                      folder.path().string() + "'"));
}

TEST_CASE("a frozen store keeps the files of its folder, whatever becomes of them") {
    const test::TemporaryFolder folder;
    write_file(folder / "raster/a.frag", "#version 120\n#include \"b.glsl\"\nint first;\n");
    write_file(folder / "b.glsl", "int b;\n");
    const ShaderStore live(ShaderStore::Table{{"b.glsl", "int built_in;\n"}}, folder.path());
    const ShaderStore frozen = live.frozen();
    write_file(folder / "raster/a.frag", "#version 120\nint second;\n");
    CHECK_THAT(live.flatten("raster/a.frag").text, ContainsSubstring("second"));
    CHECK_THAT(frozen.flatten("raster/a.frag").text,
               ContainsSubstring("int first;") && ContainsSubstring("int b;"));
    CHECK_THAT(to_string(frozen.flatten("raster/a.frag").lines.back()),
               ContainsSubstring(folder.path().string()));
    write_file(folder / "later.frag", "#version 120\n");
    CHECK(message_of(frozen, "later.frag") ==
          "there is no shader file 'later.frag', neither built in nor in '" + folder.path().string() + "'");
    std::filesystem::remove_all(folder.path());
    CHECK_THAT(frozen.frozen().flatten("raster/a.frag").text, ContainsSubstring("int first;"));
    CHECK_THAT(frozen.flatten("raster/a.frag").text, ContainsSubstring("int first;"));
    CHECK_THAT(message_of(live.frozen(), "raster/a.frag"), ContainsSubstring("raster/a.frag"));
}

TEST_CASE("the standard store holds the embedded shaders in order") {
    const std::vector<std::string> names = ShaderStore::standard().names();
    CHECK(std::is_sorted(names.begin(), names.end()));
    CHECK(std::count(names.begin(), names.end(), "common/fill.vert") == 1);
    CHECK_THAT(ShaderStore::standard().flatten("common/fill.vert").text, StartsWith("#version 120\n"));
}

TEST_CASE("every embedded shader flattens") {
    const ShaderStore store = ShaderStore::standard();
    for (const std::string& name : store.names()) {
        if (name.ends_with(".glsl"))
            continue;
        CAPTURE(name);
        const FlatSource source = store.flatten(name);
        CHECK(source.lines.size() ==
              static_cast<std::size_t>(std::count(source.text.begin(), source.text.end(), '\n')));
    }
}

TEST_CASE("SCANLINE_SHADER_DIR overrides the standard store") {
    const test::TemporaryFolder folder;
    write_file(folder / "common/fill.vert", "#version 120\nvoid main() {}\n");
    const ShaderDirVariable variable(folder.path());
    CHECK(ShaderStore::standard().flatten("common/fill.vert").text == "#version 120\nvoid main() {}\n");
    CHECK_FALSE(ShaderStore::standard().flatten("common/timer_probe.frag").text.empty());
}

TEST_CASE("a SCANLINE_SHADER_DIR that is no folder is a usage error") {
    const test::TemporaryFolder folder;
    const ShaderDirVariable variable(folder / "none");
    try {
        ShaderStore::standard();
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        CHECK_THAT(error.what(), StartsWith("SCANLINE_SHADER_DIR is '" + (folder / "none").string() +
                                            "', which is not a folder"));
    }
}

} // namespace shader_store_test
