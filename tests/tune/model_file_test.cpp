#include "model_files.h"

#include "scanline/core/error.h"

#include "support/environment_variable.h"

#include <algorithm>
#include <set>
#include <unistd.h>

// The common behaviour of all kinds of model files.

namespace scanline::tune::model_file_test {

namespace fs = std::filesystem;

using namespace test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using nlohmann::ordered_json;
using scanline::test::EnvironmentVariable;
using scanline::test::TemporaryFolder;

namespace {

// The file for a device of this name.
template <class Kind>
fs::path path_for(const std::string& device) {
    Environment environment;
    environment.*Kind::identity().front().first = device;
    return model_path<typename Kind::Model>(environment);
}

} // namespace

TEMPLATE_TEST_CASE("A model that was saved is loaded as it was", "", AutoModelKind, ScanModelKind) {
    const ModelFile<TestType> file;
    file.save();
    const auto loaded = file.load();
    REQUIRE(loaded.model);
    CHECK(*loaded.model == TestType::example());
    CHECK(loaded.date == "2026-11-20T08:30:00Z");
    CHECK(loaded.reason.empty());
    CHECK_FALSE(loaded.missing);
}

TEMPLATE_TEST_CASE("A file that is not there is missing, and no more is wrong", "", AutoModelKind,
                   ScanModelKind) {
    const TemporaryFolder folder;
    for (const fs::path& path : {folder / "model.json", folder / "no" / "folder" / "model.json",
                                 data::test::put(folder / "file", "") / "model.json"}) {
        const auto loaded = load_model<typename TestType::Model>(path, TestType::environment());
        CHECK_FALSE(loaded.model);
        CHECK(loaded.missing);
        CHECK_THAT(loaded.reason, ContainsSubstring(path.string()));
    }
}

TEMPLATE_TEST_CASE("A model of another device or version is not trusted", "", AutoModelKind, ScanModelKind) {
    const ModelFile<TestType> file;
    for (const auto& [member, name] : TestType::identity()) {
        Environment other = TestType::environment();
        other.*member = "another\nof \x1b[31m\xff";
        file.save(TestType::example(), other);
        file.check_untrusted("its " + name + " is");
        file.check_untrusted("\"another\\nof \\u001b[31m\\ufffd\"");
    }
}

TEMPLATE_TEST_CASE("What a model was not measured on does not make it stale", "", AutoModelKind,
                   ScanModelKind) {
    const ModelFile<TestType> file;
    file.save();
    Environment later = TestType::environment();
    later.date = "2027-01-01T00:00:00Z";
    later.timer = "another timer";
    later.build_type = "Debug";
    later.command = "scanline compact";
    for (std::string Environment::*member :
         {&Environment::gpu, &Environment::driver, &Environment::processor}) {
        const auto identity = TestType::identity();
        if (std::ranges::none_of(identity, [member](const auto& one) { return one.first == member; }))
            later.*member = "another device";
    }
    CHECK(file.load(later).model == TestType::example());
}

TEMPLATE_TEST_CASE("A device whose name is no UTF-8 finds its model again", "", AutoModelKind,
                   ScanModelKind) {
    const ModelFile<TestType> file;
    Environment environment = TestType::environment();
    environment.*TestType::identity().front().first = "GPU \xff\xe2\x82";
    file.save(TestType::example(), environment);
    CHECK(file.load(environment).model == TestType::example());
}

TEMPLATE_TEST_CASE("A model of another format is not trusted, whatever else it holds", "", AutoModelKind,
                   ScanModelKind) {
    for (const int other : std::set{0, TestType::format - 1, TestType::format + 1}) {
        const std::string part = "its format is " + std::to_string(other);
        refuse<TestType>(part, [&](ordered_json& json) { json = {{"format", other}}; });
        refuse<TestType>(part, [&](ordered_json& json) { json["format"] = other; });
    }
    refuse<TestType>("format", [](ordered_json& json) { json["format"] = std::to_string(TestType::format); });
    refuse<TestType>("format", [](ordered_json& json) { json["format"] = -1; });
    refuse<TestType>("no format", [](ordered_json& json) { json.erase("format"); });
}

TEMPLATE_TEST_CASE("Every member of a model is needed, and of its type", "", AutoModelKind, ScanModelKind) {
    for (const std::string& name : TestType::members()) {
        refuse<TestType>(name, [&name](ordered_json& json) { json.erase(name); });
        refuse<TestType>(name, [&name](ordered_json& json) { json[name] = nullptr; });
        refuse<TestType>(name, [&name](ordered_json& json) { json[name] = ordered_json::object(); });
    }
}

TEMPLATE_TEST_CASE("What is no JSON is refused as a model", "", AutoModelKind, ScanModelKind) {
    const ModelFile<TestType> file;
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

TEMPLATE_TEST_CASE("A model of another user is not trusted", "", AutoModelKind, ScanModelKind) {
    const TemporaryFolder folder;
    const fs::path path = folder / "model.json";
    save_model<typename TestType::Model>(path, TestType::example(), TestType::environment());
    if (::chown(path.c_str(), 65534, 65534) != 0)
        return; // only root gives files away
    const auto loaded = load_model<typename TestType::Model>(path, TestType::environment());
    CHECK_FALSE(loaded.model);
    CHECK(loaded.reason == path.string() + " belongs to another user");
}

TEMPLATE_TEST_CASE("A folder in the place of a model is not trusted", "", AutoModelKind, ScanModelKind) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "model.json");
    const auto loaded = load_model<typename TestType::Model>(folder / "model.json", TestType::environment());
    CHECK_FALSE(loaded.model);
    CHECK_FALSE(loaded.missing);
    CHECK_THAT(loaded.reason, ContainsSubstring("model.json"));
}

TEMPLATE_TEST_CASE("Saving a model makes the folder, replaces what was there, and leaves nothing else", "",
                   AutoModelKind, ScanModelKind) {
    const TemporaryFolder folder;
    const fs::path path = folder / "a" / "b" / "model.json";
    save_model<typename TestType::Model>(path, {}, {});
    save_model<typename TestType::Model>(path, TestType::example(), TestType::environment());
    CHECK(load_model<typename TestType::Model>(path, TestType::environment()).model == TestType::example());
    CHECK(data::test::names_in(path.parent_path()) == std::vector<std::string>{"model.json"});
}

TEMPLATE_TEST_CASE("A place where no model can be written is reported", "", AutoModelKind, ScanModelKind) {
    const TemporaryFolder folder;
    const fs::path path = data::test::put(folder / "file", "a file") / "scanline" / "model.json";
    const std::string message =
        data::test::error_of([&] { save_model<typename TestType::Model>(path, TestType::example(), {}); });
    CHECK_THAT(message,
               ContainsSubstring(path.parent_path().string()) && ContainsSubstring("XDG_CACHE_HOME"));
    CHECK(data::test::get(folder / "file") == "a file");
    const fs::path taken = folder / "model.json";
    fs::create_directory(taken);
    CHECK_THAT(
        data::test::error_of([&] { save_model<typename TestType::Model>(taken, TestType::example(), {}); }),
        ContainsSubstring(taken.string()));
    CHECK(data::test::names_in(taken).empty());
}

TEMPLATE_TEST_CASE("Without a folder the path of a model is an error that says what to set", "",
                   AutoModelKind, ScanModelKind) {
    const EnvironmentVariable home("HOME", ""), cache("XDG_CACHE_HOME", "");
    const std::string message = data::test::error_of([] { path_for<TestType>("a device"); });
    CHECK_THAT(message, ContainsSubstring("HOME") && ContainsSubstring("XDG_CACHE_HOME"));
}

TEMPLATE_TEST_CASE("Each device has a file of its own, whatever it is called", "", AutoModelKind,
                   ScanModelKind) {
    const EnvironmentVariable cache("XDG_CACHE_HOME", "/cache");
    const auto name_of = [](const std::string& device) {
        const fs::path path = path_for<TestType>(device);
        CHECK(path.parent_path() == fs::path("/cache/scanline"));
        return path.filename().string();
    };
    const std::string prefix = TestType::prefix;
    // FNV-1a, with its authors' test vectors.
    CHECK(name_of("a") == prefix + "a-e40c292c.json");
    CHECK(name_of("foobar") == prefix + "foobar-bf9cf968.json");
    CHECK_THAT(name_of("NVIDIA H200"), StartsWith(prefix + "nvidia-h200-"));
    CHECK_THAT(name_of("Intel(R) Xeon(R) Processor"), StartsWith(prefix + "intel-r-xeon-r-processor-"));
    CHECK_THAT(name_of("  llvmpipe (LLVM 15.0.6, 256 bits) "),
               StartsWith(prefix + "llvmpipe-llvm-15-0-6-256-bits-"));
    CHECK(name_of("A GPU") != name_of("a gpu"));
    CHECK(name_of("GPU 1/2") != name_of("GPU 1 2"));
    CHECK(name_of("A CPU, 2 usable") != name_of("A CPU, 3 usable"));
    // Also devices that differ only past the length limit of a name, such as in a larger cache.
    CHECK(name_of(std::string(100, 'x') + "1") != name_of(std::string(100, 'x') + "2"));
    for (const std::string& device : {std::string(), std::string("../../etc/passwd"),
                                      std::string(10'000, 'x'), std::string("\xff\n/\0", 4)}) {
        const std::string name = name_of(device);
        CHECK(name.size() < 64);
        CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") == std::string::npos);
        CHECK(name.find("..") == std::string::npos);
    }
}

TEST_CASE("The place of a model is made, or refused, before anything is measured for it") {
    const TemporaryFolder folder;
    const fs::path path = folder / "new" / "folder" / "model.json";
    check_model_place(path);
    CHECK(fs::is_directory(path.parent_path()));
    CHECK_FALSE(fs::exists(path));
    const fs::path file = data::test::put(folder / "file", "old");
    CHECK_THROWS_WITH(check_model_place(file / "model.json"),
                      ContainsSubstring(file.string()) && ContainsSubstring("XDG_CACHE_HOME"));
    fs::create_directory(path);
    CHECK_THROWS_WITH(check_model_place(path), ContainsSubstring("it is a folder"));
    CHECK(data::test::get(file) == "old");
}

} // namespace scanline::tune::model_file_test
