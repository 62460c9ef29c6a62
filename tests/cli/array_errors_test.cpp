// What scan and sort reject, before starting OpenGL if possible.
#include "arrays.h"

#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace array_errors_test {

using namespace scanline;
using namespace scanline::test;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace fs = std::filesystem;

namespace {

Arguments arguments_of(const std::string& command, const fs::path& input, const fs::path& output,
                       const Arguments& more = {}) {
    Arguments arguments{command, input.string(), "-o", output.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

// Both commands reject the input and leave the output alone.
void check_input(const fs::path& input, int exit_code, std::vector<std::string> parts) {
    const TemporaryFolder folder;
    const fs::path old = put(folder / "old.npy", "old");
    parts.push_back(input.string());
    for (const std::string command : {"scan", "sort"}) {
        INFO(command << " " << input.string());
        for (const fs::path& output : {old, folder / "new.npy"})
            check_refused(run(arguments_of(command, input, output), without_opengl()), exit_code, parts);
    }
    CHECK(get(old) == "old");
    CHECK(names_in(folder.path()) == std::vector<std::string>{"old.npy"});
}

template <class T>
void check_type(const std::string& name) {
    const TemporaryFolder folder;
    check_input(put_array(folder / (name + ".npy"), std::vector<T>(3)), 2,
                {name, "uint32, int32, float32", "astype"});
}

} // namespace

TEST_CASE("An array that cannot be read is reported") {
    const TemporaryFolder folder;
    check_input(folder / "missing.npy", 1, {"cannot read", "there is no such file"});
    check_input(put(folder / "text.npy", "This is no array.\n"), 1, {"cannot read", "not an NPY file"});
    check_input(put(folder / "empty.npy", ""), 1, {"cannot read"});
    fs::create_directory(folder / "folder.npy");
    check_input(folder / "folder.npy", 1, {"cannot read", "it is a folder"});
    const std::string whole = get(put_array(folder / "whole.npy", std::vector<float>(100)));
    check_input(put(folder / "half.npy", whole.substr(0, whole.size() / 2)), 1, {"cannot read", "bytes"});
}

TEST_CASE("An array of a type that is not taken is refused with those that are") {
    check_type<std::uint8_t>("uint8");
    check_type<std::int8_t>("int8");
    check_type<std::uint16_t>("uint16");
    check_type<std::int16_t>("int16");
    const TemporaryFolder folder;
    data::NpyArray text = data::make_npy<std::uint32_t>(std::vector<std::uint32_t>(4), {4});
    text.type = data::ElementType::unicode;
    data::write_npy(folder / "text.npy", text);
    check_input(folder / "text.npy", 2, {"an array of <U1, and", "uint32, int32, float32", "astype"});
}

TEST_CASE("An array of a type that compute does not take is refused by it, before OpenGL is started") {
    const TemporaryFolder folder;
    const auto check = [&](const std::string& command, const std::string& input, const std::string& type) {
        check_refused(
            run(arguments_of(command, input, folder / "out.npy", {"--backend", "compute"}), without_opengl()),
            2,
            {command + " on compute: compute takes uint32, int32, float32", "not " + type, "--backend cpu"});
    };
    const std::string whole = put_array(folder / "whole.npy", std::vector<std::int64_t>(3)),
                      real = put_array(folder / "real.npy", std::vector<double>(3)),
                      wide = put_array(folder / "wide.npy", std::vector<std::uint64_t>(3));
    check("scan", whole, "int64");
    check("sort", real, "float64");
    check("sort", wide, "uint64");
    check_refused(run(arguments_of("sort", wide, folder / "out.npy", {"--bits", "0:8"}), without_opengl()), 2,
                  {"--bits is for keys of 32 bits, not for uint64: leave it out"});
    for (const std::string& input : {wide, put_array(folder / "float.npy", std::vector<float>(3))})
        check_refused(run(arguments_of("sort", input, folder / "out.npy",
                                       input == wide ? Arguments{"--total-order"}
                                                     : Arguments{"--total-order", "--bits", "0:8"}),
                          without_opengl()),
                      2, {"--total-order is for floats, without --bits: leave it out"});
    check_refused(
        run(arguments_of("scan", whole, folder / "out.npy", {"--algorithm", "tree"}), without_opengl()), 2,
        {"use --backend cpu without the options that only compute has"});
}

TEST_CASE("An array of no or several dimensions is refused with its shape") {
    const TemporaryFolder folder;
    const std::vector<float> six(6), one(1);
    data::write_npy(folder / "table.npy", data::make_npy<float>(six, {2, 3}));
    check_input(folder / "table.npy", 2, {"shape (2, 3)", "one dimension", "ravel"});
    data::write_npy(folder / "column.npy", data::make_npy<float>(six, {6, 1}));
    check_input(folder / "column.npy", 2, {"shape (6, 1)", "one dimension"});
    data::write_npy(folder / "scalar.npy", data::make_npy<float>(one, {}));
    check_input(folder / "scalar.npy", 2, {"shape ()", "one dimension"});
}

TEST_CASE("An output that is no NPY file by its name is refused") {
    const TemporaryFolder folder;
    const std::string input = put_array(folder / "in.npy", std::vector<float>(3));
    for (const std::string command : {"scan", "sort"}) {
        for (const std::string name : {"out.csv", "out", "out.npy.gz"})
            check_refused(run(arguments_of(command, input, folder / name), without_opengl()), 2,
                          {name, ".npy"});
    }
    check_refused(run(arguments_of("sort", input, folder / "out.npy",
                                   {"--positions", (folder / "positions.csv").string()}),
                      without_opengl()),
                  2, {"positions.csv", ".npy"});
    CHECK(names_in(folder.path()) == std::vector<std::string>{"in.npy"});
}

TEST_CASE("A result that cannot be written is reported, and nothing is left behind") {
    const TemporaryFolder folder;
    const std::string input = put_array(folder / "in.npy", std::vector<float>(3));
    for (const std::string command : {"scan", "sort"}) {
        INFO(command);
        const fs::path missing = folder / "missing" / "out.npy";
        check_refused(run(arguments_of(command, input, missing), without_opengl()), 1,
                      {"cannot write " + missing.string(), "there is no folder", "make it first"});
        const fs::path below = fs::path(input) / "out.npy";
        check_refused(run(arguments_of(command, input, below), without_opengl()), 1,
                      {"cannot write " + below.string(), "is not a folder"});
    }
    const fs::path positions = folder / "missing" / "positions.npy";
    check_refused(run(arguments_of("sort", input, folder / "out.npy", {"--positions", positions.string()}),
                      without_opengl()),
                  1, {"cannot write " + positions.string()});
    CHECK(names_in(folder.path()) == std::vector<std::string>{"in.npy"});
}

TEST_CASE("Sorted keys and positions in one file are refused, by whatever name") {
    const TemporaryFolder folder;
    const std::string input = put_array(folder / "in.npy", std::vector<float>(3));
    fs::create_symlink(folder / "out.npy", folder / "link.npy");
    put(folder / "out.npy", "old");
    for (const fs::path& positions :
         {folder / "out.npy", folder.path() / "." / "out.npy", folder / "link.npy"})
        check_refused(
            run(arguments_of("sort", input, folder / "out.npy", {"--positions", positions.string()}),
                without_opengl()),
            2, {"--positions", "--output", positions.string()});
    CHECK(get(folder / "out.npy") == "old");
    Setting inside = without_opengl();
    inside.folder = folder.path();
    check_refused(run(arguments_of("sort", input, "new.npy", {"--positions", "./new.npy"}), inside), 2,
                  {"--positions", "--output", "./new.npy"});
    CHECK_FALSE(fs::exists(folder / "new.npy"));
}

TEST_CASE("A file that a result would replace stays where the other result cannot be written") {
    const TemporaryFolder folder;
    const std::string input = put_array(folder / "in.npy", std::vector<float>{3, 1, 2});
    const std::string before = get(input);
    const fs::path missing = folder / "missing" / "out.npy";
    for (const auto& [output, positions] :
         {std::pair<fs::path, fs::path>{missing, input}, {input, missing}}) {
        INFO(output << ", positions " << positions);
        check_refused(
            run(arguments_of("sort", input, output, {"--positions", positions.string()}), without_opengl()),
            1, {"cannot write " + missing.string()});
        CHECK(get(input) == before);
    }
    CHECK(names_in(folder.path()) == std::vector<std::string>{"in.npy"});
}

TEST_CASE("A wrong value of an option of scan or sort is named, with those that there are") {
    const TemporaryFolder folder;
    const std::string input = put_array(folder / "in.npy", std::vector<float>(3));
    const auto check = [&](const std::string& command, const Arguments& options,
                           const std::vector<std::string>& parts, int exit_code = 2) {
        INFO(command << " " << options[0] << " " << options[1]);
        check_refused(run(arguments_of(command, input, folder / "out.npy", options), without_opengl()),
                      exit_code, parts);
    };
    for (const std::string command : {"scan", "sort"}) {
        check(command, {"--backend", "raster"}, {"--backend", "raster", "auto, compute, cpu"});
        check(command, {"--backend", "magic"}, {"--backend", "magic", "auto, compute, cpu"});
        check(command, {"--tier", "magic"}, {"--tier", "magic", "shared-memory, ballot, subgroup"});
        for (const std::string repetitions : {"0", "-1", "abc"})
            check(command, {"--reps", repetitions}, {"--reps", repetitions});
        for (const std::string device : {"-1", "abc"})
            check(command, {"--gl-device", device}, {"--gl-device", device});
    }
    check("scan", {"--algorithm", "quick", "--backend", "cpu"}, {"--algorithm quick", "auto, scalar, simd"});
    check("scan", {"--algorithm", "quick"}, {"quick", "horizontal, tree, vertical", "auto, scalar, simd"});
    check("scan", {"--op", "product"}, {"--op", "product", "sum, min, max"});
    for (const std::string algorithm : {"quick", "tree+", "chained+tree"})
        check("scan", {"--algorithm", algorithm},
              {algorithm, "horizontal, tree, vertical", "scan-then-add, reduce-then-scan, chained"});
    for (const std::string partition : {"abc", "0", "-256"})
        check("scan", {"--partition", partition}, {"--partition: '" + partition + "'", "from 1 to"});
    for (const std::string bits : {"", "5", "5:", ":5", "5:5", "6:5", "-1:5", "0:33", "0:8:9", "a:b", "0:8 "})
        check("sort", {"--bits", bits}, {"--bits " + bits, "A:B", "32"});
}

TEST_CASE("A partition that no scan takes is refused with those that there are") {
    const TemporaryFolder folder;
    if (computing_backends().size() < 2)
        return;
    const std::string input = put_array(folder / "in.npy", std::vector<float>(3));
    for (const std::string partition : {"300", "128", "32768"})
        check_refused(run(arguments_of("scan", input, folder / "out.npy", {"--partition", partition})), 2,
                      {"partition of " + partition, "power of two", "256 to 16384"});
    check_refused(
        run(arguments_of("scan", input, folder / "out.npy", {"--partition", "8192", "--algorithm", "tree"})),
        2, {"partition of 8192", "tree", "256 to 4096"});
    const std::string wide = put_array(folder / "wide.npy", std::vector<std::uint64_t>(3));
    const Outcome outcome = run(arguments_of("scan", wide, folder / "out.npy", {"--algorithm", "chained"}));
    if (outcome.exit_code == 2)
        check_refused(outcome, 2, {"chained", "uint64", "reduce-then-scan"});
    else
        check_refused(outcome, 3, {"uint64", "ARB_gpu_shader_int64"});
    CHECK_FALSE(fs::exists(folder / "out.npy"));
}

TEST_CASE("What only compute has is refused beside the backend cpu, and both are named") {
    const TemporaryFolder folder;
    const std::string input = put_array(folder / "in.npy", std::vector<float>(3));
    const auto check = [&](const std::string& command, const Arguments& options) {
        INFO(command << " " << options[0]);
        Arguments more{"--backend", "cpu"};
        more.insert(more.end(), options.begin(), options.end());
        check_refused(run(arguments_of(command, input, folder / "out.npy", more), without_opengl()), 2,
                      {options[0], "backend cpu"});
    };
    for (const std::string command : {"scan", "sort"}) {
        check(command, {"--tier", "ballot"});
        check(command, {"--gl-device", "0"});
    }
    check("scan", {"--algorithm", "tree"});
    check("scan", {"--partition", "256"});
}

TEST_CASE("Compute without OpenGL 4.3 is refused with what it needs") {
    const TemporaryFolder folder;
    const std::string input = put_array(folder / "in.npy", std::vector<float>(3));
    Setting old;
    old.environment = {{"MESA_GL_VERSION_OVERRIDE", "2.1"}, {"MESA_GLSL_VERSION_OVERRIDE", "120"}};
    const bool is_old = run_for_json({"info", "--format", "json"}, old)["compute"] != "ready";
    for (const std::string command : {"scan", "sort"}) {
        INFO(command);
        const Arguments arguments =
            arguments_of(command, input, folder / "out.npy", {"--backend", "compute"});
        check_refused(run(arguments, without_opengl()), 3, {"no OpenGL", "install libegl1"});
        if (is_old)
            check_refused(run(arguments, old), 3, {"compute shaders need OpenGL 4.3", "2.1", "backend cpu"});
        else
            WARN("this driver cannot pretend to be OpenGL 2.1");
        check_refused(run(arguments_of(command, input, folder / "out.npy", {"--gl-device", "99"})), 2,
                      {"99", "device"});
    }
    CHECK_FALSE(fs::exists(folder / "out.npy"));
}

TEST_CASE("An option of scan or sort that is missing is named") {
    check_refused(run({"scan"}), 2, {"FILE"});
    check_refused(run({"sort"}), 2, {"FILE"});
    check_refused(run({"scan", "a.npy"}), 2, {"--output"});
    check_refused(run({"sort", "a.npy"}), 2, {"--output"});
    check_refused(run({"sort", "a.npy", "-o", "b.npy", "--fast"}), 2, {"--fast", "--help"});
}

TEST_CASE("A report of scan or sort that cannot be written is reported") {
    const TemporaryFolder folder;
    const std::string input = put_array(folder / "in.npy", std::vector<float>(3));
    Setting setting;
    setting.output = GENERATE(Output::full, Output::closed);
    for (const std::string command : {"scan", "sort"})
        check_message(run(arguments_of(command, input, folder / "out.npy", {"--backend", "cpu"}), setting), 1,
                      {"standard output"});
}

} // namespace array_errors_test
