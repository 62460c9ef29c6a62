#include "scanline/bench/scan_model.h"
#include "scanline/core/error.h"
#include "scanline/core/random.h"
#include "scanline/cpu/scan_algorithm.h"

#include "data/files.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace scanline::bench {

namespace fs = std::filesystem;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using cpu::ScanModel;
using cpu::ScanStep;
using nlohmann::ordered_json;
using test::EnvironmentVariable;
using test::TemporaryFolder;

namespace {

ScanModel example_model() {
    return {{{0, {"lookahead"}}, {100'000, {"simd1-p", 2, 1'048'576}}, {1'000'000, {"lookahead2-p", 1024}}},
            {{0, {"scalar"}}, {std::int64_t{1} << 40, {"simd-t-p", 1, 8}}}};
}

Environment example_environment() {
    Environment environment;
    environment.processor = "A CPU (rev 2), 8 usable, AVX2, L1 32 KiB, L2 512 KiB";
    environment.timer = "wall-clock";
    environment.build_type = "Release";
    environment.version = "0.1.0";
    environment.date = "2026-11-20T08:30:00Z";
    return environment;
}

/// A file in a folder of its own.
class ScanModelFile {
public:
    const fs::path& path() const { return path_; }
    std::string text() const { return data::test::get(path_); }
    void put(const std::string& text) const { data::test::put(path_, text); }
    LoadedScanModel load(const Environment& environment = example_environment()) const {
        return load_scan_model(path_, environment);
    }
    void save(const ScanModel& model = example_model(),
              const Environment& environment = example_environment()) const {
        save_scan_model(path_, model, environment);
    }

    /// Checks that what is there is not trusted, for a reason that names it.
    void check_untrusted(const std::string& part) const {
        const LoadedScanModel loaded = load();
        CHECK_FALSE(loaded.model);
        CHECK_FALSE(loaded.missing);
        CHECK(loaded.date.empty());
        CHECK_THAT(loaded.reason, Contains(path_.string()) && Contains(part));
        CHECK(loaded.reason.find('\n') == std::string::npos);
    }

private:
    TemporaryFolder folder_;
    fs::path path_ = folder_ / "scans.json";
};

/// The example after a change is not trusted.
void refuse(const std::string& part, const std::function<void(ordered_json&)>& change) {
    const ScanModelFile file;
    file.save();
    ordered_json json = ordered_json::parse(file.text());
    change(json);
    INFO(json.dump());
    file.put(json.dump());
    file.check_untrusted(part);
}

/// The example after a change is trusted, as another one.
ScanModel accepted(const std::function<void(ordered_json&)>& change) {
    const ScanModelFile file;
    file.save();
    ordered_json json = ordered_json::parse(file.text());
    change(json);
    file.put(json.dump());
    const LoadedScanModel loaded = file.load();
    INFO(loaded.reason);
    REQUIRE(loaded.model);
    return *loaded.model;
}

// Whether scans can be made of it.
void check_usable(const std::vector<ScanStep>& steps) {
    REQUIRE_FALSE(steps.empty());
    CHECK(steps.front().from_bytes == 0);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        CHECK((i == 0 || steps[i].from_bytes > steps[i - 1].from_bytes));
        const cpu::ScanChoice& choice = steps[i].choice;
        const cpu::ScanAlgorithm& algorithm = cpu::find_scan_algorithm(choice.algorithm);
        CHECK(choice.threads >= 1);
        CHECK(choice.threads <= (algorithm.multithreaded() ? 1024 : 1));
        CHECK((!choice.partition_bytes || (algorithm.partitioned && *choice.partition_bytes >= 8)));
    }
}

} // namespace

TEST_CASE("A model of scans that was saved is loaded as it was") {
    const ScanModelFile file;
    file.save();
    const LoadedScanModel loaded = file.load();
    REQUIRE(loaded.model);
    CHECK(*loaded.model == example_model());
    CHECK(loaded.date == "2026-11-20T08:30:00Z");
    CHECK(loaded.reason.empty());
    CHECK_FALSE(loaded.missing);
}

TEST_CASE("A model of every algorithm, with all the threads that it takes, is loaded as it was") {
    ScanModel model;
    for (const cpu::ScanAlgorithm& algorithm : cpu::scan_algorithms()) {
        cpu::ScanChoice choice{std::string(algorithm.name), algorithm.multithreaded() ? 1024 : 1};
        if (algorithm.partitioned)
            choice.partition_bytes = 4096;
        model.in_place.push_back({static_cast<std::int64_t>(model.in_place.size()), choice});
        choice.partition_bytes.reset();
        model.apart.push_back({static_cast<std::int64_t>(100 * model.apart.size()), choice});
    }
    const ScanModelFile file;
    file.save(model);
    CHECK(file.load().model == model);
}

TEST_CASE("A file of scans that is not there is missing, and no more is wrong") {
    const TemporaryFolder folder;
    for (const fs::path& path : {folder / "scans.json", folder / "no" / "folder" / "scans.json",
                                 data::test::put(folder / "file", "") / "scans.json"}) {
        const LoadedScanModel loaded = load_scan_model(path, example_environment());
        CHECK_FALSE(loaded.model);
        CHECK(loaded.missing);
        CHECK_THAT(loaded.reason, Contains(path.string()));
    }
}

TEST_CASE("A model of scans of another processor or version is not trusted") {
    const ScanModelFile file;
    const auto refuse_after = [&file](std::string Environment::*member, const std::string& part) {
        Environment other = example_environment();
        other.*member = "another\nof \x1b[31m\xff";
        file.save(example_model(), other);
        file.check_untrusted(part);
        file.check_untrusted("\"another\\nof \\u001b[31m\\ufffd\"");
    };
    refuse_after(&Environment::processor, "its processor is");
    refuse_after(&Environment::version, "its version is");
    Environment fewer = example_environment();
    fewer.processor = "A CPU (rev 2), 4 usable, AVX2, L1 32 KiB, L2 512 KiB";
    file.save();
    CHECK_FALSE(file.load(fewer).model);
}

TEST_CASE("The date, the timer, the kind of build and a GPU do not make a model of scans stale") {
    const ScanModelFile file;
    file.save();
    Environment later = example_environment();
    later.date = "2027-01-01T00:00:00Z";
    later.timer = "gl-query";
    later.build_type = "Debug";
    later.command = "scanline scan";
    later.gpu = "a GPU";
    later.driver = "a driver";
    CHECK(file.load(later).model == example_model());
}

TEST_CASE("A model of scans of another format is not trusted, whatever else it holds") {
    refuse("its format is 2", [](ordered_json& json) { json = {{"format", 2}}; });
    refuse("its format is 0", [](ordered_json& json) { json["format"] = 0; });
    refuse("format", [](ordered_json& json) { json["format"] = "1"; });
    refuse("format", [](ordered_json& json) { json["format"] = -1; });
    refuse("no format", [](ordered_json& json) { json.erase("format"); });
}

TEST_CASE("Every member of a model of scans is needed, and of its type") {
    for (const std::string name : {"format", "processor", "version", "date", "in_place", "apart"}) {
        refuse(name, [&name](ordered_json& json) { json.erase(name); });
        refuse(name, [&name](ordered_json& json) { json[name] = nullptr; });
        refuse(name, [&name](ordered_json& json) { json[name] = ordered_json::object(); });
    }
    for (const std::string place : {"in_place", "apart"}) {
        for (const std::string name : {"from_bytes", "algorithm", "threads", "partition_bytes"}) {
            const std::string where = place + "[1]." + name;
            if (name != "partition_bytes")
                refuse(where, [&](ordered_json& json) { json[place][1].erase(name); });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = true; });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = nullptr; });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = ordered_json::array(); });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = -1; });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = 1.5; });
            refuse(where, [&](ordered_json& json) { json[place][1][name] = 1e300; });
        }
        refuse(place + "[1]", [&](ordered_json& json) { json[place][1] = 1; });
        refuse(place + "[0]", [&](ordered_json& json) { json[place][0] = ordered_json::array(); });
    }
}

TEST_CASE("A partition is not needed, and is of the least size that every type fills") {
    ScanModel expected = example_model();
    expected.in_place[1].choice.partition_bytes.reset();
    CHECK(accepted([](ordered_json& json) { json["in_place"][1].erase("partition_bytes"); }) == expected);
    expected.in_place[1].choice.partition_bytes = 8;
    CHECK(accepted([](ordered_json& json) { json["in_place"][1]["partition_bytes"] = 8; }) == expected);
    for (const int bytes : {0, 1, 4, 7})
        refuse("in_place[1].partition_bytes is",
               [bytes](ordered_json& json) { json["in_place"][1]["partition_bytes"] = bytes; });
}

TEST_CASE("Choices of scans that do not exist are refused") {
    const auto choose = [](const ordered_json& algorithm, const ordered_json& threads) {
        return [=](ordered_json& json) {
            json["in_place"][0]["algorithm"] = algorithm;
            json["in_place"][0]["threads"] = threads;
        };
    };
    for (const char* name : {"quicksort", "", "auto", "SIMD", "simd "})
        refuse("in_place[0].algorithm", choose(name, 1));
    refuse("in_place[0].threads is 2, which simd does not take", choose("simd", 2));
    refuse("in_place[0].threads is 0, which simd does not take", choose("simd", 0));
    refuse("in_place[0].threads is 0, which simd1 does not take", choose("simd1", 0));
    refuse("in_place[0].threads", choose("simd1", 1025));
    CHECK(accepted(choose("simd1", 1024)).in_place[0].choice == cpu::ScanChoice{"simd1", 1024});
    refuse("in_place[0].partition_bytes is 4096, which lookahead does not take",
           [](ordered_json& json) { json["in_place"][0]["partition_bytes"] = 4096; });
}

TEST_CASE("Steps that do not ascend from 0 are refused") {
    for (const char* place : {"in_place", "apart"}) {
        const auto from = [&](std::size_t index, std::uint64_t bytes) {
            refuse(fmt::format("{}[{}].from_bytes does not ascend from 0", place, index),
                   [&](ordered_json& json) { json[place][index]["from_bytes"] = bytes; });
        };
        from(0, 1);
        from(1, 0);
    }
    refuse("in_place[2].from_bytes does not ascend",
           [](ordered_json& json) { json["in_place"][2]["from_bytes"] = 100'000; });
    refuse("in_place[2].from_bytes does not ascend",
           [](ordered_json& json) { json["in_place"][2]["from_bytes"] = 99'999; });
    CHECK(accepted([](ordered_json& json) { json["in_place"][2]["from_bytes"] = 100'001; })
              .in_place[2]
              .from_bytes == 100'001);
}

TEST_CASE("A model without steps, or with too many, is refused") {
    const auto steps = [](std::size_t count) {
        return [count](ordered_json& json) {
            ordered_json list = ordered_json::array();
            for (std::size_t i = 0; i < count; ++i)
                list.push_back({{"from_bytes", i}, {"algorithm", "simd"}, {"threads", 1}});
            json["apart"] = list;
        };
    };
    refuse("apart has 0 steps", steps(0));
    refuse("apart has 65 steps", steps(65));
    CHECK(accepted(steps(64)).apart.size() == 64);
}

TEST_CASE("What is no JSON is refused as a model of scans") {
    const ScanModelFile file;
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
    refuse_text("{\"format\": NaN}", "no JSON");
    refuse_text(std::string(1000, '\0'), "no JSON");
    refuse_text("\xff\xfe", "no JSON");
    refuse_text(std::string(60'000, '['), "nested");
    refuse_text(good + std::string(1 << 16, ' '), "more than");
}

TEST_CASE("No damage of a few bytes crashes, or gives a model that no scans can be made of") {
    const ScanModelFile file;
    file.save();
    const std::string good = file.text();
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::string text = good;
        for (std::uint64_t i = 0; i <= random.below(4); ++i)
            text[random.below(text.size())] = static_cast<char>(random.below(256));
        file.put(text);
        const LoadedScanModel loaded = file.load();
        CHECK(loaded.model.has_value() == loaded.reason.empty());
        CHECK_FALSE(loaded.missing);
        if (!loaded.model)
            continue;
        check_usable(loaded.model->in_place);
        check_usable(loaded.model->apart);
    }
}

TEST_CASE("A folder in the place of the file of scans is not trusted") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "scans.json");
    const LoadedScanModel loaded = load_scan_model(folder / "scans.json", example_environment());
    CHECK_FALSE(loaded.model);
    CHECK_FALSE(loaded.missing);
    CHECK_THAT(loaded.reason, Contains("scans.json"));
}

TEST_CASE("Saving a model of scans makes the folder, replaces what was there, and leaves nothing else") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a" / "b" / "scans.json";
    save_scan_model(path, {{{0, {"simd"}}}, {{0, {"simd"}}}}, {});
    save_scan_model(path, example_model(), example_environment());
    CHECK(load_scan_model(path, example_environment()).model == example_model());
    CHECK(data::test::names_in(path.parent_path()) == std::vector<std::string>{"scans.json"});
}

TEST_CASE("A place where no model of scans can be written is told") {
    const TemporaryFolder folder;
    const fs::path path = data::test::put(folder / "file", "a file") / "scanline" / "scans.json";
    const std::string message = data::test::error_of([&] { save_scan_model(path, example_model(), {}); });
    CHECK_THAT(message, Contains(path.parent_path().string()) && Contains("XDG_CACHE_HOME"));
    fs::create_directory(folder / "scans.json");
    CHECK_THAT(data::test::error_of([&] { save_scan_model(folder / "scans.json", example_model(), {}); }),
               Contains((folder / "scans.json").string()));
    CHECK(data::test::names_in(folder / "scans.json").empty());
}

TEST_CASE("Without a folder the path of a model of scans is an error, and a stored one is missing") {
    const EnvironmentVariable home("HOME", ""), cache("XDG_CACHE_HOME", "");
    const std::string message = data::test::error_of([] { scan_model_path(example_environment()); });
    CHECK_THAT(message, Contains("HOME") && Contains("XDG_CACHE_HOME"));
    const LoadedScanModel loaded = load_stored_scan_model(example_environment());
    CHECK_FALSE(loaded.model);
    CHECK(loaded.missing);
    CHECK_THAT(loaded.reason, Contains("HOME") && Contains("XDG_CACHE_HOME"));
}

TEST_CASE("Each processor has a file of its own, whatever it is called") {
    const EnvironmentVariable cache("XDG_CACHE_HOME", "/cache");
    const auto name_of = [](const std::string& processor) {
        Environment environment;
        environment.processor = processor;
        const fs::path path = scan_model_path(environment);
        CHECK(path.parent_path() == fs::path("/cache/scanline"));
        return path.filename().string();
    };
    // FNV-1a of the test vectors of its authors.
    CHECK(name_of("a") == "scan-a-e40c292c.json");
    CHECK(name_of("foobar") == "scan-foobar-bf9cf968.json");
    CHECK_THAT(name_of("Intel(R) Xeon(R) Processor"), StartsWith("scan-intel-r-xeon-r-processor-"));
    CHECK(name_of("A CPU, 2 usable") != name_of("A CPU, 3 usable"));
    CHECK(name_of("A CPU") != name_of("a cpu"));
    // What differs behind the length of a name alone, as a larger cache, too.
    CHECK(name_of(std::string(100, 'x') + "1") != name_of(std::string(100, 'x') + "2"));
    for (const std::string& processor : {std::string(), std::string("../../etc/passwd"),
                                         std::string(10'000, 'x'), std::string("\xff\n/\0", 4)}) {
        const std::string name = name_of(processor);
        CHECK(name.size() < 64);
        CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") == std::string::npos);
        CHECK(name.find("..") == std::string::npos);
    }
}

} // namespace scanline::bench
