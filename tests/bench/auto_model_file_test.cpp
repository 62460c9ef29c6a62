#include "scanline/bench/auto_model_file.h"
#include "scanline/core/error.h"
#include "scanline/core/random.h"

#include "data/files.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

namespace scanline::bench {

namespace fs = std::filesystem;

using Catch::Matchers::Contains;
using nlohmann::ordered_json;
using raster::Algorithm;
using raster::AutoModel;
using test::EnvironmentVariable;
using test::TemporaryFolder;

namespace {

AutoModel example_model() {
    return {{{{Algorithm::packed, 0}, 0.02, 1.25e-7, 1e-7, 0},
             {{Algorithm::rlz, 512}, 0.025, 1.25e-7, 5e-8, 1e-7},
             {{Algorithm::bt, 128}, 0.1, 1.0 / 3e6, 2e-7, 3e-7},
             {{Algorithm::histopyramid, 0}, 0, 0, 5e-324, 1e6}},
            0.03125};
}

Environment example_environment() {
    Environment environment;
    environment.gpu = "A GPU (rev 2)";
    environment.driver = "4.6 of a driver 1.2.3";
    environment.timer = "gl-query";
    environment.build_type = "Release";
    environment.version = "0.1.0";
    environment.date = "2026-11-20T08:30:00Z";
    return environment;
}

/// A file in a folder of its own.
class ModelFile {
public:
    const fs::path& path() const { return path_; }
    std::string text() const { return data::test::get(path_); }
    void put(const std::string& text) const { data::test::put(path_, text); }
    LoadedAutoModel load(const Environment& environment = example_environment()) const {
        return load_auto_model(path_, environment);
    }
    void save(const AutoModel& model = example_model(),
              const Environment& environment = example_environment()) const {
        save_auto_model(path_, model, environment);
    }

    /// Checks that what is there is not trusted, for a reason that names it.
    void check_untrusted(const std::string& part) const {
        const LoadedAutoModel loaded = load();
        CHECK_FALSE(loaded.model);
        CHECK_FALSE(loaded.missing);
        CHECK(loaded.date.empty());
        CHECK_THAT(loaded.reason, Contains(path_.string()) && Contains(part));
        CHECK(loaded.reason.find('\n') == std::string::npos);
    }

private:
    TemporaryFolder folder_;
    fs::path path_ = folder_ / "model.json";
};

/// The example after a change is not trusted.
void refuse(const std::string& part, const std::function<void(ordered_json&)>& change) {
    const ModelFile file;
    file.save();
    ordered_json json = ordered_json::parse(file.text());
    change(json);
    INFO(json.dump());
    file.put(json.dump());
    file.check_untrusted(part);
}

} // namespace

TEST_CASE("A model that was saved is loaded as it was") {
    const ModelFile file;
    file.save();
    const LoadedAutoModel loaded = file.load();
    REQUIRE(loaded.model);
    CHECK(*loaded.model == example_model());
    CHECK(loaded.date == "2026-11-20T08:30:00Z");
    CHECK(loaded.reason.empty());
    CHECK_FALSE(loaded.missing);
}

TEST_CASE("Every cost is loaded to the last bit") {
    const ModelFile file;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        AutoModel model = example_model();
        model.survey_milliseconds = random.unit();
        for (raster::CompactionCost& cost : model.costs)
            cost.per_element = random.unit() / static_cast<double>(1 + random.below(1'000'000'000));
        file.save(model);
        CHECK(file.load().model == model);
    }
}

TEST_CASE("A file that is not there is missing, and no more is wrong") {
    const TemporaryFolder folder;
    for (const fs::path& path : {folder / "model.json", folder / "no" / "folder" / "model.json",
                                 data::test::put(folder / "file", "") / "model.json"}) {
        const LoadedAutoModel loaded = load_auto_model(path, example_environment());
        CHECK_FALSE(loaded.model);
        CHECK(loaded.missing);
        CHECK_THAT(loaded.reason, Contains(path.string()));
    }
}

TEST_CASE("A model of another GPU, driver or version is not trusted") {
    const ModelFile file;
    const auto refuse_after = [&file](std::string Environment::*member, const std::string& part) {
        Environment other = example_environment();
        other.*member = "another\nof \x1b[31m\xff";
        file.save(example_model(), other);
        file.check_untrusted(part);
        file.check_untrusted("\"another\\nof \\u001b[31m\\ufffd\"");
    };
    refuse_after(&Environment::gpu, "its gpu is");
    refuse_after(&Environment::driver, "its driver is");
    refuse_after(&Environment::version, "its version is");
}

TEST_CASE("The date, the timer and the kind of build do not make a model stale") {
    const ModelFile file;
    file.save();
    Environment later = example_environment();
    later.date = "2027-01-01T00:00:00Z";
    later.timer = "wall-clock";
    later.build_type = "Debug";
    later.command = "scanline compact";
    CHECK(file.load(later).model == example_model());
}

TEST_CASE("A GPU whose name is no UTF-8 finds its model again") {
    const ModelFile file;
    Environment environment = example_environment();
    environment.gpu = "GPU \xff\xe2\x82";
    file.save(example_model(), environment);
    CHECK(file.load(environment).model == example_model());
}

TEST_CASE("A model of another format is not trusted, whatever else it holds") {
    refuse("its format is 1", [](ordered_json& json) { json = {{"format", 1}}; });
    refuse("its format is 0", [](ordered_json& json) { json["format"] = 0; });
    refuse("format", [](ordered_json& json) { json["format"] = "2"; });
    refuse("format", [](ordered_json& json) { json["format"] = -1; });
    refuse("no format", [](ordered_json& json) { json.erase("format"); });
}

TEST_CASE("Every member is needed, and of its type") {
    const ModelFile file;
    file.save();
    const ordered_json good = ordered_json::parse(file.text());
    for (const std::string name : {"format", "gpu", "driver", "version", "date", "survey_ms", "costs"}) {
        refuse(name, [&name](ordered_json& json) { json.erase(name); });
        refuse(name, [&name](ordered_json& json) { json[name] = nullptr; });
        refuse(name, [&name](ordered_json& json) { json[name] = ordered_json::object(); });
    }
    for (const auto& member : good["costs"][0].items()) {
        const std::string& name = member.key();
        refuse("costs[1]." + name, [&name](ordered_json& json) { json["costs"][1].erase(name); });
        refuse("costs[1]." + name, [&name](ordered_json& json) { json["costs"][1][name] = true; });
        refuse("costs[1]." + name,
               [&name](ordered_json& json) { json["costs"][1][name] = ordered_json::array(); });
    }
    refuse("costs[0]", [](ordered_json& json) { json["costs"][0] = 1; });
}

TEST_CASE("Times that cannot have been measured are refused") {
    for (const double time : {-1.0, -1e-300, 1e7, 1e300}) {
        refuse("survey_ms", [time](ordered_json& json) { json["survey_ms"] = time; });
        for (const std::string name : {"fixed_ms", "ms_per_element", "ms_per_survivor", "ms_per_change"})
            refuse("costs[0]." + name, [&](ordered_json& json) { json["costs"][0][name] = time; });
    }
}

TEST_CASE("A model with what is no number is saved, and not trusted") {
    const ModelFile file;
    for (const double time :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        AutoModel model = example_model();
        model.costs[0].fixed = time;
        file.save(model);
        file.check_untrusted("costs[0].fixed_ms");
    }
}

TEST_CASE("Choices that do not exist are refused") {
    const auto choose = [](const ordered_json& algorithm, const ordered_json& block) {
        return [=](ordered_json& json) {
            json["costs"][0]["algorithm"] = algorithm;
            json["costs"][0]["block"] = block;
        };
    };
    for (const char* name : {"quicksort", "", "auto", "PACKED", "packed "})
        refuse("costs[0].algorithm", choose(name, 0));
    for (const int block : {0, 1, 3, 100, 8192, -128})
        refuse("costs[0].block", choose("bt", block));
    refuse("costs[0].block", choose("packed", 2));
    refuse("costs[0].block", choose("bt", 128.5));
    refuse("costs[0].block", choose("bt", 1e30));
}

TEST_CASE("A model without costs, or with too many, is refused") {
    refuse("it has 0 costs", [](ordered_json& json) { json["costs"] = ordered_json::array(); });
    refuse("it has 257 costs", [](ordered_json& json) {
        const ordered_json cost = json["costs"][0];
        json["costs"] = std::vector<ordered_json>(257, cost);
    });
}

TEST_CASE("What is no JSON is refused") {
    const ModelFile file;
    file.save();
    const std::string good = file.text();
    for (std::size_t length = 0; length + 2 < good.size(); length += 7) {
        CAPTURE(length);
        file.put(good.substr(0, length));
        file.check_untrusted("");
    }
    const auto refuse_text = [&file](const std::string& text, const std::string& part) {
        file.put(text);
        file.check_untrusted(part);
    };
    refuse_text("", "");
    refuse_text("[]", "no format");
    refuse_text("1", "no format");
    refuse_text("{\"format\": 1e999}", "out of range");
    refuse_text("{\"format\": NaN}", "no JSON");
    refuse_text(std::string(1000, '\0'), "no JSON");
    refuse_text("\xff\xfe", "no JSON");
    refuse_text("{\"format\": 1, \"gpu\": \"\xff\"}", "no JSON");
    refuse_text(std::string(60'000, '['), "nested");
    refuse_text(good + std::string(1 << 16, ' '), "more than");
}

TEST_CASE("No damage of a few bytes crashes, or gives a model that cannot have been measured") {
    const ModelFile file;
    file.save();
    const std::string good = file.text();
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::string text = good;
        for (std::uint64_t i = 0; i <= random.below(4); ++i)
            text[random.below(text.size())] = static_cast<char>(random.below(256));
        file.put(text);
        const LoadedAutoModel loaded = file.load();
        CHECK(loaded.model.has_value() == loaded.reason.empty());
        if (!loaded.model)
            continue;
        CHECK(loaded.model->costs.size() == example_model().costs.size());
        for (const raster::CompactionCost& cost : loaded.model->costs) {
            for (const double value : {cost.fixed, cost.per_element, cost.per_survivor, cost.per_change})
                CHECK((value >= 0 && value <= 1e6));
        }
    }
}

TEST_CASE("A folder in the place of the file is not trusted") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "model.json");
    const LoadedAutoModel loaded = load_auto_model(folder / "model.json", example_environment());
    CHECK_FALSE(loaded.model);
    CHECK_FALSE(loaded.missing);
    CHECK_THAT(loaded.reason, Contains("model.json"));
}

TEST_CASE("Saving makes the folder, replaces what was there, and leaves nothing else") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a" / "b" / "model.json";
    save_auto_model(path, {}, {});
    save_auto_model(path, example_model(), example_environment());
    CHECK(load_auto_model(path, example_environment()).model == example_model());
    CHECK(data::test::names_in(path.parent_path()) == std::vector<std::string>{"model.json"});
}

TEST_CASE("A folder that cannot be made is told with what to set") {
    const TemporaryFolder folder;
    const fs::path path = data::test::put(folder / "file", "a file") / "scanline" / "model.json";
    const std::string message = data::test::error_of([&] { save_auto_model(path, example_model(), {}); });
    CHECK_THAT(message, Contains(path.parent_path().string()) && Contains("XDG_CACHE_HOME"));
    CHECK(data::test::get(folder / "file") == "a file");
}

TEST_CASE("Without a folder a path is an error that says what to set") {
    const EnvironmentVariable home("HOME", ""), cache("XDG_CACHE_HOME", "");
    const std::string message = data::test::error_of([] { auto_model_path("a GPU"); });
    CHECK_THAT(message, Contains("HOME") && Contains("XDG_CACHE_HOME"));
}

TEST_CASE("Each GPU has a file of its own, whatever it is called") {
    const EnvironmentVariable cache("XDG_CACHE_HOME", "/cache");
    const auto name_of = [](const std::string& gpu) {
        const fs::path path = auto_model_path(gpu);
        CHECK(path.parent_path() == fs::path("/cache/scanline"));
        return path.filename().string();
    };
    // FNV-1a of the test vectors of its authors.
    CHECK(name_of("a") == "auto-a-e40c292c.json");
    CHECK(name_of("foobar") == "auto-foobar-bf9cf968.json");
    CHECK_THAT(name_of("NVIDIA H200"), Catch::Matchers::StartsWith("auto-nvidia-h200-"));
    CHECK_THAT(name_of("  llvmpipe (LLVM 15.0.6, 256 bits) "),
               Catch::Matchers::StartsWith("auto-llvmpipe-llvm-15-0-6-256-bits-"));
    CHECK(name_of("A GPU") != name_of("a gpu"));
    CHECK(name_of("GPU 1/2") != name_of("GPU 1 2"));
    for (const std::string& gpu : {std::string(), std::string("../../etc/passwd"), std::string(10'000, 'x'),
                                   std::string("\xff\n/\0", 4)}) {
        const std::string name = name_of(gpu);
        CHECK(name.size() < 64);
        CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") == std::string::npos);
        CHECK(name.find("..") == std::string::npos);
    }
}

} // namespace scanline::bench
