// The backends of compact other than raster: the same files and reports.
#include "arrays.h"
#include "mask_file.h"

#include "scanline/data/generators.h"
#include "scanline/data/image.h"
#include "support/temporary_folder.h"

#include <fmt/format.h>

namespace compact_backend_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using data::test::get;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

Arguments compact(const fs::path& image, const std::string& backend, const Arguments& more = {},
                  int repetitions = 1) {
    Arguments arguments{"compact",   image.string(), "--reps", std::to_string(repetitions),
                        "--backend", backend};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

} // namespace

TEST_CASE("Every backend writes the files that raster writes", "[repeat]") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(137, 61, 1));
    for (const std::string emit : {"indices", "values", "xy"}) {
        for (const std::string extension : {".npy", ".csv", ".png"}) {
            const fs::path expected = folder / ("raster" + extension), found = folder / ("out" + extension);
            run_well(compact(path, "raster", {"--emit", emit, "-o", expected.string()}));
            for (const std::string& backend : computing_backends()) {
                INFO(backend << " " << emit << " " << extension);
                run_well(compact(path, backend, {"--emit", emit, "-o", found.string()}));
                CHECK(get(found) == get(expected));
            }
        }
    }
}

TEST_CASE("Every backend keeps what copy_if keeps, at every threshold and negated", "[repeat]") {
    const TemporaryFolder folder;
    const data::Image image = noise(41, 29, 2);
    const auto path = put_pgm(folder / "noise.pgm", image);
    const std::string output = (folder / "out.npy").string();
    for (const std::string& backend : computing_backends()) {
        for (const double threshold : {0.0, 127.5, 128.0, 1e6}) {
            for (const bool negate : {false, true}) {
                // Each threshold emits indices once and values once.
                const std::string emit = negate == (threshold < 128) ? "indices" : "values";
                INFO(backend << " " << threshold << " " << emit << ", negated " << negate);
                Arguments options{"--emit", emit, "--threshold", fmt::format("{}", threshold), "-o", output};
                if (negate)
                    options.emplace_back("--negate");
                run_well(compact(path, backend, options));
                CHECK(read_emitted(emit, output) ==
                      emitted(emit, image, survivors(image, threshold, negate)));
            }
        }
    }
}

TEST_CASE("Pictures of any shape come out right on every backend", "[repeat]") {
    const TemporaryFolder folder;
    const std::string output = (folder / "out.npy").string();
    for (const std::string& backend : computing_backends()) {
        for (const data::Image& image :
             {noise(1, 1, 3), noise(300, 1, 3), data::constant_image(255, 257, 255),
              data::constant_image(64, 64, 0), noise(1000, 700, 3)}) {
            INFO(fmt::format("{}, {} x {}", backend, image.width, image.height));
            const auto path = put_pgm(folder / "image.pgm", image);
            run_well(compact(path, backend, {"--emit", "indices", "-o", output}));
            CHECK(read_emitted("indices", output) == survivors(image));
        }
    }
}

TEST_CASE("The largest picture is compacted on every backend and its last position is exact", "[repeat]") {
    const TemporaryFolder folder;
    data::Image image(4096, 4096);
    for (const std::size_t position : {std::size_t{0}, std::size_t{8'388'609}, std::size_t{16'777'215}})
        image.pixels[position] = 255;
    const auto path = put_pgm(folder / "large.pgm", image);
    for (const std::string& backend : computing_backends()) {
        INFO(backend);
        run_well(compact(path, backend, {"-o", (folder / "out.npy").string()}));
        CHECK(read_emitted("indices", folder / "out.npy") == survivors(image));
    }
}

TEST_CASE("The JSON report of every backend has the fields of raster's and the backend") {
    const TemporaryFolder folder;
    const data::Image first = noise(37, 23, 4), second = data::constant_image(64, 10, 0);
    const auto path = put_pgm(folder / "first.pgm", first);
    const std::string more = put_pgm(folder / "second.pgm", second).string();
    const json raster = run_for_json(compact(path, "raster", {more, "--format", "json"}));
    const json info = run_for_json({"info", "--format", "json"});
    CHECK(raster[0]["backend"] == "raster");
    for (const std::string& backend : computing_backends()) {
        INFO(backend);
        const json report = run_for_json(compact(path, backend, {more, "--format", "json"}, 3));
        REQUIRE(report.size() == 2);
        for (std::size_t i = 0; i < report.size(); ++i) {
            std::vector<std::string> keys, raster_keys;
            for (const auto& [key, value] : report[i].items())
                keys.push_back(key);
            for (const auto& [key, value] : raster[i].items())
                raster_keys.push_back(key);
            CHECK(keys == raster_keys);
            for (const std::string key : {"image", "width", "height", "total", "valid"})
                CHECK(report[i][key] == raster[i][key]);
            CHECK(report[i]["backend"] == backend);
            CHECK(report[i]["block"].is_null());
            CHECK(report[i]["monotonic"] == true);
            if (backend == "cpu") {
                CHECK(report[i]["algorithm"] == "copy-if");
                CHECK(report[i]["gl_renderer"].is_null());
                CHECK(report[i]["timer"] == "wall-clock");
            } else {
                CHECK(report[i]["algorithm"] ==
                      (info["chained_scans"].get<bool>() ? "chained" : "reduce-then-scan"));
                CHECK(report[i]["gl_renderer"] == info["gl_renderer"]);
                CHECK(report[i]["timer"] == info["timer"]);
            }
            REQUIRE(report[i]["stages"].size() == 1);
            CHECK(report[i]["stages"][0]["name"] == "compact");
            CHECK(report[i]["stages"][0]["ms"] == report[i]["ms"]);
        }
    }
}

TEST_CASE("The text and CSV reports of every backend name it", "[repeat]") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(37, 23, 5));
    const std::string renderer = run_for_json({"info", "--format", "json"})["gl_renderer"];
    for (const std::string& backend : computing_backends()) {
        INFO(backend);
        const std::vector<std::string> lines = lines_of(run_well(compact(path, backend)));
        REQUIRE(lines.size() == 5);
        CHECK_THAT(lines[0], StartsWith(backend == "cpu" ? "cpu, times in ms by wall-clock"
                                                         : "compute, " + renderer + ", times in ms by "));
        CHECK_THAT(lines[3], ContainsSubstring("algorithm") && ContainsSubstring("compact") &&
                                 ContainsSubstring("total ms"));
        const std::vector<std::string> rows =
            lines_of(run_well(compact(path, backend, {"--format", "csv"}, 2)));
        REQUIRE(rows.size() == 5);
        for (std::size_t i = 1; i < rows.size(); ++i)
            CHECK_THAT(rows[i], ContainsSubstring("," + backend + ","));
    }
}

TEST_CASE("Without options a picture is compacted by what auto takes, which the report says") {
    const TemporaryFolder folder;
    const data::Image image = noise(37, 23, 6);
    const std::string path = put_pgm(folder / "noise.pgm", image).string();
    const std::string output = (folder / "out.npy").string();
    // Work that is shorter than starting OpenGL does not start it.
    CHECK_THAT(run_well({"compact", path, "-o", output}),
               StartsWith("cpu (auto: done before OpenGL would have started)"));
    CHECK(read_emitted("indices", output) == survivors(image));
    CHECK(run_well({"compact", path, "--format", "csv"}).find(",cpu,copy-if,") != std::string::npos);
}

TEST_CASE("Auto compacts on a GPU that can compute where that is worth its start or is named, and says why") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "black.pgm", data::constant_image(250, 250, 0));
    constexpr int often = 2000;
    CHECK_THAT(run_well(compact(path, "auto", {}, often), without_opengl()),
               StartsWith("cpu (auto: there is no OpenGL"));
    const json info = run_for_json({"info", "--format", "json"});
    const bool on_gpu = info["compute"] == "ready" && !info["software_renderer"].get<bool>();
    const std::string expected =
        on_gpu ? "compute (auto: "
        : info["software_renderer"].get<bool>()
            ? "cpu (auto: " + info["gl_renderer"].get<std::string>() + " is a software renderer)"
            : "cpu (auto: ";
    CHECK_THAT(run_well(compact(path, "auto", {}, often)), StartsWith(expected));
    const std::string window_system = info["window_system"], prefix = "EGL device ";
    if (window_system.starts_with(prefix))
        CHECK_THAT(run_well(compact(path, "auto", {"--gl-device", window_system.substr(prefix.size())})),
                   StartsWith(expected));
}

TEST_CASE("An option that only raster has takes raster, and bt beside a block size", "[repeat]") {
    const TemporaryFolder folder;
    const std::string path = put_pgm(folder / "noise.pgm", noise(37, 23, 9)).string();
    const auto taken = [&path](const Arguments& options) {
        Arguments arguments{"compact", path, "--format", "json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const json run = run_for_json(arguments)[0];
        return run["backend"].get<std::string>() + " " + run["algorithm"].get<std::string>();
    };
    CHECK(taken({"--backend", "raster"}) == "raster auto");
    CHECK(taken({"--adapt", "global"}) == "raster auto");
    CHECK(taken({"--among", "packed"}) == "raster auto");
    CHECK(taken({"--algorithm", "packed"}) == "raster packed");
    CHECK(taken({"--block", "64"}) == "raster bt");
    for (const Arguments& options : {Arguments{"--prefix-sum", "blelloch"},
                                     {"--run-lengths", "balanced-tree"},
                                     {"--concatenate", "quads"},
                                     {"--era-limits"}})
        CHECK(taken(options) == "raster auto");
}

TEST_CASE("What only raster has is refused beside another backend, and both are named") {
    const TemporaryFolder folder;
    const auto path = put_pgm(folder / "noise.pgm", noise(4, 4, 7));
    for (const std::string backend : {"compute", "cpu", "auto"}) {
        for (const Arguments& option : {Arguments{"--algorithm", "bt"},
                                        {"--block", "64"},
                                        {"--prefix-sum", "auto"},
                                        {"--run-lengths", "auto"},
                                        {"--concatenate", "auto"},
                                        {"--adapt", "global"},
                                        {"--among", "bt"},
                                        {"--era-limits"}}) {
            INFO(backend << " " << option.front());
            check_refused(run(compact(path, backend, option), without_opengl()), 2,
                          {option.front(), "backend " + backend});
        }
    }
    check_refused(run(compact(path, "cpu", {"--gl-device", "0"}), without_opengl()), 2,
                  {"--gl-device", "backend cpu"});
    check_refused(run(compact(path, "magic"), without_opengl()), 2,
                  {"--backend", "magic", "raster, compute, cpu, auto"});
}

TEST_CASE("Compute without an OpenGL that can is refused, and the CPU needs none") {
    const TemporaryFolder folder;
    const data::Image image = noise(37, 23, 8);
    const auto path = put_pgm(folder / "noise.pgm", image);
    const std::string output = (folder / "out.npy").string();
    check_refused(run(compact(path, "compute", {"-o", output}), without_opengl()), 3, {"no OpenGL"});
    CHECK_FALSE(fs::exists(output));
    run_well(compact(path, "cpu", {"-o", output}), without_opengl());
    CHECK(read_emitted("indices", output) == survivors(image));
}

} // namespace compact_backend_gl_test
